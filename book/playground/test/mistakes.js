// The pages of the mistakes: their examples run with one press, and the wrong one shows the page's own mistake.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { SEEN_AS, mistakes } from "../course.js";
import { complaints } from "./accessibility.js";

export function mistakeTests({ test, project, themed }) {
  test("every mistake has the launch of its examples, from its own file", async () => {
    const pages = readdirSync(join(project, "book/src/mistakes")).map((name) => name.replace(".md", ""));
    const expected = pages.filter((id) => id !== "index");
    assert.deepEqual([...mistakes().keys()].sort(), expected.sort());
  });

  test("on each mistake's page a press runs the wrong kernel, which shows it, and the right one, which does not", async ({ page, address }) => {
    for (const id of mistakes().keys()) {
      await page.goto(`${address}mistakes/${id}.html`);
      const sections = page.locator("section[data-example]");
      const count = await sections.count();
      assert.ok(count >= 2, `${id}: ${count} examples`);
      for (let index = 0; index < count; index++) {
        const section = sections.nth(index);
        await section.locator(".playground-open").click();
        await section.locator(".playground-results").waitFor({ timeout: 40_000 });
        const found = await section.locator(".playground-finding").evaluateAll((all) => all.map((each) => each.dataset.mistake));
        if (SEEN_AS[id]) assert.match(await section.locator(".playground-note").textContent(), /^This launch .* It does not show why: /);
        assert.equal(found.includes(SEEN_AS[id] ?? id), index === 0, `${id}, example ${index + 1}: ${found}`);
      }
    }
  });

  test("a page of a mistake opens its figure, and axe finds nothing on it in light and in dark", async ({ browser, address }) => {
    for (const theme of ["light", "navy"]) {
      const page = await themed(browser, theme);
      for (const [id, figure] of [["bank-conflict", "banks"], ["low-occupancy", "occupancy"], ["missing-barrier", "barrier"]]) {
        await page.goto(`${address}mistakes/${id}.html`);
        await page.locator(`section[data-explore="${figure}"] .playground-open`).click();
        await page.locator(".explore-stage svg").waitFor();
        await page.locator("section[data-example] .playground-open").first().click();
        await page.locator("section[data-example] .playground-finding").first().waitFor();
        assert.deepEqual(await complaints(page), [], `${theme}, ${id}`);
      }
      await page.context().close();
    }
  });
}
