// Telling what is new at the table: aloud, in the title, and to those who look elsewhere.

import { say, toast } from "../announce.js";
import { find, findAll, paragraph } from "../dom.js";
import { isTold } from "../push.js";
import { onDrawn, page } from "./page.js";
import { HOME } from "./server.js";
import { setting } from "./settings.js";
import { stateOf } from "./states.js";

/** @typedef {import("./page.js").View} View */

/** The number of the newest line in the log. */
export const newestLine = () => Number(find("#log li")?.dataset.n ?? -1);

/**
 * Say what has happened since a line of the log, and what is asked now.
 * @param {number} newest
 */
export function sayNews(newest) {
  const news = findAll("#log li").filter((line) => Number(line.dataset.n) > newest).reverse();
  if (!news.length) return;
  const told = news.slice(-6).map((line) => find("span", line)?.textContent ?? "");
  if (!page.view.passing) told.push(find("#question")?.textContent ?? "");
  say(told.join(" "));
}

/** @param {View} view */
const isMyTurn = (view) => stateOf(view) === "choosing";

export function showTurnInTitle() {
  const { view } = page;
  if (!view.passing) document.title = (isMyTurn(view) ? "● Your turn: " : "") + view.title;
}

/** The table is no more: say so, and show the way out. @param {string} sentence */
export function announceClosing(sentence) {
  if (!page.happens("close")) return;
  const dialog = document.createElement("section"), card = document.createElement("div");
  const way = document.createElement("a");
  dialog.className = "curtain";
  dialog.setAttribute("role", "alertdialog");
  dialog.setAttribute("aria-label", sentence);
  card.className = "card";
  way.className = "act";
  way.href = HOME;
  way.textContent = "All games";
  card.append(paragraph(sentence, "big"), way);
  dialog.append(card);
  document.body.append(dialog);
  way.focus();
}

onDrawn((before, now) => {
  if (before.mine.length && !now.mine.length && !now.replay) {
    toast("Your seat was freed by whoever opened this table. You can go on watching.");
  }
  showTurnInTitle();
  const isNews = isMyTurn(now) && before.to_move !== now.to_move && document.hidden;
  if (isNews && !isTold() && setting("notify") === "yes" && window.Notification?.permission === "granted") {
    const note = new Notification("Your turn", { body: now.title, tag: now.table });
    note.onclick = () => { window.focus(); note.close(); };
  }
});
