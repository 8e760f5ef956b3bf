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
/** Milliseconds within which a browser says that a device was lost, once something fails by it. */
const LOSS_SAID = 500;
/** Launches for a time, at most. */
const MOST_REPEATS = 2000;

/** The device cannot do it: a sentence for the reader. */
export class GpuFailure extends Error {}

/** What was asked for needs more memory than the device has. */
export class GpuFull extends GpuFailure {
  constructor() {
    super("The GPU has too little memory for this launch.");
  }
}

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
    made.#device = await adapter.requestDevice({ requiredLimits, requiredFeatures }).catch((error) => {
      throw new GpuFailure(`The browser does not open the GPU: ${error.message}`);
    });
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

  /** Does it have a clock of its own? */
  get hasClock() {
    return this.#device.features.has("timestamp-query");
  }

  /** The most bytes of a buffer that a shader may have. */
  get largest() {
    const { maxBufferSize, maxStorageBufferBindingSize } = this.#device.limits;
    return Math.min(maxBufferSize, maxStorageBufferBindingSize);
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

  /**
   * Does what the module asks for, and gives the time of each launch in nanoseconds, or null. Where it is for their
   * time, there is one launch, and as many times of it as `samples`.
   */
  launch({ launches, shaders, timed }, memory, samples = 1) {
    return this.#watched(() => this.#launched(launches, shaders, timed ? samples : 0, memory));
  }

  /** Calls `run`; a device that is lost or full meanwhile, or refuses something, is a `GpuFailure`. */
  async #watched(run) {
    const device = this.#device;
    device.pushErrorScope("out-of-memory");
    device.pushErrorScope("validation");
    let result, error;
    try {
      result = await Promise.race([this.#lost, run()]);
    } catch (thrown) {
      // A buffer that is mapped while it is made throws where there is no room for it.
      error = thrown instanceof RangeError ? new GpuFull() : thrown;
    }
    const [invalid, full] = [device.popErrorScope(), device.popErrorScope()].map((each) => each.catch(() => null));
    if (await full) throw new GpuFull();
    if (error instanceof GpuFailure) throw error;
    const refused = await invalid;
    if (refused) throw new GpuFailure(`WebGPU refuses the launch: ${refused.message.split("\n")[0]}`);
    // What is under way when a device is lost fails in its own ways, before the loss is said.
    if (error) throw await Promise.race([this.#lost.catch((lost) => lost), new Promise((late) => setTimeout(() => late(error), LOSS_SAID))]);
    return result;
  }

  async #launched(launches, shaders, samples, memory) {
    for (const [number, text] of Object.entries(shaders)) {
      const of = launches.find(({ shader }) => shader === Number(number));
      if (of) this.#pipelines.set(of.shader, await this.#pipeline(text, of.bound));
    }
    const all = [];
    try {
      for (const launch of launches) all.push(this.#submit(launch, memory));
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
      if (samples === 0) return all.map(() => null);
      return await this.#sampled({ ...all[0], groups: launches[0].groups }, samples);
    } finally {
      for (const { made } of all) for (const buffer of made) buffer.destroy();
    }
  }

  /**
   * The times of a shader of the page's own, in nanoseconds. `lengths` are the bytes of its storage buffers, which
   * `fill`, a shader with the same buffers, fills before. `waited`: the time from a launch to its end as the page
   * sees it.
   */
  measure({ text, fill, lengths, groups }, samples, waited = false) {
    return this.#watched(async () => {
      const device = this.#device;
      const bound = lengths.map((_, number) => ({ number, kind: "written" }));
      const made = [];
      try {
        for (const size of lengths) made.push(device.createBuffer({ size, usage: GPUBufferUsage.STORAGE }));
        const prepared = async (text) => {
          const { layout, pipeline } = await this.#pipeline(text, bound);
          const entries = made.map((buffer, binding) => ({ binding, resource: { buffer } }));
          return { pipeline, groups, group: device.createBindGroup({ layout, entries }) };
        };
        if (fill) device.queue.submit([this.#encoded(await prepared(fill), 1).finish()]);
        const launch = await prepared(text);
        await device.queue.onSubmittedWorkDone();
        if (!waited) return await this.#sampled(launch, samples);
        const times = [];
        while (times.length < samples) times.push(await this.#waited(this.#encoded(launch, 1)));
        return times;
      } finally {
        for (const buffer of made) buffer.destroy();
      }
    });
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
    const encoder = this.#encoded({ groups, group, pipeline }, 1);
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

  /** That many times of one launch, each out of many of the same. What they leave is not looked at. */
  async #sampled(launch, samples) {
    let repeats = 1;
    let took;
    for (;;) {
      took = await this.#repeated(launch, repeats);
      if (took >= LONG || repeats >= MOST_REPEATS) break;
      repeats = Math.min(MOST_REPEATS, Math.ceil(repeats * Math.min(64, Math.max(2, (1.2 * LONG) / Math.max(took, 1)))));
    }
    const times = [took / repeats];
    while (times.length < samples) times.push((await this.#repeated(launch, repeats)) / repeats);
    return times;
  }

  /** Commands of that number of launches one after the other. */
  #encoded({ groups, group, pipeline }, repeats, timestampWrites) {
    const encoder = this.#device.createCommandEncoder();
    const pass = encoder.beginComputePass(timestampWrites ? { timestampWrites } : {});
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    for (let launch = 0; launch < repeats; launch++) pass.dispatchWorkgroups(...groups);
    pass.end();
    return encoder;
  }

  /** The time from handing over commands to their end. */
  async #waited(encoder) {
    const { queue } = this.#device;
    const commands = [encoder.finish()];
    const begin = performance.now();
    queue.submit(commands);
    await queue.onSubmittedWorkDone();
    return 1e6 * (performance.now() - begin);
  }

  /** The time of that number of launches one after the other: by the GPU's clock where there is one. */
  async #repeated(launch, repeats) {
    const device = this.#device;
    if (!device.features.has("timestamp-query")) return this.#waited(this.#encoded(launch, repeats));
    const querySet = device.createQuerySet({ type: "timestamp", count: 2 });
    const resolved = device.createBuffer({ size: 16, usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC });
    const back = device.createBuffer({ size: 16, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
    try {
      const encoder = this.#encoded(launch, repeats, { querySet, beginningOfPassWriteIndex: 0, endOfPassWriteIndex: 1 });
      encoder.resolveQuerySet(querySet, 0, 2, resolved, 0);
      encoder.copyBufferToBuffer(resolved, 0, back, 0, 16);
      device.queue.submit([encoder.finish()]);
      await back.mapAsync(GPUMapMode.READ);
      const [first, last] = new BigUint64Array(back.getMappedRange());
      return Number(last - first);
    } finally {
      for (const each of [resolved, back, querySet]) each.destroy();
    }
  }
}
