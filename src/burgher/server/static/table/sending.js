// Sending moves, and taking them back. A move that could not be sent is kept, and sent when the server is back.

import { say, toast } from "../announce.js";
import { clearChoice } from "./choice.js";
import { hideTip } from "./explaining.js";
import { page } from "./page.js";
import { post, refusal } from "./server.js";
import { refresh } from "./updates.js";

/** @typedef {import("./page.js").Action} Action */

/** A move as it was to be sent: with the version, by which the server knows it again, and what was seen then. */
/** @typedef {{ action: Action, version: number, number: number, seat: number | null }} KeptMove */

/** @type {KeptMove | null} */
let kept = null;

/** The move that is sent as soon as the server can be reached. */
export const keptMove = () => kept;

/** @param {Action} action */
export async function play(action) {
  if (!page.happens("play")) return;
  say(action.sentence);
  const { version, number, seat } = page.view;
  kept = { action, version, number, seat };
  await send("play", { version, action: action.number });
}

/** @param {string} path what to take back: `take-back` or `restart` */
export async function undo(path) {
  if (page.happens("undo")) await send(path, { version: page.view.version });
}

/** Whether somebody has answered; a server in front of ours may only have said that ours does not. @param {Response} answer */
const hasAnswered = (answer) => ![502, 503, 504].includes(answer.status);

/**
 * @param {string} path
 * @param {object} data
 */
async function send(path, data) {
  hideTip();
  const answer = await post(path, data).catch(() => null);
  if (!answer || !hasAnswered(answer)) {
    page.happens("unsent");
    return;
  }
  kept = null;
  /** @type {{ version?: number }} */
  const { version } = answer.ok ? await answer.json().catch(() => ({})) : {};
  if (answer.status === 409) toast("The table has changed meanwhile. This is how it stands now.");
  else if (!answer.ok) toast(await refusal(answer));
  clearChoice();
  page.happens("answered", { version });
  await refresh();
}

/** Let go of the move that could not be sent. It may have arrived all the same: then the table will show it. */
export function dropKept() {
  kept = null;
}

/** The table can be reached again, and is shown as it stands: send what was kept. */
export async function sendKept() {
  const move = kept;
  if (!move) return;
  kept = null;
  const { number, seat, actions } = page.view;
  const action = actions.find((one) => one.number === move.action.number && one.words === move.action.words);
  if (number === move.number && seat === move.seat && action) {
    toast(`Back at the table. Your move is sent: ${action.sentence}.`);
    await play(action); // nothing has been played since: it has not arrived
    return;
  }
  // It may have arrived, and only the answer was lost: then it is answered once more, and not played again.
  const answer = await post("play", { version: move.version, action: move.action.number }).catch(() => null);
  if (!answer || !hasAnswered(answer)) {
    kept = move;
    if (page.happens("changed")) await refresh();
  } else if (answer.ok) toast("Back at the table. Your move had arrived.");
  else toast(`The table has changed meanwhile: your move was not played (${move.action.sentence}).`);
}

addEventListener("beforeunload", (event) => { if (kept) event.preventDefault(); });
