// A figure that a reader moves: controls, a picture, the numbers in it, and a sentence that says what is seen.
// Each position is a launch that the simulator runs, and the picture is drawn from its answer alone.
//
// A figure is an object:
//
//     title              the name of the whole
//     controls           of `range` and `choice`
//     hidden             values without a control: the picture alone changes them
//     hint               how the picture itself is used
//     drag               { key, pixels }: the picture itself can be dragged; after that many pixels the control
//                        goes on by one
//     request(values)    { source, launch, group }: the kernel's text, its LAUNCH.toml, the work-group to trace
//     advance(shown, answer, values)  what a step of a simulation changes, where the figure goes on by itself
//     calm(values)       what begins it anew
//     changed(key, values, value)  what else changes with a control that gets this value
//     steps(answer)      how many steps there are to go through, where there are any
//     showsKernel        whether the picture has the kernel's text in it
//     seen(values, answer)  what its still picture is drawn from, where that is no drawing of the figure (`stills.js`)
//     mine               what is measured of it on the reader's own GPU: `on-mine.js` says how
//     draw(state)        { picture, said, numbers }, from { values, answer, step, width, kept, set, setAll,
//                        latest }, the last of which gives the values as they are by now

import { element } from "../dom.js";
import { reducedMotion, stepper } from "../stepper.js";
import { EDGE } from "./picture.js";
import { styled } from "./styled.js";

/** Stretches and runs kept of a trace. */
const MOST_TRACED = 20_000;
/** Steps of a simulation that one press makes. */
const STEPS_AT_ONCE = 20;

/** A slider of whole numbers. `shown` writes a value for the eye and for a screen reader. */
export const range = (given) => ({ kind: "range", least: 0, shown: String, ...given });

/** One of a few: `options` are pairs of a value and its name. */
export const choice = (given) => ({ kind: "choice", ...given });

/** Calls `run` for one value at a time; of those that come meanwhile only the newest is kept. */
function newest(run) {
  let waiting = [];
  let running = null;
  const all = async () => {
    while (waiting.length > 0) {
      const [value] = waiting;
      waiting = [];
      await run(value);
    }
  };
  return (value) => {
    waiting = [value];
    running ??= all().finally(() => (running = null));
    return running;
  };
}

function rangeView({ key, name, least, most, step, shown }, values, set) {
  const value = element("output", { class: "value", "aria-hidden": "true" });
  const input = element("input", { type: "range", min: least, max: most, step: step ?? 1, input: () => set(key, Number(input.value)) });
  const show = () => {
    input.value = values[key];
    value.textContent = shown(values[key]);
    input.setAttribute("aria-valuetext", shown(values[key]));
  };
  return { view: element("label", { class: "explore-range" }, element("span", {}, name), input, value), show };
}

function choiceView({ key, name, options }, values, set) {
  const group = `${key}-${Math.random().toString(36).slice(2)}`;
  const inputs = options.map(([value]) => element("input", { type: "radio", name: group, value, change: () => set(key, value) }));
  const labels = options.map(([, label], index) => element("label", {}, inputs[index], element("span", {}, label)));
  const show = () => inputs.forEach((input, index) => (input.checked = options[index][0] === values[key]));
  return { view: element("fieldset", { class: "explore-choice" }, element("legend", {}, name), ...labels), show };
}

/** Buttons of a figure that goes on by itself: `once` makes a step, `again` begins anew. */
function runner(once, again) {
  /** Steps that are still to be made: one after the other, each from what the last one left. */
  let left = 0;
  let going = false;
  const go = async (steps) => {
    left = steps;
    if (going) return;
    going = true;
    while (left > 0 && play.isConnected) {
      left -= 1;
      await once();
      // A page that is not seen has no frames.
      if (document.hidden) await new Promise(requestAnimationFrame);
    }
    going = false;
    play.textContent = "Play";
  };
  const button = (name, click) => element("button", { type: "button", click }, name);
  const play = button("Play", () => {
    const halts = left > STEPS_AT_ONCE;
    play.textContent = halts ? "Play" : "Pause";
    return go(halts ? 0 : Infinity);
  });
  play.hidden = reducedMotion();
  return element(
    "div",
    { class: "playground-bar explore-steps" },
    play,
    button("One step", () => go(1)),
    button(`${STEPS_AT_ONCE} steps`, () => go(STEPS_AT_ONCE)),
    button("Begin anew", () => {
      left = 0;
      return again();
    }),
  );
}

