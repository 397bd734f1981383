// The rules of a game: search within the page.

import "./site.js";
import { find, findAll } from "./dom.js";

const box = /** @type {HTMLInputElement | null} */ (find("#rules-search"));
const text = find("#rules-text");
const found = find("#rules-found");
/** Everything that can be found or passed over, with the heading above it. */
const blocks = text ? findAll(":scope > *", text).flatMap((block) => {
  const rows = findAll(":scope > .rule", block);
  return block.matches("ul") && rows.length ? rows : [block];
}) : [];

/** @param {string} wanted */
function show(wanted) {
  const words = wanted.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  /** @type {Element[]} */
  let headings = [];
  for (const block of blocks) {
    const level = /^H([2-4])$/.exec(block.tagName);
    if (level) {
      headings = headings.filter((one) => one.tagName < block.tagName);
      headings.push(block);
    }
    const said = [...headings.map((one) => one.textContent ?? ""), block.textContent ?? ""].join(" ").toLocaleLowerCase();
    const fits = words.every((word) => said.includes(word)) && !(level && words.length);
    block.classList.toggle("missed", words.length > 0 && !fits);
    if (fits && words.length) {
      count += 1;
      for (const one of headings) one.classList.remove("missed");
    }
  }
  if (found) found.textContent = !words.length ? "" : count === 1 ? "1 rule" : `${count || "No"} rules`;
}

if (box) {
  box.addEventListener("input", () => show(box.value));
  box.form?.addEventListener("submit", (event) => event.preventDefault());
  if (box.value) show(box.value);
}
// A link leads to a rule even when a search hides it.
addEventListener("hashchange", () => {
  const target = document.getElementById(location.hash.slice(1));
  if (target?.closest(".missed") && box) { box.value = ""; show(""); target.scrollIntoView(); }
});
