// The built book as a PDF and as an EPUB: Chromium prints the page with all chapters, and writes each chapter as
// XHTML, as which it goes into the EPUB's archive.
//
//     node print.js FOLDER

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { strToU8, zipSync } from "fflate";
import { chromium } from "playwright-core";
import { browserPath } from "./test/browser.js";
import { serve } from "./test/site.js";

const here = dirname(fileURLToPath(import.meta.url));
const book = join(here, "../book/html");
const settings = readFileSync(join(here, "../book.toml"), "utf8");
const setting = (name) => new RegExp(`^${name} = "(.*)"$`, "m").exec(settings)[1];

export const PDF = "opencl-checked.pdf";
export const EPUB = "opencl-checked.epub";

/** The date that archives and files carry: the same book gives the same bytes. */
const DATE = "2026-01-01T00:00:00Z";
const MIME = "application/epub+zip";

/** Rows of a table that paper has no room for. */
const LONG_TABLE = 40;

/** The chapters in their order: the page's path and its title. */
export function chapters() {
  const toc = readFileSync(join(book, "toc.html"), "utf8");
  const links = [...toc.matchAll(/<a href="([^"#]+)\.html"[^>]*>(.*?)<\/a>/gs)];
  return links.map(([, path, title]) => ({ path, title: title.replace(/<(?!\/?code)[^>]*>/g, "").replace(/<\/?code>/g, "").trim() }));
}

/** Makes a page what paper can show; a fold with more rows stays shut. Runs in the page. */
function settle(LONG_TABLE) {
  const main = document.querySelector("main");
  // What is played, or asked with an answer to press, needs the page's programs.
  for (const each of main.querySelectorAll("script, noscript, .quiz, [data-progress]")) each.remove();
  // A fold that cannot be opened would lose what is in it. Tables of hundreds of rows are for the page alone.
  for (const fold of main.querySelectorAll("details")) fold.open = fold.querySelectorAll("tr").length < LONG_TABLE;
  for (const narrow of main.querySelectorAll("svg.chart > .narrow")) narrow.remove();
}

/** A chapter as XHTML, and what it has that an EPUB has to name: runs in a page of the same host. */
async function written(address) {
  const parsed = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  const main = parsed.querySelector("main");
  for (const each of main.querySelectorAll("script, noscript, .quiz, [data-progress], svg.chart > .narrow")) each.remove();
  for (const fold of main.querySelectorAll("details")) {
    const section = parsed.createElement("section");
    section.append(...fold.childNodes);
    const head = section.querySelector("summary");
    if (head) {
      const bold = parsed.createElement("p");
      bold.append(...head.childNodes);
      bold.className = "fold";
      head.replaceWith(bold);
    }
    fold.replaceWith(section);
  }
  for (const link of main.querySelectorAll("a[href]")) {
    const href = link.getAttribute("href");
    if (/^[a-z]+:/.test(href)) continue;
    // A file that is no page is not in the archive.
    if (/^(#|[^#]*\.html(#|$))/.test(href)) link.setAttribute("href", href.replace(/\.html(?=#|$)/, ".xhtml"));
    else link.replaceWith(...link.childNodes);
  }
  const images = [...main.querySelectorAll("img")].map((image) => image.getAttribute("src"));
  const has = (selector) => main.querySelector(selector) !== null;
  const text = [...main.childNodes].map((node) => new XMLSerializer().serializeToString(node)).join("");
  return { text, images, properties: [has("math") && "mathml", has("svg") && "svg"].filter(Boolean).join(" ") };
}

const escaped = (text) => text.replace(/&(?!\w+;)/g, "&amp;").replace(/</g, "&lt;");

const xhtml = (title, body, depth) => `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${setting("language")}">
<head><title>${escaped(title)}</title><link rel="stylesheet" href="${"../".repeat(depth)}book.css"/></head>
<body>
${body}
</body></html>
`;

async function pdf(page, address, file) {
  await page.goto(`${address}print.html`, { waitUntil: "load" });
  await page.evaluate(settle, LONG_TABLE);
  const number = '<div style="width: 100%; font: 8px sans-serif; text-align: center; color: #555"><span class="pageNumber"></span></div>';
  await page.pdf({ path: file, format: "A4", margin: { top: "18mm", bottom: "20mm", left: "17mm", right: "17mm" }, displayHeaderFooter: true, headerTemplate: "<span></span>", footerTemplate: number, outline: true, printBackground: true });
}

async function epub(page, address, file) {
  const contents = {};
  const items = [];
  const known = chapters();
  await page.goto(`${address}toc.html`);
  for (const { path, title } of known) {
    const { text, images, properties } = await page.evaluate(written, `${address}${path}.html`);
    contents[`OEBPS/${path}.xhtml`] = strToU8(xhtml(title, text, path.split("/").length - 1));
    items.push({ id: `c${items.length}`, href: `${path}.xhtml`, type: "application/xhtml+xml", properties });
    for (const image of images) {
      const href = posix.join(posix.dirname(path), image);
      if (contents[`OEBPS/${href}`]) continue;
      contents[`OEBPS/${href}`] = readFileSync(join(book, href));
      items.push({ id: `i${items.length}`, href, type: href.endsWith(".png") ? "image/png" : "image/svg+xml", properties: "" });
    }
  }
  const list = known.map(({ path, title }) => `<li><a href="${path}.xhtml">${escaped(title)}</a></li>`).join("\n");
  contents["OEBPS/nav.xhtml"] = strToU8(xhtml(setting("title"), `<nav epub:type="toc"><h1>${escaped(setting("title"))}</h1><ol>\n${list}\n</ol></nav>`, 0));
  contents["OEBPS/book.css"] = strToU8(readFileSync(join(here, "src/epub.css"), "utf8"));
  items.push({ id: "nav", href: "nav.xhtml", type: "application/xhtml+xml", properties: "nav" }, { id: "css", href: "book.css", type: "text/css", properties: "" });
  const manifest = items.map(({ id, href, type, properties }) => `<item id="${id}" href="${href}" media-type="${type}"${properties && ` properties="${properties}"`}/>`);
  const spine = items.filter(({ id }) => id.startsWith("c") && id !== "css").map(({ id }) => `<itemref idref="${id}"/>`);
  contents["OEBPS/content.opf"] = strToU8(`<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:opencl-checked</dc:identifier>
<dc:title>${escaped(setting("title"))}</dc:title>
<dc:description>${escaped(setting("description"))}</dc:description>
<dc:language>${setting("language")}</dc:language>
<meta property="dcterms:modified">${DATE}</meta>
</metadata>
<manifest>
${manifest.join("\n")}
</manifest>
<spine>
${spine.join("\n")}
</spine>
</package>
`);
  contents["META-INF/container.xml"] = strToU8('<?xml version="1.0" encoding="UTF-8"?>\n<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n');
  // The type comes first and as it is: by that a reader knows the archive.
  const archive = zipSync({ mimetype: [strToU8(MIME), { level: 0 }], ...contents }, { level: 9, mtime: new Date(DATE) });
  writeFileSync(file, archive);
}

/** Writes both into a folder. */
export async function print(folder) {
  const site = await serve(book);
  const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
  try {
    const context = await browser.newContext();
    // The pages' programs put in what can be pressed, which paper cannot.
    await context.route(/\.js$/, (route) => route.abort());
    // Nor is the page's own dialog wanted.
    await context.addInitScript(() => (globalThis.print = () => {}));
    const page = await context.newPage();
    await epub(page, site.address, join(folder, EPUB));
    await pdf(page, site.address, join(folder, PDF));
  } finally {
    await browser.close();
    site.end();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  const folder = process.argv[2];
  if (!folder || !existsSync(folder)) {
    console.error("Usage: node print.js FOLDER");
    process.exit(2);
  }
  if (!browserPath) {
    console.error("print: there is no Chromium here (./setup --book installs it)");
    process.exit(2);
  }
  await print(folder);
  console.log(`${join(folder, PDF)}\n${join(folder, EPUB)}`);
}
