// A figure of an index mapping with sliders: the mapping's own kernel runs in the simulator, and what is
// drawn is the array in which each element records its work-item, and what writing to it moves.

import { element, many } from "./dom.js";

const SECTOR = 32;
/** Rounds of a work-item that are drawn. */
const MOST_ROUNDS = 4;

/** The kernels by the names of the book's figures. `axis` is the dimension along which a work-item has several. */
const KERNELS = {
  "map-one-to-one": { file: "mappings/one_to_one", kernel: "map_one_to_one", dimensions: 1 },
  "map-contiguous": { file: "mappings/contiguous", kernel: "map_contiguous", dimensions: 1, axis: 0 },
  "map-globally-spaced": { file: "mappings/globally_spaced", kernel: "map_globally_spaced", dimensions: 1, axis: 0 },
  "map-locally-spaced": { file: "mappings/locally_spaced", kernel: "map_locally_spaced", dimensions: 1, axis: 0 },
  "plane-one-to-one": { file: "planes/one_to_one", kernel: "map_2d_one_to_one", dimensions: 2 },
  "plane-contiguous": { file: "planes/contiguous", kernel: "map_2d_contiguous", dimensions: 2, axis: 0 },
  "plane-horizontal-global": { file: "planes/horizontal_global", kernel: "map_2d_horizontal_global", dimensions: 2, axis: 0 },
  "plane-vertical-global": { file: "planes/vertical_global", kernel: "map_2d_vertical_global", dimensions: 2, axis: 1 },
  "plane-horizontal-local": { file: "planes/horizontal_local", kernel: "map_2d_horizontal_local", dimensions: 2, axis: 0 },
  "plane-vertical-local": { file: "planes/vertical_local", kernel: "map_2d_vertical_local", dimensions: 2, axis: 1 },
};

/** The mapping that a figure shows. */
export const mappingOf = (figure) => KERNELS[figure];

/** The sliders of a mapping: the sizes of the figure to begin with. */
function sizesOf({ dimensions, axis }) {
  const sizes =
    dimensions === 1
      ? [
          { name: "elements W", key: "w", value: 32, most: 96 },
          { name: "work-group size", key: "width", value: 8, most: 32 },
        ]
      : [
          { name: "columns", key: "w", value: 16, most: 32 },
          { name: "rows", key: "h", value: 8, most: 16 },
          { name: "work-group width", key: "width", value: 4, most: 16 },
          { name: "work-group height", key: "height", value: 2, most: 8 },
        ];
  if (axis !== undefined) sizes.push({ name: "elements of a work-item N", key: "perItem", value: 2, most: 8 });
  return sizes;
}

/** The launch of these sizes: the text of its file, and its ranges. */
function launch({ kernel, dimensions, axis }, { w, h, width, height, perItem }) {
  const data = [w, h].slice(0, dimensions);
  const local = [width, height].slice(0, dimensions);
  // As the host does it: up to a whole number of work-groups in each dimension.
  const global = data.map((size, dimension) => {
    const items = Math.ceil(size / (dimension === axis ? perItem : 1));
    return Math.max(Math.ceil(items / local[dimension]), 1) * local[dimension];
  });
  const elements = data.reduce((product, size) => product * size, 1);
  const buffer = (type, init, show) => `[[arg]]\nbuffer = "${type}"\nlen = ${elements}\ninit = "${init}"\nshow = ${show}\n`;
  const scalar = (value) => `[[arg]]\nscalar = "uint"\nvalue = ${value}\n`;
  const text =
    `source = "kernel.cl"\nkernel = "${kernel}"\nglobal = [${global}]\nlocal = [${local}]\n` +
    buffer("int", "iota", false) +
    buffer(dimensions === 1 ? "uint" : "uint2", "uninit", true) +
    data.map(scalar).join("") +
    (axis === undefined ? "" : scalar(perItem));
  return { text, global, local, data };
}

/** Neighbours in either dimension differ in colour. */
const hue = ([x, y = 0]) => `--lane: ${(x * 47 + y * 131) % 360}`;

