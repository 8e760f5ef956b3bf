//! What can be folded: blocks, comments, conditional parts and runs of includes.

use crate::analysis::Analysis;
use lsp_types::{FoldingRange, FoldingRangeKind};
use opencl_c::token::{Punctuator, TokenKind};

/// The foldable ranges, by line.
pub(crate) fn of(analysis: &Analysis) -> Vec<FoldingRange> {
    let line = |offset: u32| {
        analysis
            .lines
            .position(&analysis.text, offset as usize)
            .line
    };
    let mut ranges = Vec::new();
    let mut add = |start: u32, end: u32, kind: Option<FoldingRangeKind>| {
        if end > start {
            ranges.push(FoldingRange {
                start_line: start,
                end_line: end,
                kind,
                ..FoldingRange::default()
            });
        }
    };
    let mut braces = Vec::new();
    let mut conditionals = Vec::new();
    let mut includes: Option<(u32, u32)> = None;
    for (at, token) in analysis.tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Punctuator(Punctuator::LeftBrace) => braces.push(line(token.start)),
            TokenKind::Punctuator(Punctuator::RightBrace) => {
                if let Some(start) = braces.pop() {
                    // The line of the brace stays in sight.
                    add(start, line(token.start).saturating_sub(1), None);
                }
            }
            TokenKind::Punctuator(Punctuator::Hash) if token.starts_line => {
                let here = line(token.start);
                match analysis.token_text(at + 1) {
                    "if" | "ifdef" | "ifndef" => conditionals.push(here),
                    "else" | "elif" => {
                        if let Some(start) = conditionals.pop() {
                            add(
                                start,
                                here.saturating_sub(1),
                                Some(FoldingRangeKind::Region),
                            );
                        }
                        conditionals.push(here);
                    }
                    "endif" => {
                        if let Some(start) = conditionals.pop() {
                            add(start, here, Some(FoldingRangeKind::Region));
                        }
                    }
                    "include" => {
                        includes = match includes {
                            Some((start, end)) if here <= end + 1 => Some((start, here)),
                            earlier => {
                                if let Some((start, end)) = earlier {
                                    add(start, end, Some(FoldingRangeKind::Imports));
                                }
                                Some((here, here))
                            }
                        };
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    if let Some((start, end)) = includes {
        add(start, end, Some(FoldingRangeKind::Imports));
    }
    for (start, end) in comments(analysis) {
        add(line(start), line(end), Some(FoldingRangeKind::Comment));
    }
    ranges
}

/// The comments between tokens, first byte and last; comments of a line each that follow one another are one.
fn comments(analysis: &Analysis) -> Vec<(u32, u32)> {
    let mut comments = Vec::new();
    let mut from = 0;
    let end = analysis.text.len() as u32;
    let starts = analysis.tokens.iter().map(|it| (it.start, it.end));
    for (start, next) in starts.chain([(end, end)]) {
        let between = analysis.text.get(from as usize..start as usize);
        // Behind a token on its line stands a remark, not a comment of its own.
        let between = between.unwrap_or_default();
        let skipped = match from {
            0 => 0,
            _ => between.find('\n').unwrap_or(between.len()),
        };
        let block = &between[skipped..];
        let trimmed = block.trim();
        if !trimmed.is_empty() {
            let lead = block.len() - block.trim_start().len();
            let first = from as usize + skipped + lead;
            comments.push((first as u32, (first + trimmed.len()) as u32));
        }
        from = next;
    }
    comments
}
