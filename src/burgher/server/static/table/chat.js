// What people say to each other at the table.

import { say, toast } from "../announce.js";
import { find, targetOf } from "../dom.js";
import { onDrawn } from "./page.js";
import { get, post, refusal } from "./server.js";

/** @typedef {{ name: string, text: string }} Said */

/** @param {Said} said */
function lineOf({ name, text }) {
  const item = document.createElement("li"), who = document.createElement("b");
  const words = document.createElement("span");
  who.textContent = name;
  words.textContent = text;
  item.append(who, words);
  return item;
}

/** @param {Said} said what somebody has just said */
export function showSaid(said) {
  const item = lineOf(said);
  find("#chat")?.append(item);
  item.scrollIntoView({ block: "nearest" });
  const unread = find("#unread");
  if (unread && find("#pane-chat")?.hidden) unread.hidden = false;
  say(`${said.name}: ${said.text}`);
}

/** Fetch all that was said: some of it may have been missed, and who may read it may have changed. */
export async function refreshChat() {
  const answer = await get("chat").catch(() => null);
  if (!answer || (!answer.ok && answer.status !== 403)) return;
  const chat = find("#chat");
  if (answer.ok) {
    /** @type {Said[]} */
    const all = await answer.json();
    chat?.replaceChildren(...all.map(lineOf));
  } else {
    const textContent = await refusal(answer);
    chat?.replaceChildren(Object.assign(document.createElement("li"), { className: "faint", textContent }));
  }
  chat?.lastElementChild?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("submit", async (event) => {
  const form = targetOf(event).closest("form");
  if (!form?.matches("[data-chat]")) return;
  event.preventDefault();
  const box = /** @type {HTMLInputElement | null} */ (find('[name="text"]', form)), text = box?.value.trim();
  if (!box || !text) return;
  const answer = await post("chat", { text }).catch(() => null);
  if (answer?.ok) box.value = "";
  else toast(await refusal(answer, "That could not be said. Try again."));
});

// Seats change hands, and so does who may read what is said.
onDrawn((before, now) => {
  const names = /** @type {const} */ (["mine", "chat", "names"]);
  if (!now.replay && names.some((name) => String(before[name]) !== String(now[name]))) refreshChat();
});
