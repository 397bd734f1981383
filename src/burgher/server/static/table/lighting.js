// What can be touched is lit; what was touched, what it costs and what it means is shown.

import { find, findAll, svg } from "../dom.js";
import { candidates, choice, costOf, decidedAction, distinctCandidates, isOnlyTold, mostPoints } from "./choice.js";
import { sayElsewhere } from "./help.js";
import { page } from "./page.js";
import { showTabWithLit } from "./panels.js";

/** @typedef {import("./page.js").Action} Action */

export function showChoices() {
  const { touched } = choice;
  const open = candidates();
  const lit = new Set(page.allows("touch") && !isOnlyTold() ? open.flatMap((action) => action.parts) : []);
  document.body.classList.toggle("narrowed", touched.length > 0);
  findAll(".above-borders, .cost-badge, .gain-badge").forEach((badge) => badge.remove());
  for (const element of findAll("[data-part]")) {
    const part = element.dataset.part ?? "";
    const isTouched = touched.includes(part);
    const isLit = lit.has(part) && !isTouched;
    element.classList.toggle("lit", isLit);
    element.classList.toggle("touched", isTouched);
    if (element.tagName !== "BUTTON") {
      element.tabIndex = isLit || isTouched ? 0 : -1;
      element.setAttribute("aria-disabled", String(!isLit && !isTouched));
    }
    element.setAttribute("aria-pressed", String(isTouched));
    element.removeAttribute("aria-description");
    if (!isLit) continue;
    const here = open.filter((action) => action.parts.includes(part));
    if (touched.length) markCost(element, here);
    markPoints(element, mostPoints(here));
  }
  for (const group of findAll("[data-group]")) {
    if (!find('[data-part][tabindex="0"]', group)) find("[data-part]", group)?.setAttribute("tabindex", "0");
  }
  for (const tab of findAll("[data-tab]")) {
    const count = new Set(findAll(`#${tab.dataset.tab} .lit`).map((one) => one.dataset.part)).size;
    tab.classList.toggle("has-lit", count > 0);
    tab.dataset.lit = count ? `${count} to touch` : "";
  }
  findAll("[data-follow]").forEach(showTabWithLit);
  showSentence(distinctCandidates(open));
  sayElsewhere();
}

/**
 * Say on a thing what it costs at least.
 * @param {HTMLElement} element
 * @param {Action[]} actions
 */
function markCost(element, actions) {
  const costs = actions.map(costOf);
  const cheapest = costs.reduce((least, cost) => ((cost?.count ?? 0) < (least?.count ?? 0) ? cost : least));
  if (!cheapest?.count) return;
  element.setAttribute("aria-description", `costs ${cheapest.words}`);
  const badge = svg("svg", { class: "cost-badge", viewBox: "0 0 34 20", ...atEdge(element) });
  badge.append(
    svg("rect", { class: "cost-body", x: 0.5, y: 0.5, width: 33, height: 19, rx: 9 }),
    svg("text", { class: "cost", x: 9, y: 14.5 }, cheapest.count),
    svg("use", { href: `#${cheapest.symbol}`, x: 15, y: 2, width: 16, height: 16 }),
  );
  attach(badge, element);
}

/**
 * Say on a thing how many points it can bring at once, where that is known.
 * @param {HTMLElement} element
 * @param {number} points
 */
function markPoints(element, points) {
  if (!points) return;
  const said = element.getAttribute("aria-description"), words = `brings ${points} ${points === 1 ? "point" : "points"}`;
  element.setAttribute("aria-description", said ? `${said}, ${words}` : words);
  const badge = svg("svg", { class: "gain-badge", viewBox: "0 0 34 20", ...atEdge(element, "lower") });
  badge.append(
    svg("rect", { class: "gain-body", x: 0.5, y: 0.5, width: 33, height: 19, rx: 9 }),
    svg("text", { class: "cost", x: 17, y: 14.5 }, `+${points}`),
  );
  attach(badge, element);
}

/**
 * Where a badge lies on a thing of a drawing: across its upper or its lower edge, so that it covers no picture.
 * @param {HTMLElement} element
 * @param {"upper" | "lower"} [edge]
 * @returns {Record<string, number>}
 */
function atEdge(element, edge = "upper") {
  const outline = find(".ring", element);
  const drawing = outline instanceof SVGGraphicsElement ? outline : element;
  if (!(element instanceof SVGElement) || !(drawing instanceof SVGGraphicsElement)) return {};
  const { x, y, width, height } = drawing.getBBox();
  return { x: x + width / 2 - 13, y: edge === "upper" ? y - 10 : y + height - 6, width: 26, height: 15.3 };
}

/**
 * Put a badge onto a thing; where borders are drawn over all such things, over these.
 * @param {SVGElement} badge
 * @param {HTMLElement} element
 */
function attach(badge, element) {
  const drawing = element.parentElement;
  if (!drawing || !find(":scope > .borders", drawing)) {
    element.append(badge);
    return;
  }
  const place = svg("g", { class: "above-borders", transform: element.getAttribute("transform") ?? "" });
  place.append(badge);
  drawing.append(place);
}

/**
 * The line that says what the touched things would do.
 * @param {Action[]} left
 */
function showSentence(left) {
  const line = find("#choice"), question = find("#question"), yes = find("#do"), cancel = find("#cancel");
  if (!line || !question || !yes || !cancel) return;
  const { touched, unconfirmed } = choice;
  const action = unconfirmed ?? (touched.length ? decidedAction(left) : null);
  yes.hidden = !action || !page.allows("play");
  cancel.hidden = !touched.length || !page.allows("cancel");
  line.hidden = !touched.length;
  question.hidden = touched.length > 0;
  if (!touched.length) return;
  yes.replaceChildren(unconfirmed ? "Confirm" : "Do it");
  if (unconfirmed) yes.append(Object.assign(document.createElement("kbd"), { textContent: "Enter" }));
  const strong = document.createElement("b");
  strong.textContent = action ? `${action.sentence}.` : "And now? ";
  const more = left.length > 1 && !unconfirmed ? " Or touch what else is lit." : "";
  const final = action?.final ? " This is final." : "";
  line.replaceChildren(strong, action ? final + more : waysOn(left));
}

/** @param {Action[]} left */
function waysOn(left) {
  const isCostly = left.every((action) => costOf(action)?.count);
  const word = left.length === 1 ? "way" : "ways";
  return `${left.length} ${word} to go on${isCostly ? ", all at a cost" : ""}: touch what is lit.`;
}

page.onChange((state, event) => {
  document.body.dataset.state = state;
  if (event !== "drawn") showChoices(); // who draws a table shows them when all of it is there
});
