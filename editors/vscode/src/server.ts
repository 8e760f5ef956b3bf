// The language server: `grader lsp`, started, restarted and stopped.

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions } from "vscode-languageclient/node";

export class Server {
  private client: LanguageClient | undefined;
  /** The start or stop that is under way; the next one waits for it. */
  private last: Promise<void> = Promise.resolve();
  /** What the server reads besides the documents. */
  private readonly files = vscode.workspace.createFileSystemWatcher("**/{*.toml,*.cl,*.clh,*.ocl,*.h,compile_commands.json}");

  constructor(private readonly output: vscode.LogOutputChannel) {}

  /** Starts a command, in place of the one that runs; none only stops. */
  start(command: string | undefined): Promise<void> {
    this.last = this.last.then(() => this.replace(command));
    return this.last;
  }

  private async replace(command: string | undefined): Promise<void> {
    try {
      await this.client?.dispose();
    } catch (error) {
      // A server that is gone already cannot say goodbye.
      this.output.warn(String(error));
    }
    this.client = undefined;
    if (command === undefined) return;
    this.output.info(`starts ${command} lsp`);
    const options: LanguageClientOptions = {
      documentSelector: [
        { language: "opencl", scheme: "file" },
        { language: "opencl", scheme: "untitled" },
      ],
      initializationOptions: { runInTerminal: true },
      outputChannel: this.output,
      synchronize: { fileEvents: this.files },
    };
    this.client = new LanguageClient("opencl-grader", "OpenCL grader", { command, args: ["lsp"] }, options);
    try {
      await this.client.start();
    } catch (error) {
      this.output.error(`grader lsp does not start: ${error}`);
    }
  }
}
