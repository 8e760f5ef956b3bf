// Banks: the words of local memory that a warp wants when it reads a column of a tile, by the length of its rows.

import source from "./column.cl";
import { range } from "./explorable.js";
import { WARP, accesses, box, buffer, drawing, hue, label, launchText, scalar, svg, touches } from "./picture.js";

const BANKS = 32;
const WORD = 4;
const LEAST_ROW = 24;
const MOST_ROW = 40;
/** Height of a bar for one word. */
const BAR = 3;

/** How many words are wanted of each bank, a bar for each. */
function bars(wanted, across, floor) {
  const most = Math.max(...wanted);
  return wanted.flatMap((count, bank) => [
    count > 0 ? box(bank * across + 1, floor - BAR * count, across - 2, BAR * count, { class: count > 1 ? "clash" : "share" }) : null,
    count === most && (most > 1 || across >= 15) ? label((bank + 0.5) * across, floor - BAR * count - 4, count, { "text-anchor": "middle" }) : null,
  ]);
}

/** The tile as it lies: each line is 32 words, one of each bank. Every other of its rows is shaded. */
function sheet(row, across, high, top) {
  const strips = [];
  for (let index = 0; index < WARP; index += 2) {
    for (let word = index * row; word < (index + 1) * row; ) {
      const line = Math.floor(word / BANKS);
      const end = Math.min((index + 1) * row, (line + 1) * BANKS);
      strips.push(box((word % BANKS) * across, top + line * high, (end - word) * across, high, { class: "row" }));
      word = end;
    }
  }
  return strips;
}

export default {
  title: "A warp reads a column: drag the length of the rows",
  controls: [
    range({ key: "row", name: "words in a row", value: 32, least: LEAST_ROW, most: MOST_ROW }),
    range({ key: "column", name: "column", value: 0, most: LEAST_ROW - 1 }),
  ],
  drag: { key: "row", pixels: 40 },
  request: ({ row, column }) => ({
    source,
    launch: launchText(
      "column",
      WARP,
      WARP,
      [buffer("float", WARP * MOST_ROW, '"iota"'), buffer("float", WARP, '"uninit"'), scalar("uint", column)],
      `defines.ROW = ${row}\n`,
    ),
  }),
  draw({ values: { row }, answer, width }) {
    const [request] = accesses(answer.trace, "load", "tile")[0].requests;
    const asked = touches(request).map(({ lane, offset }) => ({ lane, word: offset / WORD }));
    const wanted = Array.from({ length: BANKS }, (_, bank) => asked.filter(({ word }) => word % BANKS === bank).length);
    const met = wanted.filter((count) => count > 0).length;
    const across = width / BANKS;
    const [high, floor] = [width >= 560 ? 12 : 9, 20 + BAR * WARP + 14];
    const top = floor + 44;
    const numbered = across >= 15;
    const lines = (MOST_ROW * WARP) / BANKS;
    const passes = request.passes === 1 ? "one pass serves all" : `they are served in ${request.passes} passes, one after another`;
    const said = `Rows of ${row} words: the 32 work-items want words of ${met} ${met === 1 ? "bank" : "banks"}, and ${passes}.`;
    return {
      said,
      numbers: [
        ["banks met", met],
        ["passes", request.passes],
        ["passes without conflict", request.least],
        ["local memory", `${WARP * row * WORD} B`],
      ],
      picture: drawing(
        width,
        top + lines * high + 2,
        said,
        label(0, 11, "words wanted of each bank", { class: "head" }),
        ...bars(wanted, across, floor),
        svg("line", { class: "axis", x1: 0, x2: width, y1: floor, y2: floor }),
        ...wanted.map((_, bank) =>
          numbered || bank % 4 === 0 ? label((bank + 0.5) * across, floor + 13, bank, { "text-anchor": "middle" }) : null,
        ),
        label(0, top - 8, "the tile in its banks; every other row is shaded", { class: "head" }),
        box(0, top, width, lines * high, { class: "sheet" }),
        ...sheet(row, across, high, top),
        ...wanted.map((count, bank) => (count > 1 ? box(bank * across, top, across, lines * high, { class: "clash-column" }) : null)),
        ...asked.map(({ lane, word }) =>
          svg(
            "g",
            {},
            box((word % BANKS) * across, top + Math.floor(word / BANKS) * high, across, high, { class: "asked edged", style: hue(lane) }),
            numbered && high > 10
              ? label(((word % BANKS) + 0.5) * across, top + (Math.floor(word / BANKS) + 1) * high - 2, lane, { class: "on-lane small", "text-anchor": "middle" })
              : null,
          ),
        ),
      ),
    };
  },
};
