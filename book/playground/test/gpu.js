// A check on the reader's own GPU: in a browser of its own, which has WebGPU by SwiftShader, and in one that has none.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { complaints } from "./accessibility.js";

/** WebGPU without a GPU. */
const SWIFTSHADER = ["--no-sandbox", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];

/** The solutions that have no form in WGSL, and why. */
const REFUSED = new Map([["last-group", /does not order memory between work-groups/]]);

/** Cases of each solution: the corners run all the same. */
const CASES = 8;

const BUTTON = "Run on my GPU";

/** The page's worker, once there is one. */
async function workerOf(page) {
  const has = (worker) => worker.url().endsWith("/worker.js");
  return page.workers().find(has) ?? page.waitForEvent("worker", { predicate: has });
}

/** The worker's devices break once: each way is one that a browser has. `after` calls of the same kind go well. */
async function breakOnce(page, way, after) {
  const worker = await workerOf(page);
  await worker.evaluate(({ way, after }) => {
    const once = (prototype, name, broken) => {
      const usual = prototype[name];
      let left = after;
      prototype[name] = function (...given) {
        if (left-- > 0) return usual.apply(this, given);
        prototype[name] = usual;
        return broken.call(this, usual, given);
      };
    };
    const { createCommandEncoder } = GPUDevice.prototype;
    GPUDevice.prototype.createCommandEncoder = function (...given) {
      self.device = this;
      return createCommandEncoder.apply(this, given);
    };
    if (way === "lost") {
      once(GPUQueue.prototype, "submit", function (usual, given) {
        self.device.destroy();
        return usual.apply(this, given);
      });
    }
    // Where the memory of a mapped buffer cannot be had the call throws.
    if (way === "full") {
      once(GPUDevice.prototype, "createBuffer", () => {
        throw new RangeError("createBuffer failed, size is too large for the implementation when mappedAtCreation == true");
      });
    }
    if (way === "above its limits") {
      once(GPUDevice.prototype, "createBuffer", function (usual, [given]) {
        return usual.call(this, { ...given, mappedAtCreation: false, size: this.limits.maxBufferSize + 4 });
      });
    }
  }, { way, after });
}

/** The page becomes hidden or is seen again, as when another tab is shown. */
const hide = (page, hidden) => page.evaluate((hidden) => globalThis.setHidden(hidden), hidden);

/** Hides the page at the moment at which the figure says this, and waits until the figure says that it is paused. */
const hiddenAt = (page, said) =>
  page.evaluate((said) => new Promise((paused) => {
    const status = document.querySelector('section[data-explore="your-gpu"] .explore-said');
    const watch = new MutationObserver(() => {
      if (status.textContent.startsWith(said)) {
        globalThis.setHidden(true);
      } else if (document.hidden && status.textContent.startsWith("Paused")) {
        watch.disconnect();
        paused();
      }
    });
    watch.observe(status, { childList: true });
  }), said);

/** Figures that are measured: their pages, and what the simulator counts of each variant. */
const MINE = {
  coalescing: { page: "mappings/coalescing", rows: [["stride 1", "4", "100 %"], ["stride 2", "8", "50 %"], ["stride 4", "16", "25 %"], ["stride 8", "32", "13 %"]] },
  divergence: { page: "models/execution-model", rows: [["side by side", "80 %", "1,024"], ["in stretches", "100 %", "1,024"]] },
  matmul: { page: "matmul/tiled", rows: [["product, naive", "1296 KiB", "0.20"], ["product, with tiles", "272 KiB", "0.94"], ["product, in registers", "80 KiB", "3.20"]] },
  // Of 3 x 3 voxels and coefficients of 1 and 4 bytes the outermost results lack some: 46 x 22 of 48 x 24 are read.
  convolution: { page: "convolution/unrolled", rows: [["one", ((46 * 22 * 5) / 128).toFixed(1)], ["four of a row", "1.8"]] },
};

