// A WebAssembly module by its address, or by a response to a request for it.

export async function compile(address, asked = fetch(address)) {
  const response = await asked;
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  // Compiled while it arrives, where the host says what it is.
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
