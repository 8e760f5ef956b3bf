//! Any text through the whole front end: it ends, and every place it tells is a place of the source.
//! `cargo +nightly fuzz run front_end` in `grader/opencl-c`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use opencl_c::parser::parse;
use opencl_c::preprocessor::{Limits, NoIncludes, Options, preprocess};

fuzz_target!(|text: &str| {
    let options = Options {
        limits: Limits {
            tokens: 100_000,
            work: 1_000_000,
            ..Limits::default()
        },
        ..Options::default()
    };
    let preprocessed = preprocess("k.cl", text, &options, &mut NoIncludes);
    let parsed = parse(
        &preprocessed.tokens,
        &preprocessed.interner,
        &preprocessed.sources,
    );
    for diagnostic in preprocessed.diagnostics.iter().chain(&parsed.diagnostics) {
        diagnostic.to_finding(&preprocessed.sources);
    }
});
