// A figure's kernels on the reader's own GPU: the times of its variants beside what the simulator counts of each.
//
// A figure that offers it has
//
//     mine: {
//         what               what the variants are of, as the head of their column
//         variants           { name, request, source, launch(size) }: what the simulator counts, and what is timed
//         sizes              of which the first that takes long enough is timed, or the last
//         shown(size)        a size in words
//         counts             pairs of a head and of what the simulator's answer shows
//         note               what a reader has to know of these times
//     }

import { element, table } from "../dom.js";
import { Late, Stopped } from "../engine.js";
import { NotMeasured, measure } from "../own-gpu.js";
import { quartiles, spread, withUnit } from "../samples.js";
import { bars } from "./bars.js";
import { EDGE } from "./picture.js";

/** A launch that takes this long is timed, in nanoseconds. */
const LONG = 1e6;

const NONE = "–";

function failure(error) {
  if (error instanceof Stopped) return "Stopped.";
  if (error instanceof Late) return `Stopped: a measurement did not end within ${error.seconds} s.`;
  if (error instanceof NotMeasured) return error.message;
  return `The page failed: ${error.message}`;
}

/** "A takes 3.1 times as long as B.", of the slowest and the quickest. */
function comparison(names, times) {
  const [quickest, slowest] = [Math.min(...times), Math.max(...times)].map((time) => times.indexOf(time));
  const factor = times[slowest] / times[quickest];
  if (factor < 1.05) return "All take about as long.";
  return `${names[slowest]} takes ${factor.toFixed(factor < 10 ? 1 : 0)} times as long as ${names[quickest]}.`;
}

/** The part of a figure that measures its variants. `simulate` gives the simulator's answer to a figure's request. */
export function mineView({ what, variants, sizes, shown, counts, note }, simulate, engine) {
  const said = element("p", { class: "explore-said", role: "status" });
  const place = element("div", {});
  const stage = element("div", { class: "explore-stage" });
  const names = variants.map(({ name }) => name);
  let busy = false;
  const button = element("button", { type: "button", click: () => (busy ? engine.stop() : run()) }, "Measure it on my GPU");
  const view = element("div", { class: "explore-mine" }, element("div", { class: "playground-bar" }, button));
  const paint = (answers, times) => {
    const rows = variants.map(({ name }, index) => [name, ...counts.map(([, count]) => (answers[index] ? count(answers[index]) : NONE)), times[index] ? spread(times[index], "time") : NONE]);
    place.replaceChildren(table("Counted in the simulator, and timed on your GPU: the median, and in brackets the quartiles", [what, ...counts.map(([head]) => head), "time"], rows));
    const width = Math.max(Math.floor(stage.clientWidth), 240) - 2 * EDGE;
    const bar = (name, index) => ({ name, value: times[index]?.[1] ?? null, text: times[index] ? withUnit(times[index][1], "time") : NONE });
    const drawn = names.map(bar);
    stage.replaceChildren(bars({ width, rows: drawn, said: `Times on your GPU: ${drawn.map(({ name, text }) => `${name} ${text}`).join(", ")}.` }));
  };
  const run = async () => {
    const [answers, times] = [[], []];
    let device;
    let size;
    const paused = () => (said.textContent = "Paused: a browser slows a hidden page down. It goes on once the page is seen.");
    const timed = async ({ source, launch }, size) => {
      const answer = await measure(engine, { source, launch: launch(size) }, paused);
      device = answer.device;
      return quartiles(answer.times);
    };
    busy = true;
    button.textContent = "Stop";
    view.append(said, place, stage);
    paint(answers, times);
    try {
      for (const [index, variant] of variants.entries()) {
        said.textContent = `${index + 1} of ${variants.length}: ${variant.name} ...`;
        answers.push(await simulate(variant.request));
        for (const tried of size === undefined ? sizes : [size]) {
          times[index] = await timed(variant, tried);
          if (size === undefined && (times[index][1] >= LONG || tried === sizes.at(-1))) size = tried;
          if (size !== undefined) break;
        }
        paint(answers, times);
      }
      said.textContent = `On your GPU (${device}), ${shown(size)}: ${comparison(names, times.map(([, median]) => median))}${note ? ` ${note}` : ""}`;
    } catch (error) {
      said.textContent = failure(error);
    } finally {
      busy = false;
      button.textContent = "Measure it on my GPU";
    }
  };
  return view;
}
