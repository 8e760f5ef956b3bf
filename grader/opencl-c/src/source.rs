//! Files, spans, and the history of each token: where it was written and through which macros it
//! came to where it is used.

use launch::Place;
use std::sync::Arc;

/// A file of the program: the main one, an included one, or the text of `-D` definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A stretch of one file, in bytes of its text, end exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

/// One step of macro expansion; `NONE` for a token written where it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExpansionId(pub u32);

impl ExpansionId {
    /// Not from a macro.
    pub const NONE: ExpansionId = ExpansionId(0);
}

/// Where a token or a node stands: where it was spelled, and the expansion it came through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// Where the text was written; inside a macro's definition if it came from its body.
    pub spelling: Span,
    /// The innermost expansion that produced it.
    pub expansion: ExpansionId,
}

impl Origin {
    /// Of what is written where it is used.
    pub const fn written(spelling: Span) -> Self {
        Origin {
            spelling,
            expansion: ExpansionId::NONE,
        }
    }
}

/// One expansion of one macro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The macro's name.
    pub name: Arc<str>,
    /// The macro's name where it was invoked.
    pub invocation: Span,
    /// The end of the whole invocation in the same file: of its `)`, or of the name.
    pub whole_end: u32,
    /// The expansion in which the invocation itself stood.
    pub parent: ExpansionId,
    /// Where the macro was defined; absent for predefined ones.
    pub definition: Option<Span>,
}

/// A file's name and text.
#[derive(Clone, Debug)]
pub struct File {
    /// The name as given.
    pub name: Arc<str>,
    /// The text as given, before any translation phase.
    pub text: Arc<str>,
    line_starts: Vec<u32>,
    /// The characters that begin before each block of [`BLOCK`] bytes: a line may be as long as the file.
    characters: Vec<u32>,
    /// Where it was included from.
    pub included_at: Option<Span>,
}

/// A line and column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// Every file and expansion of one program.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<Arc<File>>,
    expansions: Vec<Expansion>,
}

impl SourceMap {
    /// Adds a file. Texts of 4 GiB and more are refused before they get here.
    pub fn add_file(
        &mut self,
        name: impl Into<Arc<str>>,
        text: impl Into<Arc<str>>,
        included_at: Option<Span>,
    ) -> FileId {
        let text = text.into();
        let line_starts = std::iter::once(0)
            .chain(
                text.bytes()
                    .enumerate()
                    .filter(|&(_, byte)| byte == b'\n')
                    .map(|(at, _)| at as u32 + 1),
            )
            .collect();
        let mut count = 0;
        let characters = text
            .as_bytes()
            .chunks(BLOCK)
            .map(|block| {
                let before = count;
                count += characters(block);
                before
            })
            .collect();
        self.share_file(Arc::new(File {
            name: name.into(),
            text,
            line_starts,
            characters,
            included_at,
        }))
    }

    /// Adds a file of another program's.
    pub(crate) fn share_file(&mut self, file: Arc<File>) -> FileId {
        self.files.push(file);
        FileId(self.files.len() as u32 - 1)
    }

    /// A file, to be shared with another program.
    pub(crate) fn shared_file(&self, id: FileId) -> Arc<File> {
        self.files[id.0 as usize].clone()
    }

    /// Adds an expansion.
    pub fn add_expansion(&mut self, expansion: Expansion) -> ExpansionId {
        self.expansions.push(expansion);
        ExpansionId(self.expansions.len() as u32)
    }

    /// Says where the invocation of `expansion`, whose name stood in `parent`, ends.
    pub(crate) fn end_invocation(
        &mut self,
        expansion: ExpansionId,
        end: Origin,
        parent: ExpansionId,
    ) {
        let Some(index) = (expansion.0 as usize).checked_sub(1) else {
            return;
        };
        let expansion = &mut self.expansions[index];
        let name = expansion.invocation;
        if end.expansion == parent
            && end.spelling.file == name.file
            && end.spelling.end > expansion.whole_end
        {
            expansion.whole_end = end.spelling.end;
        }
    }

    /// The end of the main file.
    pub(crate) fn end_of_main(&self) -> Span {
        let end = self.files.first().map_or(0, |file| file.text.len() as u32);
        Span {
            file: FileId(0),
            start: end,
            end,
        }
    }

    /// The file of an id.
    pub fn file(&self, id: FileId) -> &File {
        &self.files[id.0 as usize]
    }

