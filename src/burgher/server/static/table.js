// The one script: the same for every game. The server draws the table and says what may be played; here the
// parts that can be touched are lit, touching narrows the choice, and what is left is sent.
"use strict";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const SVG = "http://www.w3.org/2000/svg";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const PACE = 700;      // how long each of the others' moves is shown, in milliseconds

const stored = {
  get(name) { try { return localStorage.getItem(`burgher-${name}`); } catch { return null; } },
  set(name, value) { try { localStorage.setItem(`burgher-${name}`, value); } catch { /* nothing is kept */ } },
};

// -- light and dark: before anything is drawn ----------------------------------------------------------

if (stored.get("theme")) document.documentElement.dataset.theme = stored.get("theme");

function switchTheme() {
  const now = document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
  const next = now === "light" ? "dark" : "light";
  document.documentElement.dataset.theme = next;
  stored.set("theme", next);
}

// -- what is known ----------------------------------------------------------------------------------------

let sight = null;      // the table's data island
let touched = [];      // the parts touched so far, in order
let asked = null;      // an action that waits for a yes
let busy = false;      // an answer of the server is awaited
let answered = null;   // it has come: the version from which on the table shows what was done
let lift = null;       // the seat for which the curtain was lifted
let canonical = {};    // part → the first part that is just like it
const reasons = new Map();

function readSight() {
  const island = $("#sight");
  sight = island ? JSON.parse(island.textContent) : null;
  canonical = {};
  for (const group of sight?.alike ?? []) for (const part of group) canonical[part] = group[0];
}

const myTurn = () => sight && !sight.over && !sight.replay && !sight.passing && sight.seat !== null && sight.to_move === sight.seat;
const fits = (parts) => (action) => parts.every((part) => action.parts.includes(part));
const costOf = (action) => sight.costs[action.number];
const elementsOf = (part) => $$(`[data-part="${CSS.escape(part)}"]`);

function candidates() { return myTurn() ? sight.actions.filter(fits(touched)) : []; }

// Actions that differ only in which of several equal things they use are one choice.
function distinct(actions) {
  const seen = new Map();
  for (const action of actions) {
    const key = action.parts.map((part) => canonical[part] ?? part).join(" ") + (costOf(action)?.count ?? 0);
    if (!seen.has(key)) seen.set(key, action);
  }
  return [...seen.values()];
}

// -- lighting ---------------------------------------------------------------------------------------------

function show() {
  const open = candidates();
  const lit = new Set(busy ? [] : open.flatMap((action) => action.parts));
  document.body.classList.toggle("narrowed", touched.length > 0);
  document.body.classList.toggle("waiting-for-answer", busy);
  $$(".cost-badge").forEach((badge) => badge.remove());
  for (const element of $$("[data-part]")) {
    const part = element.dataset.part;
    const isTouched = touched.includes(part);
    const isLit = lit.has(part) && !isTouched;
    element.classList.toggle("lit", isLit);
    element.classList.toggle("touched", isTouched);
    if (element.tagName !== "BUTTON") {
      element.tabIndex = isLit || isTouched ? 0 : -1;
      element.setAttribute("aria-disabled", String(!isLit && !isTouched));
    }
    element.setAttribute("aria-pressed", String(isTouched));
    element.removeAttribute("aria-description");
    if (isLit && touched.length) markCost(element, open.filter((action) => action.parts.includes(part)));
  }
  for (const group of $$("[data-group]")) {
    if (!$('[data-part][tabindex="0"]', group)) $("[data-part]", group)?.setAttribute("tabindex", "0");
  }
  for (const tab of $$("[data-tab]")) tab.classList.toggle("has-lit", Boolean($(`#${tab.dataset.tab} .lit`)));
  $$("[data-follow]").forEach(follow);
  showChoice(open);
}

function markCost(element, actions) {
  const cheapest = actions.map(costOf).reduce((least, cost) => ((cost?.count ?? 0) < (least?.count ?? 0) ? cost : least));
  if (!cheapest?.count) return;
  element.setAttribute("aria-description", `costs ${cheapest.words}`);
  const badge = document.createElementNS(SVG, "svg");
  badge.setAttribute("viewBox", "0 0 34 20");
  badge.classList.add("cost-badge");
  badge.append(
    svg("rect", { class: "cost-body", x: 0.5, y: 0.5, width: 33, height: 19, rx: 9 }),
    svg("text", { class: "cost", x: 9, y: 14.5 }, cheapest.count),
    svg("use", { href: `#${cheapest.symbol}`, x: 15, y: 2, width: 16, height: 16 }),
  );
  if (element instanceof SVGElement) {
    for (const [name, value] of Object.entries({ x: -15, y: 2, width: 30, height: 17.6 })) badge.setAttribute(name, value);
  }
  element.append(badge);
}

