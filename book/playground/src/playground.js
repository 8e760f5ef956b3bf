// A playground: one exercise with its editor, its reports, and a look inside a run. The loader imports
// this where a reader asks for it.

import { element } from "./dom.js";
import { Editor } from "./editor.js";
import { Engine, Late, Stopped, Trapped, Unavailable } from "./engine.js";
import { reportView, verdict } from "./report.js";
import { resultsView } from "./results.js";
import { stepsView } from "./steps.js";

/** Seconds that a check and a run may take. */
const CHECK_SECONDS = 60;
const RUN_SECONDS = 20;
/** Stretches and runs kept of a trace. */
const MOST_TRACED = 6000;

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

  constructor(slug) {
    this.#key = `opencl-course:${slug}`;
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
  #work;
  #editor;
  #status = element("p", { class: "playground-status", role: "status" });
  #output = element("div", { class: "playground-output" });
  #busy = [];
  #stop;
  #hints = 0;

  constructor(section, exercise, engine, root) {
    this.#exercise = exercise;
    this.#engine = engine;
    this.#root = root;
    this.#work = new Work(exercise.slug);
    const { number, title, teaches } = exercise;
    const button = (name, click, keys) => element("button", { type: "button", click, title: keys ?? false }, name);
    const check = button("Check", () => this.check(), "Ctrl-Enter");
    const run = button("Run", () => this.run(null), "Shift-Enter");
    const reset = button("Reset", () => this.reset());
    const hint = button("Hint", () => this.hint());
    this.#stop = button("Stop", () => this.#engine.stop());
    this.#stop.hidden = true;
    this.#busy = [check, run];
    const place = element("div", { class: "playground-editor" });
    section.replaceChildren(
      element("p", { class: "playground-title" }, element("strong", {}, `${number} ${exercise.slug}`), ` · ${title}`),
      element("p", { class: "playground-teaches" }, teaches),
      place,
      element("div", { class: "playground-bar" }, check, run, this.#stop, hint, reset),
      this.#status,
      this.#output,
    );
    section.dataset.state = "open";
    this.#editor = new Editor({
      parent: place,
      text: this.#work.text ?? exercise.starter,
      label: `${exercise.file} of ${exercise.slug}. Tab leaves the editor.`,
      keys: [
        { key: "Mod-Enter", run: () => (this.check(), true) },
        { key: "Shift-Enter", run: () => (this.run(null), true) },
      ],
      changed: (text) => {
        this.#work.text = text === exercise.starter ? null : text;
      },
    });
    section.playground = this;
  }

  get text() {
    return this.#editor.text;
  }

  set text(text) {
    this.#editor.text = text;
  }

  /** Checks the kernel as `grader check` does on the simulator. */
  check() {
    return this.#ask("check", {}, CHECK_SECONDS, (report) => {
      this.#editor.show(report.findings, report.file);
      this.#output.replaceChildren(reportView(report, { ...this.#links(), inspect: (token) => this.run(token) }));
      return { said: verdict(report), tone: report.verdict.kind === "passed" ? "good" : "bad" };
    });
  }

  /** Runs it on one case, and shows what it did. */
  run(replay, group = 0) {
    const request = { replay, trace: { group, most: MOST_TRACED } };
    return this.#ask("run", request, RUN_SECONDS, (answer) => {
      const { file } = this.#exercise;
      this.#editor.show(answer.findings, file);
      const { global, local } = answer.range;
      const groups = global.reduce((count, size, dimension) => (count * size) / (local?.[dimension] ?? size), 1);
      this.#output.replaceChildren(
        resultsView(answer, file, this.#links()),
        answer.trace?.steps.length > 0
          ? stepsView(answer.trace, groups, group, {
              show: (lines) => this.#editor.mark(lines),
              group: (other) => this.run(answer.token, other),
            })
          : "",
      );
      return { said: answer.end === undefined ? "It was not run" : "Ran one case", tone: "" };
    });
  }

  reset() {
    if (this.text !== this.#exercise.starter && !confirm("Throw your kernel away, and begin with the starter?")) return;
    this.text = this.#exercise.starter;
    this.#work.text = null;
    this.#output.replaceChildren();
    this.#editor.show([], this.#exercise.file);
    this.#editor.mark([]);
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

  /** Asks the module, and shows its answer; what `show` gives becomes the status. */
  async #ask(name, more, seconds, show) {
    const { slug, file } = this.#exercise;
    const request = { exercise: slug, file, source: this.text, ...more };
    this.#set(true);
    this.#tell(name === "check" ? "Checking ..." : "Running ...");
    this.#editor.mark([]);
    try {
      const { text, milliseconds } = await this.#engine.ask(name, request, seconds);
      const answer = JSON.parse(text);
      const took = milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds);
      if (answer.refused) {
        this.#tell(answer.refused.message);
        return;
      }
      const { said, tone } = show({ findings: [], ...answer });
      this.#tell(`${said} (${took} ms)`, tone);
    } catch (error) {
      this.#tell(told(error), "bad");
    } finally {
      this.#set(false);
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
    const width = this.#output.clientWidth;
    return Math.min(Math.max(Math.floor(width / 9), 40), 80);
  }

  #links() {
    return {
      go: (line, column) => this.#editor.go(line, column),
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
 * end in a slash.
 */
export async function open(section, folder, root) {
  const course = await courseOf(folder);
  const exercise = course.get(section.dataset.exercise);
  if (!exercise) throw new Error(`this copy of the book has no exercise ${section.dataset.exercise}`);
  return new Playground(section, exercise, engineOf(folder), root);
}
