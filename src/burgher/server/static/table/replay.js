// Looking through a finished game, move by move.

import { toast } from "../announce.js";
import { find, findAll, parsed, targetOf } from "../dom.js";
import { draw } from "./drawing.js";
import { page } from "./page.js";
import { get } from "./server.js";

const EACH = 900; // how long a position is shown when the game plays by itself, in milliseconds
let timer = 0;

const sliderOf = () => /** @type {HTMLInputElement | null} */ (find("[data-replay]"));

/** @param {number} number the position after so many moves */
async function showPosition(number) {
  const slider = sliderOf();
  if (!slider || !page.happens("step")) return;
  const at = Math.max(0, Math.min(Number(slider.max), number));
  slider.value = String(at);
  history.replaceState(null, "", `?at=${at}`);
  for (const field of /** @type {HTMLInputElement[]} */ (findAll("[data-replay-at]"))) field.value = String(at);
  /** @type {{ heading: string, told: string }[]} */
  const moves = JSON.parse(find("#moves")?.textContent ?? "[]");
  const move = moves[at - 1];
  const label = move ? `${at} of ${slider.max}. ${move.heading}: ${move.told}` : "The beginning";
  const words = find("#replay-words");
  if (words) words.textContent = label;
  slider.setAttribute("aria-valuetext", label);
  const answer = await get(`replay?at=${at}`).catch(() => null);
  if (Number(slider.value) !== at) return; // somebody has gone on meanwhile
  if (answer?.ok) await draw(parsed(await answer.text()));
  else toast("This position could not be fetched. Try again.");
}

/** @param {number} by */
export function stepBy(by) {
  return showPosition(Number(sliderOf()?.value) + by);
}

/** Let the game play by itself, or stop it. */
export function togglePlaying() {
  clearInterval(timer);
  timer = timer ? 0 : setInterval(playOn, EACH);
  const button = find("[data-replay-play]");
  if (button) button.textContent = timer ? "Pause" : "Play";
}

function playOn() {
  const slider = sliderOf();
  if (slider?.value === slider?.max) togglePlaying();
  else stepBy(1);
}

for (const kind of ["input", "change"]) {
  document.addEventListener(kind, (event) => {
    const target = /** @type {HTMLInputElement} */ (targetOf(event));
    if (target.matches("[data-replay]")) showPosition(Number(target.value));
  });
}
