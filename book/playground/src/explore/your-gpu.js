// The reader's own GPU: what it moves, what it computes and what a launch costs, measured here, and where kernels of the
// course stand under its roof. How many operations they do for each byte is counted in the simulator.

import { element, table } from "../dom.js";
import { Late, RUN_SECONDS, Stopped } from "../engine.js";
import { NotMeasured, hasGpu, keep, kept, measure, probe } from "../own-gpu.js";
import { quartiles, spread, withUnit } from "../samples.js";
import { bars } from "./bars.js";
import { KERNELS, counted, launchOf, operationsOf } from "./products.js";
import { allowed, roofline } from "./roof.js";
import { styled } from "./styled.js";
import { EDGE } from "./picture.js";

/** Rows and columns of the product that is counted. */
const COUNTED = 64;
/** Sizes of what is measured: the first that takes long enough, or the last. The elements of saxpy are the square. */
const SIZES = { product: [128, 256, 512, 1024], saxpy: [1024, 2048] };
/** A launch that takes this long is measured, in nanoseconds. */
const LONG = 1e6;
/** Kept figures of another form are not read. */
const FORM = 1;

/** Rates of a number of things, in billions a second, from times in nanoseconds. */
const rates = (things, times) => quartiles(times.map((time) => things / time));

/** The steps in their order: what is said meanwhile, and what each adds to the figures. */
function steps(engine, simulate, paused) {
  const kernels = Object.keys(KERNELS);
  const onGpu = (kernel, n) => measure(engine, { source: KERNELS[kernel].source, launch: launchOf(kernel, n) }, paused);
  const kernel = (key) => ({
    said: `runs ${KERNELS[key].name}`,
    async run(figures) {
      const { operations, moved } = counted(await simulate({ name: "LAUNCH.toml", launch: launchOf(key, COUNTED), files: { "kernel.cl": KERNELS[key].source } }));
      // All products are of one size.
      const sizes = key === "saxpy" ? SIZES.saxpy : figures.n ? [figures.n] : SIZES.product;
      let n, times;
      for (n of sizes) {
        ({ times } = await onGpu(key, n));
        if (quartiles(times)[1] >= LONG) break;
      }
      if (key !== "saxpy") figures.n = n;
      figures.kernels[key] = { n, intensity: operations / moved, rate: rates(operationsOf(key, n), times) };
    },
  });
  return [
    {
      said: "copies large arrays",
      async run(figures) {
        const { device, clock, times, bytes } = await probe(engine, "copy", paused);
        Object.assign(figures, { device, clock, bytes, copy: rates(2 * bytes, times) });
      },
    },
    {
      said: "multiplies and adds",
      async run(figures) {
        const { times, operations } = await probe(engine, "multiply-add", paused);
        figures.multiplyAdd = rates(operations, times);
      },
    },
    {
      said: "launches next to nothing",
      async run(figures) {
        const { times, waited } = await probe(engine, "launch", paused);
        Object.assign(figures, { launch: quartiles(times), waited: quartiles(waited) });
      },
    },
    ...kernels.map(kernel),
  ];
}

const NONE = "–";
const orNone = (figure, kind) => (figure ? spread(figure, kind) : NONE);

function figuresView({ copy, multiplyAdd, launch, waited, bytes }) {
  const size = bytes ? ` of ${bytes / 2 ** 20} MiB` : "";
  return table("The median of 7 measurements, and in brackets the quartiles", ["what", "measured"], [
    [`bytes moved by a copy${size}`, orNone(copy, "GB/s")],
    ["multiplications and additions of float", orNone(multiplyAdd, "GFLOP/s")],
    ["one launch of many in a row", orNone(launch, "time")],
    ["one launch, and waiting for it", orNone(waited, "time")],
  ]);
}

const roofOf = ({ copy, multiplyAdd }) => (copy && multiplyAdd ? { peak: multiplyAdd[1], bandwidth: copy[1] } : null);

function kernelsView(figures) {
  const roof = roofOf(figures);
  const rows = Object.entries(KERNELS).map(([key, { name }], index) => {
    const { intensity, rate, n } = figures.kernels[key] ?? {};
    return [
      `${index + 1} ${name}`,
      intensity?.toFixed(2) ?? NONE,
      roof && intensity ? withUnit(allowed(roof, intensity), "GFLOP/s") : NONE,
      orNone(rate, "GFLOP/s"),
      n ? (key === "saxpy" ? (n * n).toLocaleString("en") : `${n} x ${n}`) : NONE,
    ];
  });
  return table("The kernels under the roof", ["kernel", "operations for each byte", "the roof allows", "measured", "size"], rows);
}

function roofView(figures, width) {
  const roof = roofOf(figures);
  const places = Object.keys(KERNELS).flatMap((key, index) => {
    const one = figures.kernels[key];
    return one ? [{ intensity: one.intensity, rate: one.rate[1], name: String(index + 1) }] : [];
  });
  const highest = Math.max(roof?.peak ?? 1000, ...places.map(({ rate }) => rate));
  const most = 2 * highest;
  const said = roof
    ? `The roof of your GPU: up to ${withUnit(roof.bandwidth, "GB/s")} a slope, then flat at ${withUnit(roof.peak, "GFLOP/s")}. ${places.length} kernels stand under it, which the table lists.`
    : "The roof of your GPU, which is not measured yet.";
  return roofline({ width, roof, rates: { least: most / 1e5, most }, places, said });
}

