// Tips: what a thing is, and why it cannot be used now.

import { say } from "../announce.js";
import { find, paragraph } from "../dom.js";
import { linkRules } from "../rules_links.js";
import { candidates, choice, distinctCandidates } from "./choice.js";
import { onDrawn, page } from "./page.js";
import { get } from "./server.js";

/** @type {Map<string, string>} why a part cannot be touched, by what was touched before; empty while asked for */
const reasons = new Map();

/** @type {HTMLElement | null} what the tip in sight is about */
let explained = null;
let timer = 0;
let leaving = 0;

/** @param {Element | null} element */
export const isExplained = (element) => element === explained;

/**
 * Explain a thing that was touched and cannot be used, also to those who listen.
 * @param {HTMLElement} element
 */
export function showExplanation(element) {
  if (!page.happens("explain")) return;
  element.classList.add("refused");
  setTimeout(() => element.classList.remove("refused"), 300);
  showTip(element, { aloud: true });
}

/**
 * Show a tip when somebody has pointed at a thing for a moment.
 * @param {HTMLElement} element
 */
export function showTipSoon(element) {
  timer = setTimeout(() => showTip(element), 350);
}

/**
 * @param {HTMLElement} element
 * @param {{ aloud?: boolean }} [how]
 */
export function showTip(element, how = {}) {
  const tip = find("#tip");
  if (!tip) return;
  clearTimeout(leaving);
  explained?.removeAttribute("aria-describedby");
  explained = element;
  const [name = "", ...more] = (element.dataset.tip ?? element.getAttribute("aria-label") ?? "").split("\n");
  const heading = Object.assign(document.createElement("b"), { textContent: name });
  const lines = [heading, ...more.map((text) => paragraph(text)), ...whatItDoes(element, how)];
  tip.replaceChildren(...lines.filter((one) => one.textContent));
  if (!tip.childElementCount) return;
  linkRules(tip);
  tip.hidden = false;
  element.setAttribute("aria-describedby", "tip");
  placeTip(tip, element);
  if (how.aloud) say(tip.textContent ?? "");
}

/**
 * What would be played with a part, or why nothing can be, if it is one's turn.
 * @param {HTMLElement} element
 * @param {{ aloud?: boolean }} how
 */
function whatItDoes(element, how) {
  const { part } = element.dataset;
  if (!part || !page.allows("touch")) return [];
  const open = distinctCandidates(candidates().filter((action) => action.parts.includes(part)));
  if (open.length) return open.length === 1 ? [paragraph(`${open[0]?.sentence}.`, "cost-line")] : [];
  if (choice.touched.includes(part)) return [];
  const key = [page.view.version, ...choice.touched, part].join(" "), reason = reasons.get(key);
  if (reason !== undefined) return [paragraph(reason, "why")];
  fetchReason(part, key).then(() => { if (explained === element && reasons.get(key)) showTip(element, how); });
  return [];
}

/**
 * @param {string} part
 * @param {string} key
 */
async function fetchReason(part, key) {
  const touched = choice.touched.map((one) => ["touched", one]);
  const query = new URLSearchParams([["part", part], ...touched, ["seat", String(page.view.seat)]]);
  reasons.set(key, "");
  try {
    const answer = await get(`why?${query}`);
    if (!answer.ok) return;
    const { reason, page: where } = await answer.json();
    const cited = typeof where === "number" ? `p. ${where}` : where;
    if (reason) reasons.set(key, cited ? `${reason} (${cited})` : reason);
  } catch { reasons.delete(key); }
}

/**
 * @param {HTMLElement} tip
 * @param {HTMLElement} element
 */
function placeTip(tip, element) {
  // What grows under the pointer is larger than the place that is pointed at: the tip keeps off it.
  const box = (find("[data-grows]", element) ?? element).getBoundingClientRect();
  const size = tip.getBoundingClientRect();
  const left = Math.max(8, Math.min(innerWidth - size.width - 8, box.left + box.width / 2 - size.width / 2));
  const above = box.top - size.height - 10;
  const top = above > 8 ? above : Math.min(innerHeight - size.height - 8, box.bottom + 10);
  tip.style.transform = `translate(${left}px, ${top}px)`;
}

/** The hand has left what is explained: a tip with a link waits a moment, so that it can be reached. */
export function leaveTip() {
  clearTimeout(timer);
  clearTimeout(leaving);
  if (find("#tip:not([hidden]) .rule-link")) leaving = setTimeout(hideTip, 400);
  else hideTip();
}

export function stayWithTip() {
  clearTimeout(leaving);
}

export function hideTip() {
  clearTimeout(timer);
  clearTimeout(leaving);
  explained?.removeAttribute("aria-describedby");
  explained = null;
  const tip = find("#tip");
  if (tip) tip.hidden = true;
}

onDrawn((before, now) => { if (before.version !== now.version || before.seat !== now.seat) reasons.clear(); });
