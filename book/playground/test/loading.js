// Loading: how much every page fetches before it is used, that nothing moves meanwhile, and how long the first page
// takes over a slow network. Times are said, not asserted: they are the machine's.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { pack, serve } from "./site.js";

/** A page before it is used, compressed. */
const MOST_BYTES = 200_000;
/** Bytes a second of a slow network: 10 Mbit. */
const SLOW = 10_000_000 / 8;

const ALIKE = { width: 1280, height: 800 };
const SIZES = [ALIKE, { width: 390, height: 844 }];

/** Begins to note what moves on a page, before the page has anything. */
function noteShifts() {
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.shifts.push([entry.value, entry.sources.map(({ node }) => node?.parentElement?.className || node?.nodeName).join(" ")]);
  }).observe({ type: "layout-shift", buffered: true });
}

/** What has moved on a page so far. */
async function shifts(page, name) {
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
  const noted = await page.evaluate(() => globalThis.shifts);
  return noted.map(([value, where]) => `${name} at ${page.viewportSize().width}: ${value.toFixed(4)}, ${where}`);
}

export function loadingTests({ test, book, pagesUnder }) {
  const pages = pagesUnder(book).filter((name) => name !== "print.html");

  test("no page fetches more than 200 KB before it is used", async ({ page, address }) => {
    // What all pages share is fetched with the first of them; here each page pays for it.
    const sizes = new Map();
    const over = [];
    let most = ["", 0];
    let asked = [];
    page.on("request", (request) => asked.push(request.url()));
    for (const name of pages) {
      asked = [];
      await page.goto(address + name, { waitUntil: "networkidle" });
      const own = new Set([address + name, ...asked].filter((url) => url.startsWith(address)).map((url) => new URL(url).pathname.slice(new URL(address).pathname.length)));
      let sum = 0;
      for (const path of own) {
        if (!sizes.has(path)) sizes.set(path, gzipSync(readFileSync(join(book, path))).length);
        sum += sizes.get(path);
      }
      if (sum > most[1]) most = [name, sum];
      if (sum > MOST_BYTES) over.push(`${name}: ${sum}`);
    }
    console.log(`     at most ${most[1].toLocaleString("en")} bytes, ${most[0]}`);
    assert.deepEqual(over, []);
  });

  test("nothing moves while a page with figures, questions or exercises loads", async ({ browser, address }) => {
    const source = join(book, "../../src");
    const rich = pages.filter((name) => {
      const path = join(source, name.replace(/html$/, "md"));
      const files = readdirSync(source, { recursive: true }).map((each) => join(source, each));
      return files.includes(path) && /data-(explore|quiz|mapping)|figures\/|measured\/.*svg|^\$ grader check/m.test(readFileSync(path, "utf8"));
    });
    const moved = [];
    for (const viewport of SIZES) {
      const context = await browser.newContext({ viewport });
      await context.addInitScript(noteShifts);
      const page = await context.newPage();
      for (const name of rich) {
        await page.goto(address + name, { waitUntil: "networkidle" });
        moved.push(...(await shifts(page, name)));
      }
      await context.close();
    }
    console.log(`     ${rich.length} pages`);
    assert.deepEqual(moved, []);
  });

  test("nothing moves while a page arrives in pieces, within its tables and formulas too", async ({ browser }) => {
    const site = await serve(book, { inPieces: true });
    const moved = [];
    for (const viewport of SIZES) {
      const context = await browser.newContext({ viewport });
      await context.addInitScript(noteShifts);
      const page = await context.newPage();
      for (const name of ["start.html", "models/memory-model.html", "measuring/access-patterns.html", "sharing/detective.html", "simulation/shallow-water-nonlinear.html"]) {
        await page.goto(site.address + name, { waitUntil: "load" });
        moved.push(...(await shifts(page, name)));
      }
      await context.close();
    }
    site.end();
    assert.deepEqual(moved, []);
  });

  test("over 10 Mbit/s and with nothing cached the first page is used soon, and its kernel passes", async ({ browser, address }) => {
    await pack(book, ["playground/playground.wasm"]);
    const context = await browser.newContext({ viewport: ALIKE });
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send("Network.enable");
    await network.send("Network.emulateNetworkConditions", { offline: false, latency: 20, downloadThroughput: SLOW, uploadThroughput: SLOW });
    const begin = Date.now();
    const since = () => `${(Date.now() - begin).toLocaleString("en")} ms`;
    await page.goto(`${address}start.html`, { waitUntil: "commit" });
    const open = page.locator("[data-first] .playground-open");
    await open.waitFor();
    await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen))));
    const said = [`to be pressed after ${since()}`];
    await open.click();
    await page.locator(".first-result .playground-status", { hasText: /./ }).waitFor();
    said.push(`pressed, and the editor open after ${since()}`);
    await page.getByRole("button", { name: "Make this change" }).click();
    said.push(`the first finding after ${since()}`);
    await page.locator(".first-kernel").getByRole("button", { name: "Check" }).click();
    await page.locator(".first-result .playground-status", { hasText: /^Passed/ }).waitFor();
    console.log(`     ${said.join(", ")}, passed after ${since()}`);
    await context.close();
  });
}
