// Three schemes for shallow water as waves that the reader makes: every step is a launch in the simulator, which
// begins with what the one before left.

import highResolution from "../../../../kernels/src/simulation/high_resolution.cl";
import linear from "../../../../kernels/src/simulation/linear.cl";
import nonlinear from "../../../../kernels/src/simulation/nonlinear.cl";
import { element } from "../dom.js";
import { choice, range } from "./explorable.js";
import { drawing, label, launchText, plain, scalar, svg } from "./picture.js";

const [NX, NY] = [48, 32];
const CELLS = NX * NY;
/** Metres of water at rest, and acceleration of a falling body. */
const DEPTH = 1;
const GRAVITY = 9.8125;
/** A time step over the width of a cell, in s/m. */
const RATIO = 0.1;
/** Heights, in metres, at which the colours end. */
const SHOWN = 0.2;
/** Cells from the middle of a poke to where it is a third as high. */
const SPREAD = 2.2;

/** A standing wave between two walls: its height in metres, and the half waves that fit the sea. An even number fits a sea that goes round, too. */
const [HEIGHT, HALVES] = [0.01, 2];
/** Its phase over the width of a cell and over a time step: it does not depend on how wide a cell is. */
const [ALONG, ONWARD] = [(Math.PI * HALVES) / NX, ((Math.PI * HALVES) / NX) * Math.sqrt(GRAVITY * DEPTH) * RATIO];

const calm = () => ({ eta: new Float32Array(CELLS), hu: new Float32Array(CELLS), hv: new Float32Array(CELLS), before: null });

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** The bytes of floats, in the order of memory. */
function hex(floats) {
  let text = "";
  for (const byte of new Uint8Array(floats.buffer)) text += HEX[byte];
  return text;
}

const given = (floats, shown = false) => `buffer = "float"\nlen = ${floats.length}\ninit = { hex = "${hex(floats)}" }\nshow = ${shown}`;
const result = `buffer = "float"\nlen = ${CELLS}\ninit = "uninit"\nshow = true`;
const raised = (eta, by) => eta.map((height) => height + by);
const number = (value) => scalar("float", value.toExponential());
const sizes = [NX, NY].map((size) => scalar("uint", size));

/** What a poke adds to the heights: a round hill. */
function hill({ x, y, height }) {
  return Float32Array.from({ length: CELLS }, (_, cell) => {
    const [dx, dy] = [(cell % NX) - x, Math.floor(cell / NX) - y];
    return height * Math.exp(-(dx * dx + dy * dy) / (2 * SPREAD * SPREAD));
  });
}

const poked = (eta, pokes) => pokes.reduce((sum, { added }) => sum.map((height, cell) => height + added[cell]), eta);

/** The exact solution of the linear equations at a time, in steps: the heights in the middles of the cells. */
const exact = (time) => Float32Array.from({ length: CELLS }, (_, cell) => HEIGHT * Math.cos(ALONG * ((cell % NX) + 0.5)) * Math.cos(ONWARD * time));

/** Its flows to the east, so much of a cell's width east of the west face. */
const exactFlow = (time, place) =>
  Float32Array.from({ length: CELLS }, (_, cell) => HEIGHT * Math.sqrt(GRAVITY * DEPTH) * Math.sin(ALONG * ((cell % NX) + place)) * Math.sin(ONWARD * time));

/** The standing wave at its highest. */
const standing = () => ({ ...calm(), eta: exact(0) });

/** The kernels: where they begin a standing wave, their arguments for a sea, and the sea that they leave. */
const SCHEMES = {
  linear: {
    source: linear,
    kernel: "shallow_linear",
    // The flows go through the east faces, and are those of half a step before the heights.
    stands: () => ({ ...standing(), hu: exactFlow(-0.5, 1) }),
    arguments: ({ eta, hu, hv }) => [given(eta), given(hu), given(hv), result, result, result, number(GRAVITY * DEPTH), number(RATIO), number(RATIO), ...sizes],
    left: ({ eta_new: eta, hu_new: hu, hv_new: hv }) => ({ eta, hu, hv, before: null }),
  },
  nonlinear: {
    source: nonlinear,
    kernel: "shallow_nonlinear",
    stands: () => ({ ...standing(), before: { ...calm(), eta: exact(-1), hu: exactFlow(-1, 0.5) } }),
    arguments(sea) {
      const before = sea.before ?? sea;
      return [
        ...[raised(sea.eta, DEPTH), sea.hu, sea.hv].map((field) => given(field)),
        ...[raised(before.eta, DEPTH), before.hu, before.hv].map((field) => given(field, true)),
        ...[GRAVITY, RATIO, RATIO].map(number),
        ...sizes,
      ];
    },
    // The first step has no time before last: it leaps from where the sea is now.
    left: ({ depth_old: depth, hu_old: hu, hv_old: hv }, sea) => ({ eta: raised(depth, -DEPTH), hu, hv, before: { eta: sea.eta, hu: sea.hu, hv: sea.hv } }),
  },
  high: {
    source: highResolution,
    kernel: "shallow_flux",
    stands: standing,
    arguments: ({ eta, hu, hv }) => [
      given(eta),
      given(hu),
      given(hv),
      given(new Float32Array(CELLS).fill(-DEPTH)),
      result,
      result,
      result,
      ...[GRAVITY, RATIO, RATIO].map(number),
      ...sizes,
    ],
    left: ({ eta_new: eta, hu_new: hu, hv_new: hv }) => ({ eta, hu, hv, before: null }),
  },
};

