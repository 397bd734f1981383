// Asking the server.

import { find } from "../dom.js";

const prefix = document.documentElement.dataset.root ?? ""; // what stands before all our addresses: mostly nothing

/** The address of the start page. */
export const HOME = `${prefix}/`;

/**
 * An address below that of the table.
 * @param {string} path
 */
export const addressOf = (path) => `${prefix}/t/${find("#table")?.dataset.table}/${path}`;

/** @param {string} path */
export const get = (path) => fetch(addressOf(path), { credentials: "same-origin" });

/**
 * @param {string} path
 * @param {object} data
 */
export function post(path, data) {
  const csrf = /** @type {HTMLMetaElement | null} */ (find('meta[name="csrf"]'));
  return fetch(addressOf(path), {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json", "x-csrf": csrf?.content ?? "" },
    body: JSON.stringify(data),
  });
}

/**
 * Why the server refused something, in its own sentence.
 * @param {Response | null} answer
 * @param {string} [otherwise] what to say where there was no answer, or none that could be read
 * @returns {Promise<string>}
 */
export async function refusal(answer, otherwise = "That did not work. Try again.") {
  const { reason, detail } = (await answer?.json().catch(() => null)) ?? {};
  return reason ?? detail ?? otherwise;
}

/**
 * Go where the server sends whoever posts to an address: to a table that is made for it.
 * @param {string} address
 */
export function submit(address) {
  const form = Object.assign(document.createElement("form"), { method: "post", action: address });
  const csrf = /** @type {HTMLMetaElement | null} */ (find('meta[name="csrf"]'));
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "csrf", value: csrf?.content ?? "" }));
  document.body.append(form);
  form.submit();
}
