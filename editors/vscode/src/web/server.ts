// The language server as WebAssembly: started in a worker, given the files of the workspace, and stopped.

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions } from "vscode-languageclient/browser";
import { FILES, type Files, type Start } from "./messages";
import { fromServer, pathOf, toServer } from "./uris";

/** What the server reads besides the documents. */
const READ = "**/{*.toml,*.cl,*.clh,*.ocl,*.h,compile_commands.json}";
/** Files that are read at most, and the bytes of the largest. */
const MOST_FILES = 1000;
const MOST_BYTES = 1 << 20;
/** A server that failed as often is not started again: the text that it has to read makes it fail. */
const MOST_STARTS = 4;

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private worker: Worker | undefined;
  private starts = 0;
  /** The start or stop that is under way; the next one waits for it. */
  private last: Promise<void> = Promise.resolve();
  private readonly subscriptions: vscode.Disposable[] = [];

  constructor(
    private readonly folder: vscode.Uri,
    private readonly output: vscode.LogOutputChannel,
  ) {
    const watcher = vscode.workspace.createFileSystemWatcher(READ);
    const changed = (uri: vscode.Uri) => void this.read([uri]);
    this.subscriptions.push(watcher, watcher.onDidCreate(changed), watcher.onDidChange(changed), watcher.onDidDelete(changed));
  }

  /** Starts a server in place of the one that runs. */
  start(): Promise<void> {
    this.starts = 0;
    return this.restart();
  }

  async stop(): Promise<void> {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.last = this.last.then(() => this.end());
    await this.last;
  }

  dispose(): void {
    void this.stop();
  }

  private restart(): Promise<void> {
    this.last = this.last.then(async () => {
      await this.end();
      await this.begin();
    });
    return this.last;
  }

  private async end(): Promise<void> {
    try {
      // A server whose module failed does not answer.
      await this.client?.dispose(500);
    } catch (error) {
      this.output.warn(String(error));
    }
    this.worker?.terminate();
    this.client = undefined;
  }

  private async begin(): Promise<void> {
    this.starts += 1;
    try {
      const packed = (name: string) => vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.folder, name));
      const [module, script] = await Promise.all([packed("language-server.wasm"), packed("worker.js")]);
      // VS Code starts no worker from the address of an extension that lies on a remote machine.
      const address = URL.createObjectURL(new Blob([script.slice()], { type: "text/javascript" }));
      const worker = new Worker(address);
      const { port1, port2 } = new MessageChannel();
      const failure = new Promise<never>((_, reject) => {
        port1.onmessage = ({ data }) => {
          reject(new Error(String(data)));
          this.failed(worker, String(data));
        };
      });
      failure.catch(() => {});
      const start: Start = { module: module.slice().buffer, control: port2 };
      worker.postMessage(start, [start.module, port2]);
      const options: LanguageClientOptions = {
        documentSelector: [{ language: "opencl" }],
        outputChannel: this.output,
        uriConverters: {
          code2Protocol: toServer,
          protocol2Code: (uri) => vscode.Uri.from(fromServer(uri)),
        },
      };
      this.worker = worker;
      this.client = new LanguageClient("opencl-grader", "OpenCL grader", worker, options);
      await Promise.race([this.client.start(), failure]);
      URL.revokeObjectURL(address);
      this.output.info("the language server runs in this browser");
      // A search may take its time; documents that need no other file are read meanwhile.
      void this.readAll();
    } catch (error) {
      this.output.error(`the language server does not start: ${error}`);
    }
  }

  private failed(worker: Worker, why: string): void {
    this.output.error(`the language server failed: ${why}`);
    if (worker === this.worker && this.starts < MOST_STARTS) void this.restart();
  }

  private async readAll(): Promise<void> {
    try {
      await this.read(await vscode.workspace.findFiles(READ, undefined, MOST_FILES));
    } catch (error) {
      this.output.warn(`the workspace's files cannot be listed: ${error}`);
    }
  }

  /** Gives the server files that have changed. */
  private async read(uris: vscode.Uri[]): Promise<void> {
    const files = await textsOf(uris);
    await this.client?.sendNotification(FILES, files);
    await this.client?.sendNotification("workspace/didChangeWatchedFiles", { changes: [] });
  }
}

async function textsOf(uris: vscode.Uri[]): Promise<Files> {
  const text = async (uri: vscode.Uri) => {
    try {
      const { size } = await vscode.workspace.fs.stat(uri);
      return size > MOST_BYTES ? null : new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    } catch {
      return null;
    }
  };
  return Object.fromEntries(await Promise.all(uris.map(async (uri) => [pathOf(uri), await text(uri)] as const)));
}
