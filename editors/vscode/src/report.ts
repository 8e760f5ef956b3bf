// What `grader list` and `grader check` write as JSON, and what the test explorer shows of it. Without VS Code, so
// that it is tried alone.

/** An exercise of `grader list --format json`. */
export interface Exercise {
  number: number;
  slug: string;
  title: string;
  /** From the course's folder. */
  file: string;
}

/** A place as the reports have it: lines and columns from 1. */
export interface Place {
  file: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  label: string;
  primary: boolean;
}

interface Finding {
  message: string;
  help: string;
  spans: Place[];
}

interface Wrong {
  buffer: string;
  index: number;
  expected: string;
  got: string;
}

interface Check {
  verdict: { kind: string; [more: string]: unknown };
  points: { earned: number; of: number };
  counterexample: { wrong: Wrong[]; explanations: { kind: string; place?: Place }[] } | null;
  findings?: Finding[];
}

/** How an exercise did. */
export interface Result {
  outcome: "passed" | "failed" | "errored";
  message: string;
  place: Place | undefined;
  /** Other places of the same mistake. */
  related: Place[];
}

/** The line of a file, from 0, on which its first kernel begins; the first where there is none. */
export function kernelLine(text: string): number {
  const line = text.split("\n").findIndex((line) => /^\s*(__)?kernel\b/.test(line));
  return Math.max(line, 0);
}

/** The exercises in the output of `grader list --format json`. */
export function exercisesIn(output: string): Exercise[] {
  return (JSON.parse(output) as { exercises: Exercise[] }).exercises;
}

/** The result in the output of `grader check SLUG --format json`. */
export function resultIn(output: string, slug: string): Result {
  const check = (JSON.parse(output) as { checks: Check[] }).checks[0];
  if (check === undefined) throw new Error("the report holds no check");
  const { kind } = check.verdict;
  const points = `${check.points.earned} of ${check.points.of} points`;
  if (kind === "passed") {
    return { outcome: "passed", message: `passed: ${points}`, place: undefined, related: [] };
  }
  // The machine's failures are not the kernel's.
  const outcome = ["not-analysed", "device-lost", "runner-fault"].includes(kind) ? "errored" : "failed";
  const finding = check.findings?.[0];
  if (finding !== undefined) {
    const place = finding.spans.find((span) => span.primary) ?? finding.spans[0];
    const message = finding.help === "" ? finding.message : `${finding.message}\n${finding.help}`;
    const related = finding.spans.filter((span) => span !== place && span.label !== "");
    return { outcome, message, place, related };
  }
  const wrong = check.counterexample?.wrong[0];
  if (kind === "wrong" && wrong !== undefined) {
    const place = check.counterexample?.explanations.find((it) => it.place !== undefined)?.place;
    const message = `${wrong.buffer}[${wrong.index}] is ${wrong.got}, but should be ${wrong.expected}`;
    return { outcome, message, place, related: [] };
  }
  const message = `${kind.replaceAll("-", " ")}: ${points}. The whole report: grader check ${slug}`;
  return { outcome, message, place: undefined, related: [] };
}
