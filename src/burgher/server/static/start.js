// The start page: who sits where, and the rules that are chosen.

import "./site.js";
import { find, findAll, targetOf } from "./dom.js";
import { keepListedGames } from "./my_games.js";

/**
 * A folded rule says what is chosen in it.
 * @param {Element} option
 */
function nameChosen(option) {
  const own = find("[data-per-seat][open]", option);
  /** @type {HTMLSelectElement[]} */
  const picked = own ? findAll("select:enabled", own) : findAll("select[data-everyone]", option);
  const names = picked.map((select) => select.selectedOptions[0]?.dataset.name ?? "");
  for (const label of findAll("label:has(:checked)", option)) {
    names.push((find("b", label)?.textContent ?? "").replace(/\.$/, ""));
  }
  const chosen = find("[data-chosen]", option);
  if (chosen) chosen.textContent = names.join(", ") || "None";
}

/**
 * As many seats as there are players, and for each what its kind needs.
 * @param {HTMLFormElement} form
 */
function showSeats(form) {
  const players = Number(new FormData(form).get("players"));
  for (const row of findAll("[data-seat-row]", form)) {
    row.hidden = Number(row.dataset.seatRow) >= players;
    const own = /** @type {HTMLDetailsElement | null} */ (row.closest("[data-per-seat]"));
    if (own) {
      for (const select of /** @type {HTMLSelectElement[]} */ (findAll("select", row))) {
        select.disabled = row.hidden || !own.open;
      }
    }
    const kind = /** @type {HTMLSelectElement | null} */ (find("[data-kind]", row));
    if (!kind) continue;
    kind.disabled = row.hidden;
    for (const field of /** @type {HTMLInputElement[]} */ (findAll("[data-for]", row))) {
      field.hidden = field.disabled = row.hidden || !field.dataset.for?.split(" ").includes(kind.value);
    }
  }
  for (const own of /** @type {HTMLDetailsElement[]} */ (findAll("[data-per-seat]", form))) {
    const everyone = /** @type {HTMLSelectElement | null} */ (find("[data-everyone]", own.parentElement ?? form));
    if (everyone) everyone.disabled = own.open;
  }
}

document.addEventListener("change", (event) => {
  const target = /** @type {HTMLInputElement} */ (targetOf(event));
  if (target.form && (target.name === "players" || target.matches("[data-kind]"))) showSeats(target.form);
  const option = target.closest(".option");
  if (!option) return;
  // What is not played together: choosing one lets the other go.
  const others = target.checked ? (target.dataset.apart ?? "").split(" ") : [];
  for (const box of /** @type {HTMLInputElement[]} */ (findAll("[data-apart]", option))) {
    if (others.includes(box.value)) box.checked = false;
  }
  nameChosen(option);
});

// One has one name, in whichever form one gives it.
document.addEventListener("input", (event) => {
  const target = /** @type {HTMLInputElement} */ (targetOf(event));
  if (target.name !== "name") return;
  for (const other of /** @type {HTMLInputElement[]} */ (findAll('input[name="name"]'))) other.value = target.value;
});

document.addEventListener(
  "toggle",
  (event) => {
    const target = targetOf(event);
    if (!target.matches("[data-per-seat]")) return;
    const form = target.closest("form"), option = target.closest(".option");
    if (form) showSeats(form);
    if (option) nameChosen(option);
  },
  true,
);

// Somebody who comes by a link to a form sees it.
const linked = document.getElementById(location.hash.slice(1));
if (linked instanceof HTMLDetailsElement) {
  linked.open = true;
  linked.scrollIntoView();
}

keepListedGames();
/**
 * Put into a form what somebody chose the last time.
 * @param {HTMLFormElement} form
 * @param {Record<string, string[]>} last
 */
function fillIn(form, last) {
  for (const field of /** @type {HTMLInputElement[]} */ (findAll("select, input", form))) {
    const values = last[field.name];
    if (values === undefined) continue;
    if (field.type === "checkbox") field.checked = values.includes(field.value);
    // What is usual, or no longer to be had, stays as it is.
    else if (field.type === "radio") field.checked ||= values.includes(field.value);
    else if (field instanceof HTMLSelectElement) {
      if ([...field.options].some((one) => one.value === values[0])) field.value = values[0] ?? "";
    }
  }
}

/** @param {HTMLFormElement} form what happens when time is up is asked where there is a limit */
function showTimed(form) {
  const time = /** @type {HTMLSelectElement | null} */ (find("[name=time]", form)), more = find("[data-timed]", form);
  if (time && more) more.hidden = !time.value;
}

document.addEventListener("change", (event) => {
  const target = /** @type {HTMLInputElement} */ (targetOf(event));
  if (target.form && target.name === "time") showTimed(target.form);
});

// Whoever comes back to what they have typed, as from an error, finds that.
const [way] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
const isBack = way?.type === "back_forward";

const forms = /** @type {HTMLFormElement[]} */ (findAll("form"));
for (const form of forms) {
  if (form.dataset.last && !isBack) fillIn(form, JSON.parse(form.dataset.last));
}

function showAll() {
  for (const form of forms) {
    showTimed(form);
    if (form.elements.namedItem("players")) showSeats(form);
    findAll(".option", form).forEach(nameChosen);
  }
}

showAll();
addEventListener("pageshow", showAll); // by then a browser has put back what was typed before
