// Zooming: what has `data-zoom` shows a drawing that may be larger than itself.

import { find, findAll, targetOf } from "../dom.js";
import { hideTip } from "./explaining.js";

const CLOSEST = 6;
const STEP = 1.35;

/** @type {Map<string, number>} a frame's name → how much larger than it fits in whole */
const zooms = new Map();

/** @param {HTMLElement} frame */
const nameOf = (frame) => frame.dataset.zoom ?? "";

/**
 * @param {HTMLElement} frame
 * @returns {SVGSVGElement}
 */
function drawingIn(frame) {
  const drawing = frame.querySelector("svg");
  if (!drawing) throw new Error("There is no drawing in the frame");
  return drawing;
}

/** @param {HTMLElement} frame */
function fitIn(frame) {
  const { width, height } = drawingIn(frame).viewBox.baseVal;
  const across = frame.clientWidth / width, down = frame.clientHeight / height;
  return { width, height, whole: Math.min(across, down) };
}

/**
 * @param {HTMLElement} frame
 * @param {number} zoom
 * @param {number} [x] what stays where it is
 * @param {number} [y]
 */
function zoomTo(frame, zoom, x = frame.clientWidth / 2, y = frame.clientHeight / 2) {
  const { width, height, whole } = fitIn(frame);
  if (!whole) return; // on a panel that is not shown
  const before = zooms.get(nameOf(frame)) ?? 0;
  const now = Math.max(1, Math.min(CLOSEST, zoom));
  const box = drawingIn(frame).getBoundingClientRect(), outer = frame.getBoundingClientRect();
  const left = (outer.left + x - box.left) / box.width, top = (outer.top + y - box.top) / box.height;
  zooms.set(nameOf(frame), now);
  frame.style.setProperty("--zoomed-width", `${width * whole * now}px`);
  frame.style.setProperty("--zoomed-height", `${height * whole * now}px`);
  frame.classList.toggle("zoomed", now > 1);
  if (!before) return;
  frame.scrollLeft = left * width * whole * now - x;
  frame.scrollTop = top * height * whole * now - y;
}

/**
 * @param {HTMLElement} frame
 * @param {number} by
 * @param {number} [x]
 * @param {number} [y]
 */
const zoomBy = (frame, by, x, y) => zoomTo(frame, (zooms.get(nameOf(frame)) ?? 1) * by, x, y);

const frames = () => findAll("[data-zoom]");

function zoomAgain() {
  for (const frame of frames()) zoomTo(frame, zooms.get(nameOf(frame)) ?? 1);
}

/**
 * When nothing that can be touched is in sight, the drawing moves to where something is.
 * @param {HTMLElement} frame
 */
function scrollToLit(frame) {
  const outer = frame.getBoundingClientRect();
  const lit = findAll(".lit", frame).map((element) => element.getBoundingClientRect()), [first] = lit;
  const isSeen = /** @param {DOMRect} box */ (box) =>
    box.right > outer.left && box.left < outer.right && box.bottom > outer.top && box.top < outer.bottom;
  if (!first || lit.some(isSeen)) return;
  frame.scrollLeft += first.left + first.width / 2 - outer.left - outer.width / 2;
  frame.scrollTop += first.top + first.height / 2 - outer.top - outer.height / 2;
}

/** @typedef {{ clientX: number, clientY: number }} Point */

/** @param {HTMLElement} frame */
function listenToFrame(frame) {
  /** @param {Point} point @returns {[number, number]} */
  const inFrame = (point) => {
    const box = frame.getBoundingClientRect();
    return [point.clientX - box.left, point.clientY - box.top];
  };
  frame.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomBy(frame, Math.exp(-event.deltaY / 200), ...inFrame(event));
    },
    { passive: false },
  );
  /** Two fingers: how far apart they are, and where their middle is. @param {TouchList} touches */
  const pinchOf = ([one, other]) =>
    one && other && {
      apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
      middle: inFrame({ clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 }),
    };
  /** @type {ReturnType<typeof pinchOf>} */
  let pinch;
  frame.addEventListener(
    "touchstart",
    ({ touches }) => { pinch = touches.length === 2 ? pinchOf(touches) : undefined; },
    { passive: true },
  );
  frame.addEventListener(
    "touchmove",
    (event) => {
      const now = event.touches.length === 2 ? pinchOf(event.touches) : undefined;
      if (!pinch || !now) return;
      event.preventDefault();
      frame.scrollLeft += pinch.middle[0] - now.middle[0];
      frame.scrollTop += pinch.middle[1] - now.middle[1];
      zoomBy(frame, now.apart / pinch.apart, ...now.middle);
      pinch = now;
    },
    { passive: false },
  );
  // A mouse drags the drawing; letting go afterwards touches nothing.
  /** @type {PointerEvent | null} */
  let start = null;
  let isDragged = false;
  frame.addEventListener("pointerdown", (event) => {
    isDragged = false;
    start = event.pointerType === "mouse" && event.button === 0 ? event : null;
  });
  addEventListener("pointermove", (event) => {
    if (!start || !(event.buttons & 1)) { start = null; return; }
    if (!isDragged && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < 6) return;
    isDragged = true;
    hideTip();
    frame.scrollLeft -= event.movementX;
    frame.scrollTop -= event.movementY;
  });
  frame.addEventListener(
    "click",
    (event) => {
      if (isDragged) event.stopPropagation();
      isDragged = false;
    },
    true,
  );
  new ResizeObserver(zoomAgain).observe(frame);
  new MutationObserver(() => requestAnimationFrame(() => scrollToLit(frame))).observe(frame, { childList: true });
}

export function listenToZoom() {
  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-zoom-by]"));
    const frame = button && find(`[data-zoom="${button.getAttribute("aria-controls")}"]`);
    if (frame) zoomBy(frame, Number(button.dataset.zoomBy));
  });
  /** @type {Record<string, number>} */
  const keys = { "+": STEP, "-": 1 / STEP, 0: 0 };
  document.addEventListener("keydown", (event) => {
    const frame = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-zoom]")), by = keys[event.key];
    if (!frame || by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    zoomBy(frame, by);
  });
  frames().forEach(listenToFrame);
  zoomAgain();
}
