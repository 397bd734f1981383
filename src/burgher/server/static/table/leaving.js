// Leaving the game, stopping it together, coming back.

import { toast } from "../announce.js";
import { find } from "../dom.js";
import { post, refusal } from "./server.js";
import { refresh } from "./updates.js";

/**
 * Do what a button of the panel says.
 * @param {HTMLElement} button
 */
export async function leave({ dataset: { leave: what, seat, agreed } }) {
  const level = /** @type {HTMLSelectElement | null} */ (find("#leaving select[name=level]"));
  /** @type {Record<string, unknown>} */
  const data = seat ? { seat: Number(seat) } : { agreed: agreed !== "no" };
  if (what === "away" && level) data.level = level.value;
  const answer = await post(what ?? "", data).catch(() => null);
  if (!answer?.ok) toast(await refusal(answer));
  await refresh();
}
