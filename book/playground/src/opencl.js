// OpenCL C for the editor: words and literals, told apart line by line.

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const words = (text) => new Set(text.split(" "));

const KEYWORDS = words(
  "break case continue default do else enum for goto if return sizeof static struct switch typedef union while inline volatile restrict extern",
);
const QUALIFIERS = words(
  "kernel __kernel global __global local __local constant __constant private __private const " +
    "read_only write_only read_write __read_only __write_only __attribute__",
);
const TYPE = /^(?:void|bool|size_t|ptrdiff_t|intptr_t|uintptr_t|event_t|sampler_t|atomic_(?:flag|u?int|u?long|float|double|half|u?intptr_t|size_t|ptrdiff_t)|memory_(?:order|scope)|image[123]d_\w*t|signed|unsigned|(?:u?(?:char|short|int|long)|half|float|double)(?:2|3|4|8|16)?)$/;
const BUILT_IN = /^(?:get_(?:global|local)_(?:id|size)|get_(?:group_id|num_groups|global_offset|work_dim|enqueued_local_size|(?:global|local)_linear_id|fence)|get_\w*sub_group\w*|(?:intel_)?sub_group_\w+|work_group_\w+|to_(?:global|local|private)|barrier|(?:read_|write_)?mem_fence|async_work_group_\w+|wait_group_events|prefetch|v(?:load|store)\w*|atom(?:ic)?_\w+|convert_\w+|as_\w+|printf|native_\w+|half_\w+)$/;
const NUMBER = /^(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[uUlLfFhH]*/;

function token(stream, state) {
  if (state.comment) {
    if (stream.skipTo("*/")) {
      stream.match("*/");
      state.comment = false;
    } else stream.skipToEnd();
    return "comment";
  }
  if (stream.sol() && stream.match(/^\s*#/, false)) {
    stream.eatSpace();
    stream.match(/^#\s*\w*/);
    return "meta";
  }
  if (stream.eatSpace()) return null;
  if (stream.match("//")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match("/*")) {
    state.comment = true;
    return "comment";
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return "string";
  if (stream.match(NUMBER)) return "number";
  const word = stream.match(/^[A-Za-z_]\w*/);
  if (word) {
    if (KEYWORDS.has(word[0])) return "keyword";
    if (QUALIFIERS.has(word[0])) return "modifier";
    if (TYPE.test(word[0])) return "typeName";
    if (BUILT_IN.test(word[0])) return "builtIn";
    return /^[A-Z][A-Z\d_]*$/.test(word[0]) ? "constantName" : "variableName";
  }
  stream.next();
  return "operator";
}

/** Spaces at the head of a line, by the braces before it. */
function indent(_, textAfter, context) {
  const line = context.lineAt(context.pos, -1);
  for (let from = line.from - 1; from >= 0; ) {
    const before = context.state.doc.lineAt(from);
    const text = before.text.replace(/\/\/.*/, "").trimEnd();
    if (text.trim() !== "") {
      const opens = text.endsWith("{") ? context.unit : 0;
      const closes = /^\s*\}/.test(textAfter) ? context.unit : 0;
      return Math.max(0, context.lineIndent(before.from) + opens - closes);
    }
    from = before.from - 1;
  }
  return 0;
}

const language = StreamLanguage.define({
  name: "opencl",
  startState: () => ({ comment: false }),
  token,
  indent,
  tokenTable: { builtIn: tags.standard(tags.function(tags.variableName)), constantName: tags.constant(tags.name) },
  languageData: {
    commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
    closeBrackets: { brackets: ["(", "[", "{"] },
    indentOnInput: /^\s*\}$/,
  },
});

// The colours are those of the page's theme: see playground.css.
const style = HighlightStyle.define(
  [
    { tag: tags.keyword, class: "cl-keyword" },
    { tag: tags.modifier, class: "cl-qualifier" },
    { tag: tags.typeName, class: "cl-type" },
    { tag: tags.standard(tags.function(tags.variableName)), class: "cl-built-in" },
    { tag: tags.constant(tags.name), class: "cl-constant" },
    { tag: tags.comment, class: "cl-comment" },
    { tag: tags.string, class: "cl-literal" },
    { tag: tags.number, class: "cl-literal" },
    { tag: tags.meta, class: "cl-directive" },
  ],
);

/** What makes an editor read OpenCL C. */
export const opencl = [language, syntaxHighlighting(style)];
