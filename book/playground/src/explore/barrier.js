// A tile and its barrier: who fills which slot, who waits, who reads; and without the barrier, the race.

import mix from "../../../../kernels/src/sharing/mix.cl";
import { choice } from "./explorable.js";
import { beside, box, buffer, codeView, drawing, hue, label, lanesOf, lanesOfStep, launchText, plain, scalar, svg, touches } from "./picture.js";

const SIZE = 8;
const SLOTS = SIZE + 2;
const WORD = 4;
const ELEMENTS = 2 * SIZE;
/** The group that is shown: its elements have neighbours on the left. */
const GROUP = 1;

const whole = plain(mix).replace(/^\/\/.*\n/gm, "").trimStart();
const SOURCES = { with: whole, without: whole.replace(/^ *barrier.*\n/m, "") };

const linesOf = (step) => (step.kind === "lines" ? step.lines : [step.line]);
const lanesText = (lanes) => (lanes.length === SIZE ? `all ${SIZE} work-items` : `work-item ${lanes.join(", ")}`);
const slotsOf = (step, tile) => (step.kind === "access" ? step.requests.flatMap(touches).filter(({ object }) => object === tile) : []);

/** The steps that the figure shows: accesses and the barrier. */
const shownSteps = ({ steps }) => steps.filter(({ kind }) => kind !== "lines");

/** The slot that one work-item writes and another reads without order, where the simulator found such a race. */
function raceIn(answer, tile) {
  const finding = answer.findings.find(({ level, work_items: items }) => level === "error" && items.length === 2);
  if (!finding) return null;
  const pair = finding.work_items.map(({ local: [id] }) => id);
  const lines = new Set(finding.spans.map(({ line }) => line));
  const touched = (does) =>
    answer.trace.steps
      .filter((step) => step.kind === "access" && step.does === does && lines.has(step.line))
      .flatMap((step) => slotsOf(step, tile))
      .filter(({ lane }) => pair.includes(lane));
  const read = touched("load");
  const clash = touched("store").find((write) => read.some((other) => other.offset === write.offset && other.lane !== write.lane));
  return { finding, slot: clash ? clash.offset / WORD : null };
}

/** What was done up to a step: who wrote each slot, and who is at the barrier. */
function stateAt(steps, current, tile) {
  const writers = new Map();
  for (const step of steps.slice(0, current + 1)) {
    if (step.does === "store") for (const { lane, offset } of slotsOf(step, tile)) writers.set(offset / WORD, lane);
  }
  const gate = steps.findIndex(({ kind }) => kind === "barrier");
  const left = gate < 0 ? [] : steps.slice(current + 1, gate).flatMap((step) => (step.kind === "access" ? lanesOfStep(step) : []));
  const all = Array.from({ length: SIZE }, (_, lane) => lane);
  const waiting = gate < 0 || current > gate ? [] : all.filter((lane) => !left.includes(lane));
  return { writers, gate, waiting };
}

function sentence(step, state, current, race, tile) {
  const { gate, waiting } = state;
  const lanes = [...new Set(lanesOfStep(step))];
  if (step.kind === "barrier") return `Line ${step.line}: ${lanesText(lanesOf(step.active))} have come to the barrier, and it lets them go on. Every slot is filled.`;
  const does = step.does === "load" ? (lanes.length === 1 ? "reads" : "read") : lanes.length === 1 ? "writes" : "write";
  const what = `Line ${step.line}: ${lanesText(lanes)} ${does} ${step.text}.`;
  if (race && step.does === "load" && slotsOf(step, tile).length > 0) {
    return `${what} The simulator reports ${race.finding.mistake}: ${race.finding.message}.`;
  }
  if (gate < 0 || current > gate) return what;
  return `${what} ${waiting.length === 0 ? "Nobody is at the barrier yet." : `${waiting.length} of ${SIZE} have nothing left to do before the barrier and wait there.`}`;
}

function gateText(gate, open) {
  if (gate < 0) return "the work-items: nothing makes them wait";
  return open ? "the work-items are past the barrier" : "the barrier, and the work-items before it";
}

