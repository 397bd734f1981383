// Clicks, touches and pointing: which element does what.

import { find, findAll, targetOf } from "../dom.js";
import { sayQuickly } from "./chat.js";
import { hideTip, isExplained, leaveTip, showTip, showTipSoon, stayWithTip } from "./explaining.js";
import { dropMove } from "./connection.js";
import { closeHelp, openHelp, showTold, tellHowToAsk, tellWhat } from "./help.js";
import { askHint, closeHint } from "./hints.js";
import { hostAction, keepTable } from "./hosting.js";
import { leave } from "./leaving.js";
import { hasLessMotion, page } from "./page.js";
import { closeMenu, closeSection, enlarge, pickTab, reopenSection, toggleOpen } from "./panels.js";
import { playAgain } from "./rematch.js";
import { follow, togglePlaying } from "./replay.js";
import { undo } from "./sending.js";
import { cancel, chooseNumber, chooseTouched, touch } from "./touching.js";
import { handOver, skipSteps } from "./updates.js";

/**
 * What a click on an element does. The first line that fits counts.
 * @type {[selector: string, act: (element: HTMLElement, event: MouseEvent) => void][]}
 */
const CLICKS = [
  ["[data-theme-toggle], [data-copy]", () => {}], // every page has these: site.js
  ["#do", (_, { detail }) => { if (detail < 2) chooseTouched(); }], // it may come up under a double click
  ["#cancel", () => cancel()],
  ["#drop-kept", () => dropMove()],
  ["[data-hint]", () => askHint()],
  ["[data-help]", () => openHelp()],
  ["[data-help-close]", () => closeHelp()],
  ["[data-what-now]", () => tellWhat()],
  ["a.rule-link", () => {}],
  [".log li[data-n]", (line) => showTold(line)],
  ["[data-hint-close]", () => closeHint()],
  ["[data-post]", ({ dataset }) => undo(dataset.post ?? "")],
  ["[data-host]", (button) => hostAction(button)],
  ["[data-leave]", (button) => leave(button)],
  ["[data-keep]", () => keepTable()],
  ["[data-quick]", (button) => sayQuickly(button)],
  ["[data-rematch]", (button) => playAgain(button)],
  ["[data-lift]", ({ dataset }) => handOver(Number(dataset.lift))],
  ["[data-open]", (button) => toggleOpen(button)],
  ["[data-close]", ({ dataset }) => closeSection(dataset.close)],
  ["[data-reopen]", ({ dataset }) => reopenSection(dataset.reopen)],
  ["[data-position]", (link, event) => follow(link, event)],
  ["[data-replay-play]", () => togglePlaying()],
  ['[role="tab"]', (tab) => pickTab(tab)],
  ["[data-action]", ({ dataset }) => chooseNumber(Number(dataset.action))],
  ["[data-tab]", (tab, event) => showPanel(tab, event)],
  ["[data-part]", (element) => touch(element)],
  ["[data-tip]", (element) => showTip(element, { aloud: true })],
];

/** What can still be used while others' moves are shown; a click on anything else skips them. */
const USABLE_MEANWHILE = "a, input, label, summary, form, button:not([data-part], [data-skip-steps])";

let isHeld = false; // a finger lay on a thing so long that it was explained: lifting it is no click
let holding = 0;

/** @param {MouseEvent} event */
function onClick(event) {
  const target = targetOf(event);
  if (isHeld) { isHeld = false; event.preventDefault(); return; }
  if (page.allows("skip") && !target.closest(USABLE_MEANWHILE)) { skipSteps(); return; }
  for (const [selector, act] of CLICKS) {
    const element = /** @type {HTMLElement | null} */ (target.closest(selector));
    if (!element) continue;
    act(element, event);
    closeMenuUnless(target);
    return;
  }
  if (!target.closest(".opened")) findAll(".opened").forEach((one) => enlarge(one, false));
  hideTip();
  closeMenuUnless(target);
}

/** @param {Element} target */
function closeMenuUnless(target) {
  if (!target.closest("#menu")) closeMenu();
}

/**
 * On a phone, turn to the panel of a tab.
 * @param {HTMLElement} tab
 * @param {MouseEvent} event
 */
function showPanel(tab, event) {
  event.preventDefault();
  const behavior = hasLessMotion.matches ? "auto" : "smooth";
  find(`#${tab.dataset.tab}`)?.scrollIntoView({ inline: "start", block: "nearest", behavior });
}

/** @param {Event} event */
const tippedOf = (event) => /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-tip]"));

export function listenToPointer() {
  document.addEventListener("click", onClick);
  let hand = { x: -1, y: -1 };
  const noteHand = /** @param {PointerEvent} event */ ({ clientX: x, clientY: y }) => { hand = { x, y }; };
  document.addEventListener("pointermove", noteHand, { passive: true });
  document.addEventListener("pointerover", (event) => {
    const { clientX: x, clientY: y } = event;
    // What came to lie under a resting hand was not pointed at.
    if (event.pointerType === "touch" || (x === hand.x && y === hand.y)) return;
    hand = { x, y };
    const element = tippedOf(event);
    if (isExplained(element) || targetOf(event).closest("#tip")) { stayWithTip(); return; }
    leaveTip();
    if (element) showTipSoon(element);
  });
  document.addEventListener("focusin", (event) => {
    if (targetOf(event).closest("#tip")) return;
    if (targetOf(event).matches("[data-tip]:focus-visible")) showTip(/** @type {HTMLElement} */ (event.target));
    else hideTip();
  });
  document.addEventListener("pointerdown", (event) => {
    isHeld = false;
    const element = tippedOf(event);
    if (event.pointerType === "touch") tellHowToAsk();
    if (event.pointerType !== "touch" || !element) return;
    holding = setTimeout(() => { isHeld = true; showTip(element, { aloud: true }); }, 450);
  });
  for (const kind of ["pointerup", "pointercancel", "scroll"]) {
    document.addEventListener(kind, () => clearTimeout(holding), true);
  }
  document.addEventListener("contextmenu", (event) => { if (isHeld) event.preventDefault(); });
}
