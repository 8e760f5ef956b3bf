// One work-group, step by step: which lines run for whom, which addresses an access touches, and what
// that costs: sectors of global memory, banks of local memory.

import { element, many, table } from "./dom.js";
import { activeOf, barrierAt, groupOf, contentsAt, isLocal, lanesOf, localArrays, stepOf, touches, touchesOf, valueText, variablesAt } from "./group-state.js";
import { stepper } from "./stepper.js";

const WARP = 32;
const SECTOR = 32;
const BANKS = 32;
const WORD = 4;
/** Sectors that are drawn of one request. */
const MOST_SECTORS = 32;
/** Elements of an array of local memory that are shown. */
const MOST_ELEMENTS = 128;
/** Elements in a row of it. */
const COLUMNS = 8;
/** Work-items whose private variables are shown. */
const MOST_ROWS = 64;

function stretchText(active) {
  const part = ([first, end]) => (end - first === 1 ? `${first}` : `${first} to ${end - 1}`);
  return active.slice(0, 8).map(part).join(", ") + (active.length > 8 ? ", ..." : "");
}

/** Colours follow the lane within its warp, so that neighbours look alike. */
export const hue = (lane) => `--lane: ${Math.round(((lane % WARP) * 320) / WARP)}`;

/** A cell for each work-item, a warp a row; `state` gives a cell's class. */
function laneRows(total, state) {
  const rows = [];
  for (let first = 0; first < total; first += WARP) {
    const cells = [];
    for (let lane = first; lane < Math.min(first + WARP, total); lane++) {
      cells.push(element("span", { class: `lane ${state(lane)}`, style: hue(lane) }, `${lane}`));
    }
    rows.push(element("div", { class: "lanes" }, ...cells));
  }
  return rows;
}

/** The work-items of the group. */
export function laneGrid(total, active) {
  const on = new Set(active);
  return element(
    "div",
    { class: "playground-lanes", role: "img", "aria-label": `${active.length} of ${many(total, "work-item")} active` },
    ...laneRows(total, (lane) => (on.has(lane) ? "on" : "off")),
  );
}

/** The barrier as a gate: who is there, and whether it is open. */
function gateView({ line, here, isOpen, total }) {
  const count = here.length === total ? `all ${total} work-items` : `${here.length} of ${many(total, "work-item")}`;
  const isShort = isOpen && here.length < total;
  const said = isOpen
    ? `The barrier of line ${line} lets ${count} go on${isShort ? ": the others are not there" : ""}`
    : `The barrier of line ${line} is shut: ${here.length === 0 ? "no work-item is" : `${count} ${here.length === 1 ? "is" : "are"}`} there`;
  const there = new Set(here);
  return element(
    "div",
    { class: `playground-lanes playground-gate${isOpen ? " open" : ""}${isShort ? " short" : ""}`, role: "img", "aria-label": said },
    element("p", {}, said),
    ...laneRows(total, (lane) => (there.has(lane) ? "on" : "away")),
  );
}

/** An array of local memory as a table: each element's value, and the work-item that wrote it last. */
function localView(name, { size, length }, contents, touched) {
  const shown = Math.min(length, MOST_ELEMENTS);
  const hasValues = [...contents.values()].some(({ value }) => value !== undefined);
  const cell = (index) => {
    const written = contents.get(index);
    const classes = ["word", ...(written ? [] : ["blank"]), ...(touched.has(index) ? ["now"] : [])];
    if (!written) return element("span", { class: classes.join(" ") }, "–");
    const { lane, value } = written;
    const parts = hasValues ? [valueText([value ?? null]), " ", element("small", {}, `by ${lane}`)] : [`${lane}`];
    return element("span", { class: classes.join(" "), style: hue(lane) }, ...parts);
  };
  const rows = [];
  for (let first = 0; first < shown; first += COLUMNS) {
    const cells = Array.from({ length: Math.min(COLUMNS, shown - first) }, (_, index) => cell(first + index));
    rows.push([`${name}[${first}]`, ...cells]);
  }
  const heads = ["from", ...Array.from({ length: Math.min(COLUMNS, shown) }, (_, column) => `+${column}`)];
  const rest = length > shown ? ` The first ${shown} of ${length} elements:` : "";
  return element(
    "div",
    { class: "playground-local" },
    element("p", {}, element("code", {}, name), ` in local memory: each element has ${hasValues ? "its value and " : ""}the work-item that wrote it last (– for none), in a frame where this step touches it.${rest}`),
    table(name, heads, rows),
  );
}

