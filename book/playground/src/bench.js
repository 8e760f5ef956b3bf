// What every place has where kernels are written and run: editors whose texts are kept, a line that says how
// it goes, an output, and requests to the module with a deadline.

import { AnswerForm } from "./answers.js";
import { element, withCode } from "./dom.js";
import { Editor } from "./editor.js";
import { Late, Stopped, Trapped, Unavailable } from "./engine.js";
import { resultsView } from "./results.js";
import { stepsView } from "./steps.js";
import { Work } from "./work.js";

/** Steps of a launch that did not end in time, the second time. */
const FEW_STEPS = 2_000_000;
/** Stretches and runs kept of a trace, and values of 32 work-items each. */
const MOST_TRACED = 10_000;

export const isKernel = (name) => name.endsWith(".cl");

export const button = (name, click, keys) => element("button", { type: "button", click, title: keys ?? false }, name);

/** The trace that is asked for with a run: of one work-group, with values. */
export const traced = (group) => ({ group, most: MOST_TRACED, values: true });

/** Why a request has no answer, as a sentence. */
export function failure(error) {
  if (error instanceof Late) {
    return `Stopped: it did not end within ${error.seconds} s. A loop whose condition never turns false does that; so does a very large launch.`;
  }
  if (error instanceof Stopped) return "Stopped.";
  if (error instanceof Trapped) return "It took more memory than the page has. Try a smaller launch.";
  if (error instanceof Unavailable) return `The simulator could not be loaded: ${error.message}`;
  return `The page failed, through no fault of your kernel: ${error.message ?? error}`;
}

/** The texts of this page that the language server was given. */
let documents = 0;

export class Bench {
  status = element("p", { class: "playground-status", role: "status" });
  output = element("div", { class: "playground-output" });
  stop;
  /** Lays the kernel out, once the language server is there. */
  format = button("Format", () => this.#format(), "Shift-Alt-F");
  /** Pressed by nobody while something runs. */
  busy = [];
  #engine;
  #root;
  #layOut;
  #seconds;
  #pressed = null;
  #editors = new Map();
  #starters = new Map();

  /** `section`'s `data-seconds`, where there are any, are the deadline of every request. */
  constructor(section, engine, root) {
    this.#engine = engine;
    this.#root = root;
    this.#seconds = Number(section.dataset.seconds) || null;
    this.stop = button("Stop", () => engine.stop());
    this.stop.hidden = true;
    this.format.hidden = true;
    // The book has keys of its own, for searching and for turning pages.
    section.addEventListener("keydown", (event) => event.stopPropagation());
    section.dataset.state = "open";
    section.playground = this;
  }

  /** The form of a file of answers. Its text is kept as `of/name`. */
  form(of, name, starter) {
    const work = new Work(`${of}/${name}`);
    const place = element("div", { class: "playground-form" });
    const form = new AnswerForm({ parent: place, text: work.text ?? starter, starter, changed: (text) => (work.text = text === starter ? null : text) });
    this.#editors.set(name, form);
    this.#starters.set(name, starter);
    return place;
  }

  /**
   * A file's editor. Its text is kept as `of/name`; the language server knows it as `folder/name`; `head` are its first
   * lines, which the page shows as text.
   */
  edit(of, name, starter, keys, folder = of, head = "") {
    const work = new Work(`${of}/${name}`);
    const place = element("div", { class: "playground-editor" });
    const editor = new Editor({
      parent: place,
      text: work.text ?? starter,
      code: isKernel(name),
      label: `${name} of ${of}. Tab leaves the editor.`,
      keys,
      head,
      changed: (text) => {
        work.text = text === starter ? null : text;
      },
      focused: () => isKernel(name) && this.#serve(editor, `${folder}/${name}`),
    });
    this.#editors.set(name, editor);
    this.#starters.set(name, starter);
    return place;
  }

  /** Gives an editor the language server. A copy of the book that has none works without it. */
  async #serve(editor, file) {
    try {
      // It is worth less than a check, which waits for the simulator.
      await this.#engine.module();
      const { languageOf, format } = await import("./language.js");
      const language = await languageOf(this.#engine.folder, this.#root);
      // A page may have several places for one file.
      documents += 1;
      language.serve(editor, encodeURI(`file:///${documents}/${file}`), () => (this.format.hidden = true));
      this.#layOut = () => format(editor);
      this.format.hidden = false;
    } catch (error) {
      console.info(`without the language server: ${error.message}`);
    }
  }

  #format() {
    this.kernel.view.focus();
    this.#layOut();
  }