/** The sea that a launch begins with: with what was poked since the last one. */
function begins({ sea, pokes }) {
  const eta = poked(sea.eta, pokes);
  // A hill that is there at once was there the time before, too.
  const before = sea.before && { ...sea.before, eta: poked(sea.before.eta, pokes) };
  return { ...sea, eta, before };
}

/** The sea after a launch. */
function after(values, { outputs }) {
  const fields = Object.fromEntries(Object.entries(outputs).map(([name, { values: all }]) => [name, Float32Array.from(all)]));
  return SCHEMES[values.scheme].left(fields, begins(values));
}

/** A start: the sea, the volume above and below its level of rest, and what is raised above it. */
const BEGINNINGS = {
  hill() {
    const first = { x: 15, y: 16, added: hill({ x: 15, y: 16, height: 0.2 }) };
    return { sea: calm(), pokes: [first], steps: 0, poured: sum(first.added), raised: sum(first.added), isExact: false };
  },
  standing(scheme) {
    const sea = SCHEMES[scheme].stands();
    return { sea, pokes: [], steps: 0, poured: sum(sea.eta), raised: sum(sea.eta.filter((height) => height > 0)), isExact: true };
  },
};

const sum = (floats) => floats.reduce((all, each) => all + each, 0);

/** Blue below the level of rest, orange above it; at rest the sea has nearly the colour of the page. */
const LIGHT = { rest: [244, 244, 240], low: [20, 70, 130], high: [196, 84, 10], mark: "#222" };
const DARK = { rest: [30, 37, 45], low: [90, 170, 250], high: [250, 165, 80], mark: "#eee" };
const colours = () => (["navy", "coal", "ayu"].some((theme) => document.documentElement.classList.contains(theme)) ? DARK : LIGHT);

function colour(height, { rest, low, high }, shown) {
  const share = Math.max(-1, Math.min(1, height / shown));
  const end = share < 0 ? low : high;
  return rest.map((value, index) => value + (end[index] - value) * Math.abs(share));
}

function canvas(width, eta, said, cursor, shown) {
  const scale = width / NX;
  const shades = colours();
  const made = element("canvas", {
    width,
    height: NY * scale,
    role: "img",
    tabindex: 0,
    "aria-label": said,
    class: "explore-canvas pokes",
  });
  const context = made.getContext("2d");
  const image = new ImageData(NX, NY);
  eta.forEach((height, cell) => image.data.set([...colour(height, shades, shown), 255], 4 * ((NY - 1 - Math.floor(cell / NX)) * NX + (cell % NX))));
  const small = new OffscreenCanvas(NX, NY);
  small.getContext("2d").putImageData(image, 0, 0);
  context.drawImage(small, 0, 0, width, NY * scale);
  context.strokeStyle = shades.mark;
  context.lineWidth = 1.2;
  context.setLineDash([3, 5]);
  context.beginPath();
  context.moveTo(0, (NY - cursor.y - 0.5) * scale);
  context.lineTo(width, (NY - cursor.y - 0.5) * scale);
  context.stroke();
  context.setLineDash([]);
  context.strokeRect((cursor.x + 0.5) * scale - 8, (NY - cursor.y - 0.5) * scale - 8, 16, 16);
  return made;
}

/** The heights along the row of the mark, and those that they should be where they are known. */
function profile(width, eta, { y }, shown, known) {
  const high = 84;
  const at = (height) => high / 2 - (Math.max(-1, Math.min(1, height / shown)) * high) / 2.2;
  const line = (name, heights) =>
    svg("polyline", { class: name, points: Array.from({ length: NX }, (_, x) => `${((x + 0.5) * width) / NX},${at(heights[y * NX + x]).toFixed(1)}`).join(" ") });
  return drawing(
    width,
    high + 18,
    "The heights along the marked row",
    svg("line", { class: "axis", x1: 0, x2: width, y1: high / 2, y2: high / 2 }),
    line("profile", eta),
    known ? line("known", known) : null,
    label(0, high + 12, known ? "the marked row, and dashed the exact solution" : "the marked row, and the level of rest", { class: "head" }),
  );
}

const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const within = (value, size) => Math.min(Math.max(value, 0), size - 1);
const EXACTLY = {
  linear: "The error is a share of the wave's height, 1 cm.",
  nonlinear: "The exact solution is that of the linear equations, and this scheme solves others: the difference is no error alone.",
  high: "The exact solution is that of the linear equations, and this scheme solves others: the difference is no error alone.",
};

/** Largest difference of two seas, over the height of the standing wave. */
const apart = (eta, known) => eta.reduce((most, height, cell) => Math.max(most, Math.abs(height - known[cell])), 0) / HEIGHT;

const metres = (value) => `${value < 0 ? "-" : ""}${Math.abs(value).toFixed(3)} m`;

