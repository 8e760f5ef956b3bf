// The result of a check on the reader's own GPU, in words.

import { element, many } from "./dom.js";
import { withUnit } from "./samples.js";

/** Seconds that the check and its launches may take. */
export const GPU_SECONDS = 40;

function timed({ nanoseconds, work_items: items }, hidden) {
  if (hidden) return ". The page was hidden meanwhile, so no time is given";
  return nanoseconds > 0 ? `; ${withUnit(nanoseconds, "time")} for ${many(items, "work-item")}` : "";
}

/** One line, and its tone. */
export function onGpu(gpu, hidden, verdict) {
  switch (gpu.state) {
    case "passed":
      return { said: `Passed on your GPU (${gpu.device}), ${many(gpu.cases, "case")}${timed(gpu, hidden)}. In the simulator: ${verdict}`, tone: "good" };
    case "differs":
      return { said: `Right in the simulator, but a case differs on your GPU (${gpu.device})`, tone: "bad" };
    case "refused":
      return { said: `Not run on your GPU (${gpu.device}): ${gpu.why}. In the simulator: ${verdict}`, tone: "" };
    case "failed":
      return { said: `Your GPU${gpu.device ? ` (${gpu.device})` : ""} did not do it. ${gpu.why ?? ""} In the simulator: ${verdict}`, tone: "" };
    default:
      return { said: `Not run on your GPU, for it fails in the simulator: ${verdict}`, tone: "bad" };
  }
}

/** What the GPU left where it differs. */
export function gpuView(gpu) {
  if (!gpu.text) return "";
  return element(
    "details",
    { class: "playground-gpu", open: true },
    element("summary", {}, "What your GPU left, as a report. WebGPU may round division and functions more loosely than OpenCL"),
    element("pre", { class: "playground-text", tabindex: "0" }, gpu.text),
  );
}
