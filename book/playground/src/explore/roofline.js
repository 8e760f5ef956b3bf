// The roofline: where a kernel stands by the operations that it does for each byte that moves, as the simulator
// counts both, under the roof that was measured on a device.

import naive from "../../../../kernels/src/matmul/naive.cl";
import register from "../../../../kernels/src/matmul/register.cl";
import tiled from "../../../../kernels/src/matmul/tiled.cl";
import saxpy from "../../../../solutions/02-saxpy/kernel.cl";
import { choice, range } from "./explorable.js";
import { buffer, drawing, label, launchText, plain, scalar, svg } from "./picture.js";

/** A step of the slider, in elements: what all tiles divide. */
const TILE = 32;
const KERNELS = {
  saxpy: { source: saxpy, name: "saxpy" },
  naive: { source: naive, name: "product, naive", kernel: "matmul_naive", items: (n) => n },
  tiled: { source: tiled, name: "product, with tiles", kernel: "matmul_tiled", items: (n) => n },
  register: { source: register, name: "product, in registers", kernel: "matmul_register", items: (n) => n / 4 },
};

/** The chart of the page whose words have the measured roof: the ends of its two parts. */
const CHART = "h200-matmul-roofline-words";

/** What the device was measured to allow: GFLOP/s of arithmetic, and GB/s of memory. */
function roof() {
  const words = document.getElementById(CHART)?.textContent ?? "";
  const [, slow, intensity, peak] = /what the device allows: from ([\d.]+) at ([\d.]+) to ([\d.]+) at/.exec(words) ?? [];
  if (!peak) throw new Error("the page has no chart with a measured roof");
  return { peak: Number(peak), bandwidth: Number(slow) / Number(intensity) };
}

function launchOf(kernel, n) {
  const { kernel: name, items } = KERNELS[kernel];
  if (kernel === "saxpy") {
    const vector = buffer("float", n * n, "{ random = 1 }");
    return launchText("saxpy", n * n, 64, [scalar("float", "2.0"), vector, vector, scalar("uint", n * n)]);
  }
  const matrix = (init) => buffer("float", n * n, init);
  const group = [8, 8];
  return launchText(name, [items(n), items(n)], group, [matrix("{ random = 1 }"), matrix("{ random = 2 }"), matrix('"uninit"'), ...[n, n, n].map((size) => scalar("uint", size))]);
}

const LEAST = { x: 0.05, y: 100 };
const MOST = { x: 100, y: 200_000 };

const big = (value) => Math.round(Number(value.toPrecision(2))).toLocaleString("en");

export default {
  title: "Move a kernel along the roof",
  controls: [
    choice({ key: "kernel", name: "kernel", value: "naive", options: Object.keys(KERNELS).map((key) => [key, key === "register" ? "in registers" : key === "tiled" ? "with tiles" : key]) }),
    range({ key: "tiles", name: "n", value: 1, least: 1, most: 3, shown: (tiles) => `${tiles * TILE}` }),
  ],
  request: ({ kernel, tiles }) => ({ source: plain(KERNELS[kernel].source), launch: launchOf(kernel, tiles * TILE), traces: false }),
  draw({ values, answer, width, kept }) {
    const { peak, bandwidth } = roof();
    const { total } = answer.counters;
    const operations = ["float-add", "float-multiply", "float-fma"].reduce((sum, name) => sum + (total.operations[name] ?? 0), 0);
    const moved = total.global_loads.bytes_moved + total.global_stores.bytes_moved;
    const intensity = operations / moved;
    const allowed = Math.min(peak, bandwidth * intensity);
    kept[`${values.kernel} ${values.tiles}`] = { intensity, kernel: values.kernel, tiles: values.tiles };
    const high = 260;
    const [left, bottom] = [54, high - 34];
    const scale = (value, from, to, low, most) => from + ((Math.log(value) - Math.log(low)) / (Math.log(most) - Math.log(low))) * (to - from);
    const x = (value) => scale(value, left, width - 8, LEAST.x, MOST.x);
    const y = (value) => scale(value, bottom, 12, LEAST.y, MOST.y);
    const ridge = peak / bandwidth;
    const tried = Object.values(kept).map((each) => {
      const now = each.kernel === values.kernel && each.tiles === values.tiles;
      const height = y(Math.min(peak, bandwidth * each.intensity));
      return svg("circle", { class: now ? "place now" : "place", cx: x(each.intensity), cy: height, r: now ? 7 : 4 });
    });
    const said = `${KERNELS[values.kernel].name}, n = ${values.tiles * TILE}: ${operations.toLocaleString("en")} operations for ${moved.toLocaleString("en")} bytes, which is ${intensity.toFixed(2)} for each byte. Without a cache the memory measured below allows ${big(allowed)} of the ${big(peak)} GFLOP/s that arithmetic allows.`;
    const grid = [
      ...[0.1, 1, 10, 100].map((value) => [svg("line", { class: "axis", x1: x(value), x2: x(value), y1: 12, y2: bottom }), label(x(value), bottom + 15, value, { "text-anchor": value === 100 ? "end" : "middle" })]),
      ...[100, 1000, 10_000, 100_000].map((value) => [svg("line", { class: "axis", x1: left, x2: width - 8, y1: y(value), y2: y(value) }), label(left - 6, y(value) + 4, value.toLocaleString("en"), { "text-anchor": "end" })]),
    ].flat();
    return {
      said: said[0].toUpperCase() + said.slice(1),
      numbers: [
        ["operations for each byte", intensity.toFixed(2)],
        ["bytes moved", moved.toLocaleString("en")],
        ["allowed at most", `${big(allowed)} GFLOP/s`],
      ],
      picture: drawing(
        width,
        high,
        said,
        ...grid,
        svg("path", { class: "roof", d: `M ${x(LEAST.x)} ${y(bandwidth * LEAST.x)} L ${x(ridge)} ${y(peak)} H ${x(MOST.x)}` }),
        svg("line", { class: "drop", x1: x(intensity), x2: x(intensity), y1: bottom, y2: y(allowed) }),
        ...tried,
        label(0, high - 2, "across: operations for each byte; up: GFLOP/s", { class: "head" }),
      ),
    };
  },
};
