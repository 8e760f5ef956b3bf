// The language server in a worker of the web extension host. The first message brings the WebAssembly module;
// the others are the protocol's, and a notification that brings files.

import { Server } from "../../../../grader/language-server-wasm/server.js";
import { FILES, type Files, type Start } from "./messages";

let started: Promise<Server> | undefined;

async function start({ module, control }: Start): Promise<Server> {
  const { instance } = await WebAssembly.instantiate(module, {});
  return new Server(
    instance,
    (message) => self.postMessage(JSON.parse(message)),
    (error) => control.postMessage(String(error)),
  );
}

self.onmessage = async ({ data }) => {
  if (started === undefined) {
    started = start(data as Start);
    started.catch((error) => (data as Start).control.postMessage(String(error)));
    return;
  }
  const server = await started;
  if (data.method === FILES) server.files(data.params as Files);
  else server.receive(JSON.stringify(data));
};
