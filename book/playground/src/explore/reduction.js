// Reduction: two trees that add the same numbers, step by step.

import { choice } from "./explorable.js";
import { SIZE, VALUES, additions, launchOf, rowsDrawing } from "./rows.js";
import source from "./trees.cl";

const STEPS = Math.log2(SIZE);

export default {
  title: "The tree of a sum: step through it",
  controls: [
    choice({ key: "tree", name: "added first", value: "halves", options: [["halves", "the halves"], ["neighbours", "neighbours"]] }),
    choice({ key: "values", name: "values", value: "count", options: VALUES }),
  ],
  request: ({ tree, values }) => ({ source, launch: launchOf(tree, STEPS, values) }),
  steps: () => STEPS + 1,
  draw({ answer, step, width }) {
    const steps = additions(answer.trace);
    const done = steps.slice(0, step).reduce((sum, added) => sum + added.length, 0);
    const now = step === 0 ? [] : steps[step - 1];
    const lanes = now.map(({ lane }) => lane).sort((one, other) => one - other);
    const sum = answer.outputs.rows.values[step * SIZE];
    const named = lanes.length > 4 ? `${lanes.slice(0, 3).join(", ")} to ${lanes.at(-1)}` : lanes.join(", ");
    const said =
      step === 0
        ? `The tile is filled: ${SIZE} values, a work-item for each.`
        : `Step ${step}: ${lanes.length} of ${SIZE} work-items add (${named}), and the others wait at the barrier. ${
            step === STEPS ? `The sum of all is ${sum}.` : `Slot 0 now holds ${sum}.`
          }`;
    return {
      said,
      numbers: [
        ["step", `${step} of ${STEPS}`],
        ["work-items that add", lanes.length],
        ["additions so far", done],
        ["slot 0", sum],
      ],
      picture: rowsDrawing({ width, answer, step, said }),
    };
  },
};