function svg(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function showChoice(open) {
  const line = $("#choice"), yes = $("#do"), cancel = $("#cancel");
  if (!line) return;
  const left = distinct(open);
  const action = asked ?? (touched.length ? decided(left) : null);
  yes.hidden = !action || busy;
  cancel.hidden = !touched.length || busy;
  line.hidden = !touched.length;
  $("#question").hidden = touched.length > 0;
  if (!touched.length) return;
  yes.textContent = asked ? "Confirm" : "Do it";
  line.replaceChildren();
  const strong = document.createElement("b");
  strong.textContent = action ? `${action.sentence}.` : "And now? ";
  if (!action) line.append(strong, ways(left));
  else line.append(strong, asked ? " This is final." : left.length > 1 ? " Or touch what else is lit." : "");
}

// What has been touched says all that there is to say about an action, though more may be touched for another.
function decided(left) {
  return left.length === 1 ? left[0] : left.find((action) => fits(action.parts)({ parts: touched }));
}

function ways(left) {
  const costs = left.map((action) => costOf(action)?.count ?? 0);
  const word = left.length === 1 ? "way" : "ways";
  return `${left.length} ${word} to go on${costs.every((cost) => cost) ? ", all at a cost" : ""}: touch what is lit.`;
}

// -- touching -----------------------------------------------------------------------------------------------

function touch(part, element) {
  if (busy) return;
  asked = null;
  const known = myTurn() && sight.actions.some((action) => action.parts.includes(part));
  if (!known) { refuse(part, element); return; }
  if (touched.includes(part)) {
    const left = distinct(candidates());
    if (left.length === 1) { choose(left[0]); return; }
    touched = touched.filter((one) => one !== part);
  } else {
    // What no longer goes together with this part is let go: touching something else is changing one's mind.
    let kept = [part];
    for (const one of [...touched].reverse()) if (sight.actions.some(fits([one, ...kept]))) kept = [one, ...kept];
    touched = kept;
    const left = distinct(candidates());
    if (left.length === 1 && (fits(left[0].parts)({ parts: touched }) || !costOf(left[0]))) { choose(left[0]); return; }
  }
  show();
  say(touched.length ? $("#choice").textContent : $("#question").textContent);
}

function choose(action) {
  if (stored.get("confirm") === "yes" && action.final && asked !== action) {
    asked = action;
    if (!touched.length) touched = [...action.parts];
    show();
    say(`${action.sentence}. Confirm?`);
    $("#do").focus();
    return;
  }
  send("play", { action: action.number }, action.sentence);
}

function cancel() {
  touched = [];
  asked = null;
  show();
}

function refuse(part, element) {
  element.classList.add("refused");
  setTimeout(() => element.classList.remove("refused"), 300);
  showTip(element, true);
}

// -- the server ----------------------------------------------------------------------------------------------

const prefix = document.documentElement.dataset.root; // what stands before all our addresses: mostly nothing
const at = (path) => `${prefix}/t/${$("#table").dataset.table}/${path}`;
const csrf = () => $('meta[name="csrf"]').content;

async function post(path, data) {
  return fetch(at(path), {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json", "x-csrf": csrf() },
    body: JSON.stringify(data),
  });
}

const problem = ({ reason, detail }) => reason ?? detail ?? "That did not work. Try again.";

async function send(path, data, words) {
  busy = true;
  hideTip();
  show();
  if (words) say(words);
  let reached = 0;
  try {
    const answer = await post(path, { version: sight.version, ...data });
    if (answer.ok) reached = (await answer.json()).version;
    else if (answer.status === 409) toast("The table has changed meanwhile. This is how it stands now.");
    else toast(problem(await answer.json().catch(() => ({}))));
  } catch {
    toast("No connection: your move was not sent. Try again when you are back.");
  }
  touched = [];
  asked = null;
  answered = reached;
  await refresh();
  // When the table came, hands were free again at once, and the next move may be under way already.
  if (answered === reached) free();
  show();
}

function free() { busy = false; answered = null; }

let refreshing = null, again = false;

// Fetch the table and come to how it is now. Calls that come while one is under way are answered by one more.
function refresh() {
  if (refreshing) { again = true; return refreshing; }
  refreshing = (async () => {
    do {
      again = false;
      try { await come(await boards()); } catch { show(); }
    } while (again);
    refreshing = null;
  })();
  return refreshing;
}

const atOnce = () => document.hidden || stored.get("hurry") === "yes";

// The table as it is now, before it as it was after each move that has not been shown yet.
async function boards() {
  const query = new URLSearchParams(lift === null ? [] : [["seat", lift]]);
  if (!atOnce()) query.set("after", sight.number);
  const answer = await fetch(`${at(atOnce() ? "board" : "boards")}?${query}`, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(answer.status);
  return answer.headers.get("content-type").includes("json") ? answer.json() : [await answer.text()];
}

// What others did is shown step by step, each as long as it takes to follow, until somebody has seen enough.
let shownAt = -PACE, skipSteps = null;

async function come(all) {
  let enough = atOnce();
  const stop = new Promise((resolve) => { skipSteps = () => { enough = true; resolve(); }; });
  for (const [n, html] of all.entries()) {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    const { paced, number } = islandOf(fresh), rest = shownAt + PACE - performance.now();
    if (paced && number > sight.number && !enough && rest > 0) await Promise.race([stop, new Promise((resolve) => setTimeout(resolve, rest))]);
    if (!enough || n === all.length - 1) await swap(fresh, stop);
  }
  skipSteps = null;
}

function listen() {
  if (!sight || sight.replay || !window.EventSource) return;
  let lost = false;
  const source = new EventSource(at("live"));
  source.addEventListener("change", (event) => { if (JSON.parse(event.data).version > sight.version && (!busy || answered !== null)) refresh(); });
  source.addEventListener("chat", (event) => hear(JSON.parse(event.data)));
  source.addEventListener("closed", (event) => { source.close(); leave(JSON.parse(event.data).sentence); });
  source.onerror = () => { if (!lost) toast("The connection is lost. Trying to reach the table again …"); lost = true; };
  source.onopen = () => { if (lost) { toast("Back at the table."); refresh(); chatAgain(); } lost = false; };
  document.addEventListener("visibilitychange", () => { if (document.hidden) skipSteps?.(); else refresh(); });
}

function spoken({ name, text }) {
  const item = document.createElement("li"), who = document.createElement("b"), words = document.createElement("span");
  who.textContent = name;
  words.textContent = text;
  item.append(who, words);
  return item;
}

function hear({ name, text }) {
  const item = spoken({ name, text });
  $("#chat")?.append(item);
  item.scrollIntoView?.({ block: "nearest" });
  if ($("#pane-chat")?.hidden) $("#unread").hidden = false;
  say(`${name}: ${text}`);
}

async function chatAgain() {
  const answer = await fetch(at("chat"), { credentials: "same-origin" }).catch(() => null);
  if (!answer || (!answer.ok && answer.status !== 403)) return;
  const said = await answer.json();
  $("#chat")?.replaceChildren(...(answer.ok ? said.map(spoken) : [Object.assign(document.createElement("li"), { className: "faint", textContent: problem(said) })]));
  $("#chat")?.lastElementChild?.scrollIntoView?.({ block: "nearest" });
}

// The table is no more: say so, and show the way out.
function leave(sentence) {
  sight = { ...sight, over: true, actions: [] };
  const gone = document.createElement("section"), card = document.createElement("div"), words = line(sentence), way = document.createElement("a");
  gone.className = "curtain";
  gone.setAttribute("role", "alertdialog");
  gone.setAttribute("aria-label", sentence);
  card.className = "card";
  words.className = "big";
  way.className = "act";
  way.href = `${prefix}/`;
  way.textContent = "All games";
  card.append(words, way);
  gone.append(card);
  document.body.append(gone);
  way.focus();
}

// What the host of a table does with it.
async function host(path, data, done) {
  const answer = await post(`host/${path}`, data).catch(() => null);
  if (answer?.ok) { if (done) toast(done); if (path !== "close") await refresh(); }
  else toast(problem(await answer?.json().catch(() => ({})) ?? {}));
  return Boolean(answer?.ok);
}

// -- from the table as it was to the table as it is ------------------------------------------------------------

const islandOf = (root) => JSON.parse($("#sight", root).textContent);
const shut = new Set();  // sections that somebody has closed

async function swap(fresh, stop) {
  const before = sight, now = islandOf(fresh);
  const same = ["version", "number", "seat", "passing"].every((name) => before?.[name] === now[name]);
  if (same && !now.replay) {
    if (answered !== null && now.version >= answered) free();
    show();
    return;
  }
  const places = pieces(), scores = scoresNow();
  const newest = Number($("#log li")?.dataset.n ?? -1);
  shownAt = performance.now();
  const focused = document.activeElement?.closest("[data-part]")?.dataset.part;
  const focusedId = document.activeElement?.id;
  const scrolled = new Map($$("[data-swap]").map((element) => [element.id, element.scrollTop]));
  const opened = $$(".opened").map((element) => element.id);
  const unfolded = new Set($$("[data-swap] details[open][id]").map((element) => element.id));
  hideTip();
  for (const element of $$("[data-swap]", fresh)) {
    const old = document.getElementById(element.id);
    if (old) old.replaceWith(document.adoptNode(element));
  }
  completeLinks();
  for (const [id, top] of scrolled) { const element = document.getElementById(id); if (element && top) element.scrollTop = top; }
  opened.forEach((id) => open(id, true));
  unfolded.forEach((id) => { const element = document.getElementById(id); if (element) element.open = true; });
  shut.forEach((id) => { document.getElementById(id).hidden = true; });
  readSight();
  if (answered !== null && sight.version >= answered) free();
  if (before?.version !== sight.version || before?.seat !== sight.seat) { touched = []; asked = null; reasons.clear(); closeHint(); }
  if (sight.to_move !== before?.to_move && lift !== null && sight.to_move !== lift) lift = null;
  readSettings();
  show();
  if (focused) elementsOf(focused)[0]?.focus({ preventScroll: true });
  else if (focusedId && document.activeElement === document.body) document.getElementById(focusedId)?.focus({ preventScroll: true });
  const news = $$("#log li").filter((line) => Number(line.dataset.n) > newest).reverse();
  const lines = news.slice(-6).map((line) => $("span", line).textContent);
  if (news.length) say([...lines, ...(sight.passing ? [] : [$("#question").textContent])].join(" "));
  if (before && !sight.replay) tellSeats(before);
  tellTurn(before);
  const moving = Promise.all([...fly(places), ...rise(scores)]);
  await (stop ? Promise.race([stop, moving]) : moving);
}

// Seats change hands, and so does who may read what is said.
function tellSeats(before) {
  if (before.mine.length && !sight.mine.length) toast("Your seat was freed by whoever opened this table. You can go on watching.");
  const changed = (name) => JSON.stringify(before[name]) !== JSON.stringify(sight[name]);
  if (["mine", "chat", "names"].some(changed)) chatAgain();
}

// Every piece that lies somewhere, by place and name.
function pieces() {
  const found = new Map();
  for (const element of $$("[data-piece]")) {
    const box = element.getBoundingClientRect();
    const { at: place, piece, count = 1 } = element.dataset;
    if (box.width) found.set(`${place} ${piece}`, { element, box, piece, count: Number(count) });
  }
  return found;
}

// Pieces that left one place and came to another, or to others of their kind there, move.
function fly(before) {
  if (calm.matches || document.hidden) return [];
  const now = pieces();
  const gone = [...before].filter(([key]) => !now.has(key)).map(([, piece]) => piece);
  const flights = [];
  for (const [key, to] of now) {
    const there = before.get(key);
    if (there && there.count >= to.count) continue;
    const n = gone.findIndex((piece) => piece.piece === to.piece);
    if (n < 0 || !inView(to.box) || !inView(gone[n].box)) continue;
    flights.push(flight(to.element, gone[n].box, to.box, Boolean(there)));
    gone.splice(n, 1);
  }
  return flights;
}

const inView = (box) => box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight;

async function flight(element, from, to, joins) {
  const inner = element.getBBox();
  const ghost = svg("svg", { width: to.width, height: to.height, viewBox: `${inner.x} ${inner.y} ${inner.width} ${inner.height}` });
  const copy = element.cloneNode(true);
  copy.removeAttribute("transform");
  ghost.append(copy);
  $("#flight").append(ghost);
  if (!joins) element.style.visibility = "hidden";
  const motion = ghost.animate(
    [
      { transform: `translate(${from.left}px, ${from.top}px) scale(${from.width / to.width})` },
      { transform: `translate(${to.left}px, ${to.top}px) scale(1)` },
    ],
    { duration: 300, easing: "cubic-bezier(0.3, 0, 0.2, 1)", fill: "both" },
  );
  await motion.finished.catch(() => {});
  element.style.visibility = "";
  ghost.remove();
}

const scoresNow = () => new Map($$("[data-score]").map((element) => [element.dataset.score, Number(element.textContent)]));

function rise(before) {
  if (calm.matches || document.hidden) return [];
  return $$("[data-score]").map(async (element) => {
    const gained = Number(element.textContent) - (before.get(element.dataset.score) ?? Number(element.textContent));
    const box = element.getBoundingClientRect();
    if (gained <= 0 || !inView(box)) return;
    const ghost = document.createElement("span");
    ghost.className = "flying-points";
    ghost.textContent = `+${gained}`;
    $("#flight").append(ghost);
    const motion = ghost.animate(
      [
        { transform: `translate(${box.left}px, ${box.top + 30}px)`, opacity: 0 },
        { transform: `translate(${box.left}px, ${box.top + 14}px)`, opacity: 1, offset: 0.25 },
        { transform: `translate(${box.left}px, ${box.top - 14}px)`, opacity: 0 },
      ],
      { duration: 1200, easing: "ease-out" },
    );
    motion.finished.catch(() => {}).then(() => ghost.remove());
  });
}

// -- hints: what somebody who plays well would do here ------------------------------------------------------------

let hintFor = null;    // the version of the table that the hint in sight is about

async function askHint() {
  const version = sight.version, panel = $("#hint"), content = $("#hint-content");
  if (hintFor === version) { panel.focus(); return; }
  hintFor = version;
  content.replaceChildren(line("Thinking about it …"));
  panel.hidden = false;
  say("Thinking about it …");
  let fresh = null, trouble = "No connection: try again when you are back.";
  try {
    const answer = await post("hint", { version });
    if (answer.ok) fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    else trouble = problem(await answer.json().catch(() => ({})));
  } catch { /* it is told below */ }
  if (hintFor !== version || sight.version !== version) return;
  if (!fresh) { closeHint(); toast(trouble); return; }
  const body = $(".hint-body", fresh);
  content.replaceChildren(document.adoptNode(body));
  for (const part of body.dataset.hintParts.split(" ")) for (const element of elementsOf(part)) element.classList.add("hinted");
  panel.focus({ preventScroll: true });
  say($(".hint-best", body).textContent);
}

function closeHint() {
  const panel = $("#hint");
  if (!panel) return;
  const had = panel.contains(document.activeElement);
  hintFor = null;
  panel.hidden = true;
  $("#hint-content").replaceChildren();
  $$(".hinted").forEach((element) => element.classList.remove("hinted"));
  if (had) $("#hint-button")?.focus();
}

async function agreeToHints(box) {
  const answer = await post("hints", { agreed: box.checked }).catch(() => null);
  if (answer?.ok) await refresh();
  else { box.checked = !box.checked; toast("That could not be noted. Try again."); }
}

// -- studies: how far they have come ----------------------------------------------------------------------------

async function followStudies(section) {
  if (!$("[data-progress]", section)) return;
  const answer = await fetch(`${section.dataset.studies}/progress`, { credentials: "same-origin" }).catch(() => null);
  const studies = answer?.ok ? await answer.json() : [];
  for (const bar of $$("[data-progress]", section)) {
    const study = studies.find((one) => one.depth === bar.dataset.progress);
    if (!study) continue;
    if (!study.wanted) { location.reload(); return; }
    bar.value = study.done;
    bar.max = study.moves;
    $("[data-study-status]", section).textContent = `${study.done} of ${study.moves} decisions`;
  }
  setTimeout(() => followStudies(section), 1000);
}

// -- telling ----------------------------------------------------------------------------------------------------

function say(words) { const live = $("#live"); if (live) live.textContent = words; }

function toast(words) {
  $(".toast")?.remove();
  const note = document.createElement("p");
  note.className = "toast";
  note.setAttribute("role", "alert");
  note.textContent = words;
  document.body.append(note);
  setTimeout(() => note.remove(), 6000);
}

function tellTurn(before) {
  if (!sight || sight.passing) return;
  document.title = (myTurn() ? "● Your turn: " : "") + sight.title;
  const came = before && myTurn() && before.to_move !== sight.to_move;
  if (came && document.hidden && stored.get("notify") === "yes" && window.Notification?.permission === "granted") {
    const note = new Notification("Your turn", { body: sight.title, tag: sight.table });
    note.onclick = () => { window.focus(); note.close(); };
  }
}

// -- tips: what a thing is, and why it cannot be used now -------------------------------------------------------

let tipFor = null, tipTimer = 0;

function line(words, kind) {
  const element = document.createElement(kind === "b" ? "b" : "p");
  if (kind && kind !== "b") element.className = kind;
  element.textContent = words;
  return element;
}

async function showTip(element, atOnce) {
  const tip = $("#tip");
  if (!tip) return;
  tipFor = element;
  const [first, ...more] = (element.dataset.tip ?? element.getAttribute("aria-label") ?? "").split("\n");
  const lines = [line(first, "b"), ...more.map((words) => line(words))];
  const part = element.dataset.part;
  if (part && myTurn() && !busy) {
    const open = distinct(candidates().filter((action) => action.parts.includes(part)));
    if (open.length === 1) lines.push(line(`${open[0].sentence}.`, "cost-line"));
    if (!open.length && !touched.includes(part)) {
      const key = [sight.version, ...touched, part].join(" ");
      if (reasons.has(key)) lines.push(line(reasons.get(key), "why"));
      else why(part, key).then(() => { if (tipFor === element && reasons.get(key)) showTip(element, atOnce); });
    }
  }
  tip.replaceChildren(...lines.filter((one) => one.textContent));
  if (!tip.childElementCount) return;
  tip.hidden = false;
  element.setAttribute("aria-describedby", "tip");
  // What grows under the pointer is larger than the place that is pointed at: the tip keeps off it.
  const box = (element.querySelector("[data-grows]") ?? element).getBoundingClientRect(), size = tip.getBoundingClientRect();
  const left = Math.max(8, Math.min(innerWidth - size.width - 8, box.left + box.width / 2 - size.width / 2));
  const above = box.top - size.height - 10;
  tip.style.transform = `translate(${left}px, ${above > 8 ? above : Math.min(innerHeight - size.height - 8, box.bottom + 10)}px)`;
  if (atOnce) say(tip.textContent);
}

async function why(part, key) {
  const query = new URLSearchParams([["part", part], ...touched.map((one) => ["touched", one]), ["seat", sight.seat]]);
  reasons.set(key, "");
  try {
    const answer = await fetch(at(`why?${query}`), { credentials: "same-origin" });
    if (!answer.ok) return;
    const { reason, page } = await answer.json();
    const where = typeof page === "number" ? `p. ${page}` : page;
    if (reason) reasons.set(key, where ? `${reason} (${where})` : reason);
  } catch { reasons.delete(key); }
}

function hideTip() {
  clearTimeout(tipTimer);
  tipFor?.removeAttribute("aria-describedby");
  tipFor = null;
  const tip = $("#tip");
  if (tip) tip.hidden = true;
}

// -- moving with the arrow keys -----------------------------------------------------------------------------------

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function neighbour(from, [dx, dy]) {
  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const [x, y] = middle(from.getBoundingClientRect());
  let best = null, least = Infinity;
  for (const element of $$("[data-part]")) {
    const box = element.getBoundingClientRect();
    if (element === from || !box.width) continue;
    const [ox, oy] = middle(box);
    const ahead = (ox - x) * dx + (oy - y) * dy, aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (ahead < 4) continue;
    const far = ahead + aside * 2.2;
    if (far < least) { least = far; best = element; }
  }
  return best;
}

// -- larger things ---------------------------------------------------------------------------------------------------

function open(id, wanted) {
  const element = document.getElementById(id);
  if (!element) return;
  for (const other of $$(".opened")) if (other !== element) open(other.id, false);
  element.classList.toggle("opened", wanted);
  $(`[data-open="${id}"]`)?.setAttribute("aria-expanded", String(wanted));
}

function close(id) {
  shut.add(id);
  document.getElementById(id).hidden = true;
}

function pick(tab) {
  for (const other of $$('[role="tab"]', tab.parentElement)) {
    other.setAttribute("aria-selected", String(other === tab));
    other.tabIndex = other === tab ? 0 : -1;
    document.getElementById(other.getAttribute("aria-controls")).hidden = other !== tab;
  }
  if (tab.id === "tab-chat") $("#unread").hidden = true;
}

// Tabs that follow turn to where something is asked for, when nothing is where they are.
function follow(tabs) {
  const isAsked = (tab) => $(".lit:not(.by-the-way), .touched", document.getElementById(tab.getAttribute("aria-controls")));
  const all = $$('[role="tab"]', tabs), shown = all.find((tab) => tab.getAttribute("aria-selected") === "true");
  const next = isAsked(shown) ? shown : all.find(isAsked);
  if (next && next !== shown) pick(next);
}

function readSettings() {
  for (const box of $$("[data-setting]")) box.checked = stored.get(box.dataset.setting) === "yes";
}

// -- replay -------------------------------------------------------------------------------------------------------------

let playing = 0;

async function replayTo(n) {
  const slider = $("[data-replay]");
  n = Math.max(0, Math.min(Number(slider.max), n));
  slider.value = n;
  history.replaceState(null, "", `?at=${n}`);
  for (const element of $$("[data-replay-at]")) element.value = n;
  const move = JSON.parse($("#moves").textContent)[n - 1];
  const label = move ? `${n} of ${slider.max}. ${move.heading}: ${move.told}` : "The beginning";
  $("#replay-words").textContent = label;
  slider.setAttribute("aria-valuetext", label);
  const answer = await fetch(at(`replay?at=${n}`), { credentials: "same-origin" });
  if (answer.ok && Number(slider.value) === n) await swap(new DOMParser().parseFromString(await answer.text(), "text/html"));
}

function replayStep(by) { replayTo(Number($("[data-replay]").value) + by); }

function replayPlay() {
  clearInterval(playing);
  playing = playing ? 0 : setInterval(() => {
    const slider = $("[data-replay]");
    if (slider.value === slider.max) replayPlay(); else replayStep(1);
  }, 900);
  $("[data-replay-play]").textContent = playing ? "Pause" : "Play";
}

// -- hands and keys -----------------------------------------------------------------------------------------------------

let held = 0, wasHeld = false;

function onClick(event) {
  const on = (selector) => event.target.closest(selector);
  let element;
  if (wasHeld) { wasHeld = false; event.preventDefault(); return; }
  if (skipSteps && sight?.passing && !on("a, input, label, summary, form, button:not([data-part], [data-skip-steps])")) { skipSteps(); return; }
  if ((element = on("[data-theme-toggle]"))) switchTheme();
  else if ((element = on("#do"))) { const action = asked ?? decided(distinct(candidates())); if (action) choose(action); }
  else if (on("#cancel")) cancel();
  else if (on("[data-hint]")) askHint();
  else if (on("[data-hint-close]")) closeHint();
  else if ((element = on("[data-post]"))) send(element.dataset.post, {});
  else if ((element = on("[data-host]"))) host(element.dataset.host, element.dataset.seat ? { seat: Number(element.dataset.seat) } : {}, element.dataset.done);
  else if (on("[data-keep]")) post("keep", {}).then((answer) => { if (answer.ok) { toast("The table is kept."); refresh(); } }, () => {});
  else if ((element = on("[data-lift]"))) { lift = Number(element.dataset.lift); refresh(); }
  else if ((element = on("[data-open]"))) {
    const opened = document.getElementById(element.dataset.open);
    open(opened.id, !opened.classList.contains("opened"));
    if (on("#menu")) { $("#menu").open = false; $("button", opened)?.focus(); }
  }
  else if ((element = on("[data-close]"))) close(element.dataset.close);
  else if ((element = on("[data-reopen]"))) { shut.delete(element.dataset.reopen); document.getElementById(element.dataset.reopen).hidden = false; $("#menu").open = false; }
  else if ((element = on("[data-copy]"))) { navigator.clipboard?.writeText(whole(element.dataset.copy)); toast("The link is copied."); }
  else if ((element = on("[data-step]"))) replayStep(Number(element.dataset.step));
  else if (on("[data-replay-play]")) replayPlay();
  else if ((element = on('[role="tab"]'))) pick(element);
  else if ((element = on('a[href^="#"]')) && $(`details${element.getAttribute("href")}`)) $(element.getAttribute("href")).open = true;
  else if ((element = on("[data-action]"))) choose(sight.actions.find((action) => action.number === Number(element.dataset.action)));
  else if ((element = on("[data-tab]"))) { event.preventDefault(); document.getElementById(element.dataset.tab).scrollIntoView({ inline: "start", block: "nearest", behavior: calm.matches ? "auto" : "smooth" }); }
  else if ((element = on("[data-part]")) && sight) touch(element.dataset.part, element);
  else if ((element = on("[data-tip]"))) showTip(element, true);
  else { if (!on(".opened")) $$(".opened").forEach((one) => open(one.id, false)); hideTip(); }
  if (!on("#menu") && $("#menu")?.open) $("#menu").open = false;
}

function onKey(event) {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    hideTip();
    if ($(".opened")) open($(".opened").id, false);
    else if ($("#menu")?.open) $("#menu").open = false;
    else if ($("#ending:not([hidden])")) close("ending");
    else if ($("#hint:not([hidden])")) closeHint();
    else if (skipSteps && sight?.passing) skipSteps();
    else if (sight) cancel();
    return;
  }
  if (skipSteps && sight?.passing && (event.key === "Enter" || event.key === " ") && event.target.matches("body, [data-part]")) {
    event.preventDefault();
    skipSteps();
    return;
  }
  if (sight?.replay && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
    event.preventDefault();
    replayStep(event.key === "ArrowLeft" ? -1 : 1);
    return;
  }
  if (event.key === "?" && $("#hint-button")) { askHint(); return; }
  const tab = event.target.closest('[role="tab"]');
  if (tab && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
    const next = event.key === "ArrowLeft" ? tab.previousElementSibling : tab.nextElementSibling;
    if (next) { pick(next); next.focus(); }
    return;
  }
  const element = event.target.closest("[data-part]");
  if (!element || element.tagName === "BUTTON") return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    touch(element.dataset.part, element);
  } else if (ARROWS[event.key]) {
    event.preventDefault();
    const next = neighbour(element, ARROWS[event.key]);
    if (next) { next.tabIndex = 0; next.focus(); }
  }
}

