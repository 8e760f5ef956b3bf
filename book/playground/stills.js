// The still pictures of the figures that a reader moves, for where there is no script and on paper: what the figure
// itself draws, from the simulator's numbers. `node stills.js` writes them into `book/src/stills`, from the built book.
// `test/explore.js` says whether they are fresh.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { browserPath } from "./test/browser.js";
import { serve } from "./test/site.js";

const book = resolve(dirname(fileURLToPath(import.meta.url)), "..");
/** The folder of the pictures. */
export const folder = join(book, "src/stills");
/** Pixels: what a phone's page has room for. On a wider page the picture is larger. */
const WIDTH = 358;

const step = (number) => async (section) => {
  const slider = section.getByRole("slider", { name: "Step", exact: true });
  await slider.fill(String(number < 0 ? Number(await slider.getAttribute("max")) + 1 + number : number));
};

async function pressed(section, name, said) {
  await section.getByRole("button", { name, exact: true }).click();
  await section.locator(".explore-said", { hasText: said }).waitFor();
}

/** Each still: the figure and its page, what is done to it first, and how it is drawn if not by the figure itself. */
const STILLS = {
  // Who has filled the tile waits at the barrier; one is still busy.
  barrier: { figure: "barrier", page: "sharing/local-memory", moves: step(2) },
  // The whole way of both warps.
  divergence: { figure: "divergence", page: "models/execution-model", moves: step(-1) },
  roofline: {
    figure: "roofline",
    page: "matmul/limit",
    moves: async (section) => {
      // Matrices of 64 x 64, as the sentence below it says.
      await section.getByRole("slider", { name: "n", exact: true }).fill("2");
      await section.evaluate((it) => it.explorable.settled());
      await section.locator("label").filter({ hasText: "naive" }).click();
      await section.evaluate((it) => it.explorable.settled());
      for (const name of ["with tiles", "in registers"]) {
        await section.locator("label").filter({ hasText: name }).click();
        await section.evaluate((it) => it.explorable.settled());
      }
    },
  },
  cost: { figure: "cost", page: "measuring/cost-model" },
  occupancy: { figure: "occupancy", page: "measuring/cost-model" },
  waves: { figure: "waves", page: "simulation/shallow-water-linear", moves: (section) => pressed(section, "20 steps", /^After 21 steps/), draws: sea },
  "waves-schemes": { figure: "waves", page: "simulation/shallow-water-high-resolution", draws: schemes },
};

/** The heights of the sea that a figure shows, with the size of the sea. */
const heights = (section) => section.evaluate((it) => it.explorable.shown().heights);

const round = (value) => Number(value.toFixed(1));

const head = (width, height, said) => `<svg xmlns="http://www.w3.org/2000/svg" class="figure still" viewBox="-1 -1 ${width + 2} ${height + 2}" width="${width + 2}" height="${height + 2}" role="img" aria-label="${said}">`;

/** Cells of equal height as one path: the taller the water, the more of the colour. */
async function sea(section) {
  const { eta, nx, ny, shown, ends } = await heights(section);
  const cell = WIDTH / nx;
  const levels = 10;
  const runs = new Map();
  for (let y = 0; y < ny; y++) {
    for (let x = 0; x < nx; ) {
      const level = Math.round(Math.max(-1, Math.min(1, eta[y * nx + x] / shown)) * levels);
      const from = x;
      while (x < nx && Math.round(Math.max(-1, Math.min(1, eta[y * nx + x] / shown)) * levels) === level) x++;
      if (level !== 0) runs.set(level, `${runs.get(level) ?? ""}M${from} ${ny - 1 - y}h${x - from}v1h-${x - from}z`);
    }
  }
  const paths = [...runs].sort(([one], [other]) => one - other).map(([level, d]) => `<path class="${level > 0 ? "high" : "low"}" fill="${ends[level > 0 ? "high" : "low"]}" fill-opacity="${Math.abs(level) / levels}" d="${d}"/>`);
  const high = round(ny * cell);
  const said = await section.locator(".explore-said").textContent();
  return [
    head(WIDTH, high + 34, said),
    `<rect class="rest" fill="${ends.rest}" x="0" y="0" width="${WIDTH}" height="${high}"/>`,
    `<g transform="scale(${cell.toFixed(4)})" shape-rendering="crispEdges">`,
    ...paths,
    "</g>",
    ...[-1, -0.5, 0, 0.5, 1].map((share, index) => {
      const side = share > 0 ? "high" : share < 0 ? "low" : "rest";
      const x = 2 + index * 72;
      return `<rect class="rest" fill="${ends.rest}" x="${x}" y="${high + 14}" width="14" height="14"/><rect class="${side}" fill="${ends[side]}" fill-opacity="${Math.abs(share)}" x="${x}" y="${high + 14}" width="14" height="14"/><text x="${x + 20}" y="${high + 25}">${share * shown} m</text>`;
    }),
    "</svg>",
    "",
  ].join("\n");
}

