//! The book's sources: its pages, and files of it that are made from the code.

use crate::project;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the pages.
pub fn source() -> PathBuf {
    project().join("book/src")
}

/// Every page of the book, with its text, in the order of their paths.
pub fn pages() -> Vec<(PathBuf, String)> {
    let mut pages = Vec::new();
    let mut folders = vec![source()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the book") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                let text = fs::read_to_string(&path).expect("a page");
                pages.push((path, text));
            }
        }
    }
    assert!(pages.len() > 5, "the book has lost its pages");
    pages.sort();
    pages
}

/// Fails where a generated file of the book is stale; `UPDATE=1` writes it.
#[track_caller]
pub fn is_fresh(path: &str, contents: &str) {
    testing::golden::assert(source().join(path), contents);
}

/// What stands between `{{#include` and `}}` in each place of a page.
pub fn includes(text: &str) -> impl Iterator<Item = &str> {
    text.split("{{#include ")
        .skip(1)
        .map(|rest| rest.split("}}").next().unwrap_or_default())
}

/// The included file, and what of it: nothing, an anchor, or lines.
pub fn included<'t>(page: &Path, include: &'t str) -> (PathBuf, Option<&'t str>) {
    let (path, part) = match include.split_once(':') {
        Some((path, part)) => (path, Some(part)),
        None => (include, None),
    };
    (page.parent().expect("a folder").join(path), part)
}

/// Pages that tests write: those of the mistakes from the catalogue, whose programs are compiled and run in its
/// tests, and those of the kernels from the kernels.
const WRITTEN: [&str; 2] = ["mistakes", "kernels"];

pub fn is_written(page: &Path) -> bool {
    WRITTEN
        .iter()
        .any(|folder| page.starts_with(source().join(folder)))
}

/// A page without what is folded.
pub fn unfolded(text: &str) -> String {
    let mut parts = text.split("<details>");
    let mut visible = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, rest) = part.split_once("</details>").expect("the end of a fold");
        assert!(!rest.contains("</details>"), "a fold within a fold");
        visible += rest;
    }
    visible
}

/// How many lines an include brings.
pub fn lines_of(page: &Path, include: &str) -> usize {
    let (path, part) = included(page, include);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{include}: {error}"));
    let Some(part) = part else {
        return text.lines().count();
    };
    if part.starts_with(char::is_alphabetic) {
        let end = |mark: &str| {
            let marked = format!("{mark}{part}");
            text.lines().position(|line| line.ends_with(&marked))
        };
        let begin = end("ANCHOR: ").expect("an anchor");
        return end("ANCHOR_END: ").expect("an anchor's end") - begin - 1;
    }
    let (first, last) = part.split_once(':').unwrap_or((part, part));
    let last = last.parse().unwrap_or_else(|_| text.lines().count());
    last + 1 - first.parse().unwrap_or(1)
}
