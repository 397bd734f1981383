// The guided game: a word before each kind of decision the first time it comes up, what each choice would bring, and a word
// when something important happens. It fades, since nothing is said twice, and can be switched on or off at any table.

import { say } from "../announce.js";
import { find, findAll, paragraph, targetOf } from "../dom.js";
import { stored } from "../storage.js";
import { candidates, choice, distinctCandidates } from "./choice.js";
import { guidance } from "./help.js";
import { showChoices } from "./lighting.js";
import { newestLine } from "./news.js";
import { onDrawn, page } from "./page.js";
import { setting } from "./settings.js";

/** @typedef {import("./help.js").Word} Word */

const MOST_LISTED = 40;
const SHOWN_TIMES = 1;
/** The newest line of the log of which something could have been said; what was before one came is old. */
let newest = newestLine();
/** The word before the decision that is being made: it stays until that is over. */
let standing = "";
/** @type {HTMLElement | null} what the guide has said last */
let lastSaid = null;

const game = () => find("[data-rules-of]")?.dataset.rulesOf ?? "";
/** @returns {Record<string, number>} */
function seen() {
  try { return JSON.parse(stored.get(`guided-${game()}`) ?? "{}"); } catch { return {}; }
}
/** @param {string} key */
function note(key) {
  const counts = seen();
  counts[key] = (counts[key] ?? 0) + 1;
  stored.set(`guided-${game()}`, JSON.stringify(counts));
}
/** @param {Word} word */
const isNew = (word) => word.always || word.key === standing || (seen()[word.key] ?? 0) < SHOWN_TIMES;

/** Begin a guided game: whoever comes by its link has asked for guidance. */
export function beginGuide() {
  if (!new URLSearchParams(location.search).has("guided")) return;
  stored.set("guide", "yes");
  stored.set(`guided-${game()}`, "{}");
  history.replaceState(null, "", location.pathname);
}

export async function showGuide() {
  const { version } = page.view;
  if (setting("guide") !== "yes" || find("#teacher") || page.view.replay || page.view.over) {
    forgetLastSaid();
    newest = newestLine();
    return;
  }
  keepLastSaid();
  if (page.view.passing) { newest = newestLine(); return; }
  const since = newest + 1;
  newest = newestLine();
  const now = await guidance(since);
  if (page.view.version !== version) return;
  if (!now) { forgetLastSaid(); return; }
  const after = now.after.filter(isNew), before = now.before && isNew(now.before) ? now.before : null;
  if (standing && standing !== before?.key) standing = "";
  after.forEach((word) => note(word.key));
  if (before && before.key !== standing) { note(before.key); standing = before.key; }
  choice.gains = now.brings;
  showChoices();
  if (before || after.length || now.what || page.allows("touch")) draw(before, after, now.what);
}

/** What was said last stays until there is something else to say, so that the boards below keep their place meanwhile. */
function keepLastSaid() {
  if (!lastSaid) { draw(null, [], ""); return; }
  if (find("#guide")) return;
  find(".guide-each", lastSaid)?.remove();
  find("#say")?.append(lastSaid);
}

function forgetLastSaid() {
  lastSaid?.remove();
  lastSaid = null;
}

/**
 * @param {Word | null} before
 * @param {Word[]} after
 * @param {string} what
 */
function draw(before, after, what) {
  forgetLastSaid();
  const panel = document.createElement("section"), says = document.createElement("div"), acts = document.createElement("div");
  lastSaid = panel;
  panel.id = "guide";
  panel.className = "teacher guide";
  panel.setAttribute("aria-label", "Guide");
  says.className = "teacher-says";
  acts.className = "teacher-acts";
  for (const word of after) says.append(paragraph(word.says, "teacher-praise"), " ");
  if (before) {
    const line = paragraph(` ${before.says}`), title = document.createElement("b");
    title.textContent = before.title ? `${before.title}.` : "";
    line.prepend(title);
    says.append(line);
  }
  if (page.allows("touch")) acts.append(whatEachBrings());
  const rules = before?.rules ?? after[0]?.rules;
  if (rules) acts.append(Object.assign(document.createElement("a"), { className: "plain", target: "rules", rel: "noopener", textContent: "The rule", href: `${document.documentElement.dataset.root ?? ""}/rules/${game()}#${rules}` }));
  const off = Object.assign(document.createElement("button"), { type: "button", className: "plain", id: "guide-off", innerHTML: '<span class="wide">No more guidance</span><span class="narrow" aria-hidden="true">✕</span>' });
  off.setAttribute("aria-label", "No more guidance");
  acts.append(off);
  if (!before && !after.length) {
    panel.classList.add("guide-small");
    says.append(paragraph(what, "teacher-praise wide"));
  }
  panel.append(says, acts);
  find("#say")?.append(panel);
  say([...after.map((word) => word.says), before?.says ?? ""].join(" ").trim());
}

/** A list, unfolded on demand, of what is possible, with what each would bring: most points first. */
function whatEachBrings() {
  const fold = document.createElement("details"), list = document.createElement("ul");
  const points = /** @param {import("./page.js").Action} action */ ({ number }) => choice.gains[number] ?? 0;
  const actions = distinctCandidates(candidates()).sort((one, other) => points(other) - points(one));
  fold.className = "guide-each";
  fold.append(Object.assign(document.createElement("summary"), { className: "plain", textContent: `What you can do: ${actions.length}` }), list);
  for (const action of actions.slice(0, MOST_LISTED)) {
    const item = document.createElement("li"), button = document.createElement("button");
    Object.assign(button, { type: "button", className: "plain", textContent: action.sentence });
    if (points(action)) button.append(Object.assign(document.createElement("b"), { textContent: `+${points(action)}`, title: "points at once" }));
    button.dataset.action = String(action.number);
    item.append(button);
    list.append(item);
  }
  if (actions.length > MOST_LISTED) list.append(Object.assign(document.createElement("li"), { className: "faint", textContent: `And ${actions.length - MOST_LISTED} more: touch what is lit on the table.` }));
  return fold;
}

/** Fold the list of what can be done again. */
function foldList() {
  const fold = /** @type {HTMLDetailsElement | null} */ (find(".guide-each[open]"));
  if (fold) fold.open = false;
}

document.addEventListener("click", (event) => {
  // What was chosen may have to be confirmed, by a button that the list would cover.
  if (!targetOf(event).closest(".guide-each") || targetOf(event).closest("[data-action]")) foldList();
});
document.addEventListener("keydown", ({ key }) => { if (key === "Escape") foldList(); });
document.addEventListener("click", (event) => {
  if (!targetOf(event).closest("#guide-off")) return;
  stored.set("guide", "no");
  for (const box of /** @type {HTMLInputElement[]} */ (findAll('[data-setting="guide"]'))) box.checked = false;
  forgetLastSaid();
});
document.addEventListener("change", (event) => {
  if (targetOf(event).matches('[data-setting="guide"]')) { newest = newestLine(); showGuide(); }
});

onDrawn(() => { showGuide(); });
