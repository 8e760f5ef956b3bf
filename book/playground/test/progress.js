// What the reader has passed: marks, the next exercise, export and import, and a zip that `grader class` grades.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { complaints } from "./accessibility.js";

const KERNEL = "02-saxpy/kernel.cl";

/** Passes saxpy in its chapter. */
async function passSaxpy(page, address, solutions) {
  await page.goto(`${address}models/execution-model.html`);
  const section = page.locator('.course-playground[data-exercise="saxpy"]').first();
  await section.locator(".playground-open").click();
  await section.locator(".cm-content").waitFor();
  await section.evaluate((it, text) => (it.playground.files = { "kernel.cl": text }), readFileSync(join(solutions, KERNEL), "utf8"));
  await section.getByRole("button", { name: "Check", exact: true }).click();
  await section.locator(".playground-learnt").waitFor();
  return section;
}

export function progressTests({ test, book, grader, solutions, themed }) {
  test("a pass says what was learnt, marks the chapter, and leads to the next exercise", async ({ page, address }) => {
    const section = await passSaxpy(page, address, solutions);
    assert.match(await section.locator(".playground-learnt").textContent(), /surplus work-items need a guard/);
    const link = page.locator('mdbook-sidebar-scrollbox a[href$="models/execution-model.html"]').first();
    assert.match(await link.locator("xpath=..").locator(".progress-mark").textContent(), /^1\/\d+$/);
    await section.getByRole("button", { name: "Next exercise: map-contiguous" }).click();
    await page.waitForURL(/one-dimension\.html#work-map-contiguous$/);
    await page.locator('.course-playground[data-exercise="map-contiguous"] .cm-content').waitFor();
    await page.goto(`${address}models/execution-model.html`);
    await page.locator('.course-playground[data-exercise="saxpy"][data-done]').first().waitFor();
  });

  test("grader class takes and grades the zip of a reader's work", async ({ page, address }) => {
    await passSaxpy(page, address, solutions);
    await page.goto(`${address}progress.html`);
    await page.getByLabel("Name").fill("Ada Lovelace");
    const waits = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my work" }).click();
    const download = await waits;
    assert.equal(download.suggestedFilename(), "Ada-Lovelace.zip");
    const folder = mkdtempSync(join(tmpdir(), "class-"));
    try {
      const submissions = join(folder, "submissions");
      execFileSync("mkdir", [submissions]);
      await download.saveAs(join(submissions, "Ada-Lovelace.zip"));
      writeFileSync(join(submissions, "class.toml"), 'title = "A class"\nhidden_seed = "of this browser test"\ncases = 20\n[[exercise]]\nname = "saxpy"\n[[exercise]]\nname = "fill"\n');
      execFileSync(grader, ["class", submissions, "--on", "simulator"], { cwd: folder, encoding: "utf8" });
      const results = join(folder, "submissions-results");
      const grades = readFileSync(join(results, "grades.csv"), "utf8");
      assert.match(grades, /^Ada-Lovelace,.*,10,15,10,0,fill: missing$/m);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("what is exported is there in another browser after it is imported", async ({ browser, page, address }) => {
    await passSaxpy(page, address, solutions);
    await page.goto(`${address}progress.html`);
    const waits = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    const path = await (await waits).path();
    const other = await browser.newContext();
    const elsewhere = await other.newPage();
    await elsewhere.goto(`${address}progress.html`);
    await elsewhere.locator(".progress-head", { hasText: "0 of 47 exercises passed" }).waitFor();
    await elsewhere.getByLabel("Import").setInputFiles({ name: "notes.json", mimeType: "application/json", buffer: Buffer.from("{}") });
    await elsewhere.locator(".playground-status", { hasText: /^Nothing was imported/ }).waitFor();
    await elsewhere.getByLabel("Import").setInputFiles(path);
    await elsewhere.locator(".progress-head", { hasText: "1 of 47 exercises passed" }).waitFor();
    await elsewhere.goto(`${address}models/execution-model.html`);
    const section = elsewhere.locator('.course-playground[data-exercise="saxpy"]').first();
    await section.locator(".playground-open").click();
    await section.locator(".cm-content").waitFor();
    assert.equal((await section.evaluate((it) => it.playground.files))["kernel.cl"], readFileSync(join(solutions, KERNEL), "utf8"));

    // A text of one's own is not lost: a dialog asks, and here says no.
    await elsewhere.evaluate(() => localStorage.setItem("opencl-course:saxpy/kernel.cl", "mine"));
    await elsewhere.goto(`${address}progress.html`);
    await elsewhere.locator(".progress-head").waitFor();
    await elsewhere.getByLabel("Import").setInputFiles(path);
    await elsewhere.locator(".playground-status", { hasText: /the texts of this browser were kept/ }).waitFor();
    assert.equal(await elsewhere.evaluate(() => localStorage.getItem("opencl-course:saxpy/kernel.cl")), "mine");
    await other.close();
  });

  test("the task stands above the editor, which does not show it again", async ({ page, address }) => {
    await page.goto(`${address}models/execution-model.html`);
    const section = page.locator('.course-playground[data-exercise="saxpy"]').first();
    await section.locator(".playground-open").click();
    await section.locator(".cm-content").waitFor();
    assert.match(await section.locator(".playground-task").textContent(), /For each of the n elements, replace y\[i\].*Ranges: n from 0/s);
    const written = await section.locator(".cm-content").innerText();
    assert.doesNotMatch(written, /For each of the n elements/);
    const files = await section.evaluate((it) => it.playground.files);
    assert.match(files["kernel.cl"], /^\/\/ Exercise 2: saxpy\n/, "what is checked is the whole file");
    // Lines have the numbers of the file, as reports name them.
    const line = files["kernel.cl"].split("\n").findIndex((each) => each.startsWith("kernel void")) + 1;
    assert.ok((await section.locator(".cm-lineNumbers").innerText()).split("\n").includes(String(line)));
  });

  test("the questions of an exercise are a form that writes the file of answers", async ({ page, address }) => {
    await page.goto(`${address}measuring/access-patterns.html`);
    const section = page.locator('.course-playground[data-exercise="predict"]').first();
    await section.locator(".playground-open").click();
    await section.locator(".playground-question").first().waitFor();
    assert.match(await section.locator(".playground-task").last().textContent(), /a warp of 32 work-items reads together/);
    await section.getByLabel("series[8 * i + k]").fill("uncoalesced");
    await section.getByLabel("time_us").fill("12.5");
    const { "answers.toml": answers } = await section.evaluate((it) => it.playground.files);
    assert.match(answers, /^time_us = 12\.5 /m);
    assert.match(answers, /^series = "uncoalesced" .*\n(?:.*\n)*\[warp\].*\nseries = "\?"/m);
    await page.reload();
    await section.locator(".playground-open").click();
    await section.locator(".playground-question").first().waitFor();
    assert.equal(await section.getByLabel("time_us").inputValue(), "12.5");
  });

  test("a result is beside its kernel on a wide screen, and below it on a narrow one", async ({ browser, address }) => {
    for (const [width, beside] of [[1280, true], [390, false]]) {
      const page = await themed(browser, "light", { viewport: { width, height: 900 } });
      const section = await passSaxpy(page, address, solutions);
      const editor = await section.locator(".playground-editor").boundingBox();
      const result = await section.locator(".playground-result").boundingBox();
      assert.equal(result.x > editor.x + editor.width, beside, `at ${width}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}: the page is no wider than the screen`);
      await page.context().close();
    }
  });

  test("axe finds nothing on the page of progress, an open exercise and a form, in light and in dark", async ({ browser, address }) => {
    for (const theme of ["light", "navy"]) {
      const page = await themed(browser, theme);
      await passSaxpy(page, address, solutions);
      assert.deepEqual(await complaints(page), [], `${theme}, passed`);
      await page.goto(`${address}progress.html`);
      await page.locator(".progress-table").waitFor();
      assert.deepEqual(await complaints(page), [], `${theme}, progress`);
      await page.goto(`${address}measuring/tuning.html`);
      const section = page.locator('.course-playground[data-exercise="tune"]').first();
      await section.locator(".playground-open").click();
      await section.locator(".playground-question").first().waitFor();
      assert.deepEqual(await complaints(page), [], `${theme}, a form`);
      await page.context().close();
    }
  });

  test("a chapter has the same number in the sidebar as in its own title", async ({ page, address }) => {
    const index = readFileSync(join(book, "../../src/SUMMARY.md"), "utf8");
    const titles = [...index.matchAll(/\[([^\]]+)\]\(([^)]+)\.md\)/g)];
    const number = (text) => /^(\d+)\. /.exec(text)?.[1];
    const differing = titles.filter(([, title, path]) => number(title) !== number(readFileSync(join(book, `../../src/${path}.md`), "utf8").split("\n")[0].slice(2)));
    assert.deepEqual(differing.map(([, title]) => title), []);
    await page.goto(`${address}start.html`);
    const shown = page.locator("mdbook-sidebar-scrollbox .chapter-link-wrapper > a:visible");
    assert.ok((await shown.count()) < 75, "pages of mistakes and kernels are folded");
    assert.ok(titles.length > 110);
  });
}
