// What a run left: the buffers, what the kernel printed, and what each line cost.

import { element, many, table } from "./dom.js";
import { findingsList } from "./findings.js";

/** Components of a buffer that are shown; the rest is counted. */
const MOST = 512;
const WIDTHS = { 2: 2, 3: 3, 4: 4, 8: 8, 16: 16 };

const percent = (share) => (share === null ? "–" : `${Math.round(100 * share)} %`);
const bytes = (count) => (count === 0 ? "–" : many(count, "byte").replace(/ bytes?$/, " B"));

function value(component) {
  return component === null ? "–" : String(component);
}

function buffer(name, { type, values }) {
  const vector = WIDTHS[/\d+$/.exec(type)?.[0]] ?? 1;
  const elements = values.length / vector;
  const columns = vector === 1 ? 8 : Math.max(1, Math.floor(8 / vector));
  const shown = Math.min(elements, Math.floor(MOST / vector));
  const rows = [];
  for (let first = 0; first < shown; first += columns) {
    const cells = [];
    for (let index = first; index < Math.min(first + columns, shown); index++) {
      const own = values.slice(index * vector, (index + 1) * vector).map(value);
      cells.push(vector === 1 ? own[0] : `(${own.join(", ")})`);
    }
    rows.push([`${name}[${first}]`, ...cells]);
  }
  const heads = ["from", ...Array.from({ length: columns }, (_, column) => `+${column}`)];
  const rest = elements > shown ? `, the first ${shown} shown` : "";
  return table(`${name}: ${many(elements, type)}${rest}; – was never written`, heads, rows);
}

function memory(lines, { files, go }) {
  const own = lines.filter((line) => files.has(line.file));
  const rows = own.map((line) => {
    const { global_loads: loads, global_stores: stores } = line;
    const asked = loads.bytes_asked + stores.bytes_asked;
    const moved = loads.bytes_moved + stores.bytes_moved;
    const efficiencies = [loads.efficiency, stores.efficiency].filter((each) => each !== null);
    const degrees = [line.local_loads, line.local_stores].map((each) => each.bank_conflict_degree ?? 0);
    const degree = Math.max(...degrees);
    return [
      element("button", { type: "button", class: "playground-line", click: () => go(line.file, line.line, 1) }, `line ${line.line}`),
      line.executions.toLocaleString("en"),
      percent(line.active_lane_share),
      bytes(asked),
      bytes(moved),
      efficiencies.length === 0 ? "–" : percent(Math.min(...efficiencies)),
      degree === 0 ? "–" : degree === 1 ? "none" : `${Number(degree.toFixed(2))}-way`,
      line.barriers === 0 ? "–" : line.barriers.toLocaleString("en"),
    ];
  });
  return table(
    "What each line did, over all work-groups",
    ["where", "executions", "active lanes", "global asked", "moved", "efficiency", "bank conflicts", "barriers"],
    rows,
  );
}

const ENDS = {
  "not-built": "It does not compile; nothing ran.",
  refused: "The launch breaks the rules of the device; nothing ran.",
  completed: "Every work-item came to its end.",
  "out-of-steps": "It was stopped: all steps that a run may take were taken.",
  interrupted: "It was interrupted.",
};

function range({ global, local }) {
  const sizes = (all) => all.join(" x ");
  return local ? `${sizes(global)} work-items in work-groups of ${sizes(local)}` : `${sizes(global)} work-items`;
}

/** `steps` are shown behind what was found, before the counts. */
export function resultsView(answer, links, steps = null) {
  if (answer.unsupported) {
    const { message, help } = answer.unsupported;
    return element("p", { class: "playground-verdict" }, [message, help].filter(Boolean).join(": "));
  }
  const outputs = Object.entries(answer.outputs);
  return element(
    "section",
    { class: "playground-results", "data-end": answer.end },
    answer.case
      ? element(
          "p",
          { class: "playground-case" },
          `Launched as ${range(answer.range)}, with `,
          answer.case.map(({ name, value }) => `${name} = ${value}`).join(", "),
          ".",
        )
      : null,
    element("p", { class: "playground-end" }, ENDS[answer.end] ?? answer.end),
    answer.findings.length > 0 ? findingsList(answer.findings, links) : null,
    answer.printf
      ? element("div", {}, element("p", {}, "It printed:"), element("pre", { tabindex: "0" }, answer.printf))
      : null,
    steps,
    answer.counters.lines.length > 0 ? memory(answer.counters.lines, links) : null,
    outputs.length > 0
      ? element(
          "details",
          { class: "playground-buffers", open: outputs.every(([, { values }]) => values.length <= 64) },
          element("summary", {}, `The buffers after it: ${outputs.map(([name]) => name).join(", ")}`),
          ...outputs.map(([name, contents]) => buffer(name, contents)),
        )
      : null,
  );
}
