// The built book in a real browser: every page loads cleanly and from its own host alone, and the
// playground says what the command says. Needs the book (`mdbook build book`), the playground in it
// (`book/playground/build`), Chromium, and a built `grader`, whose path may be given.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { stale } from "../formulas.js";
import { complaints } from "./accessibility.js";
import { browserPath } from "./browser.js";
import { chartTests } from "./charts.js";
import { tooFaint } from "./contrast.js";
import { exploreTests } from "./explore.js";
import { firstScreenTests } from "./first-screen.js";
import { gpuTests } from "./gpu.js";
import { languageTests } from "./language.js";
import { loadingTests } from "./loading.js";
import { mappingTests } from "./mappings.js";
import { mistakeTests } from "./mistakes.js";
import { printTests } from "./print.js";
import { progressTests } from "./progress.js";
import { quizTests } from "./quizzes.js";
import { reportTests } from "./reports.js";
import { serve } from "./site.js";

const project = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const book = join(project, "book/book/html");
const grader = resolve(process.argv[2] ?? join(project, "target/release/grader"));
const solutions = join(project, "solutions");

if (!browserPath) {
  console.error("SKIPPED: the book's pages were not tried in a browser, for there is no Chromium here (./setup --book installs it)");
  process.exit(0);
}

/** Everything that should not happen on a page, as it happens. */
function watch(page, address) {
  const troubles = [];
  page.on("console", (message) => {
    // A browser without a GPU says so when an exercise asks for one.
    if (message.text() === "No available adapters.") return;
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
  const section = page.locator(`section.course-playground[data-exercise="${slug}"]`).first();
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
    const sections = page.locator("section.course-playground[data-exercise]");
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

test("a run plays, shows who waits at the barrier and who wrote the tile, and leads to the finding", async ({ page, address }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.goto(`${address}sharing/local-memory.html`);
  const section = await opened(page, "reduce");
  const solution = kernelOf("16-reduce/kernel.cl")["kernel.cl"];
  await write(section, { "kernel.cl": solution });
  await press(section, "Run");
  await done(section);
  const step = section.locator(".playground-step");
  const number = async () => Number(/^Step (\d+) of/.exec(await step.textContent())[1]);
  assert.equal(await number(), 1);
  const gate = section.getByRole("img", { name: /^The barrier of line/ });
  // In the first step of the tree half of the group has nothing to do.
  while (!/^The barrier of line 16 is shut: 4 of 8 work-items are there$/.test((await gate.getAttribute("aria-label")) ?? "")) await press(section, "Next step");
  const cells = (caption) => section.getByRole("region", { name: caption }).locator("tbody td").allTextContents();
  assert.deepEqual(await cells("tile"), ["1 by 0", "2 by 1", "3 by 2", "4 by 3", "5 by 4", "6 by 5", "7 by 6", "8 by 7"]);
  // A row for each work-item: gid and lid. What all have alike stands in a sentence.
  assert.deepEqual(await cells("Private variables"), Array.from({ length: 16 }, (_, cell) => `${Math.floor(cell / 2)}`));
  assert.match(await section.locator(".playground-private").innerText(), /The same in all work-items: n = \d+, half_size = 4/);
  while (!/lets all 8 work-items go on$/.test((await gate.getAttribute("aria-label")) ?? "")) await press(section, "Next step");
  const before = await number();
  await press(section, "Play");
  await page.waitForFunction((before) => Number(/^Step (\d+)/.exec(document.querySelector(".playground-step").textContent)[1]) > before + 1, before);
  await press(section, "Pause");

  // Without the first barrier: the steps begin at the access that another one runs into.
  await write(section, { "kernel.cl": solution.replace(/ *barrier.*\n/, "\n") });
  await press(section, "Run");
  await done(section);
  const at = await number();
  assert.match(await step.textContent(), /line 15: tile\[lid \+ half_size\] reads/);
  await press(section, "First step");
  assert.equal(await number(), 1);
  await press(section, "Jump to missing-barrier");
  assert.equal(await number(), at);
  // The code stays beside a long result.
  await section.locator(".playground-buffers").evaluate((it) => it.scrollIntoView({ block: "end" }));
  assert.ok((await section.locator(".playground-work").boundingBox()).y > 0);
  assert.deepEqual(await complaints(page), []);
});

test("a finding of another work-group is led to, and the focus stays with the steps", async ({ page, address }) => {
  await page.goto(`${address}mistakes/cross-group-race.html`);
  const section = page.locator("section[data-example]").first();
  await section.locator(".playground-open").click();
  await press(section, "To work-group 1, which has cross-group-race");
  await section.getByRole("button", { name: "Jump to cross-group-race" }).waitFor();
  assert.match(await section.locator(".playground-step").textContent(), /line 4: x\[i - 1\] reads/);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Step");
});

test("nothing of a run plays by itself where a reader wants no motion", async ({ browser, address }) => {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${address}mistakes/missing-barrier.html`);
  const section = page.locator("section[data-example]").first();
  await section.locator(".playground-open").click();
  await section.getByRole("button", { name: "Next step" }).waitFor();
  assert.equal(await section.getByRole("button", { name: "Play" }).count(), 0);
  await context.close();
});

const saxpy = kernelOf("02-saxpy/kernel.cl");
const endlessSaxpy = { "kernel.cl": saxpy["kernel.cl"].replace(/\{/, "{\n    while (n < 4000000000u) { }\n") };

test("an endless loop is seen, and the next check runs", async ({ page, address }) => {
  await page.goto(`${address}models/execution-model.html`);
  const section = await opened(page, "saxpy");
  await write(section, endlessSaxpy);
  await press(section, "Check");
  await done(section);
  assert.match(await status(section), /^The simulator saw a mistake/);
  assert.match(await section.textContent(), /endless-loop/);
  await write(section, saxpy);
  await press(section, "Check");
  await done(section);
  assert.match(await status(section), /^Passed/);
});

test("after the written hints come the place, the kind and the change of the reader's own kernel", async ({ page, address }) => {
  await page.goto(`${address}models/execution-model.html`);
  const section = await opened(page, "saxpy");
  await write(section, kernelOf("02-saxpy/mistakes/guard-off-by-one.cl"));
  const next = async () => {
    await press(section, "Hint");
    await done(section);
    return section.textContent();
  };
  const shown = [];
  for (let hint = 0; hint < 6; hint++) shown.push(await next());
  assert.match(shown[3], /Look at line 7 of kernel\.cl\./);
  assert.doesNotMatch(shown[3], /Hint 5/);
  assert.match(shown[4], /A comparison is wrong\./);
  assert.doesNotMatch(shown[4], /Hint 6/);
  assert.match(shown[5], /\+ {4}if \(i < n\) \{/);
  await write(section, saxpy);
  assert.match(await next(), /there is nothing to repair/);
});

test("a check ends at the deadline", async ({ page, address }) => {
  await page.goto(`${address}models/execution-model.html`);
  const section = await opened(page, "saxpy", 0.02);
  await write(section, endlessSaxpy);
  await press(section, "Check");
  await done(section);
  assert.match(await status(section), /^Stopped: it did not end within 0.02 s/);
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
  const section = page.locator('section.course-playground[data-exercise="saxpy"]').first();
  await section.locator(".playground-open").focus();
  await page.keyboard.press("Enter");
  await section.locator(".cm-content").waitFor();
  await page.waitForFunction(() => document.activeElement.classList.contains("cm-content"));
  await page.keyboard.press("Control+Enter");
  await section.locator(".playground-report").waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Check");
});

test("what opens takes the focus, unless the reader has moved it in the meantime", async ({ page, address }) => {
  await page.goto(`${address}models/execution-model.html`);
  let arrive;
  const arrived = new Promise((resolve) => (arrive = resolve));
  await page.route(/playground\.wasm$/, (route) => arrived.then(() => route.continue()));
  const section = page.locator('section[data-explore="divergence"]');
  await section.locator(".playground-open").click();
  await page.locator("#mdbook-theme-toggle").focus();
  arrive();
  await section.locator(".explore-drawing").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), "mdbook-theme-toggle");
  const other = page.locator('section[data-explore="divergence"] ~ section .playground-open').first();
  await other.click();
  await page.waitForFunction(() => document.activeElement.closest("section") && !document.activeElement.matches(".playground-open"));
});

mappingTests({ test, project });

const opensOwn = async (page, address) => {
  await page.goto(`${address}your-own-kernel.html`);
  const section = page.locator("section.course-playground[data-own]");
  await section.locator(".playground-open").click();
  await section.locator(".cm-content").nth(1).waitFor();
  return section;
};

test("a kernel of the reader's own runs, with its memory, its buffers and its steps", async ({ page, address }) => {
  const section = await opensOwn(page, address);
  const files = await section.evaluate((it) => it.playground.files);
  assert.equal(files["own.cl"], readFileSync(join(project, "book/launches/own.cl"), "utf8"));
  await press(section, "Run");
  await done(section);
  assert.match(await status(section), /^Ran to its end \(/);
  // As the command says: 512 bytes are written by the last line, 31 comes first.
  assert.match(await section.locator("tr", { hasText: "line 11" }).textContent(), /512 B512 B100 %/);
  await section.locator("summary", { hasText: "The buffers" }).click();
  assert.match(await section.locator(".playground-buffers tbody tr").first().textContent(), /^out\[0\]31302928/);
  assert.match(await section.locator(".playground-step").textContent(), /^Step 1 of \d+, /);
  assert.match(await section.locator(".playground-steps .playground-bar").textContent(), /of 4$/);
});

test("a mistake in the reader's own kernel is shown where it is, and what was written is kept", async ({ page, address }) => {
  let section = await opensOwn(page, address);
  const files = await section.evaluate((it) => it.playground.files);
  const racy = files["own.cl"].replace(/ *barrier.*\n/, "");
  assert.notEqual(racy, files["own.cl"]);
  await write(section, { "own.cl": racy });
  await press(section, "Run");
  await done(section);
  assert.equal(await section.locator(".playground-finding").first().getAttribute("data-mistake"), "missing-barrier");
  assert.ok((await section.locator(".cm-lint-marker-error").count()) > 0, "a mark beside its line");
  section = await opensOwn(page, address);
  assert.equal((await section.evaluate((it) => it.playground.files))["own.cl"], racy);
  page.once("dialog", (dialog) => dialog.accept());
  await press(section, "Reset");
  assert.deepEqual(await section.evaluate((it) => it.playground.files), files);
});

test("a LAUNCH.toml that is wrong is marked at its line, and an endless kernel is stopped", async ({ page, address }) => {
  const section = await opensOwn(page, address);
  const { "LAUNCH.toml": launch, "own.cl": kernel } = await section.evaluate((it) => it.playground.files);
  await write(section, { "LAUNCH.toml": launch.replace("iota", "iotta") });
  await press(section, "Run");
  await done(section);
  assert.match(await section.locator(".playground-finding").textContent(), /line 10/);
  assert.equal(await section.locator(".playground-editor").nth(1).locator(".cm-lint-marker-error").count(), 1);
  await write(section, { "LAUNCH.toml": launch.replace("global = [128]", "global = [130]") });
  await press(section, "Run");
  await done(section);
  assert.match(await status(section), /refused|multiple/);
  await write(section, { "LAUNCH.toml": launch, "own.cl": kernel.replace("tile[lid] =", "while (gid < 1000) { }\n    tile[lid] =") });
  await press(section, "Run");
  await section.getByRole("button", { name: "Stop" }).click();
  await done(section);
  assert.match(await status(section), /^Stopped/);
});

reportTests({ test, solutions, grader });
gpuTests({ test, opened, write, press, done, status, kernelOf, solutions, executablePath: browserPath, watch });

test("the module is small once it is compressed", async () => {
  const { length } = gzipSync(readFileSync(join(book, "playground/playground.wasm")), { level: 9 });
  console.log(`     ${length.toLocaleString("en")} bytes with gzip`);
  // Under 1.8 MB for a slow connection. It was 1,450,720 bytes without the translator to WGSL, which may add 150 KB;
  // the exercises and mistakes of OpenCL C 2.0 and later are the rest.
  assert.ok(length < 1_650_000);
});

test("without JavaScript a chapter reads well", async ({ browser, address }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${address}mappings/one-dimension.html`);
  assert.ok((await page.locator("main").innerText()).length > 2000);
  assert.equal(await page.locator("section.course-playground").count(), 0);
  await context.close();
});

/** Pages with figures, formulas, tables and much text. */
const RICH = [
  "start.html",
  "models/platform-model.html",
  "mappings/one-dimension.html",
  "mappings/two-dimensions.html",
  "sharing/transpose.html",
  "measuring/cost-model.html",
  "simulation/mandelbrot.html",
  "simulation/shallow-water-linear.html",
  "mistakes/bank-conflict.html",
];
const THEMES = ["light", "rust", "coal", "navy", "ayu"];

/** A page of its own in a theme. */
async function themed(browser, theme, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  await context.addInitScript((theme) => localStorage.setItem("mdbook-theme", theme), theme);
  return context.newPage();
}

test("text and figures stand out by 4.5 to 1 in every theme", async ({ browser, address }) => {
  for (const theme of THEMES) {
    const page = await themed(browser, theme);
    for (const name of RICH) {
      await page.goto(address + name);
      assert.ok(await page.evaluate((theme) => document.documentElement.classList.contains(theme), theme));
      const { faint, count } = await page.evaluate(tooFaint, 4.5);
      assert.ok(count > 100, `${name}: only ${count} texts`);
      assert.deepEqual(faint, [], `${theme}, ${name}`);
    }
    const section = await opensOwn(page, address);
    await press(section, "Run");
    await done(section);
    assert.deepEqual((await page.evaluate(tooFaint, 4.5)).faint, [], `${theme}, an open playground`);
    await page.context().close();
  }
});

test("the measure of contrast knows faint text when it sees it", async ({ page, address }) => {
  await page.goto(`${address}models/memory-model.html`);
  await page.addStyleTag({ content: "main p { color: #999 } .figure .owner-2 { fill: #444 }" });
  const { faint } = await page.evaluate(tooFaint, 4.5);
  assert.ok(faint.some((it) => it.startsWith("A pointer belongs")), "grey text");
  assert.ok(faint.some((it) => it.startsWith("local memory of the group: 27 31 36 on 68 68 68")), "a label on a dark cell");
});

test("labels are whole and apart in every figure, on a phone too", async ({ browser, address }) => {
  for (const width of [1400, 390]) {
    const page = await themed(browser, "light", { viewport: { width, height: 800 } });
    let count = 0;
    for (const name of pagesUnder(book).filter((name) => name !== "print.html")) {
      if (!readFileSync(join(book, name), "utf8").includes('class="figure')) continue;
      await page.goto(address + name);
      const troubles = await page.evaluate(() => {
        const found = [];
        for (const svg of document.querySelectorAll("svg.figure")) {
          const title = svg.getAttribute("aria-label") ?? svg.querySelector("title").textContent;
          const { width, height } = svg.viewBox.baseVal;
          const boxes = [...svg.querySelectorAll("text")].map((label) => [label.textContent, label.getBBox()]);
          boxes.forEach(([text, box], index) => {
            if (box.x < 0 || box.x + box.width > width || box.y < -2 || box.y + box.height > height + 2) found.push(`${title}: ${text} is cut`);
            for (const [other, its] of boxes.slice(0, index)) {
              // A line's box has room for descenders, which digits do not use.
              const across = Math.min(box.x + box.width, its.x + its.width) - Math.max(box.x, its.x);
              const down = Math.min(box.y + box.height, its.y + its.height) - Math.max(box.y, its.y);
              if (across > 0.5 && down > 5) found.push(`${title}: ${text} lies on ${other}`);
            }
          });
          const drawn = svg.getBoundingClientRect();
          // On a phone a figure is as large as its text needs, and moved sideways.
          const moved = getComputedStyle(svg.parentElement).overflowX === "auto" ? svg.parentElement : svg;
          if (moved.getBoundingClientRect().right > document.documentElement.clientWidth) found.push(`${title} is wider than the page`);
          const sizes = [...svg.querySelectorAll("text")].map((text) => parseFloat(getComputedStyle(text).fontSize) * (drawn.width / width));
          if (Math.min(...sizes) < 10.5) found.push(`${title} has text of ${Math.min(...sizes).toFixed(1)} px`);
        }
        return { found, figures: document.querySelectorAll("svg.figure").length };
      });
      assert.deepEqual(troubles.found, [], `${name} at ${width}`);
      count += troubles.figures;
    }
    const drawings = ["figures", "stills"].flatMap((folder) => readdirSync(join(project, "book/src", folder)).map((name) => join(project, "book/src", folder, name)));
    const isFigure = (file) => file.endsWith(".svg") && readFileSync(file, "utf8").includes('class="figure');
    assert.equal(count, drawings.filter(isFigure).length);
    await page.context().close();
  }
});

test("figures and formulas are there for a screen reader, and without JavaScript", async ({ browser, address }) => {
  assert.deepEqual(stale(), [], "formulas that are not what their TeX renders to");
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${address}measuring/cost-model.html`);
  await page.getByRole("img", { name: /^Utilisation over the size of a work-group/ }).waitFor();
  // A fraction is drawn as one: its parts lie above one another.
  const fraction = page.locator(".formula mfrac", { hasText: "bandwidth" });
  const [above, below] = [await fraction.locator("> *").nth(0).boundingBox(), await fraction.locator("> *").nth(1).boundingBox()];
  assert.ok(above.y + above.height <= below.y + 1, "bytes over bandwidth");
  assert.equal(await page.locator("math annotation:visible").count(), 0, "TeX is not shown beside it");
  await context.close();
});

test("nothing moves while a page loads", async ({ browser, address }) => {
  for (const viewport of [{ width: 1400, height: 900 }, { width: 390, height: 800 }]) {
    const context = await browser.newContext({ viewport });
    await context.addInitScript(() => {
      window.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    const page = await context.newPage();
    for (const name of RICH) {
      await page.goto(address + name, { waitUntil: "networkidle" });
      await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
      const shifted = await page.evaluate(() => window.shifted);
      assert.ok(shifted < 0.05, `${name} at ${viewport.width}: ${shifted}`);
    }
    await context.close();
  }
});

test("a page is small without the playground", async ({ browser, address }) => {
  const fonts = new Set([".woff2", ".png"]);
  let most = 0;
  const largest = pagesUnder(book)
    .filter((name) => name !== "print.html")
    .sort((one, other) => statSync(join(book, other)).size - statSync(join(book, one)).size)
    .slice(0, 5);
  for (const name of [...RICH, ...largest]) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const responses = [];
    page.on("response", (response) => responses.push(response));
    await page.goto(address + name, { waitUntil: "networkidle" });
    let sum = 0;
    for (const response of responses) {
      const body = await response.body();
      // As a host sends it: text compressed.
      sum += fonts.has(extname(new URL(response.url()).pathname)) ? body.length : gzipSync(body).length;
    }
    assert.ok(sum < 300_000, `${name}: ${sum} bytes`);
    most = Math.max(most, sum);
    await context.close();
  }
  console.log(`     at most ${most.toLocaleString("en")} bytes`);
});

firstScreenTests({ test, book, themed });
loadingTests({ test, book, pagesUnder });
printTests({ test });
chartTests({ test, book, pagesUnder, themed });
mistakeTests({ test, project, themed });
quizTests({ test, book, themed });
progressTests({ test, book, grader, solutions, themed });
exploreTests({ test, project, grader, themed });
languageTests({ test, book, project, themed, themes: THEMES });

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