const MEASURED = { timeout: 90_000 };

/** The page "Your GPU" with its measurement under way, or with what is kept of one. */
async function yourGpu(page, address) {
  await page.goto(`${address}your-gpu.html`);
  const section = page.locator('section[data-explore="your-gpu"]');
  await section.locator(".playground-open").click();
  await section.locator(".explore-drawing").first().waitFor();
  return section;
}

const saying = (section, hasText) => section.locator(".explore-said", { hasText }).waitFor(MEASURED);
const cells = (section) => section.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map(({ textContent }) => textContent)));
const keptOf = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("opencl-course-gpu")));

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
        await page.addInitScript(() => {
          globalThis.setHidden = (hidden) => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
            document.dispatchEvent(new Event("visibilitychange"));
          };
        });
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
    const times = section.locator(".playground-times");
    await times.getByRole("link", { name: "Measure your GPU" }).waitFor();
    const [charted] = await times.getByRole("img").evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
    const [, own] = /; (\S+ \S+) for /.exec(await status(section));
    assert.match(charted, new RegExp(`^The largest case on your GPU: yours ${own}, the course's solution [\\d.,]+ (ns|µs|ms)\\.$`));
    assert.deepEqual(await complaints(page), []);
    // With figures of the page "Your GPU" it stands beside the devices of the book.
    await page.evaluate(() => localStorage.setItem("opencl-course-gpu", JSON.stringify({ form: 1, device: "google swiftshader", copy: [1, 2, 3] })));
    await press(section, BUTTON);
    await done(section);
    const copies = times.getByRole("img", { name: /^Bytes that a copy moves/ });
    await copies.waitFor();
    assert.match(await copies.getAttribute("aria-label"), /: google swiftshader 2 GB\/s, NVIDIA H200 4\.2 TB\/s, 2 cores of a CPU 30 GB\/s\.$/);
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

  const BROKEN = {
    lost: "The browser lost the GPU \\(Device was destroyed\\.\\)\\. A kernel that runs for seconds does that, and so does another program\\.",
    full: "The GPU has too little memory for this launch\\.",
    "above its limits": "WebGPU refuses the launch: Buffer size \\(\\d+\\) exceeds the max buffer size limit \\(\\d+\\)\\.",
  };
  /** The launch that tries a device takes two buffers; the cases come after it. */
  const WHEN = { "as it is opened": [0, "Your GPU"], "at the cases": [2, "Your GPU \\(.+\\)"] };
  for (const [way, why] of Object.entries(BROKEN)) {
    for (const [when, [after, name]] of Object.entries(WHEN)) {
      onGpu(`on a GPU that is ${way} ${when} the simulator's verdict stays, and the next check runs`, async ({ page, address }) => {
        await page.goto(`${address}models/execution-model.html`);
        const section = await opened(page, "saxpy");
        await shown(section);
        await write(section, kernelOf("02-saxpy/kernel.cl"));
        await breakOnce(page, way, after);
        await press(section, BUTTON);
        await done(section);
        assert.match(await status(section), new RegExp(`^${name} did not do it\\. ${why} In the simulator: Passed`));
        await press(section, BUTTON);
        await done(section);
        assert.match(await status(section), /^Passed on your GPU/);
      });
    }
  }

  onGpu("on a GPU no time is given of a page that was hidden", async ({ page, address }) => {
    await page.goto(`${address}models/execution-model.html`);
    const section = await opened(page, "saxpy");
    await shown(section);
    await write(section, kernelOf("02-saxpy/kernel.cl"));
    await press(section, BUTTON);
    await hide(page, true);
    await hide(page, false);
    await done(section);
    assert.match(await status(section), /^Passed on your GPU \(.+\), \d+ cases\. The page was hidden meanwhile, so no time is given\. In the simulator: Passed/);
  });

  onGpu("your GPU is measured and kept, nothing moves meanwhile, and axe finds nothing", async ({ page, address }) => {
    await page.addInitScript(() => {
      globalThis.moved = [];
      new PerformanceObserver((list) => globalThis.moved.push(...list.getEntries().map(({ startTime, value }) => [startTime, value]))).observe({ type: "layout-shift", buffered: true });
      addEventListener("click", () => (globalThis.pressed = performance.now()), { once: true });
    });
    let section = await yourGpu(page, address);
    await saying(section, /^Measured: /);
    // What is pressed opens, and moves what is below it, in one go; before and after that nothing moves.
    const [pressed, moved] = await page.evaluate(() => [globalThis.pressed, globalThis.moved]);
    const opening = moved[0]?.[0];
    assert.deepEqual(moved.filter(([at]) => at < pressed || at !== opening), []);
    const figures = await keptOf(page);
    for (const [first, median, third] of [figures.copy, figures.multiplyAdd, figures.launch, figures.waited, ...Object.values(figures.kernels).map(({ rate }) => rate)]) {
      assert.ok(0 < first && first <= median && median <= third, `${first}, ${median}, ${third}`);
    }
    assert.ok(figures.launch[1] < figures.waited[1], "waiting takes longer");
    const rows = await cells(section);
    assert.equal(rows.flat().filter((text) => text === "–").length, 0);
    // What the command counts, as chapter 19 says it.
    const chapter = readFileSync(join(solutions, "../book/src/matmul/limit.md"), "utf8");
    const [, ...counted] = /has (\d\.\d+) operations for each byte that moves when it is naive, (\d\.\d+) with\s+tiles, and (\d\.\d+) in registers/.exec(chapter);
    const kernels = rows.slice(4);
    assert.deepEqual(kernels.map(([, intensity]) => intensity), ["0.17", ...counted]);
    kernels.forEach(([name, , allowed], index) => {
      const { intensity } = Object.values(figures.kernels)[index];
      const roof = Math.min(figures.multiplyAdd[1], figures.copy[1] * intensity);
      const [number, unit] = allowed.split(" ");
      const rate = Number(number.replaceAll(",", "")) * { "GFLOP/s": 1, "TFLOP/s": 1000 }[unit];
      assert.ok(Math.abs(rate / roof - 1) < 0.06, `${name}: ${allowed} for ${roof}`);
    });
    for (const theme of ["light", "navy"]) {
      await page.evaluate((theme) => localStorage.setItem("mdbook-theme", theme), theme);
      section = await yourGpu(page, address);
      await saying(section, /^Measured on \d{4}-\d\d-\d\d: /);
      assert.deepEqual(await cells(section), rows);
      assert.deepEqual(await complaints(page), [], theme);
    }
    await section.getByRole("button", { name: "Forget it" }).click();
    assert.equal(await keptOf(page), null);
    assert.ok((await cells(section)).flat().includes("–"));
  });

  onGpu("the measurement of a GPU waits while the page is hidden, and ends with it lost", async ({ page, address }) => {
    await page.goto(`${address}your-gpu.html`);
    await hide(page, true);
    const section = page.locator('section[data-explore="your-gpu"]');
    await section.locator(".playground-open").focus();
    await page.keyboard.press("Enter");
    await saying(section, /^Paused: /);
    let paused = hiddenAt(page, "2 of 7");
    await hide(page, false);
    await paused;
    await breakOnce(page, "lost", 0);
    await hide(page, false);
    await saying(section, /^The browser lost the GPU .+ What was measured until then is shown, and not kept\.$/);
    assert.equal(await keptOf(page), null);
    await page.waitForFunction(() => document.activeElement.textContent === "Measure again");
    paused = hiddenAt(page, "2 of 7");
    await page.keyboard.press("Enter");
    await paused;
    await hide(page, false);
    await page.waitForFunction(() => document.activeElement.textContent === "Stop");
    await page.keyboard.press("Enter");
    await saying(section, /^Stopped\./);
  });

  onGpu("a GPU without the memory for a large copy is measured with a smaller one", async ({ page, address }) => {
    const full = page.waitForEvent("worker").then((worker) =>
      worker.evaluate(() => {
        const { createBuffer } = GPUDevice.prototype;
        GPUDevice.prototype.createBuffer = function (given) {
          if (given.size > 2 ** 24) throw new RangeError("too large");
          return createBuffer.call(this, given);
        };
      }),
    );
    const section = await yourGpu(page, address);
    await full;
    await saying(section, /^(3|4) of 7/);
    assert.match((await cells(section))[0][0], /^bytes moved by a copy of 16 MiB$/);
    await section.getByRole("button", { name: "Stop" }).click();
  });

  onGpu("the texts of your GPU are whole at the widths of a phone, a tablet and a page", async ({ page, address }) => {
    await saying(await yourGpu(page, address), /^Measured: /);
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const section = await yourGpu(page, address);
      await saying(section, /^Measured on /);
      const found = await section.evaluate((it) => {
        const { clientWidth, scrollWidth } = document.documentElement;
        const cut = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : [];
        for (const drawing of it.querySelectorAll("svg.explore-drawing")) {
          const { x, width } = drawing.viewBox.baseVal;
          for (const text of drawing.querySelectorAll("text")) {
            const box = text.getBBox();
            if (box.x < x - 2 || box.x + box.width > x + width + 2) cut.push(`${text.textContent} is cut`);
          }
        }
        return cut;
      });
      assert.deepEqual(found, [], `at ${width}`);
    }
  });

  for (const [name, { page: place, rows }] of Object.entries(MINE)) {
    onGpu(`the figure ${name} is measured on a GPU beside what the simulator counts`, async ({ page, address }) => {
      await page.goto(`${address}${place}.html`);
      const section = page.locator(`section[data-explore="${name}"]`);
      await section.locator(".playground-open").click();
      await section.getByRole("button", { name: "Measure it on my GPU" }).focus();
      await page.keyboard.press("Enter");
      const said = section.locator(".explore-mine .explore-said");
      try {
        await section.getByRole("button", { name: "Measure it on my GPU" }).waitFor(MEASURED);
      } catch (error) {
        throw new Error(`the figure still says: ${await said.textContent()}`, { cause: error });
      }
      const outcome = await said.textContent();
      assert.match(outcome, /^On your GPU \(.+\), [\dx, ]+ .+: (All take about as long|.+ takes \d+(\.\d)? times as long as .+)\./);
      console.log(`     ${outcome}`);
      const shown = await cells(section.locator(".explore-mine"));
      assert.deepEqual(shown.map((row) => row.slice(0, -1)), rows);
      for (const row of shown) assert.match(row.at(-1), /^[\d.,]+ (ns|µs|ms|s) \([\d.,]+ to [\d.,]+\)$/);
      assert.deepEqual(await complaints(page), []);
      await page.setViewportSize({ width: 390, height: 844 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), true, "the page is no wider");
    });
  }

  test("without a GPU its page says so", async ({ page, address }) => {
    const section = await yourGpu(page, address);
    await saying(section, /^This browser gives the page no GPU/);
    assert.ok(await section.getByRole("button", { name: "Measure again" }).isDisabled());
    assert.deepEqual(await complaints(page), []);
  });

  test("without a GPU there is no button for it", async ({ page, address }) => {
    await page.goto(`${address}models/execution-model.html`);
    const section = await opened(page, "saxpy");
    await page.evaluate(() => navigator.gpu?.requestAdapter()?.catch(() => null));
    assert.equal(await section.getByRole("button", { name: BUTTON }).count(), 0);
    const figure = page.locator('section[data-explore="divergence"]');
    await figure.locator(".playground-open").click();
    await figure.locator(".explore-drawing").first().waitFor();
    assert.equal(await figure.getByRole("button", { name: "Measure it on my GPU" }).count(), 0);
  });
}
