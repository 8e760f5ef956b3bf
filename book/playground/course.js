// Writes what pages need to know of the whole course, from its sources: which exercises and which quizzes a chapter
// has, what the measured devices reach, and as a file of its own each quiz and the launch of each mistake's examples. `node course.js FOLDER` writes into that folder.

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";
import { quartiles } from "./src/samples.js";

const book = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const source = join(book, "src");

/** The exercises in the course's order, with their chapters: [slug, chapter, files]. */
export function exercises() {
  const folder = join(book, "../exercises");
  const read = (name) => parse(readFileSync(join(folder, name, "exercise.toml"), "utf8"));
  const filesOf = (name) => readdirSync(join(folder, name)).filter((file) => ["starter.cl", "starter.toml"].includes(file));
  const names = { "starter.cl": "kernel.cl", "starter.toml": "answers.toml" };
  return readdirSync(folder)
    .map((name) => ({ ...read(name), files: filesOf(name).map((file) => names[file]) }))
    .sort((one, other) => one.number - other.number)
    .map(({ slug, chapter, files }) => [slug, chapter, files]);
}

/** An argument in a quiz's short form: "int[64] iota", "int[64] show", "uint 5", "local 128"; an image is written as a LAUNCH.toml has it. */
function argument(text) {
  if (text.startsWith("image = ")) return text;
  const [, type, length, rest] = /^(\w+)(?:\[(\d+)\])?\s*(.*)$/.exec(text);
  if (type === "local") return `local = ${rest}`;
  if (length === undefined) return `scalar = "${type}"\nvalue = ${rest}`;
  const shows = rest === "show";
  const init = rest.startsWith("[") ? rest : `"${shows ? "uninit" : rest.replace(/ show$/, "")}"`;
  return `buffer = "${type}"\nlen = ${length}\ninit = ${init}\nshow = ${shows || rest.endsWith(" show")}`;
}

/** The LAUNCH.toml of a quiz. */
function launchOf({ global, local, args, more = "" }) {
  const sizes = `global = [${global}]\n${local ? `local = [${local}]\n` : ""}`;
  return `source = "kernel.cl"\nkernel = "k"\n${more}${sizes}${args.map((each) => `[[arg]]\n${argument(each)}\n`).join("")}`;
}

/** Every quiz of `book/quizzes`, by its id; a file belongs to a chapter. */
export function quizzes() {
  const folder = join(book, "quizzes");
  const files = readdirSync(folder).filter((file) => file.endsWith(".toml")).sort();
  const of = (file) => Object.entries(parse(readFileSync(join(folder, file), "utf8")));
  const whole = ({ kernel, answer, choices, why, ...launch }) => ({ kernel, answer, choices, why, launch: launchOf(launch) });
  return new Map(files.flatMap(of).map(([id, quiz]) => [id, whole(quiz)]));
}

/** The ids of the quizzes that each chapter shows, in their order. */
export function quizzesShown() {
  const pages = readdirSync(source, { recursive: true }).filter((name) => name.endsWith(".md"));
  const shown = pages.map((name) => [
    relative(source, join(source, name)).replace(/\.md$/, ""),
    [...readFileSync(join(source, name), "utf8").matchAll(/data-quiz="([^"]+)"/g)].map(([, id]) => id),
  ]);
  return Object.fromEntries(shown.filter(([, ids]) => ids.length > 0).sort());
}

/** An argument as the examples of a mistake have it, in a LAUNCH.toml. */
function argumentOf(key, [name, ...words]) {
  if (key === "local-memory") return `local = ${words[0]}`;
  if (key === "null") return "null = true";
  if (key === "bytes") return `scalar = "bytes"\nhex = "${words[0]}"`;
  if (key === "value") return words.length > 2 ? `scalar = "${words[0]}"\nvalues = [${words.slice(1).join(", ")}]` : `scalar = "${words[0]}"\nvalue = ${words[1]}`;
  if (key === "sampler") return `sampler = "${words[1]}"\nnormalized = ${words[0] === "normalized"}\nfilter = "${words[2]}"`;
  const access = ["read", "write"].includes(words.at(-1)) ? words.pop() : "read-write";
  const contents = key === "image" ? words.slice(4) : words.slice(2);
  const init = contents[0] === "values" ? `{ values = [${contents.slice(1).join(", ")}] }` : `"${contents[0]}"`;
  const rest = `init = ${init}\naccess = "${access}"\nshow = ${key === "buffer" && access !== "read" && Number(words[1]) <= 64}`;
  if (key === "buffer") return `buffer = "${words[0]}"\nlen = ${words[1]}\n${rest}`;
  return `image = "${words[0]}"\norder = "${words[1]}"\nchannel = "${words[2]}"\nsize = [${words[3].replaceAll("x", ", ")}]\n${rest}`;
}

