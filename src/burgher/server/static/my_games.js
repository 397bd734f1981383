// Which games this browser's person plays, kept here so that they can be listed without a connection: names and
// addresses, and nothing of how a game stands.

import { find, findAll } from "./dom.js";
import { stored } from "./storage.js";

/** @typedef {{ url: string, title: string, names: string }} MyGame */

const NAME = "games";
const MOST = 50;

/** @returns {MyGame[]} */
export function myGames() {
  try {
    const kept = JSON.parse(stored.get(NAME) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch { return []; }
}

/** @param {MyGame[]} games */
const keep = (games) => stored.set(NAME, JSON.stringify(games.slice(0, MOST)));

/** The start page lists all of them: what it does not list is over, or no longer ours. */
export function keepListedGames() {
  keep(findAll("[data-my-games] [data-table-url]").map(({ dataset }) => (
    { url: dataset.tableUrl ?? "", title: dataset.title ?? "", names: dataset.names ?? "" }
  )));
}

/** Somebody who sits at a table comes back to it without the start page. @param {MyGame} game @param {boolean} isMine */
export function keepGame(game, isMine) {
  const others = myGames().filter(({ url }) => url !== game.url);
  if (isMine) keep([game, ...others]);
  else if (find("[data-table]")) keep(others);
}
