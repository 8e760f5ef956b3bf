// The figures that a reader moves: each opens in place of its still picture, moves by mouse and by keyboard, and
// shows the numbers that `grader simulate` gives for the same launch.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folder as stillsFolder, stills } from "../stills.js";
import { complaints } from "./accessibility.js";

const percent = (share) => `${Math.round(100 * share)} %`;
const totals = ({ counters }) => counters.total;
const lineWith = (answer, source, text) => {
  const number = source.split("\n").findIndex((line) => line.includes(text)) + 1;
  return answer.counters.lines.find(({ line }) => line === number);
};
const key = (name, ...keys) => ({ slider: name, keys });
const radio = (name) => ({ radio: name });
const button = (name) => ({ button: name });

/**
 * Each figure: its page, what is done to it with the keyboard, what its sentence says then, and the numbers
 * that the command's answer to the same launch gives.
 */
const FIGURES = {
  coalescing: {
    page: "mappings/coalescing",
    moves: [key("stride", "End", "ArrowLeft")],
    said: /^Stride 15: /,
    numbers: (answer) => {
      const { bytes_asked: asked, bytes_moved: moved, efficiency } = totals(answer).global_loads;
      return { sectors: String(moved / 32), asked: `${asked} B`, moved: `${moved} B`, efficiency: percent(efficiency) };
    },
  },
  banks: {
    page: "sharing/transpose",
    moves: [key("words in a row", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"), key("column", "ArrowRight")],
    said: /^Rows of 36 words: the 32 work-items want words of 8 banks, and they are served in 4 passes/,
    numbers: (answer) => ({ passes: String(totals(answer).local_loads.bank_conflict_degree) }),
  },
  barrier: {
    page: "sharing/local-memory",
    moves: [radio("without"), key("Step", "End", "ArrowLeft")],
    said: /The simulator reports missing-barrier: /,
    numbers: ({ findings }) => ({ "found by the simulator": findings.map(({ mistake }) => mistake).join(", ") }),
  },
  reduction: {
    page: "sharing/reduction-scan-histogram",
    moves: [radio("neighbours"), radio("random"), button("Last step")],
    said: /^Step 4: 1 of 16 work-items add \(0\), .* The sum of all is \d+\.$/,
    numbers: ({ outputs }) => ({ "slot 0": String(outputs.rows.values.slice(0, 16).reduce((sum, value) => sum + value)), "additions so far": "15" }),
  },
  scan: {
    page: "sharing/reduction-scan-histogram",
    moves: [radio("up and down"), button("Last step")],
    said: /^Step 7 of 7: 7 of 16 work-items add\. Every slot holds its running sum\.$/,
    numbers: ({ outputs }) => {
      const { values } = outputs.rows;
      let sum = 0;
      const done = values.slice(0, 16).filter((value, slot) => (sum += value) === values.slice(-16)[slot]);
      return { "slots done": `${done.length} of 16`, "additions in all": "26" };
    },
  },
  divergence: {
    page: "models/execution-model",
    moves: [radio("in stretches"), key("Step", "ArrowRight", "ArrowRight")],
    said: /^Line 6: 32 work-items read x\[2 \* w\]\. No lane of a warp that runs it is off\.$/,
    numbers: (answer) => ({ "active lanes of the whole kernel": percent(totals(answer).active_lane_share) }),
  },
  ndrange: {
    page: "models/execution-model",
    moves: [key("elements", "ArrowRight", "ArrowRight"), key("work-group", "End")],
    said: /^64 work-items in 1 group of 64\. The last 12 have no element/,
    numbers: ({ outputs }) => ({ "without an element": String(64 - outputs.item.values.length), groups: String(new Set(outputs.group.values).size) }),
  },
  matmul: {
    page: "matmul/tiled",
    moves: [radio("naive"), button("Last step")],
    said: /^Step 129 of 129, line 14: the group writes 64 elements of c, /,
    numbers: (answer) => {
      const moved = totals(answer).global_loads.bytes_moved + totals(answer).global_stores.bytes_moved;
      return { "moved for all groups": `${(moved / 1024).toFixed(0)} KiB`, "products for each byte": (64 ** 3 / moved).toFixed(2) };
    },
  },
  convolution: {
    page: "convolution/unrolled",
    moves: [key("column", "End"), button("Last step")],
    // Of the last four columns the right neighbour of one is missing: 5 voxels of each of 3 rows.
    said: /^Read 15 of 15: work-item 15 reads the voxel in column 15 of row 4\. It serves 8 products, of the results in column 14, 15\.$/,
    // In each direction the voxels at the edges lack a neighbour.
    numbers: (answer) => {
      assert.equal(totals(answer).operations["float-multiply"], (3 * 16 - 2) * (3 * 8 - 2) * 4);
      return { "products of the launch": totals(answer).operations["float-multiply"].toLocaleString("en"), products: String((3 * 4 - 1) * 3 * 4) };
    },
  },
  roofline: {
    page: "matmul/limit",
    moves: [radio("in registers"), key("n", "ArrowRight")],
    said: /^Product, in registers, n = 64: 524,288 operations for /,
    numbers: (answer) => {
      const { operations, global_loads: loads, global_stores: stores } = totals(answer);
      const moved = loads.bytes_moved + stores.bytes_moved;
      const share = ((operations["float-add"] + operations["float-multiply"]) / moved).toFixed(2);
      return { "operations for each byte": share, "bytes moved": moved.toLocaleString("en"), still: share };
    },
  },
  mandelbrot: {
    page: "simulation/mandelbrot",
    moves: [key("zoom", "ArrowRight", "ArrowRight"), radio("8 x 4"), radio("lanes that work")],
    said: /^Enlarged 4 times around -0\.7450 \+ 0\.1130i: /,
    numbers: (answer, { source }) => ({
      "points that stay": percent(answer.outputs.counts.values.filter((count) => count >= 100).length / answer.outputs.counts.values.length),
      "lanes that work in the loop": percent(lineWith(answer, source, "while (").active_lane_share),
    }),
  },
  cost: {
    page: "measuring/cost-model",
    moves: [key("numbers", "Home"), key("rounds of * and +", "End"), key("numbers", "ArrowRight")],
    said: /^2,048 numbers, 1,024 rounds for each: /,
    // The counts are the command's, and the prices those of the profile.
    numbers: ({ counters: { total } }, { project }) => {
      const profile = readFileSync(join(project, "book/data/h200/profile.toml"), "utf8");
      const table = (name, at) => profile.split(`[[${name}]]\n`).slice(1).at(at).split("\n\n")[0].split("\n").map((line) => Number(line.split(" = ")[1]));
      const [items, counted] = [2048, 64];
      const [[up, upward], [down, downward], [low, first], [high, second], [, read, write]] = [table("transfer", 0), table("transfer", 1), table("base", 0), table("base", 1), table("far", -1)];
      const [multiply, add] = [/"float \*"\]\nseconds = (\S+)/, /"float \+"\]\nseconds = (\S+)/].map((price) => Number(price.exec(profile)[1]));
      assert.ok(low < items && items < high);
      const [multiplications, additions] = ["float-multiply", "float-add"].map((name) => total.operations[name] / counted);
      const bytes = { up: (items / counted) * total.global_loads.bytes_asked, down: (items / counted) * total.global_stores.bytes_asked };
      const copies = up + bytes.up / upward + down + bytes.down / downward;
      const whole = copies + first * (second / first) ** (Math.log(items / low) / Math.log(high / low)) + (bytes.up / 4) * read + (bytes.down / 4) * write + items * (multiplications * multiply + additions * add);
      return { "operations of a work-item": String(multiplications + additions), "in all": `${Number((whole * 1e6).toPrecision(3))} µs`, "of it transfers": percent(copies / whole) };
    },
  },
  occupancy: {
    page: "measuring/cost-model",
    moves: [key("local memory of a work-item", "End")],
    said: /^2 groups fit at once, 4 of 64 warps: local memory is what runs out\. The simulator reports low-occupancy\.$/,
    numbers: ({ findings }) => {
      const [, groups, warps] = /only (\d+) groups? and (\d+) warps? fit/.exec(findings.find(({ mistake }) => mistake === "low-occupancy").message);
      return { "groups at once": groups, "warps at once": warps };
    },
  },
  utilisation: {
    page: "measuring/cost-model",
    moves: [key("work-group", "PageUp", "ArrowRight")],
    said: /^A work-group of \d+: [23] warps of 32 lanes, and \d+ % of the lanes have a work-item\.$/,
    numbers: (answer) => ({ utilisation: totals(answer).active_lane_share.toFixed(2) }),
  },
  waves: {
    page: "simulation/shallow-water-high-resolution",
    moves: [radio("high resolution"), button("20 steps")],
    said: /^After 21 steps the water is between /,
    numbers: (answer) => ({
      highest: `${Math.max(...waves(answer)).toFixed(3)} m`,
      lowest: `${Math.min(...waves(answer)).toFixed(3)} m`,
      steps: "21",
    }),
  },
};

