//! Mending a program by what the diagnostics suggest.
//!
//! Invariants: only the main file is edited, and only what is written there: what came through a macro
//! is edited in the macro's body where it is a word of CUDA, which means the same wherever the macro
//! is used. Nothing that is only a guess is applied. Edits never overlap.

use crate::diagnostic::{Diagnostic, Suggestion};
use crate::source::{ExpansionId, FileId, SourceMap, Span};
use launch::{MistakeId, Replacement};
use std::ops::Range;

const MAIN: FileId = FileId(0);

/// What one diagnostic suggests and is no guess, in the order of the text.
pub(crate) fn replacements(diagnostic: &Diagnostic, sources: &SourceMap) -> Vec<Replacement> {
    let suggestions = diagnostic.suggestion.iter().chain(&diagnostic.repeated);
    let mut edits: Vec<(Span, &str)> = suggestions
        .filter_map(|suggestion| edit(diagnostic, suggestion, sources))
        .collect();
    edits.sort_by_key(|(span, _)| (span.start, span.end));
    // One walk over the text: a line may be long, and hold many.
    let ends = edits.iter().flat_map(|(span, _)| [span.start, span.end]);
    let places = sources.lines_and_columns(MAIN, ends);
    let file = &sources.file(MAIN).name;
    let replacements = edits
        .iter()
        .zip(places.chunks_exact(2))
        .map(|((_, text), place)| Replacement {
            file: file.to_string(),
            line: place[0].line,
            column: place[0].column,
            end_line: place[1].line,
            end_column: place[1].column,
            text: (*text).to_owned(),
        });
    apart(replacements.collect())
}

/// What stands in the main file at `span`, replaced by `text`; nothing for another file.
pub fn replacement(sources: &SourceMap, span: Span, text: String) -> Option<Replacement> {
    (span.file == MAIN).then(|| {
        let place = sources.place_of_span(span, String::new(), true);
        Replacement {
            file: place.file,
            line: place.line,
            column: place.column,
            end_line: place.end_line,
            end_column: place.end_column,
            text,
        }
    })
}

/// Replacements of one file in the order of the text, each once. Of two that overlap the first in that
/// order stays: once it is applied, the program can be read and mended again.
pub fn apart(mut replacements: Vec<Replacement>) -> Vec<Replacement> {
    replacements.sort_by(|one, other| {
        let key = |it: &Replacement| (start(it), end(it));
        key(one)
            .cmp(&key(other))
            .then_with(|| one.text.cmp(&other.text))
    });
    let mut before = None;
    replacements.retain(|it| {
        let place = (start(it), end(it));
        // Two insertions at one place do not overlap, but their order would be a guess.
        let free = before.is_none_or(|(start, end)| place.0 >= end && place != (start, end));
        if free {
            before = Some(place);
        }
        free
    });
    replacements
}

fn start(replacement: &Replacement) -> (u32, u32) {
    (replacement.line, replacement.column)
}

fn end(replacement: &Replacement) -> (u32, u32) {
    (replacement.end_line, replacement.end_column)
}

/// Where in `text`, in bytes, replacements stand that [`apart`] gave; a place beyond the text is its end.
pub fn ranges(text: &str, replacements: &[Replacement]) -> Vec<Range<usize>> {
    let mut wanted = replacements
        .iter()
        .flat_map(|it| [start(it), end(it)])
        .peekable();
    let mut found = Vec::with_capacity(replacements.len() * 2);
    let (mut line, mut column) = (1, 1);
    for (at, c) in text.char_indices() {
        while wanted.next_if(|place| *place <= (line, column)).is_some() {
            found.push(at);
        }
        if wanted.peek().is_none() {
            break;
        }
        (line, column) = match c {
            '\n' => (line + 1, 1),
            _ => (line, column + 1),
        };
    }
    found.resize(replacements.len() * 2, text.len());
    found
        .chunks_exact(2)
        .map(|place| place[0]..place[1])
        .collect()
}

/// The text with these texts in place of what stands at these ranges, which are in its order.
pub fn apply<'a>(text: &str, edits: impl IntoIterator<Item = (Range<usize>, &'a str)>) -> String {
    let mut mended = String::with_capacity(text.len());
    let mut from = 0;
    for (range, replacement) in edits {
        mended.push_str(text.get(from..range.start).unwrap_or_default());
        mended.push_str(replacement);
        from = range.end;
    }
    mended.push_str(text.get(from..).unwrap_or_default());
    mended
}

fn edit<'a>(
    diagnostic: &Diagnostic,
    suggestion: &'a Suggestion,
    sources: &SourceMap,
) -> Option<(Span, &'a str)> {
    let (first, last) = (suggestion.origin, suggestion.end);
    let written =
        first.expansion == ExpansionId::NONE || diagnostic.mistake == Some(MistakeId::CudaIsm);
    let (start, end) = (first.spelling, last.spelling);
    if suggestion.guess
        || !written
        || first.expansion != last.expansion
        || (start.file, end.file) != (MAIN, MAIN)
        || start.start > end.end
    {
        return None;
    }
    let mut span = Span {
        end: end.end,
        ..start
    };
    let text = &sources.file(MAIN).text;
    if first.expansion != ExpansionId::NONE && !is_one_use(sources.text(span)) {
        return None;
    }
    // A word that is left out takes the space after it along.
    if suggestion.replacement.is_empty() && text.as_bytes().get(span.end as usize) == Some(&b' ') {
        span.end += 1;
    }
    Some((span, &suggestion.replacement))
}

