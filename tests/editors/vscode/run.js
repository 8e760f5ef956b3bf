// The extension in VS Code, as somebody uses it: packs it, installs it into code-server (VS Code in a browser), opens
// a course in headless Chromium, and walks by keyboard. Needs node 20, npm, Chromium and a built `grader`.
//
//     node run.js GRADER
//
// SHOTS=DIR keeps a picture of each step, of the walk in a dark and in a light theme. CODE_SERVER=DIR names the folder
// that code-server is installed in; without it, target/code-server.

"use strict";
const assert = require("node:assert/strict");
const { execFileSync, spawn } = require("node:child_process");
const { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { tmpdir } = require("node:os");
const { join, resolve } = require("node:path");

const project = resolve(__dirname, "../../..");
const extension = join(project, "editors/vscode");
const DEADLINE = 60_000;

const wait = (ms) => new Promise((later) => setTimeout(later, ms));

/** Waits until this says yes, or tells what it said last. */
async function until(what, look) {
  const end = Date.now() + DEADLINE;
  let last;
  for (;;) {
    last = await look();
    if (last === true) return;
    if (Date.now() > end) throw new Error(`does not come: ${what}; there is: ${JSON.stringify(last)}`);
    await wait(50);
  }
}

/** Installs the package and serves VS Code; an address, and how to end it. */
async function serve(entry, vsix, folder, theme, grader) {
  const user = join(folder, "data/User");
  mkdirSync(user, { recursive: true });
  writeFileSync(
    join(user, "settings.json"),
    JSON.stringify({
      "workbench.colorTheme": theme,
      "workbench.startupEditor": "none",
      "workbench.enableExperiments": false,
      "editor.accessibilitySupport": "off",
      "editor.minimap.enabled": false,
      "extensions.autoUpdate": false,
      "extensions.ignoreRecommendations": true,
      // The page can read what is drawn as text.
      "terminal.integrated.gpuAcceleration": "off",
      "terminal.integrated.defaultProfile.linux": "bash",
    }),
  );
  const machine = join(folder, "data/Machine");
  mkdirSync(machine, { recursive: true });
  writeFileSync(join(machine, "settings.json"), JSON.stringify({ "opencl-grader.path": grader }));
  const key = (key, command, args) => ({ key, command, ...(args && { args }) });
  writeFileSync(
    join(user, "keybindings.json"),
    JSON.stringify([
      // What a code lens of the server calls.
      key("ctrl+alt+t", "grader.runInTerminal", ["check", "saxpy", "--on", "simulator"]),
      key("ctrl+alt+e", "workbench.view.testing.focus"),
      key("ctrl+alt+o", "outline.focus"),
    ]),
  );
  const own = [
    ["--config", join(folder, "config.yaml")],
    ["--user-data-dir", join(folder, "data")],
    ["--extensions-dir", join(folder, "extensions")],
  ].flat();
  const env = {
    ...process.env,
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "share"),
    XDG_CACHE_HOME: join(folder, "cache"),
  };
  execFileSync(process.execPath, [entry, ...own, "--install-extension", vsix], { env, stdio: ["ignore", "pipe", "pipe"] });
  const child = spawn(
    process.execPath,
    [entry, ...own, "--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"],
    { env, stdio: ["ignore", "pipe", "pipe"], detached: true },
  );
  let said = "";
  child.stdout.on("data", (data) => (said += data));
  child.stderr.on("data", (data) => (said += data));
  let address;
  await until("the server of VS Code", () => {
    address = /listening on (http:\S+?)\/?\s/.exec(said)?.[1];
    if (child.exitCode !== null) throw new Error(said);
    return address !== undefined || said;
  });
  const ended = new Promise((end) => child.once("exit", end));
  const end = async () => {
    // With its own processes: the group is this child's.
    process.kill(-child.pid, "SIGTERM");
    await ended;
  };
  return { address, end };
}

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

