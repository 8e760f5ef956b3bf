// A playground: one exercise with its editor, its reports, and a look inside a run. The loader imports
// this where a reader asks for it.

import { element } from "./dom.js";
import { Editor } from "./editor.js";
import { Engine, Late, Stopped, Trapped, Unavailable } from "./engine.js";
import { mappingOf, mappingView } from "./mapping.js";
import { reportView, verdict } from "./report.js";
import { resultsView } from "./results.js";
import { stepsView } from "./steps.js";

/** Seconds that a check and a run may take. */
const CHECK_SECONDS = 20;
const RUN_SECONDS = 10;
/** Steps of a launch that did not end in time, the second time. */
const FEW_STEPS = 2_000_000;
/** Stretches and runs kept of a trace. */
const MOST_TRACED = 6000;

const isKernel = (name) => name.endsWith(".cl");

const engines = new Map();
const courses = new Map();

function engineOf(folder) {
  if (!engines.has(folder)) engines.set(folder, new Engine(folder));
  return engines.get(folder);
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

/** What a reader wrote, kept in the browser where it lets us. */
class Work {
  #key;

  constructor(name) {
    this.#key = `opencl-course:${name}`;
  }

  get text() {
    try {
      return localStorage.getItem(this.#key);
    } catch {
      return null;
    }
  }

  set text(text) {
    try {
      if (text === null) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, text);
    } catch {
      // A browser that keeps nothing loses the work with the page; there is nobody to ask.
    }
  }
}

function told(error) {
  if (error instanceof Late) {
    return `Stopped: it did not end within ${error.seconds} s. A loop whose condition never turns false does that; so does a very large launch.`;
  }
  if (error instanceof Stopped) return "Stopped.";
  if (error instanceof Trapped) return "It took more memory than the page has. Try a smaller launch.";
  if (error instanceof Unavailable) return `The simulator could not be loaded: ${error.message}`;
  return `The page failed, through no fault of your kernel: ${error.message ?? error}`;
}

class Playground {
  #exercise;
  #engine;
  #root;
  #editors = new Map();
  #status = element("p", { class: "playground-status", role: "status" });
  #output = element("div", { class: "playground-output" });
  #busy = [];
  #stop;
  #hints = 0;
  #seconds;

  constructor(section, exercise, engine, root) {
    this.#exercise = exercise;
    this.#engine = engine;
    this.#root = root;
    this.#seconds = Number(section.dataset.seconds) || null;
    const { number, slug, title, teaches, files, hints } = exercise;
    const button = (name, click, keys) => element("button", { type: "button", click, title: keys ?? false }, name);
    const check = button("Check", () => this.check(), "Ctrl-Enter");
    const run = button("Run", () => this.run(null), "Shift-Enter");
    this.#stop = button("Stop", () => this.#engine.stop());
    this.#stop.hidden = true;
    const hasKernel = files.some(({ name }) => isKernel(name));
    this.#busy = hasKernel ? [check, run] : [check];
    section.replaceChildren(
      element("p", { class: "playground-title" }, element("strong", {}, `${number} ${slug}`), ` · ${title}`),
      element("p", { class: "playground-teaches" }, teaches),
      ...files.map((file) => this.#edited(file, files.length > 1)),
      element(
        "div",
        { class: "playground-bar" },
        ...this.#busy,
        this.#stop,
        hints.length > 0 ? button("Hint", () => this.hint()) : null,
        button("Reset", () => this.reset()),
      ),
      this.#status,
      this.#output,
    );
    section.dataset.state = "open";
    // The book has keys of its own, for searching and for turning pages.
    section.addEventListener("keydown", (event) => event.stopPropagation());
    section.playground = this;
  }

  /** A file's editor; its name above it where there are several. */
  #edited({ name, starter }, named) {
    const { slug } = this.#exercise;
    const work = new Work(`${slug}/${name}`);
    const place = element("div", { class: "playground-editor" });
    const editor = new Editor({
      parent: place,
      text: work.text ?? starter,
      code: isKernel(name),
      label: `${name} of ${slug}. Tab leaves the editor.`,
      keys: [
        { key: "Mod-Enter", run: () => (this.check(), true) },
        { key: "Shift-Enter", run: () => (this.run(null), true) },
      ],
      changed: (text) => {
        work.text = text === starter ? null : text;
      },
    });
    this.#editors.set(name, editor);
    return element("div", {}, named ? element("p", {}, element("code", {}, name)) : null, place);
  }

  /** The texts by the names of their files. */
  get files() {
    return Object.fromEntries([...this.#editors].map(([name, editor]) => [name, editor.text]));
  }

  set files(files) {
    for (const [name, text] of Object.entries(files)) this.#editors.get(name).text = text;
  }

  get #kernel() {
    return [...this.#editors].find(([name]) => isKernel(name))?.[1];
  }

  /** Checks what is written as `grader check` does on the simulator. */
  check() {
    return this.#ask("check", { columns: this.#columns() }, CHECK_SECONDS, (report) => {
      this.#show(report.findings);
      this.#output.replaceChildren(reportView(report, { ...this.#links(), inspect: (token) => this.run(token) }));
      return { said: verdict(report), tone: report.verdict.kind === "passed" ? "good" : "bad" };
    });
  }

  /** Runs the kernel on one case, and shows what it did. */
  run(replay, group = 0) {
    const request = { replay, trace: { group, most: MOST_TRACED } };
    return this.#ask("run", request, RUN_SECONDS, (answer) => {
      this.#show(answer.findings);
      const { global, local } = answer.range;
      const groups = global.reduce((count, size, dimension) => (count * size) / (local?.[dimension] ?? size), 1);
      this.#output.replaceChildren(
        resultsView(answer, this.#links()),
        answer.trace?.steps.length > 0
          ? stepsView(answer.trace, groups, group, {
              show: (lines) => this.#kernel.mark(lines),
              group: (other) => this.run(answer.token, other),
            })
          : "",
      );
      return { said: answer.end === undefined ? "It was not run" : "Ran one case", tone: "" };
    });
  }

  #show(findings) {
    for (const [name, editor] of this.#editors) editor.show(findings, name);
  }

  reset() {
    const starters = Object.fromEntries(this.#exercise.files.map(({ name, starter }) => [name, starter]));
    const changed = Object.entries(this.files).some(([name, text]) => text !== starters[name]);
    if (changed && !confirm("Throw your work away, and begin with the starter?")) return;
    this.files = starters;
    this.#output.replaceChildren();
    this.#show([]);
    this.#kernel?.mark([]);
    this.#tell("The starter is back.");
  }

  /** Each hint tells more than the one before. */
  hint() {
    const { hints } = this.#exercise;
    this.#hints = Math.min(this.#hints + 1, hints.length);
    const all = hints.slice(0, this.#hints);
    this.#output.replaceChildren(
      ...all.map((text, index) =>
        element("div", { class: "playground-hint" }, element("strong", {}, `Hint ${index + 1}`), ...paragraphs(text)),
      ),
    );
    this.#tell(`Hint ${this.#hints} of ${hints.length}`);
  }

  /** Asks the module, shows its answer and gives it on; `show` gives what is said of it. */
  async #ask(name, more, seconds, show) {
    const request = { exercise: this.#exercise.slug, files: this.files, ...more };
    this.#set(true);
    this.#tell(name === "check" ? "Checking ..." : "Running ...");
    this.#kernel?.mark([]);
    try {
      const { answer, late, took } = await this.#within(name, request, seconds);
      if (answer.refused) {
        this.#tell(answer.refused.message);
        return answer;
      }
      const { said, tone } = show({ findings: [], ...answer });
      this.#tell(late ? `${told(late)} Below is how far it came in ${FEW_STEPS.toLocaleString("en")} steps.` : `${said} (${took} ms)`, late ? "bad" : tone);
      return answer;
    } catch (error) {
      this.#tell(told(error), "bad");
      return null;
    } finally {
      this.#set(false);
    }
  }

  /** An answer in time, or else the answer with few steps, which tells where the time went. */
  async #within(name, request, seconds) {
    const ask = async (request) => {
      const { text, milliseconds } = await this.#engine.ask(name, request, this.#seconds ?? seconds);
      return { answer: JSON.parse(text), took: milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds) };
    };
    try {
      return await ask(request);
    } catch (late) {
      if (!(late instanceof Late)) throw late;
      this.#tell(`No end after ${late.seconds} s: looking where ...`);
      const { answer, took } = await ask({ ...request, steps: FEW_STEPS }).catch(() => {
        throw late;
      });
      return { answer, took, late };
    }
  }

  #tell(text, tone = "") {
    this.#status.textContent = text;
    this.#status.dataset.tone = tone;
  }

  #set(busy) {
    for (const button of this.#busy) button.disabled = busy;
    this.#stop.hidden = !busy;
  }

  /** Columns of text that fit. */
  #columns() {
    return Math.min(Math.max(Math.floor(this.#output.clientWidth / 8.5), 40), 80);
  }

  #links() {
    return {
      files: new Set(this.#editors.keys()),
      go: (file, line, column) => this.#editors.get(file).go(line, column),
      page: (mistake) => new URL(`mistakes/${mistake}.html`, this.#root),
    };
  }
}

/** Markdown of hints: paragraphs, and code in backquotes. */
function paragraphs(markdown) {
  return markdown
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => {
      const fenced = /^```\w*\n([\s\S]*?)\n?```$/.exec(paragraph);
      if (fenced) return element("pre", { tabindex: "0" }, fenced[1]);
      const parts = paragraph.split("`");
      return element("p", {}, ...parts.map((part, index) => (index % 2 ? element("code", {}, part) : part)));
    });
}

/**
 * Makes a playground of a section. `folder` is where the module lies, `root` where the book does; both
 * end in a slash. The section's `data-exercise` names the exercise; its `data-seconds`, where there are any, are
 * the deadline of every request.
 */
export async function open(section, folder, root) {
  const course = await courseOf(folder);
  const exercise = course.get(section.dataset.exercise);
  if (!exercise) throw new Error(`this copy of the book has no exercise ${section.dataset.exercise}`);
  return new Playground(section, exercise, engineOf(folder), root);
}

/** Gives a section the sliders of the mapping that its `data-mapping` names: a heading of the book. */
export async function openMapping(section, folder) {
  const mapping = mappingOf(section.dataset.mapping);
  const response = await fetch(new URL(`kernels/${mapping.file}.cl`, folder));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const source = await response.text();
  const engine = engineOf(folder);
  await mappingView(section, mapping, source, async (request) => {
    const { text } = await engine.ask("simulate", request, RUN_SECONDS);
    const answer = JSON.parse(text);
    if (answer.refused) throw new Error(answer.refused.message);
    return answer;
  });
}
