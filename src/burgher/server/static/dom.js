// Finding and making elements.

const SVG = "http://www.w3.org/2000/svg";

/**
 * The first element that a selector finds.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {T | null}
 */
export function find(selector, root = document) {
  return root.querySelector(selector);
}

/**
 * All elements that a selector finds.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {T[]}
 */
export function findAll(selector, root = document) {
  return [...root.querySelectorAll(/** @type {any} */ (selector))];
}

/**
 * The element in which something happened.
 * @param {Event} event
 * @returns {Element}
 */
export function targetOf(event) {
  return event.target instanceof Element ? event.target : document.documentElement;
}

/**
 * What is shown again of a page that the server has drawn.
 * @param {string} html
 */
export function parsed(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

/**
 * A paragraph of text.
 * @param {string} text
 * @param {string} [className]
 */
export function paragraph(text, className = "") {
  return Object.assign(document.createElement("p"), { textContent: text, className });
}

/**
 * An element of a drawing.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {string | number} [text]
 */
export function svg(name, attributes, text) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = String(text);
  return element;
}
