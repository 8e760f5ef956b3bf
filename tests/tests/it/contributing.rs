//! The worked examples of CONTRIBUTING.md list the places that know the example: each list is compared with the
//! sources. And each path that the project's own pages name exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tests::project;

#[test]
fn worked_examples_list_their_places() {
    let text = page("CONTRIBUTING.md");
    let examples: Vec<&str> = text
        .split("\n### ")
        .filter(|section| section.contains("\nExample: "))
        .collect();
    assert_eq!(
        examples.len(),
        6,
        "a mistake, an exercise, a kind of edit, a built-in, a feature, a format"
    );
    let sources = sources();
    for example in examples {
        let title = example.lines().next().unwrap_or_default();
        let names = example
            .lines()
            .find(|line| line.starts_with("Example: "))
            .map(quoted)
            .unwrap_or_default();
        let listed: BTreeSet<String> = example
            .lines()
            .filter(|line| line.starts_with("- `"))
            .filter_map(|line| quoted(line).into_iter().next())
            .filter(|place| place.ends_with(".rs"))
            .map(str::to_owned)
            .collect();
        let knowing: BTreeSet<String> = sources
            .iter()
            .filter(|(_, text)| names.iter().any(|name| has_word(text, name)))
            .map(|(path, _)| path.clone())
            .collect();
        assert_eq!(listed, knowing, "{title}");
    }
}

#[test]
fn paths_that_the_pages_name_exist() {
    let missing: Vec<String> = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"]
        .into_iter()
        .flat_map(|name| {
            let text = page(name);
            let quoted: Vec<String> = text.lines().flat_map(quoted).map(str::to_owned).collect();
            quoted.into_iter().map(move |path| (name, path))
        })
        .filter(|(_, path)| is_path(path) && !project().join(path).exists())
        .map(|(name, path)| format!("{name}: {path}"))
        .collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

fn page(name: &str) -> String {
    fs::read_to_string(project().join(name)).expect("a page of the project")
}

/// What stands between backticks in a line.
fn quoted(line: &str) -> Vec<&str> {
    line.split('`').skip(1).step_by(2).collect()
}

/// A path from the project's folder that has no placeholder in capitals, such as `SLUG`.
fn is_path(text: &str) -> bool {
    const FOLDERS: [&str; 7] = [
        "book",
        "exercises",
        "grader",
        "kernels",
        "solutions",
        "tests",
        ".github",
    ];
    // Neither is in a fresh clone: npm's and the build's.
    const MADE: [&str; 2] = ["book/src/playground", "book/html"];
    text.split_once('/')
        .is_some_and(|(first, _)| FOLDERS.contains(&first))
        && text.bytes().all(|byte| {
            byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"/._-".contains(&byte)
        })
        && !MADE.contains(&text)
}

/// Does `text` hold `word`, with no letter, digit or underscore at either side?
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)
    })
}

/// The project's Rust sources: path from its folder, and text.
fn sources() -> Vec<(String, String)> {
    let mut sources = Vec::new();
    for folder in ["book/figures", "grader", "kernels", "tests"] {
        collect(&project().join(folder), &mut sources);
    }
    sources
}

fn collect(folder: &Path, sources: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder of the project") {
        let path = entry.expect("an entry of a folder").path();
        if path.is_dir() {
            collect(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            let from_project = path
                .strip_prefix(project())
                .expect("a path below the project");
            sources.push((from_project.to_string_lossy().into_owned(), text));
        }
    }
}
