// The Mandelbrot set, zoomed by the reader: steps of each point as colour, and how much of its warps works.

import kernel from "../../../../kernels/src/simulation/mandelbrot.cl";
import { element } from "../dom.js";
import { choice, range } from "./explorable.js";
import { WARP, buffer, launchText, percent, plain, scalar } from "./picture.js";

const [W, H] = [160, 96];
const source = plain(kernel).replace(/^\/\/.*\n/gm, "").trimStart();
/** The line of the loop, which a warp leaves with its last work-item. */
const LOOP = source.split("\n").findIndex((line) => line.includes("while (")) + 1;
const SHAPES = { "32x1": [32, 1], "16x2": [16, 2], "8x4": [8, 4] };
/** The whole set. In the middle is a place at its edge, where there is much to see. */
const WHOLE = { x: -0.745, y: 0.113, width: 3.6 };
const MOST_ZOOM = 14;

const STOPS = [[18, 32, 74], [44, 110, 168], [150, 205, 226], [250, 236, 190], [238, 150, 60], [140, 40, 30]];
const BLACK = [10, 10, 16];

/** From dark blue over light to red, for a share from 0 to 1. */
function colour(share) {
  const at = Math.min(Math.max(share, 0) * (STOPS.length - 1), STOPS.length - 1.001);
  const [low, high, part] = [STOPS[Math.floor(at)], STOPS[Math.floor(at) + 1], at % 1];
  return low.map((value, index) => Math.round(value + (high[index] - value) * part));
}

/** The first few steps differ as much in colour as many later ones. */
const stepColour = (count, limit) => (count >= limit ? BLACK : colour(Math.log(1 + count) / Math.log(1 + limit)));

/** The share of its rounds in the loop that each warp's work-items have something to do, by the warp of each point. */
function busyShares(counts, [across, down]) {
  const shares = new Float64Array(counts.length);
  for (let top = 0; top < H; top += down) {
    for (let left = 0; left < W; left += across) {
      const points = Array.from({ length: WARP }, (_, lane) => (top + Math.floor(lane / across)) * W + left + (lane % across));
      // Every work-item looks at the condition once more than it makes steps.
      const rounds = points.map((point) => counts[point] + 1);
      const share = rounds.reduce((sum, own) => sum + own, 0) / (WARP * Math.max(...rounds));
      for (const point of points) shares[point] = share;
    }
  }
  return shares;
}

/** A picture whose points are drawn one by one, as large as the page has room. */
function canvas(width, said, rgb) {
  const made = element("canvas", { width: W, height: H, role: "img", "aria-label": said, class: "explore-canvas", style: `width: ${width}px; height: ${(width * H) / W}px` });
  const context = made.getContext("2d");
  const image = context.createImageData(W, H);
  for (let point = 0; point < W * H; point++) {
    const [red, green, blue] = rgb(point);
    image.data.set([red, green, blue, 255], 4 * point);
  }
  context.putImageData(image, 0, 0);
  return made;
}

const frame = ({ x, y, zoom }) => {
  const step = WHOLE.width / 2 ** zoom / W;
  return { step, left: x - (W / 2) * step, top: y + (H / 2) * step };
};

/** A key of the picture moves it or zooms. */
const KEYS = {
  ArrowLeft: ({ x, step }) => ({ x: x - 16 * step }),
  ArrowRight: ({ x, step }) => ({ x: x + 16 * step }),
  ArrowUp: ({ y, step }) => ({ y: y + 16 * step }),
  ArrowDown: ({ y, step }) => ({ y: y - 16 * step }),
  "+": ({ zoom }) => ({ zoom: Math.min(zoom + 1, MOST_ZOOM) }),
  "-": ({ zoom }) => ({ zoom: Math.max(zoom - 1, 0) }),
};

export default {
  title: "The set, computed as you zoom",
  hint: "Press a point to bring it to the middle, twice as large. With the keyboard: arrows move, + and - zoom.",
  controls: [
    range({ key: "zoom", name: "zoom", value: 0, most: MOST_ZOOM, shown: (zoom) => `${2 ** zoom}x` }),
    range({ key: "limit", name: "most steps", value: 100, least: 20, most: 400, step: 20 }),
    choice({ key: "shape", name: "a warp is", value: "32x1", options: Object.keys(SHAPES).map((name) => [name, name.replace("x", " x ")]) }),
    choice({ key: "show", name: "colours", value: "steps", options: [["steps", "steps of a point"], ["busy", "lanes that work"]] }),
  ],
  hidden: { x: WHOLE.x, y: WHOLE.y },
  request({ x, y, zoom, limit, shape }) {
    const { step, left, top } = frame({ x, y, zoom });
    return {
      source,
      launch: launchText("mandelbrot", [W, H], SHAPES[shape], [
        buffer("uint", W * H, '"uninit"', true),
        ...[left, top, step].map((value) => scalar("float", value.toExponential())),
        ...[W, H, limit].map((value) => scalar("uint", value)),
      ]),
    };
  },
  draw({ values, answer, width, setAll }) {
    const counts = answer.outputs.counts.values;
    const { limit, shape, show, zoom } = values;
    const { step, left, top } = frame(values);
    const loop = answer.counters.lines.find(({ line }) => line === LOOP);
    const inside = counts.filter((count) => count >= limit).length;
    const most = counts.reduce((most, count) => (count < limit ? Math.max(most, count) : most), 0);
    const shares = show === "busy" ? busyShares(counts, SHAPES[shape]) : null;
    const said = `${zoom === 0 ? "The whole set" : `Enlarged ${2 ** zoom} times around ${values.x.toFixed(4)} ${values.y < 0 ? "-" : "+"} ${Math.abs(values.y).toFixed(4)}i`}: ${percent(inside / counts.length)} of the points stay for all ${limit} steps. In the loop ${percent(loop.active_lane_share)} of the lanes of warps of ${shape.replace("x", " x ")} work; the others wait for the slowest of their warp.`;
    const picture = canvas(
      Math.min(width, 640),
      said,
      shares ? (point) => colour(((1 - shares[point]) * WARP) / (WARP - 1)) : (point) => stepColour(counts[point], limit),
    );
    picture.tabIndex = 0;
    picture.addEventListener("click", ({ offsetX, offsetY }) => {
      const scale = W / picture.clientWidth;
      setAll({ x: left + offsetX * scale * step, y: top - offsetY * scale * step, zoom: Math.min(zoom + 1, MOST_ZOOM) });
    });
    picture.addEventListener("keydown", (event) => {
      const change = KEYS[event.key]?.({ ...values, step });
      if (!change) return;
      event.preventDefault();
      setAll(change);
    });
    return {
      said,
      numbers: [
        ["points that stay", percent(inside / counts.length)],
        ["most steps of one that leaves", most],
        ["lanes that work in the loop", percent(loop.active_lane_share)],
      ],
      picture: element("div", {}, picture, scale(show, limit)),
    };
  },
};

/** What the colours mean. */
function scale(show, limit) {
  const [least, most] = show === "steps" ? ["0 steps", `${limit} steps: black`] : ["all lanes work", "one of 32 works"];
  const stops = STOPS.map((stop) => `rgb(${stop})`);
  return element(
    "p",
    { class: "explore-scale" },
    element("span", {}, least),
    element("span", { class: "colours", "aria-hidden": "true", style: `background: linear-gradient(to right, ${stops})` }),
    element("span", {}, most),
  );
}
