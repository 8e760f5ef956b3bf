// An example of a mistake's page: run with one press as the tests of the project run it, and open to change.

import { element, withCode } from "./dom.js";
import { isKernel } from "./bench.js";
import { OwnKernel } from "./own.js";

/** Steps that an example may take: more than any needs that ends. */
const STEPS = 1_000_000;

const NAME = /(?:kernel|__global__)\s+(?:__attribute__\(\(.*?\)\)\s+)?void\s+(\w+)/;

/** What a run does not show of these mistakes, which are seen in the text. */
const NOTES = {
  "missing-bounds-guard":
    "This launch rounds 13 elements up to 16 work-items, so the wrong kernel's run shows an index out of bounds. It does not show why: that no condition compares the id with n is seen in the text, by `grader lint`. With 16 elements no index is out of bounds.",
  "work-item-query":
    "This launch has 8 x 4 work-items. The wrong kernel's run shows that two work-items write one element, and its elements 20 to 31 stay 0. It does not show why: that the size is of another dimension is seen in the text, by `grader lint`. With 4 x 4 work-items the run is right.",
};

/** Makes a section of a code block; `launch` is the LAUNCH.toml of the mistake's examples, without a kernel's name. */
export function openExample(section, block, launch, engine, root) {
  const kernel = block.textContent;
  const files = [
    { name: "kernel.cl", text: kernel },
    { name: "LAUNCH.toml", text: `kernel = "${NAME.exec(kernel)[1]}"\n${launch}` },
  ];
  const opened = new OwnKernel(section, files, engine, root, { of: section.getAttribute("aria-label"), folds: (name) => !isKernel(name), steps: STEPS });
  // What the page shows is what runs, whatever was written here before.
  opened.files = Object.fromEntries(files.map(({ name, text }) => [name, text]));
  const note = NOTES[section.dataset.example];
  if (note) section.prepend(element("p", { class: "playground-note" }, ...withCode(note)));
  block.closest("pre").hidden = true;
  return opened;
}
