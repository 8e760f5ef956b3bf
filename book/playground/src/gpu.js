// WebGPU for the module, in its worker: the device, and launches whose bytes lie in the module's memory. What comes back
// is written to the same places; the module judges it. Nothing leaves this machine.

/** What the module asks of a device's limits. */
const LIMITS = [
  "maxComputeInvocationsPerWorkgroup",
  "maxComputeWorkgroupSizeX",
  "maxComputeWorkgroupSizeY",
  "maxComputeWorkgroupSizeZ",
  "maxComputeWorkgroupsPerDimension",
  "maxComputeWorkgroupStorageSize",
  "maxStorageBufferBindingSize",
  "maxStorageBuffersPerShaderStage",
];

/** A time is taken over launches that take at least this together, in nanoseconds: browsers round their clocks. */
const LONG = 20e6;
/** Launches for a time, at most. */
const MOST_REPEATS = 2000;

/** The device cannot do it: a sentence for the reader. */
export class GpuFailure extends Error {}

let opened = null;

/** The reader's device; a device that was lost is opened anew. */
export function gpu() {
  opened ??= Gpu.open().catch((error) => {
    opened = null;
    throw error;
  });
  return opened;
}

class Gpu {
  #device;
  #lost;
  #pipelines = new Map();
  /** Its name and limits, as the module takes them. */
  adapter;

