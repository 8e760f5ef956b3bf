//! Cuts lines of source so that an excerpt keeps to the page: what is marked stays, and dots stand where
//! something was left out.

use super::Page;
use annotate_snippets::Renderer;
use annotate_snippets::renderer::DecorStyle;
use std::ops::Range;

/// The ellipsis.
const DOTS: &str = "...";

/// Columns of an excerpt before its source, without the digits of the line's number.
const GUTTER: usize = 3;

/// Columns that a tab takes.
const TAB: usize = 4;

/// A line as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// Its text, with dots where it was cut.
    pub(super) text: String,
    /// Characters of the line that are not there, at its start, less those of the dots.
    skipped: isize,
}

impl Cut {
    /// `line` (visible characters and tabs) with the characters `marked` in it, cut to `room` columns.
    pub(super) fn of(line: &str, marked: Range<usize>, room: usize) -> Cut {
        let characters: Vec<char> = line.trim_end().chars().collect();
        // Columns before each character, and all of them.
        let mut before = vec![0];
        before.extend(characters.iter().scan(0, |columns, character| {
            *columns += if *character == '\t' { TAB } else { 1 };
            Some(*columns)
        }));
        let columns = |range: Range<usize>| before[range.end] - before[range.start];
        let length = characters.len();
        if columns(0..length) <= room {
            return Cut {
                text: line.to_owned(),
                skipped: 0,
            };
        }
        let room = room.max(4 * DOTS.len());
        let first = marked.start.min(length);
        let last = marked.end.clamp(first, length);
        // As much before the mark as its end allows; the mark's start stays in any case.
        let fits = |start: &usize| columns(*start..last) + 2 * DOTS.len() <= room;
        let start = (0..first).find(fits).unwrap_or(first);
        let lead = if start == 0 { "" } else { DOTS };
        let after = |end| if end < length { DOTS } else { "" };
        let fits = |end: &usize| lead.len() + columns(start..*end) + after(*end).len() <= room;
        let end = (start..=length).rev().find(fits).unwrap_or(start);
        let middle: String = characters[start..end].iter().collect();
        Cut {
            text: format!("{lead}{middle}{}", after(end)),
            skipped: start as isize - lead.len() as isize,
        }
    }

    /// The new position of a character, if something was left out before it.
    pub(super) fn moved(&self, file: &str, line: u32, character: usize) -> Option<Moved> {
        let at = |character| format!("{file}:{line}:{}", character + 1);
        (self.skipped != 0).then(|| Moved {
            shown: at(self.character_of(character)),
            meant: at(character),
        })
    }

    /// The place of a character of the line in the shown text.
    fn character_of(&self, character: usize) -> usize {
        usize::try_from(character as isize - self.skipped).unwrap_or(0)
    }

    /// The byte of the shown text at which a character of the line stands; its end, where that was cut.
    pub(super) fn byte_of(&self, character: usize) -> usize {
        let mut bytes = self.text.char_indices();
        bytes
            .nth(self.character_of(character))
            .map_or(self.text.len(), |(byte, _)| byte)
    }
}

/// A place in the shortened line, as the renderer prints it, and in the original line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moved {
    shown: String,
    meant: String,
}

impl Moved {
    /// A rendered excerpt with the place as it is.
    pub(super) fn mended(&self, text: &str) -> String {
        text.replacen(&self.shown, &self.meant, 1)
    }
}

/// Columns for source in an excerpt whose last line has this number.
pub(super) fn room(page: Page, last_line: u32) -> usize {
    let digits = last_line.to_string().len();
    page.width.saturating_sub(digits + GUTTER)
}

/// Renders excerpts whose lines are cut already.
pub(super) fn renderer(page: Page) -> Renderer {
    /// The renderer's own cut leaves the gutter out of account.
    const UNCUT: usize = 100_000;
    let renderer = match page.colour {
        true => super::page::renderer(),
        false => Renderer::plain(),
    };
    renderer.decor_style(DecorStyle::Ascii).term_width(UNCUT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_fits_is_left_as_it_is() {
        let cut = Cut::of("    x = 1;  ", 4..5, 12);
        assert_eq!(
            (cut.text.as_str(), cut.moved("f", 1, 4)),
            ("    x = 1;  ", None)
        );
        assert_eq!(cut.byte_of(4), 4);
    }

    #[test]
    fn what_is_marked_stays_wherever_it_stands() {
        let line: String = ('a'..='z').chain('A'..='Z').collect();
        for room in [20, 30, 51] {
            for at in 0..50 {
                let cut = Cut::of(&line, at..at + 2, room);
                assert!(cut.text.chars().count() <= room, "{cut:?}");
                let (start, end) = (cut.byte_of(at), cut.byte_of(at + 2));
                assert_eq!(&cut.text[start..end], &line[at..at + 2], "{cut:?}");
            }
        }
    }

    #[test]
    fn of_a_mark_longer_than_the_page_the_start_stays() {
        let line = "x".repeat(300);
        let cut = Cut::of(&line, 100..290, 40);
        assert_eq!(cut.text.chars().count(), 40);
        assert_eq!(cut.byte_of(100), DOTS.len());
        assert_eq!(cut.byte_of(290), 40);
        let moved = cut.moved("k.cl", 7, 100).unwrap();
        assert_eq!(moved.mended(" --> k.cl:7:4\n"), " --> k.cl:7:101\n");
    }

    #[test]
    fn a_tab_takes_as_many_columns_as_it_is_shown_with() {
        let cut = Cut::of("\t\t\tabcdefghijklmnop", 3..5, 20);
        assert_eq!(cut.text, "\t\t\tabcde...");
    }
}
