//! Mending a program by what the diagnostics suggest.
//!
//! Invariants: only the main file is edited, and only what is written there: what came through a macro
//! is edited in the macro's body where it is a word of CUDA, which means the same wherever the macro
//! is used. Nothing that is only a guess is applied. Edits never overlap.

use crate::diagnostic::{CUDA_ISM, Diagnostic, Suggestion};
use crate::source::{ExpansionId, FileId, SourceMap, Span};
use std::collections::HashSet;

const MAIN: FileId = FileId(0);

/// A stretch of the main file, and what to put in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty for something to insert.
    pub span: Span,
    /// By what.
    pub replacement: String,
}

/// The edits that the diagnostics of one program suggest, in the order of the text. Of two that overlap
/// the first in that order stays: once it is applied, the program can be read and mended again.
pub fn fixes(diagnostics: &[Diagnostic], sources: &SourceMap) -> Vec<Edit> {
    let mut seen = HashSet::new();
    let mut edits: Vec<Edit> = diagnostics
        .iter()
        .flat_map(|diagnostic| {
            let suggestions = diagnostic.suggestion.iter().chain(&diagnostic.repeated);
            suggestions.filter_map(|suggestion| edit(diagnostic, suggestion, sources))
        })
        .filter(|edit| seen.insert((edit.span, edit.replacement.clone())))
        .collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut end = None;
    edits.retain(|edit| {
        // Two insertions at one place do not overlap, but their order would be a guess.
        let free = end.is_none_or(|(start, end)| {
            edit.span.start >= end && (edit.span.start, edit.span.end) != (start, end)
        });
        if free {
            end = Some((edit.span.start, edit.span.end));
        }
        free
    });
    edits
}

/// The text with edits applied that [`fixes`] gave for it.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut mended = String::with_capacity(text.len());
    let mut from = 0;
    for edit in edits {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        mended.push_str(text.get(from..start).unwrap_or_default());
        mended.push_str(&edit.replacement);
        from = end;
    }
    mended.push_str(text.get(from..).unwrap_or_default());
    mended
}

fn edit(diagnostic: &Diagnostic, suggestion: &Suggestion, sources: &SourceMap) -> Option<Edit> {
    let (first, last) = (suggestion.origin, suggestion.end);
    let written = first.expansion == ExpansionId::NONE || diagnostic.mistake == Some(CUDA_ISM);
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
    Some(Edit {
        span,
        replacement: suggestion.replacement.clone(),
    })
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
            Err(rejected) => apply(text, &fixes(&rejected.diagnostics, &rejected.sources)),
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
}
