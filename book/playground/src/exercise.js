// An exercise in the page: its files, Check as the command does it, a run of one case, and hints.

import { Bench, button, isKernel, traced } from "./bench.js";
import { element, withCode } from "./dom.js";
import { RUN_SECONDS } from "./engine.js";
import { GPU_SECONDS, gpuView, onGpu } from "./gpu-result.js";
import { hasGpu, watchHidden } from "./own-gpu.js";
import { reportView, verdict } from "./report.js";
import { headOf, taskView } from "./task.js";

/** Seconds that a check may take. */
export const CHECK_SECONDS = 20;

export class Exercise extends Bench {
  #exercise;
  #hints = 0;
  /** The hints from the reader's own kernel that are shown. */
  #own = 0;

  constructor(section, exercise, engine, root) {
    super(section, engine, root);
    this.#exercise = exercise;
    const { number, slug, title, teaches, files, hints } = exercise;
    const check = button("Check", () => this.check(), "Ctrl-Enter");
    const run = button("Run", () => this.run(null), "Shift-Enter");
    const hasKernel = files.some(({ name }) => isKernel(name));
    this.busy = hasKernel ? [check, run] : [check];
    const onGpu = hasKernel ? button("Run on my GPU", () => this.checkOnGpu()) : null;
    if (onGpu) {
      onGpu.hidden = true;
      this.busy.push(onGpu);
      hasGpu().then((has) => (onGpu.hidden = !has));
    }
    section.replaceChildren(
      element("p", { class: "playground-title" }, element("strong", {}, `${number} ${slug}`), ` · ${title}`),
      ...files.flatMap(({ starter }) => taskView(headOf(starter))),
      element(
        "div",
        { class: "playground-beside" },
        element(
          "div",
          { class: "playground-work" },
          ...files.map((file) => this.#edited(file, files.length > 1)),
          element(
            "div",
            { class: "playground-bar" },
            ...this.busy,
            this.stop,
            hints.length > 0 ? button("Hint", () => this.hint()) : null,
            this.format,
            button("Reset", () => this.reset()),
          ),
        ),
        element("div", { class: "playground-result" }, this.status, this.output, element("p", { class: "playground-teaches" }, teaches)),
      ),
    );
  }

  /** A file's editor; its name above it where there are several. */
  #edited({ name, starter }, named) {
    const { number, slug } = this.#exercise;
    const keys = [
      { key: "Mod-Enter", run: () => (this.check(), true) },
      { key: "Shift-Enter", run: () => (this.run(null), true) },
    ];
    if (!isKernel(name)) return this.form(slug, name, starter);
    // The version of OpenCL C follows from the exercise's folder.
    const place = this.edit(slug, name, starter, keys, `${number}-${slug}`, headOf(starter));
    return element("div", {}, named ? element("p", {}, element("code", {}, name)) : null, place);
  }

  #request(more) {
    return { exercise: this.#exercise.slug, files: this.files, ...more };
  }

  /** Checks what is written as `grader check` does on the simulator. */
  check() {
    return this.ask("check", this.#request({ columns: this.columns() }), CHECK_SECONDS, (report) => {
      this.show(report.findings);
      this.output.replaceChildren(reportView(report, { ...this.links(), inspect: (token) => this.run(token) }));
      const isPassed = report.verdict.kind === "passed";
      if (isPassed && !report.replayed) this.passed(this.#exercise.slug, this.#exercise.teaches).catch(() => {});
      return { said: verdict(report), tone: isPassed ? "good" : "bad" };
    });
  }

  /** Checks as `check` does, then on the reader's own GPU, where the solution is timed beside a kernel that passes. */
  checkOnGpu() {
    const wasHidden = watchHidden();
    const request = this.#request({ columns: this.columns() });
    const whole = this.fetched(`solutions/${this.#exercise.slug}.cl`).then((solution) => ({ ...request, solution }));
    return this.ask("gpu", whole, GPU_SECONDS, (report) => {
      const hidden = wasHidden();
      this.show(report.findings);
      const simulated = reportView(report, { ...this.links(), inspect: (token) => this.run(token) });
      const times = element("div", {});
      this.output.replaceChildren(gpuView(report.gpu), times, simulated);
      if (report.gpu.solution_nanoseconds > 0 && !hidden) this.#showTimes(times, report.gpu);
      if (report.verdict.kind === "passed") this.passed(this.#exercise.slug, this.#exercise.teaches).catch(() => {});
      return onGpu(report.gpu, hidden, verdict(report));
    });
  }

  async #showTimes(place, gpu) {
    const [{ timesView }, devices] = await Promise.all([import("./gpu-times.js"), this.fetched("devices.json")]);
    place.replaceChildren(timesView(gpu, JSON.parse(devices ?? "[]"), place.clientWidth, this.page("your-gpu.html")));
  }

  /** Runs the kernel on one case, and shows what it did. */
  run(replay, group = 0) {
    return this.ask("run", this.#request({ replay, trace: traced(group) }), RUN_SECONDS, (answer) => {
      this.shown(answer, answer.range?.global ?? [], group, (other) => this.run(answer.token, other));
      return { said: answer.end === undefined ? "It was not run" : "Ran one case", tone: "" };
    });
  }

  /** Each hint tells more than the one before. Those after the written ones follow from the reader's own kernel. */
  hint() {
    const { hints, own_hints: hasOwn } = this.#exercise;
    if (this.#hints === hints.length && hasOwn) return this.#ownHint();
    this.#hints = Math.min(this.#hints + 1, hints.length);
    this.#showHints([]);
    this.tell(`Hint ${this.#hints} of ${hints.length}`);
  }

  /** The place, then what is wrong there, then the change, of the kernel as it is now. */
  #ownHint() {
    const { hints } = this.#exercise;
    return this.ask("check", this.#request({ repair: true }), CHECK_SECONDS, ({ own_hints: own }) => {
      if (own.none) {
        this.#own = 0;
        this.#showHints([hintView("About your own kernel", element("p", {}, own.none))]);
        return { said: "No further hint", tone: "" };
      }
      const tiers = [own.place, own.kind, own.change].map((text) => [element("p", {}, text)]);
      tiers[2].push(element("pre", { class: "playground-diff", tabindex: "0" }, own.diff));
      this.#own = Math.min(this.#own + 1, tiers.length);
      const views = tiers.slice(0, this.#own).map((tier, index) => hintView(`Hint ${hints.length + index + 1}`, ...tier));
      this.#showHints(views);
      return { said: `Hint ${hints.length + this.#own}, from your own kernel`, tone: "" };
    });
  }

  #showHints(own) {
    const written = this.#exercise.hints.slice(0, this.#hints);
    const views = written.map((text, index) => hintView(`Hint ${index + 1}`, ...paragraphs(text)));
    this.output.replaceChildren(...views, ...own);
  }
}

function hintView(head, ...body) {
  return element("div", { class: "playground-hint" }, element("strong", {}, head), ...body);
}

/** Markdown of hints: paragraphs, and code in backquotes. */
function paragraphs(markdown) {
  return markdown
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => {
      const fenced = /^```\w*\n([\s\S]*?)\n?```$/.exec(paragraph);
      if (fenced) return element("pre", { tabindex: "0" }, fenced[1]);
      return element("p", {}, ...withCode(paragraph));
    });
}
