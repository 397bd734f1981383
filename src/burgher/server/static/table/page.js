// The one page: what is seen at the table, and what the page is doing.

import { find, findAll } from "../dom.js";
import { PageState } from "./states.js";

/**
 * Something that may be played, with the things on the table that one would touch for it.
 * @typedef {{ number: number, words: string, parts: string[], sentence: string, final: boolean }} Action
 */

/** @typedef {{ symbol: string, count: number, words: string }} Cost */

/**
 * What the server says of the table that it has drawn, for this viewer.
 * @typedef {object} View
 * @property {string} table
 * @property {number} version changes whenever anything at the table does
 * @property {number} number how many moves have been played
 * @property {number | null} seat through whose eyes the table is seen
 * @property {number | null} to_move
 * @property {boolean} over
 * @property {string} title
 * @property {string} question
 * @property {string[]} names
 * @property {Action[]} actions what this seat may play now
 * @property {Record<string, Cost>} costs what actions cost, by their number
 * @property {number[]} gives_up actions that give up something one could still have
 * @property {string} rolled another whenever dice have been rolled
 * @property {boolean} can_take_back whether something done in this turn can still be taken back
 * @property {string[][]} alike parts of which it does not matter which is touched
 * @property {number[]} mine the seats of this browser
 * @property {string} chat who may read what is said
 * @property {boolean} replay
 * @property {boolean} passing a step on the way to what is now
 * @property {boolean} paced whether what was before should have been seen
 */

export const page = new PageState();

export const hasLessMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * What the server says of a table that it has drawn.
 * @param {Document} drawn
 * @returns {View}
 */
export function readView(drawn = document) {
  return JSON.parse(find("#sight", drawn)?.textContent ?? "");
}

/**
 * Where a part lies: it may be drawn several times.
 * @param {string} part
 */
export function elementsOf(part) {
  return findAll(`[data-part="${CSS.escape(part)}"]`);
}

/** @type {((before: View, now: View) => void)[]} */
const followers = [];

/** @param {(before: View, now: View) => void} follower called when another table than before has been drawn */
export function onDrawn(follower) {
  followers.push(follower);
}

/** @param {View} before */
export function tellDrawn(before) {
  for (const follower of followers) follower(before, page.view);
}
