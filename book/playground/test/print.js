// The book as files: a PDF with many pages, and an EPUB in which every chapter is well formed and every link leads
// somewhere.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { EPUB, PDF, chapters, print } from "../print.js";

/** Fewer pages than this hold no book of 37 chapters. */
const LEAST_PAGES = 300;

export function printTests({ test }) {
  test("the PDF has all pages, and the EPUB every chapter, well formed and with links that lead somewhere", async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), "print-"));
    try {
      await print(folder);
      const pdf = readFileSync(join(folder, PDF)).toString("latin1");
      const pages = pdf.match(/\/Type \/Page\b/g).length;
      assert.match(pdf, /^%PDF-/);
      assert.ok(pages > LEAST_PAGES, `${pages} pages`);

      const archive = readFileSync(join(folder, EPUB));
      assert.equal(archive.subarray(30, 58).toString(), "mimetypeapplication/epub+zip", "what it is stands first, as it is");
      const files = unzipSync(archive);
      const known = chapters();
      assert.ok(known.length > 110, `${known.length} chapters`);
      for (const { path } of known) assert.ok(files[`OEBPS/${path}.xhtml`], path);
      const listed = [...strFromU8(files["OEBPS/content.opf"]).matchAll(/<item id="[^"]*" href="([^"]*)"/g)].map(([, href]) => `OEBPS/${href}`);
      assert.deepEqual([...listed].sort(), Object.keys(files).filter((name) => name.startsWith("OEBPS/") && name !== "OEBPS/content.opf").sort());

      const ids = new Map();
      const links = [];
      for (const name of Object.keys(files).filter((name) => name.endsWith(".xhtml"))) {
        const read = await page.evaluate((text) => {
          const parsed = new DOMParser().parseFromString(text, "application/xhtml+xml");
          const wrong = parsed.querySelector("parsererror")?.textContent ?? null;
          return { wrong, ids: [...parsed.querySelectorAll("[id]")].map(({ id }) => id), links: [...parsed.querySelectorAll("a[href]")].map((link) => link.getAttribute("href")) };
        }, strFromU8(files[name]));
        assert.equal(read.wrong, null, name);
        ids.set(name, new Set(read.ids));
        links.push(...read.links.filter((href) => !/^[a-z]+:/.test(href)).map((href) => [name, href]));
      }
      assert.ok(links.length > 500, `${links.length} links`);
      const broken = links.filter(([from, href]) => {
        const [path, id] = href.split("#");
        const to = path === "" ? from : posix.join(posix.dirname(from), path);
        return !ids.has(to) || (id && !ids.get(to).has(decodeURIComponent(id)));
      });
      assert.deepEqual(broken, []);
      console.log(`     ${pages} pages, ${known.length} chapters, ${links.length} links`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
