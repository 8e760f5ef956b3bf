// Coalescing: the sectors that one read of a warp moves, by the stride from one work-item to the next.

import { range } from "./explorable.js";
import source from "./gather.cl";
import { SECTOR, WARP, accesses, box, boxesPath, buffer, drawing, hue, label, launchText, percent, scalar, svg, touches } from "./picture.js";

const MOST_STRIDE = 16;
const MOST_FIRST = 7;
const ELEMENT = 4;
const SLOTS = SECTOR / ELEMENT;
/** Whole sectors, in whole rows of the picture. */
const ELEMENTS = MOST_STRIDE * WARP;
const SECTORS = ELEMENTS / SLOTS;

/** The sectors of memory, several in a row; each slot that is asked for has the colour of its work-item. */
function memory(width, top, asked) {
  const columns = width >= 560 ? 8 : 4;
  const gap = width >= 560 ? 6 : 4;
  const across = (width - gap * (columns - 1)) / columns;
  const [high, down] = [16, 22];
  const slot = across / SLOTS;
  const left = (sector) => (sector % columns) * (across + gap);
  const above = (sector) => top + Math.floor(sector / columns) * down;
  const moving = new Set(asked.map(({ offset }) => Math.floor(offset / SECTOR)));
  const all = Array.from({ length: SECTORS }, (_, sector) => sector);
  const boxes = [false, true].map((moves) =>
    boxesPath(all.filter((sector) => moving.has(sector) === moves).map((sector) => [left(sector), above(sector), across, high]), moves ? "sector moved" : "sector"),
  );
  const slots = asked.map(({ lane, offset }) => {
    const index = offset / ELEMENT;
    const sector = Math.floor(index / SLOTS);
    return box(left(sector) + (index % SLOTS) * slot, above(sector), slot, high, { class: "asked", style: hue(lane) });
  });
  return { parts: [...boxes, ...slots], height: Math.ceil(SECTORS / columns) * down };
}

/** The work-items of the warp, in the colours of what they ask for. */
function warp(width) {
  const across = width / WARP;
  return Array.from({ length: WARP }, (_, lane) =>
    svg(
      "g",
      {},
      box(lane * across, 18, across - 1, 20, { class: "asked", style: hue(lane), rx: 2 }),
      across >= 16 ? label((lane + 0.5) * across, 32, lane, { class: "on-lane", "text-anchor": "middle" }) : null,
    ),
  );
}

/** The efficiency of each stride that was tried with this first element. */
function tried(width, top, kept, { stride, first }, set) {
  const across = width / (MOST_STRIDE + 1);
  const high = 56;
  const bars = Array.from({ length: MOST_STRIDE + 1 }, (_, each) => {
    const share = kept[`${each} ${first}`];
    const left = each * across;
    const bar = svg(
      "g",
      { "data-press": each, class: each === stride ? "bar now" : "bar" },
      box(left, top, across, high + 16, { class: "ground" }),
      share === undefined ? null : box(left + 2, top + high * (1 - share), across - 4, high * share, { class: "share", rx: 1 }),
      label(left + across / 2, top + high + 13, each, { "text-anchor": "middle" }),
    );
    bar.addEventListener("click", () => set("stride", each));
    return bar;
  });
  return [svg("line", { class: "axis", x1: 0, x2: width, y1: top + high, y2: top + high }), ...bars];
}

const request = ({ stride, first }) => ({
  source,
  launch: launchText("gather", WARP, WARP, [
    buffer("int", ELEMENTS, '"iota"'),
    buffer("int", WARP, '"uninit"'),
    scalar("uint", stride),
    scalar("uint", first),
  ]),
});

/** What is timed: more work-items, each with a read of its own. */
const timed = (stride) => (items) =>
  launchText("gather", items, 256, [buffer("int", items * stride, '"iota"'), buffer("int", items, '"uninit"'), scalar("uint", stride), scalar("uint", 0)]);

export default {
  title: "One read of a warp: drag the stride",
  controls: [
    range({ key: "stride", name: "stride", value: 1, most: MOST_STRIDE }),
    range({ key: "first", name: "first element", value: 0, most: MOST_FIRST }),
  ],
  drag: { key: "stride", pixels: 24 },
  request,
  mine: {
    what: "stride",
    variants: [1, 2, 4, 8].map((stride) => ({ name: `stride ${stride}`, request: request({ stride, first: 0 }), source, launch: timed(stride) })),
    sizes: [2 ** 15, 2 ** 18, 2 ** 21],
    shown: (items) => `${items.toLocaleString("en")} work-items`,
    counts: [
      ["sectors of a warp's read", ({ counters }) => String(counters.total.global_loads.bytes_moved / SECTOR)],
      ["efficiency", ({ counters }) => percent(counters.total.global_loads.efficiency)],
    ],
    note: "Each work-item writes its number side by side with the others', so the times hold that as well.",
  },
  draw({ values, answer, width, kept, set }) {
    const [request] = accesses(answer.trace, "load", "data")[0].requests;
    const { bytes_asked: asked, bytes_moved: moved, efficiency } = answer.counters.total.global_loads;
    kept[`${values.stride} ${values.first}`] = efficiency;
    const { parts, height } = memory(width, 62, touches(request));
    const below = 62 + height + 26;
    const said = `Stride ${values.stride}: the 32 work-items ask for ${asked} bytes, which lie in ${request.sectors} ${request.sectors === 1 ? "sector" : "sectors"}. ${moved} bytes move, and ${percent(efficiency)} of them were asked for.`;
    return {
      said,
      numbers: [
        ["sectors", request.sectors],
        ["asked", `${asked} B`],
        ["moved", `${moved} B`],
        ["efficiency", percent(efficiency)],
      ],
      picture: drawing(
        width,
        below + 76,
        said,
        label(0, 11, "the work-items of the warp", { class: "head" }),
        ...warp(width),
        label(0, 55, "memory, a box for each sector of 32 bytes", { class: "head" }),
        ...parts,
        label(0, below - 8, "efficiency of the strides tried", { class: "head" }),
        ...tried(width, below, kept, values, set),
      ),
    };
  },
};