/** The LAUNCH.toml of a mistake's examples, but for the kernel's name: its text in the catalogue's form is `text`. */
function launchOfMistake(text) {
  const heads = { global: "global", local: "local", offset: "global_offset" };
  const [head, defines, args] = [['source = "kernel.cl"'], [], []];
  for (const line of text.split("\n")) {
    const [, key, rest] = /^([a-z-]+): (.*)$/.exec(line.trim());
    const words = rest.trim().split(/\s+/);
    if (heads[key]) head.push(`${heads[key]} = [${words.join(", ")}]`);
    else if (key === "std") head.push(`std = "${words[0]}"`);
    else if (key === "sub-group-size") head.push(`sub_group_size = ${words[0]}`);
    else if (key === "non-uniform") head.push(`non_uniform = ${words[0] === "yes"}`);
    else if (key === "define") defines.push(`defines.${words[0].replace(/=(.*)$/, ' = "$1"')}`);
    else if (key !== "kernel") args.push(`\n[[arg]]\n${argumentOf(key, words)}`);
  }
  return `${[...head, ...defines, ...args].join("\n")}\n`;
}

/**
 * Launches other than the catalogue's, which has as many work-items as elements: what a page runs rounds up, and shows
 * what the mistake leads to.
 */
const ROUNDED_UP = { "missing-bounds-guard": (text) => text.replace(/(buffer: \w+ float) 16/g, "$1 13").replace("value: n int 16", "value: n int 13") };

/** A run of these examples does not name the mistake: it is seen in the text alone, or is the cause of another, which the run names. */
export const SEEN_AS = { "missing-bounds-guard": "out-of-bounds", "work-item-query": "cross-group-race" };

/** The launch of each mistake's examples, by its id, from the mistake's own file. */
export function mistakes() {
  const levels = ["errors", "warnings", "performance"].map((level) => join(book, "../grader/mistakes/src", level));
  const files = levels.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)));
  const launches = files.map((file) => {
    const text = /\n {4}launch: "((?:[^"\\]|\\[^])*)"/.exec(readFileSync(file, "utf8"))?.[1];
    const id = file.replace(/^.*\/|\.rs$/g, "").replaceAll("_", "-");
    return [id, text?.replace(/\\\n\s*/g, "").replaceAll("\\n", "\n")];
  });
  return new Map(launches.filter(([, text]) => text).map(([id, text]) => [id, launchOfMistake(ROUNDED_UP[id]?.(text) ?? text)]));
}

/** The solutions' kernels by slug: where a kernel has passed, its time on the reader's GPU stands beside theirs. */
export function solutions() {
  const folder = join(book, "../solutions");
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, "kernel.cl")));
  return new Map(names.map((name) => [name.replace(/^\d+-/, ""), readFileSync(join(folder, name, "kernel.cl"), "utf8")]));
}

/** The devices that the book was measured on: billions of bytes that a copy moves in a second, and of operations of float. */
export function devices() {
  const folder = join(book, "data");
  const NAMES = { h200: "NVIDIA H200", pocl: "2 cores of a CPU" };
  const middle = (times) => quartiles(times)[1];
  /** The best of a series: its work over the median of its times. */
  const best = (device, study, series, of) => {
    const lines = readFileSync(join(folder, device, study, `${study}.jsonl`), "utf8").trim().split("\n");
    const points = lines.map((line) => JSON.parse(line).point).filter((point) => point?.series === series && point.outcome.timed);
    return Math.max(...points.map(({ outcome: { timed } }) => timed.work[of] / middle(timed.device) / 1e9));
  };
  return Object.entries(NAMES).map(([device, name]) => ({
    name,
    copy: best(device, "memory", "limit: copy", "bytes"),
    multiplyAdd: best(device, "operations", "peak float", "operations"),
  }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = process.argv[2];
  mkdirSync(join(out, "quizzes"), { recursive: true });
  writeFileSync(join(out, "course.json"), JSON.stringify({ exercises: exercises(), quizzes: quizzesShown() }));
  mkdirSync(join(out, "solutions"), { recursive: true });
  for (const [slug, kernel] of solutions()) writeFileSync(join(out, "solutions", `${slug}.cl`), kernel);
  writeFileSync(join(out, "devices.json"), JSON.stringify(devices()));
  mkdirSync(join(out, "mistakes"), { recursive: true });
  for (const [id, launch] of mistakes()) writeFileSync(join(out, "mistakes", `${id}.toml`), launch);
  for (const [id, quiz] of quizzes()) writeFileSync(join(out, "quizzes", `${id}.json`), JSON.stringify(quiz));
}
