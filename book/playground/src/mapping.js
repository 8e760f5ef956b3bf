// A figure of an index mapping with sliders: the mapping's own kernel runs in the simulator, and the
// array in which each element records its work-item is what is drawn.

import { element, many } from "./dom.js";

/** The kernels by the headings of the book that show them. */
const KERNELS = {
  "one-to-one": { file: "one_to_one", many: false },
  "contiguous-one-to-many": { file: "contiguous", many: true },
  "globally-spaced-one-to-many": { file: "globally_spaced", many: true },
  "locally-spaced-one-to-many": { file: "locally_spaced", many: true },
};

/** The mapping that a heading is about. */
export const mappingOf = (heading) => KERNELS[heading];

function launch({ file, many: several }, { w, local, perItem }) {
  const items = Math.ceil(w / perItem);
  // As the host does it: up to a whole number of work-groups.
  const global = Math.max(Math.ceil(items / local), 1) * local;
  const buffer = (type, init, show) => `[[arg]]\nbuffer = "${type}"\nlen = ${w}\ninit = "${init}"\nshow = ${show}\n`;
  const scalar = (value) => `[[arg]]\nscalar = "uint"\nvalue = ${value}\n`;
  return {
    global,
    text:
      `source = "${file}.cl"\nkernel = "map_${file}"\nglobal = [${global}]\nlocal = [${local}]\n` +
      buffer("int", "iota", false) +
      buffer("uint", "uninit", true) +
      scalar(w) +
      (several ? scalar(perItem) : ""),
  };
}

function drawn(who, local) {
  const cells = who.map((item, index) => {
    const group = Math.floor(item / local);
    const colour = `--lane: ${(item * 47) % 360}`;
    const [first, last] = [who[index - 1], who[index + 1]].map((next) => Math.floor(next / local) !== group);
    return element(
      "div",
      { class: `cell${first ? " first" : ""}${last ? " last" : ""}`, title: `element ${index}: work-item ${item} of group ${group}` },
      element("span", { class: "index" }, `${index}`),
      element("span", { class: "item", style: colour }, `${item}`),
      element("span", { class: "group" }, `${group}`),
    );
  });
  const text = who.map((item, index) => `element ${index}: work-item ${item}`).join("; ");
  return element("div", { class: "playground-mapping", role: "img", "aria-label": text }, ...cells);
}

function traffic({ counters, findings }) {
  const { global_loads: loads, global_stores: stores } = counters.total;
  const share = Math.round(100 * Math.min(loads.efficiency ?? 1, stores.efficiency ?? 1));
  const moved = loads.bytes_moved + stores.bytes_moved;
  const found = findings.length === 0 ? "" : ` It is told: ${findings.map(({ mistake }) => mistake).join(", ")}.`;
  return `${many(loads.requests + stores.requests, "request")} of warps moved ${many(moved, "byte")}; at worst ${share} % of what moved was asked for.${found}`;
}

/** Fills a section with sliders and a figure. `ask` simulates a launch and gives its answer. */
export function mappingView(section, mapping, source, ask) {
  const sizes = { w: 24, local: 4, perItem: mapping.many ? 2 : 1 };
  const figure = element("div", {});
  const told = element("p", { role: "status", class: "playground-status" });
  let asked = 0;
  const draw = async () => {
    const turn = ++asked;
    const { global, text } = launch(mapping, sizes);
    const answer = await ask({ name: "LAUNCH.toml", launch: text, files: { [`${mapping.file}.cl`]: source } });
    // Only the last position of a slider that is being pulled is drawn.
    if (turn !== asked) return;
    figure.replaceChildren(drawn(answer.outputs.who.values, sizes.local));
    told.textContent = `${many(global, "work-item")} in ${many(global / sizes.local, "group")}. ${traffic(answer)}`;
  };
  const slider = (name, key, min, max) => {
    const value = element("output", {}, `${sizes[key]}`);
    const input = element("input", {
      type: "range",
      min,
      max,
      value: sizes[key],
      input: () => {
        sizes[key] = Number(input.value);
        value.textContent = input.value;
        draw().catch((error) => (told.textContent = `The simulator failed: ${error.message}`));
      },
    });
    return element("label", {}, name, " ", input, " ", value);
  };
  section.replaceChildren(
    element(
      "div",
      { class: "playground-bar" },
      slider("elements W", "w", 1, 96),
      slider("work-group size", "local", 1, 32),
      mapping.many ? slider("elements of a work-item N", "perItem", 1, 8) : null,
    ),
    element("p", { class: "playground-legend" }, "Each column: an element, its work-item, the work-item's group."),
    figure,
    told,
  );
  section.dataset.state = "open";
  section.addEventListener("keydown", (event) => event.stopPropagation());
  return draw();
}
