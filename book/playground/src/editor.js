// The editor: text, findings in place, and the lines that a step is about.

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  EditorView,
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

const LEVELS = { error: "error", warning: "warning", note: "info", performance: "info" };

export class Editor {
  #view;

  /** `code` says that it is OpenCL C; `keys` adds key bindings; `changed` hears of each change of the text. */
  constructor({ parent, text, code, label, keys, changed }) {
    this.#view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
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
          // Tab is left to the page: a reader without a mouse gets out of the editor with it.
          keymap.of([...keys, ...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString());
          }),
        ],
      }),
    });
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
    const diagnostics = findings.flatMap((finding) =>
      finding.spans
        .filter((span) => span.primary && span.file === file)
        .map((span) => ({
          from: this.#offset(span.line, span.column),
          to: this.#offset(span.end_line, span.end_column),
          severity: LEVELS[finding.level] ?? "info",
          source: finding.mistake,
          message: finding.message,
        })),
    );
    diagnostics.sort((one, other) => one.from - other.from);
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
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
