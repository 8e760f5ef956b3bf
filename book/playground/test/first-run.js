// How soon a reader can run a kernel in the page: how long it takes from the press of the button to the editor,
// from the press of Run to the end of a first run, and of a second, each time in a browser that knows nothing
// yet. Tells the median, the least and the most.
//
//     node first-run.js --times 9 --ahead 300 --pause 1000
//
// `--ahead`: the pointer comes to the button so many milliseconds before it is pressed; without it, never.
// `--pause`: so many milliseconds are spent on reading before Run is pressed; 0 without it.

import { join, resolve, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { serve } from "./site.js";

const { values } = parseArgs({
  options: { times: { type: "string", default: "9" }, ahead: { type: "string" }, pause: { type: "string", default: "0" } },
});
const times = Number(values.times);
const waits = { ahead: values.ahead === undefined ? null : Number(values.ahead), pause: Number(values.pause) };
const book = join(resolve(dirname(fileURLToPath(import.meta.url)), "../../.."), "book/book/html");
const site = await serve(book);
const measured = [];
for (let time = 0; time < times; time++) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${site.address}models/execution-model.html`, { waitUntil: "networkidle" });
  await page.locator('section.course-playground[data-exercise="saxpy"]').waitFor();
  measured.push(
    await page.evaluate(async ({ ahead, pause }) => {
      const section = document.querySelector('section.course-playground[data-exercise="saxpy"]');
      const button = section.querySelector(".playground-open");
      if (ahead !== null) {
        button.dispatchEvent(new PointerEvent("pointerenter"));
        await new Promise((later) => setTimeout(later, ahead));
      }
      const pressed = performance.now();
      button.click();
      // Without a timer, which would add its own delay.
      const channel = new MessageChannel();
      while (!section.playground) {
        await new Promise((next) => {
          channel.port1.onmessage = next;
          channel.port2.postMessage(null);
        });
      }
      const took = [performance.now() - pressed];
      await new Promise((later) => setTimeout(later, pause));
      for (let run = 0; run < 2; run++) {
        const begin = performance.now();
        await section.playground.run(null);
        took.push(performance.now() - begin);
      }
      return took;
    }, waits),
  );
  await browser.close();
}
site.end();
["the editor", "a first run", "a second run"].forEach((what, index) => {
  const sorted = measured.map((row) => row[index]).sort((one, other) => one - other);
  const [least, median, most] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map(Math.round);
  console.log(`${what.padEnd(14)} ${median} ms (${least} to ${most})`);
});