/** The same row of the sea as each scheme leaves it. */
async function schemes(section) {
  const [tall, most] = [96, 0.08];
  const rows = [];
  for (const [index, name] of ["linear", "nonlinear", "high resolution"].entries()) {
    await pressed(section, "Begin anew", /^After 1 step the water is between 0\.000 m and 0\.000 m/);
    await section.locator("label").filter({ hasText: new RegExp(`^${name}$`) }).click();
    await section.evaluate((it) => it.explorable.settled());
    const picture = section.locator("canvas");
    for (const key of ["Enter", "Enter"]) {
      await picture.focus();
      await section.page().keyboard.press(key);
      await section.evaluate((it) => it.explorable.settled());
    }
    await pressed(section, "20 steps", /^After 21 steps/);
    await pressed(section, "20 steps", /^After 41 steps/);
    const { eta, nx, row } = await heights(section);
    const top = index * tall;
    const middle = top + 58;
    const points = Array.from({ length: nx }, (_, x) => `${round(((x + 0.5) * WIDTH) / nx)},${round(middle - (eta[row * nx + x] / most) * 34)}`);
    rows.push(`<text class="head" x="0" y="${top + 13}">${name}</text>`, `<path class="axis" fill="none" stroke="#888" d="M0 ${middle}H${WIDTH}"/>`, `<polyline class="profile" fill="none" stroke="#0d6470" stroke-width="2" points="${points.join(" ")}"/>`);
  }
  return [head(WIDTH, 3 * tall + 4, "The heights along one row of the sea, 41 steps after the same hill of 0.4 m, with the linear, the nonlinear and the high-resolution scheme"), ...rows, "</svg>", ""].join("\n");
}

/** What a figure has drawn, in the page: its classes stay, and what they look like here is kept for readers of books. */
function serialised(it) {
  const drawing = it.querySelector("svg.explore-drawing");
  const copy = drawing.cloneNode(true);
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const plain = (colour) => {
    if (colour === "none") return colour;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    return alpha === 0 ? "none" : `#${[red, green, blue].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  };
  const short = (element) => {
    for (const { name, value } of [...element.attributes]) {
      if (name === "data-press" || (name === "style" && value === "")) element.removeAttribute(name);
      else if (name !== "aria-label") element.setAttribute(name, value.replace(/-?\d+\.\d+/g, (number) => String(Number(Number(number).toFixed(1)))));
    }
  };
  const all = [...drawing.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((element, index) => {
    short(element);
    if (element.tagName === "g") return;
    const style = getComputedStyle(all[index]);
    const fill = plain(style.fill);
    if (fill !== "#000000") element.setAttribute("fill", fill);
    const stroke = plain(style.stroke);
    if (stroke !== "none") {
      element.setAttribute("stroke", stroke);
      if (style.strokeWidth !== "1px") element.setAttribute("stroke-width", parseFloat(style.strokeWidth));
      if (style.strokeDasharray !== "none") element.setAttribute("stroke-dasharray", style.strokeDasharray.replaceAll("px", "").replaceAll(",", ""));
    }
    if (element.tagName === "text") element.setAttribute("font-size", parseFloat(style.fontSize));
  });
  copy.setAttribute("class", "figure still");
  const text = new XMLSerializer().serializeToString(copy);
  return `${text.replace(/ xmlns:xlink="[^"]*"/, "").replaceAll("><", ">\n<")}\n`;
}

/** The text of each still. */
export async function stills(browser, address) {
  const drawn = new Map();
  for (const [name, { figure, page: place, moves, draws }] of Object.entries(STILLS)) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme: "light" });
    const page = await context.newPage();
    await page.goto(`${address}${place}.html`);
    const section = page.locator(`section.course-playground[data-explore="${figure}"]`);
    await section.locator(".playground-open").click();
    await section.locator(".explore-stage > *").first().waitFor();
    await section.locator(".explore-stage").evaluate((it, width) => (it.style.width = `${width}px`), WIDTH + 2);
    await page.waitForFunction(([figure, width]) => (document.querySelector(`section[data-explore="${figure}"] .explore-stage`).clientWidth === width), [figure, WIDTH + 2]);
    await moves?.(section);
    await section.evaluate((it) => it.explorable.settled());
    // The picture takes the new width with the next frames.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    drawn.set(name, draws ? await draws(section) : await section.evaluate(serialised));
    await context.close();
  }
  return drawn;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const site = await serve(join(book, "book/html"));
  const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of await stills(browser, site.address)) writeFileSync(join(folder, `${name}.svg`), text);
  await browser.close();
  site.end();
}
