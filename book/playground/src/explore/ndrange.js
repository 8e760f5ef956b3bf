// An NDRange cut into groups: which work-item of which group has which element, and which have none.

import { choice, range } from "./explorable.js";
import source from "./groups.cl";
import { WARP, box, buffer, drawing, label, launchText, percent, scalar, svg } from "./picture.js";

const MOST = 96;

/** Groups alternate between colours, so that neighbours differ. */
const groupHue = (group) => `--lane: ${(205 + group * 67) % 360}`;

export default {
  title: "An NDRange is cut into groups: drag the sizes",
  controls: [
    range({ key: "n", name: "elements", value: 50, least: 1, most: MOST }),
    range({ key: "size", name: "work-group", value: 16, least: 1, most: 64 }),
    choice({ key: "rounds", name: "global size", value: "up", options: [["up", "rounded up"], ["exact", "as many as elements"]] }),
  ],
  drag: { key: "n", pixels: 12 },
  request: ({ n, size, rounds }) => ({
    source,
    launch: launchText("groups", rounds === "up" ? Math.ceil(n / size) * size : n, size, [
      buffer("uint", n, '"uninit"', true),
      buffer("uint", n, '"uninit"', true),
      scalar("uint", n),
    ]),
  }),
  draw({ values: { n, size, rounds }, answer, width }) {
    const global = rounds === "up" ? Math.ceil(n / size) * size : n;
    const ran = answer.end === "completed";
    const columns = width >= 560 ? 32 : 16;
    const across = width / columns;
    const [high, down, top] = [20, 34, 18];
    const lines = Math.ceil((MOST + 63) / columns);
    const cells = Array.from({ length: global }, (_, index) => {
      const x = (index % columns) * across;
      const y = top + Math.floor(index / columns) * down;
      const has = ran && index < n;
      const group = has ? answer.outputs.group.values[index] : null;
      const item = has ? answer.outputs.item.values[index] : null;
      const begins = index % size === 0;
      return svg(
        "g",
        {},
        box(x + 1, y, across - 2, high, { class: has ? "asked" : "none", style: has ? groupHue(group) : null, rx: 2 }),
        has ? label(x + across / 2, y + 14, item, { class: "on-lane", "text-anchor": "middle" }) : null,
        begins && ran ? svg("path", { class: "begins", d: `M ${x} ${y - 4} V ${y + high + 4}` }) : null,
        begins && ran && size * across >= 52 ? label(x + 3, y - 3, `group ${index / size}`, { class: "head small" }) : null,
      );
    });
    const groups = answer.trace?.groups;
    const warps = Math.ceil(size / WARP);
    const refused = answer.findings.find(({ mistake }) => mistake === "global-size-not-multiple");
    const idle = global - n;
    const said = ran
      ? `${global} work-items in ${groups} ${groups === 1 ? "group" : "groups"} of ${size}. ${
          idle === 0 ? "Each has an element." : `The last ${idle === 1 ? "one has" : `${idle} have`} no element: the guard keeps ${idle === 1 ? "it" : "them"} from doing anything.`
        }`
      : `The launch is refused: ${(refused ?? answer.findings[0]).message}.`;
    return {
      said,
      numbers: [
        ["work-items", global],
        ["groups", ran ? groups : "none"],
        ["without an element", ran ? idle : "none"],
        [`of a group's ${warps === 1 ? "warp" : `${warps} warps`} filled`, percent(size / (warps * WARP))],
      ],
      picture: drawing(width, top + lines * down, said, label(0, 11, ran && size * across >= 52 ? "" : "each with its local id; a line begins a group", { class: "head" }), ...cells),
    };
  },
};
