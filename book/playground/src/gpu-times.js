// A kernel's time on the reader's GPU beside the solution's, and that GPU beside those that the book was measured on.

import { element } from "./dom.js";
import { bars } from "./explore/bars.js";
import { EDGE } from "./explore/picture.js";
import { styled } from "./explore/styled.js";
import { kept } from "./own-gpu.js";
import { withUnit } from "./samples.js";

const sentence = (head, rows) => `${head}: ${rows.map(({ name, text }) => `${name} ${text}`).join(", ")}.`;

function chart(head, rows, width) {
  return element("div", {}, element("p", { class: "explore-hint" }, head), bars({ width, rows, said: sentence(head, rows) }));
}

/** Of the answer of a check that passed, the devices of the book, and the address of the page "Your GPU". */
export function timesView(gpu, devices, room, address) {
  styled();
  const width = Math.min(Math.max(Math.floor(room), 240), 640) - 2 * EDGE;
  const time = (name, value, now) => ({ name, value, text: withUnit(value, "time"), now });
  const times = [time("yours", gpu.nanoseconds, true), time("the course's solution", gpu.solution_nanoseconds, false)];
  const own = kept();
  const rate = (name, value, now) => ({ name, value, text: withUnit(value, "GB/s"), now });
  const measured = own?.device === gpu.device && own.copy ? [rate(own.device, own.copy[1], true), ...devices.map((each) => rate(each.name, each.copy, false))] : null;
  return element(
    "section",
    { class: "explore playground-times", "aria-label": "Times on your GPU" },
    chart("The largest case on your GPU", times, width),
    measured
      ? chart("Bytes that a copy moves: your GPU, and those that the book was measured on", measured, width)
      : element("p", {}, element("a", { href: address }, "Measure your GPU"), " to see it beside those that the book was measured on."),
  );
}
