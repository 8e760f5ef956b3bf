// The debugger: `grader dap`, for a launch configuration, or for the kernel or LAUNCH.toml that is open.

import { basename, dirname, join } from "node:path";
import * as vscode from "vscode";
import { registerMemoryView } from "./memory/panel";
import { targetOf } from "./target";

const TYPE = "opencl-grader";

export function registerDebugger(context: vscode.ExtensionContext, found: () => string | undefined): void {
  // In a browser alone there is no command to be started.
  void vscode.commands.executeCommand("setContext", "opencl-grader.canDebug", true);
  registerMemoryView(context, TYPE);
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, {
      createDebugAdapterDescriptor: () => {
        const command = found();
        if (command === undefined) throw new Error("The command grader was not found. Install it, or say where it is.");
        return new vscode.DebugAdapterExecutable(command, ["dap"]);
      },
    }),
    vscode.debug.registerDebugConfigurationProvider(TYPE, {
      // Without a launch.json the configuration is empty.
      resolveDebugConfiguration: (_folder, configuration) =>
        configuration.type === undefined ? ofOpenFile() : configuration,
    }),
    vscode.commands.registerCommand("opencl-grader.debug", async () => {
      const configuration = ofOpenFile();
      if (configuration === undefined) {
        void vscode.window.showErrorMessage("Open a kernel, or a LAUNCH.toml, to step through its launch.");
        return;
      }
      await vscode.window.activeTextEditor?.document.save();
      await vscode.debug.startDebugging(undefined, configuration);
    }),
    vscode.commands.registerCommand("opencl-grader.followWorkItem", () => ask("item", "The local id of a work-item: 3, or 1,2")),
    vscode.commands.registerCommand("opencl-grader.goToGroup", () => ask("group", "The id of a work-group: 3, or 1,2")),
  );
}

/** The launch of the file in the editor. */
function ofOpenFile(): vscode.DebugConfiguration | undefined {
  const path = vscode.window.activeTextEditor?.document.uri.fsPath;
  const target = path === undefined ? undefined : targetOf(path, { dirname, join });
  return target && { type: TYPE, request: "launch", name: basename(path ?? ""), stopOnEntry: true, ...target };
}

/** Sends a command of the debugger's console with what the user types. */
async function ask(command: string, prompt: string): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  if (session?.type !== TYPE) return;
  const typed = await vscode.window.showInputBox({ prompt });
  if (typed === undefined || typed.trim() === "") return;
  const { result } = await session.customRequest("evaluate", { expression: `:${command} ${typed}`, context: "repl" });
  if (String(result).startsWith("error: ")) void vscode.window.showErrorMessage(String(result).slice("error: ".length));
}
