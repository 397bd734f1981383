// The page on which one says what one is told: on this device or not, of which tables or not.

import { toast } from "./announce.js";
import { find, targetOf } from "./dom.js";
import { canBeTold, isTold, postTold, tellHere, tellNoMoreHere } from "./push.js";
import "./site.js";

function show() {
  const on = find("#push-on"), off = find("#push-off"), words = find("#push-words");
  if (!on || !off || !words) return;
  on.hidden = isTold() || !canBeTold();
  off.hidden = !isTold();
  if (!canBeTold()) {
    words.textContent = "This browser cannot be told anything while the page is closed. On an iPhone, add Burgher to the home screen first.";
  } else if (isTold()) words.textContent = "You are told on this device, also while no page of Burgher is open.";
  else words.textContent = "This browser can be asked to tell you, also while no page of Burgher is open.";
}

document.addEventListener("click", async (event) => {
  const target = targetOf(event);
  if (target.closest("#push-on")) {
    const refusal = await tellHere();
    if (refusal) toast(refusal);
  } else if (target.closest("#push-off")) await tellNoMoreHere();
  else return;
  show();
});

document.addEventListener("change", async (event) => {
  const box = /** @type {HTMLInputElement} */ (targetOf(event)), table = box.dataset.tellOf;
  if (!table) return;
  const answer = await postTold(`t/${table}/quiet`, { quiet: !box.checked }).catch(() => null);
  if (answer?.ok) return;
  box.checked = !box.checked;
  toast("That did not work. Try again.");
});

show();