/** Lets the picture be dragged in place of a control's slider. */
function dragging(stage, { key, pixels, least, most }, values, set) {
  stage.classList.add("drags");
  let from = null;
  stage.addEventListener("pointerdown", (event) => {
    if (event.target.closest("button, a, [data-press]")) return;
    from = { x: event.clientX, value: values[key] };
    stage.setPointerCapture(event.pointerId);
  });
  stage.addEventListener("pointermove", (event) => {
    if (!from) return;
    const value = from.value + Math.round((event.clientX - from.x) / pixels);
    set(key, Math.min(Math.max(value, least), most));
  });
  for (const end of ["pointerup", "pointercancel"]) stage.addEventListener(end, () => (from = null));
}

/**
 * Fills a section with a figure. `simulate` runs a request and gives the answer. `mine` makes the part that measures it
 * on the reader's own GPU, where there is one.
 */
export function openExplorable(section, figure, simulate, mine = null) {
  styled();
  const values = { ...figure.hidden, ...Object.fromEntries(figure.controls.map(({ key, value }) => [key, value])) };
  const kept = {};
  const answers = new Map();
  const stage = element("div", { class: "explore-stage" });
  const numbers = element("dl", { class: "explore-numbers" });
  const said = element("p", { class: "explore-said", role: "status" });
  const code = element("pre", { tabindex: "0" });
  let step = 0;
  let shown = null;

  const answerTo = async ({ source, launch, group = 0, traces = true }) => {
    const asked = { name: "LAUNCH.toml", launch, files: { "kernel.cl": source } };
    // No launch of a simulation comes twice.
    if (!traces) return simulate(asked);
    const key = `${group} ${launch}\n${source}`;
    if (!answers.has(key)) {
      answers.set(key, await simulate({ ...asked, trace: { group, most: MOST_TRACED } }));
    }
    return answers.get(key);
  };
  const paint = () => {
    const { answer } = shown;
    const steps = figure.steps?.(answer, shown.values) ?? 1;
    step = Math.min(Math.max(step, 0), steps - 1);
    walk?.show(step, steps);
    // The picture has room of its own before it is drawn, so that it is as wide as it will be.
    const width = Math.max(Math.floor(stage.clientWidth), 240) - 2 * EDGE;
    const drawn = figure.draw({ values: shown.values, answer, step, width, kept, set, setAll, latest: () => values });
    // A picture with the focus keeps it when another takes its place.
    const focused = stage.contains(document.activeElement);
    stage.replaceChildren(drawn.picture);
    if (focused) stage.querySelector("[tabindex]")?.focus({ preventScroll: true });
    said.textContent = drawn.said;
    numbers.replaceChildren(
      ...drawn.numbers.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, String(value)))),
    );
    section.dataset.step = step;
  };
  const draw = newest(async (wanted) => {
    const asked = figure.request(wanted);
    shown = { values: wanted, answer: await answerTo(asked) };
    code.textContent = asked.source.trim();
    paint();
  });
  /** What shows the values as they are now. */
  let settled = null;
  const update = () => {
    for (const control of controls) control.show();
    settled = draw({ ...values }).catch((error) => (said.textContent = `The simulator failed: ${error.message}`));
    return settled;
  };
  const setAll = (changes) => {
    if (Object.entries(changes).every(([key, value]) => values[key] === value)) return null;
    Object.assign(values, changes);
    walk?.halt();
    return update();
  };
  const set = (key, value) => setAll({ [key]: value, ...(values[key] === value ? {} : figure.changed?.(key, values, value)) });
  const controls = figure.controls.map((control) => (control.kind === "range" ? rangeView : choiceView)(control, values, set));
  const walk = figure.steps
    ? stepper((to) => {
        step = to;
        paint();
      })
    : null;
  if (figure.drag) dragging(stage, { ...figure.controls.find(({ key }) => key === figure.drag.key), ...figure.drag }, values, set);
  section.classList.add("explore");
  section.replaceChildren(
    element("p", { class: "explore-title" }, figure.title),
    element("div", { class: "playground-bar" }, ...controls.map(({ view }) => view)),
    ...(walk ? [walk.view] : []),
    ...(figure.advance ? [runner(() => setAll(figure.advance(shown.values, shown.answer, values)), () => setAll(figure.calm(values)))] : []),
    said,
    numbers,
    stage,
    ...(figure.hint ? [element("p", { class: "explore-hint" }, figure.hint)] : []),
    ...(figure.showsKernel ? [] : [element("details", {}, element("summary", {}, "The kernel that runs here"), code)]),
    ...(mine ? [mine(figure.mine, answerTo)] : []),
  );
  section.dataset.state = "open";
  section.explorable = { request: () => figure.request({ ...values }), settled: () => settled, shown: () => figure.seen(shown.values, shown.answer) };
  // The book has keys of its own, for searching and for turning pages.
  section.addEventListener("keydown", (event) => event.stopPropagation());
  let width = null;
  new ResizeObserver(([{ contentRect }]) => {
    if (width !== null && width !== contentRect.width && shown) paint();
    width = contentRect.width;
  }).observe(stage);
  return update();
}
