// Numbers as bars from one line, each with its name and its number above it.

import { box, drawing, label } from "./picture.js";

const ROW = 38;

/** `rows` are { name, value, text, now }: a value of null has no bar. */
export function bars({ width, rows, said }) {
  const most = Math.max(...rows.map(({ value }) => value ?? 0), Number.MIN_VALUE);
  return drawing(
    width,
    rows.length * ROW,
    said,
    ...rows.flatMap(({ name, value, text, now }, row) => [
      label(0, row * ROW + 14, `${name}: ${text}`, { class: now ? "strong" : "" }),
      box(0, row * ROW + 19, width, 12, { class: "row" }),
      value === null ? null : box(0, row * ROW + 19, Math.max((width * value) / most, 1), 12, { class: now ? "share" : "past" }),
    ]),
  );
}
