// A kernel of the reader's own with its LAUNCH.toml: run as `grader simulate` runs it.

import { Bench, button, isKernel, traced } from "./bench.js";
import { element } from "./dom.js";
import { RUN_SECONDS } from "./engine.js";
import { findingsList } from "./findings.js";

const LAUNCH = "LAUNCH.toml";

const ENDED = {
  "not-built": ["It does not compile", "bad"],
  refused: ["The launch was refused", "bad"],
  completed: ["Ran to its end", "good"],
  "out-of-steps": ["It took all steps that a run may take", "bad"],
};

/** The request to simulate the launch that these files are, following one of its work-groups. */
export function requestOf({ [LAUNCH]: launch, ...files }, group, more = {}) {
  return { name: LAUNCH, launch, files, trace: traced(group), ...more };
}

/** The sizes of the NDRange that a LAUNCH.toml asks for. */
const globalOf = (launch) => /^\s*global\s*=\s*\[([^\]]*)\]/m.exec(launch)?.[1].split(",").map(Number) ?? [];

export class OwnKernel extends Bench {
  #steps;

  /**
   * `files` are what to begin with: a kernel, and the LAUNCH.toml that names it. What is written is kept under the
   * name `of`; a file that `folds` is shown when it is asked for; a run may take `steps`, the command's where that is
   * absent.
   */
  constructor(section, files, engine, root, { of = "your own kernel", folds = () => false, steps } = {}) {
    super(section, engine, root);
    const run = button("Run", () => this.run(), "Ctrl-Enter");
    this.#steps = steps;
    this.busy = [run];
    const keys = [
      { key: "Mod-Enter", run: () => (this.run(), true) },
      { key: "Shift-Enter", run: () => (this.run(), true) },
    ];
    const edited = ({ name, text }) => {
      const code = element("code", {}, name);
      const editor = this.edit(of, name, text, keys);
      return folds(name) ? element("details", {}, element("summary", {}, code), editor) : element("div", {}, element("p", {}, code), editor);
    };
    section.replaceChildren(
      ...files.map(edited),
      element("div", { class: "playground-bar" }, run, this.stop, this.format, button("Reset", () => this.reset())),
      this.status,
      this.output,
    );
  }

  /** Simulates the launch, and follows one of its work-groups. */
  run(group = 0) {
    const show = (answer) => {
      this.shown(answer, globalOf(this.files[LAUNCH]), group, (other) => this.run(other));
      const wrong = answer.findings.some(({ level }) => level === "error");
      const [said, tone] = ENDED[answer.end] ?? ["It was not run", "bad"];
      return wrong && answer.end === "completed" ? { said: "Ran to its end, with a mistake", tone: "bad" } : { said, tone };
    };
    const refuse = (finding) => {
      this.show([finding]);
      this.output.replaceChildren(findingsList([finding], this.links()));
    };
    return this.ask("simulate", requestOf(this.files, group, { steps: this.#steps }), RUN_SECONDS, show, refuse);
  }
}

/** The files that a page shows in its code blocks, as the kernel's name in the LAUNCH.toml has it. */
export function filesIn(blocks) {
  const texts = blocks.map((block) => block.textContent);
  const launch = texts.find((text) => /^source = /m.test(text)) ?? "";
  const name = /^source = "([^"]*)"/m.exec(launch)?.[1];
  const kernel = texts.find((text) => text !== launch);
  if (!isKernel(name ?? "") || kernel === undefined) throw new Error("the page shows no kernel with its launch");
  return [
    { name, text: kernel },
    { name: LAUNCH, text: launch },
  ];
}
