// From a touch to a move: what is touched narrows the choice, and what is left is played.

import { say } from "../announce.js";
import { find } from "../dom.js";
import { stored } from "../storage.js";
import {
  choice,
  clearChoice,
  contains,
  costOf,
  decidedAction,
  distinctCandidates,
  isComplete,
} from "./choice.js";
import { showExplanation } from "./explaining.js";
import { showChoices } from "./lighting.js";
import { page } from "./page.js";
import { play } from "./sending.js";

/** @typedef {import("./page.js").Action} Action */

/** @param {HTMLElement} element a thing on the table that was touched */
export function touch(element) {
  const part = element.dataset.part ?? "";
  const { actions } = page.view;
  if (!actions.some((action) => action.parts.includes(part)) || !page.happens("touch")) {
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
  if (only && left.length === 1 && (wasTouched || isComplete(only) || !costOf(only))) { choose(only); return; }
  if (wasTouched) choice.touched = choice.touched.filter((one) => one !== part);
  showChoices();
  say(find(choice.touched.length ? "#choice" : "#question")?.textContent ?? "");
}

/**
 * Play an action, or ask whether it is meant, where somebody wants to be asked.
 * @param {Action} action
 */
function choose(action) {
  if (stored.get("confirm") !== "yes" || !action.final || choice.unconfirmed === action) { play(action); return; }
  if (!page.happens("confirm")) return;
  choice.unconfirmed = action;
  if (!choice.touched.length) choice.touched = [...action.parts];
  showChoices();
  say(`${action.sentence}. Confirm?`);
  find("#do")?.focus();
}

/** Play what has been touched. */
export function chooseTouched() {
  const action = choice.unconfirmed ?? decidedAction();
  if (action) choose(action);
}

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
