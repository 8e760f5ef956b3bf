// The report of a check: what it came to, what was found, and the report as the command prints it.

import { element, many } from "./dom.js";
import { findingsList } from "./findings.js";

const VERDICTS = {
  passed: "Passed: every case gave the right result",
  "build-failed": "It does not compile",
  "no-such-kernel": "The kernel that the exercise asks for is not there",
  "other-arguments": "The kernel takes other arguments than the exercise gives it",
  mistake: "The simulator saw a mistake",
  wrong: "A result is wrong",
  "too-costly": "Every result is right, but the kernel costs too much",
  "wrote-outside": "Something was written outside a buffer",
  "out-of-resources": "The launch needs more than the device has",
  "not-analysed": "The simulator does not support something in this kernel",
};

/** The verdict as one line. */
export function verdict(report) {
  const told = VERDICTS[report.verdict.kind] ?? report.verdict.kind;
  const { earned, of } = report.points;
  return report.replayed ? told : `${told} · ${earned}/${of} points`;
}

export function reportView(report, { inspect, ...links }) {
  const { kind } = report.verdict;
  const example = report.counterexample;
  return element(
    "section",
    { class: "playground-report", "data-verdict": kind },
    report.findings.length > 0 ? findingsList(report.findings.slice(0, 1), links) : null,
    example
      ? element(
          "p",
          { class: "playground-case" },
          "The smallest case that shows it: ",
          element("span", {}, example.case.map(({ name, value }) => `${name} = ${value}`).join(", ")),
          " ",
          element(
            "button",
            { type: "button", class: "playground-inspect", click: () => inspect(example.token) },
            "Run this case",
          ),
        )
      : null,
    report.findings.length > 1
      ? element(
          "details",
          { class: "playground-rest" },
          element("summary", {}, `${many(report.findings.length - 1, "other finding")}`),
          findingsList(report.findings.slice(1), links, 2),
        )
      : null,
    report.text && element(
      "details",
      { open: report.findings.length === 0 },
      element("summary", {}, "The whole report, as the command prints it"),
      element("pre", { class: "playground-text", tabindex: "0" }, report.text),
    ),
  );
}