export default {
  title: "A tile, and the barrier before it is used: step through it",
  controls: [choice({ key: "barrier", name: "barrier", value: "with", options: [["with", "with"], ["without", "without"]] })],
  showsKernel: true,
  request: ({ barrier }) => ({
    source: SOURCES[barrier],
    group: GROUP,
    launch: launchText("mix_neighbours", ELEMENTS, SIZE, [
      buffer("int", ELEMENTS, '"iota"'),
      buffer("int", ELEMENTS, '"uninit"', true),
      scalar("int", ELEMENTS),
    ]),
  }),
  steps: (answer) => shownSteps(answer.trace).length,
  draw({ values: { barrier }, answer, step: current, width }) {
    const { trace } = answer;
    const tile = trace.objects.indexOf("tile");
    const steps = shownSteps(trace);
    const step = steps[current];
    const state = stateAt(steps, current, tile);
    const race = raceIn(answer, tile);
    const said = sentence(step, state, current, race, tile);
    const own = width >= 620 ? Math.floor(width * 0.46) : width;
    const across = own / SLOTS;
    const [tileTop, high, itemsTop, gateTop] = [20, 28, 104, 168];
    const itemX = (lane) => (lane + 1) * across;
    const active = new Set(lanesOfStep(step));
    const touched = slotsOf(step, tile);
    const open = state.gate >= 0 && current >= state.gate;
    const items = Array.from({ length: SIZE }, (_, lane) => {
      const waits = state.waiting.includes(lane) && !active.has(lane);
      const top = open ? gateTop + 10 : waits ? gateTop - 26 : itemsTop;
      return svg(
        "g",
        {},
        box(itemX(lane) + 2, top, across - 4, 22, { class: active.has(lane) ? "asked" : "slot", style: hue(4 * lane), rx: 11 }),
        label(itemX(lane) + across / 2, top + 15, lane, { "text-anchor": "middle", class: active.has(lane) ? "on-lane" : null }),
      );
    });
    const slots = Array.from({ length: SLOTS }, (_, slot) => {
      const writer = state.writers.get(slot);
      const isRaced = race && race.slot === slot && step.does === "load";
      return svg(
        "g",
        {},
        box(slot * across + 1, tileTop, across - 2, high, { class: isRaced ? "slot raced" : writer === undefined ? "slot blank" : "slot asked", style: writer === undefined ? null : hue(4 * writer), rx: 3 }),
        label((slot + 0.5) * across, tileTop + 18, writer === undefined ? "?" : writer, { "text-anchor": "middle", class: writer === undefined ? "quiet" : isRaced ? null : "on-lane" }),
        label((slot + 0.5) * across, tileTop + high + 14, slot, { "text-anchor": "middle", class: "quiet" }),
      );
    });
    const links = touched.map(({ lane, offset }) =>
      svg("path", {
        class: "edge now",
        style: hue(4 * lane),
        d: `M ${itemX(lane) + across / 2} ${open ? gateTop + 10 : itemsTop} L ${(offset / WORD + 0.5) * across} ${tileTop + high + 20}`,
      }),
    );
    return {
      said,
      numbers: [
        ["slots filled", `${state.writers.size} of ${SLOTS}`],
        ["at the barrier", state.gate < 0 ? "there is none" : open ? "passed" : `${state.waiting.length} of ${SIZE}`],
        ["found by the simulator", answer.findings.length === 0 ? "nothing" : answer.findings.map(({ mistake }) => mistake).join(", ")],
      ],
      picture: beside(
        codeView(SOURCES[barrier], linesOf(step)),
        drawing(
          own,
          gateTop + 58,
          said,
          label(0, 11, "the tile: in each slot the work-item that filled it", { class: "head" }),
          ...slots,
          ...links,
          state.gate < 0 ? null : svg("path", { class: open ? "gate open" : "gate", d: `M 0 ${gateTop} H ${own}` }),
          label(0, open ? gateTop + 50 : gateTop + 17, gateText(state.gate, open), { class: "head" }),
          ...items,
        ),
      ),
    };
  },
};
