// Runs the WebAssembly module away from the page. A module that trapped is spent: the next request gets
// a new one.

import { compile } from "./module.js";

let compiled = null;
let instance = null;

async function ready(address) {
  compiled ??= compile(address);
  instance ??= await WebAssembly.instantiate(await compiled, {});
  return instance.exports;
}

function answer(exports, name, request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const room = exports.request_of(bytes.length) >>> 0;
  new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
  const at = exports[name]() >>> 0;
  const length = exports.answer_length() >>> 0;
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length));
}

self.onmessage = async ({ data: { module, name, request } }) => {
  let exports;
  try {
    exports = await ready(module);
  } catch (error) {
    compiled = null;
    self.postMessage({ unavailable: String(error) });
    return;
  }
  if (name === null) {
    self.postMessage({});
    return;
  }
  const begin = performance.now();
  try {
    const text = answer(exports, name, request);
    self.postMessage({ text, milliseconds: performance.now() - begin });
  } catch (error) {
    instance = null;
    self.postMessage({ trapped: String(error) });
  }
};
