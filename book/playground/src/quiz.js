// A question about a kernel: its choices, and the run that says which of them is right.

import { element, withCode } from "./dom.js";
import { codeView } from "./explore/picture.js";
import { measured, requestOf } from "./measures.js";
import { record } from "./progress.js";
import { resultsView } from "./results.js";
import { stepsView } from "./steps.js";

/** The lines of the launch that a reader needs, as one. */
function launchLine(launch) {
  const size = (key) => new RegExp(`^${key} = \\[(.*)\\]$`, "m").exec(launch)?.[1].replaceAll(",", " x ").replace(/ +/g, " ");
  const local = size("local");
  return `${size("global")} work-items${local ? ` in work-groups of ${local}` : ""}`;
}

/** What was given to a buffer or scalar, by the kernel's own names. */
function argumentsLine(kernel, launch) {
  const names = /kernel\s+void\s+k\s*\(([^)]*)\)/.exec(kernel)?.[1].split(",").map((each) => /(\w+)\s*$/.exec(each)[1]) ?? [];
  const values = launch.split("[[arg]]\n").slice(1).map((text) => {
    const value = /^value = (.*)$/m.exec(text)?.[1];
    const init = /^init = (.*)$/m.exec(text)?.[1];
    const length = /^len = (.*)$/m.exec(text)?.[1];
    if (value) return value;
    if (init === '"iota"') return `0, 1, 2, ... (${length})`;
    if (init?.startsWith("[")) return init.slice(1, -1);
    if (init === '"zeros"') return `${length} zeros`;
    return null;
  });
  return names.map((name, index) => (values[index] ? `${name} = ${values[index]}` : null)).filter(Boolean).join("; ");
}

let groups = 0;

/** Fills a section with a quiz; `simulate` runs a request and gives the answer. */
export function openQuiz(section, quiz, simulate, folder, root) {
  const id = section.dataset.quiz;
  const given = argumentsLine(quiz.kernel, quiz.launch);
  const code = element("div", { class: "quiz-code" });
  const showCode = (lines) => code.replaceChildren(codeView(quiz.kernel, lines));
  const group = `quiz-${(groups += 1)}`;
  const inputs = quiz.choices.map((choice) => element("input", { type: "radio", name: group, value: choice }));
  const labels = quiz.choices.map((choice, index) => element("label", { class: "quiz-choice" }, inputs[index], element("span", {}, choice)));
  const status = element("p", { class: "playground-status", role: "status" });
  const shown = element("div", { class: "playground-output" });
  const answer = element("button", { type: "submit" }, "Run it and see");
  const links = { files: new Set(["kernel.cl"]), go: (_, line) => showCode([line]), page: (mistake) => new URL(`mistakes/${mistake}.html`, root) };
  const tell = (text, tone) => {
    status.replaceChildren(...withCode(text));
    status.dataset.tone = tone;
  };
  const submit = async (event) => {
    event.preventDefault();
    const chosen = inputs.find(({ checked }) => checked);
    if (!chosen) return tell("Choose one first.", "");
    answer.disabled = true;
    tell("Running ...", "");
    try {
      const ran = await simulate(requestOf(quiz));
      const right = measured(ran, quiz.answer);
      labels.forEach((label, index) => (label.dataset.is = quiz.choices[index] === right ? "right" : inputs[index].checked ? "wrong" : ""));
      const isRight = chosen.value === right;
      tell(isRight ? `Yes: ${right}.` : `Not ${chosen.value}: the run gives ${right}.`, isRight ? "good" : "bad");
      shown.replaceChildren(
        element("p", { class: "quiz-why" }, ...withCode(quiz.why)),
        element(
          "details",
          { open: !isRight },
          element("summary", {}, "The run"),
          resultsView(ran, links, ran.trace?.steps.length > 0 ? stepsView(ran.trace, 1, 0, { show: showCode, group: () => {} }) : null),
        ),
      );
      if (isRight) await record("quizzes", id, folder, root);
    } catch (error) {
      tell(`The simulator failed: ${error.message}`, "bad");
    } finally {
      answer.disabled = false;
    }
  };
  showCode([]);
  section.replaceChildren(
    element("p", { class: "quiz-launch" }, launchLine(quiz.launch), given ? element("span", {}, "; ", element("code", {}, given)) : null),
    code,
    element(
      "form",
      { submit },
      element("fieldset", { class: "quiz-choices" }, element("legend", {}, "Your answer"), ...labels),
      element("div", { class: "playground-bar" }, answer),
    ),
    status,
    shown,
  );
  section.dataset.state = "open";
  section.addEventListener("keydown", (event) => event.stopPropagation());
}