function listenToPeople() {
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey);
  let hand = { x: -1, y: -1 };
  document.addEventListener("pointermove", (event) => { hand = { x: event.clientX, y: event.clientY }; }, { passive: true });
  document.addEventListener("pointerover", (event) => {
    // What came to lie under a resting hand was not pointed at.
    if (event.pointerType === "touch" || (event.clientX === hand.x && event.clientY === hand.y)) return;
    hand = { x: event.clientX, y: event.clientY };
    const element = event.target.closest("[data-tip]");
    if (element === tipFor) return;
    hideTip();
    if (element) tipTimer = setTimeout(() => showTip(element), 350);
  });
  document.addEventListener("focusin", (event) => { if (event.target.matches("[data-tip]:focus-visible")) showTip(event.target); else hideTip(); });
  document.addEventListener("pointerdown", (event) => {
    wasHeld = false;
    const element = event.target.closest("[data-tip]");
    if (event.pointerType === "touch" && element) held = setTimeout(() => { wasHeld = true; showTip(element, true); }, 450);
  });
  for (const kind of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(kind, () => clearTimeout(held), true);
  document.addEventListener("contextmenu", (event) => { if (wasHeld) event.preventDefault(); });
  document.addEventListener("change", (event) => {
    const box = event.target.closest("[data-setting]");
    if (box) {
      stored.set(box.dataset.setting, box.checked ? "yes" : "no");
      if (box.dataset.setting === "notify" && box.checked) window.Notification?.requestPermission?.();
    }
    if (event.target.matches("[data-agree]")) agreeToHints(event.target);
    if (event.target.matches("[data-host-chat]")) {
      const box = event.target;
      host("chat", { readers: box.checked ? "seated" : "everyone" }).then((ok) => { if (!ok) box.checked = !box.checked; });
    }
    if (event.target.name === "players" || event.target.matches("[data-kind]")) seatRows(event.target.form);
    const option = event.target.closest(".option");
    if (option) {
      // What is not played together: choosing one lets the other go.
      const others = event.target.checked ? (event.target.dataset.apart ?? "").split(" ") : [];
      for (const box of $$("[data-apart]", option)) if (others.includes(box.value)) box.checked = false;
      nameChosen(option);
    }
    if (event.target.matches("[data-replay]")) replayTo(Number(event.target.value));
  });
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-replay]")) replayTo(Number(event.target.value));
    // One has one name, in whichever form one gives it.
    if (event.target.name === "name") for (const other of $$('input[name="name"]')) other.value = event.target.value;
  });
  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("[data-chat]");
    if (!form) return;
    event.preventDefault();
    const text = form.text.value.trim();
    if (!text) return;
    const answer = await post("chat", { text }).catch(() => null);
    if (answer?.ok) form.text.value = "";
    else toast(answer ? problem(await answer.json().catch(() => ({}))) : "That could not be said. Try again.");
  });
  document.addEventListener("toggle", (event) => { if (event.target.matches("[data-per-seat]")) { seatRows(event.target.closest("form")); nameChosen(event.target.closest(".option")); } }, true);
  const panels = $(".panels");
  panels?.addEventListener("scroll", () => {
    const away = (panel) => Math.abs(panel.getBoundingClientRect().left);
    const shown = $$(".panel", panels).reduce((one, other) => (away(other) < away(one) ? other : one));
    for (const tab of $$("[data-tab]")) tab.setAttribute("aria-current", String(tab.dataset.tab === shown.id));
  }, { passive: true });
}

