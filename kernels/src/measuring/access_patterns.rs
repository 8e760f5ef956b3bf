//! access-patterns: the class of each access of a kernel, after Pöppel and Herz (2015), what a warp moves
//! for it, and what time follows for the whole launch on a device that only moves bytes.

use super::weighted::{BYTES_PER_NANOSECOND, PREDICTED, WARP};
use crate::{Answers, Form, Judgement, Question, Sheet};

/// The sheet.
#[derive(Clone, Copy, Debug)]
pub struct AccessPatterns;

/// The five classes of a global access.
const CLASSES: &[&str] = &[
    "constant",
    "interval",
    "coalesced",
    "repeated",
    "uncoalesced",
];

/// Each access of the starter: its key, its class, and the bytes that a warp moves for all of it.
const ACCESSES: [(&str, &str, u64); 6] = [
    // Eight times, 32 sectors of 32 bytes: each lane's address is in a sector of its own.
    ("series", "uncoalesced", 8 * WARP * SECTOR),
    // Eight times, one sector.
    ("weights", "constant", 8 * SECTOR),
    ("gains", "interval", WARP * FLOAT),
    ("base", "coalesced", WARP * FLOAT),
    ("base_again", "repeated", WARP * FLOAT),
    ("out", "coalesced", WARP * FLOAT),
];

/// Bytes that global memory moves at least.
const SECTOR: u64 = 32;

/// Bytes of a float.
const FLOAT: u64 = 4;

impl Sheet for AccessPatterns {
    fn name(&self) -> &'static str {
        "access-patterns"
    }

    fn questions(&self) -> Vec<Question> {
        let class = |key, asks| Question {
            key,
            asks,
            form: Form::Word(CLASSES),
        };
        let number = |key, asks| Question {
            key,
            asks,
            form: Form::Whole,
        };
        vec![
            class("class.series", "the class of series[8 * i + k]"),
            class("class.weights", "the class of weights[k]"),
            class("class.gains", "the class of gains[i & 63]"),
            class("class.base", "the class of the first base[i]"),
            class("class.base_again", "the class of the second base[i]"),
            class("class.out", "the class of out[i]"),
            number("warp.series", "bytes a warp moves for series, all 8 rounds"),
            number("warp.weights", "bytes for weights, all 8 rounds"),
            number("warp.gains", "bytes for gains"),
            number("warp.base", "bytes for the first base[i]"),
            number("warp.all", "bytes for everything, all six accesses"),
            number("time_us", "microseconds for all 1048576 elements"),
        ]
    }

    fn judge(&self, key: &str, answers: &Answers) -> Judgement {
        if let Some(access) = key.strip_prefix("class.") {
            return judge_class(access, answers.word(key).unwrap_or_default());
        }
        let given = answers.whole(key).unwrap_or_default();
        let of_warp: u64 = ACCESSES.iter().map(|(_, _, bytes)| bytes).sum();
        match key.strip_prefix("warp.") {
            Some("all") => judge_sum(given, of_warp),
            Some(access) => judge_bytes(access, given),
            None => {
                if answers.whole("warp.all") != Some(of_warp) {
                    return Judgement::waits("warp.all");
                }
                judge_time(given, of_warp)
            }
        }
    }
}

fn judge_class(access: &str, given: &str) -> Judgement {
    let right = ACCESSES.iter().find(|(key, _, _)| *key == access);
    if right.is_none_or(|(_, class, _)| *class == given) {
        return Judgement::Right;
    }
    let because = match given {
        "constant" => "the work-items of a launch do not all read this at one address",
        "interval" => "the addresses of this are not all within a few hundred bytes",
        "coalesced" => "neighbouring work-items do not read neighbouring addresses here",
        "repeated" => "this address was not read before in the same work-item",
        _ => "a warp's addresses lie close together here",
    };
    // Where more than one class would fit, the cheaper one is meant: what the caches make of it.
    let because = match (access, given) {
        ("base_again", "coalesced") => "the same work-item has read this very address before",
        ("gains", "coalesced") => {
            "neighbours lie side by side, but the launch as a whole comes back to a few addresses"
        }
        _ => because,
    };
    Judgement::wrong(
        because,
        "the classes stand at the head of this file, the cheapest first",
    )
}

fn judge_bytes(access: &str, given: u64) -> Judgement {
    let Some((_, _, right)) = ACCESSES.iter().find(|(key, _, _)| *key == access) else {
        return Judgement::Right;
    };
    if given == *right {
        return Judgement::Right;
    }
    let because = if !given.is_multiple_of(SECTOR) {
        format!("{given} is no multiple of {SECTOR}: memory moves whole sectors")
    } else if given * 8 == *right {
        format!("{given} is one round of the loop")
    } else {
        format!("{given} is not what a warp of {WARP} work-items moves")
    };
    Judgement::wrong(
        because,
        "how many different sectors of 32 bytes do the addresses of the 32 work-items lie in?",
    )
}

fn judge_sum(given: u64, right: u64) -> Judgement {
    if given == right {
        return Judgement::Right;
    }
    Judgement::wrong(
        format!("{given} is not the sum of the six accesses"),
        "series and weights are met eight times, the other four once; out counts as well",
    )
}

/// Within one per cent: how somebody rounds is no matter.
fn judge_time(given: u64, of_warp: u64) -> Judgement {
    let nanoseconds = PREDICTED / WARP * of_warp / BYTES_PER_NANOSECOND;
    let right = nanoseconds / 1000;
    if given.abs_diff(right) <= right / 100 {
        return Judgement::Right;
    }
    Judgement::wrong(
        format!("{given} microseconds is not what the model gives"),
        "warps, times the bytes of a warp, over bytes a nanosecond; a microsecond has 1000 of those",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Answer;
    use std::collections::BTreeMap;

    fn judged(key: &'static str, answer: Answer) -> Judgement {
        AccessPatterns.judge(key, &Answers(BTreeMap::from([(key, answer)])))
    }

    #[test]
    fn each_access_has_one_class_and_the_other_four_are_wrong() {
        for question in AccessPatterns.questions() {
            let Form::Word(words) = question.form else {
                continue;
            };
            let right = words.iter().filter(|word| {
                judged(question.key, Answer::Word((**word).to_owned())) == Judgement::Right
            });
            assert_eq!(right.count(), 1, "{}", question.key);
        }
    }

    #[test]
    fn bytes_are_whole_sectors_of_a_warp() {
        for (key, right) in [
            ("warp.series", 8192),
            ("warp.weights", 256),
            ("warp.gains", 128),
            ("warp.base", 128),
            ("warp.all", 8960),
        ] {
            assert_eq!(judged(key, Answer::Whole(right)), Judgement::Right, "{key}");
            for wrong in [0, right + 1, right / 8, u64::MAX / 8] {
                let judged = judged(key, Answer::Whole(wrong));
                assert!(matches!(judged, Judgement::Wrong { .. }), "{key}: {wrong}");
            }
        }
    }

    #[test]
    fn the_time_follows_from_the_bytes_and_may_be_rounded() {
        let judged = |time| {
            let answers = Answers(BTreeMap::from([
                ("warp.all", Answer::Whole(8960)),
                ("time_us", Answer::Whole(time)),
            ]));
            AccessPatterns.judge("time_us", &answers)
        };
        assert_eq!(judged(2936), Judgement::Right);
        assert_eq!(judged(2940), Judgement::Right);
        assert!(matches!(judged(3000), Judgement::Wrong { .. }));
        assert!(matches!(judged(0), Judgement::Wrong { .. }));
    }
}
