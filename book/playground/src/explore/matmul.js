// A matrix product: what one work-group reads of the matrices, step by step, and how many bytes move for it.

import { choice } from "./explorable.js";
import { SECTOR, box, buffer, drawing, label, launchText, scalar, touches } from "./picture.js";
import { plane } from "./planes.js";
import { KERNELS as PRODUCTS, launchOf } from "./products.js";

const N = 64;
const FLOAT = 4;
/** Each with the elements of `c` that a work-group does each way, and the group that is shown. */
const KERNELS = {
  naive: { ...PRODUCTS.naive, tile: 8, group: 27 },
  tiled: { ...PRODUCTS.tiled, tile: 8, group: 27 },
  register: { ...PRODUCTS.register, tile: 32, group: 1 },
};

const isGlobal = ({ kind, requests }) => kind === "access" && requests[0]?.sectors !== undefined;
const accessesOf = ({ steps }) => steps.filter(isGlobal);
const movedBy = ({ requests }) => requests.reduce((sum, { sectors }) => sum + sectors * SECTOR, 0);
const elementsOf = (step) => step.requests.flatMap(touches).map(({ offset }) => offset / FLOAT);
const kib = (bytes) => (bytes < 10_240 ? `${bytes.toLocaleString("en")} B` : `${(bytes / 1024).toFixed(0)} KiB`);

const movedOf = ({ counters: { total } }) => total.global_loads.bytes_moved + total.global_stores.bytes_moved;

export default {
  title: "What a work-group reads: step through it",
  controls: [
    choice({ key: "kernel", name: "kernel", value: "tiled", options: [["naive", "naive"], ["tiled", "with tiles"], ["register", "in registers"]] }),
  ],
  request({ kernel }) {
    const { source, kernel: name, items, group } = KERNELS[kernel];
    const matrix = (init, shown) => buffer("float", N * N, init, shown);
    return {
      source,
      group,
      launch: launchText(name, [items(N), items(N)], [8, 8], [
        matrix("{ random = 1 }"),
        matrix("{ random = 2 }"),
        matrix('"uninit"', true),
        ...[N, N, N].map((size) => scalar("uint", size)),
      ]),
    };
  },
  mine: {
    what: "kernel",
    variants: Object.entries(KERNELS).map(([key, { name, source }]) => ({ name, source, request: { source, launch: launchOf(key, N), traces: false }, launch: (n) => launchOf(key, n) })),
    sizes: [128, 256, 512, 1024],
    shown: (n) => `${n} x ${n} numbers each`,
    counts: [
      [`bytes moved, ${N} x ${N}`, (answer) => kib(movedOf(answer))],
      ["products for each byte", (answer) => (N ** 3 / movedOf(answer)).toFixed(2)],
    ],
    note: "The simulator has no cache, and your GPU has: it serves much of what the naive product reads again.",
  },
  steps: (answer) => accessesOf(answer.trace).length,
  draw({ values: { kernel }, answer, step, width }) {
    const { objects } = answer.trace;
    const steps = accessesOf(answer.trace);
    const nameOf = (each) => objects[each.requests[0].runs[0][2]];
    const seen = { a: new Set(), b: new Set(), c: new Set() };
    let moved = 0;
    for (const each of steps.slice(0, step + 1)) {
      moved += movedBy(each);
      for (const element of elementsOf(each)) seen[nameOf(each)].add(element);
    }
    const current = steps[step];
    const touched = elementsOf(current);
    const now = { a: new Set(), b: new Set(), c: new Set(), [nameOf(current)]: new Set(touched) };
    const different = now[nameOf(current)].size;
    const all = movedOf(answer);
    const does = current.does === "load" ? "reads" : "writes";
    const said = `Step ${step + 1} of ${steps.length}, line ${current.line}: the group ${does} ${different} elements of ${nameOf(current)}, for ${touched.length} that its work-items ${current.does === "load" ? "want" : "have"}. ${movedBy(current)} bytes move; ${kib(moved)} so far, ${kib(all)} for all groups in the end.`;
    const { tile, group } = KERNELS[kernel];
    const across = N / tile;
    const gap = 30;
    const side = Math.min((width - gap) / 2, 250);
    const cell = side / N;
    const at = { a: [0, side + gap + 16], b: [side + gap, 16], c: [side + gap, side + gap + 16] };
    const planes = Object.entries(at).map(([name, [left, top]]) =>
      plane({ name, left, top, cell, columns: N, rows: N, seen: seen[name], now: now[name] }),
    );
    return {
      said,
      numbers: [
        ["moved for this group so far", kib(moved)],
        ["moved for all groups", kib(all)],
        ["products for each byte", (N ** 3 / all).toFixed(2)],
      ],
      picture: drawing(
        Math.min(width, 2 * side + gap),
        2 * side + gap + 18,
        said,
        ...planes,
        label(0, 28, `${N} x ${N} floats each`, { class: "head" }),
        label(0, 44, "strong: in this step", { class: "head" }),
        label(0, 60, "pale: before it", { class: "head" }),
        label(0, 76, "framed: the group's part", { class: "head" }),
        box(at.c[0] + (group % across) * tile * cell, at.c[1] + Math.floor(group / across) * tile * cell, tile * cell, tile * cell, { class: "window" }),
      ),
    };
  },
};