/// Is it a name, alone or with a field or empty parentheses after it? Not so where its tokens came from
/// several places: from a body and an argument, or pasted together.
fn is_one_use(text: &str) -> bool {
    let word = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    match text.split_once(['.', '(']) {
        None => word(text),
        Some((name, rest)) => {
            word(name.trim_end()) && (word(rest.trim_start()) || rest.trim_start() == ")")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile;
    use crate::preprocessor::{NoIncludes, Options};

    fn mended(text: &str) -> String {
        match compile("k.cl", text, &Options::default(), &mut NoIncludes) {
            Ok(_) => text.to_owned(),
            Err(rejected) => {
                let told = rejected.diagnostics.iter();
                let fixes = told.flat_map(|it| replacements(it, &rejected.sources));
                let fixes = apart(fixes.collect());
                let texts = fixes.iter().map(|it| it.text.as_str());
                apply(text, ranges(text, &fixes).into_iter().zip(texts))
            }
        }
    }

    fn is_accepted(text: &str) -> bool {
        compile("k.cl", text, &Options::default(), &mut NoIncludes).is_ok()
    }

    #[test]
    fn a_kernel_of_cuda_becomes_one_of_opencl() {
        let text = "__device__ float twice(float x) { return x + x; }\n\
                    __global__ void f(float *a, const int *b, int n) {\n\
                    __shared__ float tile[64];\n\
                    int i = blockIdx.x * blockDim.x + threadIdx.x;\n\
                    tile[threadIdx.x] = twice(a[i]);\n\
                    __syncthreads();\n\
                    if (i < n) { a[i] = tile[63 - threadIdx.x]; }\n\
                    __syncthreads();\n}\n";
        let expected = "float twice(float x) { return x + x; }\n\
                    __kernel void f(__global float *a, __global const int *b, int n) {\n\
                    __local float tile[64];\n\
                    int i = get_group_id(0) * get_local_size(0) + get_local_id(0);\n\
                    tile[get_local_id(0)] = twice(a[i]);\n\
                    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n\
                    if (i < n) { a[i] = tile[63 - get_local_id(0)]; }\n\
                    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n}\n";
        assert_eq!(mended(text), expected);
        assert!(is_accepted(expected));
    }

    #[test]
    fn a_word_in_the_body_of_a_macro_is_mended_there_once() {
        let text = "#define ID (blockIdx.x * 64 + threadIdx . x)\n\
                    kernel void f(global int *a) { a[ID] = 1; a[ID] = 2; }\n";
        let expected = "#define ID (get_group_id(0) * 64 + get_local_id(0))\n\
                        kernel void f(global int *a) { a[ID] = 1; a[ID] = 2; }\n";
        assert_eq!(mended(text), expected);
        assert!(is_accepted(expected));
    }

    #[test]
    fn a_use_that_is_put_together_by_a_macro_is_left() {
        let text = "#define X(v) v.x\n#define P(a, b) a##b\n\
                    kernel void f(global int *a) { a[X(threadIdx)] = P(block, Dim).x; }\n";
        assert_eq!(mended(text), text);
    }

    #[test]
    fn a_guess_is_not_applied() {
        let text = "kernel void f(global int *a, int length) { a[0] = lenght; }";
        assert_eq!(mended(text), text);
    }

    #[test]
    fn what_is_missing_is_inserted() {
        let text = "kernel void f(global int *a) {\n  a[0] = 1\n  a[1] = 2;\n}";
        let expected = "kernel void f(global int *a) {\n  a[0] = 1;\n  a[1] = 2;\n}";
        assert_eq!(mended(text), expected);
    }

    #[test]
    fn a_vector_is_made_by_a_literal_and_components_without_a_dimension_are_left() {
        let text = "kernel void f(global float4 *a) {\n\
                    a[threadIdx.w] = make_float4(1, 2, 3, 4);\n}";
        let expected = "kernel void f(global float4 *a) {\n\
                        a[threadIdx.w] = (float4)(1, 2, 3, 4);\n}";
        assert_eq!(mended(text), expected);
    }

    #[test]
    fn places_are_found_in_characters_and_across_lines() {
        let at = |line, column, end_line, end_column| Replacement {
            file: "k.cl".to_owned(),
            line,
            column,
            end_line,
            end_column,
            text: String::new(),
        };
        let text = "\u{b5}a\r\nb\nc";
        let places = apart(vec![at(3, 1, 3, 2), at(1, 2, 2, 1), at(3, 2, 3, 2)]);
        assert_eq!(ranges(text, &places), [2..5, 7..8, 8..8]);
        let beyond = [at(7, 1, 7, 2), at(9, 1, 9, 2)];
        assert_eq!(ranges(text, &beyond), [8..8, 8..8]);
    }
}
