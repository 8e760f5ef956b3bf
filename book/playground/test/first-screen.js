// The first page: its kernel is checked beside it, nothing moves while it loads, and it is small until it is used.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { complaints } from "./accessibility.js";

/** The first page before it is used, compressed. */
const MOST_BYTES = 200_000;

const result = (page) => page.locator(".first-result");
const status = (page) => result(page).locator(".playground-status");

/** Keeps the simulator from the page until what is returned is called. */
async function holdSimulator(page) {
  let arrives;
  const held = new Promise((resolve) => (arrives = resolve));
  await page.route("**/playground.wasm", (route) => held.then(() => route.continue()));
  return arrives;
}

/** Lanes of the GPU: compute units, and those of each. */
const LANES = 132 * 128;
const CORES = 2;

export function firstScreenTests({ test, book, themed }) {
  test("the first kernel fails, is changed by hand, and passes, without a mouse", async ({ page, address }) => {
    await page.goto(`${address}start.html`);
    await page.locator("[data-first] .playground-open").focus();
    await page.keyboard.press("Enter");
    await page.locator(".first-cause", { hasText: "Line 4: work-item 1 writes" }).waitFor();
    await page.waitForFunction(() => document.activeElement.textContent === "Check");
    await page.keyboard.press("Shift+Tab");
    await page.waitForFunction(() => document.activeElement.classList.contains("cm-content"));
    await page.keyboard.press("Control+Home");
    for (let line = 1; line < 4; line++) await page.keyboard.press("ArrowDown");
    // The first line may be shown as several.
    while (!(await page.locator(".cm-activeLine").textContent()).includes("y[i] =")) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    await page.keyboard.type("if (i < n) ");
    await page.keyboard.press("Control+Enter");
    await status(page).filter({ hasText: /^Passed/ }).waitFor();
    await result(page).filter({ hasText: "surplus work-items need a guard" }).waitFor();
    // The exercise with this kernel is passed as well.
    const chapter = page.locator('mdbook-sidebar-scrollbox a[href$="models/execution-model.html"]').first();
    await chapter.locator("xpath=..").locator(".progress-mark", { hasText: /^1\/\d+$/ }).waitFor();
    await page.goto(`${address}progress.html`);
    await page.locator(".progress-head", { hasText: "1 of 47 exercises passed" }).waitFor();
  });

  test("a press on the first kernel opens its editor; the change that is offered makes it pass", async ({ page, address }) => {
    await page.goto(`${address}start.html`);
    await page.locator(".first-kernel pre").click();
    await page.locator(".first-kernel .cm-content").waitFor();
    assert.equal(await page.locator(".first-cause").count(), 0, "nothing is checked yet");
    const check = page.locator(".first-kernel").getByRole("button", { name: "Check" });
    await check.click();
    await page.getByRole("button", { name: "Make this change" }).click();
    await check.click();
    await status(page).filter({ hasText: /^Passed/ }).waitFor();
  });

  test("a press shows the result before the simulator is there, which then finds the same in the page", async ({ page, address }) => {
    const arrives = await holdSimulator(page);
    await page.goto(`${address}start.html`);
    await page.locator("[data-first] .playground-open").click();
    await page.locator(".first-cause", { hasText: "Line 4: work-item 1 writes" }).waitFor();
    await status(page).filter({ hasText: "found when this book was built; the simulator is on its way" }).waitFor();
    assert.equal(await result(page).locator(".playground-text").count(), 0, "the whole report comes with the simulator");
    assert.equal(await page.locator(".first-kernel .cm-content").getAttribute("contenteditable"), "true");
    const offered = await page.getByRole("button", { name: "Make this change" }).elementHandle();
    arrives();
    await status(page).filter({ hasText: /^The simulator saw a mistake · \d+\/\d+ points \(\d+ ms\)$/ }).waitFor();
    await result(page).locator(".playground-text").waitFor({ state: "attached" });
    assert.ok(await offered.evaluate((button) => button.isConnected), "what was found when the book was built is what is found here");
  });

  test("a kernel that was changed is checked by the simulator alone", async ({ page, address }) => {
    const arrives = await holdSimulator(page);
    await page.goto(`${address}start.html`);
    await page.locator("[data-first] .playground-open").click();
    await page.getByRole("button", { name: "Make this change" }).click();
    await page.locator(".first-kernel").getByRole("button", { name: "Check" }).click();
    await status(page).filter({ hasText: "Loading the simulator ..." }).waitFor();
    assert.equal(await page.locator(".first-cause").count(), 0);
    arrives();
    await status(page).filter({ hasText: /^Passed/ }).waitFor();
  });

  test("the result of the first check stands although the simulator cannot be loaded", async ({ page, address, troubles }) => {
    await page.route("**/playground.wasm", (route) => route.abort());
    await page.goto(`${address}start.html`);
    await page.locator("[data-first] .playground-open").click();
    await page.locator(".first-cause", { hasText: "Line 4: work-item 1 writes" }).waitFor();
    await status(page).filter({ hasText: "The simulator could not be loaded" }).waitFor();
    const others = troubles.splice(0).filter((trouble) => !/playground\.wasm|ERR_FAILED/.test(trouble));
    assert.deepEqual(others, []);
  });

  test("the simulator is fetched once, when a reader first moves the mouse", async ({ page, address }) => {
    const fetched = [];
    page.on("request", (request) => request.url().endsWith("playground.wasm") && fetched.push(request.url()));
    await page.goto(`${address}start.html`, { waitUntil: "networkidle" });
    assert.deepEqual(fetched, []);
    await page.mouse.move(5, 700);
    await page.mouse.move(9, 700);
    await page.waitForRequest("**/worker.js");
    await page.locator("[data-first] .playground-open").click();
    await page.locator(".first-cause").waitFor();
    assert.equal(fetched.length, 1, fetched.join());
  });

  test("the first kernel is checked before a press that follows a stir, and its result is shown then", async ({ browser, address }) => {
    const context = await browser.newContext();
    await context.addInitScript(() => {
      globalThis.asked = [];
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message, ...rest) {
        globalThis.asked.push(message.name);
        return post.call(this, message, ...rest);
      };
    });
    const page = await context.newPage();
    const checks = () => page.evaluate(() => globalThis.asked.filter((name) => name === "check").length);
    await page.goto(`${address}start.html`);
    await page.mouse.move(5, 700);
    await page.mouse.move(9, 700);
    await page.waitForFunction(() => globalThis.asked.includes("check"));
    assert.equal(await page.locator(".first-cause").count(), 0, "nobody has asked yet");
    await page.locator("[data-first] .playground-open").click();
    await page.locator(".first-cause").waitFor();
    assert.equal(await checks(), 1);
    // Another text is another check.
    await page.getByRole("button", { name: "Make this change" }).click();
    await page.locator(".first-kernel").getByRole("button", { name: "Check" }).click();
    await status(page).filter({ hasText: /^Passed/ }).waitFor();
    assert.equal(await checks(), 2);
    await context.close();
  });

  test("the result of the first check is in one screen with its kernel", async ({ browser, address }) => {
    const page = await themed(browser, "light", { viewport: { width: 1280, height: 720 } });
    await page.goto(`${address}start.html`);
    await page.locator("[data-first] .playground-open").click();
    await page.locator(".first-result details").first().waitFor();
    for (const shown of [page.locator(".first-kernel .cm-content"), page.getByRole("button", { name: "Make this change" })]) {
      const { y, height } = await shown.boundingBox();
      assert.ok(y > 0 && y + height < 720, `${y} to ${y + height}`);
    }
    await page.context().close();
  });

  test("nothing of the first page moves while it loads", async ({ browser, address }) => {
    for (const viewport of [{ width: 1280, height: 720 }, { width: 390, height: 844 }]) {
      const context = await browser.newContext({ viewport });
      await context.addInitScript(() => {
        globalThis.shifted = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) globalThis.shifted += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
      });
      const page = await context.newPage();
      await page.goto(`${address}start.html`, { waitUntil: "networkidle" });
      await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
      assert.equal(await page.evaluate(() => globalThis.shifted), 0, `at ${viewport.width}`);
      await context.close();
    }
  });

  test("the picture of few fast and many slow workers has the measured numbers, and rests where no motion is wanted", async ({ browser, address }) => {
    const measured = (device) => Number(/of float: (\d+) billion/.exec(readFileSync(join(book, `../../src/measured/${device}-operations.txt`), "utf8"))[1]);
    const [cpu, gpu] = [measured("pocl"), measured("h200")];
    const [core, lane] = [cpu / CORES, gpu / LANES];
    for (const reducedMotion of ["no-preference", "reduce"]) {
      const context = await browser.newContext({ reducedMotion });
      const page = await context.newPage();
      await page.goto(`${address}start.html`);
      const picture = page.locator(".workers");
      const said = await picture.textContent();
      for (const number of [LANES, core, lane.toFixed(1), Math.round(core / lane), gpu, Math.round(gpu / cpu), cpu]) assert.ok(said.includes(number.toLocaleString("en")), `${number} in: ${said}`);
      const { width, turns } = await picture.evaluate((it) => ({ width: it.querySelector(".fast").getBoundingClientRect().width, turns: getComputedStyle(it.querySelector(".fast")).animationIterationCount }));
      if (reducedMotion === "reduce") assert.ok(width > 200, "the bars are full");
      else assert.equal(Number(turns), Math.round(core / lane));
      await context.close();
    }
  });

  test("the first page is small until it is used", async ({ page, address }) => {
    const responses = [];
    page.on("response", (response) => responses.push(response));
    await page.goto(`${address}start.html`, { waitUntil: "networkidle" });
    let sum = 0;
    for (const response of responses) sum += gzipSync(await response.body()).length;
    console.log(`     ${sum.toLocaleString("en")} bytes with gzip, ${responses.length} files`);
    assert.ok(sum < MOST_BYTES, `${sum} bytes`);
    assert.ok(!responses.some((response) => response.url().endsWith(".wasm")), "the module is not loaded yet");
  });

  test("axe finds nothing on the first page, in light and in dark, before a check and after it", async ({ browser, address }) => {
    for (const theme of ["light", "navy"]) {
      const page = await themed(browser, theme);
      await page.goto(`${address}start.html`);
      assert.deepEqual(await complaints(page), [], theme);
      await page.locator("[data-first] .playground-open").click();
      await page.locator(".first-result details").first().waitFor();
      assert.deepEqual(await complaints(page), [], `${theme}, checked`);
      await page.context().close();
    }
  });
}
