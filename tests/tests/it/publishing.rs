//! What is published beside the pages: the map of the site, and the page of what is missing.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tests::book::source;
use tests::project;

fn sitemap(arguments: &[&str]) -> Output {
    Command::new(project().join("book/sitemap"))
        .args(arguments)
        .output()
        .expect("the script starts")
}

/// A built book of some pages without text.
fn built(pages: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for page in pages {
        let path = folder.path().join(page);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, "").expect("a page");
    }
    folder
}

fn text(folder: &Path) -> String {
    fs::read_to_string(folder.join("sitemap.xml")).expect("the map")
}

#[test]
fn the_map_lists_each_page_once_by_its_address() {
    let folder = built(&[
        "start.html",
        "index.html",
        "mistakes/index.html",
        "models/a & b.html",
        "print.html",
        "404.html",
        "toc.html",
        "book.js",
    ]);
    let path = folder.path().to_str().expect("a plain path");
    let output = sitemap(&["https://example.org/course/", path]);
    assert!(output.status.success(), "{output:?}");
    let map = text(folder.path());
    let addresses: Vec<&str> = map
        .split("<loc>")
        .skip(1)
        .filter_map(|rest| rest.split("</loc>").next())
        .collect();
    assert_eq!(
        addresses,
        [
            "https://example.org/course/",
            "https://example.org/course/mistakes/",
            "https://example.org/course/models/a%20&amp;%20b.html",
            "https://example.org/course/start.html",
        ]
    );
    // With the slash or without, and again, it is the same file.
    assert!(
        sitemap(&["https://example.org/course", path])
            .status
            .success()
    );
    assert_eq!(text(folder.path()), map);
}

#[test]
fn without_an_address_or_a_book_there_is_no_map() {
    let folder = built(&["start.html"]);
    let path = folder.path().to_str().expect("a plain path");
    for (arguments, words) in [
        (&[][..], "Usage: book/sitemap"),
        (&["example.org", path][..], "begins with https://"),
        (&["https://example.org", path][..], "mdbook build book"),
    ] {
        let output = sitemap(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let told = String::from_utf8(output.stderr).expect("text");
        assert!(told.contains(words), "{told}");
    }
    assert!(!folder.path().join("sitemap.xml").exists());
}

#[test]
fn the_page_of_what_is_missing_leads_back_into_the_book() {
    let page = fs::read_to_string(source().join("404.md")).expect("the page");
    let links: Vec<&str> = page
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .collect();
    assert!(links.len() >= 3);
    for link in links {
        assert!(source().join(link).is_file(), "{link}");
    }
}
