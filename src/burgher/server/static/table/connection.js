// The stream of what happens at the table; finding out that the server cannot be reached, and coming back.

import { say, toast } from "../announce.js";
import { find } from "../dom.js";
import { refreshChat, showSaid } from "./chat.js";
import { announceClosing } from "./news.js";
import { page } from "./page.js";
import { addressOf } from "./server.js";
import { dropKept, keptMove, sendKept } from "./sending.js";
import { refresh, skipSteps } from "./updates.js";
import { setWatchers } from "./watching.js";

const LONGEST_WAIT = 15_000; // milliseconds from one try to the next

/** @type {EventSource | null} */
let source = null;
let tries = 0;
let timer = 0;

/** Listen to what happens from now on. */
export function connect() {
  let isInterrupted = tries > 0;
  const stream = source = new EventSource(addressOf("live"));
  stream.addEventListener("open", () => {
    tries = 0;
    if (isInterrupted) refreshChat(); // the table comes by itself: a stream begins with how it stands
    if (page.state === "offline") lookAgain();
    isInterrupted = false;
  });
  stream.addEventListener("change", ({ data }) => {
    if (JSON.parse(data).version > page.view.version) lookAgain();
  });
  stream.addEventListener("chat", ({ data }) => showSaid(JSON.parse(data)));
  stream.addEventListener("watching", ({ data }) => setWatchers(JSON.parse(data).people));
  stream.addEventListener("closed", ({ data }) => announceClosing(JSON.parse(data).sentence));
  stream.addEventListener("error", () => {
    isInterrupted = true;
    // A stream may end though the server is there: whether it is, is known when the table was asked for.
    if (page.state !== "offline") lookAgain();
    if (stream.readyState === EventSource.CLOSED) tryLater(); // else the browser tries it by itself
  });
}

async function lookAgain() {
  if (page.happens("changed")) await refresh();
}

/** Try again after a while, which becomes longer each time. */
function tryLater() {
  clearTimeout(timer);
  const wait = Math.min(LONGEST_WAIT, 1000 * 2 ** tries);
  tries += 1;
  timer = setTimeout(tryNow, wait * (0.8 + 0.4 * Math.random())); // not all in the same moment
}

async function tryNow() {
  if (page.state === "closed") return;
  if (source?.readyState === EventSource.CLOSED) connect();
  if (page.state !== "offline") return;
  await lookAgain();
  if (page.state === "offline") tryLater();
}

page.onChange((state, event, before) => {
  if (state === "closed") source?.close();
  if (state === "offline") {
    showBanner();
    tries = 0;
    tryLater();
  }
  if (before !== "offline") return;
  hideBanner();
  if (state === "closed") return;
  if (keptMove()) sendKept();
  else toast("Back at the table.");
});

page.onIgnored((event, state) => {
  if (state !== "offline") return;
  if (event === "touch" || event === "play") toast("No connection: nothing more can be sent until it is back.");
  if (event === "undo") toast("No connection: nothing can be taken back until it is back.");
  if (event === "hint") toast("No connection: hints come again when the table can be reached.");
});

/** Say what is wrong and what will happen, for as long as it is so. */
function showBanner() {
  const banner = find("#connection"), words = find("#connection-words"), drop = find("#drop-kept");
  if (!banner || !words || !drop) return;
  const since = new Date().toLocaleTimeString([], { timeStyle: "short" }), move = keptMove();
  const shown = `No connection since ${since}: the table is shown as it was then, and looked for again by itself.`;
  words.textContent = move ? `${shown} Your move is kept, and sent when it is back: ${move.action.sentence}.` : shown;
  drop.hidden = !move;
  banner.hidden = false;
  say(words.textContent);
}

function hideBanner() {
  const banner = find("#connection");
  if (banner) banner.hidden = true;
}

/** Do not send the move that is kept. */
export function dropMove() {
  if (!page.happens("drop")) return;
  dropKept();
  showBanner();
}

addEventListener("online", () => { if (page.state === "offline") tryNow(); });
addEventListener("offline", lookAgain);
// A page that the browser has put aside and brings back is as old as when it was left.
addEventListener("pageshow", ({ persisted }) => { if (persisted) lookAgain(); });

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) lookAgain();
  else if (page.allows("skip")) skipSteps(); // nobody looks
});
