// What somebody does with the extension, a walk each: by keyboard, and each step is looked for in the page. `say` is
// given what was seen, and keeps a picture.

"use strict";
const assert = require("node:assert/strict");
const { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { DEADLINE, until } = require("./code-server");

const KERNEL = `kernel void scale(global float *in, float factor, uint n)
{
    size_t x = get_global_id(0);
    size_t lid = ;
    if (x < n) {
        in[x] = in[x]*factor + lid;
    }
}
`;

const LAUNCH = `source = "scale.cl"
kernel = "scale"
global = [64]
local = [32]
arg = [
  { buffer = "float", len = 64, init = "iota" },
  { scalar = "float", value = 2 },
  { scalar = "uint", value = 64 },
]
`;

// A work-group turns its values round; the groups race for the last element.
const TURN = `kernel void turn(global const float *in, global float *out, local float *tile)
{
    size_t lid = get_local_id(0), last = get_local_size(0) - 1;
    float value = tile[lid] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[last - lid];
    out[lid] = value;
}
`;

const TURN_LAUNCH = `source = "turn.cl"
kernel = "turn"
global = [16]
local = [8]
arg = [{ buffer = "float", len = 16, init = "iota" }, { buffer = "float", len = 8 }, { local = 32 }]
`;

const COLOURS = `#define TILE 16 // the width
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
/* A table,
   and a kernel. */
constant float4 weights[2] = { (float4)(0.5f, 1e-3f, 0x1p-2f, 1.0f), (float4)(0) };

kernel void colours(global const float4 *in, global float4 *out, read_only image2d_t image, uint n)
{
    local float4 tile[TILE];
    size_t i = get_global_id(0);
    tile[get_local_id(0)] = i < n ? in[i] * weights[0].x : weights[1];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i >= n) return;
    printf("%v4f is %d\\n", tile[0], 'a');
    out[i] = convert_float4(as_int4(tile[0])) + mad24(1, 2, 3);
}
`;

/** A folder of a course, with a kernel and its launch beside the exercises. */
function withKernel(course) {
  mkdirSync(join(course, "kernels"));
  writeFileSync(join(course, "kernels/scale.cl"), KERNEL);
  writeFileSync(join(course, "kernels/LAUNCH.toml"), LAUNCH);
  writeFileSync(join(course, "kernels/.grader.toml"), 'launch = ["LAUNCH.toml"]\n');
}

const walks = [];

walks.push({
  name: "a kernel is written",
  prepare: ({ course }) => withKernel(course),
  async walk({ it, page, course, say }) {
    await it.openFolder(course);
    await it.openFile("kernels/scale.cl");
    await it.shows("the language", ".statusbar-item", /^OpenCL C$/);
    await it.underlined();
    await it.go(4, 18);
    await it.type("threadIdx.x");
    await it.press("Escape");
    await it.hasLine("what was typed", /size_t lid = threadIdx\.x;/);
    await it.press("Control+Shift+m");
    await it.shows("the problem", ".markers-panel .monaco-list-row", /threadIdx/);
    await it.underlined();
    await say("a mistake", (await it.texts(".markers-panel .monaco-list-row")).join(" | "));

    await it.press("Control+1");
    await it.go(4, 20);
    await it.press("Control+.");
    await it.shows("the quick fix", ".action-widget .monaco-list-row", /get_local_id/);
    await say("the quick fix", (await it.texts(".action-widget .monaco-list-row")).join(" | "));
    await it.press("Enter");
    await it.hasLine("the fix", /size_t lid = get_local_id\(0\);/);
    await it.hides("the underline", ".squiggly-error");
    await say("fixed", (await it.lines())[3]);

    await it.go(3, 18);
    await it.press("Control+k", "Control+i");
    await it.shows("the hover", ".monaco-hover-content", /size_t get_global_id/);
    await say("a hover", (await it.texts(".monaco-hover:not(.hidden) .monaco-hover-content"))[0].slice(0, 120));
    await it.press("Escape");

    await it.go(6, 10);
    await it.press("F2");
    const name = page.locator(".rename-box input");
    await name.waitFor();
    await until("the name", async () => (await name.inputValue()) === "in");
    await name.fill("data");
    await it.press("Enter");
    await it.hasLine("the renamed parameter", /global float \*data, float factor/);
    await it.hasLine("the renamed use", /^ *data\[x\].* = data\[x\].*\*factor/);
    await say("renamed", (await it.lines())[0]);

    await it.press("Control+Shift+i");
    await it.hasLine("the formatted line", /data\[x\].* \* factor \+ lid/);
    await say("formatted", (await it.lines())[5]);

    await it.press("Control+Alt+o");
    await it.shows("the outline", ".outline-tree .monaco-list-row", /scale/);
    await say("the outline", (await it.texts(".outline-tree .monaco-list-row")).join(" | "));

    // What the run of the LAUNCH.toml costs stands in the text.
    await it.press("Control+1");
    await it.hasLine("a hint of the run", /data\[x\].*4 sectors, 100.%/);
    await say("inlay hints", (await it.lines())[5]);

    await it.press("Control+End");
    await it.type("kerneltile");
    await it.shows("the snippet", ".suggest-widget .monaco-list-row.focused", /kerneltile/);
    await it.press("Enter");
    await it.hasLine("the kernel of the snippet", /barrier\(CLK_LOCAL_MEM_FENCE\);/);
    await it.press("Escape", "Escape");
    await it.hides("the underline", ".squiggly-error");
    await it.hides("the problems", ".markers-panel .monaco-list-row");
    await say("a snippet", `${(await it.lines()).length} lines`);
  },
});

walks.push({
  name: "a kernel is stepped through",
  prepare({ course }) {
    mkdirSync(join(course, "kernels"));
    writeFileSync(join(course, "kernels/turn.cl"), TURN);
    writeFileSync(join(course, "kernels/LAUNCH.toml"), TURN_LAUNCH);
  },
  keys: [["ctrl+alt+d", "opencl-grader.debug"], ["ctrl+alt+b", "workbench.action.debug.stepBack"], ["ctrl+alt+w", "opencl-grader.followWorkItem"]],
  async walk({ it, page, course, say }) {
    const variable = (name, value) => it.shows(`${name} is ${value}`, ".debug-variables .monaco-list-row", new RegExp(`^${name}\\s*[:=]\\s*${value}$`));
    const line = (number) =>
      until(`the launch in line ${number}`, async () => (await it.texts(".debug-call-stack .stack-frame .line-number")).some((text) => text.startsWith(`${number}:`)));
    await it.openFolder(course);
    await it.openFile("kernels/turn.cl");
    await it.go(5, 5);
    await it.press("F9");
    await page.locator(".codicon-debug-breakpoint, .codicon-debug-breakpoint-unverified").first().waitFor();
    await it.press("Control+Alt+d");
    await line(3);
    await variable("in", "&in\\[0\\]");
    await say("where it begins", (await it.texts(".debug-call-stack .monaco-list-row")).join(" | "));

    await it.press("F5");
    await line(5);
    await variable("value", "0.0");
    await say("before the barrier", (await it.texts(".debug-variables .monaco-list-row")).join(" | "));

    const memory = page.frameLocator("iframe.webview").frameLocator("iframe").locator("#view");
    const shows = (what, pattern) => until(what, async () => pattern.test(await memory.innerText().catch(() => "")));
    await page.locator(".panel .action-item", { hasText: "Work-Group" }).click();
    await shows("the barrier in the memory's view", /Line 5, for 8 of 8 work-items, is a barrier/);
    await it.press("F10");
    await line(6);
    await shows("what the read of the tile costs", /tile\[last - lid\] is read[^]*Warp 0: 8 work-items want 4 bytes each of tile; 1 pass/);
    assert.equal(await memory.locator("td.reads").count(), 8, "each element of the tile is read");
    await say("the memory", (await memory.innerText()).slice(0, 400));
    await it.press("F10");
    await line(7);
    await variable("value", "7.0");
    await say("behind the barrier", (await it.texts(".debug-variables .monaco-list-row")).join(" | "));

    await it.press("Control+Alt+w");
    await page.locator(".quick-input-widget input").fill("3");
    await it.press("Enter");
    await variable("lid", "3");
    await variable("value", "4.0");
    await it.press("Control+Alt+b");
    await line(6);
    await variable("value", "3.0");
    await say("a step back", (await it.texts(".debug-variables .monaco-list-row")).join(" | "));

    await it.press("F5");
    await line(5);
    await it.press("F5");
    await it.shows("the mistake", ".exception-widget, .zone-widget", /work-item \d+ writes/);
    await say("a race", (await it.texts(".exception-widget")).join(" "));
    await it.press("Shift+F5");
    await it.hides("the session", ".debug-call-stack .stack-frame");
  },
});

walks.push({
  name: "exercises are checked",
  machine: ({ folder }) => ({ "opencl-grader.path": join(folder, "slow-grader") }),
  prepare({ folder, grader }) {
    // A check of the first exercise takes longer than anybody waits.
    const text = `#!/bin/sh
if [ "$1 $2" = "check fill" ]; then
    echo $$ > '${join(folder, "checking")}'
    exec sleep 600
fi
exec '${grader}' "$@"
`;
    writeFileSync(join(folder, "slow-grader"), text, { mode: 0o755 });
  },
  keys: [
    // What a code lens of the server calls; a word needs quotes.
    ["ctrl+alt+t", "grader.runInTerminal", ["check", "saxpy", "--on", "simulator", "--output", "the report.txt"]],
    ["ctrl+alt+a", "testing.runAll"],
    ["ctrl+alt+c", "testing.cancelRun"],
    ["ctrl+alt+u", "grader.runInTerminal", ["check", "saxpy", "--on", "simulator"]],
  ],
  async walk({ it, page, course, folder, project, say }) {
    await it.openFolder(course);
    await it.openFile("02-saxpy/kernel.cl");
    await it.press("Control+Alt+t");
    await until("the report in the folder of the course", () => existsSync(join(course, "the report.txt")));
    await it.press("Control+Alt+u");
    await it.shows("the report in the terminal", ".xterm-rows", /0\/10 points/);
    const tabs = await page.locator(".terminal-tabs-entry").count();
    assert.equal(tabs, 0, "one terminal has no list of terminals");
    await say("in the terminal", /error\[[^\n]*/.exec((await it.texts(".xterm-rows")).join("\n"))?.[0] ?? "");

    await it.press("Control+1");
    await it.press("Control+Alt+e");
    const row = page.locator(".test-explorer .monaco-list-row", { hasText: "02 saxpy" });
    await row.waitFor({ timeout: DEADLINE });
    await say("the exercises", (await it.texts(".test-explorer .monaco-list-row")).slice(0, 3).join(" | "));
    const check = async (state) => {
      await row.click();
      await row.hover();
      await row.locator(".codicon-testing-run-icon").click();
      await row.locator(`.codicon-testing-${state}-icon`).waitFor({ timeout: DEADLINE });
    };
    const shown = ".test-error-content-widget";
    const solved = join(project, "solutions/02-saxpy");
    const write = (path) => cpSync(join(solved, path), join(course, "exercises/02-saxpy/kernel.cl"));

    await check("failed");
    await it.shows("the failure at the kernel", shown, /y\[0\] is 10, but should be 12/);
    await say("a failure without a line", (await it.texts(shown)).join(" "));

    write("mistakes/does-all-alone.cl");
    await it.hasLine("the written kernel", /for \(/);
    await check("failed");
    await it.shows("the finding at its line", shown, /work-item 0 writes element 1/);
    await say("a failure at its line", (await it.texts(shown)).join(" "));

    write("kernel.cl");
    await check("passed");
    await say("a pass", (await it.texts(".result-summary")).join(" "));

    // All of them, and then no more: the check that runs is ended, and none comes after it.
    await it.press("Control+Alt+a");
    const checking = join(folder, "checking");
    await until("the first check", () => existsSync(checking) && readFileSync(checking, "utf8").endsWith("\n"));
    await it.press("Control+Alt+c");
    await until("the end of the check", () => !existsSync(`/proc/${readFileSync(checking, "utf8").trim()}`));
    await it.hides("the run", ".test-explorer .codicon-testing-queued-icon");
    await page.locator(".test-explorer .codicon-testing-skipped-icon").first().waitFor({ timeout: DEADLINE });
    assert.equal(await page.locator(".test-explorer .codicon-testing-failed-icon").count(), 0);
    await say("stopped", (await it.texts(".result-summary")).join(" "));
  },
});

walks.push({
  name: "a workspace is not trusted",
  distrust: true,
  prepare({ course, folder }) {
    withKernel(course);
    // A folder that names a command of its own.
    mkdirSync(join(course, ".vscode"));
    const own = join(course, "own-grader");
    writeFileSync(own, `#!/bin/sh\ntouch '${join(folder, "started")}'\n`, { mode: 0o755 });
    writeFileSync(join(course, ".vscode/settings.json"), JSON.stringify({ "opencl-grader.path": own }));
  },
  async walk({ it, page, course, folder, say }) {
    const started = () => existsSync(join(folder, "started"));
    await it.openFolder(course);
    await it.openFile("kernels/scale.cl");
    await it.underlined();
    assert.ok(!started(), "the workspace's command was started");
    const explorer = page.locator(".activitybar .codicon-test-view-icon");
    assert.equal(await explorer.count(), 0, "no exercise can be checked");
    await say("restricted", (await it.texts(".statusbar-item")).filter((text) => /Restricted/.test(text)).join(" "));

    await it.run("Workspaces: Manage Workspace Trust");
    await page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).first().click();
    await until("the command of a workspace that is trusted", started);
    await explorer.waitFor();
    await say("trusted", "the workspace's setting counts");
  },
});

walks.push({
  name: "there is no command",
  machine: () => ({}),
  prepare({ course }) {
    writeFileSync(join(course, "colours.cl"), COLOURS);
  },
  async walk({ it, page, course, say }) {
    const message = ".notification-list-item-message";
    await it.openFolder(course);
    await it.openFile("colours.cl");
    await it.shows("the message", message, /grader was not found/);
    await say("missing", (await it.texts(`.notification-list-item`)).join(" | "));
    // The grammar alone.
    const classes = await page.evaluate(
      () => new Set([...document.querySelectorAll(".view-line span[class^=mtk]")].map((span) => span.className.split(" ")[0])).size,
    );
    assert.ok(classes >= 8, `${classes} colours`);
    await page.locator(".notification-list-item .monaco-button", { hasText: "How to Install" }).click();
    await it.shows("the readme", ".tab.active", /Preview readme\.md/);
    const text = page.frameLocator("iframe.webview").frameLocator("iframe").locator("body");
    await text.getByRole("heading", { name: "Install", exact: true }).waitFor({ timeout: DEADLINE });
    await say("how to install", (await text.innerText()).split("\n")[0]);

    await it.openFolder(course);
    await it.openFile("colours.cl");
    await it.shows("the language", ".statusbar-item", /^OpenCL C$/);
    // The panel may close once more while the page puts its views back.
    await until("the output", async () => {
      await it.run("OpenCL grader: Show the Output");
      await page.locator(".part.panel .view-line").first().waitFor({ timeout: 5_000 }).catch(() => {});
      const found = await it.texts(".part.panel");
      return found.some((text) => /grader was not found/.test(text)) || found;
    });
    assert.deepEqual(await it.texts(message), []);
    await it.run("OpenCL grader: Restart the Language Server");
    await it.shows("the message, asked for", message, /grader was not found/);
    await say("asked again", (await it.texts(message)).join(" | "));
  },
});

walks.push({
  name: "the command is packed",
  machine: () => ({}),
  packed: true,
  prepare: ({ course }) => withKernel(course),
  async walk({ it, course, say }) {
    await it.openFolder(course);
    await it.openFile("kernels/scale.cl");
    await it.underlined();
    await say("packed", (await it.lines())[3]);
  },
});

// As on vscode.dev: the extension runs in the browser, where no command can be started.
walks.push({
  name: "in a browser alone",
  user: { "extensions.webWorker": true, "remote.extensionKind": { "opencl-grader.opencl-grader": ["web"] } },
  machine: () => ({}),
  prepare({ course }) {
    withKernel(course);
    writeFileSync(join(course, "kernels/half.h"), "#define HALF 0.5f\n");
  },
  async walk({ it, page, course, say }) {
    await it.openFolder(course);
    await it.openFile("kernels/scale.cl");
    await it.underlined();
    await say("a mistake", (await it.lines())[3]);
    await it.go(4, 18);
    await it.type("threadIdx.x");
    await it.press("Escape");
    await it.hasLine("what was typed", /size_t lid = threadIdx\.x;/);
    await it.underlined();
    await it.press("Control+Shift+m");
    await it.shows("the problem", ".markers-panel .monaco-list-row", /threadIdx/);
    await it.press("Control+1");
    await it.go(4, 20);
    await it.press("Control+.");
    await it.shows("the quick fix", ".action-widget .monaco-list-row", /get_local_id/);
    await it.press("Enter");
    await it.hasLine("the fix", /size_t lid = get_local_id\(0\);/);
    await it.hides("the underline", ".squiggly-error");

    await it.go(3, 18);
    await it.press("Control+k", "Control+i");
    await it.shows("the hover", ".monaco-hover-content", /size_t get_global_id/);
    await say("a hover", (await it.texts(".monaco-hover:not(.hidden) .monaco-hover-content"))[0].slice(0, 120));
    await it.press("Escape");

    // The module has the LAUNCH.toml of the workspace, and runs it.
    await it.hasLine("a hint of the run", /in\[x\].*4 sectors, 100.%/);
    await say("inlay hints", (await it.lines())[5]);

    // A header of the workspace, as it is and as it becomes.
    await it.go(1, 1);
    await it.type('#include "half.h"\n');
    await it.go(7, 17);
    await it.type("HALF*");
    await it.press("Escape");
    await it.hasLine("a run with the macro", /in\[x\].*4 sectors.* = HALF\*in\[x\]/);
    await it.hides("the underline", ".squiggly-error");
    writeFileSync(join(course, "kernels/half.h"), "#define THIRD 0.3f\n");
    await it.underlined();
    await say("a header that has changed", (await it.lines())[6]);

    assert.equal(await page.locator(".activitybar .codicon-test-view-icon").count(), 0, "no exercise can be checked");
    assert.deepEqual(await it.texts(".notification-list-item-message"), []);
    const starts = (count) =>
      until(`the output of start ${count}`, async () => {
        await it.run("OpenCL grader: Show the Output");
        await page.locator(".part.panel .view-line").first().waitFor({ timeout: 5_000 }).catch(() => {});
        const found = await it.texts(".part.panel");
        return found.join("\n").split("runs in this browser").length > count || found;
      });
    await starts(1);
    await it.run("OpenCL grader: Restart the Language Server");
    await starts(2);
    await it.underlined();
    await say("restarted", "the same mistake");
  },
});

module.exports = { walks };
