// What people say to each other at the table, and what of it one has not read yet.

import { say, toast } from "../announce.js";
import { find, findAll, targetOf } from "../dom.js";
import { stored } from "../storage.js";
import { onDrawn, page } from "./page.js";
import { get, post, refusal } from "./server.js";

/** @typedef {{ name: string, text: string, at: string }} Said */

const MOST_TABLES = 100;

/** How far one has read, by table: the time of the last line. @returns {Record<string, string>} */
function readUntil() {
  try { return Object(JSON.parse(stored.get("read") ?? "{}")); } catch { return {}; }
}

const isChatOpen = () => !document.hidden && find("#pane-chat")?.hidden === false;

/** Show how much is new, or that nothing is, once it has been in sight. */
function showUnread() {
  const { table, mine, names } = page.view, lines = findAll("#chat li[data-at]");
  const read = readUntil(), until = read[table] ?? "", mineToo = mine.map((seat) => names[seat]);
  const unread = lines.filter((line) => (
    (line.dataset.at ?? "") > until && !mineToo.includes(find("b", line)?.textContent ?? "")
  ));
  for (const line of unread) line.classList.add("unread");
  const count = isChatOpen() ? 0 : unread.length, sign = find("#unread");
  if (sign) {
    sign.hidden = !count;
    sign.replaceChildren(String(count), Object.assign(document.createElement("span"), { className: "quiet", textContent: " new" }));
  }
  const panel = find("#pane-chat")?.closest(".panel");
  if (panel) find(`[data-tab="${panel.id}"]`)?.classList.toggle("has-news", count > 0);
  const newest = lines.at(-1)?.dataset.at;
  if (!isChatOpen() || !newest || newest <= until) return;
  const others = Object.entries(read).filter(([one]) => one !== table).slice(1 - MOST_TABLES);
  stored.set("read", JSON.stringify(Object.fromEntries([...others, [table, newest]])));
}

/** @param {Said} said */
function lineOf({ name, text, at }) {
  const item = document.createElement("li"), who = document.createElement("b");
  const words = document.createElement("span");
  who.textContent = name;
  words.textContent = text;
  item.dataset.at = at;
  item.append(who, words);
  return item;
}

/** @param {Said} said what somebody has just said */
export function showSaid(said) {
  const item = lineOf(said);
  find("#chat")?.append(item);
  item.scrollIntoView({ block: "nearest" });
  showUnread();
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
  showUnread();
}

/** Only who sits at the table can say something: nobody else is asked to. */
function showWhatOneMay() {
  const isSeated = page.view.mine.length > 0;
  for (const element of findAll("[data-seated]")) element.hidden = (element.dataset.seated === "yes") !== isSeated;
}

/** @param {string} text */
async function tell(text) {
  const answer = await post("chat", { text }).catch(() => null);
  if (!answer?.ok) toast(await refusal(answer, "That could not be said. Try again."));
  return Boolean(answer?.ok);
}

/** Say one of the quick words. @param {HTMLElement} button */
export const sayQuickly = (button) => tell(button.textContent ?? "");

/** What is read is noted, from now on. */
export function followChat() {
  showWhatOneMay();
  showUnread();
  find("#tab-chat")?.addEventListener("click", () => setTimeout(showUnread)); // when the tab has been turned to
  document.addEventListener("visibilitychange", () => showUnread());
}

document.addEventListener("submit", async (event) => {
  const form = targetOf(event).closest("form");
  if (!form?.matches("[data-chat]")) return;
  event.preventDefault();
  const box = /** @type {HTMLInputElement | null} */ (find('[name="text"]', form)), text = box?.value.trim();
  if (box && text && await tell(text)) box.value = "";
});

// Seats change hands, and so does who may read what is said.
onDrawn((before, now) => {
  const names = /** @type {const} */ (["mine", "chat", "names"]);
  showWhatOneMay();
  if (!now.replay && names.some((name) => String(before[name]) !== String(now[name]))) refreshChat();
});
