// Checks the kernel that the first page shows, with the module that the page will load, and writes what was found to
// `first.json`: a reader who presses Check sees it before the module is there. `node first-answer.js FOLDER` reads the
// module in that folder, and writes into it.

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { answer } from "./src/module.js";

const book = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const [, , folder] = process.argv;

const page = readFileSync(join(book, "src/start.md"), "utf8");
const [, exercise] = /data-first="([^"]+)"/.exec(page);
const [, file, line] = /```c\n\{\{#include (\S+):(\d+):\}\}/.exec(page);
const lines = readFileSync(join(book, "src", file), "utf8").split("\n");
const kernel = lines.slice(Number(line) - 1).join("\n").trimEnd();

const { instance } = await WebAssembly.instantiate(readFileSync(join(folder, "playground.wasm")), {});
const text = answer(instance.exports, "check", { exercise, files: { "kernel.cl": kernel }, columns: 80 });
// The report as text depends on the width of the page, which only the page knows.
const { text: _, ...report } = JSON.parse(text);
if (report.findings.length === 0) throw new Error(`the first page's kernel is right: ${text}`);
writeFileSync(join(folder, "first.json"), JSON.stringify({ exercise, kernel, report }));
