// What the figures' pictures are made of: elements of SVG, the colours of work-items, and what a trace says.

import { element } from "../dom.js";

/** Work-items of a warp. */
export const WARP = 32;
/** Bytes of a sector. */
export const SECTOR = 32;

/** An element of SVG with its attributes and children. */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** Room for half of a line's width on either side. */
export const EDGE = 1;

/** A drawing in pixels of the page, with the sentence that a screen reader has in its place. */
export function drawing(width, height, label, ...children) {
  const [across, high] = [width, height].map((size) => size + 2 * EDGE);
  return svg(
    "svg",
    { class: "explore-drawing", viewBox: `${-EDGE} ${-EDGE} ${across} ${high}`, width: across, height: high, role: "img", "aria-label": label },
    ...children,
  );
}

export const box = (x, y, width, height, attributes = {}) => svg("rect", { x, y, width: Math.max(width, 0), height, ...attributes });

/** Many boxes as one path: [x, y, width, height] each. A browser draws one path sooner than many boxes. */
export const boxesPath = (boxes, name) =>
  boxes.length === 0 ? null : svg("path", { class: name, d: boxes.map(([x, y, width, height]) => `M${x} ${y}h${width}v${height}h${-width}z`).join("") });

export const label = (x, y, text, attributes = {}) => svg("text", { x, y, ...attributes }, String(text));

/** Neighbours in a warp look alike, and its ends do not. */
export const hue = (lane) => `--lane: ${Math.round(200 + ((lane % WARP) * 250) / WARP) % 360}`;

export { activeOf as lanesOfStep, lanesOf, touches } from "../group-state.js";

/** The accesses of a trace to an object that do this. */
export function accesses(trace, does, name) {
  const object = trace.objects.indexOf(name);
  return trace.steps.filter((step) => step.kind === "access" && step.does === does && step.requests[0]?.runs[0]?.[2] === object);
}

export const percent = (share) => `${Math.round(100 * share)} %`;

/** The text of a LAUNCH.toml: its head, and its arguments in their order. */
export function launchText(kernel, global, local, given, more = "") {
  const head = `source = "kernel.cl"\nkernel = "${kernel}"\nglobal = [${global}]\n${local === null ? "" : `local = [${local}]\n`}${more}`;
  return head + given.map((argument) => `[[arg]]\n${argument}\n`).join("");
}

export const scalar = (type, value) => `scalar = "${type}"\nvalue = ${value}`;

export const buffer = (type, len, init, shown = false) => `buffer = "${type}"\nlen = ${len}\ninit = ${init}\nshow = ${shown}`;

/** The text of a kernel's file without the marks of what the book includes of it. */
export const plain = (text) => text.replace(/^ *\/\/ ANCHOR.*\n/gm, "");

/** The lines of a kernel with their numbers; those of a step are marked. */
export function codeView(source, lines, width) {
  const marked = new Set(lines);
  const rows = source.trimEnd().split("\n").map((text, index) => {
    const now = marked.has(index + 1);
    return element("span", { class: now ? "line now" : "line" }, element("span", { class: "number", "aria-hidden": "true" }, `${index + 1}`), `${text}\n`);
  });
  return element("pre", { class: "explore-code", tabindex: "0", role: "region", "aria-label": "The kernel", style: width ? `width: ${width}px` : null }, ...rows);
}

/** Parts beside one another where there is room, else below one another. */
export const beside = (...parts) => element("div", { class: "explore-beside" }, ...parts);
