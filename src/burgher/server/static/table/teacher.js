// The teacher of a lesson: what is only to be looked at is said one after another, and parts of the table are lit.

import { say } from "../announce.js";
import { find, findAll, targetOf } from "../dom.js";
import { showChoices } from "./lighting.js";
import { elementsOf, hasLessMotion, onDrawn, page } from "./page.js";
import { submit } from "./server.js";

/** How many things one has looked at, by lesson and step. @type {Map<string, number>} */
const looked = new Map();
let told = "";

/** Show what the teacher says now, and light what it is about. */
export function showTeacher() {
  findAll(".taught").forEach((element) => element.classList.remove("taught"));
  const teacher = find("#teacher");
  if (!teacher) return;
  const key = `${page.view.table} ${teacher.dataset.lesson} ${teacher.dataset.step}`;
  const steps = findAll(".teacher-step", teacher);
  const now = Math.min(looked.get(key) ?? 0, Math.max(0, steps.length - 1));
  steps.forEach((step, number) => { step.hidden = number !== now; });
  const number = find("[data-teacher-number]", teacher);
  if (number) number.textContent = String(Number(number.dataset.first) + now);
  const on = find("[data-teacher-on]", teacher);
  if (on) on.hidden = now >= steps.length - 1;
  showChoices(); // what is only told lights nothing that could be touched
  const parts = (steps[now]?.dataset.light ?? "").split(" ").filter(Boolean);
  for (const element of parts.flatMap(elementsOf)) element.classList.add("taught");
  showWhere();
  const words = [...findAll(".teacher-praise, .teacher-nudge", teacher), ...(steps[now] ? [steps[now]] : findAll(".teacher-says > p", teacher))];
  const said = words.map((one) => one?.textContent ?? "").join(" ");
  if (said === told) return;
  told = said;
  say(said);
  if (!findAll(".taught").some(isInSight)) goTo(".taught");
}

/** Where tabs hide what the teacher speaks of, say on which it lies, and lead there. */
function showWhere() {
  const acts = find("#teacher .teacher-acts");
  findAll("[data-teacher-there]").forEach((button) => button.remove());
  const tabs = findAll(".tabs [data-tab]");
  if (!acts || !tabs[0]?.offsetParent) return;
  const hidden = tabs.filter((tab) => tab.getAttribute("aria-current") !== "true" && find(`#${tab.dataset.tab} .taught`));
  for (const tab of hidden) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "act", textContent: `Show ${tab.firstChild?.textContent?.trim()}` });
    button.dataset.teacherThere = tab.dataset.tab;
    acts.prepend(button);
  }
}

/** @param {Element} element */
function isInSight(element) {
  const { left, right, top, bottom } = element.getBoundingClientRect(), frame = element.closest(".panel")?.getBoundingClientRect();
  return right > 0 && left < innerWidth && bottom > (frame?.top ?? 0) && top < Math.min(innerHeight, frame?.bottom ?? innerHeight);
}

/** Bring what the teacher speaks of into sight within its panel; which panel is shown is the tabs' business. @param {string} where */
function goTo(where) {
  const thing = find(where), panel = thing?.closest(".panel");
  if (!thing || !panel) return;
  const { top, bottom } = thing.getBoundingClientRect(), frame = panel.getBoundingClientRect();
  panel.scrollBy({ top: (top + bottom - frame.top - frame.bottom) / 2, behavior: hasLessMotion.matches ? "auto" : "smooth" });
}

export function goOn() {
  const teacher = find("#teacher");
  if (!teacher) return;
  const key = `${page.view.table} ${teacher.dataset.lesson} ${teacher.dataset.step}`;
  looked.set(key, (looked.get(key) ?? 0) + 1);
  showTeacher();
  (find("[data-teacher-on]:not([hidden])", teacher) ?? teacher).focus();
}

document.addEventListener("click", (event) => {
  const begin = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-begin]"));
  if (begin) submit(begin.dataset.begin ?? "");
  if (targetOf(event).closest("[data-teacher-on]")) goOn();
  const there = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-teacher-there]"));
  if (there) {
    find(`.tabs [data-tab="${there.dataset.teacherThere}"]`)?.click();
    goTo(`#${there.dataset.teacherThere} .taught`);
  }
});

document.addEventListener("turned", () => showWhere());
onDrawn(() => showTeacher());
