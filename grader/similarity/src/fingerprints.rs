//! The fingerprints of a kernel: numbers of some of its runs of tokens, chosen by what they are and not by where
//! they stand.

use crate::shape::{Shape, Token, tokens};
use launch::noise;
use std::collections::HashSet;

/// Tokens of a run: what is shorter is never seen.
pub const RUN: usize = 12;

/// The size of the window of which one run is selected (winnowing).
pub const WINDOW: usize = 4;

/// The base code that all students were given: its runs say nothing about their author.
#[derive(Clone, Debug, Default)]
pub struct BaseCode(HashSet<u64>);

impl BaseCode {
    /// All runs of these texts: an exercise's starter, its hints, the course's own kernel.
    pub fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> BaseCode {
        let runs = texts.into_iter().flat_map(|text| runs(&tokens(text)));
        BaseCode(runs.collect())
    }
}

/// A run that was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fingerprint {
    /// Its number.
    pub(crate) hash: u64,
    /// The place of its first token among the tokens.
    pub(crate) at: u32,
    /// The line of its first token, from 1.
    pub(crate) first_line: u32,
    /// The line of its last token.
    pub(crate) last_line: u32,
}

/// The fingerprints of one kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fingerprints {
    /// By their number, then by their place.
    pub(crate) by_hash: Vec<Fingerprint>,
}

impl Fingerprints {
    /// The fingerprints of a text, save of what is known. A text that is no program has fingerprints as far as it has
    /// tokens; one that is shorter than a run has none.
    pub fn of(text: &str, base: &BaseCode) -> Fingerprints {
        let tokens = tokens(text);
        let runs = runs(&tokens);
        let mut by_hash: Vec<Fingerprint> = kept(&runs, base)
            .into_iter()
            .map(|at| Fingerprint {
                hash: runs[at],
                at: at as u32,
                first_line: tokens[at].line,
                last_line: tokens[at + RUN - 1].line,
            })
            .collect();
        by_hash.sort_unstable_by_key(|fingerprint| (fingerprint.hash, fingerprint.at));
        Fingerprints { by_hash }
    }

    /// The actual number.
    pub fn len(&self) -> usize {
        self.by_hash.len()
    }

    /// Is there none? Then there is nothing to compare.
    pub fn is_empty(&self) -> bool {
        self.by_hash.is_empty()
    }
}

/// The number of each run, in the order of the text.
fn runs(tokens: &[Token]) -> Vec<u64> {
    tokens.windows(RUN).map(number).collect()
}

/// The number of a run: the same for another choice of names, and not for another pattern of them.
fn number(run: &[Token]) -> u64 {
    const NAME: u64 = 1 << 32;
    let mut names = [0; RUN];
    let mut named = 0;
    run.iter().fold(0, |hash, token| {
        let code = match token.shape {
            Shape::Fixed(code) => code,
            Shape::Name(name) => {
                let known = names[..named].iter().position(|&other| other == name);
                let place = known.unwrap_or_else(|| {
                    names[named] = name;
                    named += 1;
                    named - 1
                });
                NAME + place as u64
            }
        };
        noise::bits(hash, code)
    })
}

/// The places of the runs that are kept: of each window the least that is not known. Of equal ones the one
/// that is kept already stays, or else the last is taken, so a text that repeats itself keeps few.
fn kept(runs: &[u64], base: &BaseCode) -> Vec<usize> {
    let is_own: Vec<bool> = runs.iter().map(|run| !base.0.contains(run)).collect();
    let mut kept: Vec<usize> = Vec::new();
    let windows = (runs.len() + 1).saturating_sub(WINDOW).max(1);
    for start in 0..windows {
        let end = (start + WINDOW).min(runs.len());
        let own = || (start..end).filter(|&at| is_own[at]);
        let Some(least) = own().map(|at| runs[at]).min() else {
            continue;
        };
        let stays = kept
            .last()
            .is_some_and(|&at| at >= start && runs[at] == least);
        if !stays {
            kept.extend(own().rfind(|&at| runs[at] == least));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hashes(text: &str) -> Vec<u64> {
        let fingerprints = Fingerprints::of(text, &BaseCode::default());
        fingerprints
            .by_hash
            .iter()
            .map(|fingerprint| fingerprint.hash)
            .collect()
    }

    fn text(data: &str, count: &str, index: &str) -> String {
        format!(
            "kernel void f(global float *{data}, uint {count}) {{\n    uint i = get_global_id(0);\n    \
             if (i < {count})\n        {data}[i] = {data}[i] * {data}[{index}];\n}}\n"
        )
    }

    #[test]
    fn names_are_told_apart_by_their_pattern_alone() {
        let plain = text("x", "n", "n - i");
        assert_eq!(hashes(&plain), hashes(&text("values", "many", "many - i")));
        assert_ne!(hashes(&plain), hashes(&text("x", "n", "i - n")));
    }

    #[test]
    fn each_window_has_a_print_and_what_is_known_has_none() {
        let text = text("x", "n", "n - i");
        let tokens = tokens(&text);
        let runs = runs(&tokens);
        let kept = kept(&runs, &BaseCode::default());
        for start in 0..=runs.len() - WINDOW {
            assert!(kept.iter().any(|at| (start..start + WINDOW).contains(at)));
        }
        assert!(Fingerprints::of(&text, &BaseCode::of([text.as_str()])).is_empty());
        let more = format!("{text}float g(float a) {{ return a * a + sqrt(a) - a / (a + a); }}\n");
        let own = Fingerprints::of(&more, &BaseCode::of([text.as_str()]));
        assert!(!own.is_empty());
        assert!(
            own.by_hash
                .iter()
                .all(|fingerprint| fingerprint.last_line == 6)
        );
    }

    #[test]
    fn texts_shorter_than_a_run_have_no_prints_and_no_place_is_kept_twice() {
        assert!(hashes("x = y;").is_empty());
        assert_eq!(hashes("a b c d e f g h i j k l").len(), 1);
        let repeated = "+ ".repeat(5000);
        let fingerprints = Fingerprints::of(&repeated, &BaseCode::default());
        assert!(
            fingerprints.len() <= 5000 / WINDOW + 1,
            "{}",
            fingerprints.len()
        );
        let mut places: Vec<u32> = fingerprints
            .by_hash
            .iter()
            .map(|fingerprint| fingerprint.at)
            .collect();
        places.dedup();
        assert_eq!(places.len(), fingerprints.len());
    }
}
