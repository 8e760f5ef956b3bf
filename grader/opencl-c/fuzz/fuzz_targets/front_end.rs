//! Any text through the whole front end: it ends, and every place it tells is a place of the source.
//! `cargo +nightly fuzz run front_end` in `grader/opencl-c`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use opencl_c::compile;
use opencl_c::diagnostic::Diagnostic;
use opencl_c::preprocessor::{Limits, NoIncludes, Options};
use opencl_c::source::SourceMap;

fuzz_target!(|text: &str| {
    let options = Options {
        limits: Limits {
            tokens: 100_000,
            work: 1_000_000,
            ..Limits::default()
        },
        ..Options::default()
    };
    match compile("k.cl", text, &options, &mut NoIncludes) {
        Ok(checked) => tell(&checked.warnings, &checked.program.sources),
        Err(rejected) => tell(&rejected.diagnostics, &rejected.sources),
    }
});

fn tell(diagnostics: &[Diagnostic], sources: &SourceMap) {
    for diagnostic in diagnostics {
        diagnostic.to_finding(sources);
    }
}
