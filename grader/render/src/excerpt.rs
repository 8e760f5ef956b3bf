//! A line of source with a caret under what a message is about.

use super::Page;
use super::cut::{Cut, Moved, renderer, room};
use annotate_snippets::{AnnotationKind, Group, Level, Snippet};
use launch::sanitise::visible;

/// A source text made safe to show, cut into lines.
pub(super) struct Excerpts<'a> {
    path: &'a str,
    lines: Vec<String>,
}

/// A line with its marks.
type SnippetOfLine = Snippet<'static, annotate_snippets::Annotation<'static>>;

/// The place that a message's title is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grade {
    /// Nothing goes on from here.
    Error,
    /// Suspicious.
    Warning,
    /// Belongs to the message before it.
    Note,
}

/// A place in a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// The line, from 1.
    pub line: u32,
    /// The bytes of the line, from 0; the whole line if absent.
    pub bytes: Option<std::ops::Range<usize>>,
    /// A label for the place; may be empty.
    pub label: String,
}

impl<'a> Excerpts<'a> {
    /// Excerpts of `source`, shown under the name `path`.
    pub(super) fn of(path: &'a str, source: &str) -> Excerpts<'a> {
        Excerpts {
            path,
            lines: source.lines().map(str::to_owned).collect(),
        }
    }

    /// The word that begins at a place (`column` counts bytes from 1), or one character of it; at the
    /// end of a line, nothing at all.
    pub(super) fn word_at(&self, line: u32, column: u32) -> Option<std::ops::Range<usize>> {
        let text = self.line(line)?;
        let start = usize::try_from(column).ok()?.checked_sub(1)?;
        let rest = text.get(start..)?;
        let word = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let length = match word {
            0 => rest.chars().next().map_or(0, char::len_utf8),
            word => word,
        };
        Some(start..start + length)
    }

    /// A message: its grade, an id or nothing, its title, and where it is about.
    pub(super) fn message(
        &self,
        page: Page,
        grade: Grade,
        id: Option<&str>,
        title: &str,
        spot: Option<&Spot>,
    ) -> String {
        let level = match grade {
            Grade::Error => Level::ERROR,
            Grade::Warning => Level::WARNING,
            Grade::Note => Level::NOTE,
        };
        let mut title = level.primary_title(visible(title));
        if let Some(id) = id {
            title = title.id(id.to_owned());
        }
        let (group, moved) = match spot.and_then(|spot| self.snippet(page, spot)) {
            Some((snippet, moved)) => (title.element(snippet), moved),
            None => (Group::with_title(title), None),
        };
        let mut text = renderer(page).render(&[group]);
        if let Some(moved) = moved {
            text = moved.mended(&text);
        }
        text.push('\n');
        text
    }

    fn snippet(&self, page: Page, spot: &Spot) -> Option<(SnippetOfLine, Option<Moved>)> {
        let text = self.line(spot.line)?;
        let range = spot.bytes.clone().unwrap_or_else(|| whole_line(text));
        let (start, end) = (range.start, range.end);
        // Made visible in three parts, because stand-ins differ in length from the characters.
        let before = visible(text.get(..start)?);
        let within = visible(text.get(start..end)?);
        let after = visible(text.get(end..)?);
        let (from, to) = (before.chars().count(), within.chars().count());
        let line = format!("{before}{within}{after}");
        let shown = Cut::of(&line, from..from + to, room(page, spot.line));
        let span = shown.byte_of(from)..shown.byte_of(from + to);
        let mut annotation = AnnotationKind::Primary.span(span);
        if !spot.label.is_empty() {
            annotation = annotation.label(visible(&spot.label));
        }
        let path = visible(self.path);
        let moved = shown.moved(&path, spot.line, from);
        let snippet = Snippet::source(shown.text)
            .line_start(usize::try_from(spot.line).ok()?)
            .path(path)
            .annotation(annotation);
        Some((snippet, moved))
    }

    fn line(&self, line: u32) -> Option<&str> {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        self.lines.get(index).map(String::as_str)
    }
}

fn whole_line(text: &str) -> std::ops::Range<usize> {
    let end = text.trim_end().len();
    let start = text.len() - text.trim_start().len();
    start.min(end)..end
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "kernel void f(global int *y) {\n    y[0] = \u{1b}[31mcount;\n}\n";

    #[test]
    fn the_caret_stands_under_the_word_and_escapes_are_shown() {
        let excerpts = Excerpts::of("kernel.cl", SOURCE);
        let column = SOURCE
            .lines()
            .nth(1)
            .and_then(|l| l.find("mcount"))
            .expect("a word")
            + 1;
        let spot = Spot {
            line: 2,
            bytes: excerpts.word_at(2, column as u32),
            label: "here".to_owned(),
        };
        let text = excerpts.message(
            Page::PLAIN,
            Grade::Error,
            Some("id"),
            "unknown",
            Some(&spot),
        );
        assert!(!text.contains('\u{1b}'));
        let lines: Vec<&str> = text.lines().collect();
        let source = lines
            .iter()
            .find(|line| line.contains("y[0]"))
            .expect("the line");
        let carets = lines
            .iter()
            .find(|line| line.contains('^'))
            .expect("carets");
        let column = |line: &str, what| line.split(what).next().map(|part| part.chars().count());
        assert_eq!(column(source, "mcount"), column(carets, "^"));
        assert!(carets.contains("^^^^^^ here"), "{text}");
    }

    #[test]
    fn places_outside_the_text_leave_the_title_alone() {
        let excerpts = Excerpts::of("kernel.cl", SOURCE);
        for (line, column) in [(0, 1), (99, 1), (1, 0), (1, 4000), (u32::MAX, u32::MAX)] {
            let spot = Spot {
                line,
                bytes: excerpts.word_at(line, column),
                label: String::new(),
            };
            let text = excerpts.message(Page::PLAIN, Grade::Warning, None, "title", Some(&spot));
            assert!(text.starts_with("warning: title"), "{text}");
        }
    }
}
