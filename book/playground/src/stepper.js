// Buttons and a slider to go through steps, and to play them.

import { element } from "./dom.js";

/** Milliseconds that a step is shown while all are played. */
const STEP_SHOWN = 700;

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** `go` is given the step to go to; `others` stand behind the slider. */
export function stepper(go, ...others) {
  let count = 0;
  let current = 0;
  let playing = null;
  const slider = element("input", { type: "range", min: 0, value: 0, "aria-label": "Step", input: () => by(Number(slider.value)) });
  const button = (name, label, click) => element("button", { type: "button", "aria-label": label, click }, name);
  const halt = () => {
    clearInterval(playing);
    playing = null;
    play.textContent = "Play";
  };
  const by = (to) => {
    halt();
    go(to);
  };
  const play = element("button", {
    type: "button",
    click: () => {
      if (playing) return halt();
      if (current === count - 1) go(0);
      play.textContent = "Pause";
      playing = setInterval(() => (current < count - 1 && play.isConnected ? go(current + 1) : halt()), STEP_SHOWN);
    },
  }, "Play");
  // What moves by itself is left out for a reader who wants nothing to.
  play.hidden = reducedMotion();
  const view = element(
    "div",
    { class: "playground-bar explore-steps" },
    button("First", "First step", () => by(0)),
    button("Back", "Step back", () => by(current - 1)),
    play,
    button("Next", "Next step", () => by(current + 1)),
    button("Last", "Last step", () => by(count - 1)),
    slider,
    ...others,
  );
  const show = (step, steps) => {
    current = step;
    count = steps;
    slider.max = steps - 1;
    slider.value = step;
    slider.setAttribute("aria-valuetext", `step ${step + 1} of ${steps}`);
  };
  return { view, show, halt };
}
