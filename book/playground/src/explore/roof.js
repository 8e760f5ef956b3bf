// A roofline drawn: the roof that a device allows, and where kernels stand under it by their operations for each byte.

import { drawing, label, svg } from "./picture.js";

const HIGH = 260;
const [LEFT, BOTTOM, RIGHT] = [58, HIGH - 34, 8];
const ACROSS = { least: 0.05, most: 100 };

/** Powers of ten from one to another. */
const decades = (least, most) => {
  const from = Math.ceil(Math.log10(least) - 1e-9);
  const count = Math.floor(Math.log10(most) + 1e-9) - from + 1;
  return Array.from({ length: count }, (_, index) => 10 ** (from + index));
};

/** What a device allows at an intensity: GFLOP/s, from GFLOP/s of arithmetic and GB/s of memory. */
export const allowed = ({ peak, bandwidth }, intensity) => Math.min(peak, bandwidth * intensity);

/**
 * The drawing. `rates` are the least and the most GFLOP/s of the axis; `places` stand at an intensity and a rate, with
 * a name where they have one; of one that is `now` a line drops to the axis.
 */
export function roofline({ width, roof, rates, places, said }) {
  const scale = (value, from, to, low, most) => from + ((Math.log(value) - Math.log(low)) / (Math.log(most) - Math.log(low))) * (to - from);
  const x = (value) => scale(value, LEFT, width - RIGHT, ACROSS.least, ACROSS.most);
  const y = (value) => scale(Math.max(value, rates.least), BOTTOM, 12, rates.least, rates.most);
  const grid = [
    ...decades(ACROSS.least, ACROSS.most).map((value) => [svg("line", { class: "axis", x1: x(value), x2: x(value), y1: 12, y2: BOTTOM }), label(x(value), BOTTOM + 15, value, { "text-anchor": value === ACROSS.most ? "end" : "middle" })]),
    ...decades(rates.least, rates.most).map((value) => [svg("line", { class: "axis", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }), label(LEFT - 6, y(value) + 4, value.toLocaleString("en", { maximumFractionDigits: 6 }), { "text-anchor": "end" })]),
  ].flat();
  const flat = roof ? Math.min(Math.max(roof.peak / roof.bandwidth, ACROSS.least), ACROSS.most) : null;
  const marks = places.flatMap(({ intensity, rate, now, name }) => [
    now ? svg("line", { class: "drop", x1: x(intensity), x2: x(intensity), y1: BOTTOM, y2: y(rate) }) : null,
    svg("circle", { class: now || name ? "place now" : "place", cx: x(intensity), cy: y(rate), r: now ? 7 : name ? 5 : 4 }),
    name ? label(x(intensity), y(rate) + 18, name, { "text-anchor": "middle", class: "strong" }) : null,
  ]);
  return drawing(
    width,
    HIGH,
    said,
    ...grid,
    roof ? svg("path", { class: "roof", d: `M ${x(ACROSS.least)} ${y(allowed(roof, ACROSS.least))} L ${x(flat)} ${y(allowed(roof, flat))} H ${x(ACROSS.most)}` }) : null,
    ...marks,
    label(0, HIGH - 2, "across: operations for each byte; up: GFLOP/s", { class: "head" }),
  );
}
