// What was found, as a list: each finding leads to its line and to its mistake's page.

import { element, withCode } from "./dom.js";

const LEVELS = { error: "error", warning: "warning", performance: "performance" };
// Findings that are no mistakes of the catalogue have no page.
const WITHOUT_PAGE = new Set(["compile-error", "compile-warning", "not-analysed", "launch-file", "request"]);

const ids = (numbers) => `(${numbers.join(", ")})`;

function workItem({ global, local, group }) {
  return `work-item ${ids(global)}, local id ${ids(local)} of work-group ${ids(group)}`;
}

/** `go` is called with a file of `files`, line and column; `page` gives the address of a mistake's page; the first has the number `start`. */
export function findingsList(findings, { files, go, page }, start = 1) {
  const place = (span) => {
    const name = `line ${span.line}`;
    if (!files.has(span.file)) return `${span.file}, ${name}`;
    return element("button", { type: "button", class: "playground-line", click: () => go(span.file, span.line, span.column) }, name);
  };
  const item = (finding) => {
    const level = LEVELS[finding.level] ?? "note";
    const labelled = finding.spans.filter((span) => span.label);
    return element(
      "li",
      { class: `playground-finding of-${level}`, "data-mistake": finding.mistake },
      element(
        "p",
        {},
        element("strong", { class: "playground-level" }, level),
        " ",
        WITHOUT_PAGE.has(finding.mistake)
          ? element("code", {}, finding.mistake)
          : element("a", { href: page(finding.mistake) }, element("code", {}, finding.mistake)),
        ...withCode(` ${finding.message}`),
      ),
      element(
        "ul",
        {},
        ...(labelled.length > 0 ? labelled : finding.spans.slice(0, 1)).map((span) =>
          element("li", {}, place(span), ...withCode(span.label ? `: ${span.label}` : "")),
        ),
        ...(finding.work_items.length > 0
          ? [element("li", {}, `seen at ${workItem(finding.work_items[0])}`)]
          : []),
        ...(finding.help ? [element("li", {}, ...withCode(`help: ${finding.help}`))] : []),
      ),
    );
  };
  return element("ol", { class: "playground-findings", start }, ...findings.map(item));
}
