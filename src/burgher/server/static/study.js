// The page of a studied game: how far studies have come.

import "./site.js";
import { find, findAll } from "./dom.js";
import { linkRules } from "./rules_links.js";

/** @typedef {{ depth: string, wanted: boolean, done: number, moves: number }} Study */

/**
 * Ask again and again, until a study is done; then the page shows it.
 * @param {HTMLElement} section
 */
async function followStudies(section) {
  if (!find("[data-progress]", section)) return;
  const answer = await fetch(`${section.dataset.studies}/progress`, { credentials: "same-origin" }).catch(() => null);
  /** @type {Study[]} */
  const studies = answer?.ok ? await answer.json() : [];
  for (const bar of /** @type {HTMLProgressElement[]} */ (findAll("[data-progress]", section))) {
    const study = studies.find((one) => one.depth === bar.dataset.progress);
    if (!study) continue;
    if (!study.wanted) { location.reload(); return; }
    bar.value = study.done;
    bar.max = study.moves;
    const status = find("[data-study-status]", section);
    if (status) status.textContent = `${study.done} of ${study.moves} decisions`;
  }
  setTimeout(() => followStudies(section), 1000);
}

findAll("[data-studies]").forEach(followStudies);

for (const place of findAll(".course")) linkRules(place);
