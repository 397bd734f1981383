// What each person likes, kept in their browser: a box with `data-setting` is one of these.

import { findAll, targetOf } from "../dom.js";
import { stored } from "../storage.js";

/** Show in the boxes what is kept. */
export function readSettings() {
  for (const box of /** @type {HTMLInputElement[]} */ (findAll("[data-setting]"))) {
    box.checked = stored.get(box.dataset.setting ?? "") === "yes";
  }
}

document.addEventListener("change", (event) => {
  const box = /** @type {HTMLInputElement} */ (targetOf(event)), { setting } = box.dataset;
  if (!setting) return;
  stored.set(setting, box.checked ? "yes" : "no");
  if (setting === "notify" && box.checked) window.Notification?.requestPermission?.();
});