/** The private variables: those that are alike in one sentence, the others as a table with a row for each work-item. */
function privateView({ line, variables }, total, active) {
  if (variables.length === 0) return null;
  const isAlike = ({ values }) => values.size === total && new Set(values.values()).size === 1;
  const alike = variables.filter(isAlike).map(({ name, values }) => `${name} = ${values.get(0)}`);
  const others = variables.filter((variable) => !isAlike(variable));
  const on = new Set(active);
  const cell = ({ values, fresh }, lane) =>
    element("span", { class: `word${fresh.has(lane) ? " now" : ""}` }, values.get(lane) ?? "–");
  const rows = Array.from({ length: Math.min(total, MOST_ROWS) }, (_, lane) => [element("span", { class: on.has(lane) ? null : "away" }, `${lane}`), ...others.map((variable) => cell(variable, lane))]);
  const rest = total > MOST_ROWS ? ` The first ${MOST_ROWS} of ${total} work-items:` : "";
  return element(
    "div",
    { class: "playground-local playground-private" },
    alike.length === 0 ? null : element("p", {}, "The same in all work-items: ", element("code", {}, alike.join(", "))),
    others.length === 0 ? null : element("p", {}, `The others before line ${line}, in a frame where a value is new, – where there is none.${rest}`),
    others.length === 0 ? null : table("Private variables", ["work-item", ...others.map(({ name }) => element("code", {}, name))], rows),
  );
}

/** The sectors that a request moves, with the bytes that were asked for. */
function sectors(request, size, objects) {
  const bySector = new Map();
  for (const { lane, object, offset } of touches(request)) {
    for (let at = offset; at < offset + size; ) {
      const sector = Math.floor(at / SECTOR);
      const end = Math.min(offset + size, (sector + 1) * SECTOR);
      const key = `${object}:${sector}`;
      if (!bySector.has(key)) bySector.set(key, { object, sector, parts: [] });
      bySector.get(key).parts.push({ lane, from: at - sector * SECTOR, to: end - sector * SECTOR });
      at = end;
    }
  }
  const all = [...bySector.values()].sort((a, b) => a.object - b.object || a.sector - b.sector);
  const drawn = all.slice(0, MOST_SECTORS).map(({ object, sector, parts }) => {
    // Work-items that read the same bytes share a part.
    const shared = new Map();
    for (const part of parts) {
      const key = `${part.from}-${part.to}`;
      if (!shared.has(key)) shared.set(key, { ...part, lanes: [] });
      shared.get(key).lanes.push(part.lane);
    }
    return element(
      "div",
      { class: "sector" },
      element("span", { class: "name" }, `${objects[object]} + ${sector * SECTOR}`),
      element(
        "div",
        { class: "bytes" },
        ...[...shared.values()].map(({ lane, from, to, lanes }) =>
          element(
            "span",
            {
              class: "part",
              style: `${hue(lane)}; left: ${(100 * from) / SECTOR}%; width: ${(100 * (to - from)) / SECTOR}%`,
              title: `bytes ${sector * SECTOR + from} to ${sector * SECTOR + to - 1}: work-item ${lanes.join(", ")}`,
            },
            lanes.length === 1 ? `${lane}` : `${lanes.length}x`,
          ),
        ),
      ),
    );
  });
  return element(
    "div",
    { class: "sectors" },
    ...drawn,
    all.length > MOST_SECTORS ? element("p", {}, `and ${many(all.length - MOST_SECTORS, "sector")} more`) : null,
  );
}

/** The banks that a request needs: a column a bank, in it each word that somebody wants. */
function banks(request, size) {
  const words = Array.from({ length: BANKS }, () => new Map());
  for (const { lane, object, offset } of touches(request)) {
    for (let word = Math.floor(offset / WORD); word * WORD < offset + size; word++) {
      const bank = words[word % BANKS];
      const key = `${object}:${word}`;
      if (!bank.has(key)) bank.set(key, []);
      bank.get(key).push(lane);
    }
  }
  const columns = words.map((bank, number) =>
    element(
      "div",
      { class: "bank" },
      ...[...bank.values()].map((lanes) =>
        element(
          "span",
          { class: "word", style: hue(lanes[0]), title: `bank ${number}: work-item ${lanes.join(", ")}` },
          lanes.length === 1 ? `${lanes[0]}` : `${lanes.length}x`,
        ),
      ),
      element("span", { class: "number" }, `${number}`),
    ),
  );
  return element("div", { class: "banks" }, ...columns);
}

