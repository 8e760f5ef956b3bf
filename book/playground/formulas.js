// The book's formulas: ../math/NAME.tex, in TeX, rendered by KaTeX as MathML to ../src/math/NAME.mathml, from
// where a page includes it. What is rendered is kept in the repository, so that the book builds with mdbook
// alone; browsers draw MathML themselves, so that a page needs no script and no font for it. With `--check`
// nothing is written, and what is stale is told.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import katex from "katex";

const book = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** Each formula's file in the book, with its text as it should be. */
export function formulas() {
  const sources = readdirSync(join(book, "math")).filter((name) => name.endsWith(".tex"));
  return sources.map((name) => {
    const tex = readFileSync(join(book, "math", name), "utf8").trim();
    const rendered = katex.renderToString(tex, { output: "mathml", displayMode: true, strict: "error", throwOnError: true });
    // KaTeX's own wrapper asks for its style sheet, which MathML alone does without.
    const math = /<math[\s\S]*<\/math>/.exec(rendered)[0];
    return { path: join(book, "src/math", name.replace(/\.tex$/, ".mathml")), text: `${math}\n` };
  });
}

/** The files of the book that are not what their formula renders to. */
export function stale() {
  const made = formulas();
  const kept = (path) => {
    try {
      return readFileSync(path, "utf8");
    } catch {
      return null;
    }
  };
  const known = new Set(made.map(({ path }) => path));
  const orphans = readdirSync(join(book, "src/math")).map((name) => join(book, "src/math", name));
  return [
    ...made.filter(({ path, text }) => kept(path) !== text).map(({ path }) => path),
    ...orphans.filter((path) => !known.has(path)),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--check")) {
    const paths = stale();
    for (const path of paths) console.error(`${path} is stale: node book/playground/formulas.js`);
    process.exit(paths.length > 0 ? 1 : 0);
  }
  for (const { path, text } of formulas()) writeFileSync(path, text);
}