const MOST_LETTERS = 34;
const short = (name) => (name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name);

function devicesView({ device, copy, multiplyAdd }, devices, width) {
  const chart = (head, of, own, kind) => {
    const row = (name, value, now) => ({ name: short(name), value, text: value === null ? NONE : withUnit(value, kind), now });
    const rows = [row(device ?? "your GPU", own?.[1] ?? null, true), ...devices.map((each) => row(each.name, each[of], false))];
    const said = `${head}: ${rows.map(({ name, text }) => `${name} ${text}`).join(", ")}.`;
    return element("div", {}, element("p", { class: "explore-hint" }, head), bars({ width, rows, said }));
  };
  return [chart("Bytes moved by a copy", "copy", copy, "GB/s"), chart("Multiplications and additions of float", "multiplyAdd", multiplyAdd, "GFLOP/s")];
}

function failure(error) {
  if (error instanceof Stopped) return "Stopped.";
  if (error instanceof Late) return `Stopped: one measurement did not end within ${error.seconds} s.`;
  if (error instanceof NotMeasured) return error.message;
  return `The page failed: ${error.message}`;
}

/** What the kept figures are, if they are of the form that is read here. */
const keptFigures = () => {
  const figures = kept();
  return figures?.form === FORM ? figures : null;
};

/** Fills a section with the measurement, and makes it unless figures are kept. */
async function open(section, engine) {
  styled();
  const status = element("p", { class: "explore-said", role: "status" });
  const stage = element("div", { class: "explore-stage" });
  const tables = element("div", {});
  const button = (name, click) => element("button", { type: "button", click }, name);
  const again = button("Measure again", () => run());
  const stop = button("Stop", () => engine.stop());
  const forget = button("Forget it", () => {
    keep(null);
    figures = { kernels: {} };
    paint();
    status.textContent = "The figures are forgotten.";
    again.focus();
  });
  // All that the figure holds is there before it opens, so that what is below moves once.
  const response = await fetch(new URL("devices.json", engine.folder));
  const devices = response.ok ? await response.json() : [];
  section.classList.add("explore");
  section.replaceChildren(element("p", { class: "explore-title" }, "Your GPU"), element("div", { class: "playground-bar" }, again, stop, forget), status, tables, stage);
  section.dataset.state = "open";
  section.addEventListener("keydown", (event) => event.stopPropagation());
  stop.hidden = true;
  let figures = keptFigures() ?? { kernels: {} };
  let width = null;
  const paint = () => {
    forget.hidden = keptFigures() === null;
    tables.replaceChildren(figuresView(figures), kernelsView(figures));
    width = Math.max(Math.floor(stage.clientWidth), 240) - 2 * EDGE;
    stage.replaceChildren(roofView(figures, width), ...devicesView(figures, devices, width));
  };
  const run = async () => {
    const fresh = { form: FORM, kernels: {} };
    const simulate = async (request) => {
      const answer = JSON.parse((await engine.ask("simulate", request, RUN_SECONDS)).text);
      if (answer.refused) throw new NotMeasured(answer.refused.message);
      return answer;
    };
    const paused = () => (status.textContent = "Paused: a browser slows a hidden page down. It goes on once the page is seen.");
    const all = steps(engine, simulate, paused);
    again.disabled = true;
    stop.hidden = false;
    stop.focus({ preventScroll: true });
    try {
      for (const [index, step] of all.entries()) {
        status.textContent = `${index + 1} of ${all.length}: the GPU ${step.said} ...`;
        await step.run(fresh);
        figures = fresh;
        paint();
      }
      figures.on = new Date().toISOString().slice(0, 10);
      keep(figures);
      status.textContent = `Measured: ${figures.device}. The figures are kept in this browser; nothing was sent.${figures.clock ? "" : " This GPU shows the page no clock of its own, so the times hold the way to it."}`;
    } catch (error) {
      status.textContent = `${failure(error)} What was measured until then is shown, and not kept.`;
    } finally {
      again.disabled = false;
      stop.hidden = true;
      paint();
      if (document.activeElement === document.body) again.focus({ preventScroll: true });
    }
  };
  paint();
  new ResizeObserver(() => {
    if (Math.max(Math.floor(stage.clientWidth), 240) - 2 * EDGE !== width) paint();
  }).observe(stage);
  if (!(await hasGpu())) {
    again.disabled = true;
    status.textContent = "This browser gives the page no GPU: it has no WebGPU, or has switched it off. The chart below is of the GPU that the book was measured on.";
  } else if (figures.device) {
    status.textContent = `Measured on ${figures.on}: ${figures.device}. The figures are kept in this browser.`;
  } else {
    // The figure is there; what comes is said in it.
    run();
  }
}

export default { open };
