// The extension in a browser, where no command can be started: the language server alone, without exercises and
// terminals.

import * as vscode from "vscode";
import { Server } from "./server";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("OpenCL grader", { log: true });
  const running = new Server(vscode.Uri.joinPath(context.extensionUri, "dist/web"), output);
  server = running;
  context.subscriptions.push(
    output,
    running,
    vscode.commands.registerCommand("opencl-grader.restart", () => running.start()),
    vscode.commands.registerCommand("opencl-grader.showOutput", () => output.show()),
  );
  await running.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
