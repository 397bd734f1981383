// What the table's page is doing, and what may happen then. Here, and nowhere else, it is decided whether a
// click, a key, a touch or a message counts: what a state does not name is ignored.

/** @typedef {import("./page.js").View} View */

/**
 * @typedef {"loading" | "choosing" | "confirming" | "sending" | "updating" | "showing" | "waiting" | "watching"
 *   | "handing-over" | "over" | "replaying" | "offline" | "closed"} State
 *
 * - loading: nothing has been drawn yet.
 * - choosing: it is my turn; what I touch narrows the choice.
 * - confirming: what I chose waits for a yes.
 * - sending: a move, or taking one back, is on its way to the server.
 * - updating: the server has answered; the table that shows it is on its way.
 * - showing: what others did is shown step by step.
 * - waiting: it is somebody else's turn.
 * - watching: I have no seat here.
 * - handing-over: the next of several people at this screen is waited for.
 * - over: the game is over.
 * - replaying: a finished game is looked through.
 * - offline: the server cannot be reached; it is tried again and again.
 * - closed: the table is no more.
 */

/**
 * What people do:
 * @typedef {"touch" | "explain" | "cancel" | "confirm" | "play" | "undo" | "drop" | "hint" | "skip"
 *   | "hand-over" | "step"} Input
 *
 * - touch: something that can be chosen.
 * - explain: ask what a thing is, and why it cannot be used.
 * - cancel: let go what was touched.
 * - confirm: choose what has to be confirmed first.
 * - play: send a move.
 * - undo: take back the last step, or the turn.
 * - drop: let go of a move that could not be sent.
 * - hint: ask for a good move.
 * - skip: have seen enough of what others did.
 * - hand-over: say that the next person sits at the screen.
 * - step: go to another position of a replay.
 */

/**
 * What the server and the connection do:
 * @typedef {"drawn" | "unchanged" | "settled" | "changed" | "answered" | "unsent" | "lost" | "close"} Message
 *
 * - drawn: the table has been drawn as the server sent it.
 * - unchanged: it was sent, and is as it is drawn already.
 * - settled: nothing more is on its way.
 * - changed: there is something newer.
 * - answered: what was sent has been taken or refused.
 * - unsent: it could not be sent.
 * - lost: the table could not be fetched.
 * - close: the table has been closed.
 */

/** @typedef {Input | Message} PageEvent */

const STAY = "(stay)";    // the event counts, and the page goes on with what it does
const SEEN = "(seen)";    // on to what the table says that is seen: see `stateOf`

const LIVE = /** @type {const} */ ({ changed: STAY, drawn: SEEN, lost: "offline", close: "closed" });

/** @type {Record<State, Partial<Record<PageEvent, State | typeof STAY | typeof SEEN>>>} */
export const TRANSITIONS = {
  loading: { drawn: SEEN },
  choosing: {
    ...LIVE, touch: STAY, explain: STAY, cancel: STAY, hint: STAY,
    confirm: "confirming", play: "sending", undo: "sending",
  },
  confirming: {
    ...LIVE, touch: "choosing", explain: "choosing", cancel: "choosing", hint: STAY,
    play: "sending", undo: "sending",
  },
  // Whether a move arrived is known when the answer is here: nothing that comes before it changes that.
  sending: { drawn: STAY, answered: "updating", unsent: "offline", close: "closed" },
  updating: { ...LIVE, unchanged: SEEN, settled: SEEN },
  // The steps are here already: when the connection is lost, it is noticed after the last of them.
  showing: { drawn: SEEN, changed: STAY, close: "closed", skip: STAY, "hand-over": STAY },
  waiting: { ...LIVE, explain: STAY, undo: "sending" },
  watching: { ...LIVE, explain: STAY },
  "handing-over": { ...LIVE, "hand-over": STAY },
  over: { ...LIVE, explain: STAY, undo: "sending" },
  replaying: { drawn: SEEN, explain: STAY, step: STAY },
  offline: { drawn: SEEN, unchanged: SEEN, changed: STAY, close: "closed", explain: STAY, drop: STAY },
  closed: {},
};

/**
 * What the page is doing that shows a table; with a version, one that must be seen before anything is done.
 * @param {View} view
 * @param {number} [least]
 * @returns {State}
 */
export function stateOf(view, least = 0) {
  if (view.replay) return "replaying";
  if (view.passing) return "showing";
  if (view.version < least) return "updating";
  if (view.seat === null && view.mine.length) return "handing-over";
  if (view.over) return "over";
  if (view.seat === null) return "watching";
  return view.to_move === view.seat && view.actions.length ? "choosing" : "waiting";
}

/** The state of one page. */
export class PageState {
  /** @type {State} */
  state = "loading";
  /** @type {View | null} */
  #view = null;
  #least = 0; // the version from which on the table shows what was sent
  /** @type {((state: State, event: PageEvent, before: State) => void)[]} */
  #changed = [];
  /** @type {((event: PageEvent, state: State) => void)[]} */
  #ignored = [];

  /** The table as it is drawn. */
  get view() {
    if (!this.#view) throw new Error("Nothing has been drawn yet");
    return this.#view;
  }

  /**
   * Whether an event would count now.
   * @param {PageEvent} event
   */
  allows(event) {
    return event in TRANSITIONS[this.state];
  }

  /**
   * Let something happen. Returns whether it counts; if not, nothing has happened.
   * @param {PageEvent} event
   * @param {{ view?: View, version?: number }} [detail] the table that was drawn, or the version that was answered
   */
  happens(event, { view, version = 0 } = {}) {
    const next = TRANSITIONS[this.state][event];
    if (next === undefined) {
      for (const listener of this.#ignored) listener(event, this.state);
      return false;
    }
    if (view) this.#view = view;
    if (event === "answered") this.#least = version;
    if (event === "settled" || event === "unsent" || event === "lost") this.#least = 0;
    const before = this.state;
    if (next === SEEN) this.state = stateOf(this.view, this.#least);
    else if (next !== STAY) this.state = next;
    if (this.state !== before) for (const listener of this.#changed) listener(this.state, event, before);
    return true;
  }

  /** @param {(state: State, event: PageEvent, before: State) => void} listener called when the state has changed */
  onChange(listener) {
    this.#changed.push(listener);
  }

  /** @param {(event: PageEvent, state: State) => void} listener called with what did not count */
  onIgnored(listener) {
    this.#ignored.push(listener);
  }
}
