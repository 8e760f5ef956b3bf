// The built book in a real browser: every page loads cleanly and from its own host alone, and the
// playground says what the command says. Needs the book (`mdbook build book`), the playground in it
// (`book/playground/build`), Chromium, and a built `grader`, whose path may be given.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { serve } from "./site.js";

const project = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const book = join(project, "book/book/html");
const grader = resolve(process.argv[2] ?? join(project, "target/release/grader"));
const solutions = join(project, "solutions");

const browserPath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => path && existsSync(path),
);
if (!browserPath) {
  console.error("SKIPPED: the book's pages were not tried in a browser, for there is no Chromium here (./setup --book installs it)");
  process.exit(0);
}

/** Everything that should not happen on a page, as it happens. */
function watch(page, address) {
  const troubles = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) troubles.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => troubles.push(`${page.url()}: ${error}`));
  page.on("requestfailed", (request) => {
    // What a page still asked for when the next one was opened is no trouble.
    const { errorText } = request.failure();
    if (errorText !== "net::ERR_ABORTED") troubles.push(`${page.url()}: ${request.url()}: ${errorText}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(data|blob):/.test(url)) troubles.push(`${page.url()} asks for ${url}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) troubles.push(`${page.url()}: ${response.url()} is ${response.status()}`);
  });
  return troubles;
}

function pagesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".html"))
    .map((entry) => relative(book, join(entry.parentPath ?? entry.path, entry.name)))
    .filter((name) => !["toc.html", "404.html"].includes(name));
}

const tests = [];
const test = (name, run) => tests.push({ name, run });

const opened = async (page, slug, seconds) => {
  const section = page.locator(`section.playground[data-exercise="${slug}"]`).first();
  if (seconds) await section.evaluate((it, seconds) => (it.dataset.seconds = seconds), seconds);
  await section.locator(".playground-open").click();
  await section.locator(".cm-content").first().waitFor();
  return section;
};
const write = (section, files) => section.evaluate((it, files) => (it.playground.files = files), files);
const press = (section, name) => section.getByRole("button", { name, exact: true }).first().click();
const done = (section) => section.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden", timeout: 60_000 });
const status = (section) => section.locator(".playground-status").textContent();
const kernelOf = (path) => ({ "kernel.cl": readFileSync(join(solutions, path), "utf8") });

test("every page loads without trouble, from its own host alone, with a way to work on its exercises", async ({
  page,
  address,
  troubles,
}) => {
  const pages = pagesUnder(book);
  assert.ok(pages.length > 50, `only ${pages.length} pages`);
  const found = new Set();
  for (const name of pages) {
    await page.goto(address + name, { waitUntil: "load" });
    assert.deepEqual(troubles, []);
    const sections = page.locator("section.playground[data-exercise]");
    for (const slug of await sections.evaluateAll((all) => all.map((it) => it.dataset.exercise))) found.add(slug);
  }
  const slugs = readdirSync(join(project, "exercises")).map((folder) => folder.slice(3));
  assert.deepEqual(slugs.filter((slug) => !found.has(slug)), [], "exercises that no page opens");
});

test("a planted race is found, and shown where it is", async ({ page, address }) => {
  await page.goto(`${address}sharing/local-memory.html`);
  const section = await opened(page, "reduce");
  const mistakes = readdirSync(join(solutions, "16-reduce/mistakes"));
  const race = mistakes.find((name) =>
    /^\/\/ Verdict: (missing-barrier|data-race)/m.test(readFileSync(join(solutions, "16-reduce/mistakes", name), "utf8")),
  );
  assert.ok(race, "a labelled race");
  await write(section, kernelOf(join("16-reduce/mistakes", race)));
  await press(section, "Check");
  await done(section);
  const finding = section.locator(".playground-finding").first();
  assert.match(await finding.getAttribute("data-mistake"), /missing-barrier|data-race/);
  assert.ok((await section.locator(".cm-lint-marker-error").count()) > 0, "a mark beside its line");
  assert.ok((await section.locator(".cm-lintRange-error").count()) > 0, "an underline");
});

