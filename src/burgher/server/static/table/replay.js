// Looking through a finished game: by move, by turn, from a line of the log, or along its chart.

import { say, toast } from "../announce.js";
import { find, findAll, parsed } from "../dom.js";
import { draw } from "./drawing.js";
import { page } from "./page.js";
import { get } from "./server.js";

/**
 * Where one can go from a position.
 * @typedef {"first" | "turn-back" | "back" | "on" | "turn-on" | "last"} Way
 */

const EACH = 900; // how long a position is shown when the game plays by itself, in milliseconds
let timer = 0;
let isFetching = false;

/** @param {string} id */
const dataOf = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "[]");

/** @type {{ heading: string, told: string, turn: boolean }[]} */
const moves = dataOf("moves");
/** @type {[number, number][][]} everybody's chances at each position, with their margins, where the game was studied */
const chances = dataOf("chances");
const slider = /** @type {HTMLInputElement | null} */ (find("[data-replay]"));

/** The position that is wanted; it may still be on its way. */
const wanted = () => Number(slider?.value);

/**
 * The server has the same: `ways` in `view/replay_page.py`.
 * @param {number} at
 * @returns {Record<Way, number>}
 */
function waysFrom(at) {
  const last = moves.length, starts = moves.flatMap(({ turn }, number) => (turn ? [number] : []));
  return {
    first: 0,
    "turn-back": starts.filter((start) => start < at).pop() ?? 0,
    back: Math.max(0, at - 1),
    on: Math.min(last, at + 1),
    "turn-on": starts.find((start) => start > at) ?? last,
    last,
  };
}

// -- what is told beside the table -----------------------------------------------------------------------

/** @param {number} at */
function tellPosition(at) {
  const move = moves[at - 1];
  const label = move ? `${at} of ${moves.length}. ${move.heading}: ${move.told}` : "The beginning";
  const words = find("#replay-words");
  if (words) words.textContent = words.title = label;
  slider?.setAttribute("aria-valuetext", label);
  if (document.activeElement !== slider) say(label); // which speaks for itself
  const ways = waysFrom(at);
  for (const link of findAll(".replay-ways [data-position]")) {
    const there = ways[/** @type {Way} */ (link.dataset.position)];
    link.setAttribute("href", `?at=${there}`);
    if (there === at) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
  }
  findAll("[data-chance]").forEach((chance, seat) => { chance.textContent = String(chances[at]?.[seat]?.[0]); });
  findAll("[data-margin]").forEach((margin, seat) => { margin.textContent = String(chances[at]?.[seat]?.[1]); });
  for (const field of /** @type {HTMLInputElement[]} */ (findAll("[data-replay-at]"))) field.value = String(at);
  markLine(at);
}

/**
 * Mark the lines that were told last, and bring them into sight. Tab leads to them, the arrow keys on to others.
 * @param {number} at
 */
function markLine(at) {
  const log = find("#log"), lines = findAll("li[data-move]", log ?? undefined);
  const numberOf = /** @param {HTMLElement} line */ (line) => Number(line.dataset.move);
  const newest = lines.find((line) => numberOf(line) <= at);
  for (const line of lines) {
    const link = find("a", line);
    line.classList.toggle("later", numberOf(line) > at);
    line.classList.toggle("now", newest !== undefined && numberOf(line) === numberOf(newest));
    if (link) link.tabIndex = line === newest ? 0 : -1;
    if (line === newest) link?.setAttribute("aria-current", "step");
    else link?.removeAttribute("aria-current");
  }
  if (!log || !newest) return;
  const frame = log.getBoundingClientRect(), box = newest.getBoundingClientRect();
  // Only the log scrolls: on a phone, all that lies around it would move too.
  if (box.top < frame.top || box.bottom > frame.bottom) {
    log.scrollTop += box.top + box.height / 2 - (frame.top + frame.height / 2);
  }
}

/**
 * The line of the log above or below another, to be focused.
 * @param {Element} link
 * @param {number} by
 */
export function focusLine(link, by) {
  const line = link.closest("li"), next = by < 0 ? line?.previousElementSibling : line?.nextElementSibling;
  if (next) find("a", next)?.focus();
}

// -- going there --------------------------------------------------------------------------------------------

/** Fetch what is wanted, one position at a time: who goes on meanwhile is shown where they have come to. */
async function fetchWanted() {
  if (isFetching) return;
  isFetching = true;
  while (page.view.number !== wanted()) {
    const at = wanted();
    const answer = await get(`replay?at=${at}&board=1`).catch(() => null);
    const html = answer?.ok ? await answer.text().catch(() => "") : "";
    if (!html) {
      pause();
      toast("This position could not be fetched. Try again.");
      break;
    }
    draw(parsed(html));
    history.replaceState(null, "", `?at=${at}`);
  }
  isFetching = false;
}

/** @param {number} number the position after so many moves */
function show(number) {
  if (!slider || !page.happens("step")) return;
  const at = Math.max(0, Math.min(moves.length, number));
  slider.value = String(at);
  tellPosition(at);
  fetchWanted();
}

/** @param {Way} way */
export function go(way) {
  pause();
  show(waysFrom(wanted())[way]);
}

/**
 * Go where a link leads, unless it is to be opened elsewhere.
 * @param {HTMLElement} link
 * @param {MouseEvent} event
 */
export function follow(link, event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  pause();
  show(Number(new URL(/** @type {HTMLAnchorElement} */ (link).href).searchParams.get("at")));
}

// -- playing by itself --------------------------------------------------------------------------------------

/** @param {boolean} isPlaying */
function showPlaying(isPlaying) {
  const button = find("[data-replay-play]"), label = isPlaying ? "Pause" : "Play";
  if (!button) return;
  button.classList.toggle("playing", isPlaying);
  button.setAttribute("aria-label", label);
  button.title = `${label} (Space)`;
}

function pause() {
  clearInterval(timer);
  timer = 0;
  showPlaying(false);
}

/** Let the game play by itself, from its beginning where it is at its end; or stop it. */
export function togglePlaying() {
  if (timer) { pause(); return; }
  if (wanted() === moves.length) show(0);
  timer = setInterval(playOn, EACH);
  showPlaying(true);
}

function playOn() {
  if (isFetching) return; // nothing is left out where the server is slow
  if (wanted() === moves.length) pause();
  else show(wanted() + 1);
}

if (slider) {
  slider.addEventListener("input", () => { pause(); show(wanted()); });
  const button = find("[data-replay-play]");
  if (button) button.hidden = false;
  markLine(wanted());
}
