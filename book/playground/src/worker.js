// Runs the WebAssembly module away from the page. A module that trapped is spent: the next request gets
// a new one.

import { GpuFailure, gpu } from "./gpu.js";

let instance = null;

function answer(exports, name, request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const room = exports.request_of(bytes.length) >>> 0;
  new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
  const at = exports[name]() >>> 0;
  const length = exports.answer_length() >>> 0;
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length));
}

/** A check on the reader's GPU: the module and the GPU take turns. */
async function onGpu(exports, check) {
  let device;
  try {
    device = await gpu();
  } catch (error) {
    if (!(error instanceof GpuFailure)) throw error;
    return JSON.stringify({ refused: { message: error.message } });
  }
  device.begin();
  let text = answer(exports, "gpu_begin", { check, adapter: device.adapter });
  while (exports.gpu_launches()) {
    let launched;
    try {
      launched = { done: await device.launch(JSON.parse(text), exports.memory) };
    } catch (error) {
      launched = { failed: error instanceof GpuFailure ? error.message : `WebGPU failed: ${error.message}` };
    }
    text = answer(exports, "gpu_go_on", launched);
  }
  return text;
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
    const text = name === "gpu" ? await onGpu(exports, request) : answer(exports, name, request);
    self.postMessage({ text, milliseconds: performance.now() - begin });
  } catch (error) {
    instance = null;
    self.postMessage({ trapped: String(error) });
  }
};
