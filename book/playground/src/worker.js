// Runs the WebAssembly module away from the page. A module that trapped is spent: the next request gets
// a new one.

import { GpuFailure, gpu } from "./gpu.js";
import { PROBES } from "./gpu-probes.js";
import { answer } from "./module.js";

let instance = null;

const refused = (message) => JSON.stringify({ refused: { message } });
const sentence = (error) => (error instanceof GpuFailure ? error.message : `WebGPU failed: ${error.message}`);

/** A check on the reader's GPU: the module and the GPU take turns. Where there is no GPU the simulator checks alone. */
async function check(opening, exports, { solution = null, ...check }) {
  let device;
  try {
    device = await opening;
  } catch (error) {
    const gpu = { state: "failed", device: null, cases: 0, why: sentence(error) };
    return JSON.stringify({ ...JSON.parse(answer(exports, "check", check)), gpu });
  }
  device.begin();
  let text = answer(exports, "gpu_begin", { check, adapter: device.adapter, solution });
  while (exports.gpu_launches()) {
    let launched;
    try {
      launched = { done: await device.launch(JSON.parse(text), exports.memory) };
    } catch (error) {
      launched = { failed: sentence(error) };
    }
    text = answer(exports, "gpu_go_on", launched);
  }
  return text;
}

/** The times of a launch of a LAUNCH.toml. */
async function measured(opening, exports, { launch, files, samples }) {
  const device = await opening;
  device.begin();
  const text = answer(exports, "gpu_measure", { launch, files, adapter: device.adapter });
  const work = JSON.parse(text);
  if (work.refused) return text;
  return JSON.stringify({ device: device.adapter.name, times: await device.launch(work, exports.memory, samples) });
}

/** What a shader of the page's own shows. */
async function probed(opening, _, { probe, samples }) {
  const device = await opening;
  const { name } = device.adapter;
  return JSON.stringify({ device: name, clock: device.hasClock, ...(await PROBES[probe](device, samples)) });
}

/** Requests that need the reader's GPU. */
const ON_GPU = { gpu: check, measure: measured, probe: probed };

async function onGpu(name, exports, request) {
  try {
    return await ON_GPU[name](gpu(), exports, request);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return refused(sentence(error));
  }
}

self.onmessage = async ({ data: { module, name, request } }) => {
  const begin = performance.now();
  try {
    instance ??= await WebAssembly.instantiate(module, {});
    const { exports } = instance;
    if (name === null) {
      self.postMessage({});
      return;
    }
    const text = ON_GPU[name] ? await onGpu(name, exports, request) : answer(exports, name, request);
    self.postMessage({ text, milliseconds: performance.now() - begin });
  } catch (error) {
    instance = null;
    self.postMessage({ trapped: String(error) });
  }
};
