// Looking for a game: which numbers of players a game has, and waiting until there is a table.

import "./site.js";
import { find, findAll } from "./dom.js";

const EVERY = 3000;
const root = document.documentElement.dataset.root ?? "";

const form = /** @type {HTMLFormElement | null} */ (find("[data-find]"));
const looking = find("[data-looking]");

/** @param {HTMLFormElement} asked only numbers of players that the game has */
function showSizes(asked) {
  const game = /** @type {HTMLSelectElement | null} */ (find("[name=game]", asked));
  const players = /** @type {HTMLSelectElement | null} */ (find("[name=players], [data-players]", asked));
  const sizes = game?.selectedOptions[0]?.dataset.sizes?.split(" ") ?? [];
  for (const option of players?.options ?? []) {
    option.hidden = option.disabled = option.value !== "" && !sizes.includes(option.value);
    if (option.disabled && option.selected && players) players.value = players.options[0]?.value ? sizes[0] ?? "" : "";
  }
}

if (form) {
  showSizes(form);
  form.addEventListener("change", () => showSizes(form));
}

/** What one waits for is asked for again and again: a page that is closed asks no more. */
async function wait() {
  try {
    const answer = await fetch(`${root}/find/state`, { headers: { accept: "application/json" } });
    if (answer.ok) {
      const { looking: goesOn, table, people } = await answer.json();
      if (table) {
        location.assign(`${root}/t/${table}`);
        return;
      }
      if (!goesOn) {
        location.reload();
        return;
      }
      const others = find("[data-people]");
      const words = people ? `${people} ${people === 1 ? "other waits" : "others wait"}` : "Nobody else waits";
      if (others && others.textContent !== words) others.textContent = words;
    }
  } catch { /* the server is not reached: the next time, perhaps */ }
  setTimeout(wait, EVERY);
}

if (looking) {
  for (const until of findAll("[data-until]", looking)) {
    const at = new Date(until.dataset.until ?? "");
    const day = at.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "long" };
    until.textContent = `at ${at.toLocaleString([], { ...day, hour: "numeric", minute: "2-digit" })}`;
  }
  setTimeout(wait, EVERY);
}