async function walk(page, address, course, shots) {
  let count = 0;
  const say = async (what, text) => {
    console.log(`${what}: ${text}`);
    count += 1;
    if (shots) await page.screenshot({ path: join(shots, `${String(count).padStart(2, "0")}-${what.replaceAll(" ", "-")}.png`) });
  };
  const press = (...keys) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const texts = async (selector) =>
    (await page.locator(selector).allInnerTexts()).map((text) => text.replaceAll("\u00a0", " ").trim());
  const shows = (what, selector, wanted) =>
    until(what, async () => {
      const found = await texts(selector);
      return found.some((text) => wanted.test(text)) || found;
    });
  /** The lines of the editor that has the focus, or had it last. */
  const lines = () =>
    page.evaluate(() => {
      const rows = [...document.querySelectorAll(".editor-group-container.active .view-lines > .view-line")];
      const top = (row) => Number.parseFloat(row.style.top);
      return rows.sort((one, other) => top(one) - top(other)).map((row) => row.textContent.replaceAll("\u00a0", " "));
    });
  const hasLine = (what, wanted) =>
    until(what, async () => {
      const found = await lines();
      return found.some((line) => wanted.test(line)) || found;
    });
  const open = async (name) => {
    await press("Control+p");
    await page.locator(".quick-input-widget input").waitFor();
    await page.keyboard.type(name);
    await shows(name, ".quick-input-list .monaco-list-row.focused", new RegExp(name.split("/").at(-1).replace(".", "\\.")));
    await press("Enter");
    await shows("the tab", ".tab.active", new RegExp(name.split("/").at(-1).replace(".", "\\.")));
    await page.locator(".editor-group-container.active .view-lines .view-line").first().waitFor();
  };
  const go = async (line, column) => {
    await press("Control+g");
    await page.locator(".quick-input-widget input").waitFor();
    await page.keyboard.type(`${line}:${column}`);
    await press("Enter");
    await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  };

  await page.goto(`${address}/?folder=${encodeURIComponent(course)}`);
  await page.locator(".monaco-workbench .explorer-folders-view").waitFor({ timeout: DEADLINE });

  await open("kernels/scale.cl");
  await shows("the language", ".statusbar-item", /^OpenCL C$/);
  await page.locator(".squiggly-error").first().waitFor({ state: "attached" });
  await go(4, 18);
  await page.keyboard.type("threadIdx.x");
  await press("Escape");
  await hasLine("what was typed", /size_t lid = threadIdx\.x;/);
  await press("Control+Shift+m");
  await shows("the problem", ".markers-panel .monaco-list-row", /threadIdx/);
  assert.ok((await page.locator(".squiggly-error").count()) > 0, "an underline");
  await say("a mistake", (await texts(".markers-panel .monaco-list-row")).join(" | ").replaceAll("\n", " "));

  // By keyboard: the fix of the problem under the cursor.
  await press("Control+1");
  await go(4, 20);
  await press("Control+.");
  await shows("the quick fix", ".action-widget .monaco-list-row", /get_local_id/);
  await say("the quick fix", (await texts(".action-widget .monaco-list-row")).join(" | "));
  await press("Enter");
  await hasLine("the fix", /size_t lid = get_local_id\(0\);/);
  await until("no underline", async () => {
    const left = await page.locator(".squiggly-error").count();
    return left === 0 || left;
  });
  await say("fixed", (await lines())[3].trim());

  await go(3, 18);
  await press("Control+k", "Control+i");
  await shows("the hover", ".monaco-hover-content", /size_t get_global_id/);
  await say("a hover", (await texts(".monaco-hover:not(.hidden) .monaco-hover-content"))[0].replaceAll("\n", " ").slice(0, 160));
  await press("Escape");

  await go(6, 10);
  await press("F2");
  await page.locator(".rename-box input").waitFor();
  await until("the name", async () => {
    const name = await page.locator(".rename-box input").inputValue();
    return name === "in" || name;
  });
  await page.locator(".rename-box input").fill("data");
  await say("before the rename", "in");
  await press("Enter");
  await hasLine("the renamed parameter", /global float \*data, float factor/);
  await hasLine("the renamed use", /^ *data\[x\].* = data\[x\].*\*factor/);
  await say("renamed", (await lines())[5].trim());

  await press("Control+Shift+i");
  await hasLine("the formatted line", /data\[x\].* \* factor \+ lid/);
  await press("Control+s");
  await say("formatted", (await lines())[5].trim());

  await press("Control+Alt+o");
  await shows("the outline", ".outline-tree .monaco-list-row", /scale/);
  await say("the outline", (await texts(".outline-tree .monaco-list-row")).join(" | ").replaceAll("\n", " "));

  // What the run of the LAUNCH.toml costs stands in the text.
  await press("Control+1");
  const hints = () =>
    page.evaluate(() =>
      [...document.querySelectorAll(".editor-group-container.active .view-line span")]
        .filter((it) => it.children.length === 0 && /dyn-rule|ced-/.test(it.className))
        .map((it) => it.textContent.replaceAll("\u00a0", " ")),
    );
  await until("a hint of the run", async () => {
    const found = await hints();
    return found.length > 0 || found;
  });
  await say("inlay hints", (await hints()).join(" | "));

  // The words of an exercise's check, as a code lens hands them over.
  await press("Control+Alt+t");
  await shows("the terminal", ".xterm-rows", /0\/10 points/);
  await shows("its name", ".terminal-tabs-entry, .single-terminal-tab", /grader/).catch(() => {});
  await say("in the terminal", /error\[[^\n]*/.exec((await texts(".xterm-rows")).join("\n"))?.[0] ?? "a report");

  await press("Control+1");
  await open("02-saxpy/kernel.cl");
  await press("Control+Alt+e");
  const row = page.locator(".test-explorer .monaco-list-row", { hasText: "02 saxpy" });
  await row.waitFor({ timeout: DEADLINE });
  await say("the exercises", `${(await texts(".test-explorer .monaco-list-row")).length} are shown`);
  const check = async () => {
    await row.click();
    await row.hover();
    await row.locator(".codicon-testing-run-icon").click();
  };
  await check();
  await row.locator(".codicon-testing-failed-icon").waitFor({ timeout: DEADLINE });
  await shows("the failure in the editor", ".test-message-inline-content, .test-output-peek-message-container, .test-peek", /should be/);
  await say("an exercise that fails", (await texts(".test-explorer .test-is-hidden, .test-explorer .monaco-list-row.selected")).join(" "));

  cpSync(join(project, "solutions/02-saxpy/kernel.cl"), join(course, "exercises/02-saxpy/kernel.cl"));
  await check();
  await row.locator(".codicon-testing-passed-icon").waitFor({ timeout: DEADLINE });
  await say("an exercise that passes", "passed");
}

async function main() {
  const grader = resolve(process.argv[2] ?? join(project, "target/release/grader"));
  const browserPath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
    (path) => path && existsSync(path),
  );
  if (!browserPath) {
    console.error("SKIPPED: the extension was not tried in VS Code, for there is no Chromium here (./setup --book installs it)");
    return;
  }
  const vsix = execFileSync(join(extension, "pack"), { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
  const home = resolve(process.env.CODE_SERVER ?? join(project, "target/code-server"));
  execFileSync(join(__dirname, "install-code-server"), [home], { stdio: ["ignore", "inherit", "inherit"] });
  const entry = join(home, "node_modules/code-server/out/node/entry.js");
  const { chromium } = createRequire(join(extension, "package.json"))("playwright-core");

  const shots = process.env.SHOTS;
  const themes = shots ? { dark: "Default Dark Modern", light: "Default Light Modern" } : { dark: "Default Dark Modern" };
  for (const [name, theme] of Object.entries(themes)) {
    const folder = mkdtempSync(join(tmpdir(), "vscode-walk-"));
    let server, browser;
    try {
      const course = join(folder, "course");
      execFileSync(grader, ["init", course], { stdio: "ignore" });
      mkdirSync(join(course, "kernels"));
      writeFileSync(join(course, "kernels/scale.cl"), KERNEL);
      writeFileSync(join(course, "kernels/LAUNCH.toml"), LAUNCH);
      writeFileSync(join(course, "kernels/.grader.toml"), 'launch = ["LAUNCH.toml"]\n');
      server = await serve(entry, vsix, folder, theme, grader);
      browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
      const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
      page.setDefaultTimeout(DEADLINE);
      const pictures = shots && join(resolve(shots), name);
      if (pictures) mkdirSync(pictures, { recursive: true });
      try {
        await walk(page, server.address, course, pictures);
      } catch (error) {
        if (pictures) await page.screenshot({ path: join(pictures, "failed.png") });
        throw error;
      }
    } finally {
      await browser?.close();
      await server?.end();
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
