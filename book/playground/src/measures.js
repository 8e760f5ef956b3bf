// What a quiz asks of a run: the words of its `answer` name a measure and what it is of, and the simulator's answer
// to the launch is all that it is taken from.

/** Those that do this to an object, in the order of the run. */
function accesses({ trace }, does, name) {
  const object = trace.objects.indexOf(name);
  return trace.steps.filter((step) => step.kind === "access" && step.does === does && step.requests[0]?.runs[0]?.[2] === object);
}

/** The cost of the first warp in one of them: the first, or the `nth`. */
function cost(answer, key, does, name, nth = "1") {
  return accesses(answer, does, name)[nth - 1]?.requests[0][key];
}

const percent = (share) => `${Math.round(100 * share)} %`;
const line = ({ counters }, number) => counters.lines.find((each) => each.line === Number(number));
const total = (answer, kind) => answer.counters.total[`global_${kind}`];
const shown = (value) => (value === null ? "nothing" : String(value));

const MEASURES = {
  /** What stands in a buffer's element after the run. */
  value: (answer, name, index) => shown(answer.outputs[name].values[index]),
  /** What the kernel printed. */
  printed: (answer) => answer.printf.trim().replace(/\n/g, " "),
  /** Sectors that an access of the first warp moves. */
  sectors: (answer, does, name, nth) => cost(answer, "sectors", does, name, nth),
  /** Passes over the banks that an access of the first warp takes. */
  passes: (answer, does, name, nth) => cost(answer, "passes", does, name, nth),
  /** Bytes moved by all loads and stores. */
  moved: (answer) => total(answer, "loads").bytes_moved + total(answer, "stores").bytes_moved,
  /** The share of the moved bytes that was asked for. */
  efficiency: (answer, kind) => percent(total(answer, kind).efficiency),
  /** How often an access to a buffer was made, by all work-items of the followed group. */
  accesses: (answer, does, name) => accesses(answer, does, name).flatMap(({ requests }) => requests.flatMap(({ runs }) => runs.map(([, lanes]) => lanes))).reduce((sum, lanes) => sum + lanes, 0),
  /** The first mistake. */
  mistake: ({ findings }) => findings[0]?.mistake ?? "none",
  /** The line of the first mistake. */
  line: ({ findings }) => (findings.length > 0 ? `line ${findings[0].spans.find(({ primary }) => primary).line}` : "no line"),
  /** The share of lanes that are active when a line runs. */
  lanes: (answer, number) => percent(line(answer, number).active_lane_share),
  /** How often work-items ran a line, in all groups. */
  executions: (answer, number) => line(answer, number)?.executions ?? 0,
  /** How often a work-group passed a barrier. */
  barriers: ({ trace }) => trace.steps.filter(({ kind }) => kind === "barrier").length,
  /** How many work-groups there are. */
  groups: ({ trace }) => trace.groups,
};

/** What the run says to a quiz. */
export function measured(answer, words) {
  const [name, ...of] = words.split(" ");
  return String(MEASURES[name](answer, ...of));
}

/** The request that runs a quiz. */
export function requestOf({ kernel, launch }) {
  return { name: "LAUNCH.toml", launch, files: { "kernel.cl": kernel }, trace: { group: 0, most: 20_000 } };
}
