// The tile of a work-group after each of its steps, a row a step: its values, which work-item wrote which slot,
// and which slots it read for that. Of this the trees of reductions and scans are drawn.

import { box, buffer, drawing, hue, label, launchText, svg, touches } from "./picture.js";

/** Work-items of the group, and slots of its tile. */
export const SIZE = 16;
const WORD = 4;

export const VALUES = [
  ["ones", "ones", "{ fill = 1 }"],
  ["count", "1 to 16", `{ values = [${Array.from({ length: SIZE }, (_, index) => index + 1)}] }`],
  ["random", "random", "{ random = 35, min = 0, max = 9 }"],
];

/** The launch of a kernel that takes that number of steps. */
export function launchOf(kernel, steps, values) {
  const [, , init] = VALUES.find(([name]) => name === values);
  return launchText(kernel, SIZE, SIZE, [
    buffer("int", SIZE, init),
    buffer("int", SIZE * (steps + 1), '"uninit"', true),
    `local = ${2 * SIZE * WORD}`,
  ]);
}

/** The additions of each step: the slot that is written, by whom, and the slots that were read for it. */
export function additions(trace) {
  const tile = trace.objects.indexOf("tile");
  const steps = [];
  let reads = new Map();
  let added = [];
  for (const step of trace.steps) {
    if (step.kind === "barrier") {
      steps.push(added);
      [reads, added] = [new Map(), []];
    }
    if (step.kind !== "access" || step.requests[0]?.runs[0]?.[2] !== tile) continue;
    for (const { lane, offset } of step.requests.flatMap(touches)) {
      const slot = (offset / WORD) % SIZE;
      if (step.does === "load") reads.set(lane, [...(reads.get(lane) ?? []), slot]);
      else {
        added.push({ lane, to: slot, from: [...new Set(reads.get(lane) ?? [])] });
        reads.delete(lane);
      }
    }
  }
  // Before the first barrier the tile was filled.
  return steps.slice(1).map((all) => all.filter(({ from }) => from.length > 1));
}

/** The rows up to a step; those to come are left blank. */
export function rowsDrawing({ width, answer, step, said }) {
  const { values } = answer.outputs.rows;
  const steps = additions(answer.trace);
  const across = width / SIZE;
  const [high, down] = [24, 56];
  const middle = (slot) => (slot + 0.5) * across;
  const rows = Array.from({ length: steps.length + 1 }, (_, row) => {
    const top = row * down;
    const added = row === 0 ? [] : steps[row - 1];
    const known = row <= step;
    const edges = known
      ? added.flatMap(({ lane, to, from }) =>
          from.map((slot) =>
            svg("path", {
              class: row === step ? "edge now" : "edge",
              style: hue(2 * lane),
              d: `M ${middle(slot)} ${top - down + high} C ${middle(slot)} ${top - 12}, ${middle(to)} ${top - down + high + 12}, ${middle(to)} ${top}`,
            }),
          ),
        )
      : [];
    const cells = Array.from({ length: SIZE }, (_, slot) => {
      const own = added.find(({ to }) => to === slot);
      const state = !known ? "slot blank" : own ? "slot asked" : "slot";
      return svg(
        "g",
        {},
        box(slot * across + 1, top, across - 2, high, { class: state, rx: 3, style: own ? hue(2 * own.lane) : null }),
        known ? label(middle(slot), top + 16, values[row * SIZE + slot], { "text-anchor": "middle", class: own ? "on-lane" : null }) : null,
      );
    });
    return svg("g", {}, ...edges, ...cells);
  });
  return drawing(width, steps.length * down + high + 2, said, ...rows);
}
