// The cost model as a stack: what the time of a launch and of its transfers is made of, by the size. What a work-item
// does is counted in a run of the simulator; what each of it costs was measured of a device by `grader calibrate`.

import profile from "../../../data/h200/profile.toml";
import { range } from "./explorable.js";
import { box, buffer, drawing, label, launchText, percent, scalar, svg } from "./picture.js";
import source from "./rounds.cl";

/** Work-items of the run that is counted: all of them do the same. */
const COUNTED = 64;
const [LEAST, MOST] = [10, 26];
const DEVICE = /\[device\]\nname = "([^"]*)"/.exec(profile)[1];

/** Pairs of numbers of all tables of that name. */
const pairs = (table, one, other) => [...profile.matchAll(new RegExp(`\\[\\[${table}\\]\\]\\n(?:bytes = .*\\n)?${one} = (\\S+)\\n${other} = (\\S+)`, "g"))].map(([, a, b]) => [Number(a), Number(b)]);
const [UP, DOWN] = pairs("transfer", "latency", "bandwidth");
const BASE = pairs("base", "items", "seconds");
/** Of arrays that no cache holds: seconds of a read and of a write of a work-item. */
const [READ, WRITE] = pairs("far", "read", "write").at(-1);
const price = (operation) => Number(profile.split(`[operation."float ${operation}"]\nseconds = `)[1].split("\n")[0]);
const [MULTIPLY, ADD] = ["*", "+"].map(price);

/** Between the sizes that were measured a straight line on logarithmic axes, as the predictor draws it. */
function started(items) {
  const after = BASE.findIndex(([size]) => size >= items);
  if (after <= 0) return BASE.at(after)[1];
  const [[low, first], [high, second]] = [BASE[after - 1], BASE[after]];
  return first * (second / first) ** (Math.log(items / low) / Math.log(high / low));
}

/** Each part with its seconds, in the order of time. `each` is what a work-item does. */
function parts(items, each) {
  const way = ([latency, bandwidth], bytes) => latency + bytes / bandwidth;
  return [
    ["data to the device", way(UP, items * each.read)],
    ["starting the work-items", started(items)],
    ["reads and writes of memory", (items * (each.read * READ + each.written * WRITE)) / 4],
    ["arithmetic", items * (each.multiplications * MULTIPLY + each.additions * ADD)],
    ["result back", way(DOWN, items * each.written)],
  ];
}

const sum = (all) => all.reduce((sum, [, seconds]) => sum + seconds, 0);
const HUES = [205, 45, 330, 140, 265];

function time(seconds) {
  const [factor, unit] = seconds >= 1e-3 ? [1e3, "ms"] : [1e6, "µs"];
  return `${Number((seconds * factor).toPrecision(3))} ${unit}`;
}

const whole = (value) => value.toLocaleString("en");

export default {
  title: "What the time is made of: drag the size",
  controls: [
    range({ key: "size", name: "numbers", value: 20, least: LEAST, most: MOST, shown: (size) => whole(2 ** size) }),
    range({ key: "rounds", name: "rounds of * and +", value: 4, least: 0, most: 10, shown: (rounds) => whole(2 ** rounds) }),
  ],
  drag: { key: "size", pixels: 24 },
  request: ({ rounds }) => ({
    source,
    launch: launchText("rounds", COUNTED, COUNTED, [buffer("float", COUNTED, '"zeros"'), buffer("float", COUNTED, "{ random = 1 }"), scalar("float", "0.5"), scalar("uint", 2 ** rounds)]),
  }),
  draw({ values: { size, rounds }, answer, width, set }) {
    const { total } = answer.counters;
    const each = {
      multiplications: total.operations["float-multiply"] / COUNTED,
      additions: total.operations["float-add"] / COUNTED,
      read: total.global_loads.bytes_asked / COUNTED,
      written: total.global_stores.bytes_asked / COUNTED,
    };
    const now = parts(2 ** size, each);
    const all = sum(now);
    const share = ([, seconds]) => Math.round((100 * seconds) / all);
    const [most] = [...now].sort(([, one], [, other]) => other - one);
    const said = `${whole(2 ** size)} numbers, ${whole(2 ** rounds)} ${rounds === 0 ? "round" : "rounds"} for each: ${time(all)} in all. Most of it, ${share(most)} %, is: ${most[0]}.`;
    // The parts one after the other, over time; the axis ends at a round time.
    const isNarrow = width < 560;
    const [row, from] = isNarrow ? [36, 0] : [22, 250];
    const decade = 10 ** Math.floor(Math.log10(all));
    const end = [1, 2, 5, 10].map((digit) => digit * decade).find((round) => round >= all);
    const long = width - from - 14;
    let passed = 0;
    const rows = now.flatMap(([name, seconds], part) => {
      const [x, y] = [from + (long * passed) / end, part * row + (isNarrow ? 18 : 2)];
      passed += seconds;
      const look = { class: "asked", style: `--lane: ${HUES[part]}` };
      return [box(0, part * row + 2, 12, 12, look), label(18, part * row + 12, `${name}: ${time(seconds)}`), box(x, y, Math.max((long * seconds) / end, 1), 14, look)];
    });
    const bottom = now.length * row + 4;
    const axis = [0, 0.5, 1].flatMap((part) => {
      const x = from + long * part;
      return [svg("line", { class: "axis", x1: x, x2: x, y1: 0, y2: bottom }), label(x, bottom + 13, part === 0 ? "0" : time(end * part), { "text-anchor": part === 0 ? "start" : part === 1 ? "end" : "middle" })];
    });
    // Below, a column for each size: the shares of its parts.
    const [top, high, left] = [bottom + 52, 130, 42];
    const across = (width - left) / (MOST - LEAST + 1);
    const sizes = Array.from({ length: MOST - LEAST + 1 }, (_, index) => LEAST + index);
    const columns = sizes.map((power, index) => {
      const stack = parts(2 ** power, each);
      let y = top + high;
      const boxes = stack.map(([, seconds], part) => {
        const tall = (high * seconds) / sum(stack);
        y -= tall;
        return box(left + index * across + 1.5, y, across - 3, tall, { class: "asked", style: `--lane: ${HUES[part]}` });
      });
      const around = power === size ? box(left + index * across + 0.5, top - 2, across - 1, high + 4, { class: "around" }) : null;
      const column = svg("g", { "data-press": power }, ...boxes, around);
      column.addEventListener("click", () => set("size", power));
      return column;
    });
    const shares = [0, 0.5, 1].map((part) => label(left - 6, top + high * (1 - part) + 4, percent(part), { "text-anchor": "end" }));
    const names = sizes
      .filter((power) => (power - LEAST) % (isNarrow ? 8 : 4) === 0)
      .map((power) => label(left + (power - LEAST + 0.5) * across, top + high + 16, whole(2 ** power), { "text-anchor": power === MOST ? "end" : "middle" }));
    return {
      said,
      numbers: [
        ["in all", time(all)],
        ["of it transfers", `${share(["", now[0][1] + now[4][1]])} %`],
        ["operations of a work-item", each.multiplications + each.additions],
      ],
      picture: drawing(width, top + high + 22, said, ...axis, ...rows, label(0, top - 12, `shares of the time on an ${DEVICE}, by size`, { class: "head" }), ...shares, ...columns, ...names),
    };
  },
};
