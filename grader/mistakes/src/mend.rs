//! Mending a program by what its findings suggest, until nothing more can be mended.
//!
//! Promise: what is applied no correct program would notice, and a text that is mended is no further from
//! a program than it was: a round of mending after which there are more errors is taken back. Mending
//! what was mended changes nothing, unless it took more rounds than there are.

use crate::lint::{Linted, lint};
use launch::source_text::plain;
use opencl_c::fix::{apart, apply, ranges};
use opencl_c::preprocessor::{Includes, Options};
use std::ops::Range;

/// What one error hides the next round sees; a program that takes more rounds is none a person wrote.
const MOST_ROUNDS: usize = 32;

/// A program that was mended as far as it can be without asking.
#[derive(Clone, Debug)]
pub struct Mended {
    pub text: String,
    /// What was written for what, in the order of the text as it was.
    pub changes: Vec<Change>,
    /// What is left to say about it.
    pub left: Linted,
}

/// One thing that was written in place of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The line in the text as it was before anything was mended, from 1.
    pub line: u32,
    /// What stood there; empty for what was inserted.
    pub was: String,
    /// The text there now; empty where text was removed.
    pub now: String,
}

/// Mends the main file `text`. The included files stay as they are.
pub fn mend(name: &str, text: &str, options: &Options, includes: &mut dyn Includes) -> Mended {
    let mut left = lint(name, text, options, includes);
    let as_given = text;
    let text = &*plain(text);
    let mut mended = text.to_owned();
    let mut rounds: Vec<Vec<Edit>> = Vec::new();
    let mut changes: Vec<(usize, Change)> = Vec::new();
    while rounds.len() < MOST_ROUNDS {
        let fixes = left.findings.iter().flat_map(|finding| &finding.fix);
        let fixes = apart(fixes.filter(|fix| fix.file == name).cloned().collect());
        let places = ranges(&mended, &fixes);
        let texts = fixes.iter().map(|fix| fix.text.as_str());
        let next = apply(&mended, places.iter().cloned().zip(texts));
        if next == mended {
            break;
        }
        let after = lint(name, &next, options, includes);
        if after.distance() > left.distance() {
            break;
        }
        let mut starts: Vec<usize> = places.iter().map(|place| place.start).collect();
        for round in rounds.iter().rev() {
            before(round, &mut starts);
        }
        for ((fix, place), start) in fixes.iter().zip(&places).zip(starts) {
            let change = Change {
                line: 0,
                was: mended.get(place.clone()).unwrap_or_default().to_owned(),
                now: fix.text.clone(),
            };
            changes.push((start, change));
        }
        let lengths = fixes.iter().map(|fix| fix.text.len());
        rounds.push(places.into_iter().zip(lengths).collect());
        mended = next;
        left = after;
    }
    changes.sort_by_key(|(start, _)| *start);
    Mended {
        text: match rounds.is_empty() {
            true => as_given.to_owned(),
            false => mended,
        },
        changes: with_lines(text, changes),
        left,
    }
}

/// What was replaced, in bytes of the text before it, and the length of what was put in its place.
type Edit = (Range<usize>, usize);

/// Where in the text before a round of edits what stands at `places` stood; both are in order.
fn before(round: &[Edit], places: &mut [usize]) {
    let mut edits = round.iter().peekable();
    // How much longer the text became, and shorter, by the edits that lie before.
    let (mut added, mut removed) = (0, 0);
    for place in places {
        while let Some((range, length)) =
            edits.next_if(|(range, length)| range.start + added - removed + length <= *place)
        {
            added += length;
            removed += range.len();
        }
        let shifted = *place + removed - added;
        *place = match edits.peek() {
            // Inside of what was written: there is nothing before it but the place itself.
            Some((range, _)) => shifted.min(range.start),
            None => shifted,
        };
    }
}

/// The changes with the lines in which they start; they come in the order of the text.
fn with_lines(text: &str, changes: Vec<(usize, Change)>) -> Vec<Change> {
    let (mut line, mut from) = (1, 0);
    let each = changes.into_iter().map(|(start, change)| {
        let passed = text.as_bytes().get(from..start).unwrap_or_default();
        line += passed.iter().filter(|&&byte| byte == b'\n').count() as u32;
        from = start.max(from);
        Change { line, ..change }
    });
    each.collect()
}
