// The language server in the page's editors, loaded when a reader first comes into one: what is wrong as one types,
// with fixes, what a name means, completion, signatures, definitions, renaming and formatting.

import { autocompletion } from "@codemirror/autocomplete";
import { lintKeymap, openLintPanel } from "@codemirror/lint";
import {
  LSPClient,
  LSPPlugin,
  findReferencesKeymap,
  formatDocument,
  formatKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  renameKeymap,
  serverCompletionSource,
  signatureHelp,
} from "@codemirror/lsp-client";
import { StateEffect, StateField } from "@codemirror/state";
import { EditorView, ViewPlugin, keymap, showTooltip } from "@codemirror/view";
import { element } from "./dom.js";

/** Milliseconds without a key before the server gets the text. */
const PAUSE = 200;
/** A server that failed as often is not started again: the text that it has to read makes it fail. */
const MOST_STARTS = 4;

/** The protocol's numbers of the kinds of completions whose texts the server sends when they are asked for. */
const KINDS = { function: 3, class: 7, keyword: 14, constant: 21 };
const SEVERITIES = [, "error", "warning", "info", "hint"];

/** What the server's Markdown needs; everything else in it is text of the reader's own kernel. */
const SHOWN = new Set("p pre code ul ol li em strong br span".split(" "));

function sanitized(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const made of body.querySelectorAll("*")) {
    if (!SHOWN.has(made.localName)) made.replaceWith(made.textContent);
    for (const { name } of [...made.attributes]) if (name !== "class") made.removeAttribute(name);
  }
  return body.innerHTML;
}

/** The server's edits are those of versioned documents; the library knows the protocol's other form alone. */
function withChanges(message) {
  if (!message.includes('"documentChanges":')) return message;
  const changes = ({ documentChanges }) => Object.fromEntries(documentChanges.map((it) => [it.textDocument.uri, it.edits]));
  return JSON.stringify(JSON.parse(message, (_, value) => (value?.documentChanges ? { changes: changes(value) } : value)));
}

/** The worker's messages are text; `failed` hears of its end. Gives it once the module is loaded. */
function transportTo(folder, files, failed) {
  const worker = new Worker(new URL("language-worker.js", folder));
  const heard = new Set();
  const transport = {
    send: (message) => worker.postMessage(message),
    subscribe: (hear) => heard.add(hear),
    unsubscribe: (hear) => heard.delete(hear),
  };
  return new Promise((resolve, reject) => {
    const end = (why) => {
      worker.terminate();
      reject(new Error(why));
      failed();
    };
    worker.onerror = (event) => end(event.message || "the worker does not start");
    worker.onmessage = ({ data }) => {
      if (data.ready) resolve(transport);
      else if (data.failed) end(data.failed);
      else for (const hear of [...heard]) hear(withChanges(data.message));
    };
    worker.postMessage({ module: String(new URL("language-server.wasm", folder)), files });
  });
}

/** A server for the editors of a page. */
class Language {
  /** The editors by their views, each with what is called when it has a server no more. */
  #editors = new Map();
  #starts = 0;
  #client;