  /** The texts by the names of their files. */
  get files() {
    return Object.fromEntries([...this.#editors].map(([name, editor]) => [name, editor.text]));
  }

  set files(files) {
    for (const [name, text] of Object.entries(files)) this.#editors.get(name).text = text;
  }

  get kernel() {
    return [...this.#editors].find(([name]) => isKernel(name))?.[1];
  }

  /** Shows findings in the editors. */
  show(findings) {
    for (const [name, editor] of this.#editors) editor.show(findings, name);
  }

  /** Shows what a run of `global` work-items left, and its steps; `again` runs it anew for another work-group. */
  shown(answer, global, group, again) {
    this.show(answer.findings);
    const steps =
      answer.trace?.steps.length > 0
        ? stepsView(answer.trace, answer.trace.groups, group, {
            show: (lines) => this.kernel.mark(lines),
            group: again,
            findings: answer.findings,
            global,
          })
        : null;
    // Another work-group was asked for from within the steps, which are made anew.
    const isWithin = this.output.querySelector(".playground-steps")?.contains(document.activeElement);
    this.output.replaceChildren(resultsView(answer, this.links(), steps));
    if (isWithin) this.output.querySelector(".playground-steps [aria-label=Step]")?.focus({ preventScroll: true });
  }

  reset() {
    const starters = Object.fromEntries(this.#starters);
    const changed = Object.entries(this.files).some(([name, text]) => text !== starters[name]);
    if (changed && !confirm("Throw your work away, and begin with the starter?")) return;
    this.files = starters;
    this.output.replaceChildren();
    this.show([]);
    this.kernel?.mark([]);
    this.tell("The starter is back.");
  }

  /**
   * Asks the module, shows its answer and gives it on. `request` may be on its way; `show` gives what is said of the
   * answer; `refuse` shows what is wrong with a request that could not be met.
   */
  async ask(name, request, seconds, show, refuse = () => {}) {
    this.#set(true);
    const going = { check: "Checking ...", gpu: "Checking, then on your GPU ..." }[name] ?? "Running ...";
    this.tell("Loading the simulator ...");
    this.#engine.module().then(() => !this.stop.hidden && this.tell(going), () => {});
    this.kernel?.mark([]);
    try {
      const { answer, late, took } = await this.#within(name, await request, seconds);
      if (answer.refused) {
        refuse(answer.refused);
        this.tell(answer.refused.message, "bad");
        return answer;
      }
      const { said, tone } = show({ findings: [], ...answer });
      this.tell(late ? `${failure(late)} Below is how far it came in ${FEW_STEPS.toLocaleString("en")} steps.` : `${said} (${took} ms)`, late ? "bad" : tone);
      return answer;
    } catch (error) {
      this.tell(failure(error), "bad");
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
      if (!(late instanceof Late) || name === "gpu") throw late;
      this.tell(`No end after ${late.seconds} s: looking where ...`);
      const { answer, took } = await ask({ ...request, steps: FEW_STEPS }).catch(() => {
        throw late;
      });
      return { answer, took, late };
    }
  }

  tell(text, tone = "") {
    this.status.textContent = text;
    this.status.dataset.tone = tone;
  }

  #set(busy) {
    // A button that is disabled loses the focus.
    if (busy) this.#pressed = this.busy.find((each) => each === document.activeElement) ?? null;
    for (const each of this.busy) each.disabled = busy;
    this.stop.hidden = !busy;
    if (!busy && document.activeElement === document.body) this.#pressed?.focus({ preventScroll: true });
  }

  /** Keeps that the reader has passed this exercise, and says what was learnt and what comes next. */
  async passed(slug, teaches) {
    const { nextOf, record } = await import("./progress.js");
    const { folder } = this.#engine;
    await record("exercises", slug, folder, this.#root);
    const next = await nextOf(slug, folder, this.#root);
    const go = () => {
      const here = document.getElementById(`work-${next.slug}`);
      if (!here) return location.assign(next.address);
      here.scrollIntoView();
      here.querySelector(".playground-open")?.click();
      here.querySelector(".cm-content")?.focus();
    };
    this.output.prepend(
      element(
        "div",
        { class: "playground-learnt" },
        element("p", {}, ...withCode(teaches)),
        next ? button(`Next exercise: ${next.slug}`, go) : element("p", {}, "You have passed every exercise of the course."),
      ),
    );
  }

  /** The text of a file beside the modules, or null where there is none. */
  async fetched(name) {
    try {
      const response = await fetch(new URL(name, this.#engine.folder));
      return response.ok ? await response.text() : null;
    } catch {
      return null;
    }
  }

  /** The address of a page of the book. */
  page(name) {
    return new URL(name, this.#root);
  }

  /** Columns of text that fit. */
  columns() {
    return Math.min(Math.max(Math.floor(this.output.clientWidth / 8.5), 40), 80);
  }

  links() {
    return {
      files: new Set(this.#editors.keys()),
      go: (file, line, column) => this.#editors.get(file).go(line, column),
      page: (mistake) => new URL(`mistakes/${mistake}.html`, this.#root),
    };
  }
}
