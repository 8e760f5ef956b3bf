// What the page measures of the reader's GPU with shaders of its own: how many bytes a copy moves, how many multiply-adds
// are done, and what a launch costs, in times of nanoseconds. They run in the worker.

import { GpuFull } from "./gpu.js";

const GROUP = 256;
const MIB = 2 ** 20;

/** Bytes of each of a copy's two arrays: more than caches hold, where the GPU has the memory. */
const COPIED = { first: 32 * MIB, most: 512 * MIB, least: MIB };
/** Two arrays of float vectors. */
const ARRAYS = "@group(0) @binding(0) var<storage, read_write> source: array<vec4u>; @group(0) @binding(1) var<storage, read_write> copy: array<vec4u>;";
const AT = "(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) { let i = id.x + id.y * groups.x * 256u;";
/** Numbers that no hardware compresses. */
const FILL = `${ARRAYS} @compute @workgroup_size(256) fn main${AT}
  var x = vec4u(4u * i, 4u * i + 1u, 4u * i + 2u, 4u * i + 3u) * 747796405u + 2891336453u;
  x = ((x >> ((x >> vec4u(28u)) + 4u)) ^ x) * 277803737u;
  source[i] = (x >> vec4u(22u)) ^ x; copy[i] = vec4u(0u); }`;
const COPY = `${ARRAYS} @compute @workgroup_size(256) fn main${AT} copy[i] = source[i]; }`;

/** Rounds of a work-item, each of which multiplies and adds this many independent vectors of four. */
const [ROUNDS, CHAINS] = [256, 8];
const chain = Array.from({ length: CHAINS }, (_, index) => index);
const MULTIPLY_ADD = `@group(0) @binding(0) var<storage, read_write> x: array<vec4f>;
@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
  let given = x[id.x];
  ${chain.map((index) => `var a${index} = given + ${index}.0;`).join(" ")}
  for (var round = 0u; round < ${ROUNDS}u; round++) { ${chain.map((index) => `a${index} = fma(a${index}, vec4f(0.75), vec4f(1.0));`).join(" ")} }
  x[id.x] = ${chain.map((index) => `a${index}`).join(" + ")}; }`;
/** Two operations for each of the four numbers of a vector. */
const OPERATIONS = ROUNDS * CHAINS * 4 * 2;
const ITEMS = { first: 2 ** 13, most: 2 ** 22 };

const NOTHING = "@group(0) @binding(0) var<storage, read_write> x: array<u32>; @compute @workgroup_size(1) fn main() { x[0] = 1u; }";

/** A launch long enough to be timed, in nanoseconds. */
const LONG = 2e6;

/** Work-groups in two dimensions: more than fit in one. */
function groupsOf(items) {
  const groups = items / GROUP;
  const row = Math.min(groups, 2 ** 15);
  return [row, groups / row, 1];
}

async function copy(gpu, samples) {
  const launch = (bytes) => ({ text: COPY, fill: FILL, lengths: [bytes, bytes], groups: groupsOf(bytes / 16) });
  let bytes = Math.min(COPIED.first, 2 ** Math.floor(Math.log2(gpu.largest)));
  for (;;) {
    try {
      const [took] = await gpu.measure(launch(bytes), 1);
      if (took >= LONG || 2 * bytes > Math.min(COPIED.most, gpu.largest)) break;
      bytes *= 2;
    } catch (error) {
      if (!(error instanceof GpuFull) || bytes === COPIED.least) throw error;
      bytes /= 2;
      break;
    }
  }
  for (;;) {
    try {
      return { times: await gpu.measure(launch(bytes), samples), bytes };
    } catch (error) {
      if (!(error instanceof GpuFull) || bytes <= COPIED.least) throw error;
      bytes /= 2;
    }
  }
}

async function multiplyAdd(gpu, samples) {
  const launch = (items) => ({ text: MULTIPLY_ADD, lengths: [16 * items], groups: [items / GROUP, 1, 1] });
  let items = ITEMS.first;
  while (items < ITEMS.most && (await gpu.measure(launch(items), 1))[0] < LONG) items *= 2;
  return { times: await gpu.measure(launch(items), samples), operations: items * OPERATIONS };
}

async function launches(gpu, samples) {
  const launch = { text: NOTHING, lengths: [16], groups: [1, 1, 1] };
  return { times: await gpu.measure(launch, samples), waited: await gpu.measure(launch, samples, true) };
}

export const PROBES = { copy, "multiply-add": multiplyAdd, launch: launches };
