//! All findings in the text of one program: those of the front end and of the static detectors, merged.

use crate::{Allowed, merge_findings, read};
use launch::{Finding, Level};
use opencl_c::check::{Checked, Rejected};
use opencl_c::compile;
use opencl_c::preprocessor::{Includes, Options};
use opencl_c::source::SourceMap;

/// What was found in one program.
#[derive(Clone, Debug)]
pub struct Linted {
    /// What was found, by what to mend first.
    pub findings: Vec<Finding>,
    /// The files of the program.
    pub sources: SourceMap,
    /// Errors that were found before names and types were looked at; they may hide others.
    pub(crate) unread: usize,
}

impl Linted {
    /// How far the text is from a program: the errors that keep it from being read, which may hide
    /// others, and all of them.
    pub(crate) fn distance(&self) -> (usize, usize) {
        let errors = self.findings.iter();
        let errors = errors.filter(|finding| finding.level == Level::Error);
        (self.unread, errors.count())
    }
}

/// Reads the main file `text`, called `name` in findings. `includes` finds the files that it includes.
pub fn lint(name: &str, text: &str, options: &Options, includes: &mut dyn Includes) -> Linted {
    lint_read(&compile(name, text, options, includes))
}

/// What there is to say of a program that was read.
pub fn lint_read(result: &Result<Checked, Rejected>) -> Linted {
    let (diagnostics, program, sources, unread) = match result {
        Ok(checked) => {
            let program = &checked.program;
            (&checked.warnings, Some(program), &program.sources, 0)
        }
        // What is unsupported in one function says nothing about the others.
        Err(rejected) => {
            let rest = rejected.rest.as_deref().map(|rest| &rest.program);
            let Rejected {
                diagnostics,
                sources,
                unread,
                ..
            } = rejected;
            (diagnostics, rest, sources, *unread)
        }
    };
    let said = diagnostics.iter().map(|it| it.to_finding(sources));
    let found = said.chain(program.map_or_else(Vec::new, read));
    Linted {
        findings: merge_findings(found.collect(), &Allowed::of(sources)),
        sources: sources.clone(),
        unread,
    }
}
