// From a touch to a move: what is touched narrows the choice, and what is left is played.

import { say } from "../announce.js";
import { find } from "../dom.js";
import {
  choice,
  clearChoice,
  contains,
  costOf,
  decidedAction,
  distinctCandidates,
  isComplete,
  isOnlyTold,
} from "./choice.js";
import { showExplanation } from "./explaining.js";
import { showChoices } from "./lighting.js";
import { page } from "./page.js";
import { play } from "./sending.js";
import { setting } from "./settings.js";

/** @typedef {import("./page.js").Action} Action */

/** @param {HTMLElement} element a thing on the table that was touched */
export function touch(element) {
  const part = element.dataset.part ?? "";
  const { actions } = page.view;
  if (isOnlyTold() || !actions.some((action) => action.parts.includes(part)) || !page.happens("touch")) {
    showExplanation(element);
    return;
  }
  const wasTouched = choice.touched.includes(part);
  if (!wasTouched) {
    // What no longer goes together with this part is let go: touching something else is changing one's mind.
    let kept = [part];
    for (const one of [...choice.touched].reverse()) {
      if (actions.some((action) => contains(action, [one, ...kept]))) kept = [one, ...kept];
    }
    choice.touched = kept;
  }
  const left = distinctCandidates(), [only] = left;
  if (only && isOnlyButton(element)) { play(only); return; } // a button that is all there is has been meant
  if (only && left.length === 1 && (wasTouched || isComplete(only) || !costOf(only))) { choose(only); return; }
  if (wasTouched) choice.touched = choice.touched.filter((one) => one !== part);
  showChoices();
  say(find(choice.touched.length ? "#choice" : "#question")?.textContent ?? "");
}

/**
 * Whether it is asked if an action is meant: where something is given up by it, and, unless somebody does not want
 * that, where it is final though something could still be taken back or done in its place.
 * @param {Action} action
 */
function isAsked(action) {
  const { gives_up, can_take_back, actions } = page.view;
  if (gives_up.includes(action.number)) return true;
  if (!action.final || setting("confirm") !== "yes") return false;
  return can_take_back || distinctCandidates(actions).length > 1;
}

/**
 * Play an action, or hold it until somebody says that it is meant. What is held has not been sent to anybody.
 * @param {Action} action
 */
function choose(action) {
  if (!isAsked(action)) { play(action); return; }
  if (!page.happens("confirm")) return;
  choice.unconfirmed = action;
  if (!choice.touched.length) choice.touched = [...action.parts];
  showChoices();
  say(`${action.sentence}. Confirm?`);
  find("#do")?.focus();
}

/** Play what has been touched: the line beside the button has said what it is. */
export function chooseTouched() {
  const action = choice.unconfirmed ?? decidedAction();
  if (action) play(action);
}

/**
 * Whether an element is a button beside the question that says all that can be done.
 * @param {HTMLElement} element
 */
const isOnlyButton = (element) => page.view.actions.length === 1 && Boolean(element.closest("#tray"));

/** @param {number} number the number of an action that has a button of its own */
export function chooseNumber(number) {
  const action = page.view.actions.find((one) => one.number === number);
  if (action) choose(action);
}

export function cancel() {
  if (!page.happens("cancel")) return;
  clearChoice();
  showChoices();
}
