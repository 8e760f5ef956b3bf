// Charts: at the widths of a phone, a tablet and a page no text lies on another, none is cut, and all is large enough to
// be read.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const WIDTHS = [390, 768, 1280];
/** The least size of text in a chart, in pixels of the screen. */
const LEAST_SIZE = 11;
/** So much of two boxes may lie on one another, in pixels: a line's box has room around its letters. */
const TOUCH = 1;

/** What is wrong with the charts of a page: runs in the page. */
function troubles({ least, touch }) {
  const found = [];
  let texts = 0;
  // Those behind a fold as well.
  for (const fold of document.querySelectorAll("main details")) fold.open = true;
  for (const chart of document.querySelectorAll("svg.chart")) {
    const name = chart.getAttribute("aria-labelledby").split("-title")[0];
    const frame = chart.getBoundingClientRect();
    if (frame.right > document.documentElement.clientWidth) found.push(`${name} is wider than the page`);
    const shown = [...chart.querySelectorAll("text")].filter((text) => text.checkVisibility());
    texts += shown.length;
    const boxes = shown.map((text) => [text.textContent, text.getBoundingClientRect(), parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a]);
    boxes.forEach(([text, box, size], index) => {
      if (box.left < frame.left - touch || box.right > frame.right + touch || box.top < frame.top - touch || box.bottom > frame.bottom + touch) found.push(`${name}: "${text}" is cut`);
      if (size < least) found.push(`${name}: "${text}" is ${size.toFixed(1)} px high`);
      for (const [other, its] of boxes.slice(0, index)) {
        const across = Math.min(box.right, its.right) - Math.max(box.left, its.left);
        const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
        if (across > touch && down > touch) found.push(`${name}: "${text}" lies on "${other}"`);
      }
    });
  }
  return { found, texts, charts: document.querySelectorAll("svg.chart").length };
}

export function chartTests({ test, book, pagesUnder, themed }) {
  test("no text of a chart lies on another, is cut or is small, on a phone, a tablet and a page", async ({ browser, address }) => {
    const pages = pagesUnder(book).filter((name) => name !== "print.html" && readFileSync(join(book, name), "utf8").includes('class="chart"'));
    assert.ok(pages.length > 10, `only ${pages.length} pages have charts`);
    const wrong = [];
    for (const width of WIDTHS) {
      const page = await themed(browser, "light", { viewport: { width, height: 900 } });
      for (const name of pages) {
        await page.goto(address + name);
        const { found, texts, charts } = await page.evaluate(troubles, { least: LEAST_SIZE, touch: TOUCH });
        assert.ok(texts > 4 * charts, `${name} at ${width}: ${texts} texts in ${charts} charts`);
        wrong.push(...found.map((each) => `${name} at ${width}: ${each}`));
      }
      await page.context().close();
    }
    assert.deepEqual(wrong, []);
  });

  test("the measure of charts sees text that lies on another, is cut or is small", async ({ page, address }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${address}matmul/limit.html`);
    await page.evaluate(() => {
      const [first, second, third] = document.querySelectorAll("svg.chart .wide text");
      for (const axis of ["x", "y"]) second.setAttribute(axis, first.getAttribute(axis));
      second.textContent = "moved";
      third.setAttribute("x", "-20");
      third.setAttribute("font-size", "8");
    });
    const { found } = await page.evaluate(troubles, { least: LEAST_SIZE, touch: TOUCH });
    for (const kind of [/"moved" lies on/, /is cut$/, /is 8\.\d px high$|is 7\.\d px high$/]) assert.ok(found.some((each) => kind.test(each)), `${kind}: ${found}`);
  });
}
