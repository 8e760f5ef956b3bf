// The course's exercises in the test explorer: a test each, whose run is `grader check`.

import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import * as vscode from "vscode";
import { exercisesIn, kernelLine, resultIn, type Place, type Result } from "./report";

/** More than the largest report. */
const MOST_BYTES = 64 * 1024 * 1024;

export class Exercises implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController("opencl-grader", "OpenCL exercises");
  private readonly courses = new WeakMap<vscode.TestItem, { folder: vscode.Uri; slug: string }>();
  private readonly subscriptions: vscode.Disposable[] = [this.controller];

  /** `command` tells the grader of the moment. */
  constructor(
    private readonly command: () => string | undefined,
    private readonly output: vscode.LogOutputChannel,
  ) {
    const run = (request: vscode.TestRunRequest, token: vscode.CancellationToken) => this.run(request, token);
    this.controller.createRunProfile("Check", vscode.TestRunProfileKind.Run, run, true);
    this.controller.refreshHandler = () => this.list();
    const watcher = vscode.workspace.createFileSystemWatcher("**/exercises/*/exercise.toml", false, true, false);
    const list = () => void this.list();
    this.subscriptions.push(watcher, watcher.onDidCreate(list), watcher.onDidDelete(list));
    this.subscriptions.push(vscode.workspace.onDidChangeWorkspaceFolders(list));
    list();
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  async list(): Promise<void> {
    const items: vscode.TestItem[] = [];
    for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
      if (uri.scheme !== "file" || !existsSync(vscode.Uri.joinPath(uri, "exercises").fsPath)) continue;
      try {
        const { output } = await this.grader(uri, ["list", "--format", "json"]);
        for (const { slug, number, title, file } of exercisesIn(output)) {
          const label = `${String(number).padStart(2, "0")} ${slug}`;
          const item = this.controller.createTestItem(`${uri}#${slug}`, label, vscode.Uri.joinPath(uri, file));
          item.description = title;
          item.sortText = String(number).padStart(4, "0");
          this.courses.set(item, { folder: uri, slug });
          place(item);
          items.push(item);
        }
      } catch (error) {
        this.output.error(`the exercises of ${uri.fsPath} cannot be listed: ${error}`);
      }
    }
    this.controller.items.replace(items);
  }

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = this.controller.createTestRun(request);
    const chosen = request.include ?? [...this.controller.items].map(([, item]) => item);
    const items = chosen.filter((item) => !request.exclude?.includes(item));
    for (const item of items) {
      place(item);
      run.enqueued(item);
    }
    for (const item of items) {
      const course = this.courses.get(item);
      if (course === undefined || token.isCancellationRequested) {
        run.skipped(item);
        continue;
      }
      run.started(item);
      const begin = Date.now();
      try {
        const { output, errors } = await this.grader(course.folder, ["check", course.slug, "--format", "json"], token);
        if (token.isCancellationRequested) {
          run.skipped(item);
          continue;
        }
        if (output === "") throw new Error(errors);
        this.tell(run, item, course.folder, resultIn(output, course.slug), Date.now() - begin);
      } catch (error) {
        run.errored(item, new vscode.TestMessage(error instanceof Error ? error.message : String(error)));
      }
    }
    run.end();
  }

  private tell(run: vscode.TestRun, item: vscode.TestItem, folder: vscode.Uri, result: Result, ms: number): void {
    run.appendOutput(`${item.label}: ${result.message.replaceAll("\n", "\r\n")}\r\n`, undefined, item);
    if (result.outcome === "passed") return run.passed(item, ms);
    const related = result.related.map(({ line, label }) => `line ${line}: ${label}`);
    const message = new vscode.TestMessage([result.message, ...related].join("\n"));
    if (result.place) message.location = locationOf(folder, result.place);
    else if (item.uri && item.range) message.location = new vscode.Location(item.uri, item.range);
    run[result.outcome](item, message, ms);
  }

  /** Its output, whatever its exit code; a cancelled one is ended. */
  private grader(folder: vscode.Uri, words: string[], token?: vscode.CancellationToken): Promise<{ output: string; errors: string }> {
    const command = this.command();
    if (command === undefined) return Promise.reject(new Error("the command grader was not found"));
    return new Promise((resolve, reject) => {
      const child = execFile(command, words, { cwd: folder.fsPath, maxBuffer: MOST_BYTES }, (error, output, errors) => {
        cancelled?.dispose();
        // A report comes with exit code 1 or 2; what is no number never started.
        if (error && typeof error.code === "string") reject(error);
        else resolve({ output, errors: errors.trim() });
      });
      const cancelled = token?.onCancellationRequested(() => child.kill());
    });
  }
}

/** Where an exercise is shown in its file: at its kernel, which moves as the file is written. */
function place(item: vscode.TestItem): void {
  let line = 0;
  try {
    if (item.uri) line = kernelLine(readFileSync(item.uri.fsPath, "utf8"));
  } catch {
    // A file that is gone has no better place.
  }
  item.range = new vscode.Range(line, 0, line, 0);
}

function locationOf(folder: vscode.Uri, place: Place): vscode.Location {
  const range = new vscode.Range(place.line - 1, place.column - 1, place.end_line - 1, place.end_column - 1);
  return new vscode.Location(vscode.Uri.joinPath(folder, place.file), range);
}