const waves = ({ outputs }) => outputs.eta_new.values;

const sectionOf = (page, name) => page.locator(`section.course-playground[data-explore="${name}"]`);

async function opened(page, address, name) {
  await page.goto(`${address}${FIGURES[name].page}.html`);
  const section = sectionOf(page, name);
  await section.locator(".playground-open").click();
  await section.locator(".explore-stage > *").first().waitFor();
  return section;
}

const settled = (section) => section.evaluate((it) => it.explorable.settled());

/** Does something to a figure with the keyboard alone. */
async function move(page, section, { slider, keys = [], radio, button }) {
  if (slider) await section.getByRole("slider", { name: slider, exact: true }).focus();
  if (radio) await section.getByRole("radio", { name: radio, exact: true }).focus();
  if (button) await section.getByRole("button", { name: button, exact: true }).focus();
  for (const key of slider ? keys : [radio ? "Space" : "Enter"]) await page.keyboard.press(key);
  await settled(section);
}

const said = (section) => section.locator(".explore-said").textContent();

async function numbersOf(section) {
  const pairs = await section.locator(".explore-numbers > div").evaluateAll((all) =>
    all.map((it) => [it.querySelector("dt").textContent, it.querySelector("dd").textContent]),
  );
  return Object.fromEntries(pairs);
}

