// What the loader imports when a reader asks for it: an exercise, a figure with sliders, a kernel of the
// reader's own, each in a section of the page. One worker serves them all, and begins to load at once: the
// editor is the larger part of what runs in the page itself, and comes beside it.

import { Engine, RUN_SECONDS } from "./engine.js";
import { hasGpu } from "./own-gpu.js";

const engines = new Map();
const courses = new Map();

/** The worker of a course; also for the tests, which check solutions in it. */
export function engineOf(folder) {
  if (!engines.has(folder)) engines.set(folder, new Engine(folder));
  return engines.get(folder);
}

/** Loads the module, of which `response` is on its way, and what shows it, ahead of what is going to be asked of it. */
export function warm(folder, kind, response) {
  engineOf(folder).module(response).catch(() => {});
  if (kind === "quiz") import("./quiz.js").catch(() => {});
  if (kind === "example") import("./example.js").catch(() => {});
  if (kind === "first") {
    const place = document.querySelector("main [data-first]:has(.playground-open)");
    if (place) import("./first.js").then(({ checkAhead }) => checkAhead(place, engineOf(folder)), () => {});
  }
  if (["first", "explore", "quiz", "example"].includes(kind)) {
    engineOf(folder).load().catch(() => {});
    return;
  }
  courseOf(folder).catch(() => {});
  import("./exercise.js").catch(() => {});
}

/** The exercises within the module, by slug. */
function courseOf(folder) {
  if (!courses.has(folder)) {
    const asked = engineOf(folder)
      .ask("exercises", {}, RUN_SECONDS)
      .then(({ text }) => new Map(JSON.parse(text).exercises.map((exercise) => [exercise.slug, exercise])));
    asked.catch(() => courses.delete(folder));
    courses.set(folder, asked);
  }
  return courses.get(folder);
}

/**
 * Makes a playground of a section. `folder` is where the module lies, `root` where the book does; both
 * end in a slash. The section's `data-exercise` names the exercise.
 */
export async function open(section, folder, root) {
  const engine = engineOf(folder);
  const slug = section.dataset.exercise;
  const asked = courseOf(folder).then((course) => {
    const exercise = course.get(slug);
    if (!exercise) throw new Error(`this copy of the book has no exercise ${slug}`);
    const files = Object.fromEntries(exercise.files.map(({ name, starter }) => [name, starter]));
    engine.rehearse("run", { exercise: slug, files, trace: { group: 0, most: 100, values: true } });
    return exercise;
  });
  const [exercise, { Exercise }] = await Promise.all([asked, import("./exercise.js")]);
  return new Exercise(section, exercise, engine, root);
}

/** Makes a section the editor of the first page's kernel, which `place` shows. The module may come later. */
export async function openFirst(section, folder, root, place) {
  const engine = engineOf(folder);
  engine.load().catch(() => {});
  const { FirstKernel } = await import("./first.js");
  return new FirstKernel(section, place, async () => (await courseOf(folder)).get(section.dataset.first), engine, root);
}

/** Makes a section a place for a kernel of the reader's own, which begins with the files of code blocks. */
export async function openOwn(section, folder, root, blocks) {
  const engine = engineOf(folder);
  const [{ OwnKernel, filesIn, requestOf }] = await Promise.all([import("./own.js"), engine.load()]);
  const files = filesIn(blocks);
  engine.rehearse("simulate", requestOf(Object.fromEntries(files.map(({ name, text }) => [name, text])), 0));
  const opened = new OwnKernel(section, files, engine, root);
  // The editors show them from now on.
  for (const block of blocks) block.closest("pre").hidden = true;
  return opened;
}

/** Makes a section a code block of a mistake's page, and runs it. */
export async function openExample(section, folder, root, block) {
  const engine = engineOf(folder);
  const address = new URL(`mistakes/${section.dataset.example}.toml`, folder);
  const [response, { openExample: opened }] = await Promise.all([fetch(address), import("./example.js"), engine.load()]);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const bench = opened(section, block, await response.text(), engine, root);
  await bench.run();
}

/** What the simulator answers to a request. */
async function simulated(engine, request) {
  const { text } = await engine.ask("simulate", request, RUN_SECONDS);
  const answer = JSON.parse(text);
  if (answer.refused) throw new Error(answer.refused.message);
  return answer;
}

/** Makes a section the figure that its `data-explore` names. */
export async function openFigure(section, folder) {
  const [{ openExplorable }, { figureOf }] = await Promise.all([import("./explore/explorable.js"), import("./explore/figures.js")]);
  const engine = engineOf(folder);
  const figure = await figureOf(section.dataset.explore);
  if (figure.open) return figure.open(section, engine);
  let mine = null;
  if (figure.mine && (await hasGpu())) {
    const { mineView } = await import("./explore/on-mine.js");
    mine = (measured, simulate) => mineView(measured, simulate, engine);
  }
  await openExplorable(section, figure, (request) => simulated(engine, request), mine);
}

/** Makes a section the quiz that its `data-quiz` names. */
export async function openQuiz(section, folder, root) {
  const engine = engineOf(folder);
  const address = new URL(`quizzes/${section.dataset.quiz}.json`, folder);
  const [response, { openQuiz: opened }] = await Promise.all([fetch(address), import("./quiz.js"), engine.load()]);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  opened(section, await response.json(), (request) => simulated(engine, request), folder, root);
}

/** Gives a section the sliders of the mapping that its `data-mapping` names: that of a figure. */
export async function openMapping(section, folder) {
  const { mappingOf, mappingView } = await import("./mapping.js");
  const mapping = mappingOf(section.dataset.mapping);
  const response = await fetch(new URL(`kernels/${mapping.file}.cl`, folder));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const source = await response.text();
  const engine = engineOf(folder);
  await mappingView(section, mapping, source, (request) => simulated(engine, request));
}
