// The task of an exercise, which its file has as a comment at its head, as text of the page.

import { element } from "./dom.js";

/** The comment that a file begins with, and the empty line behind it. */
export function headOf(text) {
  return /^(?:\/\/.*\n|#.*\n)+\n?/.exec(text)?.[0] ?? "";
}

/** A paragraph; lines that are set in stay as they are. */
function paragraph(lines) {
  if (lines.some((line) => line.startsWith("    "))) return element("pre", { class: "playground-drawn", tabindex: "0" }, lines.map((line) => line.replace(/^ {4}/, "")).join("\n"));
  const text = lines.join(" ");
  return element("p", { class: text.startsWith("Ranges:") ? "playground-ranges" : false }, text);
}

/** What stands in a head, without the line that names the exercise. */
export function taskView(head) {
  const lines = head.split("\n").map((line) => line.replace(/^(?:\/\/|#) ?/, ""));
  const parts = [[]];
  for (const line of lines) {
    if (/^Exercise \d+: /.test(line)) continue;
    const last = parts.at(-1);
    const isDrawn = (it) => it.startsWith("    ");
    if (line.trim() === "") {
      // An empty line within a drawing belongs to it.
      if (last.length > 0) parts.push([]);
    } else if (last.length > 0 && isDrawn(last[0]) !== isDrawn(line)) parts.push([line]);
    else last.push(line);
  }
  return [element("div", { class: "playground-task" }, ...parts.filter((part) => part.length > 0).map(paragraph))];
}
