// Sounds, small, and off until somebody wants them: one's turn, a die, the end. They are made here, from nothing.

import { onDrawn } from "./page.js";
import { setting } from "./settings.js";
import { stateOf } from "./states.js";

/** @type {AudioContext | null} */
let context = null;

/** Browsers let a page be heard from the first touch on. */
function wake() {
  if (setting("sound") !== "yes") return;
  context ??= new AudioContext();
  context.resume();
}

/**
 * A soft note.
 * @param {AudioContext} at
 * @param {number} pitch in hertz
 * @param {number} after in seconds
 * @param {number} long in seconds
 */
function note(at, pitch, after, long) {
  const start = at.currentTime + after, tone = new OscillatorNode(at, { type: "triangle", frequency: pitch });
  const volume = new GainNode(at, { gain: 0 });
  volume.gain.linearRampToValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(0.12, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, start + long);
  tone.connect(volume).connect(at.destination);
  tone.start(start);
  tone.stop(start + long);
}

/**
 * A knock of wood on wood: noise that is gone at once.
 * @param {AudioContext} at
 * @param {number} after in seconds
 */
function knock(at, after) {
  const length = Math.round(at.sampleRate * 0.06), buffer = new AudioBuffer({ length, sampleRate: at.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < length; n += 1) samples[n] = (2 * Math.random() - 1) * Math.exp((-9 * n) / length);
  const noise = new AudioBufferSourceNode(at, { buffer });
  const wood = new BiquadFilterNode(at, { type: "bandpass", frequency: 900 + 500 * Math.random(), Q: 1.5 });
  noise.connect(wood).connect(new GainNode(at, { gain: 0.5 })).connect(at.destination);
  noise.start(at.currentTime + after);
}

/** @type {Record<string, (at: AudioContext) => void>} */
const SOUNDS = {
  turn: (at) => { note(at, 523, 0, 0.25); note(at, 784, 0.13, 0.4); },
  dice: (at) => { for (const after of [0, 0.09, 0.16, 0.28]) knock(at, after); },
  end: (at) => { [392, 494, 587, 784].forEach((pitch, n) => note(at, pitch, 0.16 * n, 0.9)); },
};

/** @param {keyof typeof SOUNDS} name */
function hear(name) {
  if (setting("sound") !== "yes" || !context) return;
  SOUNDS[name]?.(context);
  document.body.dataset.heard = name;
}

export function listenForSounds() {
  for (const kind of ["pointerdown", "keydown", "change"]) document.addEventListener(kind, wake);
}

onDrawn((before, now) => {
  if (now.replay) return;
  if (now.over && !before.over) hear("end");
  else if (now.rolled !== before.rolled) hear("dice");
  if (stateOf(now) === "choosing" && stateOf(before) !== "choosing" && before.to_move !== now.to_move) hear("turn");
});