  constructor(folder, root) {
    // Links from mistakes lead to the pages of this book.
    const files = { "/.grader.toml": `book = ${JSON.stringify(root)}\n` };
    this.#client = new LSPClient({
      rootUri: "file:///",
      timeout: 10_000,
      sanitizeHTML: sanitized,
      notificationHandlers: {
        "textDocument/publishDiagnostics": (_, published) => (this.#diagnosed(published), true),
      },
      extensions: [
        {
          clientCapabilities: {
            textDocument: {
              publishDiagnostics: { versionSupport: true, codeDescriptionSupport: true },
              // A name alone: its parameters are shown when its parenthesis is typed.
              completion: { completionItem: { snippetSupport: false } },
            },
          },
        },
        autocompletion({ override: [completions], icons: false }),
        hoverTooltips(),
        signatureHelp(),
        meaningAtCursor,
        synchronised,
        keymap.of([
          { key: "Mod-i", run: showMeaning },
          { key: "Escape", run: hideMeaning },
          { key: "Mod-.", run: openLintPanel },
          ...lintKeymap,
          ...formatKeymap,
          ...renameKeymap,
          ...jumpToDefinitionKeymap,
          ...findReferencesKeymap,
        ]),
        look,
      ],
    });
    this.started = this.#start(folder, files);
  }

  async #start(folder, files) {
    this.#starts += 1;
    const transport = await transportTo(folder, files, () => this.#failed(folder, files));
    this.#client.connect(transport);
    await this.#client.initializing;
  }

  /** Another server takes the place of one whose module failed, and reads the texts as they are. */
  #failed(folder, files) {
    if (!this.#client.connected) return;
    this.#client.disconnect();
    if (this.#starts < MOST_STARTS) {
      this.#start(folder, files).catch(() => {});
      return;
    }
    for (const { editor, ended } of this.#editors.values()) {
      editor.extend([]);
      ended();
    }
    this.started = Promise.reject(new Error("its module failed"));
    this.started.catch(() => {});
  }

  /** Gives an editor what the server knows of its text, under the name of a file. */
  serve(editor, uri, ended) {
    this.#editors.set(editor.view, { editor, ended });
    editor.extend(this.#client.plugin(uri, "opencl"));
  }

  /** Shows what the server finds in a text, unless the text is another by now. */
  async #diagnosed({ uri, version, diagnostics }) {
    const file = this.#client.workspace.getFile(uri);
    const plugin = file && LSPPlugin.get(file.getView());
    const isStale = () => !plugin || version !== file.version || !plugin.unsyncedChanges.empty;
    if (isStale()) return;
    const { editor } = this.#editors.get(file.getView());
    const show = (fixes) =>
      editor.showLive(diagnostics.map((found) => diagnosticOf(found, plugin, fixes.filter((fix) => mends(fix, found)))));
    show([]);
    if (diagnostics.length === 0) return;
    const { doc } = plugin.view.state;
    const request = {
      textDocument: { uri },
      range: { start: plugin.toPosition(0), end: plugin.toPosition(doc.length) },
      context: { diagnostics, only: ["quickfix"] },
    };
    const fixes = await this.#client.request("textDocument/codeAction", request).catch(() => []);
    if (fixes?.length > 0 && !isStale()) show(fixes);
  }
}

const mends = (fix, { range, message }) =>
  (fix.diagnostics ?? []).some((it) => it.message === message && JSON.stringify(it.range) === JSON.stringify(range));

function diagnosticOf({ range, severity, code, codeDescription, message, tags }, plugin, fixes) {
  const { doc } = plugin.view.state;
  const page = codeDescription && element("a", { href: codeDescription.href, target: "_blank" }, code);
  return {
    from: plugin.fromPosition(range.start),
    to: plugin.fromPosition(range.end),
    severity: SEVERITIES[severity] ?? "error",
    markClass: tags?.includes(1) ? "cl-unused" : "",
    mistake: code,
    message,
    renderMessage: () => element("div", {}, message, ...(page ? ["\n", page.cloneNode(true)] : [])),
    actions: fixes.map(({ title, edit }) => ({
      name: title,
      // An edit is of the text that was looked at, and of no other.
      apply: (view) => view.state.doc.eq(doc) && view.dispatch({ changes: changesOf(edit, plugin), userEvent: "input.fix" }),
    })),
  };
}

function changesOf({ changes }, plugin) {
  return changes[plugin.uri].map(({ range, newText }) => ({
    from: plugin.fromPosition(range.start),
    to: plugin.fromPosition(range.end),
    insert: newText,
  }));
}

/** Completions with their texts, which the server is asked for when one is shown. */
async function completions(context) {
  const result = await serverCompletionSource(context);
  for (const option of result?.options ?? []) {
    const kind = KINDS[option.type];
    if (kind && !option.info) option.info = () => completionText(context.view, { label: option.label, kind });
  }
  return result;
}

async function completionText(view, item) {
  const plugin = LSPPlugin.get(view);
  const { documentation } = await plugin.client.request("completionItem/resolve", item);
  return documentation ? documented(plugin, documentation) : null;
}

