// Names on demand: while a hint or a line of the log speaks of things on the table, what has a `data-name` bears it.

import { find, findAll, svg } from "../dom.js";
import { onDrawn } from "./page.js";

/** Show names or take them away, as it is now. */
export function showNames() {
  const isSpoken = Boolean(find("#hint:not([hidden]), .told-now"));
  findAll(".name-tag").forEach((tag) => tag.remove());
  document.body.classList.toggle("names-shown", isSpoken);
  if (!isSpoken) return;
  for (const element of findAll("[data-name]")) {
    const name = element.dataset.name ?? "";
    if (element instanceof SVGGraphicsElement) writeOn(element, name);
    else element.append(Object.assign(document.createElement("span"), { className: "name-tag", ariaHidden: "true", textContent: name }));
  }
}

/**
 * Write a name at the lower edge of a drawn thing: above all of the drawing, since its neighbours may lie over that edge.
 * @param {SVGGraphicsElement} element
 * @param {string} name
 */
function writeOn(element, name) {
  const { x, y, width, height } = element.getBBox();
  if (!width) return;
  const wide = 8 + 7 * name.length, middle = x + width / 2, foot = y + height - 9;
  const group = svg("g", { class: "name-tag", "aria-hidden": "true", transform: element.getAttribute("transform") ?? "" });
  group.append(
    svg("rect", { x: middle - wide / 2, y: foot - 7, width: wide, height: 14, rx: 7 }),
    svg("text", { x: middle, y: foot + 4 }, name),
  );
  element.parentElement?.append(group);
}

onDrawn(() => showNames());
