// Matrices and pictures as a trace touches them: what was read up to a step, and what is read in it.

import { box, label, svg } from "./picture.js";

/** Stretches of elements in a row, each [first, end], of a set of indices into rows of that width. */
function stretches(indices, columns) {
  const sorted = [...indices].sort((one, other) => one - other);
  const all = [];
  for (const index of sorted) {
    const last = all.at(-1);
    if (last && last[1] === index && index % columns !== 0) last[1] += 1;
    else all.push([index, index + 1]);
  }
  return all;
}

/** One path over all elements of a set. */
function over(indices, columns, left, top, cell, name) {
  const d = stretches(indices, columns).map(([first, end]) => {
    const [x, y] = [left + (first % columns) * cell, top + Math.floor(first / columns) * cell];
    return `M ${x} ${y} h ${(end - first) * cell} v ${cell} h ${-(end - first) * cell} Z`;
  });
  return d.length === 0 ? null : svg("path", { class: name, d: d.join(" ") });
}

/** A plane of elements: `seen` and `now` are sets of indices, row by row. */
export function plane({ name, left, top, cell, columns, rows, seen, now }) {
  return svg(
    "g",
    {},
    label(left, top - 6, name, { class: "head" }),
    box(left, top, columns * cell, rows * cell, { class: "sheet" }),
    over(seen, columns, left, top, cell, "seen"),
    over(now, columns, left, top, cell, "now-read"),
  );
}
