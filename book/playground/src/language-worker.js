// Runs the language server's WebAssembly module away from the page. The first message names the module and the files
// that the server may read; the others are the protocol's.

import { Server } from "../../../grader/language-server-wasm/server.js";
import { compile } from "./module.js";

let started;

async function start({ module, files }) {
  const server = new Server(
    await WebAssembly.instantiate(await compile(module), {}),
    (message) => self.postMessage({ message }),
    (error) => self.postMessage({ failed: String(error) }),
  );
  server.files(files);
  self.postMessage({ ready: true });
  return server;
}

self.onmessage = async ({ data }) => {
  if (started === undefined) {
    started = start(data);
    started.catch((error) => self.postMessage({ failed: String(error) }));
    return;
  }
  (await started).receive(data);
};
