// The figures of the index mappings: their sliders begin with the figure, and show what the kernels do.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { complaints } from "./accessibility.js";

/** The work-items of a figure as the book has it, in the order of the elements. */
const drawnIn = (page, figure) => page.locator(`figure[data-mapping="${figure}"] svg g.item text`).allTextContents();

const mappingsIn = (project, chapter) =>
  [...readFileSync(join(project, `book/src/mappings/${chapter}.md`), "utf8").matchAll(/data-mapping="([^"]+)"/g)].map(([, name]) => name);

export function mappingTests({ test, project }) {
  test("each figure of a mapping has sliders, which begin with the figure", async ({ page, address }) => {
    for (const [chapter, count] of [
      ["one-dimension", 4],
      ["two-dimensions", 6],
    ]) {
      await page.goto(`${address}mappings/${chapter}.html`);
      const names = mappingsIn(project, chapter);
      assert.equal(names.length, count);
      for (const name of names) {
        const section = page.locator(`section.course-playground[data-mapping="${name}"]`);
        await section.locator(".playground-open").click();
        await section.locator(".item").first().waitFor();
        assert.deepEqual(await section.locator(".item").allTextContents(), await drawnIn(page, name), name);
        // What moves, too: the figure's first round of what is written.
        assert.ok((await section.locator(".strip .asked").count()) > 0, name);
      }
    }
  });

  test("a slider changes the line, as the kernel in the simulator does", async ({ page, address }) => {
    await page.goto(`${address}mappings/one-dimension.html`);
    const section = page.locator('section.course-playground[data-mapping="map-locally-spaced"]');
    await section.locator(".playground-open").click();
    await section.locator(".item").first().waitFor();
    await section.getByRole("slider", { name: "elements W" }).focus();
    await page.keyboard.press("ArrowRight");
    await section.locator(".item").nth(32).waitFor();
    assert.match(await section.locator(".playground-status").textContent(), /^24 work-items in 3 groups/);
  });

  test("the sliders of a plane work by keyboard, and say in words what came of it", async ({ page, address }) => {
    await page.goto(`${address}mappings/two-dimensions.html`);
    const section = page.locator('section.course-playground[data-mapping="plane-vertical-global"]');
    await section.locator(".playground-open").focus();
    await page.keyboard.press("Enter");
    const status = section.getByRole("status");
    await section.locator(".item").first().waitFor();
    assert.match(await status.textContent(), /^64 work-items \(16 x 4\) in 8 groups \(4 x 2\)/);
    const sizes = ["columns", "rows", "work-group width", "work-group height", "elements of a work-item N"];
    for (const name of sizes) await section.getByRole("slider", { name, exact: true }).waitFor();
    const press = async (name, key, said) => {
      await section.getByRole("slider", { name, exact: true }).focus();
      await page.keyboard.press(key);
      await page.waitForFunction(
        ({ section, said }) => section.querySelector("[role=status]").textContent.includes(said),
        { section: await section.elementHandle(), said },
      );
    };
    // 9 rows: 5 work-items of two rows each, rounded up to three groups of two.
    await press("rows", "ArrowRight", "96 work-items (16 x 6) in 12 groups (4 x 3)");
    assert.equal(await section.locator(".item").count(), 16 * 9);
    const cell = (x, y) => section.locator("tbody tr").nth(y).locator("td").nth(x).textContent();
    assert.equal(await cell(3, 7), "3,1", "row 7 is the second of the work-item in row 1: 1 + 6");
    await press("work-group height", "Home", "80 work-items (16 x 5) in 20 groups (4 x 5)");
    // Four columns of a row, 8 bytes each: one whole sector.
    assert.match(await section.locator(".playground-round p").first().textContent(), /32 bytes, 32 bytes move \(100 %\)/);
  });

  test("each mapping's sentence has a slider, which opens its figure in place of the still one, and they go together", async ({ page, address }) => {
    for (const chapter of ["one-dimension", "two-dimensions"]) {
      await page.goto(`${address}mappings/${chapter}.html`);
      const numbers = page.locator("[data-slides]");
      const of = await numbers.evaluateAll((all) => all.map(({ dataset }) => dataset.slides.split(" ")[0]));
      assert.deepEqual([...new Set(of)], mappingsIn(project, chapter));
      for (const [index, name] of of.entries()) {
        const number = numbers.nth(index);
        const value = Number(await number.innerText());
        await number.locator("input").focus();
        await page.keyboard.press("ArrowRight");
        const section = page.locator(`section.course-playground[data-mapping="${name}"]`);
        await section.locator(".item").first().waitFor();
        assert.equal(Number(await number.innerText()), value + 1, name);
        const labels = { w: /^(elements W|columns)$/, width: /^work-group (size|width)$/, perItem: /^elements of a work-item N$/ };
        const [, size] = (await number.getAttribute("data-slides")).split(" ");
        const own = section.getByRole("slider", { name: labels[size] });
        assert.equal(await own.inputValue(), String(value + 1), name);
        await own.focus();
        await page.keyboard.press("ArrowLeft");
        await page.waitForFunction(([index, value]) => document.querySelectorAll("[data-slides]")[index].innerText.trim() === value, [index, String(value)]);
        assert.equal(await page.locator(`figure[data-mapping="${name}"]`).isVisible(), false, `${name}: the still picture`);
      }
      assert.match(page.url(), new RegExp(`${chapter}.html$`), "no arrow key turned the page");
      assert.deepEqual(await complaints(page), []);
    }
  });
}
