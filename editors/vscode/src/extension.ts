// The extension's beginning and end: finds the command, starts the server, and shows the exercises.

import { accessSync, constants, statSync } from "node:fs";
import * as vscode from "vscode";
import { findCommand } from "./command";
import { registerDebugger } from "./debugging";
import { Exercises } from "./exercises";
import { Server } from "./server";
import { runInTerminal } from "./terminal";

/** In the state of the extension: the message was shown. */
const WARNED = "warned-that-grader-is-missing";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("OpenCL grader", { log: true });
  const found = () => commandOf(context);
  const running = new Server(output);
  server = running;

  const start = async (asked: boolean) => {
    const command = found();
    if (command !== undefined) await context.globalState.update(WARNED, undefined);
    else tellMissing(context, output, asked);
    await running.start(command);
  };

  let exercises: Exercises | undefined;
  const showExercises = () => {
    // A check runs the workspace's kernels.
    if (vscode.workspace.isTrusted) exercises ??= new Exercises(found, output);
  };

  context.subscriptions.push(
    output,
    { dispose: () => exercises?.dispose() },
    vscode.commands.registerCommand("opencl-grader.restart", () => start(true)),
    vscode.commands.registerCommand("opencl-grader.showOutput", () => output.show()),
    vscode.commands.registerCommand("grader.runInTerminal", (words: unknown) => runInTerminal(words, found())),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      showExercises();
      void start(false);
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration("opencl-grader.path")) return;
      void start(true);
      void exercises?.list();
    }),
  );
  registerDebugger(context, found);
  showExercises();
  await start(false);
}

export async function deactivate(): Promise<void> {
  await server?.start(undefined);
}

/** In a workspace that is not trusted VS Code leaves the workspace's setting out. */
function commandOf(context: vscode.ExtensionContext): string | undefined {
  const setting = vscode.workspace.getConfiguration("opencl-grader").get("path", "").trim();
  return findCommand(setting, context.extensionPath, {
    platform: process.platform,
    searchPath: process.env["PATH"] ?? "",
    isProgram: (path) => {
      try {
        accessSync(path, constants.X_OK);
        return statSync(path).isFile();
      } catch {
        return false;
      }
    },
  });
}

/** Says it once, and again only when the user asks for the server. */
function tellMissing(context: vscode.ExtensionContext, output: vscode.LogOutputChannel, asked: boolean): void {
  const text = "The command grader was not found. Install it, or say where it is.";
  output.error(text);
  if (!asked && context.globalState.get(WARNED)) return;
  void context.globalState.update(WARNED, true);
  void vscode.window.showErrorMessage(text, "How to Install", "Open the Setting").then((chosen) => {
    // The page of the extension asks the network; the readme lies beside it, under the name that vsce gives it.
    const readme = vscode.Uri.joinPath(context.extensionUri, "readme.md").with({ fragment: "install" });
    if (chosen === "How to Install") void vscode.commands.executeCommand("markdown.showPreview", readme);
    if (chosen === "Open the Setting") void vscode.commands.executeCommand("workbench.action.openSettings", "opencl-grader.path");
  });
}
