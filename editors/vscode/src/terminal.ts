// `grader.runInTerminal`: the server's code lenses name a command by its words; it runs where the user sees it.

import * as vscode from "vscode";
import { lineOf, shellOf } from "./quoting";

const NAME = "grader";

export async function runInTerminal(words: unknown, command: string | undefined): Promise<void> {
  if (!Array.isArray(words) || !words.every((word) => typeof word === "string") || command === undefined) return;
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showWarningMessage("Trust this workspace to run its kernels.");
    return;
  }
  const line = lineOf(shellOf(vscode.env.shell), [command, ...words]);
  if (line === undefined) return;
  const document = vscode.window.activeTextEditor?.document;
  const folder =
    (document && vscode.workspace.getWorkspaceFolder(document.uri)?.uri) ??
    vscode.workspace.workspaceFolders?.[0]?.uri ??
    (document?.uri.scheme === "file" ? vscode.Uri.joinPath(document.uri, "..") : undefined);
  const terminal = terminalIn(folder);
  terminal.show(true);
  terminal.sendText(line);
}

/** The one that is there, if it was opened in the same folder. */
function terminalIn(cwd: vscode.Uri | undefined): vscode.Terminal {
  const isIt = ({ name, exitStatus, creationOptions }: vscode.Terminal) => {
    const opened = "cwd" in creationOptions ? creationOptions.cwd : undefined;
    return name === NAME && exitStatus === undefined && opened?.toString() === cwd?.toString();
  };
  return vscode.window.terminals.find(isIt) ?? vscode.window.createTerminal({ name: NAME, ...(cwd && { cwd }) });
}
