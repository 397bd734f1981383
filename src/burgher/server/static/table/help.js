// Always at hand: what may be done now and what for, every symbol on this table, and the keys.

import { say, toast } from "../announce.js";
import { find, findAll, parsed } from "../dom.js";
import { linkRules } from "../rules_links.js";
import { stored } from "../storage.js";
import { showNames } from "./names.js";
import { elementsOf, hasLessMotion, onDrawn, page } from "./page.js";
import { get } from "./server.js";

/**
 * What the guide says now.
 * @typedef {{ key: string, title: string, says: string, rules: string, always: boolean }} Word
 * @typedef {{ before: Word | null, what: string, after: Word[], brings: Record<string, number> }} Guidance
 */

/**
 * @param {number} [since] a line of the log
 * @returns {Promise<Guidance | null>}
 */
export async function guidance(since) {
  const query = new URLSearchParams();
  if (page.view.seat !== null) query.set("seat", String(page.view.seat));
  if (since !== undefined) query.set("since", String(since));
  const answer = await get(`guide?${query}`).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/** What may I do now, and what for? */
async function whatNow() {
  const now = await guidance();
  return now?.what || (page.view.seat === null ? "You are watching." : `${page.view.question}.`.replace(/([.?!])\.$/, "$1"));
}

export async function tellWhat() {
  toast(await whatNow());
}

/** Open the sheet; with a part of the table, at what stands for it. @param {string} [part] */
export async function openHelp(part = "") {
  const panel = find("#help"), content = find("#help-content");
  if (!panel || !content) return;
  if (!find(".help-body", content)) {
    const answer = await get("help").catch(() => null);
    const body = answer?.ok ? find(".help-body", parsed(await answer.text())) : null;
    if (!body) { toast("That could not be had. Try again."); return; }
    content.replaceChildren(document.adoptNode(body));
  }
  panel.hidden = false;
  panel.focus();
  const line = find("[data-what]", content);
  if (line) line.textContent = await whatNow();
  const named = part && findAll("[data-symbol]", content).find((one) => fits(one.dataset.symbol ?? "", part));
  if (named) named.scrollIntoView({ block: "nearest" });
}

/** @param {string} pattern @param {string} part */
function fits(pattern, part) {
  if (!pattern) return false;
  return new RegExp(`^${pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`).test(part);
}

export function closeHelp() {
  const panel = find("#help");
  if (!panel || panel.hidden) return false;
  panel.hidden = true;
  find("#menu > summary")?.focus();
  return true;
}

/** Let go of the line of the log that was shown. Returns whether there was one. */
export function forgetTold() {
  const shown = findAll(".told-now, .told-of");
  for (const one of shown) one.classList.remove("told-now", "told-of");
  showNames();
  return shown.length > 0;
}

/** Show what a line of the log tells of, and go there; the same line again lets it go. @param {HTMLElement} line */
export async function showTold(line) {
  const isShown = line.classList.contains("told-now");
  forgetTold();
  if (isShown) return;
  line.classList.add("told-now");
  const query = new URLSearchParams({ line: line.dataset.n ?? "" });
  if (page.view.seat !== null) query.set("seat", String(page.view.seat));
  const answer = await get(`told?${query}`).catch(() => null);
  if (!answer?.ok || !line.classList.contains("told-now")) return;
  const { seat, parts } = /** @type {{ seat: number | null, parts: string[] }} */ (await answer.json());
  const mine = seat === page.view.seat;
  const things = parts.flatMap(elementsOf).filter((one) => mine || !one.closest("#estate, #farm, #hand, #holdings, .owned"));
  const side = mine || seat === null ? null : find(`#player-${seat}`);
  // On others' sides nothing can be touched, but what has a name is found by it.
  const named = side ? findAll("[data-name]", side).filter((one) => parts.some((part) => `-${part}`.endsWith(`-${one.dataset.name?.replaceAll(" ", "-")}`))) : [];
  const shown = [...things, ...named, ...(side ? [side] : [])];
  for (const one of shown) one.classList.add("told-of");
  const behavior = hasLessMotion.matches ? "auto" : "smooth";
  shown[0]?.scrollIntoView({ block: "nearest", inline: "start", behavior });
  showNames();
  say(shown.length ? `Shown on the table: ${parts.map((part) => find(`[data-part="${CSS.escape(part)}"]`)?.getAttribute("aria-label") ?? "").filter(Boolean).join("; ") || "the player's side"}.` : "That lies nowhere on the table any more.");
}

/** On a phone, say once how to ask. */
export function tellHowToAsk() {
  if (stored.get("asked") || !matchMedia("(pointer: coarse)").matches) return;
  stored.set("asked", "yes");
  toast("Hold your finger on anything to read what it is. ☰ has all symbols, and what you may do now.");
}

/** Where nothing lit is in sight but on another tab, say so. */
export function sayElsewhere() {
  find("#elsewhere")?.remove();
  const tabs = find(".tabs"), shown = findAll('.tabs [data-tab][aria-current="true"]')[0];
  if (!tabs || !shown || getComputedStyle(tabs).display === "none" || !page.allows("touch")) return;
  if (find(`#${shown.dataset.tab} .lit`) || find("#hand .lit, #holdings .lit, #tray .lit")) return;
  const others = findAll(".tabs [data-tab]").map((tab) => ({ tab, count: findAll(`#${tab.dataset.tab} .lit`).length }));
  const words = others.filter(({ count }) => count).map(({ tab, count }) => `${count} ${count === 1 ? "thing" : "things"} on ${tab.textContent?.trim()}`);
  if (!words.length) return;
  const line = Object.assign(document.createElement("p"), { id: "elsewhere", className: "elsewhere", textContent: `Nothing to touch here, but ${words.join(" and ")}.` });
  tabs.after(line);
}

/** Put links to the rules where sentences name them. */
export function linkAll() {
  for (const place of findAll("#question, #log, #hint-content, .recent")) linkRules(place);
}

document.addEventListener("turned", () => sayElsewhere());
onDrawn(() => { linkAll(); });
