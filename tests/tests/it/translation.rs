//! The book in German builds by one command, with the code, figures, questions, exercises and links of the English
//! one, and what is not translated, or no longer fits, is counted. Needs what `./setup --book` installs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tests::project;

/// The chapter that is translated as a whole.
const CHAPTER: &str = "models/memory-model.md";

/// The book as Markdown, after everything that happens to it before it is rendered.
const AS_MARKDOWN: [(&str, &str); 1] = [("MDBOOK_OUTPUT", "{\"markdown\": {}}")];

fn run(command: &mut Command) -> Output {
    let output = command.output().expect("the command starts");
    assert!(output.status.success(), "{output:?}");
    output
}

fn translated(arguments: &[&str]) -> Command {
    let mut command = Command::new(project().join("book/translated"));
    command.args(arguments);
    command
}

/// The pages that were built into a folder.
fn pages(folder: &Path) -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                let name = path.strip_prefix(folder).expect("a page");
                let text = fs::read_to_string(&path).expect("a page");
                pages.insert(name.to_str().expect("a plain name").to_owned(), text);
            }
        }
    }
    pages
}

/// What a translation leaves alone, in its order.
#[derive(Debug, PartialEq, Eq)]
struct Kept<'p> {
    code: Vec<&'p str>,
    /// Figures, questions, sections that the page's script fills, folds.
    elements: Vec<&'p str>,
    links: Vec<&'p str>,
    headings: usize,
}

fn kept(text: &str) -> Kept<'_> {
    let mut is_code = false;
    let (mut code, mut links, mut headings) = (Vec::new(), Vec::new(), 0);
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if is_code {
            code.push(line.trim());
        } else {
            let targets = line.split("](").skip(1);
            links.extend(targets.filter_map(|rest| rest.split(')').next()));
            headings += usize::from(line.starts_with('#'));
        }
    }
    let elements = text.split('<').skip(1);
    let elements = elements.filter(|tag| {
        let is_named = |name| tag.starts_with(name);
        ["svg", "path", "text", "figure", "div", "details", "math"]
            .into_iter()
            .any(is_named)
    });
    Kept {
        code,
        elements: elements.filter_map(|tag| tag.split('>').next()).collect(),
        links,
        headings,
    }
}

#[test]
fn the_german_book_has_the_code_figures_and_links_of_the_english_one() {
    let [english, german] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let mut build = Command::new("mdbook");
    run(build
        .arg("build")
        .arg(project().join("book"))
        .arg("-d")
        .arg(english.path())
        .envs(AS_MARKDOWN));
    let folder = german.path().to_str().expect("a plain path");
    run(translated(&["build", "de", folder]).envs(AS_MARKDOWN));
    let (english, german) = (pages(english.path()), pages(german.path()));
    assert!(english.len() > 100, "{}", english.len());
    assert!(english.keys().eq(german.keys()));
    for (name, text) in &english {
        assert_eq!(kept(text), kept(&german[name]), "{name}");
    }
    let chapter = kept(&english[CHAPTER]);
    assert!(
        chapter.code.len() > 40 && chapter.links.len() > 2,
        "{chapter:?}"
    );
    let german = &german[CHAPTER];
    for word in ["Speichermodell", "Work-Item", "Übungen", "Barriere"] {
        assert!(german.contains(word), "{word}");
    }
    assert!(!german.contains("After this chapter"));
}

fn status(command: &mut Command) -> String {
    String::from_utf8(run(command).stdout)
        .expect("text")
        .trim()
        .to_owned()
}

/// The number before a word of the status.
fn number(status: &str, word: &str) -> usize {
    let mut parts = status.split(", ");
    let part = parts.find(|part| part.contains(&format!(" {word}")));
    let number = part.and_then(|part| part.split(' ').next());
    number.map_or(0, |number| number.parse().expect("a number"))
}

#[test]
fn what_is_not_translated_or_out_of_date_is_counted() {
    let today = status(&mut translated(&["status", "de"]));
    let sum =
        |status: &str| ["translated", "fuzzy", "untranslated"].map(|word| number(status, word));
    let [whole, fuzzy, open] = sum(&today);
    assert!(whole > 40, "{today}");
    // One message less, and one whose English text was another.
    let text = fs::read_to_string(project().join("book/po/de.po")).expect("the translation");
    let lost = "msgstr \"Nichts schützt dich\"";
    let stale = "msgid \"Three rules follow.\"";
    assert!(text.contains(lost) && text.contains(stale));
    let text = text
        .replace(lost, "msgstr \"\"")
        .replace(stale, "msgid \"Four rules follow.\"");
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("de.po"), text).expect("a file");
    let changed = status(translated(&["status", "de"]).env("BOOK_PO", folder.path()));
    assert_eq!(sum(&changed), [whole - 2, fuzzy + 1, open + 1], "{changed}");
}

#[test]
fn a_language_without_a_translation_is_refused() {
    let output = translated(&["build", "xx"])
        .output()
        .expect("the command starts");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("xx.po"), "{said}");
}
