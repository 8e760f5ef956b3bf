//! The book's sources: its pages, and files of it that are made from the code.

use crate::project;
use std::fs;
use std::path::PathBuf;

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