/** A line of elements: each with its index, its work-item and the work-item's group. */
function line(who, [local]) {
  const groupOf = (item) => Math.floor(item / local);
  const cells = who.map((item, index) => {
    const [first, last] = [who[index - 1], who[index + 1]].map((next) => groupOf(next) !== groupOf(item));
    return element(
      "div",
      { class: `cell${first ? " begins" : ""}${last ? " ends" : ""}`, title: `element ${index}: work-item ${item} of group ${groupOf(item)}` },
      element("span", { class: "index" }, `${index}`),
      element("span", { class: "item", style: hue([item]) }, `${item}`),
      element("span", { class: "group" }, `${groupOf(item)}`),
    );
  });
  const text = who.map((item, index) => `element ${index}: work-item ${item}`).join("; ");
  return element("div", { class: "playground-mapping", role: "img", "aria-label": text }, ...cells);
}

/** A plane of elements as a table: each cell the two ids of its work-item, thick lines around groups. */
function plane(who, local, [w, h]) {
  const itemAt = (x, y) => {
    const index = y * w + x;
    return x < 0 || y < 0 || x >= w || y >= h ? null : [who[2 * index], who[2 * index + 1]];
  };
  const groupAt = (x, y) => String(itemAt(x, y)?.map((id, dimension) => Math.floor(id / local[dimension])));
  const cell = (x, y) => {
    const item = itemAt(x, y);
    const differs = (dx, dy) => groupAt(x + dx, y + dy) !== groupAt(x, y);
    const edges = [differs(-1, 0) && "west", differs(1, 0) && "east", differs(0, -1) && "north", differs(0, 1) && "south"];
    return element(
      "td",
      {
        class: ["item", ...edges.filter(Boolean)].join(" "),
        style: hue(item),
        title: `column ${x}, row ${y}: work-item ${item.join(",")} of group ${groupAt(x, y)}`,
      },
      item.join(","),
    );
  };
  const all = (count, make) => Array.from({ length: count }, (_, index) => make(index));
  return element(
    "div",
    { class: "playground-wide", tabindex: "0", role: "group", "aria-label": "The plane" },
    element(
      "table",
      { class: "playground-plane" },
      element("caption", {}, "In each place its work-item; thick lines between work-groups."),
      element("thead", {}, element("tr", {}, element("td"), ...all(w, (x) => element("th", { scope: "col" }, `${x}`)))),
      element(
        "tbody",
        {},
        ...all(h, (y) => element("tr", {}, element("th", { scope: "row" }, `${y}`), ...all(w, (x) => cell(x, y)))),
      ),
    ),
  );
}

/** What the first warp of the first group writes to `who` in each of its rounds, and what moves for that. */
function rounds({ objects, steps }, elements, columns) {
  const writes = steps.filter(
    ({ kind, does, requests }) => kind === "access" && does === "store" && objects[requests[0]?.runs[0]?.[2]] === "who",
  );
  const pictures = writes.slice(0, MOST_ROUNDS).map(({ size, requests: [request] }, round) => {
    const asked = new Set(
      request.runs.flatMap(([, lanes, , offset, stride]) =>
        Array.from({ length: lanes }, (_, index) => (offset + stride * index) / size),
      ),
    );
    const sectorOf = (index) => Math.floor((index * size) / SECTOR);
    const moving = new Set([...asked].map(sectorOf));
    const said = `Round ${round}: ${many(asked.size, "work-item")} of group 0 write ${many(asked.size * size, "byte")}, ${many(request.sectors * SECTOR, "byte")} move (${Math.round((100 * asked.size * size) / (request.sectors * SECTOR))} %)`;
    const boxes = Array.from({ length: elements }, (_, index) => {
      const state = asked.has(index) ? "asked" : moving.has(sectorOf(index)) ? "moved" : "still";
      return element("span", { class: `${state}${(index * size) % SECTOR === 0 ? " begins" : ""}` });
    });
    return element(
      "div",
      { class: "playground-round" },
      element("p", {}, said),
      element("div", { class: "strip", role: "img", "aria-label": said, style: `--columns: ${columns}` }, ...boxes),
    );
  });
  return [
    ...pictures,
    writes.length > MOST_ROUNDS ? element("p", {}, `and ${many(writes.length - MOST_ROUNDS, "round")} more`) : null,
    element("p", { class: "playground-legend" }, "Filled: asked for. Hatched: moves for nothing. A thick line begins a sector of 32 bytes."),
  ].filter(Boolean);
}

