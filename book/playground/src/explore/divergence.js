// Divergence: which work-items of two warps are on while the warps go through a branch, step by step.

import branches from "../../../../kernels/src/models/branches.cl";
import { choice } from "./explorable.js";
import { WARP, beside, boxesPath, buffer, codeView, drawing, hue, label, lanesOfStep, launchText, percent, plain, scalar } from "./picture.js";

const ITEMS = 2 * WARP;

/** One of the kernels of the file, which both are of the same arguments. */
const kernelOf = (name) => `${plain(branches).match(new RegExp(`kernel void ${name}\\([\\s\\S]*?\\n}\\n`))[0]}`;

const linesOf = (step) => (step.kind === "lines" ? step.lines : [step.line]);

const DOES = { load: "read", store: "write" };

function sentence(step, on, warps, isLast) {
  if (isLast && step.kind === "lines") return `The ways meet again, and all ${on} work-items go on to the end.`;
  const lines = [...new Set(linesOf(step))].sort((one, other) => one - other);
  const place = lines.length === 1 ? `Line ${lines[0]}` : `Lines ${lines[0]} to ${lines.at(-1)}`;
  const what = step.kind === "access" ? `${on} work-items ${DOES[step.does]} ${step.text}` : `runs for ${on} of ${ITEMS} work-items`;
  const idle = warps * WARP - on;
  const waits = idle > 0 ? `${idle} lanes of ${warps === 1 ? "its warp" : "their warps"} are off and wait.` : "No lane of a warp that runs it is off.";
  return `${place}: ${what}. ${waits}`;
}

const request = ({ kernel }) => ({
  source: kernelOf(kernel),
  launch: launchText(kernel, ITEMS, ITEMS, [buffer("float", ITEMS, '"iota"', true), scalar("uint", ITEMS)]),
});

/** What is timed: more work-items. */
const timed = (kernel) => (items) => launchText(kernel, items, 256, [buffer("float", items, "{ random = 1 }"), scalar("uint", items)]);

const OPTIONS = [["interleaved", "side by side"], ["together", "in stretches"]];

export default {
  title: "Two warps at a branch: step through it",
  controls: [
    choice({
      key: "kernel",
      name: "even and odd",
      value: "interleaved",
      options: OPTIONS,
    }),
  ],
  request,
  mine: {
    what: "even and odd",
    variants: OPTIONS.map(([kernel, name]) => ({ name, request: request({ kernel }), source: kernelOf(kernel), launch: timed(kernel) })),
    sizes: [2 ** 16, 2 ** 19, 2 ** 22],
    shown: (items) => `${items.toLocaleString("en")} work-items`,
    counts: [
      ["active lanes", ({ counters }) => percent(counters.total.active_lane_share)],
      ["bytes moved", ({ counters: { total } }) => (total.global_loads.bytes_moved + total.global_stores.bytes_moved).toLocaleString("en")],
    ],
    note: "Both branches are short, and in stretches a warp asks for every other number: memory may decide.",
  },
  showsKernel: true,
  steps: (answer) => answer.trace.steps.length,
  draw({ values: { kernel }, answer, step, width }) {
    const { steps } = answer.trace;
    const masks = steps.map((each) => new Set(lanesOfStep(each)));
    const warpsOf = (mask) => new Set([...mask].map((lane) => Math.floor(lane / WARP))).size;
    const said = sentence(steps[step], masks[step].size, warpsOf(masks[step]), step === steps.length - 1);
    const lanes = Array.from({ length: ITEMS }, (_, lane) => lane);
    const isEnd = step === steps.length - 1 && steps[step].kind === "lines";
    const wide = width >= 620;
    const own = wide ? Math.floor(width * 0.5) : width;
    const across = (own - 42 - 8) / ITEMS;
    const left = (lane) => 42 + lane * across + (lane >= WARP ? 8 : 0);
    const high = 17;
    const top = (row) => 20 + row * high;
    const cellsOf = (wanted) => masks.flatMap((mask, row) => lanes.filter((lane) => wanted(mask, row, lane)).map((lane) => [left(lane), top(row), across, high - 3]));
    const names = steps.map((each, row) =>
      label(0, top(row) + 11, row === steps.length - 1 && each.kind === "lines" ? "end" : `line ${Math.min(...linesOf(each))}`, { class: row === step ? "strong" : "quiet" }),
    );
    const on = lanes.map((lane) => {
      const path = boxesPath(cellsOf((mask, row, each) => each === lane && row <= step && mask.has(lane)), "lane-cell asked");
      path?.setAttribute("style", hue(lane));
      return path;
    });
    const off = boxesPath(cellsOf((mask, row, lane) => row <= step && !mask.has(lane)), "lane-cell off");
    const toCome = boxesPath(cellsOf((_, row) => row > step), "lane-cell to-come");
    return {
      said,
      numbers: [
        ["lanes on", `${masks[step].size} of ${warpsOf(masks[step]) * WARP}`],
        ["active lanes of the whole kernel", percent(answer.counters.total.active_lane_share)],
      ],
      picture: beside(
        codeView(kernelOf(kernel), isEnd ? [] : linesOf(steps[step])),
        drawing(
          own,
          20 + masks.length * high + 2,
          said,
          label(left(0), 12, "warp 0", { class: "head" }),
          label(left(WARP), 12, "warp 1", { class: "head" }),
          toCome,
          off,
          ...on,
          ...names,
        ),
      ),
    };
  },
};
