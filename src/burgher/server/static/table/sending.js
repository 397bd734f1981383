// Sending moves, and taking them back.

import { say, toast } from "../announce.js";
import { clearChoice } from "./choice.js";
import { hideTip } from "./explaining.js";
import { page } from "./page.js";
import { post, refusal } from "./server.js";
import { refresh } from "./updates.js";

export const NOT_SENT = "No connection: your move was not sent. Trying to reach the table again …";

/** @param {import("./page.js").Action} action */
export async function play(action) {
  if (!page.happens("play")) return;
  say(action.sentence);
  await send("play", { action: action.number });
}

/** @param {string} path what to take back: `take-back` or `restart` */
export async function undo(path) {
  if (page.happens("undo")) await send(path, {});
}

/**
 * @param {string} path
 * @param {object} data
 */
async function send(path, data) {
  hideTip();
  const answer = await post(path, { version: page.view.version, ...data }).catch(() => null);
  if (!answer) {
    page.happens("unsent");
    toast(NOT_SENT, { stays: true });
    return;
  }
  /** @type {{ version?: number }} */
  const { version } = answer.ok ? await answer.json().catch(() => ({})) : {};
  if (answer.status === 409) toast("The table has changed meanwhile. This is how it stands now.");
  else if (!answer.ok) toast(await refusal(answer));
  clearChoice();
  page.happens("answered", { version });
  await refresh();
}
