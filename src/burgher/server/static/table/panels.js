// Panels, tabs, menus: what is opened, closed and turned to, and stays so when the table is drawn anew.

import { find, findAll } from "../dom.js";

/** @type {Set<string>} sections that somebody has closed */
const closed = new Set();

const byId = /** @param {string | null | undefined} id */ (id) => (id ? document.getElementById(id) : null);

export const menu = () => /** @type {HTMLDetailsElement | null} */ (find("#menu"));

export function closeMenu() {
  const it = menu();
  if (it) it.open = false;
}

/** What is shown larger, if anything is. */
export const enlarged = () => find(".opened");

/**
 * Show a thing larger than it is, or no longer so; only one is.
 * @param {Element} element
 * @param {boolean} isWanted
 */
export function enlarge(element, isWanted) {
  for (const other of findAll(".opened")) if (other !== element) enlarge(other, false);
  element.classList.toggle("opened", isWanted);
  find(`[data-open="${element.id}"]`)?.setAttribute("aria-expanded", String(isWanted));
}

/** @param {HTMLElement} button one that opens something, and closes it again */
export function toggleOpen(button) {
  const element = byId(button.dataset.open);
  if (!element) return;
  enlarge(element, !element.classList.contains("opened"));
  if (!button.closest("#menu")) return;
  closeMenu();
  find("button", element)?.focus();
}

/** @param {string | undefined} id */
export function closeSection(id) {
  const element = byId(id);
  if (!element) return;
  closed.add(element.id);
  element.hidden = true;
  showCurtain();
}

/** @param {string | undefined} id */
export function reopenSection(id) {
  const element = byId(id);
  if (!element) return;
  closed.delete(element.id);
  element.hidden = false;
  showCurtain();
  closeMenu();
}

/** Invitations come before the curtain: the next at the screen is asked when they have been given away. */
export function showCurtain() {
  const curtain = find("#curtain[data-curtain]");
  if (curtain) curtain.hidden = Boolean(find("#invitations:not([hidden])"));
}

// -- tabs ----------------------------------------------------------------------------------------------

/** @param {Element} tab */
const paneOf = (tab) => byId(tab.getAttribute("aria-controls"));

/** @param {HTMLElement} tab */
export function pickTab(tab) {
  for (const other of /** @type {HTMLElement[]} */ (findAll('[role="tab"]', tab.parentElement ?? document))) {
    other.setAttribute("aria-selected", String(other === tab));
    other.tabIndex = other === tab ? 0 : -1;
    const pane = paneOf(other);
    if (pane) pane.hidden = other !== tab;
  }
}

/**
 * Tabs that follow turn to where something is asked for, when nothing is where they are.
 * @param {Element} tabs
 */
export function showTabWithLit(tabs) {
  /** @param {Element} tab */
  const isAsked = (tab) => Boolean(find(".lit:not(.by-the-way), .touched", paneOf(tab) ?? tab));
  const all = findAll('[role="tab"]', tabs);
  const shown = all.find((tab) => tab.getAttribute("aria-selected") === "true");
  if (shown && isAsked(shown)) return;
  const next = all.find(isAsked);
  if (next) pickTab(next);
}

/** On a phone, panels lie side by side: their tabs say which one is in sight. */
export function followPanels() {
  const panels = find(".panels");
  panels?.addEventListener(
    "scroll",
    () => {
      const away = /** @param {Element} panel */ (panel) => Math.abs(panel.getBoundingClientRect().left);
      const shown = findAll(".panel", panels).reduce((one, other) => (away(other) < away(one) ? other : one));
      for (const tab of findAll("[data-tab]")) {
        tab.setAttribute("aria-current", String(tab.dataset.tab === shown.id));
      }
      document.dispatchEvent(new Event("turned"));
    },
    { passive: true },
  );
}

// -- what stays ----------------------------------------------------------------------------------------

/** Remember how sections that will be exchanged are; returns a function that makes their newer selves the same. */
export function keepPanels() {
  const scrolled = findAll("[data-swap]")
    .map(({ id, scrollTop }) => ({ id, scrollTop }))
    .filter(({ scrollTop }) => scrollTop);
  const opened = findAll(".opened").map(({ id }) => id);
  const unfolded = findAll("[data-swap] details[open][id]").map(({ id }) => id);
  return () => {
    for (const { id, scrollTop } of scrolled) {
      const element = byId(id);
      if (element) element.scrollTop = scrollTop;
    }
    for (const element of opened.map(byId)) if (element) enlarge(element, true);
    for (const element of unfolded.map(byId)) if (element instanceof HTMLDetailsElement) element.open = true;
    for (const element of [...closed].map(byId)) if (element) element.hidden = true;
    showCurtain();
  };
}
