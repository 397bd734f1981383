// Burgher as an app: the worker that answers without a connection, and the button that installs it.

import { find, targetOf } from "./dom.js";

/** @typedef {Event & { prompt: () => Promise<void> }} InstallEvent what a browser offers that installs apps */

/** @type {InstallEvent | null} */
let offer = null;

const root = document.documentElement.dataset.root ?? "";

/** @param {boolean} isOffered */
function showOffer(isOffered) {
  const button = find("[data-install]");
  if (button) button.hidden = !isOffered;
}

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // not at once: when somebody asks for it
  offer = /** @type {InstallEvent} */ (event);
  showOffer(true);
});
addEventListener("appinstalled", () => { offer = null; showOffer(false); });
document.addEventListener("click", (event) => {
  if (targetOf(event).closest("[data-install]")) offer?.prompt();
});

navigator.serviceWorker?.register(`${root}/service-worker.js`).catch(() => { /* then there is none here */ });
