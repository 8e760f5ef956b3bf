// A convolution's window: the voxels that one work-item reads, and the results that each of them serves.

import naive from "../../../../kernels/src/convolution/naive.cl";
import unrolled from "../../../../kernels/src/convolution/unrolled.cl";
import { choice, range } from "./explorable.js";
import { box, buffer, drawing, label, launchText, plain, scalar, svg, touches } from "./picture.js";
import { plane } from "./planes.js";

const [W, H] = [16, 8];
const FILTERS = 4;
/** Voxels of a filter along each side; the planes before and behind this one do not exist. */
const K = 3;
const FLOAT = 4;
/** The products that a result in the middle has in the end: as many pixels as its bar is high. */
const BAR = K * K * FILTERS;
const KERNELS = {
  naive: { source: naive, kernel: "convolve_naive", results: 1, filter: "filters" },
  unrolled: { source: unrolled, kernel: "convolve_unrolled", results: 4, filter: "cache" },
};

const laneAt = ({ x, y }, results) => y * (W / results) + Math.floor(x / results);

/** The reads of voxels by a work-item, each with the results that it serves: how many products of each. */
function readsOf(trace, lane, { filter, results }, x) {
  const voxels = trace.objects.indexOf("in");
  const coefficients = trace.objects.indexOf(filter);
  const first = Math.floor(x / results) * results;
  const reads = [];
  let places = [];
  const serve = (read, offset) => {
    const place = Math.floor(offset / (FILTERS * FLOAT));
    const result = (read.voxel % W) + Math.floor(K / 2) - (place % K);
    read.products.set(result - first, (read.products.get(result - first) ?? 0) + (filter === "cache" ? FILTERS : 1));
  };
  for (const step of trace.steps) {
    if (step.kind !== "access" || step.does !== "load") continue;
    for (const { lane: own, object, offset } of step.requests.flatMap(touches)) {
      if (own !== lane) continue;
      if (object === voxels) {
        reads.push({ voxel: offset, line: step.line, products: new Map() });
        // The naive kernel reads its coefficient first.
        for (const place of places) serve(reads.at(-1), place);
        places = [];
      } else if (object === coefficients) {
        if (filter === "cache") {
          if (reads.length > 0) serve(reads.at(-1), offset);
        } else places.push(offset);
      }
    }
  }
  return reads;
}

/** The launch of a kernel over a volume, in work-groups of that size. */
function launchOf(kernel, [w, h, d], local, shown) {
  const { kernel: name, results } = KERNELS[kernel];
  const sizes = [w, h, d, ...(kernel === "naive" ? [FILTERS] : [])];
  return launchText(name, [w / results, h, d], local, [
    buffer("uchar", w * h * d, "{ random = 3, min = 0, max = 9 }"),
    buffer("float", K ** 3 * FILTERS, "{ random = 4 }"),
    buffer("uchar", w * h * d * FILTERS, '"uninit"', shown),
    ...sizes.map((each) => scalar("int", each)),
  ]);
}

const request = ({ kernel }) => ({
  source: plain(KERNELS[kernel].source),
  launch: launchOf(kernel, [W, H, 1], [W / KERNELS[kernel].results, H, 1], true),
});

const OPTIONS = [["naive", "one"], ["unrolled", "four of a row"]];

export default {
  title: "The window of a convolution: step through it, and drag it",
  controls: [
    choice({ key: "kernel", name: "results of a work-item", value: "unrolled", options: OPTIONS }),
    range({ key: "x", name: "column", value: 5, most: W - 1 }),
    range({ key: "y", name: "row", value: 3, most: H - 1 }),
  ],
  drag: { key: "x", pixels: 24 },
  request,
  mine: {
    what: "results of a work-item",
    variants: OPTIONS.map(([kernel, name]) => ({ name, request: request({ kernel }), source: plain(KERNELS[kernel].source), launch: (side) => launchOf(kernel, [side, side, side], [8, 8, 1], false) })),
    sizes: [32, 64, 128],
    shown: (side) => `${side} x ${side} x ${side} voxels and ${FILTERS} filters`,
    counts: [["bytes asked for each result", ({ counters }) => (counters.total.global_loads.bytes_asked / (W * H * FILTERS)).toFixed(1)]],
    note: "WebGPU has no bytes in memory: each written byte is a change of its word, in both kernels.",
  },
  steps: (answer, values) => readsOf(answer.trace, laneAt(values, KERNELS[values.kernel].results), KERNELS[values.kernel], values.x).length,
  draw({ values, answer, step, width }) {
    const kernel = KERNELS[values.kernel];
    const { results } = kernel;
    const lane = laneAt(values, results);
    const reads = readsOf(answer.trace, lane, kernel, values.x);
    const done = reads.slice(0, step + 1);
    const read = reads[step];
    const first = Math.floor(values.x / results) * results;
    const products = Array.from({ length: results }, (_, result) => done.reduce((sum, each) => sum + (each.products.get(result) ?? 0), 0));
    const all = products.reduce((sum, each) => sum + each, 0);
    const served = [...read.products.keys()].sort((one, other) => one - other);
    const names = served.map((result) => first + result);
    const said = `Read ${step + 1} of ${reads.length}: work-item ${lane} reads the voxel in column ${read.voxel % W} of row ${Math.floor(read.voxel / W)}. It serves ${[...read.products.values()].reduce((sum, each) => sum + each, 0)} products, of ${served.length === 1 ? "the result" : "the results"} in column ${names.join(", ")}.`;
    const own = Math.min(width, 560);
    const cell = own / W;
    const below = 18 + H * cell + 34;
    const bars = products.map((count, result) => {
      const left = (first + result) * cell;
      return svg(
        "g",
        {},
        box(left + 1, below, cell - 2, BAR, { class: "sheet" }),
        box(left + 1, below + BAR - count, cell - 2, count, { class: served.includes(result) ? "now-read" : "seen" }),
        label(left + cell / 2, below + BAR + 14, count, { "text-anchor": "middle" }),
      );
    });
    return {
      said,
      numbers: [
        ["voxels read", `${done.length} of ${reads.length}`],
        ["products", all],
        ["products for each read", (all / done.length).toFixed(1)],
        ["reads for each result", (reads.length / results).toFixed(1)],
        ["products of the launch", answer.counters.total.operations["float-multiply"].toLocaleString("en")],
      ],
      picture: drawing(
        own,
        below + BAR + 20,
        said,
        plane({ name: "the voxels: strong in this step, pale before it", left: 0, top: 18, cell, columns: W, rows: H, seen: new Set(done.map(({ voxel }) => voxel)), now: new Set([read.voxel]) }),
        box(first * cell, 18 + values.y * cell, results * cell, cell, { class: "window" }),
        label(0, below - 8, "products in the sums of this work-item's results", { class: "head" }),
        ...bars,
      ),
    };
  },
};
