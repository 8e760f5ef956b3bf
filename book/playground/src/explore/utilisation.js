// Utilisation: the lanes of its warps that a work-group fills, by its size.

import { range } from "./explorable.js";
import source from "./fill.cl";
import { WARP, box, boxesPath, buffer, drawing, hue, label, lanesOfStep, launchText, percent, svg } from "./picture.js";

const MOST = 160;
const ROWS = MOST / WARP;

/** The warps of the group, a row each: lanes with a work-item, and lanes without one. */
function warps(width, top, running, count) {
  const own = Math.min(width, 560);
  const across = own / WARP;
  const high = 15;
  const at = (lane) => [(lane % WARP) * across, top + Math.floor(lane / WARP) * (high + 4), across - 1, high];
  const lanes = Array.from({ length: count * WARP }, (_, lane) => lane);
  const on = lanes.filter((lane) => running.has(lane)).map((lane) => box(...at(lane), { class: "asked", style: hue(lane), rx: 2 }));
  return [boxesPath(lanes.filter((lane) => !running.has(lane)).map(at), "none"), ...on];
}

/** The share of each size that was tried. */
function tried(width, top, kept, size, set) {
  const across = width / MOST;
  const high = 90;
  const bars = Object.entries(kept).map(([each, share]) =>
    box((each - 1) * across, top + high * (1 - share), Math.max(across - 0.5, 1), high * share, { class: Number(each) === size ? "share" : "past" }),
  );
  const marks = Array.from({ length: ROWS }, (_, row) => (row + 1) * WARP);
  const ground = box(0, top, width, high, { class: "ground", "data-press": "" });
  ground.addEventListener("click", ({ offsetX }) => set("size", Math.min(Math.max(Math.ceil(offsetX / across), 1), MOST)));
  return [
    ...marks.map((mark) => svg("line", { class: "axis", x1: mark * across, x2: mark * across, y1: top, y2: top + high })),
    ...bars,
    svg("line", { class: "axis", x1: 0, x2: width, y1: top + high, y2: top + high }),
    ...marks.map((mark) => label(mark * across, top + high + 14, mark, { "text-anchor": mark === MOST ? "end" : "middle" })),
    ground,
  ];
}

export default {
  title: "How full are the warps? Drag the size of the work-group",
  controls: [range({ key: "size", name: "work-group", value: 33, least: 1, most: MOST })],
  drag: { key: "size", pixels: 4 },
  request: ({ size }) => ({ source, launch: launchText("fill", size, size, [buffer("uint", MOST, '"zeros"')]) }),
  draw({ values: { size }, answer, width, kept, set }) {
    const [store] = answer.trace.steps.filter(({ kind }) => kind === "access");
    const running = new Set(lanesOfStep(store));
    const count = store.requests.length;
    const share = answer.counters.total.active_lane_share;
    kept[size] = share;
    const said = `A work-group of ${size}: ${count} ${count === 1 ? "warp" : "warps"} of ${WARP} lanes, and ${percent(share)} of the lanes have a work-item.`;
    const below = 24 + ROWS * 19 + 30;
    return {
      said,
      numbers: [
        ["warps", count],
        ["lanes filled", `${running.size} of ${count * WARP}`],
        ["utilisation", share.toFixed(2)],
      ],
      picture: drawing(
        width,
        below + 108,
        said,
        label(0, 12, "the warps of one work-group", { class: "head" }),
        ...warps(width, 22, running, count),
        label(0, below - 8, "utilisation of the sizes tried", { class: "head" }),
        ...tried(width, below, kept, size, set),
      ),
    };
  },
};
