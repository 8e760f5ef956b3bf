// The roofline: where a kernel stands by the operations that it does for each byte that moves, as the simulator
// counts both, under the roof that was measured on a device.

import { choice, range } from "./explorable.js";
import { KERNELS, counted, launchOf } from "./products.js";
import { allowed, roofline } from "./roof.js";

/** A step of the slider, in elements: what all tiles divide. */
const TILE = 32;

/** The chart of the page whose words have the measured roof: the ends of its two parts. */
const CHART = "h200-matmul-roofline-words";

/** What the device was measured to allow: GFLOP/s of arithmetic, and GB/s of memory. */
function roof() {
  const words = document.getElementById(CHART)?.textContent ?? "";
  const [, slow, intensity, peak] = /what the device allows: from ([\d.]+) at ([\d.]+) to ([\d.]+) at/.exec(words) ?? [];
  if (!peak) throw new Error("the page has no chart with a measured roof");
  return { peak: Number(peak), bandwidth: Number(slow) / Number(intensity) };
}

const big = (value) => Math.round(Number(value.toPrecision(2))).toLocaleString("en");

export default {
  title: "Move a kernel along the roof",
  controls: [
    choice({ key: "kernel", name: "kernel", value: "naive", options: Object.keys(KERNELS).map((key) => [key, key === "register" ? "in registers" : key === "tiled" ? "with tiles" : key]) }),
    range({ key: "tiles", name: "n", value: 1, least: 1, most: 3, shown: (tiles) => `${tiles * TILE}` }),
  ],
  request: ({ kernel, tiles }) => ({ source: KERNELS[kernel].source, launch: launchOf(kernel, tiles * TILE), traces: false }),
  draw({ values, answer, width, kept }) {
    const measured = roof();
    const { operations, moved } = counted(answer);
    const intensity = operations / moved;
    const most = allowed(measured, intensity);
    kept[`${values.kernel} ${values.tiles}`] = { intensity, kernel: values.kernel, tiles: values.tiles };
    const places = Object.values(kept).map((each) => ({
      intensity: each.intensity,
      rate: allowed(measured, each.intensity),
      now: each.kernel === values.kernel && each.tiles === values.tiles,
    }));
    const said = `${KERNELS[values.kernel].name}, n = ${values.tiles * TILE}: ${operations.toLocaleString("en")} operations for ${moved.toLocaleString("en")} bytes, which is ${intensity.toFixed(2)} for each byte. Without a cache the memory measured below allows ${big(most)} of the ${big(measured.peak)} GFLOP/s that arithmetic allows.`;
    return {
      said: said[0].toUpperCase() + said.slice(1),
      numbers: [
        ["operations for each byte", intensity.toFixed(2)],
        ["bytes moved", moved.toLocaleString("en")],
        ["allowed at most", `${big(most)} GFLOP/s`],
      ],
      picture: roofline({ width, roof: measured, rates: { least: 100, most: 200_000 }, places, said }),
    };
  },
};
