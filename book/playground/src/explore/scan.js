// Scan: two ways to all running sums, step by step.

import { choice } from "./explorable.js";
import { SIZE, VALUES, additions, launchOf, rowsDrawing } from "./rows.js";
import source from "./scans.cl";

const STEPS = { doubling: Math.log2(SIZE), up_and_down: 2 * Math.log2(SIZE) - 1 };

export default {
  title: "Two scans of the same numbers: step through them",
  controls: [
    choice({ key: "scan", name: "scan", value: "doubling", options: [["doubling", "doubling"], ["up_and_down", "up and down"]] }),
    choice({ key: "values", name: "values", value: "ones", options: VALUES }),
  ],
  request: ({ scan, values }) => ({ source, launch: launchOf(scan, STEPS[scan], values) }),
  steps: (_, { scan }) => STEPS[scan] + 1,
  draw({ values: { scan }, answer, step, width }) {
    const steps = additions(answer.trace);
    const count = (some) => some.reduce((sum, added) => sum + added.length, 0);
    const rows = answer.outputs.rows.values;
    const last = rows.slice(STEPS[scan] * SIZE);
    const right = last.filter((value, slot) => rows[step * SIZE + slot] === value).length;
    const now = step === 0 ? 0 : steps[step - 1].length;
    const said =
      step === 0
        ? `The tile is filled: ${SIZE} values. In the end slot 15 will hold the sum of all of them.`
        : `Step ${step} of ${STEPS[scan]}: ${now} of ${SIZE} work-items add. ${
            right === SIZE ? "Every slot holds its running sum." : `${right} slots hold their running sum.`
          }`;
    return {
      said,
      numbers: [
        ["step", `${step} of ${STEPS[scan]}`],
        ["additions so far", count(steps.slice(0, step))],
        ["additions in all", count(steps)],
        ["slots done", `${right} of ${SIZE}`],
      ],
      picture: rowsDrawing({ width, answer, step, said }),
    };
  },
};
