// The extension in VS Code, as somebody uses it: packs it, installs it into code-server (VS Code in a browser), opens
// a course in headless Chromium, and walks. Needs node 20, npm, Chromium and a built `grader`.
//
//     node run.js GRADER [NAME]
//
// NAME chooses the walks whose name holds it. SHOTS=DIR keeps a picture of each step, of every walk in a dark and in a
// light theme. BOOK=1 writes the pictures of the book's chapter. CODE_SERVER=DIR names the folder that code-server is installed in; without it, target/code-server.

"use strict";
const { execFileSync, spawnSync } = require("node:child_process");
const { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { tmpdir } = require("node:os");
const { join, resolve } = require("node:path");
const { DEADLINE, Workbench, serve } = require("./code-server");
const { walks } = require("./walks");

const project = resolve(__dirname, "../../..");
const extension = join(project, "editors/vscode");
const grader = resolve(process.argv[2] ?? join(project, "target/release/grader"));

/** The pictures of the book's chapter: step of a walk, name of the file. */
const CHAPTER = { "the quick fix": "editor-quick-fix", "inlay hints": "editor-costs", "the memory": "editor-memory", "a race": "editor-race" };

const KEYS = [
  ["ctrl+alt+e", "workbench.view.testing.focus"],
  ["ctrl+alt+o", "outline.focus"],
];

function pack(...options) {
  return execFileSync(join(extension, "pack"), options, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
}

/** One walk, in a browser and a server of its own. */
async function one(walk, theme, pictures, { chromium, browserPath, entry, vsix }) {
  const folder = mkdtempSync(join(tmpdir(), "vscode-walk-"));
  let server, browser;
  try {
    const course = join(folder, "course");
    execFileSync(grader, ["init", course], { stdio: "ignore" });
    walk.prepare({ course, folder, grader });
    server = await serve({
      entry,
      vsix: walk.packed ? packed(folder) : vsix,
      folder,
      user: { "workbench.colorTheme": theme, ...walk.user },
      machine: walk.machine?.({ folder }) ?? { "opencl-grader.path": grader },
      keys: [...KEYS, ...(walk.keys ?? [])],
      distrust: walk.distrust ?? false,
    });
    browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    page.setDefaultTimeout(DEADLINE);
    let count = 0;
    const picture = async (what) => {
      if (!pictures || (process.env.BOOK && !CHAPTER[what])) return;
      // What fades in is there at last.
      await page.waitForFunction(() =>
        document.getAnimations().every((it) => it.playState !== "running" || it.effect.getTiming().iterations === Infinity),
      );
      const path = process.env.BOOK
        ? join(pictures, `${CHAPTER[what]}.png`)
        : join(pictures, `${walk.name} ${++count} ${what}.png`.replaceAll(" ", "-"));
      await page.screenshot({ path });
    };
    const say = async (what, text) => {
      console.log(`    ${what}: ${text.replaceAll("\n", " ").trim()}`);
      await picture(what);
    };
    try {
      await walk.walk({ it: new Workbench(page, server.address), page, course, folder, project, say });
    } catch (error) {
      await picture("failed").catch(() => {});
      throw error;
    }
  } finally {
    await browser?.close();
    await server?.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A package with a command in it, which starts the built one: that is too large to be packed for a test. */
function packed(folder) {
  const command = join(folder, "packed-grader");
  writeFileSync(command, `#!/bin/sh\nexec '${grader}' "$@"\n`);
  return pack("--grader", command, "--target", `${process.platform}-${process.arch}`, "--out", join(folder, "packed.vsix"));
}

/** The themes in which each walk is done, with the folder of their pictures. */
function looks() {
  const dark = { name: "dark", theme: "Default Dark Modern" };
  const light = { name: "light", theme: "Default Light Modern" };
  if (process.env.BOOK) return [{ ...light, pictures: join(project, "book/src") }];
  const shots = process.env.SHOTS;
  return shots ? [dark, light].map((look) => ({ ...look, pictures: join(resolve(shots), look.name) })) : [dark];
}

async function main() {
  const browserPath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
    (path) => path && existsSync(path),
  );
  if (!browserPath) {
    console.error("SKIPPED: the extension was not tried in VS Code, for there is no Chromium here (./setup --book installs it)");
    return;
  }
  const vsix = pack();
  const parts = spawnSync(process.execPath, ["--test", join(__dirname, "parts.test.mjs")], {
    env: { ...process.env, GRADER: grader },
    encoding: "utf8",
  });
  if (parts.status !== 0) throw new Error(parts.stdout + parts.stderr);
  console.log("ok: the parts that need no VS Code");

  const home = resolve(process.env.CODE_SERVER ?? join(project, "target/code-server"));
  execFileSync(join(__dirname, "install-code-server"), [home], { stdio: ["ignore", "inherit", "inherit"] });
  const entry = join(home, "node_modules/code-server/out/node/entry.js");
  const { chromium } = createRequire(join(extension, "package.json"))("playwright-core");

  const failed = [];
  for (const walk of walks.filter(({ name }) => name.includes(process.argv[3] ?? ""))) {
    for (const { name, theme, pictures } of looks()) {
      if (pictures) mkdirSync(pictures, { recursive: true });
      try {
        await one(walk, theme, pictures, { chromium, browserPath, entry, vsix });
        console.log(`ok: ${walk.name} (${name})`);
      } catch (error) {
        failed.push(walk.name);
        console.log(`FAILED: ${walk.name} (${name})\n${error.stack}`);
        break;
      }
    }
  }
  if (failed.length > 0) process.exitCode = 1;
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
