//! The front end's verdict.

use crate::Verdict;
use opencl_c::diagnostic::{Diagnostic, Severity};
use opencl_c::preprocessor::{NoIncludes, Options, Standard};
use opencl_c::source::SourceMap;

/// What the front end makes of `text`, written in `standard`.
pub fn front_end(text: &str, standard: Standard) -> Verdict {
    let options = Options {
        standard,
        ..Options::default()
    };
    match opencl_c::compile("program.cl", text, &options, &mut NoIncludes) {
        Ok(_) => Verdict::Accepted,
        Err(rejected) => verdict(&rejected.sources, &rejected.diagnostics),
    }
}

/// What the front end prints of the checked program; `None` if it rejects it.
pub fn printed(text: &str) -> Option<String> {
    let checked = opencl_c::compile("program.cl", text, &Options::default(), &mut NoIncludes);
    Some(opencl_c::print::print(&checked.ok()?.program))
}

/// The first in the text of what is wrong, as a compiler that reads only once would report it.
fn verdict(sources: &SourceMap, diagnostics: &[Diagnostic]) -> Verdict {
    let first = |severity| {
        diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == severity)
            .map(|diagnostic| {
                let span = sources.use_site(diagnostic.origin);
                let line = sources.line_column(span.file, span.start).line;
                (span.file, span.start, line, diagnostic.message.clone())
            })
            .min_by_key(|&(file, start, ..)| (file, start))
    };
    if let Some((_, _, line, message)) = first(Severity::Error) {
        return Verdict::Rejected {
            line: Some(line),
            message,
        };
    }
    match first(Severity::Unsupported) {
        Some((_, _, line, message)) => Verdict::Unsupported { line, message },
        None => Verdict::Rejected {
            line: None,
            message: "rejected without an error".to_owned(),
        },
    }
}
