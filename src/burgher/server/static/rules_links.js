// Pages and sections of the rules that a sentence names lead to the rule that it means.

const PAGES = /\(p\. (\d+(?:(?:, |–|-)\d+)*)\)/g;
const prefix = document.documentElement.dataset.root ?? "";

/** The game whose rules are meant; none where there are no rules to read. */
const game = () => document.querySelector("[data-rules-of]")?.getAttribute("data-rules-of") ?? "";

/** The sections of its rules, where these have no pages. @type {string[] | null} */
let sections = null;
function known() {
  sections ??= JSON.parse(document.querySelector("#rules-refs")?.textContent || "[]");
  return /** @type {string[]} */ (sections);
}

/**
 * Where references stand in a sentence: from, to, and what is named.
 * @param {string} text
 * @returns {[number, number, string][]}
 */
function references(text) {
  /** @type {[number, number, string][]} */
  const found = [];
  for (const match of text.matchAll(PAGES)) {
    const start = (match.index ?? 0) + 4;
    for (const page of (match[1] ?? "").matchAll(/\d+/g)) {
      const at = start + (page.index ?? 0);
      found.push([page.index ? at : at - 3, at + page[0].length, `p. ${page[0]}`]);
    }
  }
  for (const match of text.matchAll(/\(([^()]+)\)/g)) {
    let at = (match.index ?? 0) + 1;
    const inside = match[1] ?? "", parts = known().includes(inside) ? [inside] : inside.split(", ");
    if (!parts.every((part) => known().includes(part) && !part.startsWith("p. "))) continue;
    for (const part of parts) { found.push([at, at + part.length, part]); at += part.length + 2; }
  }
  return found.sort((one, other) => one[0] - other[0]);
}

/**
 * Make links of what is named in an element.
 * @param {Element | null | undefined} element
 * @param {string} [kind] of a refusal
 */
export function linkRules(element, kind = "") {
  const of = game();
  if (!element || !of || !element.textContent?.includes("(")) return;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  for (const text of texts) {
    const said = text.data;
    if (text.parentElement?.closest("a, button, svg, script")) continue;
    const found = references(said);
    if (!found.length) continue;
    // Of a thing, what is said begins with its name: it tells one component from another.
    const about = element.id === "tip" ? element.querySelector("b")?.textContent ?? "" : "";
    /** @type {(string | Node)[]} */
    const pieces = [];
    let end = 0;
    for (const [from, to, ref] of found) {
      const query = new URLSearchParams({ ref, said: text.parentElement?.matches("b") ? said : `${about} ${said}`.trim() });
      if (kind) query.set("kind", kind);
      const link = Object.assign(document.createElement("a"), {
        href: `${prefix}/rules/${of}?${query}`, target: "rules", rel: "noopener", className: "rule-link", textContent: said.slice(from, to),
      });
      pieces.push(said.slice(end, from), link);
      end = to;
    }
    text.replaceWith(...pieces, said.slice(end));
  }
}
