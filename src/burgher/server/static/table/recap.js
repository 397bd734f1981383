// After a game: the moves that cost one most, in plain words, and whom to play next. At a guided table the game is looked
// through at once; elsewhere when somebody asks for it.

import { say, toast } from "../announce.js";
import { find, findAll, parsed, targetOf } from "../dom.js";
import { linkRules } from "../rules_links.js";
import { onDrawn, page } from "./page.js";
import { get, post, refusal } from "./server.js";
import { setting } from "./settings.js";

const PAUSE = 1500;
let timer = 0;
let isBegun = false;
/** What was found: the table may be drawn anew. @type {Element | null} */
let drawn = null;

export async function showRecap() {
  clearTimeout(timer);
  const place = find("#recap");
  if (!place || !page.view.over || page.view.replay || page.view.passing) return;
  if (drawn) { put(place, drawn); return; }
  const answer = await get("recap").catch(() => null);
  const body = answer?.ok ? find(".recap-body", parsed(await answer.text())) : null;
  if (!body) return;
  const { recapState } = body.dataset;
  if (recapState === "none" && setting("guide") === "yes" && !isBegun) { begin(); return; }
  if (recapState === "working") timer = setTimeout(showRecap, PAUSE);
  else if (recapState === "done") { drawn = body; say(body.textContent ?? ""); }
  put(place, body);
}

/** @param {HTMLElement} place @param {Element} body */
function put(place, body) {
  if (place.firstElementChild !== body) place.replaceChildren(document.adoptNode(body));
  place.hidden = !place.textContent?.trim();
  for (const move of findAll(".recap-moves p", place)) linkRules(move);
}

async function begin() {
  isBegun = true;
  const answer = await post("recap", {}).catch(() => null);
  if (!answer?.ok) toast(await refusal(answer));
  showRecap();
}

document.addEventListener("click", (event) => {
  if (targetOf(event).closest("[data-recap-begin]")) begin();
});

onDrawn(() => { showRecap(); });
