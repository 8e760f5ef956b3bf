//! Every OpenCL C file of the project.

use formatter::{Indent, NotFormatted, Style, format};
use std::fs;
use std::path::{Path, PathBuf};

/// The files with a bracket, a comment or a string that does not end.
const REFUSED: &[&str] = &[
    "grader/cli/tests/errors/extra_text.cl",
    "grader/cli/tests/errors/missing_brace.cl",
    "grader/cli/tests/errors/missing_parenthesis.cl",
    "grader/cli/tests/errors/unterminated_string.cl",
    "grader/language-server/tests/cases/formatting/unbalanced.cl",
    "grader/opencl-c/tests/err/missing_parentheses.cl",
    "grader/opencl-c/tests/err/one_brace_too_many.cl",
    "grader/opencl-c/tests/err/one_parenthesis_too_many.cl",
    "grader/opencl-c/tests/err/unclosed_at_end.cl",
    "grader/opencl-c/tests/err/unclosed_block.cl",
    "grader/opencl-c/tests/preprocess/unclosed_arguments.cl",
    "grader/opencl-c/tests/preprocess/unclosed_comment.cl",
    "tests/texts/build-failed/error-behind-a-line-directive.cl",
    "tests/texts/build-failed/unclosed-comment.cl",
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" && name != "node_modules" {
                files(&path, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "cl") {
            found.push(path);
        }
    }
}

fn texts() -> Vec<(String, String)> {
    let mut paths = Vec::new();
    files(testing::project(), &mut paths);
    paths.sort();
    let texts = paths.into_iter().filter_map(|path| {
        let name = path.strip_prefix(testing::project()).unwrap_or(&path);
        let name = name.to_string_lossy().replace('\\', "/");
        Some((name, fs::read_to_string(path).ok()?))
    });
    // The language server's cases have marks in them.
    texts.filter(|(_, text)| !text.contains("<|>")).collect()
}

#[test]
fn files_are_laid_out_once_and_for_all() {
    let mut refused = Vec::new();
    for (name, text) in texts() {
        for indent in [Indent::Spaces(4), Indent::Spaces(2), Indent::Tab] {
            let style = Style { indent };
            match format(&text, &style) {
                Ok(once) => assert_eq!(format(&once, &style).as_ref(), Ok(&once), "{name}"),
                Err(NotFormatted::Different) => panic!("{name} would say something else"),
                Err(_) if indent == Indent::Tab => refused.push(name.clone()),
                Err(_) => {}
            }
        }
    }
    assert_eq!(refused, REFUSED);
}

#[test]
fn line_ends_are_kept() {
    for (name, text) in texts() {
        if text.contains('\r') {
            continue;
        }
        let Ok(expected) = format(&text, &Style::default()) else {
            continue;
        };
        let found = format(&text.replace('\n', "\r\n"), &Style::default());
        // A text without any line end gets a line feed.
        if text.contains('\n') {
            assert_eq!(found, Ok(expected.replace('\n', "\r\n")), "{name}");
        }
    }
}

#[test]
fn solutions_stay_as_they_are() {
    for (name, text) in texts() {
        let is_solution = name.starts_with("solutions/") && name.ends_with("/kernel.cl");
        if is_solution || name.ends_with("/starter.cl") {
            assert_eq!(
                format(&text, &Style::default()).as_ref(),
                Ok(&text),
                "{name}"
            );
        }
    }
}
