// What is known of a traced work-group at a step: who waits at the next barrier, who wrote what to each element of local
// memory, the private variables, and at which step a finding is seen.

export const lanesOf = (active) =>
  active.flatMap(([first, end]) => Array.from({ length: end - first }, (_, index) => first + index));

/** Who touched which byte: one entry a work-item. */
export function touches(request) {
  return request.runs.flatMap(([first, lanes, object, offset, stride]) =>
    Array.from({ length: lanes }, (_, index) => ({ lane: first + index, object, offset: offset + stride * index })),
  );
}

export const isLocal = (request) => request.passes !== undefined;

/** The work-items that a step is about. */
export function activeOf(step) {
  if (step.kind !== "access") return lanesOf(step.active);
  return step.requests.flatMap((request) => touches(request).map(({ lane }) => lane));
}

/**
 * The barrier that comes next, or is passed by the step: its line, the work-items that are there, and whether it lets them
 * go on. Null where none comes.
 */
export function barrierAt(steps, current, total) {
  const gate = steps.findIndex(({ kind }, index) => index >= current && kind === "barrier");
  if (gate < 0) return null;
  const { line, active } = steps[gate];
  const meets = lanesOf(active);
  if (gate === current) return { line, here: meets, isOpen: true, total };
  // Who has something left to do before it is not there yet. To come to its line is nothing more to do.
  const isWork = (step) => step.kind !== "lines" || step.lines.some((each) => each !== line);
  const left = new Set(steps.slice(current, gate).filter(isWork).flatMap(activeOf));
  return { line, here: meets.filter((lane) => !left.has(lane)), isOpen: false, total };
}

/** The arrays of local memory that a trace touches: each with the bytes of an element, and how many elements. */
export function localArrays(steps) {
  const arrays = new Map();
  for (const step of steps) {
    if (step.kind !== "access") continue;
    for (const { object, offset } of step.requests.filter(isLocal).flatMap(touches)) {
      const known = arrays.get(object) ?? { size: step.size, end: 0 };
      arrays.set(object, { size: Math.min(known.size, step.size), end: Math.max(known.end, offset + step.size) });
    }
  }
  return new Map([...arrays].map(([object, { size, end }]) => [object, { size, length: Math.ceil(end / size) }]));
}

/** A value that the trace has: a scalar, or the components of a vector or an array; – where nothing was written. */
export function valueText(components) {
  const each = components.map((component) => (component === null ? "–" : `${component}`));
  return each.length === 1 ? each[0] : `(${each.join(", ")})`;
}

/** Values component by component, for each of a number of work-items. */
const ofEach = (values, count) => {
  const size = values.length / count;
  return Array.from({ length: count }, (_, index) => values.slice(index * size, (index + 1) * size));
};

/** All that a step touches, with the values that memory has afterwards where the trace has them. */
export function touchesOf(step) {
  const all = step.requests.flatMap(touches);
  const values = step.values ? ofEach(step.values, all.length) : [];
  return all.map((touch, index) => ({ ...touch, value: values[index] }));
}

/** For each element of an array the work-item that wrote it last, up to a step and with it, and the value. */
export function contentsAt(steps, current, object, size) {
  const contents = new Map();
  for (const step of steps.slice(0, current + 1)) {
    if (step.kind !== "access" || step.does === "load") continue;
    for (const { lane, offset, value, ...touch } of touchesOf(step)) {
      if (touch.object !== object) continue;
      for (let from = 0; from < step.size; from += size) {
        const component = value?.[Math.floor((from * value.length) / step.size)];
        contents.set(Math.floor((offset + from) / size), { lane, value: component });
      }
    }
  }
  return contents;
}

/**
 * The private variables before the statement of a step, in the order of their declarations: each with its name, the value of
 * each work-item, and the work-items whose value is new. None where the trace has no values.
 */
export function variablesAt(steps, current) {
  const known = new Map();
  let visible = [];
  let line = null;
  for (const step of steps.slice(0, current + 1)) {
    if (step.kind !== "lines") continue;
    const lanes = lanesOf(step.active);
    const names = new Set();
    visible = [];
    [line] = step.lines;
    for (const [number, name, changed] of step.variables ?? []) {
      const values = known.get(number) ?? new Map();
      known.set(number, values);
      const fresh = new Set();
      for (const [index, components] of (changed.length === 0 ? [] : ofEach(changed, lanes.length)).entries()) {
        const text = valueText(components);
        if (values.get(lanes[index]) !== text) fresh.add(lanes[index]);
        values.set(lanes[index], text);
      }
      // The one declared last hides others of its name.
      if (!names.has(name)) visible.push({ name, values, fresh });
      names.add(name);
    }
  }
  return { line, variables: visible.reverse() };
}

/** The flat number of an index within sizes, the first dimension fastest. */
const flat = (index, sizes) => index.reduceRight((sum, each, dimension) => sum * (sizes[dimension] ?? 1) + each, 0);

/** The work-group in which a finding is seen, as a flat number; null where it is seen in none. */
export function groupOf({ work_items: [first] }, global, local) {
  return first ? flat(first.group, global.map((size, dimension) => Math.ceil(size / (local[dimension] ?? 1)))) : null;
}

/** Do two touches share a byte, and are they of different work-items? */
const clash = (one, other, sizes) =>
  one.lane !== other.lane && one.object === other.object && one.offset < other.offset + sizes[1] && other.offset < one.offset + sizes[0];

/** The step at which a finding is seen; null where the trace does not have it. */
export function stepOf(finding, { steps, local }, number, global) {
  const lines = new Set(finding.spans.map(({ line }) => line));
  const primary = finding.spans.find((span) => span.primary)?.line;
  const lanes = finding.work_items.filter((item) => groupOf({ work_items: [item] }, global, local) === number).map((item) => flat(item.local, local));
  const accesses = steps.flatMap((step, index) =>
    step.kind === "access" && lines.has(step.line) ? [{ index, step, own: step.requests.flatMap(touches).filter(({ lane }) => lanes.includes(lane)) }] : [],
  );
  // Of two work-items that touch one place, the step of the second.
  if (lanes.length === 2) {
    for (const [at, later] of accesses.entries()) {
      const meets = accesses.slice(0, at + 1).some((earlier) =>
        [later, earlier].some(({ step }) => step.does !== "load") &&
        later.own.some((one) => earlier.own.some((other) => clash(one, other, [later.step.size, earlier.step.size]))));
      if (meets) return later.index;
    }
  }
  const has = (step) => lanes.length === 0 || activeOf(step).some((lane) => lanes.includes(lane));
  const at = (line) => (step) => (step.kind === "lines" ? step.lines.includes(line) : step.line === line) && has(step);
  const ways = [
    (step) => step.kind === "access" && step.line === primary && has(step),
    (step) => step.kind === "barrier" && step.line === primary,
    at(primary),
    (step) => step.kind === "access" && lines.has(step.line) && has(step),
  ];
  for (const way of ways) {
    const index = steps.findIndex(way);
    if (index >= 0) return index;
  }
  return null;
}
