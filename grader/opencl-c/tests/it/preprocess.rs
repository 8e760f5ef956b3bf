//! `tests/preprocess/*.cl` against the `.out` beside each: the tokens, a line for each line of the
//! source that has any, then the diagnostics. `UPDATE=1 cargo test` writes the `.out` files.
//!
//! A first line `// options: -D NAME=VALUE -cl-std=CL1.1` gives options.

use opencl_c::preprocessor::{
    Include, Included, Includes, NotIncluded, Options, Preprocessed, Standard, preprocess,
};
use opencl_c::token::TokenKind;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

struct Folder(PathBuf);

impl Includes for Folder {
    fn find(&mut self, include: Include<'_>) -> Result<Included, NotIncluded> {
        let text =
            fs::read_to_string(self.0.join(include.name)).map_err(|_| NotIncluded::NotFound)?;
        Ok(Included {
            name: include.name.into(),
            text: text.into(),
        })
    }
}

fn options(text: &str) -> Options {
    let mut options = Options::default();
    let Some(line) = text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("// options: "))
    else {
        return options;
    };
    for option in line.split(" -") {
        let option = option.trim_start_matches('-');
        if let Some(define) = option.strip_prefix("D ") {
            options.defines.push(define.to_owned());
        } else if let Some(standard) = option.strip_prefix("cl-std=") {
            options.standard = Standard::from_flag(standard).expect("a version of OpenCL C");
        } else if let Some(depth) = option.strip_prefix("limit-include-depth=") {
            options.limits.include_depth = depth.parse().expect("a number");
        } else {
            panic!("unknown option {option}");
        }
    }
    options
}

fn shown(preprocessed: &Preprocessed) -> String {
    let mut out = String::new();
    let sources = &preprocessed.sources;
    let mut last = None;
    for &token in &preprocessed.tokens[..preprocessed.tokens.len().min(300)] {
        let site = sources.use_site(token.origin);
        let line = (site.file, sources.line_column(site.file, site.start).line);
        match last {
            None => {}
            Some(last) if last == line => out.push(' '),
            Some(_) => out.push('\n'),
        }
        last = Some(line);
        match token.kind {
            TokenKind::Pragma(pragma) => match pragma {
                opencl_c::token::Pragma::Extension { name, enable } => {
                    let name = preprocessed.interner.text(name);
                    write!(out, "[extension {name} {enable}]")
                }
                other => write!(out, "[{other:?}]"),
            }
            .expect("a string takes it"),
            TokenKind::End => {}
            _ => out.push_str(&preprocessed.spelling(token)),
        }
    }
    if preprocessed.stopped {
        out.push_str("\n[stopped]\n");
    }
    for diagnostic in &preprocessed.diagnostics {
        let finding = diagnostic.to_finding(sources);
        for (index, span) in finding.spans.iter().enumerate() {
            let what = if index == 0 {
                format!("{:?}", diagnostic.severity).to_lowercase()
            } else {
                "  there".to_owned()
            };
            let text = if index == 0 {
                &finding.message
            } else {
                &span.label
            };
            writeln!(
                out,
                "{what} {}:{}:{}-{}: {text}",
                span.file, span.line, span.column, span.end_column
            )
            .expect("a string takes it");
        }
        for step in &finding.macro_backtrace {
            writeln!(out, "  {} {}:{}", step.label, step.line, step.column)
                .expect("a string takes it");
        }
    }
    out
}

#[test]
fn each_file_preprocesses_to_the_tokens_beside_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/preprocess");
    let mut checks = Vec::new();
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cl"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for path in files {
        let text = fs::read_to_string(&path).expect("a case");
        let name = path.file_name().expect("a file").to_string_lossy();
        let found = shown(&preprocess(
            &name,
            &text,
            &options(&text),
            &mut Folder(folder.join("include")),
        ));
        let beside = path.with_extension("out");
        checks.push(testing::golden::check(beside, &found));
    }
    testing::golden::assert_all(checks);
}
