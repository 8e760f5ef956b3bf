// The questions of an exercise as a form. What is handed in is the file of answers, which the form writes: a reader
// never sees how.

import { element } from "./dom.js";
import { headOf } from "./task.js";

const QUESTION = /^(\w+) = (.*?)\s*(?:# (.*))?$/;
const OPEN = '"?"';

/** The lines of a file that are questions, with the heads of their sections. */
function questionsIn(text) {
  let section = null;
  return text.split("\n").flatMap((line) => {
    const head = /^\[(\w+)\]\s*(?:# (.*))?$/.exec(line);
    if (head) section = { name: head[1], hint: head[2] };
    const question = QUESTION.exec(line);
    return question ? [{ section, key: question[1], value: question[2], hint: question[3] }] : [];
  });
}

/** What is written for an answer: a number or an array as it is, all else in quotes. */
function written(answer) {
  const plain = answer.trim();
  if (plain === "") return OPEN;
  return /^(-?[\d_.]+(e-?\d+)?|\[.*\]|true|false)$/.test(plain) ? plain : JSON.stringify(plain);
}

/** What is shown of a value. */
const shown = (value) => (value === OPEN ? "" : value.replace(/^"(.*)"$/, "$1"));

/** What may be written, where the head of the file or the book lists it. */
function choicesIn(head, key) {
  if (key === "mistake") {
    const links = [...document.querySelectorAll('mdbook-sidebar-scrollbox a[href*="mistakes/"]')];
    return links.map(({ textContent }) => textContent.trim()).filter((id) => /^[a-z0-9-]+$/.test(id));
  }
  return [...head.matchAll(/^# {5}"([\w-]+)"/gm)].map(([, choice]) => choice);
}

let lists = 0;

export class AnswerForm {
  #text;
  #changed;
  #inputs = new Map();

  constructor({ parent, text, starter, changed }) {
    this.#text = text;
    this.#changed = changed;
    const head = headOf(starter);
    const groups = new Map();
    for (const question of questionsIn(starter)) {
      const name = question.section?.name ?? "";
      if (!groups.has(name)) groups.set(name, { hint: question.section?.hint, questions: [] });
      groups.get(name).questions.push(question);
    }
    parent.append(...[...groups].map(([name, { hint, questions }]) => this.#group(name, hint, questions, head)));
    this.#show();
  }

  #group(name, hint, questions, head) {
    const isOfWords = name === "class" || questions.some(({ key }) => key === "mistake");
    const rows = questions.map(({ key, hint: asked }) => {
      const choices = isOfWords ? choicesIn(head, key) : [];
      const list = choices.length > 0 ? element("datalist", { id: `answers-${(lists += 1)}` }, ...choices.map((value) => element("option", { value }))) : null;
      const input = element("input", { type: "text", autocomplete: "off", spellcheck: "false", list: list?.id, input: () => this.#answer(name, key, input.value) });
      this.#inputs.set(`${name}.${key}`, input);
      return element("label", { class: "playground-question" }, element("span", {}, element("code", {}, key), asked ?? ""), input, list);
    });
    if (name === "") return element("div", { class: "playground-questions" }, ...rows);
    return element("fieldset", { class: "playground-questions" }, element("legend", {}, name, hint ? `: ${hint}` : ""), ...rows);
  }

  /** Writes an answer into the text, in its section. */
  #answer(section, key, answer) {
    let current = "";
    const lines = this.#text.split("\n").map((line) => {
      current = /^\[(\w+)\]/.exec(line)?.[1] ?? current;
      const question = QUESTION.exec(line);
      if (current !== section || question?.[1] !== key) return line;
      return `${key} = ${written(answer)}${question[3] ? `  # ${question[3]}` : ""}`;
    });
    this.#text = lines.join("\n");
    this.#changed(this.#text);
  }

  #show() {
    for (const { section, key, value } of questionsIn(this.#text)) {
      const input = this.#inputs.get(`${section?.name ?? ""}.${key}`);
      if (input) input.value = shown(value);
    }
  }

  get text() {
    return this.#text;
  }

  set text(text) {
    this.#text = text;
    this.#show();
    this.#changed(text);
  }

  /** The answers at whose lines something was found are marked. */
  show(findings, file) {
    const lines = this.#text.split("\n");
    const found = findings.flatMap(({ spans, message }) => spans.filter((span) => span.primary && span.file === file).map(({ line }) => ({ line, message })));
    for (const input of this.#inputs.values()) input.removeAttribute("aria-invalid");
    for (const { line, message } of found) {
      const input = this.#inputAt(lines, line);
      input?.setAttribute("aria-invalid", "true");
      input?.setAttribute("title", message);
    }
  }

  #inputAt(lines, line) {
    const key = QUESTION.exec(lines[line - 1] ?? "")?.[1];
    const section = lines.slice(0, line).findLast((each) => /^\[\w+\]/.test(each));
    return this.#inputs.get(`${/^\[(\w+)\]/.exec(section ?? "")?.[1] ?? ""}.${key}`);
  }

  /** Puts the cursor into the answer of that line. */
  go(line) {
    this.#inputAt(this.#text.split("\n"), line)?.focus();
  }

  mark() {}
}
