// The view of a work-group's memory: values, what the next statement does with them, and what that costs. It runs in a
// web view; what it draws, `panel.ts` gets from the debugger.

import { element, many } from "../../../../book/playground/src/dom.js";
import { lanesOf, touches } from "../../../../book/playground/src/group-state.js";
import { hue, laneGrid, requestView } from "../../../../book/playground/src/steps.js";

const DOES = { load: "reads", store: "writes", atomic: "changes atomically" };
const DONE = { load: "is read", store: "is written", atomic: "is changed atomically" };

const vscode = acquireVsCodeApi();

/** Of each object, by its name: its first shown element, and elements a row. */
const shown = new Map(vscode.getState()?.shown ?? []);
/** Of each object the values at the stop before, by their index. */
let before = new Map();
let now;

/** Who does what with each element of an object in the next statement: texts and the first work-item, by index. */
function touched(object, steps) {
  const found = new Map();
  for (const step of steps.filter(({ kind }) => kind === "access")) {
    for (const touch of step.requests.flatMap(touches).filter((touch) => touch.object === object.object)) {
      const last = Math.floor((touch.offset + step.size - 1) / object.elementSize);
      for (let index = Math.floor(touch.offset / object.elementSize); index <= last; index++) {
        const entry = found.get(index) ?? { lane: touch.lane, writes: false, texts: [] };
        entry.writes ||= step.does !== "load";
        entry.texts.push(`work-item ${touch.lane} ${DOES[step.does]} it: ${step.text}`);
        found.set(index, entry);
      }
    }
  }
  return found;
}

function ask() {
  vscode.setState({ shown: [...shown] });
  vscode.postMessage({ from: Object.fromEntries([...shown].map(([name, { first }]) => [name, first])) });
}

/** A field for a number of an object's view. */
function field(object, name, text, value) {
  const input = element("input", {
    type: "number",
    min: name === "row" ? 1 : 0,
    value,
    "aria-label": `${text} of ${object.name}`,
    change: () => {
      const number = Math.max(Math.trunc(Number(input.value)) || 0, Number(input.min));
      shown.set(object.name, { first: 0, row: 8, ...shown.get(object.name), [name]: number });
      ask();
    },
  });
  return element("label", {}, `${text} `, input);
}

function values(object) {
  const row = shown.get(object.name)?.row ?? 8;
  const known = before.get(object.name);
  const next = touched(object, now.steps);
  const rows = [];
  for (let start = 0; start < object.values.length; start += row) {
    const cells = object.values.slice(start, start + row).map((value, column) => {
      const index = object.first + start + column;
      const entry = next.get(index);
      const has = known?.has(index) && known.get(index) !== value ? ["changed"] : [];
      if (entry) has.push(entry.writes ? "writes" : "reads");
      const texts = [...(entry?.texts ?? []), ...(has.includes("changed") ? [`it was ${known.get(index)}`] : [])];
      return element("td", { class: has.join(" ") || null, style: entry ? hue(entry.lane) : null, title: texts.join("\n") || null }, value);
    });
    rows.push(element("tr", {}, element("th", { scope: "row" }, `${object.first + start}`), ...cells));
  }
  const size = `${object.name}: ${object.type}[${object.count}], ${object.space} memory`;
  const more = object.count > object.values.length;
  return element(
    "details",
    { open: true, class: "object" },
    element("summary", {}, size),
    element(
      "div",
      { class: "playground-bar" },
      more ? field(object, "first", "From", object.first) : null,
      field(object, "row", "Elements a row", row),
    ),
    element("div", { class: "playground-wide", tabindex: "0" }, element("table", { "aria-label": size }, element("tbody", {}, ...rows))),
  );
}

function statement() {
  const total = now.local.reduce((product, size) => product * size, 1);
  const active = lanesOf(now.active);
  const accesses = now.steps.filter(({ kind }) => kind === "access");
  const barrier = now.steps.some(({ kind }) => kind === "barrier");
  const does = accesses.length > 0 ? "accesses memory" : barrier ? "is a barrier" : "accesses no memory that work-items share";
  return element(
    "section",
    { "aria-label": "The next statement" },
    element("p", { role: "status" }, `Line ${now.line}, for ${active.length} of ${many(total, "work-item")}, ${does}.`),
    laneGrid(total, active),
    ...accesses.map((step) =>
      element(
        "details",
        { open: true },
        element("summary", {}, element("code", {}, step.text), ` ${DONE[step.does]}`),
        ...step.requests.map((request) => requestView(request, step, now.objectNames)),
      ),
    ),
  );
}

function draw() {
  const view = document.getElementById("view");
  if (now === undefined) view.replaceChildren(element("p", {}, "The launch goes on."));
  else if (now.line === null) view.replaceChildren(element("p", {}, "The launch has ended."), ...now.objects.map(values));
  else view.replaceChildren(statement(), ...now.objects.map(values));
}

window.addEventListener("message", ({ data }) => {
  if (data.goesOn) {
    if (now) before = new Map(now.objects.map((object) => [object.name, new Map(object.values.map((value, index) => [object.first + index, value]))]));
    return;
  }
  now = data.memory;
  draw();
});

// The page's colours for dark themes.
const dark = () => document.documentElement.classList.toggle("navy", /vscode-(dark|high-contrast(?!-light))/.test(document.body.className));
new MutationObserver(dark).observe(document.body, { attributes: true, attributeFilter: ["class"] });
dark();
ask();
