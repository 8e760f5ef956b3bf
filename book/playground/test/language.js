// The language server in the page's editors, as a reader meets it: by keyboard and with the pointer.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { tooFaint } from "./contrast.js";

const TEXT = `#define TILE 16
/* Twice. */
float twice(float value) { return 2.0f*value; }
kernel void saxpy(const uint n, const float alpha, global const float *x, global float *y)
{
    size_t i = get_global_id(0);
    local float tile[TILE];
    if (i < n) y[i] = clamp(twice(x[i]), 0.0f, alpha);
}
`;

/** The exercise saxpy with a text of the test's, once the server is there. */
async function written(page, address, text = TEXT) {
  await page.goto(`${address}models/execution-model.html`);
  const section = page.locator('section.course-playground[data-exercise="saxpy"]').first();
  await section.locator(".playground-open").click();
  await section.getByRole("button", { name: "Format" }).waitFor();
  await section.evaluate((it, text) => (it.playground.files = { "kernel.cl": text }), text);
  return section;
}

const textOf = (section) => section.evaluate((it) => it.playground.files["kernel.cl"]);
const line = (section, number) => section.locator(".cm-line").nth(number - 1);

/** Puts the cursor there. */
const go = (section, line, column) =>
  section.evaluate((it, [line, column]) => it.playground.kernel.go(line, column), [line, column]);

/** The words that are underlined, once they are these. */
const underlined = (page, words, kind = "error") =>
  page.waitForFunction(
    ([kind, wanted]) => JSON.stringify([...document.querySelectorAll(`.cm-lintRange-${kind}`)].map((it) => it.textContent)) === wanted,
    [kind, JSON.stringify(words)],
  );

/** The middle of a word of a line. */
async function pointAt(page, section, number, word) {
  await line(section, number).scrollIntoViewIfNeeded();
  const { x, y } = await line(section, number).evaluate((shown, word) => {
    const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const at = walker.currentNode.data.indexOf(word);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + word.length);
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }
  }, word);
  // Twice: the pointer has to move over the word.
  await page.mouse.move(x - 2, y);
  await page.mouse.move(x, y);
}

