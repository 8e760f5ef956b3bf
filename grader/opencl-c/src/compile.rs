//! The whole front end in one call.

use crate::check::{Checked, Rejected, check};
use crate::parser::parse;
use crate::preprocessor::{Includes, Options, preprocess};

/// Preprocesses, parses and checks the main file `text`, called `name` in diagnostics. `includes`
/// finds the files that it includes.
pub fn compile(
    name: &str,
    text: &str,
    options: &Options,
    includes: &mut dyn Includes,
) -> Result<Checked, Rejected> {
    let preprocessed = preprocess(name, text, options, includes);
    if preprocessed.stopped {
        return Err(Rejected {
            sources: preprocessed.sources,
            diagnostics: preprocessed.diagnostics,
        });
    }
    let parsed = parse(
        &preprocessed.tokens,
        &preprocessed.interner,
        &preprocessed.sources,
    );
    let mut diagnostics = preprocessed.diagnostics;
    diagnostics.extend(parsed.diagnostics);
    check(
        &parsed.tree,
        &preprocessed.interner,
        preprocessed.sources,
        diagnostics,
    )
}
