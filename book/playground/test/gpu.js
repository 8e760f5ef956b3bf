// A check on the reader's own GPU: in a browser of its own, which has WebGPU by SwiftShader, and in one that has none.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

/** WebGPU without a GPU. */
const SWIFTSHADER = ["--no-sandbox", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];

/** The solutions that have no form in WGSL, and why. */
const REFUSED = new Map([["last-group", /does not order memory between work-groups/]]);

/** Cases of each solution: the corners run all the same. */
const CASES = 8;

const BUTTON = "Run on my GPU";

/** A check of files on the GPU, as the worker answers it. */
function checked(page, address, slug, files, cases) {
  return page.evaluate(
    async ({ slug, files, cases, folder }) => {
      const { engineOf } = await import(`${folder}playground.js`);
      const { text } = await engineOf(folder).ask("gpu", { exercise: slug, files, cases }, 120);
      return JSON.parse(text);
    },
    { slug, files, cases, folder: `${address}playground/` },
  );
}

export function gpuTests({ test, opened, write, press, done, status, kernelOf, solutions, executablePath, watch }) {
  /** A test in a browser with WebGPU. */
  const onGpu = (name, run) =>
    test(name, async ({ address }) => {
      const browser = await chromium.launch({ executablePath, args: SWIFTSHADER });
      try {
        const page = await browser.newPage();
        const troubles = watch(page, address);
        await run({ page, address });
        assert.deepEqual(troubles, []);
      } finally {
        await browser.close();
      }
    });

  const shown = (section) => section.getByRole("button", { name: BUTTON }).waitFor({ timeout: 20_000 });

  onGpu("on a GPU a right answer passes with its time, and a wrong one fails in the simulator", async ({ page, address }) => {
    await page.goto(`${address}models/execution-model.html`);
    const section = await opened(page, "saxpy");
    await shown(section);
    await write(section, kernelOf("02-saxpy/kernel.cl"));
    await press(section, BUTTON);
    await done(section);
    assert.match(await status(section), /^Passed on your GPU \(.+\), \d+ cases; [\d.,]+ (ns|µs|ms) for [\d,]+ work-items?\. In the simulator: Passed/);
    assert.equal(await section.locator(".playground-report").getAttribute("data-verdict"), "passed");
    await write(section, kernelOf("02-saxpy/mistakes/guard-off-by-one.cl"));
    await press(section, BUTTON);
    await done(section);
    assert.match(await status(section), /^Not run on your GPU, for it fails in the simulator/);
  });

  onGpu("on a GPU a kernel without a form in WGSL says why, and keeps the simulator's verdict", async ({ page, address }) => {
    await page.goto(`${address}models/execution-model.html`);
    const section = await opened(page, "saxpy");
    await shown(section);
    const saxpy = kernelOf("02-saxpy/kernel.cl")["kernel.cl"];
    await write(section, { "kernel.cl": saxpy.replace("    if (", "    goto on;\non:\n    if (") });
    await press(section, BUTTON);
    await done(section);
    assert.match(await status(section), /^Not run on your GPU \(.+\): cannot run here: kernel\.cl:\d+:\d+: WGSL has no `goto`\. In the simulator: Passed/);
  });

  onGpu("every solution passes on a GPU, or is refused for a known reason", async ({ page, address }) => {
    await page.goto(`${address}start.html`);
    const wrong = [];
    let passed = 0;
    for (const folder of readdirSync(solutions)) {
      const slug = folder.slice(3);
      const files = {};
      for (const name of readdirSync(join(solutions, folder))) {
        if (/^(kernel\.cl|answers\.toml)$/.test(name)) files[name] = readFileSync(join(solutions, folder, name), "utf8");
      }
      if (!files["kernel.cl"]) continue;
      const { refused, gpu } = await checked(page, address, slug, files, CASES);
      if (gpu?.state === "passed") passed += 1;
      else if (!(gpu?.state === "refused" && REFUSED.get(slug)?.test(gpu.why))) wrong.push(`${slug}: ${JSON.stringify(gpu ?? refused)}`);
    }
    console.log(`     ${passed} solutions passed`);
    assert.deepEqual(wrong, []);
  });

  test("without a GPU there is no button for it", async ({ page, address }) => {
    await page.goto(`${address}models/execution-model.html`);
    const section = await opened(page, "saxpy");
    await page.evaluate(() => navigator.gpu?.requestAdapter()?.catch(() => null));
    assert.equal(await section.getByRole("button", { name: BUTTON }).count(), 0);
  });
}
