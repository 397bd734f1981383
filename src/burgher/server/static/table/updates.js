// Coming from the table as it is drawn to the table as it is, step by step.

import { announceClosing } from "./news.js";
import { parsed } from "../dom.js";
import { draw } from "./drawing.js";
import { onDrawn, page, readView } from "./page.js";
import { get, refusal } from "./server.js";
import { setting } from "./settings.js";

/** How long each of the others' moves is shown, in milliseconds. @type {Record<string, number>} */
const PACES = { slow: 1600, normal: 700, quick: 300 };

/** @type {number | null} the seat of the person who has said that they sit at the screen */
let seated = null;

/** @type {Promise<void> | null} */
let underWay = null;
let isAskedAgain = false;

/** Fetch the table and show it. Calls that come while one is under way are answered by one more. */
export function refresh() {
  isAskedAgain = true;
  underWay ??= refreshWhileAsked();
  return underWay;
}

async function refreshWhileAsked() {
  try {
    while (isAskedAgain) {
      isAskedAgain = false;
      const boards = await fetchBoards();
      if (boards) await show(boards);
    }
  } finally {
    underWay = null;
    page.happens("settled");
  }
}

const pace = () => PACES[setting("pace")] ?? 0;

const isInHurry = () => document.hidden || !pace();

/**
 * The table as it is now, and before it as it was after each move that has not been shown yet.
 * @returns {Promise<string[] | null>} nothing, where the table could not be fetched
 */
async function fetchBoards() {
  const inHurry = isInHurry();
  const query = new URLSearchParams(seated === null ? {} : { seat: String(seated) });
  if (!inHurry) query.set("after", String(page.view.number));
  try {
    const answer = await get(`${inHurry ? "board" : "boards"}?${query}`);
    if (answer.ok) return inHurry ? [await answer.text()] : await answer.json();
    if (answer.status === 404) announceClosing(await refusal(answer, "This table is no more."));
  } catch { /* it is told below */ }
  page.happens("lost");
  return null;
}

let shownAt = -Infinity;
let hasEnough = false;
let stopShowing = () => {};

/**
 * What others did is shown step by step, each as long as it takes to follow, until somebody has seen enough.
 * @param {string[]} boards
 */
async function show(boards) {
  hasEnough = isInHurry();
  /** @type {Promise<void>} */
  const stopped = new Promise((resolve) => { stopShowing = resolve; });
  for (const [n, html] of boards.entries()) {
    const drawn = parsed(html);
    const { paced, number } = readView(drawn), rest = shownAt + pace() - performance.now();
    if (paced && number > page.view.number && !hasEnough && rest > 0) {
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, rest))]);
    }
    if (!hasEnough || n === boards.length - 1) await Promise.race([stopped, draw(drawn)]);
  }
}

/** Show how it stands now, without what is still on the way. */
export function skipSteps() {
  if (!page.happens("skip")) return;
  hasEnough = true;
  stopShowing();
}

/** @param {number} seat the seat of the person who sits at the screen now */
export async function handOver(seat) {
  if (!page.happens("hand-over")) return;
  seated = seat;
  if (page.allows("skip")) skipSteps();
  await refresh();
}

onDrawn((before, now) => {
  shownAt = performance.now();
  if (now.to_move !== before.to_move && now.to_move !== seated) seated = null;
});
