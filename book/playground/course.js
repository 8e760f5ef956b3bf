// Writes what pages need to know of the whole course, from its sources: which exercises and which quizzes a chapter
// has, and each quiz as a file of its own. `node course.js FOLDER` writes into that folder.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";

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

/** An argument in a quiz's short form: "int[64] iota", "int[64] show", "uint 5", "local 128". */
function argument(text) {
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
  const whole = ({ kernel, answer, choices, why, group = 0, ...launch }) => ({ kernel, answer, choices: choices.map(String), why, group, launch: launchOf(launch) });
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = process.argv[2];
  mkdirSync(join(out, "quizzes"), { recursive: true });
  writeFileSync(join(out, "course.json"), JSON.stringify({ exercises: exercises(), quizzes: quizzesShown() }));
  for (const [id, quiz] of quizzes()) writeFileSync(join(out, "quizzes", `${id}.json`), JSON.stringify(quiz));
}
