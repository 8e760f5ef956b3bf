//! Random text, random tokens and mutilated programs: nothing panics, and every place that is told is
//! a place of the source.

use opencl_c::compile;
use opencl_c::diagnostic::Diagnostic;
use opencl_c::preprocessor::{
    Include, Included, Includes, Limits, NotIncluded, Options, preprocess,
};
use opencl_c::source::SourceMap;
use opencl_c::token::TokenKind;
use proptest::prelude::*;

/// Finds one file, which is made of the same stuff as the program.
struct One<'a>(&'a str);

impl Includes for One<'_> {
    fn find(&mut self, include: Include<'_>) -> Result<Included, NotIncluded> {
        match include.name {
            "a" => Ok(Included {
                name: "a".into(),
                text: self.0.into(),
            }),
            _ => Err(NotIncluded::NotFound),
        }
    }
}

/// Small bounds, so that a case is quick whatever it is.
fn options(define: Option<String>) -> Options {
    Options {
        defines: define.into_iter().collect(),
        limits: Limits {
            tokens: 20_000,
            work: 100_000,
            expansion_depth: 200,
            source_bytes: 1 << 20,
            made_bytes: 1 << 16,
            include_depth: 20,
            files: 50,
            ..Limits::default()
        },
        ..Options::default()
    }
}

fn check_places(diagnostics: &[Diagnostic], sources: &SourceMap) {
    for diagnostic in diagnostics {
        let finding = diagnostic.to_finding(sources);
        assert!(!finding.message.is_empty());
        for place in finding.spans.iter().chain(&finding.macro_backtrace) {
            assert!(
                (place.line, place.column) <= (place.end_line, place.end_column),
                "{finding:?}"
            );
            let file = sources
                .files()
                .find(|(_, file)| *file.name == *place.file)
                .expect("a file of the program");
            assert!(place.line as usize <= file.1.text.split('\n').count());
        }
    }
}

fn survives(text: &str, included: &str, define: Option<String>) {
    let options = options(define);
    let preprocessed = preprocess("k.cl", text, &options, &mut One(included));
    let sources = &preprocessed.sources;
    check_places(&preprocessed.diagnostics, sources);
    let kinds = preprocessed.tokens.iter().map(|token| token.kind);
    assert!(
        kinds
            .clone()
            .all(|kind| !matches!(kind, TokenKind::Stray(_)))
    );
    assert_eq!(kinds.filter(|&kind| kind == TokenKind::End).count(), 1);
    for token in &preprocessed.tokens {
        sources.text(token.origin.spelling);
        sources.text(sources.use_site(token.origin));
    }
    match compile("k.cl", text, &options, &mut One(included)) {
        Ok(checked) => check_places(&checked.warnings, &checked.program.sources),
        Err(rejected) => {
            assert!(!rejected.diagnostics.is_empty());
            check_places(&rejected.diagnostics, &rejected.sources);
        }
    }
}

/// Pieces of programs: words, operators, directives, and what should not be there.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "x",
        "y",
        "f",
        "g",
        "f(",
        "g(x)",
        "__VA_ARGS__",
        "1",
        "0x1f",
        "1.5f",
        "09",
        "'a'",
        "''",
        "\"s\"",
        "\"",
        "'",
        "(",
        ")",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ",",
        ";",
        "+",
        "-",
        "*",
        "/",
        "%",
        "=",
        "==",
        "<<",
        ">>=",
        "&&",
        "||",
        "?",
        ":",
        "...",
        ".",
        "->",
        "++",
        "#",
        "##",
        "\\\n",
        "\\",
        "/*",
        "*/",
        "//",
        "\n",
        "\n",
        "\n",
        " ",
        "\t",
        "\r\n",
        "\0",
        "é",
        "\u{a0}",
        "“",
        "@",
        "\n#define f(x) ",
        "\n#define g(x, ...) ",
        "\n#define x ",
        "\n#define y(",
        "\n#undef x\n",
        "\n#if ",
        "\n#ifdef x\n",
        "\n#ifndef y\n",
        "\n#elif ",
        "\n#else\n",
        "\n#endif\n",
        "\n#include \"a\"\n",
        "\n#include ",
        "\n#line 7\n",
        "\n#error ",
        "\n#pragma unroll ",
        "\n#pragma OPENCL EXTENSION x : enable\n",
        "_Pragma(\"unroll 2\")",
        "defined",
        "defined(x)",
        "__LINE__",
        "__FILE__",
        "__COUNTER__",
        "__has_include(\"a\")",
        "__has_include(",
        "kernel",
        "__kernel",
        "void",
        "int",
        "float4",
        "global",
        "__local",
        "const",
        "struct",
        "union",
        "enum",
        "typedef",
        "if",
        "else",
        "for",
        "while",
        "do",
        "switch",
        "case",
        "default",
        "break",
        "return",
        "goto",
        "sizeof",
        "__attribute__((packed))",
        "kernel void f(",
        "global int *",
        "(float4)(",
        ".xyzw",
        ".s01",
        "get_global_id(0)",
        "barrier(CLK_LOCAL_MEM_FENCE);",
    ])
}

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec((piece(), any::<bool>()), 0..80).prop_map(|pieces| {
        let mut text = String::new();
        for (piece, spaced) in pieces {
            text.push_str(piece);
            if spaced {
                text.push(' ');
            }
        }
        text
    })
}

/// The first boundary of characters from byte `at` on.
fn boundary(text: &str, at: usize) -> usize {
    (at..text.len())
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(text.len())
}

/// A good program with some of its bytes taken away, repeated, or replaced.
fn mutilated() -> impl Strategy<Value = String> {
    let good = concat!(
        include_str!("../../benches/exercise.cl"),
        include_str!("../../benches/library.cl")
    );
    let change = (0..good.len(), 0..40_usize, soup());
    prop::collection::vec(change, 1..4).prop_map(move |changes| {
        let mut text = good.to_owned();
        for (at, length, replacement) in changes {
            let start = boundary(&text, at);
            let end = boundary(&text, start + length);
            text.replace_range(start..end, &replacement);
        }
        text
    })
}

proptest! {

    #[test]
    fn any_text_is_survived(text in any::<String>(), included in any::<String>()) {
        survives(&text, &included, None);
    }

    #[test]
    fn any_bytes_made_text_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        survives(&String::from_utf8_lossy(&bytes), "", None);
    }

    #[test]
    fn any_tokens_are_survived(text in soup(), included in soup(), define in prop::option::of(soup())) {
        survives(&text, &included, define);
    }

    #[test]
    fn any_mutilated_program_is_survived(text in mutilated()) {
        survives(&text, "", None);
    }
}
