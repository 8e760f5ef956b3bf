// A WebAssembly module: by its address or by a response to a request for it, and what its functions answer.

export async function compile(address, asked = fetch(address)) {
  const response = await asked;
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  // Compiled while it arrives, where the host says what it is.
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** What the module's function of that name answers to a request, as JSON. */
export function answer(exports, name, request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const room = exports.request_of(bytes.length) >>> 0;
  new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
  const at = exports[name]() >>> 0;
  const length = exports.answer_length() >>> 0;
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length));
}
