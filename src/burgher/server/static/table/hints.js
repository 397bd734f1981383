// Hints: what somebody who plays well would do here.

import { say, toast } from "../announce.js";
import { find, findAll, paragraph, parsed, targetOf } from "../dom.js";
import { linkRules } from "../rules_links.js";
import { showNames } from "./names.js";
import { elementsOf, onDrawn, page } from "./page.js";
import { enlarge, pickTab } from "./panels.js";
import { post, refusal } from "./server.js";
import { refresh } from "./updates.js";

/** @type {number | null} the version of the table that the hint in sight is about */
let hintedVersion = null;

export async function askHint() {
  const panel = find("#hint"), content = find("#hint-content");
  if (!panel || !content || !page.happens("hint")) return;
  const { version } = page.view;
  if (hintedVersion === version) { panel.focus(); return; }
  hintedVersion = version;
  content.replaceChildren(paragraph("Thinking about it …"));
  panel.hidden = false;
  say("Thinking about it …");
  const answer = await post("hint", { version }).catch(() => null);
  const body = answer?.ok ? find(".hint-body", parsed(await answer.text().catch(() => ""))) : null;
  const trouble = body ? "" : await refusal(answer, "No connection: try again when you are back.");
  if (hintedVersion !== version || page.view.version !== version) return; // it is about what was
  if (!body) { closeHint(); toast(trouble); return; }
  content.replaceChildren(document.adoptNode(body));
  linkRules(content);
  (body.dataset.hintParts ?? "").split(" ").forEach(point);
  showNames();
  panel.focus({ preventScroll: true });
  say(find(".hint-best", body)?.textContent ?? "");
}

/**
 * Point at a part of the table; where it lies in something closed, that is opened.
 * @param {string} part
 */
function point(part) {
  const elements = elementsOf(part);
  for (const element of elements) element.classList.add("hinted");
  if (elements.some(isSeen)) return;
  for (const element of elements) if (reveal(element)) return;
}

/** @param {Element} element */
const isSeen = (element) => (element.checkVisibility?.({ visibilityProperty: true }) ?? element.getClientRects().length > 0);

/**
 * Open what an element lies in, from the inside out.
 * @param {HTMLElement} element
 * @returns {boolean} whether it can be seen now
 */
function reveal(element) {
  /** @type {HTMLElement | null} */
  let around = element;
  while (around && !isSeen(element)) {
    const opener = around.id && find(`[data-open="${CSS.escape(around.id)}"]`);
    const tab = around.id && find(`[role="tab"][aria-controls="${CSS.escape(around.id)}"]`);
    if (opener) { enlarge(around, true); opener.classList.add("hinted"); }
    if (tab) pickTab(tab);
    if (around instanceof HTMLDetailsElement) around.open = true;
    around = around.parentElement;
  }
  return isSeen(element);
}

export function closeHint() {
  const panel = find("#hint");
  if (!panel) return;
  const hadFocus = panel.contains(document.activeElement);
  hintedVersion = null;
  panel.hidden = true;
  find("#hint-content")?.replaceChildren();
  findAll(".hinted").forEach((element) => element.classList.remove("hinted"));
  showNames();
  if (hadFocus) find("#hint-button")?.focus();
}

document.addEventListener("change", async (event) => {
  const box = /** @type {HTMLInputElement} */ (targetOf(event));
  if (!box.matches("[data-agree]")) return;
  const answer = await post("hints", { agreed: box.checked }).catch(() => null);
  if (answer?.ok) { await refresh(); return; }
  box.checked = !box.checked;
  toast("That could not be noted. Try again.");
});

onDrawn((before, now) => { if (before.version !== now.version || before.seat !== now.seat) closeHint(); });
