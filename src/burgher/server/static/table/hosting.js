// What the host of a table does with it, and keeping a table that would be tidied away.

import { toast } from "../announce.js";
import { targetOf } from "../dom.js";
import { post, refusal } from "./server.js";
import { refresh } from "./updates.js";

/**
 * @param {string} path
 * @param {object} data
 * @param {string} [done] what to say when it is done
 */
async function doAsHost(path, data, done) {
  const answer = await post(path, data).catch(() => null);
  if (!answer?.ok) { toast(await refusal(answer)); return false; }
  if (done) toast(done);
  if (path !== "host/close") await refresh(); // that is told to everybody
  return true;
}

/** @param {HTMLElement} button */
export function hostAction({ dataset: { host, seat, done } }) {
  return doAsHost(`host/${host}`, seat ? { seat: Number(seat) } : {}, done);
}

/** Let the table not be tidied away. */
export const keepTable = () => doAsHost("keep", {}, "The table is kept.");

document.addEventListener("change", async (event) => {
  const box = /** @type {HTMLInputElement} */ (targetOf(event));
  if (!box.matches("[data-host-chat]")) return;
  const isDone = await doAsHost("host/chat", { readers: box.checked ? "seated" : "everyone" });
  if (!isDone) box.checked = !box.checked;
});
