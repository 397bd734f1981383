// What every page does: light and dark, links to give away, times as clocks here show them.

import { toast } from "./announce.js";
import "./app.js";
import { find, findAll, targetOf } from "./dom.js";
import { stored } from "./storage.js";

function switchTheme() {
  const root = document.documentElement;
  const now = root.dataset.theme || (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
  root.dataset.theme = now === "light" ? "dark" : "light";
  stored.set("theme", root.dataset.theme);
}

// Only the browser knows for sure by which address people get here.
/** @param {string} address */
const wholeAddress = (address) => new URL(address, location.href).href;

/** Put in what the server does not know: whole addresses, and times in the zone and language of this place. */
export function localize() {
  for (const box of /** @type {HTMLInputElement[]} */ (findAll("input.link-box"))) {
    box.value = wholeAddress(box.value);
  }
  for (const words of findAll("[data-whole]")) {
    words.textContent = wholeAddress(words.textContent ?? "").replace(/^https?:\/\//, "");
  }
  for (const field of /** @type {HTMLInputElement[]} */ (findAll("[data-origin]"))) field.value = location.origin;
  for (const time of /** @type {HTMLTimeElement[]} */ (findAll("time[datetime]"))) {
    time.textContent = new Date(time.dateTime).toLocaleString(
      [],
      "date" in time.dataset ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" },
    );
  }
}

document.addEventListener("click", (event) => {
  const target = targetOf(event);
  if (target.closest("[data-theme-toggle]")) switchTheme();
  const copied = /** @type {HTMLElement | null} */ (target.closest("[data-copy]"));
  if (copied) {
    navigator.clipboard?.writeText(wholeAddress(copied.dataset.copy ?? ""));
    toast("The link is copied.");
  }
  // By the browser's own way back what was typed is still there; the link would begin anew.
  const back = /** @type {HTMLAnchorElement | null} */ (target.closest("a[data-back]"));
  if (back && history.length > 1 && back.href === document.referrer) {
    event.preventDefault();
    history.back();
  }
  // A link to something folded unfolds it, and folds it again.
  const link = target.closest('a[href^="#"]');
  const folded = link && find(`details${link.getAttribute("href")}`);
  if (folded instanceof HTMLDetailsElement) folded.open = !folded.open;
});

localize();
