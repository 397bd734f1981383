// The page that is shown when there is no connection: what is wrong, one's games, and going on by itself.

import "./site.js";
import { find } from "./dom.js";
import { myGames } from "./my_games.js";

const AGAIN = 10_000; // milliseconds from one try to the next

const root = document.documentElement.dataset.root ?? "";
const goal = location.pathname === `${root}/offline` ? `${root}/` : location.href;

function sayWhatIsWrong() {
  const heading = find("h1"), reason = find("#reason");
  if (heading) heading.textContent = navigator.onLine ? "The server cannot be reached" : "You are offline";
  if (reason) {
    reason.textContent = navigator.onLine
      ? "This device is connected, but nobody answers: the server may be starting again, or the way to it is cut."
      : "This device has no connection.";
  }
}

function listGames() {
  const games = myGames(), list = find("#my-games");
  if (!list || !games.length) return;
  for (const { url, title, names } of games) {
    const item = document.createElement("li"), link = document.createElement("a");
    const line = document.createElement("span"), small = document.createElement("small");
    link.href = url;
    line.textContent = names;
    small.textContent = title;
    line.append(small);
    link.append(line);
    item.append(link);
    list.append(item);
  }
  const section = find("#my-games-section");
  if (section) section.hidden = false;
}

/** Go on to what was asked for, as soon as somebody answers. */
async function tryAgain() {
  const answer = await fetch(goal, { method: "HEAD", credentials: "same-origin" }).catch(() => null);
  if (answer && answer.status < 500) location.replace(goal);
  else sayWhatIsWrong();
}

sayWhatIsWrong();
listGames();
addEventListener("online", tryAgain);
addEventListener("offline", sayWhatIsWrong);
find("#again")?.addEventListener("click", tryAgain);
setInterval(tryAgain, AGAIN);
