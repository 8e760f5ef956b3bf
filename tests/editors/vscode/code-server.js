// VS Code in a browser for a walk: a server with a folder of its own, and a page with what a walk asks of it.

"use strict";
const { execFileSync, spawn } = require("node:child_process");
const { mkdirSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");

const DEADLINE = 30_000;

/** Waits until this says yes, or tells what it said last. */
async function until(what, look) {
  const end = Date.now() + DEADLINE;
  for (;;) {
    const last = await look();
    if (last === true) return;
    if (Date.now() > end) throw new Error(`does not come: ${what}; there is: ${JSON.stringify(last)}`);
    await new Promise((later) => setTimeout(later, 50));
  }
}

/**
 * Installs the package and serves VS Code from `entry`; its address, and how to end it. `user` and `machine` are
 * settings, `keys` are [key, command, arguments], and a folder is trusted unless `distrust` is set.
 */
async function serve({ entry, vsix, folder, user, machine, keys, distrust }) {
  const settings = {
    "workbench.startupEditor": "none",
    "workbench.enableExperiments": false,
    "workbench.reduceMotion": "on",
    "editor.accessibilitySupport": "off",
    "editor.minimap.enabled": false,
    "extensions.autoUpdate": false,
    "extensions.ignoreRecommendations": true,
    "security.workspace.trust.startupPrompt": "never",
    // The page can read what is drawn as text.
    "terminal.integrated.gpuAcceleration": "off",
    "terminal.integrated.defaultProfile.linux": "bash",
    ...user,
  };
  const write = (path, value) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(value));
  };
  mkdirSync(join(folder, "tmp"), { mode: 0o700 });
  write("data/User/settings.json", settings);
  write("data/Machine/settings.json", machine);
  write("data/User/keybindings.json", keys.map(([key, command, args]) => ({ key, command, ...(args && { args }) })));
  const own = ["--config", join(folder, "config.yaml"), "--user-data-dir", join(folder, "data"), "--extensions-dir", join(folder, "extensions")];
  const env = {
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "share"),
    XDG_CACHE_HOME: join(folder, "cache"),
    // Its sockets go with the folder.
    TMPDIR: join(folder, "tmp"),
    XDG_RUNTIME_DIR: join(folder, "tmp"),
    LANG: "C.UTF-8",
    // Without a grader that is installed here.
    PATH: "/usr/bin:/bin",
  };
  execFileSync(process.execPath, [entry, ...own, "--install-extension", vsix], { env, stdio: ["ignore", "pipe", "pipe"] });
  const quiet = ["--disable-telemetry", "--disable-update-check", ...(distrust ? [] : ["--disable-workspace-trust"])];
  const child = spawn(process.execPath, [entry, ...own, "--auth", "none", "--bind-addr", "127.0.0.1:0", ...quiet], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  child.stdout.on("data", (data) => (said += data));
  child.stderr.on("data", (data) => (said += data));
  const ended = new Promise((end) => child.once("exit", end));
  let address;
  await until("the server of VS Code", () => {
    address = /listening on (http:\S+?)\/?\s/.exec(said)?.[1];
    if (child.exitCode !== null) throw new Error(said);
    return address !== undefined || said;
  });
  return {
    address,
    async end() {
      // With its own processes: the group is this child's.
      process.kill(-child.pid, "SIGTERM");
      await ended;
    },
  };
}

/** What somebody sees and does in a page of VS Code. */
class Workbench {
  constructor(page, address) {
    this.page = page;
    this.address = address;
  }

  async openFolder(folder) {
    await this.page.goto(`${this.address}/?folder=${encodeURIComponent(folder)}`);
    await this.page.locator(".monaco-workbench .explorer-folders-view").waitFor({ timeout: DEADLINE });
  }

  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text) {
    await this.page.keyboard.type(text);
  }

  async texts(selector) {
    return (await this.page.locator(selector).allInnerTexts()).map((text) => text.replaceAll("\u00a0", " ").trim());
  }

  async shows(what, selector, wanted) {
    await until(what, async () => {
      const found = await this.texts(selector);
      return found.some((text) => wanted.test(text)) || found;
    });
  }

  async hides(what, selector) {
    await until(`the end of ${what}`, async () => {
      const left = await this.page.locator(selector).count();
      return left === 0 || left;
    });
  }

  /** The lines of the active editor, with the hints in them. */
  lines() {
    return this.page.evaluate(() => {
      const rows = [...document.querySelectorAll(".editor-group-container.active .view-lines > .view-line")];
      const top = (row) => Number.parseFloat(row.style.top);
      return rows.sort((one, other) => top(one) - top(other)).map((row) => row.textContent.replaceAll("\u00a0", " "));
    });
  }

  async hasLine(what, wanted) {
    await until(what, async () => {
      const found = await this.lines();
      return found.some((line) => wanted.test(line)) || found;
    });
  }

  async openFile(path) {
    const name = new RegExp(path.split("/").at(-1).replaceAll(".", "\\."));
    await this.press("Control+p");
    await this.page.locator(".quick-input-widget input").waitFor();
    await this.type(path);
    await this.shows(path, ".quick-input-list .monaco-list-row.focused", name);
    await this.press("Enter");
    await this.shows(`the tab of ${path}`, ".tab.active", name);
    await this.page.locator(".editor-group-container.active .view-lines .view-line").first().waitFor();
  }

  async run(command) {
    await this.press("F1");
    await this.page.locator(".quick-input-widget input").waitFor();
    await this.type(command);
    await this.shows(command, ".quick-input-list .monaco-list-row.focused", new RegExp(command, "i"));
    await this.press("Enter");
  }

  async go(line, column) {
    await this.press("Control+g");
    await this.page.locator(".quick-input-widget input").waitFor();
    await this.type(`${line}:${column}`);
    await this.press("Enter");
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  async underlined() {
    await this.page.locator(".squiggly-error").first().waitFor({ state: "attached", timeout: DEADLINE });
  }
}

module.exports = { DEADLINE, Workbench, serve, until };