test("a right kernel passes, and its run is shown step by step", async ({ page, address }) => {
  await page.goto(`${address}sharing/transpose.html`);
  const section = await opened(page, "transpose");
  await write(section, kernelOf("19-transpose/kernel.cl"));
  await press(section, "Check");
  await done(section);
  assert.match(await status(section), /^Passed/);
  await press(section, "Run");
  await done(section);
  const step = section.locator(".playground-step");
  assert.match(await step.textContent(), /^Step 1 of \d+, /);
  const kinds = new Set();
  const count = Number(/of (\d+)/.exec(await step.textContent())[1]);
  for (let index = 1; index < Math.min(count, 80); index++) {
    await press(section, "Next step");
    if ((await section.locator(".sector").count()) > 0) kinds.add("sectors");
    if ((await section.locator(".bank").count()) > 0) kinds.add("banks");
    await section.locator(".cl-step").first().waitFor();
    if (kinds.size === 2) break;
  }
  assert.deepEqual([...kinds].sort(), ["banks", "sectors"]);
});

test("an endless loop ends at the deadline, and the next check runs", async ({ page, address }) => {
  await page.goto(`${address}models/execution-model.html`);
  const section = await opened(page, "saxpy", 2);
  const { "kernel.cl": right } = kernelOf("02-saxpy/kernel.cl");
  const endless = right.replace(/\{/, "{\n    while (n < 4000000000u) { }\n");
  await write(section, { "kernel.cl": endless });
  await press(section, "Check");
  await done(section);
  assert.match(await status(section), /^Stopped: it did not end within 2 s/);
  await write(section, { "kernel.cl": right });
  await press(section, "Check");
  await done(section);
  assert.match(await status(section), /^Passed/);
});

test("what was written is there after a reload, and Reset brings the starter back", async ({ page, address }) => {
  await page.goto(`${address}models/execution-model.html`);
  let section = await opened(page, "fill");
  const starter = (await section.evaluate((it) => it.playground.files))["kernel.cl"];
  await section.locator(".cm-content").first().focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("// mine, s/");
  await page.reload();
  section = await opened(page, "fill");
  assert.ok((await section.evaluate((it) => it.playground.files))["kernel.cl"].endsWith("// mine, s/"));
  page.once("dialog", (dialog) => dialog.accept());
  await press(section, "Reset");
  assert.equal((await section.evaluate((it) => it.playground.files))["kernel.cl"], starter);
  await page.reload();
  section = await opened(page, "fill");
  assert.equal((await section.evaluate((it) => it.playground.files))["kernel.cl"], starter);
});

test("without a mouse: into the editor, out of it with Tab, and Control-Enter checks", async ({ page, address }) => {
  await page.goto(`${address}models/execution-model.html`);
  const section = page.locator('section.playground[data-exercise="saxpy"]').first();
  await section.locator(".playground-open").focus();
  await page.keyboard.press("Enter");
  await section.locator(".cm-content").waitFor();
  await page.waitForFunction(() => document.activeElement.classList.contains("cm-content"));
  await page.keyboard.press("Control+Enter");
  await section.locator(".playground-report").waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Check");
});

test("the figure of a mapping follows its sliders, as the kernel in the simulator does", async ({ page, address }) => {
  await page.goto(`${address}mappings/one-dimension.html`);
  const section = page.locator('section.playground[data-mapping="locally-spaced-one-to-many"]');
  await section.locator(".playground-open").click();
  const items = () => section.locator(".item").allTextContents();
  await section.locator(".item").first().waitFor();
  const figure = readFileSync(join(project, "book/src/figures/map-locally-spaced.txt"), "utf8");
  const row = /^work-item +(.*)$/m.exec(figure)[1].trim().split(/ +/);
  assert.deepEqual(await items(), row);
  const slider = section.getByRole("slider", { name: "elements W" });
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await section.locator(".item").nth(24).waitFor();
  assert.match(await section.locator(".playground-status").textContent(), /^16 work-items in 4 groups/);
});

/** What the command says of a folder of exercises, by slug. */
function told(folder) {
  const { stdout } = spawnSync(grader, ["check", "all", "--on", "simulator", "--format", "json"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const reports = JSON.parse(stdout).checks.map(({ file, ...report }) => {
    for (const stage of report.stages) delete stage.times;
    return [report.exercise.slug, report];
  });
  return new Map(reports);
}

/** A report without the folders of its files, in an order of keys. */
const comparable = (report) =>
  JSON.parse(JSON.stringify(report, (key, value) => (key === "file" ? basename(value) : key === "text" ? undefined : value)));

test("starters fail and solutions pass, with the reports of the command", async ({ page, address }) => {
  const folder = mkdtempSync(join(tmpdir(), "course-"));
  try {
    execFileSync(grader, ["init", folder]);
    const ofStarters = told(folder);
    const folders = readdirSync(join(folder, "exercises")).filter((name) => existsSync(join(solutions, name)));
    const files = {};
    for (const name of folders) {
      files[name.slice(3)] = {};
      for (const file of ["kernel.cl", "answers.toml"]) {
        if (!existsSync(join(solutions, name, file))) continue;
        cpSync(join(solutions, name, file), join(folder, "exercises", name, file));
        files[name.slice(3)][file] = readFileSync(join(solutions, name, file), "utf8");
      }
    }
    const ofSolutions = told(folder);
    await page.goto(`${address}start.html`);
    for (const slug of Object.keys(files)) {
      // A section as the loader makes one, on one page for all.
      const [starter, solution] = await page.evaluate(
        async ({ slug, files, address }) => {
          const folder = `${address}playground/`;
          const { open } = await import(`${folder}playground.js`);
          const section = document.createElement("section");
          section.className = "playground";
          section.dataset.exercise = slug;
          document.querySelector("main").append(section);
          const playground = await open(section, folder, address);
          const shown = () => [...section.querySelectorAll(".playground-finding")].map((it) => it.dataset.mistake);
          const reports = [{ report: await playground.check(), shown: shown() }];
          playground.files = files;
          reports.push({ report: await playground.check(), shown: shown() });
          section.remove();
          return reports;
        },
        { slug, files: files[slug], address },
      );
      for (const [{ report, shown }, command] of [
        [starter, ofStarters.get(slug)],
        [solution, ofSolutions.get(slug)],
      ]) {
        assert.deepEqual(comparable(report), comparable(command), slug);
        assert.deepEqual(shown, (command.findings ?? []).map(({ mistake }) => mistake), slug);
      }
      assert.notEqual(starter.report.verdict.kind, "passed", slug);
      assert.equal(solution.report.verdict.kind, "passed", slug);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the module is small once it is compressed", async () => {
  const { length } = gzipSync(readFileSync(join(book, "playground/playground.wasm")), { level: 9 });
  console.log(`     ${length.toLocaleString("en")} bytes with gzip`);
  assert.ok(length < 1_500_000);
});

test("without JavaScript a chapter reads well", async ({ browser, address }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${address}mappings/one-dimension.html`);
  assert.ok((await page.locator("main").innerText()).length > 2000);
  assert.equal(await page.locator("section.playground").count(), 0);
  await context.close();
});

assert.ok(existsSync(join(book, "playground/playground.wasm")), "the playground is not built: book/playground/build");
const site = await serve(book);
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
let failed = 0;
for (const { name, run } of tests.filter(({ name }) => !process.argv[3] || name.includes(process.argv[3]))) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const troubles = watch(page, site.address);
  const begin = Date.now();
  try {
    await run({ browser, page, address: site.address, troubles });
    assert.deepEqual(troubles, []);
    console.log(`ok   ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}\n${error.stack}`);
  }
  await context.close();
}
await browser.close();
site.end();
process.exit(failed > 0 ? 1 : 0);
