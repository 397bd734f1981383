// Clocks: how much time everybody has left, counted down between one news of the server and the next.

import { say } from "../announce.js";
import { find, findAll } from "../dom.js";
import { onDrawn } from "./page.js";

const WARNINGS = [3600, 600, 60, 10]; // seconds before the end of one's own time

/** By how much the clock of this device is ahead of the server's: news is never early, so the least counts. */
let ahead = Infinity;

/** @type {number | null} the last warning of this turn */
let warned = null;

/**
 * A length of time, as clocks show it.
 * @param {number} seconds
 */
export function shownTime(seconds) {
  const whole = Math.max(0, Math.floor(seconds)), two = /** @param {number} n */ (n) => String(n).padStart(2, "0");
  const days = Math.floor(whole / 86400), hours = Math.floor(whole / 3600) % 24, minutes = Math.floor(whole / 60) % 60;
  if (days) return `${days} d ${hours} h`;
  if (hours) return `${hours}:${two(minutes)}:${two(whole % 60)}`;
  return `${minutes}:${two(whole % 60)}`;
}

function showClocks() {
  const clocks = find("#clocks");
  if (!clocks) return;
  const due = Number(clocks.dataset.due), mine = find("#question.mine") !== null;
  for (const clock of findAll(".clock", clocks)) {
    const shown = find("[data-left]", clock), isRunning = clock.classList.contains("runs");
    if (!shown) continue;
    const left = isRunning && due ? due - (Date.now() - ahead) : Number(shown.dataset.left);
    const text = shownTime(left / 1000);
    if (shown.textContent !== text) shown.textContent = text;
    clock.classList.toggle("short", isRunning && left < 60_000);
    if (isRunning && mine) warn(left / 1000);
  }
}

/**
 * Say aloud that one's own time will soon be up, once for each warning.
 * @param {number} seconds
 */
function warn(seconds) {
  const next = [...WARNINGS].reverse().find((limit) => seconds <= limit);
  if (next === undefined || (warned !== null && warned <= next)) return;
  warned = next;
  say(`You have ${shownTime(seconds)} left.`);
}

function readClocks() {
  const clocks = find("#clocks");
  if (clocks) ahead = Math.min(ahead, Date.now() - Number(clocks.dataset.now));
  showClocks();
}

export function followClocks() {
  readClocks();
  onDrawn((before, now) => {
    if (before.to_move !== now.to_move) warned = null;
    readClocks();
  });
  setInterval(showClocks, 500);
}
