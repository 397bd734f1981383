// Putting what the server has drawn into the page: each section for its newer self, and everything that people
// have done to the page stays as it was.

import { findAll } from "../dom.js";
import { localize } from "../site.js";
import { hideTip } from "./explaining.js";
import { showChoices } from "./lighting.js";
import { movePieces, piecesNow, raisePoints, scoresNow } from "./motion.js";
import { sayNews, newestLine } from "./news.js";
import { elementsOf, page, readView, tellDrawn } from "./page.js";
import { keepPanels } from "./panels.js";
import { readSettings } from "./settings.js";

/** @type {(keyof import("./page.js").View)[]} */
const WHAT_DIFFERS = ["version", "number", "seat", "passing"];

/**
 * Show another table, and move what has moved; it is done when nothing moves any more.
 * @param {Document} drawn
 */
export async function draw(drawn) {
  const before = page.view, view = readView(drawn);
  if (!view.replay && WHAT_DIFFERS.every((name) => before[name] === view[name])) {
    page.happens("unchanged");
    return;
  }
  hideTip();
  const pieces = piecesNow(), scores = scoresNow(), newest = newestLine();
  const restorePanels = keepPanels(), restoreFocus = keepFocus();
  for (const element of findAll("[data-swap]", drawn)) {
    document.getElementById(element.id)?.replaceWith(document.adoptNode(element));
  }
  localize();
  readSettings();
  restorePanels();
  page.happens("drawn", { view });
  tellDrawn(before);
  showChoices();
  restoreFocus();
  sayNews(newest);
  raisePoints(scores);
  await Promise.all(movePieces(pieces));
}

/** Remember what has the focus; returns a function that gives it back. */
function keepFocus() {
  const active = document.activeElement, id = active?.id;
  const part = /** @type {HTMLElement | null | undefined} */ (active?.closest("[data-part]"))?.dataset.part;
  return () => {
    const isLost = document.activeElement === document.body;
    const again = part ? elementsOf(part)[0] : id && isLost ? document.getElementById(id) : null;
    again?.focus({ preventScroll: true });
  };
}