export function requestView(request, step, objects) {
  const before = step.requests.slice(0, step.requests.indexOf(request)).flatMap(touches).length;
  const asked = touchesOf(step).slice(before, before + touches(request).length);
  const warp = Math.floor(asked[0].lane / WARP);
  const local = request.passes !== undefined;
  const cost = local
    ? `${many(request.passes, "pass").replace(/passs$/, "passes")}, ${request.least} without bank conflicts`
    : `${many(request.sectors, "sector")} of ${SECTOR} bytes moved`;
  const names = [...new Set(asked.map(({ object }) => objects[object]))].join(", ");
  const summary = `Warp ${warp}: ${many(asked.length, "work-item")} ${asked.length === 1 ? "wants" : "want"} ${many(step.size, "byte")} each of ${names}; ${cost}`;
  return element(
    "div",
    { class: "request" },
    element("p", {}, summary),
    element(
      "div",
      { class: "playground-wide", role: "img", "aria-label": summary, tabindex: "0" },
      local ? banks(request, step.size) : sectors(request, step.size, objects),
    ),
    element(
      "details",
      {},
      element("summary", {}, step.values ? "The addresses and values" : "The addresses"),
      element(
        "p",
        { class: "addresses" },
        asked.map(({ lane, object, offset, value }) => `${lane}: ${objects[object]} + ${offset}${value ? `, ${valueText(value)}` : ""}`).join("; "),
      ),
    ),
  );
}

function linesOf(step) {
  return step.kind === "lines" ? step.lines : [step.line];
}

const DOES = { load: "reads", store: "writes", atomic: "changes at once" };

function stepText(step, total) {
  const active = activeOf(step).length;
  const who = active === total ? `all ${total} work-items` : `${active} of ${total} work-items`;
  if (step.kind === "barrier") return `line ${step.line}: a barrier, passed by ${who} (${stretchText(step.active)})`;
  if (step.kind === "access") return `line ${step.line}: ${step.text} ${DOES[step.does]}, ${who}`;
  const lines = [...new Set(step.lines)].sort((one, other) => one - other);
  const named = lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.join(", ")}`;
  return `${named}: runs for ${who} (${stretchText(step.active)})`;
}

/**
 * `show` marks lines in the editor; `group` runs it anew for another work-group. `findings` are those of the run of
 * `global` work-items: the steps begin where the first of them is seen.
 */
export function stepsView(trace, groups, number, { show, group, findings = [], global = [] }) {
  const total = trace.local.reduce((product, size) => product * size, 1);
  const { steps } = trace;
  const summary = element("p", { class: "playground-step", role: "status" });
  const picture = element("div", { class: "playground-picture" });
  const arrays = localArrays(steps);
  let current = 0;
  function go(to) {
    if (steps.length === 0) return;
    current = Math.min(Math.max(to, 0), steps.length - 1);
    walk.show(current, steps.length);
    const step = steps[current];
    summary.textContent = `Step ${current + 1} of ${steps.length}, ${stepText(step, total)}`;
    const requests = step.kind === "access" ? step.requests : [];
    const barrier = barrierAt(steps, current, total);
    const local = [...arrays].map(([object, array]) => {
      const here = requests.filter(isLocal).flatMap(touches).filter((touch) => touch.object === object);
      const touched = new Set(here.flatMap(({ offset }) => Array.from({ length: Math.max(step.size / array.size, 1) }, (_, part) => Math.floor(offset / array.size) + part)));
      return localView(trace.objects[object], array, contentsAt(steps, current, object, array.size), touched);
    });
    const own = privateView(variablesAt(steps, current), total, activeOf(step));
    picture.replaceChildren(
      laneGrid(total, activeOf(step)),
      ...(barrier ? [gateView(barrier)] : []),
      ...local,
      ...(own ? [own] : []),
      ...requests.map((request) => requestView(request, step, trace.objects)),
    );
    show(linesOf(step));
  }
  const chosen = element("input", {
    type: "number",
    min: 0,
    max: groups - 1,
    value: number,
    change: () => group(Math.min(Math.max(Math.trunc(Number(chosen.value)) || 0, 0), groups - 1)),
  });
  const walk = stepper(go, element("label", {}, "work-group ", chosen, ` of ${groups}`));
  const { begin, jump } = toFinding(trace, number, findings, global, (to) => (walk.halt(), go(to)), group);
  const view = element(
    "section",
    { class: "playground-steps", "aria-label": "Step through a work-group" },
    walk.view,
    jump,
    summary,
    trace.complete ? null : element("p", {}, "Only the first steps are kept: the group took more."),
    picture,
  );
  go(begin);
  return view;
}

/** The step to begin with, and a button that leads to the first finding that has a step, in this work-group or another. */
function toFinding(trace, number, findings, global, go, group) {
  for (const finding of findings) {
    const to = (text, click) => element("p", {}, element("button", { type: "button", click }, text, element("code", {}, finding.mistake)));
    const seen = groupOf(finding, global, trace.local) ?? number;
    if (seen !== number) return { begin: 0, jump: to(`To work-group ${seen}, which has `, () => group(seen)) };
    const step = stepOf(finding, trace, number, global);
    if (step !== null) return { begin: step, jump: to("Jump to ", () => go(step)) };
  }
  return { begin: 0, jump: null };
}
