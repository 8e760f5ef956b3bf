// The editor: text, findings in place, and the lines that a step is about.

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  WidgetType,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { opencl } from "./opencl.js";

const mark = StateEffect.define();

const markedLines = StateField.define({
  create: () => Decoration.none,
  update(lines, transaction) {
    let marked = lines.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(mark)) continue;
      const { doc } = transaction.state;
      const known = effect.value.filter((line) => line >= 1 && line <= doc.lines);
      const decorations = [...new Set(known)]
        .sort((one, other) => one - other)
        .map((line) => Decoration.line({ class: "cl-step" }).range(doc.line(line).from));
      marked = Decoration.set(decorations);
    }
    return marked;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Stands for the lines that the page shows as text. */
class Elsewhere extends WidgetType {
  eq() {
    return true;
  }

  toDOM() {
    const line = document.createElement("div");
    line.className = "cl-elsewhere";
    line.textContent = "// The task is the text above.";
    return line;
  }
}

/**
 * Hides what the text begins with, as long as it begins so: all lines keep their numbers. The cursor stays
 * behind it.
 */
function hidden(head) {
  const end = head.length;
  const ranges = Decoration.set([Decoration.replace({ widget: new Elsewhere(), block: true }).range(0, end - 1)]);
  const rangesIn = ({ doc }) => (doc.length >= end && doc.sliceString(0, end) === head ? ranges : Decoration.none);
  const field = StateField.define({
    create: rangesIn,
    update: (now, transaction) => (transaction.docChanged ? rangesIn(transaction.state) : now),
    provide: (it) => [EditorView.decorations.from(it), EditorView.atomicRanges.of((view) => view.state.field(it))],
  });
  const behind = EditorState.transactionFilter.of((transaction) => {
    const isHidden = transaction.startState.field(field) !== Decoration.none;
    const at = transaction.selection?.main;
    if (!isHidden || transaction.docChanged || !at?.empty || at.head >= end) return transaction;
    return [transaction, { selection: { anchor: end } }];
  });
  return [field, behind];
}

const LEVELS = { error: "error", warning: "warning", note: "info", performance: "info" };

export class Editor {
  #view;
  /** What was added since. */
  #added = new Compartment();
  /** What a run found in the text. */
  #found = [];
  /** What the language server finds in it; null before it has said so. */
  #live = null;

  /**
   * `code` says that it is OpenCL C; `keys` adds key bindings; `changed` hears of each change of the text, `focused`
   * of the first focus. `head` are lines at the beginning that are not shown, for the page has them as text.
   */
  constructor({ parent, text, code, label, keys, changed, focused, head = "" }) {
    this.#view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        selection: { anchor: text.startsWith(head) ? head.length : 0 },
        extensions: [
          this.#added.of([]),
          lineNumbers(),
          lintGutter(),
          history(),
          drawSelection(),
          indentUnit.of("    "),
          indentOnInput(),
          bracketMatching(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          code ? opencl : [],
          markedLines,
          head === "" ? [] : hidden(head),
          // Tab is left to the page: a reader without a mouse gets out of the editor with it.
          keymap.of([...keys, ...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            this.#moved(update.changes);
            changed(update.state.doc.toString());
          }),
        ],
      }),
    });
    this.#view.contentDOM.addEventListener("focus", focused, { once: true });
  }

  get view() {
    return this.#view;
  }

  /** Adds extensions, in place of those added before. */
  extend(extensions) {
    this.#live = null;
    this.#view.dispatch({ effects: this.#added.reconfigure(extensions) });
    this.#draw();
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  set text(text) {
    const { length } = this.#view.state.doc;
    this.#view.dispatch({ changes: { from: 0, to: length, insert: text } });
  }

  /** Shows findings at their primary places in the file of this name. */
  show(findings, file) {
    this.#found = findings.flatMap((finding) =>
      finding.spans
        .filter((span) => span.primary && span.file === file)
        .map((span) => ({
          from: this.#offset(span.line, span.column),
          to: this.#offset(span.end_line, span.end_column),
          severity: LEVELS[finding.level] ?? "info",
          source: finding.mistake,
          mistake: finding.mistake,
          message: finding.message,
        })),
    );
    this.#draw();
  }

  /** Shows what the language server finds in the text as it is. */
  showLive(diagnostics) {
    this.#live = diagnostics;
    this.#draw();
  }

  #draw() {
    const live = this.#live ?? [];
    const isLive = ({ from, mistake }) => live.some((it) => it.from === from && it.mistake === mistake);
    const all = [...this.#found.filter((it) => !isLive(it)), ...live];
    all.sort((one, other) => one.from - other.from);
    this.#view.dispatch(setDiagnostics(this.#view.state, all));
  }

  /** Findings stay at their text. Those of a run are out of date where the language server says what is true now. */
  #moved(changes) {
    const move = (it) => ({ ...it, from: changes.mapPos(it.from, 1), to: changes.mapPos(it.to, -1) });
    const stay = (all) => all.map(move).filter(({ from, to }) => from <= to);
    this.#found = this.#live === null ? stay(this.#found) : [];
    if (this.#live !== null) this.#live = stay(this.#live);
  }

  /** Marks the lines of a step, and brings the first into view. */
  mark(lines) {
    const effects = [mark.of(lines)];
    const [first] = lines;
    const { doc } = this.#view.state;
    if (first !== undefined && first <= doc.lines) {
      effects.push(EditorView.scrollIntoView(doc.line(first).from, { y: "nearest", yMargin: 20 }));
    }
    this.#view.dispatch({ effects });
  }

  /** Puts the cursor there. */
  go(line, column) {
    const at = this.#offset(line, column);
    this.#view.dispatch({
      selection: { anchor: at },
      effects: EditorView.scrollIntoView(at, { y: "nearest" }),
    });
    this.#view.focus();
  }

  // Columns count characters, the editor counts UTF-16 units.
  #offset(line, column) {
    const { doc } = this.#view.state;
    const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
    const before = [...found.text].slice(0, Math.max(column - 1, 0)).join("");
    return found.from + before.length;
  }
}
