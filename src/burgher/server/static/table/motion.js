// Things move from where they were to where they are, and points rise from their cause.

import { find, findAll, svg } from "../dom.js";
import { hasLessMotion } from "./page.js";

/** @typedef {{ element: SVGGraphicsElement, box: DOMRect, piece: string, count: number }} Piece */

/**
 * Every piece that lies somewhere, by place and name.
 * @returns {Map<string, Piece>}
 */
export function piecesNow() {
  const found = new Map();
  for (const element of findAll("[data-piece]")) {
    const box = element.getBoundingClientRect();
    const { at, piece, count = 1 } = element.dataset;
    if (box.width) found.set(`${at} ${piece}`, { element, box, piece, count: Number(count) });
  }
  return found;
}

/** The points of each seat, as they are shown. */
export function scoresNow() {
  return new Map(findAll("[data-score]").map((element) => [element.dataset.score, Number(element.textContent)]));
}

const isStill = () => hasLessMotion.matches || document.hidden;

/** @param {DOMRect} box */
const isInView = (box) => box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight;

/**
 * Pieces that left one place and came to another, or to others of their kind there, move.
 * @param {Map<string, Piece>} before
 * @returns {Promise<void>[]}
 */
export function movePieces(before) {
  if (isStill()) return [];
  const now = piecesNow();
  const gone = [...before].filter(([key]) => !now.has(key)).map(([, piece]) => piece);
  const flights = [];
  for (const [key, to] of now) {
    const there = before.get(key);
    if (there && there.count >= to.count) continue;
    const n = gone.findIndex((piece) => piece.piece === to.piece), from = gone[n];
    if (!from || !isInView(to.box) || !isInView(from.box)) continue;
    flights.push(fly(to.element, from.box, to.box, Boolean(there)));
    gone.splice(n, 1);
  }
  return flights;
}

/**
 * @param {SVGGraphicsElement} element
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {boolean} joins whether it comes to others of its kind, which stay in sight
 */
async function fly(element, from, to, joins) {
  const inner = element.getBBox();
  const viewBox = `${inner.x} ${inner.y} ${inner.width} ${inner.height}`;
  const ghost = svg("svg", { width: to.width, height: to.height, viewBox });
  const copy = /** @type {Element} */ (element.cloneNode(true));
  copy.removeAttribute("transform");
  ghost.append(copy);
  find("#flight")?.append(ghost);
  if (!joins) element.style.visibility = "hidden";
  const motion = ghost.animate(
    [
      { transform: `translate(${from.left}px, ${from.top}px) scale(${from.width / to.width})` },
      { transform: `translate(${to.left}px, ${to.top}px) scale(1)` },
    ],
    { duration: 300, easing: "cubic-bezier(0.3, 0, 0.2, 1)", fill: "both" },
  );
  await motion.finished.catch(() => {});
  element.style.visibility = "";
  ghost.remove();
}

/**
 * What was gained rises from the points. Nobody waits for it.
 * @param {Map<string | undefined, number>} before
 */
export function raisePoints(before) {
  if (isStill()) return;
  for (const element of findAll("[data-score]")) {
    const points = Number(element.textContent), gained = points - (before.get(element.dataset.score) ?? points);
    const box = element.getBoundingClientRect();
    if (gained <= 0 || !isInView(box)) continue;
    const ghost = document.createElement("span");
    ghost.className = "flying-points";
    ghost.textContent = `+${gained}`;
    find("#flight")?.append(ghost);
    const motion = ghost.animate(
      [
        { transform: `translate(${box.left}px, ${box.top + 30}px)`, opacity: 0 },
        { transform: `translate(${box.left}px, ${box.top + 14}px)`, opacity: 1, offset: 0.25 },
        { transform: `translate(${box.left}px, ${box.top - 14}px)`, opacity: 0 },
      ],
      { duration: 1200, easing: "ease-out" },
    );
    motion.finished.catch(() => {}).then(() => ghost.remove());
  }
}
