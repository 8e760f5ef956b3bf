// Occupancy: a compute unit as a tray, and the work-groups that fit on it at once, by their size and local memory.

import { range } from "./explorable.js";
import source from "./pair.cl";
import { WARP, box, buffer, drawing, label, launchText, svg } from "./picture.js";

/** Warps that a compute unit has room for: the model that the catalogue's page of low-occupancy has. */
const MOST_WARPS = 64;
/** Bytes of local memory of the simulator's device. */
const LOCAL_BYTES = 49152;
/** Work-groups of the launch: more than any unit takes. */
const GROUPS = 70;

/** Groups alternate between colours, so that neighbours differ. */
const groupHue = (group) => `--lane: ${(205 + group * 67) % 360}`;

/** The warps of the unit, each with the colour of the group that it is of. */
function warpTray(width, top, groups, warps) {
  const columns = 16;
  const across = width / columns;
  const high = 20;
  const cells = Array.from({ length: MOST_WARPS }, (_, index) => {
    const group = Math.floor(index / warps);
    const taken = group < groups;
    const [x, y] = [(index % columns) * across, top + Math.floor(index / columns) * (high + 4)];
    return svg(
      "g",
      {},
      box(x + 1, y, across - 2, high, { class: taken ? "asked" : "none", style: taken ? groupHue(group) : null, rx: 2 }),
      taken && across >= 18 ? label(x + across / 2, y + 14, group, { class: "on-lane", "text-anchor": "middle" }) : null,
    );
  });
  return { cells, high: 4 * (high + 4) };
}

/** The local memory of the unit: a stretch for each group. */
function memoryTray(width, top, groups, bytes) {
  const each = (width * bytes) / LOCAL_BYTES;
  const stretches = Array.from({ length: groups }, (_, group) => box(group * each + 0.5, top, each - 1, 26, { class: "asked", style: groupHue(group), rx: 2 }));
  return [box(0, top, width, 26, { class: "none", rx: 2 }), ...stretches];
}

export default {
  title: "How many groups fit a compute unit: drag what each takes",
  controls: [
    range({ key: "size", name: "work-group", value: 64, least: 32, most: 256, step: 32 }),
    range({ key: "each", name: "local memory of a work-item", value: 96, least: 4, most: 384, step: 4, shown: (bytes) => `${bytes} B` }),
  ],
  drag: { key: "each", pixels: 2 },
  request: ({ size, each }) => ({
    source,
    launch: launchText("pair", size * GROUPS, size, [buffer("int", size * GROUPS, '"iota"'), `local = ${size * each}`]),
  }),
  draw({ values: { size, each }, answer, width }) {
    const bytes = size * each;
    const warps = Math.ceil(size / WARP);
    const refused = answer.end === "refused";
    const byMemory = Math.floor(LOCAL_BYTES / bytes);
    const byWarps = Math.floor(MOST_WARPS / warps);
    const groups = refused ? 0 : Math.min(byMemory, byWarps);
    const finding = answer.findings.find(({ mistake }) => mistake === "low-occupancy");
    const why = byMemory < byWarps ? "local memory is what runs out" : "warps are what runs out";
    const said = refused
      ? `A work-group takes ${bytes} bytes, and the unit has ${LOCAL_BYTES}: the launch is refused.`
      : `${groups} ${groups === 1 ? "group fits" : "groups fit"} at once, ${groups * warps} of ${MOST_WARPS} warps: ${why}.${finding ? " The simulator reports low-occupancy." : ""}`;
    const tray = warpTray(width, 22, groups, warps);
    const below = 22 + tray.high + 30;
    return {
      said,
      numbers: [
        ["groups at once", groups],
        ["warps at once", groups * warps],
        ["local memory of a group", `${bytes} B`],
        ["occupancy", `${Math.round((100 * groups * warps) / MOST_WARPS)} %`],
      ],
      picture: drawing(
        width,
        below + 30,
        said,
        label(0, 12, "room for 64 warps, each with the number of its group", { class: "head" }),
        ...tray.cells,
        label(0, below - 8, `${LOCAL_BYTES} bytes of local memory`, { class: "head" }),
        ...memoryTray(width, below, groups, bytes),
      ),
    };
  },
};