/** What the command says of the launch that a figure shows. */
async function simulated(grader, section) {
  const { source, launch } = await section.evaluate((it) => it.explorable.request());
  const folder = mkdtempSync(join(tmpdir(), "figure-"));
  try {
    writeFileSync(join(folder, "kernel.cl"), source);
    writeFileSync(join(folder, "LAUNCH.toml"), launch);
    // The command fails where it finds a mistake, and says what it found all the same.
    const run = () => execFileSync(grader, ["simulate", "LAUNCH.toml", "--format", "json"], { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
    try {
      return { answer: JSON.parse(run()), source };
    } catch (error) {
      return { answer: JSON.parse(error.stdout), source };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function exploreTests({ test, project, grader, themed }) {
  test("each figure that can be moved is on its page, and in the book", async () => {
    const pages = readdirSync(join(project, "book/src"), { recursive: true }).filter((name) => name.endsWith(".md"));
    // A figure may be in several chapters.
    const named = pages.flatMap((name) =>
      [...readFileSync(join(project, "book/src", name), "utf8").matchAll(/data-explore="([^"]+)"/g)].map(([, figure]) => `${figure}: ${name.replace(".md", "")}`),
    );
    // The last one is moved by nobody: `gpu.js` tries it.
    const expected = [...Object.entries(FIGURES).map(([name, { page }]) => `${name}: ${page}`), "your-gpu: your-gpu"];
    assert.deepEqual(expected.filter((each) => !named.includes(each)), []);
    const figures = (all) => [...new Set(all.map((each) => each.split(":")[0]))].sort();
    assert.deepEqual(figures(named), figures(expected));
  });

  for (const [name, { moves, said: ends, numbers }] of Object.entries(FIGURES)) {
    test(`the figure ${name} moves by keyboard, and its numbers are those of the command`, async ({ page, address }) => {
      const section = await opened(page, address, name);
      const still = page.locator(`figure[data-explore="${name}"]`);
      assert.equal(await still.isVisible(), false, "the still picture has given its place");
      const first = await said(section);
      if (name === "cost") assert.ok((await still.textContent()).includes((await numbersOf(section))["in all"]), "the still sentence has the number of the beginning");
      for (const each of moves) await move(page, section, each);
      // A simulation takes its steps one after the other.
      await section.locator(".explore-said", { hasText: ends }).waitFor({ timeout: 10_000 }).catch(() => {});
      assert.match(await said(section), ends);
      assert.notEqual(await said(section), first);
      const { answer, source } = await simulated(grader, section);
      // What stands there without JavaScript has numbers, too, in one figure.
      const shown = { ...(await numbersOf(section)), still: /(\d+\.\d+) in registers/.exec(await still.textContent())?.[1] };
      for (const [head, value] of Object.entries(numbers(answer, { source, project }))) assert.equal(shown[head], value, head);
      assert.ok((await section.getByRole("img").count()) > 0, "a picture with a name");
    });
  }

  for (const [name, { moves }] of Object.entries(FIGURES)) {
    test(`the figure ${name} moves by mouse`, async ({ page, address }) => {
      const section = await opened(page, address, name);
      const [{ slider, radio, button }] = moves;
      const stage = section.locator(".explore-stage");
      const first = await stage.innerHTML();
      if (radio) await section.locator("label").filter({ has: page.getByRole("radio", { name: radio, exact: true }) }).click();
      if (button) await section.getByRole("button", { name: button, exact: true }).click();
      if (slider) {
        const track = section.getByRole("slider", { name: slider, exact: true });
        const { width, height } = await track.boundingBox();
        await track.click({ position: { x: width * 0.8, y: height / 2 } });
      }
      await settled(section);
      assert.ok((await stage.innerHTML()) !== first, "another picture");
    });
  }

  test("each still picture of a figure that moves is what the figure draws today, and stands in a chapter", async ({ browser, address }) => {
    const drawn = await stills(browser, address);
    assert.deepEqual(readdirSync(stillsFolder).sort(), [...drawn.keys()].map((name) => `${name}.svg`).sort());
    const text = readdirSync(join(project, "book/src"), { recursive: true }).filter((name) => name.endsWith(".md")).map((name) => readFileSync(join(project, "book/src", name), "utf8")).join("\n");
    for (const [name, picture] of drawn) {
      assert.equal(readFileSync(join(stillsFolder, `${name}.svg`), "utf8"), picture, `${name} is stale: node book/playground/stills.js`);
      assert.ok(text.includes(`stills/${name}.svg}}`), `${name} stands in no chapter`);
    }
  });

  test("a figure's picture is dragged by mouse and by finger", async ({ page, browser, address }) => {
    const section = await opened(page, address, "coalescing");
    await section.scrollIntoViewIfNeeded();
    const { x, y, width } = await section.locator(".explore-stage").boundingBox();
    await page.mouse.move(x + width / 4, y + 100);
    await page.mouse.down();
    await page.mouse.move(x + width / 4 + 3 * 24, y + 100, { steps: 5 });
    await page.mouse.up();
    await settled(section);
    assert.match(await said(section), /^Stride 4: /);
    // A press on a bar is its stride.
    await section.locator('[data-press="9"]').click();
    await settled(section);
    assert.match(await said(section), /^Stride 9: /);

    const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } });
    const phone = await context.newPage();
    const small = await opened(phone, address, "banks");
    await small.locator(".explore-stage").scrollIntoViewIfNeeded();
    const box = await small.locator(".explore-stage").boundingBox();
    const client = await context.newCDPSession(phone);
    const touch = (type, x) => client.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y: box.y + 60 }] });
    await touch("touchStart", box.x + 100);
    for (const across of [10, 20, 30, 42]) await touch("touchMove", box.x + 100 + across);
    await touch("touchEnd", 0);
    await settled(small);
    assert.match(await said(small), /^Rows of 33 words: .* one pass serves all\.$/);
    await context.close();
  });

  test("steps go by mouse, and play until they end", async ({ page, address }) => {
    const section = await opened(page, address, "reduction");
    const press = (name) => section.getByRole("button", { name, exact: true }).click();
    await press("Next step");
    await press("Next step");
    assert.match(await said(section), /^Step 2: /);
    await press("Step back");
    assert.match(await said(section), /^Step 1: /);
    await press("Play");
    await section.locator(".explore-said", { hasText: "Step 4: " }).waitFor();
    await section.getByRole("button", { name: "Play", exact: true }).waitFor();
  });

  test("a press into the set brings that point to the middle, and keys move it on", async ({ page, address }) => {
    const section = await opened(page, address, "mandelbrot");
    const picture = section.locator("canvas");
    const { width, height } = await picture.boundingBox();
    await picture.click({ position: { x: width / 4, y: height / 2 } });
    await settled(section);
    // A quarter of 3.6 to the left of -0.745.
    assert.match(await said(section), /^Enlarged 2 times around -1\.64\d\d /);
    await section.locator("canvas").focus();
    await page.keyboard.press("ArrowRight");
    await settled(section);
    assert.match(await said(section), /^Enlarged 2 times around -1\.46\d\d /);
    await page.keyboard.press("-");
    await settled(section);
    assert.match(await said(section), /^The whole set: /);
  });

  test("a sea goes on while it plays, a poke raises it, and it begins anew calm", async ({ page, address }) => {
    const section = await opened(page, address, "waves");
    const press = (name) => section.getByRole("button", { name, exact: true }).click();
    await press("Play");
    await section.locator(".explore-said", { hasText: /^After ([5-9]|\d{2,}) steps/ }).waitFor();
    await press("Pause");
    await press("Begin anew");
    await section.locator(".explore-said", { hasText: /^After 1 step the water is between 0\.000 m and 0\.000 m/ }).waitFor();
    await section.locator("canvas").click({ position: { x: 40, y: 40 } });
    await settled(section);
    const { highest } = await numbersOf(section);
    assert.ok(Number.parseFloat(highest) > 0.1, highest);
    await section.locator("canvas").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await settled(section);
    const again = await numbersOf(section);
    assert.ok(Number.parseFloat(again.highest) > Number.parseFloat(highest), again.highest);
  });

  test("a standing wave is compared with its exact solution, until it is poked", async ({ page, address }) => {
    const section = await opened(page, address, "waves");
    // Of the sea that the command's run leaves, in the middles of 48 cells between two walls; a step is 0.1 s a metre.
    const apart = ({ outputs }, name, rest, steps) => {
      const [height, along] = [0.01, (2 * Math.PI) / 48];
      const known = (x) => height * Math.cos(along * (x + 0.5)) * Math.cos(along * Math.sqrt(9.8125) * 0.1 * steps);
      return Math.max(...outputs[name].values.map((value, cell) => Math.abs(value - rest - known(cell % 48)))) / height;
    };
    const most = { linear: 0.0005, nonlinear: 0.005, high: 0.02 };
    for (const [scheme, name, output, rest, head] of [
      ["linear", "linear", "eta_new", 0, "largest error"],
      ["nonlinear", "nonlinear", "depth_old", 1, "off the linear solution"],
      ["high", "high resolution", "eta_new", 0, "off the linear solution"],
    ]) {
      await move(page, section, radio(name));
      if (scheme === "linear") await move(page, section, radio("a standing wave"));
      await section.getByRole("button", { name: "20 steps", exact: true }).click();
      await section.locator(".explore-said", { hasText: /^After 21 steps/ }).waitFor();
      const off = apart((await simulated(grader, section)).answer, output, rest, 21);
      const shown = (await numbersOf(section))[head];
      // The outputs are rounded to the digits that the command writes.
      assert.ok(Math.abs(Number.parseFloat(shown) - 100 * off) < 0.011, `${scheme}: ${shown}, and the command's run has ${100 * off} %`);
      assert.ok(off > 0 && off < most[scheme], `${scheme}: ${off}`);
      assert.equal(await section.locator("polyline.known").count(), 1);
    }
    await section.locator("canvas").focus();
    await page.keyboard.press("Enter");
    await settled(section);
    assert.equal((await numbersOf(section))["off the linear solution"], undefined);
    await section.getByRole("button", { name: "Begin anew", exact: true }).click();
    await section.locator(".explore-said", { hasText: /^After 1 step/ }).waitFor();
    await settled(section);
    assert.ok("off the linear solution" in (await numbersOf(section)));
  });

  test("nothing plays by itself where a reader wants no motion", async ({ browser, address }) => {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    const page = await context.newPage();
    const section = await opened(page, address, "reduction");
    assert.equal(await section.getByRole("button", { name: "Play" }).count(), 0);
    await section.getByRole("button", { name: "Next step" }).click();
    assert.match(await said(section), /^Step 1: /);
    await context.close();
  });

  test("axe finds nothing on a page with a figure, in light and in dark", async ({ browser, address }) => {
    for (const theme of ["light", "navy"]) {
      for (const [name, { moves }] of Object.entries(FIGURES)) {
        const page = await themed(browser, theme);
        const section = await opened(page, address, name);
        for (const each of moves) await move(page, section, each);
        assert.deepEqual(await complaints(page), [], `${name}, ${theme}`);
        await page.context().close();
      }
    }
  });

  test("every text of a figure is whole and apart from the others, on a phone too", async ({ browser, address }) => {
    for (const width of [390, 768, 1280]) {
      const page = await themed(browser, "light", { viewport: { width, height: 844 } });
      for (const [name, { moves }] of Object.entries(FIGURES)) {
        const section = await opened(page, address, name);
        for (const each of moves) await move(page, section, each);
        const troubles = await section.evaluate((it) => {
          const found = [];
          for (const drawing of it.querySelectorAll("svg.explore-drawing")) {
            const { x, y, width, height } = drawing.viewBox.baseVal;
            const boxes = [...drawing.querySelectorAll("text")].filter(({ textContent }) => textContent !== "").map((text) => [text.textContent, text.getBBox()]);
            boxes.forEach(([text, box], index) => {
              if (box.x < x - 2 || box.x + box.width > x + width + 2 || box.y < y - 3 || box.y + box.height > y + height + 3) found.push(`${text} is cut`);
              for (const [other, its] of boxes.slice(0, index)) {
                const across = Math.min(box.x + box.width, its.x + its.width) - Math.max(box.x, its.x);
                const down = Math.min(box.y + box.height, its.y + its.height) - Math.max(box.y, its.y);
                // A line's box has room for descenders, which digits do not use.
                if (across > 0.5 && down > 5) found.push(`${text} lies on ${other}`);
              }
            });
          }
          const { clientWidth, scrollWidth } = document.documentElement;
          if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} px too wide`);
          return found;
        });
        assert.deepEqual(troubles, [], `${name} at ${width}`);
      }
      await page.context().close();
    }
  });
}
