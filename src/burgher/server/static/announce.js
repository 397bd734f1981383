// Telling people something, to their eyes or to their ears.

import { find } from "./dom.js";
import { linkRules } from "./rules_links.js";

/**
 * Have a screen reader say something.
 * @param {string} words
 */
export function say(words) {
  const live = find("#live");
  if (live) live.textContent = words;
}

/**
 * Show a sentence above the page for a while, or until the next one comes.
 * @param {string} words
 * @param {{ stays?: boolean }} [how]
 */
export function toast(words, { stays = false } = {}) {
  find(".toast")?.remove();
  const note = document.createElement("p");
  note.className = "toast";
  note.setAttribute("role", "alert");
  note.textContent = words;
  linkRules(note);
  document.body.append(note);
  if (!stays) setTimeout(() => note.remove(), 6000);
}