export default {
  title: "Three schemes for the same sea: poke it",
  hint: "Press the sea to poke it. With the keyboard: arrows move the mark, Enter pokes there.",
  controls: [
    choice({ key: "scheme", name: "scheme", value: "linear", options: [["linear", "linear"], ["nonlinear", "nonlinear"], ["high", "high resolution"]] }),
    choice({ key: "start", name: "begins with", value: "hill", options: [["hill", "a hill"], ["standing", "a standing wave"]] }),
    range({ key: "height", name: "a poke is high", value: 20, least: 5, most: 60, step: 5, shown: (height) => `${height} cm` }),
  ],
  get hidden() {
    return { ...BEGINNINGS.hill(), cursor: { x: 15, y: 16 } };
  },
  request(values) {
    const { source, kernel, arguments: of } = SCHEMES[values.scheme];
    return { source: plain(source), launch: launchText(kernel, [NX, NY], [16, 8], of(begins(values))), traces: false };
  },
  /** What a step changes: the next begins with what this one left. */
  advance: (shown, answer, { pokes }) => ({
    sea: after(shown, answer),
    pokes: pokes.filter((each) => !shown.pokes.includes(each)),
    steps: shown.steps + 1,
  }),
  calm: ({ start, scheme }) => (start === "standing" ? BEGINNINGS.standing(scheme) : { sea: calm(), pokes: [], steps: 0, poured: 0, raised: 0, isExact: false }),
  changed(key, values, value) {
    if (key === "start") return BEGINNINGS[value](values.scheme);
    if (key !== "scheme") return {};
    // Each scheme has its flows at other places and times.
    return values.start === "standing" ? BEGINNINGS.standing(value) : { sea: { ...values.sea, before: null } };
  },
  seen: (values, answer) => ({ heights: { eta: [...after(values, answer).eta], nx: NX, ny: NY, row: values.cursor.y, shown: SHOWN, ends: Object.fromEntries(Object.entries(LIGHT).map(([name, shade]) => [name, name === "mark" ? shade : `rgb(${shade})`])) } }),
  draw({ values, answer, width, latest, setAll }) {
    const { eta } = after(values, answer);
    const own = Math.min(width, 600);
    const most = eta.reduce((high, each) => Math.max(high, each), -Infinity);
    const least = eta.reduce((low, each) => Math.min(low, each), Infinity);
    const volume = sum(eta);
    const off = values.raised === 0 ? 0 : (volume - values.poured) / values.raised;
    const shown = values.start === "standing" ? HEIGHT : SHOWN;
    const known = values.isExact ? exact(values.steps + 1) : null;
    const sides = values.scheme === "linear" ? "Waves come back from the walls." : "What leaves on one side comes in on the other.";
    const broke = !Number.isFinite(most + least);
    const said = broke
      ? "The heights are no numbers any more: this poke is more than the scheme can follow."
      : `After ${values.steps + 1} ${values.steps === 0 ? "step" : "steps"} the water is between ${metres(least)} and ${metres(most)} above the level of rest. ${known ? EXACTLY[values.scheme] : sides}`;
    const poke = (x, y) => {
      const added = hill({ x, y, height: values.height / 100 });
      const now = latest();
      setAll({ pokes: [...now.pokes, { x, y, added }], cursor: { x, y }, poured: now.poured + sum(added), raised: now.raised + sum(added), isExact: false });
    };
    const picture = canvas(own, eta, said, values.cursor, shown);
    picture.addEventListener("pointerdown", ({ offsetX, offsetY }) =>
      poke(within(Math.floor((offsetX * NX) / picture.clientWidth), NX), within(NY - 1 - Math.floor((offsetY * NY) / picture.clientHeight), NY)),
    );
    picture.addEventListener("keydown", (event) => {
      const { cursor } = latest();
      const move = MOVES[event.key];
      if (!move && event.key !== "Enter") return;
      event.preventDefault();
      if (move) setAll({ cursor: { x: within(cursor.x + move[0], NX), y: within(cursor.y + move[1], NY) } });
      else poke(cursor.x, cursor.y);
    });
    return {
      said,
      numbers: [
        ["steps", values.steps + 1],
        ["highest", broke ? "none" : metres(most)],
        ["lowest", broke ? "none" : metres(least)],
        ["error of the volume", broke ? "none" : off === 0 ? "0 %" : `${(100 * off).toExponential(1)} %`],
        ...(known ? [[values.scheme === "linear" ? "largest error" : "off the linear solution", `${(100 * apart(eta, known)).toFixed(2)} %`]] : []),
      ],
      picture: element("div", {}, picture, scale(shown), profile(own, eta, values.cursor, shown, known)),
    };
  },
};

function scale(shown) {
  const stops = [-shown, 0, shown].map((height) => `rgb(${colour(height, colours(), shown)})`);
  return element(
    "p",
    { class: "explore-scale" },
    element("span", {}, `-${shown} m`),
    element("span", { class: "colours", "aria-hidden": "true", style: `background: linear-gradient(to right, ${stops})` }),
    element("span", {}, `${shown} m`),
  );
}
