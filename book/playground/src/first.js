// The kernel of the first page, with its mistake: Check beside it, and what the grader says of it.

import { Bench, button, failure, traced } from "./bench.js";
import { element, withCode } from "./dom.js";
import { RUN_SECONDS } from "./engine.js";
import { CHECK_SECONDS } from "./exercise.js";
import { reportView, verdict } from "./report.js";
// What the module found in the page's kernel when the book was built.
import kept from "../../src/playground/first.json";

const FILE = "kernel.cl";

/** A text with a change made: places count lines and characters from 1. */
function changed(text, edits) {
  const lines = text.split("\n");
  const offset = (line, column) => lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + [...lines[line - 1]].slice(0, column - 1).join("").length;
  const placed = edits.map((edit) => ({ from: offset(edit.line, edit.column), to: offset(edit.end_line, edit.end_column), text: edit.text }));
  placed.sort((one, other) => other.from - one.from);
  return placed.reduce((all, { from, to, text }) => all.slice(0, from) + text + all.slice(to), text);
}

const starterOf = (place) => place.querySelector("pre > code").textContent.trimEnd();

/** Columns of text that fit beside the kernel. */
function columnsOf(place) {
  const result = place.querySelector(".first-result");
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(result);
  const width = result.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
  return Math.min(Math.max(Math.floor(width / 8.5), 40), 80);
}

const checkOf = (exercise, text, columns) => ({ exercise, files: { [FILE]: text }, columns });

/** Checks the kernel as the page shows it, before somebody asks for it. */
export function checkAhead(place, engine) {
  engine.askAhead("check", checkOf(place.dataset.first, starterOf(place), columnsOf(place)), CHECK_SECONDS);
}

export class FirstKernel extends Bench {
  #slug;
  #exercise;
  #root;
  #folder;
  #place;
  #engine;

  /**
   * `place` holds the kernel as the page shows it, and the place for the result; `exercise` gives what the module
   * knows of it, which only a kernel that passes needs.
   */
  constructor(section, place, exercise, engine, root) {
    super(section, engine, root);
    this.#slug = section.dataset.first;
    this.#exercise = exercise;
    this.#root = root;
    this.#folder = engine.folder;
    this.#place = place;
    this.#engine = engine;
    const starter = starterOf(place);
    const check = button("Check", () => this.check(), "Ctrl-Enter");
    this.busy = [check];
    section.replaceChildren(
      this.edit("the first kernel", FILE, starter, [{ key: "Mod-Enter", run: () => (this.check(), true) }]),
      element("div", { class: "playground-bar" }, check, this.stop, this.format, button("Reset", () => this.reset())),
    );
    // What the page showed is what is checked, whatever was written here before.
    this.files = { [FILE]: starter };
    place.querySelector("pre").hidden = true;
    const result = place.querySelector(".first-result");
    result.classList.add("course-playground");
    result.replaceChildren(this.status, this.output);
  }

  check() {
    const text = this.files[FILE];
    const request = checkOf(this.#slug, text, columnsOf(this.#place));
    if (kept.exercise === this.#slug && kept.kernel === text) return this.#showKept(request);
    return this.ask("check", request, CHECK_SECONDS, (report) => {
      this.#report(report);
      return { said: verdict(report), tone: report.verdict.kind === "passed" ? "good" : "bad" };
    });
  }

  /** Shows what was found in this kernel when the book was built. The module checks it as well, once it is there. */
  async #showKept(request) {
    const { report } = kept;
    const fold = this.#report(report);
    this.tell(`${verdict(report)} (found when this book was built; the simulator is on its way)`, "bad");
    const shown = [...this.output.childNodes];
    const isShown = () => shown.every((node) => node.parentNode === this.output) && this.files[FILE] === kept.kernel;
    let answer;
    try {
      answer = await this.#engine.ask("check", request, CHECK_SECONDS);
    } catch (error) {
      if (isShown()) this.tell(`${verdict(report)} (found when this book was built). ${failure(error)}`, "bad");
      return;
    }
    if (!isShown()) return;
    const { text, ...own } = JSON.parse(answer.text);
    this.tell(`${verdict(own)} (${Math.round(answer.milliseconds)} ms)`, "bad");
    // Nothing that the reader may be about to press is made anew for the same findings.
    if (JSON.stringify(own) === JSON.stringify(report)) fold.replaceChildren(fold.firstChild, this.#whole({ text, ...own }));
    else this.#report({ text, ...own });
  }

  /** Shows a report: the cause or what was learnt, and the rest in a fold, which is returned. */
  #report(report) {
    const passed = report.verdict.kind === "passed";
    if (passed) this.#record().catch(() => {});
    this.show(report.findings);
    const fold = element("details", {}, element("summary", {}, "All that was found"), this.#whole(report));
    this.output.replaceChildren(...(passed ? [this.#learnt()] : this.#cause(report)), fold);
    return fold;
  }

  #whole(report) {
    return reportView(report, { ...this.links(), inspect: (token) => this.run(token) });
  }

  /** The kernel is that of an exercise, which is passed by it. */
  async #record() {
    const { record } = await import("./progress.js");
    await record("exercises", this.#slug, this.#folder, this.#root);
  }

  /** Runs the kernel on one case, and shows what it did step by step. */
  run(replay, group = 0) {
    return this.ask("run", { exercise: this.#slug, files: this.files, replay, trace: traced(group) }, RUN_SECONDS, (answer) => {
      this.shown(answer, answer.range?.global ?? [], group, (other) => this.run(answer.token, other));
      return { said: "Ran one case", tone: "" };
    });
  }

  /** What is wrong before all else, the smallest input that shows it, and what mends it. */
  #cause({ findings: [finding], counterexample, remedy }) {
    const inputs = counterexample?.case.map(({ name, value }) => `${name} = ${value}`).join(", ");
    const place = finding?.spans.find(({ primary }) => primary);
    return [
      finding && element("p", { class: "first-cause" }, ...withCode(`${place ? `Line ${place.line}: ` : ""}${finding.message}.`)),
      inputs && element("p", {}, `The smallest input that shows it: ${inputs}.`),
      finding?.help && element("p", {}, ...withCode(`What helps: ${finding.help}.`)),
      element(
        "div",
        { class: "playground-bar" },
        remedy?.edits ? button("Make this change", () => this.#change(remedy)) : null,
        counterexample ? button("Step through it", () => this.run(counterexample.token)) : null,
      ),
    ].filter(Boolean);
  }

  /** Makes the change with which the kernel passes, for a reader who wants it made. */
  #change({ edits, line }) {
    this.files = { [FILE]: changed(this.files[FILE], edits) };
    this.show([]);
    this.output.replaceChildren();
    this.tell(`Line ${line} is changed. Press Check again.`);
  }

  #learnt() {
    const link = (page, text) => element("a", { href: new URL(page, this.#root) }, text);
    const teaches = element("p", {});
    this.#exercise().then((exercise) => (teaches.textContent = exercise.teaches), () => teaches.remove());
    return element(
      "div",
      {},
      teaches,
      element(
        "p",
        {},
        "Next: ",
        link("models/why-a-gpu.html", "what a GPU is good at"),
        ", or the same kernel ",
        link("models/execution-model.html#exercises", "from an empty body"),
        ".",
      ),
    );
  }
}