// On the start page: a folded rule says what is chosen in it.
function nameChosen(option) {
  const own = $("[data-per-seat][open]", option);
  const picked = own ? $$("select:enabled", own) : $$("select[data-everyone]", option);
  const names = picked.map((select) => select.selectedOptions[0].dataset.name);
  for (const label of $$("label:has(:checked)", option)) names.push($("b", label).textContent.replace(/\.$/, ""));
  $("[data-chosen]", option).textContent = names.join(", ") || "None";
}

// On the start page: as many seats as there are players, and for each what its kind needs.
function seatRows(form) {
  const players = Number(new FormData(form).get("players"));
  for (const row of $$("[data-seat-row]", form)) {
    row.hidden = Number(row.dataset.seatRow) >= players;
    const kind = $("[data-kind]", row), own = row.closest("[data-per-seat]");
    if (own) $("select", row).disabled = row.hidden || !own.open;
    if (!kind) continue;
    kind.disabled = row.hidden;
    for (const field of $$("[data-for]", row)) {
      field.hidden = field.disabled = row.hidden || !field.dataset.for.split(" ").includes(kind.value);
    }
  }
  for (const own of $$("[data-per-seat]", form)) $("[data-everyone]", own.parentElement).disabled = own.open;
}

document.addEventListener("DOMContentLoaded", () => {
  listenToPeople();
  $$("form").filter((form) => form.elements.players).forEach(seatRows);
  $$("[data-studies]").forEach(followStudies);
  if (!$("#table")) return;
  readSight();
  readSettings();
  show();
  tellTurn(null);
  listen();
});

