// Everything by keys: the same as by touch.

import { find, findAll, targetOf } from "../dom.js";
import { hideTip } from "./explaining.js";
import { closeHelp, forgetTold, openHelp, tellWhat } from "./help.js";
import { askHint, closeHint } from "./hints.js";
import { page } from "./page.js";
import { closeMenu, closeSection, enlarge, enlarged, menu, pickTab } from "./panels.js";
import { focusLine, go, togglePlaying } from "./replay.js";
import { cancel, chooseTouched, touch } from "./touching.js";
import { skipSteps } from "./updates.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @type {Record<string, import("./replay.js").Way>} how keys lead through a replay */
const WAYS = { ArrowLeft: "back", ArrowRight: "on", PageUp: "turn-back", PageDown: "turn-on", Home: "first", End: "last" };

/** What needs the same keys itself while it has the focus, by the key; for those not named, what scrolls. */
/** @type {Record<string, string>} */
const OWN_KEYS = {
  ArrowLeft: '[role="tab"], [data-part]:focus-visible',
  ArrowRight: '[role="tab"], [data-part]:focus-visible',
  " ": "button, summary, [data-part], .scroll",
};

/**
 * Go through a replay. Returns whether the key did.
 * @param {string} key
 * @param {Element} target
 */
function stepByKey(key, target) {
  const way = WAYS[key], line = target.closest(".replay-log a");
  if (target.closest(OWN_KEYS[key] ?? ".scroll")) return false;
  if (way) go(way);
  else if (key === " ") togglePlaying();
  else if (line && (key === "ArrowUp" || key === "ArrowDown")) focusLine(line, key === "ArrowUp" ? -1 : 1);
  else return false;
  return true;
}

/** Where Esc is for what is being written. */
const WRITTEN = 'input:not([type="checkbox"], [type="radio"], [data-replay]), textarea';

/** Esc closes what lies uppermost, and lets go what was touched when nothing does. */
function escape() {
  const large = enlarged();
  hideTip();
  if (large) enlarge(large, false);
  else if (menu()?.open) closeMenu();
  else if (find("#ending:not([hidden])")) closeSection("ending");
  else if (closeHelp()) return;
  else if (find("#hint:not([hidden])")) closeHint();
  else if (forgetTold()) return;
  else if (page.allows("skip")) skipSteps();
  else cancel();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key } = event, target = targetOf(event);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Escape" && !target.closest(WRITTEN)) { escape(); return; }
  if (target.closest("input:not([data-replay]), select, textarea")) return;
  const presses = key === "Enter" || key === " ";
  const aside = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
  if (presses && page.allows("skip") && target.matches("body, [data-part]")) {
    event.preventDefault();
    skipSteps();
    return;
  }
  if (key === "Enter" && page.state === "confirming" && target.matches("body")) {
    chooseTouched();
    return;
  }
  if (page.allows("step") && stepByKey(key, target)) {
    event.preventDefault();
    return;
  }
  if (key === "h" && find("#hint-button")) { askHint(); return; }
  if (key === "?") { openHelp(target.closest("[data-part]")?.getAttribute("data-part") ?? ""); return; }
  if (key === "w") { tellWhat(); return; }
  if (key === "r" && find("#tip:not([hidden]) .rule-link")) { find("#tip .rule-link")?.click(); return; }
  const tab = target.closest('[role="tab"]');
  if (tab && aside) {
    const next = aside < 0 ? tab.previousElementSibling : tab.nextElementSibling;
    if (next instanceof HTMLElement) { pickTab(next); next.focus(); }
    return;
  }
  const element = /** @type {HTMLElement | null} */ (target.closest("[data-part]"));
  if (!element || element.tagName === "BUTTON") return;
  const arrow = ARROWS[key];
  if (presses) {
    event.preventDefault();
    touch(element);
  } else if (arrow) {
    event.preventDefault();
    const next = neighbour(element, arrow);
    if (next) { next.tabIndex = 0; next.focus(); }
  }
}

/**
 * The part that lies next to another in a direction.
 * @param {HTMLElement} from
 * @param {[number, number]} direction
 */
function neighbour(from, [dx, dy]) {
  /** @param {DOMRect} box @returns {[number, number]} */
  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const [x, y] = middle(from.getBoundingClientRect());
  let best = null, least = Infinity;
  for (const element of findAll("[data-part]")) {
    const box = element.getBoundingClientRect();
    if (element === from || !box.width) continue;
    const [ox, oy] = middle(box);
    const ahead = (ox - x) * dx + (oy - y) * dy, aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (ahead < 4) continue;
    const far = ahead + aside * 2.2;
    if (far < least) { least = far; best = element; }
  }
  return best;
}

export function listenToKeyboard() {
  document.addEventListener("keydown", onKey);
}
