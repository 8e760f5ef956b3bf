// An example of a mistake's page: run with one press as the tests of the project run it, and open to change.

import { isKernel } from "./bench.js";
import { OwnKernel } from "./own.js";

/** Steps that an example may take: more than any needs that ends. */
const STEPS = 1_000_000;

const NAME = /(?:kernel|__global__)\s+(?:__attribute__\(\(.*?\)\)\s+)?void\s+(\w+)/;

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
  block.closest("pre").hidden = true;
  return opened;
}
