// How many frames a second a figure has while its first control is moved, or while it plays, and how often its picture
// follows. Says it for each figure; what a machine does is no test.
//
//     node frames.js [NAME]

import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { browserPath } from "./browser.js";
import { serve } from "./site.js";

const SECONDS = 3;
const project = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const source = join(project, "book/src");

/** The page that has each figure. */
const pages = new Map();
for (const name of readdirSync(source, { recursive: true }).filter((name) => name.endsWith(".md"))) {
  for (const [, figure] of readFileSync(join(source, name), "utf8").matchAll(/data-explore="([^"]+)"/g)) pages.set(figure, name.replace(/md$/, "html"));
}
// That one measures, and is moved by nobody.
pages.delete("your-gpu");

/** Moves a figure for a while, a position each frame: runs in the page. */
async function moved({ name, seconds }) {
  const section = document.querySelector(`section[data-explore="${name}"]`);
  const frame = () => new Promise(requestAnimationFrame);
  const inputs = [...section.querySelectorAll(".explore-range input, .explore-steps input[type=range], .explore-choice input")];
  const plays = [...section.querySelectorAll("button")].find((button) => button.textContent === "Play" && name === "waves");
  plays?.click();
  const slider = inputs.find(({ type, max }) => type === "range" && max > 1);
  let pictures = 0;
  new MutationObserver(() => (pictures += 1)).observe(section.querySelector(".explore-stage"), { childList: true });
  const frames = [];
  let position = 0;
  const begin = performance.now();
  for (let last = begin; last - begin < 1000 * seconds; ) {
    if (!plays && slider) {
      const count = (slider.max - slider.min) / (slider.step || 1);
      position = (position + 1) % (2 * count);
      slider.value = Number(slider.min) + Math.min(position, 2 * count - position) * (slider.step || 1);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (!plays) {
      const other = inputs[(position += 1) % inputs.length];
      other.click();
    }
    const now = await frame();
    frames.push(now - last);
    last = now;
  }
  frames.shift();
  frames.sort((one, other) => one - other);
  const whole = performance.now() - begin;
  return { rate: (1000 * frames.length) / whole, late: frames[Math.floor(0.99 * frames.length)], pictures: (1000 * pictures) / whole };
}

const site = await serve(resolve(project, "book/book/html"));
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
for (const [name, page] of [...pages].sort().filter(([name]) => !process.argv[2] || name === process.argv[2])) {
  const opened = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await opened.goto(`${site.address}${page}`, { waitUntil: "load" });
  const section = opened.locator(`section[data-explore="${name}"]`);
  await section.locator(".playground-open").click();
  await section.locator(".explore-stage > *").first().waitFor();
  const { rate, late, pictures } = await opened.evaluate(moved, { name, seconds: SECONDS });
  console.log(`${name.padEnd(12)} ${rate.toFixed(0).padStart(3)} frames a second, 99 of 100 within ${late.toFixed(0)} ms; ${pictures.toFixed(0)} pictures a second`);
  await opened.close();
}
await browser.close();
site.end();
