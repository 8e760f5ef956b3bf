//! `grader lint`

use super::Exit;
use crate::arguments::{FindingsFormat, Lint};
use crate::course_folder::as_typed;
use crate::include_folders::IncludeFolders;
use crate::refusal::Refusal;
use crate::render::{self, Sources, json};
use crate::session::Session;
use crate::student_file;
use launch::Finding;
use mistakes::Allowed;
use opencl_c::preprocessor::Options;
use std::path::Path;

/// What was found in all files.
#[derive(Default)]
struct Found {
    findings: Vec<Finding>,
    sources: Sources,
}

pub(super) fn run(arguments: &Lint, session: &Session) -> Result<Exit, Refusal> {
    let options = Options {
        standard: arguments.std.into(),
        defines: arguments.define.clone(),
        ..Options::default()
    };
    let mut found = Found::default();
    for path in &arguments.files {
        lint(path, arguments, &options, &mut found)?;
    }
    let falls_short = found.findings.iter().any(mistakes::fails);
    let text = match arguments.format {
        FindingsFormat::Text => {
            let page = session.page;
            let findings = render::findings(page, &found.findings, &found.sources);
            findings + &render::lint_tally(page, arguments.files.len(), &found.findings)
        }
        FindingsFormat::Json => json::findings(&found.findings),
        FindingsFormat::Sarif => render::sarif(&found.findings),
    };
    session.show(&text, None)?;
    Ok(if falls_short { Exit::Short } else { Exit::Good })
}

fn lint(
    path: &Path,
    arguments: &Lint,
    options: &Options,
    found: &mut Found,
) -> Result<(), Refusal> {
    let text = student_file::read(path).map_err(Refusal::Source)?;
    let name = as_typed(path).display().to_string();
    let mut includes = IncludeFolders::of(&name, path, &arguments.include)
        .map_err(|(folder, error)| Refusal::IncludeFolder { folder, error })?;
    let (diagnostics, read, sources) = match opencl_c::compile(&name, &text, options, &mut includes)
    {
        Ok(checked) => {
            let read = mistakes::read(&checked.program);
            (checked.warnings, read, checked.program.sources)
        }
        Err(rejected) => (rejected.diagnostics, Vec::new(), rejected.sources),
    };
    let told = diagnostics.iter().map(|it| it.to_finding(&sources));
    let all = told.chain(read).collect();
    let settled = mistakes::settle(all, &Allowed::of(&sources));
    found.findings.extend(settled);
    for (_, file) in sources.files() {
        found.sources.add(&*file.name, file.text.clone());
    }
    Ok(())
}
