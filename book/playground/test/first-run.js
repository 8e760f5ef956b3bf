// How soon a reader can run a kernel in the page: how long it takes from the press of the button to the editor,
// from there to the end of a first run and of a second, each time in a browser that knows nothing yet. Tells
// the least, the median and the most of several times (the first argument; 9). The second argument is how
// many milliseconds before it is pressed the pointer comes to the button; without it, it never does.

import { join, resolve, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "./site.js";

const times = Number(process.argv[2] ?? 9);
const ahead = process.argv[3] === undefined ? null : Number(process.argv[3]);
const book = join(resolve(dirname(fileURLToPath(import.meta.url)), "../../.."), "book/book/html");
const site = await serve(book);
const measured = [];
for (let time = 0; time < times; time++) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${site.address}models/execution-model.html`, { waitUntil: "networkidle" });
  measured.push(
    await page.evaluate(async (ahead) => {
      const section = document.querySelector('section.course-playground[data-exercise="saxpy"]');
      const button = section.querySelector(".playground-open");
      if (ahead !== null) {
        button.dispatchEvent(new PointerEvent("pointerenter"));
        await new Promise((later) => setTimeout(later, ahead));
      }
      const moments = [performance.now()];
      button.click();
      // Without a timer, which would add its own delay.
      const channel = new MessageChannel();
      while (!section.playground) {
        await new Promise((next) => {
          channel.port1.onmessage = next;
          channel.port2.postMessage(null);
        });
      }
      moments.push(performance.now());
      await section.playground.run(null);
      moments.push(performance.now());
      await section.playground.run(null);
      moments.push(performance.now());
      return moments.slice(1).map((moment, index) => moment - moments[index]);
    }, ahead),
  );
  await browser.close();
}
site.end();
["the editor", "a first run", "a second run"].forEach((what, index) => {
  const sorted = measured.map((row) => row[index]).sort((one, other) => one - other);
  const [least, median, most] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map(Math.round);
  console.log(`${what.padEnd(14)} ${median} ms (${least} to ${most})`);
});