function traffic({ counters, findings }) {
  const { global_loads: loads, global_stores: stores } = counters.total;
  const share = Math.round(100 * Math.min(loads.efficiency ?? 1, stores.efficiency ?? 1));
  const moved = loads.bytes_moved + stores.bytes_moved;
  const found = findings.length === 0 ? "" : ` Reported: ${findings.map(({ mistake }) => mistake).join(", ")}.`;
  return `${many(loads.requests + stores.requests, "request")} of warps moved ${many(moved, "byte")}; at worst ${share} % of what moved was asked for.${found}`;
}

/** Fills a section with sliders and a figure. `ask` simulates a launch and gives its answer. */
export function mappingView(section, mapping, source, ask) {
  const sliders = sizesOf(mapping);
  const sizes = Object.fromEntries(sliders.map(({ key, value }) => [key, value]));
  sizes.perItem ??= 1;
  const figure = element("div", {});
  const summary = element("p", { role: "status", class: "playground-status" });
  let turn = 0;
  const draw = async () => {
    const own = ++turn;
    const { text, global, local, data } = launch(mapping, sizes);
    const request = { name: "LAUNCH.toml", launch: text, files: { "kernel.cl": source }, trace: { group: 0, most: 4000 } };
    const answer = await ask(request);
    // Only the last position of a slider that is being pulled is drawn.
    if (own !== turn) return;
    const who = answer.outputs.who.values;
    const elements = data.reduce((product, size) => product * size, 1);
    figure.replaceChildren(
      mapping.dimensions === 1 ? line(who, local) : plane(who, local, data),
      ...rounds(answer.trace, elements, mapping.dimensions === 1 ? 32 : data[0]),
    );
    const groups = global.map((size, dimension) => size / local[dimension]);
    const product = (all) => all.reduce((one, other) => one * other, 1);
    const shape = (all) => (all.length === 1 ? "" : ` (${all.join(" x ")})`);
    summary.textContent = `${many(product(global), "work-item")}${shape(global)} in ${many(product(groups), "group")}${shape(groups)}. ${traffic(answer)}`;
  };
  const redraw = () => draw().catch((error) => (summary.textContent = `The simulator failed: ${error.message}`));
  /** What puts a slider to a value, by the key of its size. */
  const put = {};
  const slider = ({ name, key, most }) => {
    // For the eye alone: the slider says its own value.
    const shown = element("span", { class: "value", "aria-hidden": "true" });
    const input = element("input", { type: "range", min: 1, max: most, input: () => (put[key](Number(input.value)), redraw()) });
    put[key] = (value) => {
      sizes[key] = value;
      input.value = value;
      shown.textContent = value;
      section.dispatchEvent(new CustomEvent("resized", { detail: { [key]: value } }));
    };
    put[key](sizes[key]);
    return element("label", {}, name, " ", input, " ", shown);
  };
  section.replaceChildren(
    element("div", { class: "playground-bar" }, ...sliders.map(slider)),
    mapping.dimensions === 1
      ? element("p", { class: "playground-legend" }, "Each column: an element, its work-item, the work-item's group.")
      : "",
    summary,
    figure,
  );
  section.dataset.state = "open";
  section.addEventListener("keydown", (event) => event.stopPropagation());
  // A slider in the text's own sentence asks for sizes, before the figure is there and later.
  section.resize = () => {
    for (const [key, value] of Object.entries(section.asked ?? {})) put[key](value);
    section.asked = {};
    return redraw();
  };
  return section.resize();
}
