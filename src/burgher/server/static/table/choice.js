// What has been touched so far, and what can still be meant by it.

import { find } from "../dom.js";
import { onDrawn, page } from "./page.js";

/** @typedef {import("./page.js").Action} Action */

export const choice = {
  /** @type {string[]} the parts touched so far, in order */
  touched: [],
  /** @type {Action | null} what waits for a yes */
  unconfirmed: null,
  /** @type {Record<string, number>} how many points actions bring at once, by their numbers; known at guided tables only */
  gains: {},
};

export function clearChoice() {
  choice.touched = [];
  choice.unconfirmed = null;
}

/** Whether a teacher has only something to tell: nothing is meant yet by touching things. */
export const isOnlyTold = () => Boolean(find("[data-teacher-on]:not([hidden])"));

/** @param {Action} action */
export const costOf = (action) => page.view.costs[action.number];

/**
 * Whether an action contains all of some parts.
 * @param {Action} action
 * @param {string[]} parts
 */
export const contains = (action, parts) => parts.every((part) => action.parts.includes(part));

/**
 * Whether everything that an action needs has been touched.
 * @param {Action} action
 */
export const isComplete = (action) => action.parts.every((part) => choice.touched.includes(part));

/** The actions that contain everything touched so far. */
export const candidates = () => page.view.actions.filter((action) => contains(action, choice.touched));

/** The candidates; of those that differ only in which of several equal things they use, one. */
export function distinctCandidates(actions = candidates()) {
  /** @type {Map<string, string>} part → the first part that is just like it */
  const first = new Map();
  for (const group of page.view.alike) for (const part of group) first.set(part, group[0] ?? part);
  /** @type {Map<string, Action>} */
  const found = new Map();
  for (const action of actions) {
    const key = action.parts.map((part) => first.get(part) ?? part).join(" ") + (costOf(action)?.count ?? 0);
    if (!found.has(key)) found.set(key, action);
  }
  return [...found.values()];
}

/**
 * The action that is meant, if what has been touched says all that there is to say about it, though more may be
 * touched for another.
 */
export function decidedAction(left = distinctCandidates()) {
  return left.length === 1 ? left[0] : left.find(isComplete);
}

/** @param {Action[]} actions */
export const mostPoints = (actions) => Math.max(0, ...actions.map((action) => choice.gains[action.number] ?? 0));

page.onChange((state) => { if (state !== "confirming") choice.unconfirmed = null; });

onDrawn((before, now) => { if (before.version !== now.version || before.seat !== now.seat) { clearChoice(); choice.gains = {}; } });
