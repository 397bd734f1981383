// Being told of this table while one is away: asked for here, not sent while one looks, and not of this table.

import { toast } from "../announce.js";
import { find, targetOf } from "../dom.js";
import { canBeTold, isTold, tellHere, tellNoMoreHere } from "../push.js";
import { stored } from "../storage.js";
import { onDrawn, page } from "./page.js";
import { post } from "./server.js";
import { setting } from "./settings.js";

/** What the server has said of it, with the page. */
const place = () => find("#table")?.dataset ?? {};

/** Whether the open page itself tells, where nothing else can. */
const isToldByPage = () => setting("notify") === "yes" && window.Notification?.permission === "granted";

function showBoxes() {
  const tell = /** @type {HTMLInputElement | null} */ (find("[data-tell-here]"));
  const quiet = /** @type {HTMLInputElement | null} */ (find("[data-quiet-here]")), when = find("[data-when-told]");
  if (tell) tell.checked = isTold() || isToldByPage();
  if (quiet) quiet.checked = place().quiet === "yes";
  if (when) when.hidden = place().told !== "yes";
}

/** @param {boolean} isWanted */
async function tell(isWanted) {
  stored.set("notify", isWanted ? "yes" : "no");
  if (isWanted) {
    const refusal = await tellHere();
    if (!refusal) {
      place().told = "yes";
      toast("You are told on this device when it is your turn, also while this page is closed.");
    } else if (!canBeTold() && (await window.Notification?.requestPermission?.()) === "granted") {
      toast("You are told while this page is open.");
    } else toast(refusal);
  } else await tellNoMoreHere();
  showBoxes();
}

/** @param {boolean} isWanted */
async function beQuiet(isWanted) {
  const answer = await post("quiet", { quiet: isWanted }).catch(() => null);
  if (answer?.ok) place().quiet = isWanted ? "yes" : "";
  else toast("That did not work. Try again.");
  showBoxes();
}

document.addEventListener("change", (event) => {
  const box = /** @type {HTMLInputElement} */ (targetOf(event));
  if ("tellHere" in box.dataset) tell(box.checked);
  if ("quietHere" in box.dataset) beQuiet(box.checked);
});

let looked = 0;

/** What is before somebody's eyes need not be told them. */
function haveLooked() {
  const { view } = page;
  if (place().told !== "yes" || document.hidden || view.replay || view.version <= looked) return;
  if (!view.mine.length || !(view.over || view.mine.includes(view.to_move ?? -1))) return;
  looked = view.version;
  post("looked", {}).catch(() => { /* then it is told */ });
}

export function followTelling() {
  looked = page.view.version; // the page itself was asked for: the server knows
  showBoxes();
  onDrawn(() => {
    showBoxes();
    haveLooked();
  });
  document.addEventListener("visibilitychange", haveLooked);
}