// -- zooming: what has `data-zoom` shows a drawing that may be larger than itself ------------------------------------------

const CLOSEST = 5;
const zooms = new Map(); // a frame's name → how much larger than it fits in whole

function fitIn(frame) {
  const { width, height } = $("svg", frame).viewBox.baseVal;
  const across = frame.clientWidth / width, down = frame.clientHeight / height;
  return { width, height, whole: Math.min(across, down), filled: Math.max(across, down) };
}

// Where there is little room, a drawing first fills its frame; else all of it is shown.
function startingZoom(frame) {
  const { whole, filled } = fitIn(frame);
  return whole && matchMedia("(max-width: 1099px)").matches ? Math.min(filled / whole, CLOSEST) : 1;
}

function zoomTo(frame, zoom, x = frame.clientWidth / 2, y = frame.clientHeight / 2) {
  const { width, height, whole } = fitIn(frame);
  if (!whole) return; // on a panel that is not shown
  const before = zooms.get(frame.dataset.zoom) ?? 0;
  const now = Math.max(1, Math.min(CLOSEST, zoom));
  const drawing = $("svg", frame), box = drawing.getBoundingClientRect(), outer = frame.getBoundingClientRect();
  const left = (outer.left + x - box.left) / box.width, top = (outer.top + y - box.top) / box.height;
  zooms.set(frame.dataset.zoom, now);
  frame.style.setProperty("--zoomed-width", `${width * whole * now}px`);
  frame.style.setProperty("--zoomed-height", `${height * whole * now}px`);
  frame.classList.toggle("zoomed", now > 1);
  if (!before) return;
  frame.scrollLeft = left * width * whole * now - x;
  frame.scrollTop = top * height * whole * now - y;
}