export function languageTests({ test, book, project, themed, themes }) {
  test("nothing of the language server is loaded before a reader comes into an editor", async ({ page, address }) => {
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const isServer = (path) => /language/.test(path);
    await page.goto(`${address}models/execution-model.html`, { waitUntil: "networkidle" });
    assert.deepEqual(asked.filter(isServer), []);
    await written(page, address);
    assert.ok(asked.some((path) => path.endsWith("language-server.wasm")));
  });

  test("a mistake is underlined as it is typed, says what it is, and is fixed by a button", async ({ page, address }) => {
    const section = await written(page, address);
    await go(section, 6, 16);
    await page.keyboard.press("Shift+End");
    await page.keyboard.type("threadIdx.x;");
    await underlined(page, ["threadIdx"]);
    await pointAt(page, section, 6, "threadIdx");
    const tooltip = page.locator(".cm-tooltip .cm-diagnostic");
    await tooltip.waitFor();
    assert.match(await tooltip.innerText(), /there is no name `threadIdx` here/);
    assert.match(await tooltip.locator("a").getAttribute("href"), /\/course\/mistakes\/cuda-ism\.html$/);
    await tooltip.getByRole("button", { name: /get_local_id\(0\)/ }).click();
    await underlined(page, []);
    assert.match(await textOf(section), /size_t i = get_local_id\(0\);/);
  });

  test("by keyboard alone: to the mistake, its fix, and out of the editor", async ({ page, address }) => {
    const section = await written(page, address, TEXT.replace("get_global_id(0)", "blockIdx.x"));
    await underlined(page, ["blockIdx"]);
    await section.locator(".cm-content").focus();
    await page.keyboard.press("F8");
    assert.equal(await section.evaluate((it) => it.playground.kernel.view.state.selection.main.from), TEXT.indexOf("get_global_id"));
    await page.keyboard.press("Control+.");
    await section.locator(".cm-panel-lint [aria-selected=true]").waitFor();
    // The underlined letter of the fix.
    await page.keyboard.press((await section.locator(".cm-panel-lint .cm-diagnosticAction u").first().textContent()).toLowerCase());
    await underlined(page, []);
    assert.match(await textOf(section), /size_t i = get_group_id\(0\);/);
    await page.keyboard.press("Escape");
    await section.locator(".cm-content").focus();
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Check");
  });

  test("what is underlined belongs to the text as it is", async ({ page, address }) => {
    const section = await written(page, address);
    // A run's finding is out of date once the text is another.
    const mistake = readFileSync(join(project, "solutions/02-saxpy/mistakes/guard-off-by-one.cl"), "utf8");
    await section.evaluate((it, text) => (it.playground.files = { "kernel.cl": text }), mistake);
    await section.getByRole("button", { name: "Check" }).click();
    await section.locator(".cm-lintRange-error").first().waitFor();
    await go(section, 1, 1);
    await page.keyboard.type("// Mine.\n");
    await underlined(page, []);
    // Words that are wrong while they are typed, faster than the server is asked.
    await section.evaluate((it, text) => (it.playground.files = { "kernel.cl": text }), TEXT);
    await go(section, 8, 5);
    for (const word of ["wrong1; ", "wrong2; ", "wrong3; "]) {
      await page.keyboard.type(word, { delay: 20 });
      await page.waitForTimeout(120);
    }
    await underlined(page, ["wrong1", "wrong2", "wrong3"]);
    for (let count = 0; count < 24; count++) await page.keyboard.press("Backspace");
    await underlined(page, []);
    assert.equal(await textOf(section), TEXT);
    // And after all requests are answered.
    await page.waitForTimeout(500);
    await underlined(page, []);
  });

  test("under the pointer stands what a name means: built-ins, macros, types, functions of the text", async ({ page, address }) => {
    const section = await written(page, address);
    const shown = page.locator(".cm-tooltip-hover");
    for (const [number, word, means] of [
      [8, "clamp", /Returns x limited to the range from minval to maxval/],
      [7, "TILE", /#define TILE 16/],
      [6, "size_t", /An unsigned integer of the size of an address/],
      [8, "twice", /float twice\(float value\)[\s\S]*Twice\./],
      [7, "tile", /in local memory, one for each work-group; 64 bytes/],
    ]) {
      await pointAt(page, section, number, word);
      // What is wrong there stands in the same place, and may come first.
      await shown.filter({ hasText: means }).waitFor();
      await page.mouse.move(1, 1);
      await shown.waitFor({ state: "hidden" });
    }
    // The same by keyboard, and for who does not see it.
    await go(section, 8, 25);
    await page.keyboard.press("Control+i");
    const meaning = page.locator(".cm-tooltip.cm-lsp-documentation");
    await meaning.waitFor();
    assert.match(await meaning.innerText(), /Returns x limited/);
    assert.match(await section.locator("[aria-live=polite]").first().textContent(), /Returns x limited/);
    await page.keyboard.press("Escape");
    await meaning.waitFor({ state: "hidden" });
  });

  test("what is in a comment of the kernel is shown as text", async ({ page, address }) => {
    const wicked = '/* <img src=x onerror="window.ran = true"><script>window.ran = true</script> [a](javascript:1) */';
    const section = await written(page, address, TEXT.replace("/* Twice. */", wicked));
    await pointAt(page, section, 8, "twice");
    const shown = page.locator(".cm-tooltip-hover");
    await shown.waitFor();
    assert.equal(await shown.locator("img, script, a").count(), 0);
    assert.equal(await page.evaluate(() => window.ran), undefined);
  });

  test("completion, with what each name means, and the parameters of a call", async ({ page, address }) => {
    const section = await written(page, address);
    await go(section, 7, 29);
    await page.keyboard.type("\ntile[get_local_i");
    const list = page.locator(".cm-tooltip-autocomplete");
    await list.locator("li[aria-selected=true]", { hasText: "get_local_id" }).waitFor();
    await page.locator(".cm-completionInfo", { hasText: "Returns the work-item's id within its work-group" }).waitFor();
    // In its first moments a list takes no key: it may be meant for the text.
    await page.waitForTimeout(200);
    await page.keyboard.press("Enter");
    await page.keyboard.type("(0)] = mad(x[i], ", { delay: 50 });
    const active = page.locator(".cm-lsp-signature-tooltip .cm-lsp-active-parameter");
    await active.filter({ hasText: "b" }).waitFor();
    assert.match(await line(section, 8).textContent(), /^ {4}tile\[get_local_id\(0\)\] = mad\(x\[i\], /);
  });

  test("definitions, a new name for a parameter, and the text laid out", async ({ page, address }) => {
    const section = await written(page, address);
    const selected = () => section.evaluate((it) => it.playground.kernel.view.state.selection.main.head);
    await go(section, 8, 32);
    await page.keyboard.press("F12");
    await page.waitForFunction(
      (at) => document.querySelector("section[data-state=open]").playground.kernel.view.state.selection.main.head === at,
      TEXT.indexOf("twice"),
    );
    await go(section, 3, 22);
    await page.keyboard.press("F2");
    const name = section.locator(".cm-lsp-rename-panel input");
    await name.fill("number");
    await page.keyboard.press("Enter");
    await line(section, 3).filter({ hasText: "float twice(float number) { return 2.0f*number; }" }).waitFor();
    const before = await textOf(section);
    await section.getByRole("button", { name: "Format" }).click();
    await line(section, 3).filter({ hasText: "2.0f * number" }).waitFor();
    const tokens = (text) => text.replace(/\s+/g, "");
    assert.equal(tokens(await textOf(section)), tokens(before));
    assert.ok((await selected()) > 0, "the cursor stays");
  });

  test("an exercise of OpenCL C 3.0 is read as such", async ({ page, address }) => {
    await page.goto(`${address}beyond/groups-and-sub-groups.html`);
    const section = page.locator('section.course-playground[data-exercise="shuffle-sum"]').first();
    await section.locator(".playground-open").click();
    await section.getByRole("button", { name: "Format" }).waitFor();
    const folder = "solutions/".concat(await section.locator(".playground-title strong").textContent()).replace(" ", "-");
    const kernel = readFileSync(join(project, folder, "kernel.cl"), "utf8");
    await section.evaluate((it, text) => (it.playground.files = { "kernel.cl": `${text}\nvoid f(void) { wrong; }\n` }), kernel);
    await underlined(page, ["wrong"]);
  });

  test("a kernel of the reader's own has the server too", async ({ page, address }) => {
    await page.goto(`${address}your-own-kernel.html`);
    const section = page.locator("section.course-playground[data-own]");
    await section.locator(".playground-open").click();
    await section.getByRole("button", { name: "Format" }).waitFor();
    await section.evaluate((it) => it.playground.kernel.go(1, 1));
    await page.keyboard.type("wrong ");
    await page.keyboard.press("Escape");
    await section.locator(".cm-lintRange-error").first().waitFor();
  });

  test("a server whose module fails is replaced, and the editor stays as it is", async ({ page, address }) => {
    const section = await written(page, address);
    let worker = page.workers().find((it) => it.url().endsWith("language-worker.js"));
    // After the answer to the test: the page ends a worker that failed.
    const fail = () => worker.evaluate(() => void setTimeout(() => self.postMessage({ failed: "unreachable" }), 50));
    const replaced = async () => {
      const next = page.waitForEvent("worker");
      await fail();
      worker = await next;
    };
    await replaced();
    await go(section, 8, 5);
    await page.keyboard.type("wrong; ");
    await underlined(page, ["wrong"]);
    // What fails again and again is left out at last.
    for (let failure = 2; failure < 4; failure++) await replaced();
    await fail();
    await section.getByRole("button", { name: "Format" }).waitFor({ state: "hidden" });
    await underlined(page, []);
    await page.keyboard.type("more");
    assert.match(await textOf(section), /wrong; moreif/);
    await section.getByRole("button", { name: "Check" }).click();
    await section.locator(".playground-report").waitFor();
  });

  test("a book without the language server has the editor that it had", async ({ browser, address }) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(error));
    await page.route("**/language-server.wasm", (route) => route.fulfill({ status: 404 }));
    await page.goto(`${address}models/execution-model.html`);
    const section = page.locator('section.course-playground[data-exercise="saxpy"]').first();
    const missing = page.waitForEvent("console", { predicate: (message) => message.text().startsWith("without the language server") });
    await section.locator(".playground-open").click();
    await missing;
    await section.evaluate((it, text) => (it.playground.files = { "kernel.cl": text }), TEXT);
    await section.getByRole("button", { name: "Check" }).click();
    await section.locator(".playground-report").waitFor();
    assert.equal(await section.getByRole("button", { name: "Format" }).count(), 0);
    assert.deepEqual(errors, []);
    await context.close();
  });

  test("what the server shows stands out by 4.5 to 1 in every theme", async ({ browser, address }) => {
    for (const theme of themes) {
      const page = await themed(browser, theme);
      const section = await written(page, address, TEXT.replace("get_global_id(0)", "blockIdx.x"));
      await underlined(page, ["blockIdx"]);
      const stands = async (what) => {
        const { faint } = await page.evaluate(tooFaint, 4.5);
        assert.deepEqual(faint, [], `${theme}, ${what}`);
      };
      await go(section, 8, 25);
      await page.keyboard.press("Control+i");
      await page.locator(".cm-tooltip.cm-lsp-documentation").waitFor();
      await stands("a hover");
      await page.keyboard.press("Control+.");
      await section.locator(".cm-panel-lint [aria-selected=true]").waitFor();
      await stands("the list of mistakes");
      await page.keyboard.press("Escape");
      await go(section, 7, 29);
      await page.keyboard.type("\nget_loc");
      await page.locator(".cm-completionInfo").waitFor();
      await stands("completions");
      await page.context().close();
    }
  });

  test("on a phone what the server shows is within the page", async ({ browser, address }) => {
    const page = await themed(browser, "light", { viewport: { width: 390, height: 800 } });
    const section = await written(page, address, TEXT.replace("get_global_id(0)", "blockIdx.x"));
    await underlined(page, ["blockIdx"]);
    const within = async (selector) => {
      const shown = page.locator(selector);
      await shown.waitFor();
      const { x, width } = await shown.boundingBox();
      assert.ok(x >= 0 && x + width <= 390, `${selector}: ${x} to ${x + width}`);
    };
    await section.locator(".cm-content").scrollIntoViewIfNeeded();
    await pointAt(page, section, 6, "blockIdx");
    await within(".cm-tooltip:has(.cm-diagnostic)");
    await page.mouse.move(1, 1);
    await go(section, 8, 25);
    await page.keyboard.press("Control+i");
    await within(".cm-tooltip.cm-lsp-documentation");
    await go(section, 7, 29);
    await page.keyboard.type("\nget_loc");
    await within(".cm-tooltip-autocomplete");
    await page.context().close();
  });

  test("the language server is small once it is compressed", async () => {
    const { length } = gzipSync(readFileSync(join(book, "playground/language-server.wasm")), { level: 9 });
    console.log(`     ${length.toLocaleString("en")} bytes with gzip`);
    assert.ok(length < 800_000);
  });
}
