// What each person likes, kept in their browser: a box or a list with `data-setting` is one of these.

import { findAll, targetOf } from "../dom.js";
import { stored } from "../storage.js";

/** What holds until somebody has chosen: a box is `yes` or `no`. @type {Record<string, string>} */
const DEFAULTS = { confirm: "yes", notify: "no", pace: "normal", sound: "no", guide: "no" };

/**
 * What is chosen for a setting.
 * @param {string} name
 */
export function setting(name) {
  const kept = stored.get(name);
  // Earlier versions knew two speeds only.
  if (name === "pace" && kept === null && stored.get("hurry") === "yes") return "at-once";
  return kept ?? DEFAULTS[name] ?? "";
}

/** Show in the boxes and lists what is chosen. */
export function readSettings() {
  for (const field of /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ (findAll("[data-setting]"))) {
    const chosen = setting(field.dataset.setting ?? "");
    if (field instanceof HTMLSelectElement) field.value = chosen;
    else field.checked = chosen === "yes";
  }
}

document.addEventListener("change", (event) => {
  const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (targetOf(event)), name = field.dataset.setting;
  if (!name) return;
  stored.set(name, field instanceof HTMLSelectElement ? field.value : field.checked ? "yes" : "no");
});