function documented(plugin, contents) {
  const shown = element("div", { class: "cm-lsp-documentation" });
  shown.innerHTML = plugin.docToHTML(contents);
  return shown;
}

/** What the name at the cursor means: the pointer's tooltip, for a reader without one. */
const setMeaning = StateEffect.define();

const meaningAtCursor = StateField.define({
  create: () => null,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMeaning)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : shown;
  },
  provide: (field) => showTooltip.from(field),
});

function showMeaning(view) {
  const plugin = LSPPlugin.get(view);
  plugin.client.sync();
  const { state } = view;
  const at = { textDocument: { uri: plugin.uri }, position: plugin.toPosition(state.selection.main.head) };
  plugin.client.request("textDocument/hover", at).then(
    (hover) => {
      if (!hover || view.state.doc !== state.doc) return;
      const create = () => ({ dom: documented(plugin, hover.contents) });
      view.dispatch({
        effects: [
          setMeaning.of({ pos: plugin.fromPosition(hover.range.start), above: true, create }),
          EditorView.announce.of(documented(plugin, hover.contents).textContent),
        ],
      });
    },
    () => {},
  );
  return true;
}

function hideMeaning(view) {
  if (view.state.field(meaningAtCursor) === null) return false;
  view.dispatch({ effects: setMeaning.of(null) });
  return true;
}

/** The server gets the text when the reader pauses. */
const synchronised = ViewPlugin.define((view) => {
  let timer;
  return {
    update({ docChanged }) {
      if (!docChanged) return;
      clearTimeout(timer);
      timer = setTimeout(() => LSPPlugin.get(view)?.client.sync(), PAUSE);
    },
    destroy: () => clearTimeout(timer),
  };
});

const look = EditorView.theme({
  ".cm-tooltip": { maxWidth: "min(38em, calc(100vw - 2em))" },
  ".cm-tooltip-hover, .cm-lsp-documentation, .cm-lsp-signature-tooltip": { maxHeight: "16em", overflowY: "auto" },
  ".cm-lsp-documentation": { padding: "0.2em 0.6em", overflowWrap: "anywhere", whiteSpace: "normal" },
  ".cm-lsp-documentation :is(pre, code)": {
    padding: "0",
    background: "none",
    fontSize: "1em",
    lineHeight: "1.5",
    whiteSpace: "pre-wrap",
  },
  ".cm-lsp-documentation ul": { margin: "0.3em 0", paddingInlineStart: "1.3em" },
  ".cm-lsp-signature-tooltip": { maxWidth: "min(38em, calc(100vw - 2em))" },
  ".cm-lsp-signature-tooltip.cm-lsp-signature-multiple": { paddingInlineStart: "2.4em" },
  ".cm-lsp-signature-tooltip .cm-lsp-documentation": { maxHeight: "none", fontSize: "0.9em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { maxWidth: "min(38em, calc(100vw - 2em))" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--pg-mark)", color: "inherit" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap" },
  ".cm-diagnosticAction": { margin: "0.3em 0.6em 0.1em 0", background: "var(--pg-soft)", color: "var(--fg)" },
  ".cm-panels": { background: "var(--pg-soft)", color: "inherit" },
  ".cm-panel :is(button, input)": { background: "var(--bg)", color: "var(--fg)" },
  ".cm-panel.cm-panel-lint ul": { maxHeight: "12em" },
  ".cm-panel.cm-panel-lint ul [aria-selected], .cm-panel.cm-panel-lint ul:focus [aria-selected]": {
    background: "var(--pg-mark)",
    color: "inherit",
  },
  ".cm-lintRange-active": { backgroundColor: "var(--pg-mark)" },
  ".cl-unused": { opacity: "0.75" },
});

const languages = new Map();

/** The server of a page, which is loaded the first time; `folder` is where the module lies, `root` where the book does. */
export async function languageOf(folder, root) {
  if (!languages.has(folder)) languages.set(folder, new Language(folder, root));
  const language = languages.get(folder);
  try {
    await language.started;
  } catch (error) {
    // It may be there the next time.
    languages.delete(folder);
    throw error;
  }
  return language;
}

/** Lays a kernel's text out. */
export const format = (editor) => formatDocument(editor.view);
