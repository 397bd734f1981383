"""What can be measured of a page on a screen, as scripts that the browser runs."""

from __future__ import annotations

MEASURE = """byTouch => {
  // Where there is little room, what lies in a frame that zooms is shown whole first: it has to be large
  // enough from as near as one can come.
  const isNarrow = matchMedia(document.querySelector("#narrow")?.media ?? "not all").matches;
  const isSmall = isNarrow || innerHeight < 740;
  const nearness = one => isSmall && one.closest("[data-zoom]") ? 6 : 1;
  const table = document.querySelector("#table") ?? document.body;
  const found = [], panels = document.querySelector(".panels");
  const seen = one => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const quiet = one => one.closest(".quiet, .sprite, [hidden], .tip, .flight, defs, symbol");
  const name = one => (one.dataset.part || one.id || one.getAttribute("class") || one.tagName) + " «"
    + one.textContent.trim().replace(/\\s+/g, " ").slice(0, 30) + "»";
  const wide = document.scrollingElement.scrollWidth;  // on a phone, innerWidth would grow with it
  if (wide > document.documentElement.clientWidth) found.push(`sideways: the page is ${wide} px wide`);

  // Words: large enough, and all of them inside whatever hides what sticks out of it.
  // One scrolls down wherever that is needed, but sideways only where things lie in a row.
  const rows = ".panels, .cards, .quick-words, .scroll-x, pre, [data-zoom]";
  const hiding = (one, axis) => {  // what hides them, unless one can scroll to them or read them in a tip
    for (let at = one; at; at = at.parentElement) {
      const overflow = getComputedStyle(at)["overflow" + axis];
      if (at.matches(rows) || at.title) return null;
      if (/auto|scroll/.test(overflow)) return axis === "X" ? at : null;
      if (/hidden|clip/.test(overflow) && !at.closest("svg")) return at;
    }
    return null;
  };
  const words = document.createTreeWalker(table, NodeFilter.SHOW_TEXT), range = document.createRange();
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const one = node.parentElement;
    if (!node.data.trim() || one.matches("script, style, title") || quiet(one) || !seen(one)) continue;
    if (getComputedStyle(one).clipPath !== "none" && one.clientWidth <= 1) continue;  // only to be heard
    const scale = one.closest("svg") && one.getScreenCTM ? Math.abs(one.getScreenCTM().a) : 1;
    const size = parseFloat(getComputedStyle(one).fontSize) * scale * nearness(one);
    if (size && size < 10.95) found.push(`small: ${size.toFixed(1)} px in ${name(one)}`);
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    const recent = one.closest(".recent")?.getBoundingClientRect();  // as many lines as there is room for
    if (recent && text.left > recent.right) continue;
    for (const [axis, from, to] of [["X", "left", "right"], ["Y", "top", "bottom"]]) {
      const by = hiding(one, axis), box = by?.getBoundingClientRect();
      if (by && (text[from] < box[from] - 2 || text[to] > box[to] + 2)) found.push(`cut: ${name(one)}`);
    }
  }

  const touched = "[data-part].lit, .tabs a, .controls button, .aside-tabs button, [data-open]";
  if (byTouch) for (const one of document.querySelectorAll(touched)) {
    const { width, height } = one.getBoundingClientRect(), least = Math.min(width, height) * nearness(one);
    if (!width || quiet(one) || !seen(one) || one.querySelector(".road-hit")) continue;
    if (least < 39.5) found.push(`touch: ${least.toFixed(1)} px for ${name(one)}`);
  }

  // The rings around what can be touched are whole: the bar that they lie in has room for them, or scrolls.
  for (const ring of isNarrow ? document.querySelectorAll(".lit > i.ring") : []) {
    const held = ring.closest("#holdings, #hand, #say");
    if (held && held.scrollHeight > held.clientHeight + 1 && hiding(held, "Y") === null) continue;
    if (!held || !seen(ring) || quiet(ring) || hiding(ring, "X")?.matches(rows)) continue;
    const box = ring.getBoundingClientRect(), room = held.getBoundingClientRect();
    const isOut = box.top < room.top - 1 || box.bottom > room.bottom + 1;
    if (box.width && isOut) found.push(`ring: ${name(ring.parentElement)}`);
  }

  // Panels that lie side by side on a phone reach no further than where they are shown.
  const beside = panels && getComputedStyle(panels).display !== "contents";
  const clip = beside ? panels.getBoundingClientRect() : null;
  const boxes = [...document.querySelectorAll("#say, #holdings, #hand, .tabs, .panel")].filter(seen);
  const shown = boxes.map(one => {
    const { left, right, top, bottom } = one.getBoundingClientRect(), held = panels?.contains(one) && clip;
    return {
      one, top: Math.max(top, held?.top ?? top), bottom: Math.min(bottom, held?.bottom ?? bottom),
      left: Math.max(left, held?.left ?? left), right: Math.min(right, held?.right ?? right),
    };
  });
  shown.forEach((a, n) => shown.slice(n + 1).forEach(b => {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 1 && down > 1) found.push(`overlap: ${name(a.one)} and ${name(b.one)}`);
  }));
  return [...new Set(found)];
}"""
CONTRAST = """async () => {
  const { violations } = await axe.run(document, { runOnly: ["color-contrast"] });
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => `contrast: ${html}`));
}"""
