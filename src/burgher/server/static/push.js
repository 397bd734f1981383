// Being told on this device, also while no page of ours is open: the browser's maker carries the messages.

import { find } from "./dom.js";
import { stored } from "./storage.js";

const root = document.documentElement.dataset.root ?? "";
const NAME = "push";

/** Whether this browser can be asked at all. */
export const canBeTold = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Whether this browser has been asked. */
export const isTold = () => stored.get(NAME) === "yes" && canBeTold() && Notification.permission === "granted";

/**
 * @param {string} path below the root
 * @param {object} data
 */
export function postTold(path, data) {
  const csrf = /** @type {HTMLMetaElement | null} */ (find('meta[name="csrf"]'));
  return fetch(`${root}/${path}`, {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json", "x-csrf": csrf?.content ?? "" },
    body: JSON.stringify(data),
  });
}

/** @param {string} text bytes as base64url */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** What the browser's maker has given us, or gives us now. */
async function subscription() {
  const { key } = await (await fetch(`${root}/me/told/key`, { credentials: "same-origin" })).json();
  const { pushManager } = await navigator.serviceWorker.ready;
  return (await pushManager.getSubscription())
    ?? pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
}

/**
 * Be told on this device from now on.
 * @returns {Promise<string>} why that cannot be; nothing when it is so
 */
export async function tellHere() {
  if (!canBeTold()) return "This browser cannot be told anything while the page is closed.";
  if ((await Notification.requestPermission()) !== "granted") {
    return "The browser does not let us: allow notifications for this page in its settings.";
  }
  try {
    const { endpoint, keys } = (await subscription()).toJSON();
    const answer = await postTold("me/told/push", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
    if (!answer.ok) return ((await answer.json().catch(() => null)) ?? {}).detail ?? "That did not work. Try again.";
  } catch {
    return "The browser could not reach the service that carries its messages.";
  }
  stored.set(NAME, "yes");
  return "";
}

/** Not be told on this device any more. */
export async function tellNoMoreHere() {
  stored.set(NAME, "no");
  const worker = await navigator.serviceWorker?.getRegistration(`${root}/`);
  const known = await worker?.pushManager?.getSubscription();
  if (!known) return;
  await postTold("me/told/push/end", { endpoint: known.endpoint }).catch(() => null);
  await known.unsubscribe();
}
