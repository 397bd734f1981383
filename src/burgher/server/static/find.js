// Looking for a game: which numbers of players a game has, what goes with a rated one, and waiting until there is a table.

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

/** Which clock a rated game has where one was to last as long as one likes: one for an evening. */
const CLOCK = "2700+30";

/** @param {HTMLFormElement} asked what does not go with a rated game is not offered for one */
function showRated(asked) {
  const rated = /** @type {HTMLInputElement | null} */ (find("[name=rated]", asked));
  const time = /** @type {HTMLSelectElement | null} */ (find("[name=time]", asked));
  const fill = /** @type {HTMLSelectElement | null} */ (find("[name=fill]", asked));
  const words = find("[data-if-rated]", asked);
  if (!rated || !time || !fill || !words) return;
  words.hidden = !rated.checked;
  for (const option of time.options) option.disabled = rated.checked && option.value === "";
  if (rated.checked && time.value === "") time.value = CLOCK;
  if (rated.checked !== fill.disabled) {
    if (rated.checked) fill.dataset.before = fill.value;
    fill.value = rated.checked ? "" : fill.dataset.before ?? "";
    fill.disabled = rated.checked;
  }
}

if (form) {
  const show = () => { showSizes(form); showRated(form); };
  show();
  form.addEventListener("change", show);
  addEventListener("pageshow", show); // by then a browser has put back what was typed before
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
