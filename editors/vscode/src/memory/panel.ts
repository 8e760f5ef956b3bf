// The view of a work-group's memory, beside the debugger's own: asked for at each stop, drawn by `view.js`.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

const VIEW = "opencl-grader.memory";

/** Elements of an object that are shown at once. */
const ELEMENTS = 256;

class MemoryView implements vscode.WebviewViewProvider {
  private view: vscode.WebviewView | undefined;
  private from: Record<string, number> = {};

  constructor(
    private readonly type: string,
    private readonly folder: vscode.Uri,
  ) {}

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    view.webview.options = { enableScripts: true, localResourceRoots: [this.folder] };
    view.webview.onDidReceiveMessage(({ from }: { from: Record<string, number> }) => {
      this.from = from;
      void this.refresh();
    });
    view.onDidChangeVisibility(() => void this.refresh());
    view.onDidDispose(() => (this.view = undefined));
    view.webview.html = this.page(view.webview);
  }

  /** The launch goes on: what is shown is what was before. */
  goesOn(): void {
    void this.view?.webview.postMessage({ goesOn: true });
  }

  async refresh(): Promise<void> {
    const session = vscode.debug.activeDebugSession;
    if (!this.view?.visible || session?.type !== this.type) return;
    try {
      const memory = await session.customRequest("memoryView", { from: this.from, count: ELEMENTS });
      await this.view?.webview.postMessage({ memory });
    } catch {
      // The launch has gone on, or has ended: the next stop shows it.
    }
  }

  private page(webview: vscode.Webview): string {
    const of = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(this.folder, name));
    const nonce = randomBytes(16).toString("hex");
    // Colours of work-items are in the style of each cell.
    const policy = `default-src 'none'; style-src ${webview.cspSource} 'unsafe-inline'; script-src 'nonce-${nonce}'`;
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${of("view.css")}">
<title>Memory</title>
</head>
<body><main id="view" class="course-playground"></main><script nonce="${nonce}" src="${of("view.js")}"></script></body>
</html>`;
  }
}

/** Shows the memory of sessions of a type. */
export function registerMemoryView(context: vscode.ExtensionContext, type: string): void {
  const view = new MemoryView(type, vscode.Uri.joinPath(context.extensionUri, "dist/memory"));
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider(VIEW, view),
    vscode.debug.registerDebugAdapterTrackerFactory(type, {
      createDebugAdapterTracker: () => ({
        onWillReceiveMessage: ({ command }: { command?: string }) => {
          if (/^(next|step|continue|reverse)/.test(command ?? "")) view.goesOn();
        },
        onDidSendMessage: ({ event }: { event?: string }) => {
          if (event === "stopped") void view.refresh();
        },
      }),
    }),
    vscode.debug.onDidChangeActiveDebugSession(() => void view.refresh()),
  );
}
