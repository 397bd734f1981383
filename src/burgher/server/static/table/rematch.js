// Playing a finished game again.

import { toast } from "../announce.js";
import { post, refusal } from "./server.js";

/**
 * Go to the table where the same people play again; whoever asks first makes it.
 * @param {HTMLElement} button
 */
export async function playAgain(button) {
  const { disabled } = /** @type {HTMLButtonElement} */ (button);
  if (disabled) return;
  /** @type {HTMLButtonElement} */ (button).disabled = true;
  const answer = await post("rematch", {}).catch(() => null);
  if (answer?.ok) { location.href = (await answer.json()).url; return; }
  /** @type {HTMLButtonElement} */ (button).disabled = false;
  toast(await refusal(answer));
}
