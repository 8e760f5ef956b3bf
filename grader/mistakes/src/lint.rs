//! All findings in the text of one program: those of the front end and of the static detectors, merged.

use crate::{Allowed, merge_findings, read};
use launch::{Finding, Level};
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
    let (diagnostics, read, sources, unread) = match compile(name, text, options, includes) {
        Ok(checked) => {
            let read = read(&checked.program);
            (checked.warnings, read, checked.program.sources, 0)
        }
        Err(rejected) => {
            // What is unsupported in one function says nothing about the others.
            let rest = rejected.rest.as_deref();
            let read = rest.map_or_else(Vec::new, |rest| read(&rest.program));
            (
                rejected.diagnostics,
                read,
                rejected.sources,
                rejected.unread,
            )
        }
    };
    let told = diagnostics.iter().map(|it| it.to_finding(&sources));
    let findings = merge_findings(told.chain(read).collect(), &Allowed::of(&sources));
    Linted {
        findings,
        sources,
        unread,
    }
}
