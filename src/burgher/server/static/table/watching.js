// Watching: that one does, and how many others do.

import { find } from "../dom.js";
import { onDrawn, page } from "./page.js";
import { stateOf } from "./states.js";

let people = 0;

/** @param {number} count how many people watch without a seat */
export function setWatchers(count) {
  people = count;
  showWatchers();
}

/** Say it beside the menu; who watches alone is told that they do. */
export function showWatchers() {
  const sign = find("#watchers"), words = find("#watchers-words"), number = find("#watchers-number");
  if (!sign || !words || !number) return;
  const isWatching = stateOf(page.view) === "watching", others = Math.max(0, people - (isWatching ? 1 : 0));
  sign.hidden = !isWatching && !others;
  number.textContent = isWatching ? "" : String(others);
  const alike = others === 1 ? "1 other" : `${others} others`;
  words.textContent = isWatching ? `You watch${others ? `, as do ${alike}` : ""}` : others === 1 ? " watches" : " watch";
  sign.title = isWatching ? "You have no seat at this table" : "So many watch this table";
}

onDrawn(() => showWatchers());
