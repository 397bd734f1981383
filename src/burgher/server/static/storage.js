// What this browser keeps for its person: the theme and the settings.

export const stored = {
  /** @param {string} name */
  get(name) {
    try { return localStorage.getItem(`burgher-${name}`); } catch { return null; }
  },
  /** @param {string} name @param {string} value */
  set(name, value) {
    try { localStorage.setItem(`burgher-${name}`, value); } catch { /* nothing is kept here */ }
  },
};