const zoomBy = (frame, by, x, y) => zoomTo(frame, (zooms.get(frame.dataset.zoom) ?? 1) * by, x, y);
const zoomAgain = () => $$("[data-zoom]").forEach((frame) => zoomTo(frame, zooms.get(frame.dataset.zoom) ?? startingZoom(frame)));

// When nothing that can be touched is in sight, the drawing moves to where something is.
function comeIntoSight(frame) {
  const outer = frame.getBoundingClientRect();
  const lit = $$(".lit", frame).map((element) => element.getBoundingClientRect());
  const seen = (box) => box.right > outer.left && box.left < outer.right && box.bottom > outer.top && box.top < outer.bottom;
  if (!lit.length || lit.some(seen)) return;
  frame.scrollLeft += lit[0].left + lit[0].width / 2 - outer.left - outer.width / 2;
  frame.scrollTop += lit[0].top + lit[0].height / 2 - outer.top - outer.height / 2;
}

function listenToZoom() {
  const frameOf = (event) => event.target.closest?.("[data-zoom]");
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom-by]");
    const frame = button && $(`[data-zoom="${button.getAttribute("aria-controls")}"]`);
    if (frame) zoomBy(frame, Number(button.dataset.zoomBy));
  });
  document.addEventListener("keydown", (event) => {
    const frame = frameOf(event), by = { "+": 1.35, "-": 1 / 1.35, 0: 0 }[event.key];
    if (frame && by !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); zoomBy(frame, by); }
  });
  for (const frame of $$("[data-zoom]")) {
    const at = (point) => { const box = frame.getBoundingClientRect(); return [point.clientX - box.left, point.clientY - box.top]; };
    frame.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomBy(frame, Math.exp(-event.deltaY / 200), ...at(event));
    }, { passive: false });
    // Two fingers: how far apart they are, and where their middle is.
    const pinch = ([one, other]) => ({
      apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
      middle: at({ clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 }),
    });
    let fingers = null;
    frame.addEventListener("touchstart", (event) => { fingers = event.touches.length === 2 ? pinch(event.touches) : null; }, { passive: true });
    frame.addEventListener("touchmove", (event) => {
      if (!fingers || event.touches.length !== 2) return;
      event.preventDefault();
      const now = pinch(event.touches);
      frame.scrollLeft += fingers.middle[0] - now.middle[0];
      frame.scrollTop += fingers.middle[1] - now.middle[1];
      zoomBy(frame, now.apart / fingers.apart, ...now.middle);
      fingers = now;
    }, { passive: false });
    // A mouse drags the drawing; letting go afterwards touches nothing.
    let from = null, dragged = false;
    frame.addEventListener("pointerdown", (event) => { dragged = false; from = event.pointerType === "mouse" && event.button === 0 ? event : null; });
    addEventListener("pointermove", (event) => {
      if (!from || !(event.buttons & 1)) { from = null; return; }
      if (!dragged && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < 6) return;
      dragged = true;
      hideTip();
      frame.scrollLeft -= event.movementX;
      frame.scrollTop -= event.movementY;
    });
    frame.addEventListener("click", (event) => { if (dragged) { event.stopPropagation(); dragged = false; } }, true);
    new ResizeObserver(zoomAgain).observe(frame);
    new MutationObserver(() => requestAnimationFrame(() => comeIntoSight(frame))).observe(frame, { childList: true });
  }
  zoomAgain();
}

document.addEventListener("DOMContentLoaded", listenToZoom);

// -- links to give away: only the browser knows for sure by which address people get here ------------

const whole = (address) => new URL(address, location.href).href;

function completeLinks() { for (const box of $$("input.link-box")) box.value = whole(box.value); }

document.addEventListener("DOMContentLoaded", completeLinks);

// -- times, as clocks here show them ----------------------------------------------------------------

document.addEventListener("DOMContentLoaded", () => {
  for (const time of $$("time[datetime]")) {
    time.textContent = new Date(time.dateTime).toLocaleString([], "date" in time.dataset ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" });
  }
});