    /// All files, the main one first.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &File)> {
        self.files
            .iter()
            .enumerate()
            .map(|(index, file)| (FileId(index as u32), &**file))
    }

    /// The expansion of an id; `None` for [`ExpansionId::NONE`].
    pub fn expansion(&self, id: ExpansionId) -> Option<&Expansion> {
        (id.0 as usize)
            .checked_sub(1)
            .map(|index| &self.expansions[index])
    }

    /// The place a reader looks for: the spelling itself, an argument's where it stands in the outermost
    /// invocation, otherwise the name of the outermost macro.
    pub fn use_site(&self, origin: Origin) -> Span {
        let Some(outermost) = self.backtrace(origin).last() else {
            return origin.spelling;
        };
        let within = |span: &Span| {
            span.file == outermost.invocation.file
                && span.start >= outermost.invocation.start
                && span.end <= outermost.whole_end
        };
        std::iter::once(origin.spelling)
            .chain(self.backtrace(origin).map(|step| step.invocation))
            .find(within)
            .unwrap_or(outermost.invocation)
    }

    /// The expansions an origin came through, innermost first.
    pub fn backtrace(&self, origin: Origin) -> impl Iterator<Item = &Expansion> {
        let mut at = origin.expansion;
        std::iter::from_fn(move || {
            let expansion = self.expansion(at)?;
            at = expansion.parent;
            Some(expansion)
        })
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &str {
        &self.file(span.file).text[span.start as usize..span.end as usize]
    }

    /// The text behind a span.
    pub fn text_after(&self, span: Span) -> &str {
        &self.file(span.file).text[span.end as usize..]
    }

    /// A span as lines and columns.
    pub fn place_of_span(&self, span: Span, label: String, primary: bool) -> Place {
        let start = self.line_column(span.file, span.start);
        let end = self.line_column(span.file, span.end);
        Place {
            file: self.file(span.file).name.to_string(),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            label,
            primary,
        }
    }

    /// From the first token to the last, where a reader looks for them.
    pub fn place(&self, first: Origin, last: Origin, label: String, primary: bool) -> Place {
        let mut span = self.use_site(first);
        let last = self.use_site(last);
        if last.file == span.file && last.end > span.end {
            span.end = last.end;
        }
        self.place_of_span(span, label, primary)
    }

    /// The lines and columns of bytes of a file that come in its order, in one walk over its lines.
    pub(crate) fn lines_and_columns(
        &self,
        file: FileId,
        places: impl IntoIterator<Item = u32>,
    ) -> Vec<LineColumn> {
        let text = &self.file(file).text;
        let mut before: Option<(u32, LineColumn)> = None;
        let each = places.into_iter().map(|at| {
            let between = before.and_then(|(from, place)| {
                let between = text.get(from as usize..at as usize)?;
                let column = place.column + between.chars().count() as u32;
                (!between.contains('\n')).then_some(LineColumn { column, ..place })
            });
            let place = between.unwrap_or_else(|| self.line_column(file, at));
            before = Some((at, place));
            place
        });
        each.collect()
    }

    /// The line of a byte, from 1.
    pub fn line(&self, file: FileId, at: u32) -> u32 {
        let starts = &self.file(file).line_starts;
        starts.partition_point(|&start| start <= at) as u32
    }

    /// The line and column of a byte of a file.
    pub fn line_column(&self, file: FileId, at: u32) -> LineColumn {
        let file = self.file(file);
        let line = file.line_starts.partition_point(|&start| start <= at) - 1;
        let before = if file.text.is_char_boundary(at as usize) {
            file.characters_before(at) - file.characters_before(file.line_starts[line])
        } else {
            0
        };
        LineColumn {
            line: line as u32 + 1,
            column: before + 1,
        }
    }
}

impl File {
    /// The characters that begin before a byte.
    fn characters_before(&self, at: u32) -> u32 {
        let at = at as usize;
        let Some(before) = self.characters.get(at / BLOCK) else {
            // The end of a text of whole blocks.
            let last = self.characters.len().saturating_sub(1);
            let rest = self.text.as_bytes().get(last * BLOCK..).unwrap_or_default();
            return self.characters.last().unwrap_or(&0) + characters(rest);
        };
        before + characters(&self.text.as_bytes()[at / BLOCK * BLOCK..at])
    }
}

/// Bytes between two places of a file whose characters are counted beforehand.
const BLOCK: usize = 256;

/// The characters that begin among bytes of UTF-8.
fn characters(bytes: &[u8]) -> u32 {
    let begins = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
    bytes.iter().filter(begins).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_and_columns_count_characters() {
        let mut map = SourceMap::default();
        let file = map.add_file("k.cl", "ab\nµc\n", None);
        let at = |byte| map.line_column(file, byte);
        assert_eq!(at(0), LineColumn { line: 1, column: 1 });
        assert_eq!(at(3), LineColumn { line: 2, column: 1 });
        assert_eq!(at(5), LineColumn { line: 2, column: 2 });
    }

    #[test]
    fn columns_of_a_long_line_count_from_its_start() {
        let mut map = SourceMap::default();
        let text = format!("µ\n{}", "aµ".repeat(2 * BLOCK));
        let end = text.len() as u32;
        let file = map.add_file("k.cl", text, None);
        for at in (3..=end).step_by(3) {
            let column = (at - 3) / 3 * 2 + 1;
            assert_eq!(map.line_column(file, at), LineColumn { line: 2, column });
        }
        let whole = map.add_file("b.cl", "a".repeat(BLOCK), None);
        let column = BLOCK as u32 + 1;
        assert_eq!(
            map.line_column(whole, column - 1),
            LineColumn { line: 1, column }
        );
    }

    #[test]
    fn a_token_from_two_macros_is_used_where_the_outer_one_was_invoked() {
        let mut map = SourceMap::default();
        let file = map.add_file("k.cl", "#define A B\n#define B 1\nA\n", None);
        let span = |start, end| Span { file, start, end };
        let outer = map.add_expansion(Expansion {
            name: "A".into(),
            invocation: span(24, 25),
            whole_end: 25,
            parent: ExpansionId::NONE,
            definition: Some(span(8, 9)),
        });
        let inner = map.add_expansion(Expansion {
            name: "B".into(),
            invocation: span(10, 11),
            whole_end: 11,
            parent: outer,
            definition: Some(span(20, 21)),
        });
        let origin = Origin {
            spelling: span(22, 23),
            expansion: inner,
        };
        assert_eq!(map.use_site(origin), span(24, 25));
        let names: Vec<_> = map.backtrace(origin).map(|step| &*step.name).collect();
        assert_eq!(names, ["B", "A"]);
    }

    #[test]
    fn places_in_order_are_the_same_together_as_each_by_itself() {
        let mut map = SourceMap::default();
        let file = map.add_file("k.cl", "\u{b5}b\n\nc\u{b5}d", None);
        let places = [0, 2, 3, 4, 5, 6, 8, 9];
        let each: Vec<_> = places.iter().map(|&at| map.line_column(file, at)).collect();
        assert_eq!(map.lines_and_columns(file, places), each);
    }
}
