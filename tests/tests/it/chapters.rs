//! How long chapters are: the minutes that each states are those of its text and its exercises, and no report in it is
//! long before a reader unfolds it.
//!
//! `UPDATE=1 cargo test -p tests chapters` writes the minutes anew.

use grader::exercises::course_folder::CourseFolder;
use std::path::Path;
use tests::book::{includes, is_fresh, is_written, lines_of, pages, source, unfolded};
use tests::project;

const WORDS_A_MINUTE: usize = 200;
/// A line of code or of a report is read as this many words.
const WORDS_A_LINE: usize = 5;
/// So is a figure, a chart, a formula or a question.
const WORDS_A_PICTURE: usize = 150;
/// Minutes of reading are rounded up to a multiple of this.
const STEP: usize = 5;

const MOST_LINES: usize = 15;

/// A page's blocks of code: the language of each, and its lines.
fn blocks(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, Vec<&str>)> = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(language), None) => open = Some((language, Vec::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some((_, lines))) => lines.push(line),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block without an end");
    blocks
}

/// How many lines a block has once its includes are there.
fn length(page: &Path, lines: &[&str]) -> usize {
    let of = |line: &&str| includes(line).next().map_or(1, |it| lines_of(page, it));
    lines.iter().map(of).sum()
}

/// A line without its tags and the targets of its links.
fn prose(line: &str) -> String {
    let mut rest = line.replace("](", "]<").replace(')', ">");
    while let Some((before, after)) = rest.split_once('<') {
        let after = after.split_once('>').map_or("", |(_, after)| after);
        rest = format!("{before} {after}");
    }
    rest
}

/// What there is to read on a page before something is unfolded, in words.
fn words(page: &Path, text: &str) -> usize {
    let text = unfolded(text);
    let mut count = 0;
    let mut is_code = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if is_code {
            continue;
        } else if let Some(include) = includes(line).next() {
            count += if include.ends_with(".txt") {
                WORDS_A_LINE * lines_of(page, include)
            } else {
                WORDS_A_PICTURE
            };
        } else {
            let prose = prose(line);
            let words = prose.split_whitespace();
            count += words
                .filter(|word| word.contains(char::is_alphanumeric))
                .count();
        }
    }
    let lines: usize = blocks(&text)
        .iter()
        .map(|(_, lines)| length(page, lines))
        .sum();
    count + WORDS_A_LINE * lines + WORDS_A_PICTURE * text.matches("data-quiz=").count()
}

/// Chapters: pages in the folder of a part that no test writes; measurements are none.
fn chapters() -> Vec<(String, String)> {
    let pages = pages().into_iter().filter(|(page, _)| !is_written(page));
    let named = pages.map(|(page, text)| {
        let name = page.strip_prefix(source()).expect("a page of the book");
        (name.to_str().expect("a plain name").to_owned(), text)
    });
    let chapters: Vec<_> = named
        .filter(|(name, _)| name.contains('/') && !name.starts_with("measured/"))
        .collect();
    assert!(chapters.len() > 30);
    chapters
}

#[test]
fn each_chapter_says_how_long_it_takes() {
    const AFTER: &str = "** After this chapter you can";
    let folder = CourseFolder::open(Some(project())).expect("the course");
    for (name, text) in chapters() {
        let (head, rest) = text
            .split_once(AFTER)
            .unwrap_or_else(|| panic!("{name} does not say what it is good for"));
        let (before, _) = head.rsplit_once("**").expect("the minutes");
        let reading = words(&source().join(&name), &text)
            .div_ceil(WORDS_A_MINUTE)
            .next_multiple_of(STEP);
        let exercises = folder.course.exercises().iter().map(|it| &it.manifest);
        let doing: u32 = exercises
            .filter(|it| name.strip_suffix(".md") == Some(&it.chapter))
            .map(|it| it.minutes)
            .sum();
        let stated = if doing == 0 {
            format!("{reading} minutes.")
        } else {
            format!("{reading} minutes to read, {doing} for the exercises.")
        };
        is_fresh(&name, &format!("{before}**{stated}{AFTER}{rest}"));
    }
}

/// A screen is a picture, and a configuration is no report.
fn is_of_a_report(line: &str) -> bool {
    includes(line)
        .next()
        .is_none_or(|include| !include.contains("/screens/") && !include.contains("/editors/"))
}

#[test]
fn no_report_has_more_than_fifteen_lines_before_it_is_unfolded() {
    let mut long = Vec::new();
    let mut count = 0;
    for (page, text) in pages().iter().filter(|(page, _)| !is_written(page)) {
        let text = unfolded(text);
        for (language, lines) in blocks(&text) {
            if language != "text" || !lines.iter().all(|line| is_of_a_report(line)) {
                continue;
            }
            count += 1;
            let length = length(page, &lines);
            if length > MOST_LINES {
                long.push(format!(
                    "{}: {length} lines: {}",
                    page.display(),
                    lines.join(" ")
                ));
            }
        }
    }
    assert!(count > 30, "only {count} reports");
    assert!(long.is_empty(), "{}", long.join("\n"));
}
