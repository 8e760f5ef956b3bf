//! Places in a text: bytes, and the lines and characters of the protocol.

use launch::Place;
use lsp_types::{Position, PositionEncodingKind, Range};
use std::ops;

/// In what a client counts the characters of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// Code units of UTF-16, which every client knows.
    #[default]
    Utf16,
}

impl Encoding {
    /// The best of those that a client offers.
    pub(crate) fn of(offered: Option<&[PositionEncodingKind]>) -> Encoding {
        let offers_bytes = offered.is_some_and(|kinds| kinds.contains(&PositionEncodingKind::UTF8));
        if offers_bytes {
            Encoding::Utf8
        } else {
            Encoding::Utf16
        }
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    fn length(self, text: &str) -> usize {
        if text.is_ascii() {
            return text.len();
        }
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }
}

/// Where the lines of a text begin. A line ends in LF, CR LF or CR, as the protocol has it.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    starts: Vec<usize>,
    encoding: Encoding,
}

impl Lines {
    pub(crate) fn of(text: &str, encoding: Encoding) -> Lines {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|&(at, byte)| {
            *byte == b'\n' || *byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')
        });
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1));
        Lines {
            starts: starts.collect(),
            encoding,
        }
    }

    pub(crate) fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The bytes of a line of `text` without its end; beyond the last line, the end of the text.
    fn line(&self, text: &str, line: usize) -> ops::Range<usize> {
        let Some(&start) = self.starts.get(line) else {
            return text.len()..text.len();
        };
        let next = self.starts.get(line + 1).copied();
        let end = next.map_or(text.len(), |next| {
            let whole = text.get(start..next).unwrap_or_default();
            start + whole.trim_end_matches(['\n', '\r']).len()
        });
        start..end
    }

    /// The lines of a text, each with its end.
    pub(crate) fn split<'a>(&self, text: &'a str) -> Vec<&'a str> {
        let ends = self.starts.iter().skip(1).copied().chain([text.len()]);
        let lines = self.starts.iter().zip(ends);
        let lines = lines.map(|(&start, end)| text.get(start..end).unwrap_or_default());
        lines.collect()
    }

    /// How many units the text between two bytes of a line has, as the client counts.
    pub(crate) fn units(&self, text: &str, bytes: ops::Range<usize>) -> u32 {
        self.encoding.length(text.get(bytes).unwrap_or_default()) as u32
    }

    /// The byte at a position; beyond the end of a line, the end of the line.
    pub(crate) fn offset(&self, text: &str, position: Position) -> usize {
        let line = self.line(text, position.line as usize);
        let wanted = position.character as usize;
        let content = text.get(line.clone()).unwrap_or_default();
        let mut passed = 0;
        for (at, c) in content.char_indices() {
            let length = self.encoding.length(c.encode_utf8(&mut [0; 4]));
            // A position within a character is that of the character.
            if passed + length > wanted {
                return line.start + at;
            }
            passed += length;
        }
        line.end
    }

    /// The bytes of a range; a range that ends before it begins is empty.
    pub(crate) fn bytes(&self, text: &str, range: Range) -> ops::Range<usize> {
        let start = self.offset(text, range.start);
        start..self.offset(text, range.end).max(start)
    }

    pub(crate) fn position(&self, text: &str, offset: usize) -> Position {
        let offset = offset.min(text.len());
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        let before = text.get(self.starts[line]..offset).unwrap_or_default();
        Position {
            line: line as u32,
            character: self.encoding.length(before) as u32,
        }
    }

    pub(crate) fn range(&self, text: &str, bytes: ops::Range<usize>) -> Range {
        Range {
            start: self.position(text, bytes.start),
            end: self.position(text, bytes.end),
        }
    }

    /// The byte at a line and a column as findings have them: from 1, a column a character. In the text that the
    /// front end reads a line ends with LF alone.
    fn at_column(&self, text: &str, (line, column): (u32, u32)) -> usize {
        let start = self.starts.get(line.saturating_sub(1) as usize);
        let start = start.copied().unwrap_or(text.len());
        let rest = text.get(start..).unwrap_or_default();
        let before = column.saturating_sub(1) as usize;
        let line = rest.split('\n').next().unwrap_or_default();
        let at = line.char_indices().nth(before);
        start + at.map_or(line.len(), |it| it.0)
    }

    /// The bytes between two lines and columns of a finding.
    pub(crate) fn of_columns(
        &self,
        text: &str,
        from: (u32, u32),
        to: (u32, u32),
    ) -> ops::Range<usize> {
        let start = self.at_column(text, from);
        start..self.at_column(text, to).max(start)
    }

    /// The bytes of a place of a finding.
    pub(crate) fn of_place(&self, text: &str, place: &Place) -> ops::Range<usize> {
        let end = (place.end_line, place.end_column);
        self.of_columns(text, (place.line, place.column), end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn characters_are_counted_as_the_client_counts_them() {
        let text = "aµ𝄞b\r\nc\rd";
        let wide = Lines::of(text, Encoding::Utf16);
        let bytes = Lines::of(text, Encoding::Utf8);
        assert_eq!(wide.position(text, 7), at(0, 4));
        assert_eq!(bytes.position(text, 7), at(0, 7));
        assert_eq!(wide.offset(text, at(0, 4)), 7);
        assert_eq!(bytes.offset(text, at(0, 7)), 7);
        assert_eq!(wide.position(text, 10), at(1, 0));
        assert_eq!(wide.position(text, 12), at(2, 0));
    }

    #[test]
    fn positions_outside_are_at_the_nearest_place() {
        let text = "ab\r\nµ";
        let lines = Lines::of(text, Encoding::Utf16);
        assert_eq!(lines.offset(text, at(0, 9)), 2);
        assert_eq!(lines.offset(text, at(1, 9)), 6);
        assert_eq!(lines.offset(text, at(9, 0)), 6);
        assert_eq!(lines.position(text, 99), at(1, 1));
        // Within a character of two code units.
        let text = "𝄞";
        assert_eq!(Lines::of(text, Encoding::Utf16).offset(text, at(0, 1)), 0);
    }
}
