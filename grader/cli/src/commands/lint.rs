//! `grader lint`

use super::Exit;
use crate::arguments::{FindingsFormat, Lint};
use crate::exercises::course_folder::as_typed;
use crate::files::include_folders::IncludeFolders;
use crate::files::replace;
use crate::files::student_file;
use crate::files::student_file::Contents;
use crate::findings::FindingFilter;
use crate::refusal::Refusal;
use crate::render::{self, Fixed, Page, Sources, json};
use crate::session::Session;
use crate::terminal::interrupt;
use crate::terminal::output;
use launch::Finding;
use launch::text;
use mistakes::{Change, Linted, Mended};
use opencl_c::preprocessor::Options;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Default)]
struct Found {
    findings: Vec<Finding>,
    sources: Sources,
}

impl Found {
    fn add(&mut self, linted: Linted) {
        for (_, file) in linted.sources.files() {
            self.sources.add(&*file.name, file.text.clone());
        }
        self.findings.extend(linted.findings);
    }
}

struct Read<'a> {
    path: &'a Path,
    name: String,
    contents: Contents,
    includes: IncludeFolders,
}

pub(super) fn run(arguments: &Lint, session: &Session) -> Result<Exit, Refusal> {
    let options = Options {
        standard: arguments.compiler.std.into(),
        defines: arguments.compiler.define.clone(),
        ..Options::default()
    };
    let mut filter = FindingFilter::new(&arguments.rules)?;
    let files = read(arguments)?;
    let count = files.len();
    let mut found = Found::default();
    let mut fixed = Vec::new();
    if arguments.fix {
        fixed = fix(files, &options, &mut found)?;
    } else {
        for Read {
            name,
            contents,
            mut includes,
            ..
        } in files
        {
            let linted = mistakes::lint(&name, &contents.text, &options, &mut includes);
            found.add(linted);
        }
    }
    filter.retain(&mut found.findings, &found.sources, mistakes::fails);
    filter.write_baseline()?;
    let mut text = String::new();
    match arguments.format {
        FindingsFormat::Text => {
            let page = session.page;
            if arguments.fix {
                text += &render::fixed(page, &fixed);
            }
            text += &render::findings(page, &session.program, &found.findings, &found.sources);
            let known = filter.known();
            text += &render::lint_tally(page, &session.program, count, &found.findings, known);
            text += &filter.summary(page);
        }
        FindingsFormat::Json | FindingsFormat::Sarif => {
            if arguments.fix {
                output::remark(&render::fixed(Page::of_stderr(), &fixed));
            }
            output::remark(&filter.summary(Page::of_stderr()));
            text += &match arguments.format {
                FindingsFormat::Sarif => formats::sarif(&found.findings),
                _ => json::findings(&found.findings),
            };
        }
    }
    session.show(&text, None)?;
    Ok(if filter.fails() {
        Exit::Short
    } else {
        Exit::Good
    })
}

/// Reads all files first; to be fixed, each once.
fn read(arguments: &Lint) -> Result<Vec<Read<'_>>, Refusal> {
    let mut known = HashSet::new();
    let mut files = Vec::new();
    for path in &arguments.files {
        let contents =
            student_file::read_contents(path, student_file::MOST_BYTES).map_err(Refusal::Source)?;
        if arguments.fix
            && !known.insert(dunce::canonicalize(path).unwrap_or_else(|_| path.clone()))
        {
            continue;
        }
        let name = as_typed(path).display().to_string();
        let includes = IncludeFolders::of(&name, path, &arguments.compiler.include)
            .map_err(|(folder, error)| Refusal::IncludeFolder { folder, error })?;
        files.push(Read {
            path,
            name,
            contents,
            includes,
        });
    }
    Ok(files)
}

/// Fixes the files: first all texts, then, if every file is writable, the files.
fn fix(files: Vec<Read<'_>>, options: &Options, found: &mut Found) -> Result<Vec<Fixed>, Refusal> {
    let mut to_write = Vec::new();
    for Read {
        path,
        name,
        contents,
        mut includes,
    } in files
    {
        let Mended {
            text: mended,
            changes,
            left,
        } = mistakes::mend(&name, &contents.text, options, &mut includes);
        found.add(left);
        if changes.is_empty() {
            continue;
        }
        let owned = || path.to_owned();
        let mended = text::encode(&mended, contents.encoding);
        if mended.len() as u64 > student_file::MOST_BYTES {
            return Err(Refusal::MendedTooLong { path: owned() });
        }
        // A rename would replace it nevertheless.
        if fs::metadata(path).is_ok_and(|metadata| metadata.permissions().readonly()) {
            return Err(Refusal::ReadOnly { path: owned() });
        }
        to_write.push((path, contents.bytes, mended, changes));
    }
    let mut fixed = Vec::new();
    for (path, before, mended, changes) in to_write {
        match write(path, &before, &mended) {
            Ok(backup) => fixed.push(fixed_file(path, &backup, changes)),
            Err(refusal) => {
                // Fixes that were written must be reported even after an error.
                if !fixed.is_empty() {
                    output::remark(&render::fixed(Page::of_stderr(), &fixed));
                }
                return Err(refusal);
            }
        }
    }
    Ok(fixed)
}

fn fixed_file(path: &Path, backup: &Path, changes: Vec<Change>) -> Fixed {
    Fixed {
        file: as_typed(path).display().to_string(),
        backup: as_typed(backup).display().to_string(),
        changes,
    }
}

/// Replaces a file that still holds `before` by `mended`, and keeps a copy of the original.
fn write(path: &Path, before: &[u8], mended: &[u8]) -> Result<PathBuf, Refusal> {
    let failed = |error| Refusal::Replace {
        path: path.to_owned(),
        error,
    };
    // The copy is complete before the original is replaced; both happen or neither.
    interrupt::whole(|| {
        if fs::read(path).map_err(failed)? != before {
            return Err(Refusal::ChangedMeanwhile {
                path: path.to_owned(),
            });
        }
        let backup = replace::keep(path).map_err(failed)?;
        match replace::write(path, mended) {
            Ok(()) => Ok(backup),
            Err(error) => {
                // Nothing was replaced, so the copy is useless; if it stays, it does no harm.
                let removed = fs::remove_file(&backup);
                drop(removed);
                Err(failed(error))
            }
        }
    })
}