  static async open() {
    const adapter = await navigator.gpu?.requestAdapter({ powerPreference: "high-performance" });
    if (!adapter) throw new GpuFailure("The browser gives this page no GPU.");
    const requiredLimits = Object.fromEntries([...LIMITS, "maxBufferSize"].map((name) => [name, adapter.limits[name]]));
    const requiredFeatures = ["timestamp-query"].filter((name) => adapter.features.has(name));
    const made = new Gpu();
    made.#device = await adapter.requestDevice({ requiredLimits, requiredFeatures });
    made.#lost = made.#device.lost.then(({ message }) => {
      opened = null;
      throw new GpuFailure(`The browser lost the GPU${message ? ` (${message})` : ""}. A kernel that runs for seconds does that, and so does another program.`);
    });
    made.#lost.catch(() => {});
    const { info } = adapter;
    const name = info.description || [info.vendor, info.architecture].filter(Boolean).join(" ") || "unnamed";
    const limits = Object.fromEntries(LIMITS.map((name) => [name, made.#device.limits[name]]));
    made.adapter = { name, ...limits, fused: await made.#isFused() };
    return made;
  }

  /** Forgets the shaders of the check before. */
  begin() {
    this.#pipelines.clear();
  }

  /** Does `fma` round once? WGSL leaves it open. */
  async #isFused() {
    const text = "@group(0) @binding(0) var<storage, read_write> x: array<f32, 4>; @compute @workgroup_size(1) fn main() { x[3] = fma(x[0], x[1], x[2]); }";
    const near = 1 + 2 ** -12;
    const bytes = new Uint8Array(new Float32Array([near, near, -(1 + 2 ** -11), 0]).buffer);
    const launch = { shader: -1, groups: [1, 1, 1], bound: [{ number: 0, kind: "written", at: 0, length: 16 }] };
    const memory = { buffer: bytes.buffer };
    await this.launch({ launches: [launch], shaders: { [-1]: text }, timed: false }, memory);
    return new Float32Array(bytes.buffer)[3] !== 0;
  }

  /** Does what the module asks for, and gives the time of each launch in nanoseconds, or null. */
  async launch({ launches, shaders, timed }, memory) {
    const device = this.#device;
    device.pushErrorScope("out-of-memory");
    device.pushErrorScope("validation");
    let times, error;
    try {
      times = await Promise.race([this.#lost, this.#launched(launches, shaders, timed, memory)]);
    } finally {
      const [validation, memory] = [device.popErrorScope(), device.popErrorScope()];
      if (await memory.catch(() => null)) error = new GpuFailure("The GPU has too little memory for this launch.");
      const invalid = await validation.catch(() => null);
      if (invalid) error ??= new GpuFailure(`WebGPU refuses the launch: ${invalid.message}`);
    }
    if (error) throw error;
    return times;
  }

  async #launched(launches, shaders, timed, memory) {
    for (const [number, text] of Object.entries(shaders)) {
      const of = launches.find(({ shader }) => shader === Number(number));
      if (of) this.#pipelines.set(of.shader, await this.#pipeline(text, of.bound));
    }
    const all = launches.map((launch) => this.#submit(launch, memory));
    await Promise.all(all.map(({ back }) => back?.mapAsync(GPUMapMode.READ)));
    for (const { back, written } of all) {
      if (!back) continue;
      const from = new Uint8Array(back.getMappedRange());
      let start = 0;
      for (const { at, length } of written) {
        new Uint8Array(memory.buffer, at, length).set(from.subarray(start, start + length));
        start += length;
      }
    }
    const times = timed ? [await this.#timed(launches[0], all[0])] : all.map(() => null);
    for (const { made } of all) for (const buffer of made) buffer.destroy();
    return times;
  }

  async #pipeline(text, bound) {
    const device = this.#device;
    const types = { uniform: "uniform", read: "read-only-storage", written: "storage" };
    const layout = device.createBindGroupLayout({
      entries: bound.map(({ number, kind }) => ({ binding: number, visibility: GPUShaderStage.COMPUTE, buffer: { type: types[kind] } })),
    });
    const module = device.createShaderModule({ code: text });
    try {
      const pipeline = await device.createComputePipelineAsync({ layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }), compute: { module, entryPoint: "main" } });
      return { layout, pipeline };
    } catch (error) {
      const { messages } = await module.getCompilationInfo();
      const first = messages.find(({ type }) => type === "error");
      throw new GpuFailure(`The browser refuses the shader: ${first ? `line ${first.lineNum}: ${first.message}` : error.message}`);
    }
  }

  /** One launch, on its way. */
  #submit({ shader, groups, bound }, memory) {
    const device = this.#device;
    const { layout, pipeline } = this.#pipelines.get(shader);
    const made = bound.map(({ kind, at, length }) => {
      const usage = kind === "uniform" ? GPUBufferUsage.UNIFORM : GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
      const buffer = device.createBuffer({ size: length, usage, mappedAtCreation: true });
      new Uint8Array(buffer.getMappedRange()).set(new Uint8Array(memory.buffer, at, length));
      buffer.unmap();
      return buffer;
    });
    const group = device.createBindGroup({ layout, entries: bound.map(({ number }, index) => ({ binding: number, resource: { buffer: made[index] } })) });
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(...groups);
    pass.end();
    const written = bound.map((each, index) => ({ ...each, buffer: made[index] })).filter(({ kind }) => kind === "written");
    const size = written.reduce((sum, { length }) => sum + length, 0);
    let back = null;
    if (size > 0) {
      back = device.createBuffer({ size, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
      let start = 0;
      for (const { buffer, length } of written) {
        encoder.copyBufferToBuffer(buffer, 0, back, start, length);
        start += length;
      }
      made.push(back);
    }
    device.queue.submit([encoder.finish()]);
    return { made, group, pipeline, back, written };
  }

  /** The time of one launch, out of many of the same. What they leave is not looked at. */
  async #timed({ groups }, { group, pipeline }) {
    let repeats = 1;
    for (;;) {
      const took = await this.#repeated(groups, group, pipeline, repeats);
      if (took >= LONG || repeats >= MOST_REPEATS) return took / repeats;
      repeats = Math.min(MOST_REPEATS, Math.ceil(repeats * Math.min(64, Math.max(2, (1.2 * LONG) / Math.max(took, 1)))));
    }
  }

  /** The time of that number of launches one after the other: by the GPU's clock where there is one. */
  async #repeated(groups, group, pipeline, repeats) {
    const device = this.#device;
    const stamped = device.features.has("timestamp-query");
    const set = stamped ? device.createQuerySet({ type: "timestamp", count: 2 }) : null;
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass(set ? { timestampWrites: { querySet: set, beginningOfPassWriteIndex: 0, endOfPassWriteIndex: 1 } } : {});
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    for (let launch = 0; launch < repeats; launch++) pass.dispatchWorkgroups(...groups);
    pass.end();
    const begin = performance.now();
    if (!set) {
      device.queue.submit([encoder.finish()]);
      await device.queue.onSubmittedWorkDone();
      return 1e6 * (performance.now() - begin);
    }
    const resolved = device.createBuffer({ size: 16, usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC });
    const back = device.createBuffer({ size: 16, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
    encoder.resolveQuerySet(set, 0, 2, resolved, 0);
    encoder.copyBufferToBuffer(resolved, 0, back, 0, 16);
    device.queue.submit([encoder.finish()]);
    await back.mapAsync(GPUMapMode.READ);
    const [first, last] = new BigUint64Array(back.getMappedRange());
    for (const each of [resolved, back, set]) each.destroy();
    return Number(last - first);
  }
}
