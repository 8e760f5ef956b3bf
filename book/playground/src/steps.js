// One work-group, step by step: which lines run for whom, which addresses an access touches, and what
// that costs: sectors of global memory, banks of local memory.

import { element, many } from "./dom.js";

const WARP = 32;
const SECTOR = 32;
const BANKS = 32;
const WORD = 4;
/** Sectors that are drawn of one request. */
const MOST_SECTORS = 32;

export const lanesOf = (active) =>
  active.flatMap(([first, end]) => Array.from({ length: end - first }, (_, index) => first + index));

/** Who touched which byte: one entry a work-item. */
export function touches(request) {
  return request.runs.flatMap(([first, lanes, object, offset, stride]) =>
    Array.from({ length: lanes }, (_, index) => ({ lane: first + index, object, offset: offset + stride * index })),
  );
}

function stretchText(active) {
  const part = ([first, end]) => (end - first === 1 ? `${first}` : `${first} to ${end - 1}`);
  return active.slice(0, 8).map(part).join(", ") + (active.length > 8 ? ", ..." : "");
}

/** Colours follow the lane within its warp, so that neighbours look alike. */
export const hue = (lane) => `--lane: ${Math.round(((lane % WARP) * 320) / WARP)}`;

/** The work-items of the group, a warp a row. */
export function laneGrid(total, active) {
  const on = new Set(active);
  const rows = [];
  for (let first = 0; first < total; first += WARP) {
    const cells = [];
    for (let lane = first; lane < Math.min(first + WARP, total); lane++) {
      const state = on.has(lane) ? "on" : "off";
      cells.push(element("span", { class: `lane ${state}`, style: hue(lane) }, `${lane}`));
    }
    rows.push(element("div", { class: "lanes" }, ...cells));
  }
  return element(
    "div",
    { class: "playground-lanes", role: "img", "aria-label": `${active.length} of ${many(total, "work-item")} active` },
    ...rows,
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
  const asked = touches(request);
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
      element("summary", {}, "The addresses"),
      element(
        "p",
        { class: "addresses" },
        asked.map(({ lane, object, offset }) => `${lane}: ${objects[object]} + ${offset}`).join("; "),
      ),
    ),
  );
}

function activeOf(step) {
  if (step.kind !== "access") return lanesOf(step.active);
  return step.requests.flatMap((request) => touches(request).map(({ lane }) => lane));
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

/** `show` marks lines in the editor; `group` runs it anew for another work-group. */
export function stepsView(trace, groups, number, { show, group }) {
  const total = trace.local.reduce((product, size) => product * size, 1);
  const { steps } = trace;
  const told = element("p", { class: "playground-step", role: "status" });
  const picture = element("div", { class: "playground-picture" });
  const slider = element("input", {
    type: "range",
    min: 0,
    max: Math.max(steps.length - 1, 0),
    value: 0,
    "aria-label": "Step",
    input: () => go(Number(slider.value)),
  });
  let current = 0;
  function go(to) {
    if (steps.length === 0) return;
    current = Math.min(Math.max(to, 0), steps.length - 1);
    slider.value = current;
    const step = steps[current];
    told.textContent = `Step ${current + 1} of ${steps.length}, ${stepText(step, total)}`;
    const requests = step.kind === "access" ? step.requests : [];
    picture.replaceChildren(
      laneGrid(total, activeOf(step)),
      ...requests.map((request) => requestView(request, step, trace.objects)),
    );
    show(linesOf(step));
  }
  const button = (name, label, to) =>
    element("button", { type: "button", "aria-label": label, click: () => go(to()) }, name);
  const chosen = element("input", {
    type: "number",
    min: 0,
    max: groups - 1,
    value: number,
    change: () => group(Math.min(Math.max(Math.trunc(Number(chosen.value)) || 0, 0), groups - 1)),
  });
  const view = element(
    "section",
    { class: "playground-steps", "aria-label": "Step through a work-group" },
    element(
      "div",
      { class: "playground-bar" },
      button("First", "First step", () => 0),
      button("Back", "Step back", () => current - 1),
      button("Next", "Next step", () => current + 1),
      button("Last", "Last step", () => steps.length - 1),
      slider,
      element("label", {}, "work-group ", chosen, ` of ${groups}`),
    ),
    told,
    trace.complete ? null : element("p", {}, "Only the first steps are kept: the group took more."),
    picture,
  );
  go(0);
  return view;
}
