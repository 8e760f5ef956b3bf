//! Merges the findings of several detectors in one program into one list.

use crate::allow::Allowed;
use crate::catalogue::{level, shows_in_a_run};
use crate::observed::race::UNORDERED;
use launch::{Evidence, Finding, Level, MistakeId, Place as Stretch};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Merges findings: errors before warnings before performance, within a level the first to correct at the top,
/// and each fact once. Of two findings of one mistake on one line, an observed one is kept; of two with the
/// same evidence, the first. An observed access out of bounds replaces the warning about its missing guard.
/// Findings that `allowed` silences are dropped, except errors that were observed or proven. The unknown ids
/// in `allowed` are added as findings.
pub fn merge_findings(findings: Vec<Finding>, allowed: &Allowed) -> Vec<Finding> {
    let each_once = findings.into_iter().map(|finding| (finding, 1)).collect();
    merge_counted_findings(each_once, allowed)
        .into_iter()
        .map(|(finding, _)| finding)
        .collect()
}

/// [`merge_findings`] for findings that come with how often each was seen.
pub fn merge_counted_findings(
    findings: Vec<(Finding, u64)>,
    allowed: &Allowed,
) -> Vec<(Finding, u64)> {
    let mut kept: Vec<(Finding, u64)> = Vec::with_capacity(findings.len());
    let mut places: HashMap<Place, Kept> = HashMap::new();
    let strays = allowed.strays().iter().map(|stray| (stray.clone(), 1));
    for (finding, count) in findings.into_iter().chain(strays) {
        if is_allowed(&finding, allowed) {
            continue;
        }
        let here = places.entry(place(&finding)).or_default();
        match here.first_like(&finding) {
            None => {
                here.add(kept.len(), &finding);
                kept.push((finding, count));
            }
            Some(index) if certainty(&finding) > certainty(&kept[index].0) => {
                here.remove(index, &kept[index].0);
                here.add(index, &finding);
                kept[index] = (finding, count);
            }
            Some(_) => {}
        }
    }
    let shown: HashSet<(String, u32)> = kept
        .iter()
        .filter(|(finding, _)| finding.mistake == MistakeId::OutOfBounds)
        .filter_map(|(finding, _)| line_of(finding))
        .collect();
    kept.retain(|(finding, _)| {
        finding.mistake != MistakeId::MissingBoundsGuard
            || line_of(finding).is_none_or(|line| !shown.contains(&line))
    });
    kept.sort_by_cached_key(|(finding, _)| {
        let line = finding.spans.first().map_or(0, |place| place.line);
        let doubtful = finding.evidence == Evidence::Likely;
        (finding.level, doubtful, rank(finding.mistake), line)
    });
    folded(kept)
}

/// Folds accesses out of bounds of one work-item with one index into the first, with the places of the others;
/// likewise races of the same two work-items, and barriers that one condition or jump parts. One guard or one
/// barrier is missing, or one jump is wrong, however many places it concerns.
fn folded(findings: Vec<(Finding, u64)>) -> Vec<(Finding, u64)> {
    let mut folded: Vec<(Finding, u64)> = Vec::with_capacity(findings.len());
    for (finding, count) in findings {
        let first = folded.iter_mut().find(|(first, _)| {
            is_same_stray(first, &finding)
                || is_stray_of_one_access(first, &finding)
                || is_same_race(first, &finding)
                || is_parted_by_the_same(first, &finding)
        });
        let Some((first, total)) = first else {
            folded.push((finding, count));
            continue;
        };
        *total += count;
        let told = without_subject(&finding);
        for span in finding.spans {
            let label = if span.primary {
                told.clone()
            } else {
                span.label
            };
            let place = Stretch {
                label,
                primary: false,
                ..span
            };
            let is_news = |place: &Stretch| {
                let at = |it: &Stretch| (it.file.clone(), it.line, it.column);
                first.spans.iter().all(|known| at(known) != at(place))
            };
            if is_news(&place) {
                first.spans.push(place);
            }
        }
    }
    folded
}

/// An access that leaves its row, and then the array; or an element that is read and written.
fn is_stray_of_one_access(one: &Finding, other: &Finding) -> bool {
    let is_seen = |finding: &Finding| {
        finding.mistake == MistakeId::OutOfBounds && finding.evidence == Evidence::Observed
    };
    let at = |finding: &Finding| line_of(finding).zip(column(finding));
    is_seen(one) && is_seen(other) && at(one).is_some() && at(one) == at(other)
}

fn is_same_stray(one: &Finding, other: &Finding) -> bool {
    let label = |finding: &Finding| finding.spans.first().map(|place| place.label.clone());
    one.mistake == MistakeId::OutOfBounds
        && other.mistake == MistakeId::OutOfBounds
        && one.evidence == Evidence::Observed
        && other.evidence == Evidence::Observed
        && one.kernel == other.kernel
        && one.help == other.help
        && one.work_items == other.work_items
        && label(one) == label(other)
        && index_of(&one.message) == index_of(&other.message)
}

/// `[7]` of "work-item 7 writes `x`[7], which has 7 elements".
fn index_of(message: &str) -> Option<&str> {
    let (_, from) = message.split_once("`[")?;
    from.split_once(']').map(|(index, _)| index)
}

/// Races of the same two work-items with the same remedy.
fn is_same_race(one: &Finding, other: &Finding) -> bool {
    let pair = |finding: &Finding| {
        let mut items: Vec<_> = finding
            .work_items
            .iter()
            .map(|it| it.global.clone())
            .collect();
        items.sort();
        items
    };
    RACES.contains(&one.mistake)
        && one.mistake == other.mistake
        && one.level == Level::Error
        && other.level == Level::Error
        && one.evidence == Evidence::Observed
        && other.evidence == Evidence::Observed
        && one.kernel == other.kernel
        && one.help == other.help
        && pair(one) == pair(other)
}

/// Barriers that a part of the work-group misses because of one condition or jump, which is the second place of
/// such a finding.
fn is_parted_by_the_same(one: &Finding, other: &Finding) -> bool {
    let cause = |finding: &Finding| {
        let place = finding.spans.iter().find(|place| !place.primary)?;
        Some((place.file.clone(), place.line, place.column))
    };
    DIVERGENT_BARRIERS.contains(&one.mistake)
        && one.mistake == other.mistake
        && one.evidence == other.evidence
        && one.kernel == other.kernel
        && one.help == other.help
        && cause(one).is_some()
        && cause(one) == cause(other)
}

/// "writes `x`[7], ..." of "work-item 7 writes `x`[7], ...": the work-item is the finding's. A race has two,
/// so its message is kept whole.
fn without_subject(finding: &Finding) -> String {
    let message = finding.message.as_str();
    if finding.mistake != MistakeId::OutOfBounds {
        return message.trim_end_matches(UNORDERED).to_owned();
    }
    let verb = ["reads ", "writes "]
        .iter()
        .filter_map(|verb| message.find(verb))
        .min();
    verb.map_or(message, |at| &message[at..]).to_owned()
}

/// The key of duplicate findings: mistake, level, and the line if there is one.
type Place = (MistakeId, Level, Option<(String, u32)>);

fn place(finding: &Finding) -> Place {
    // What is likely an error and what was seen to be one are the same fact.
    let level = match finding.evidence {
        Evidence::Likely => level(finding.mistake),
        Evidence::Observed | Evidence::Proven => finding.level,
    };
    (finding.mistake, level, line_of(finding))
}

/// The findings of one place, by their indices in the list. Two findings with different evidence are duplicates,
/// and so are two with the same column and message.
#[derive(Default)]
struct Kept {
    by_certainty: [BTreeSet<usize>; 3],
    by_text: HashMap<(u8, Option<u32>, String), BTreeSet<usize>>,
}

fn text(finding: &Finding) -> (u8, Option<u32>, String) {
    let message = finding.message.clone();
    (certainty(finding), column(finding), message)
}

impl Kept {
    /// The first duplicate of a finding.
    fn first_like(&self, finding: &Finding) -> Option<usize> {
        let own = usize::from(certainty(finding));
        let others = (0..)
            .zip(&self.by_certainty)
            .filter(|(certainty, _)| *certainty != own)
            .filter_map(|(_, numbers)| numbers.first());
        let alike = self.by_text.get(&text(finding)).into_iter().flatten();
        others.chain(alike).min().copied()
    }

    fn add(&mut self, number: usize, finding: &Finding) {
        self.by_certainty[usize::from(certainty(finding))].insert(number);
        self.by_text
            .entry(text(finding))
            .or_default()
            .insert(number);
    }

    fn remove(&mut self, number: usize, finding: &Finding) {
        self.by_certainty[usize::from(certainty(finding))].remove(&number);
        if let Some(numbers) = self.by_text.get_mut(&text(finding)) {
            numbers.remove(&number);
        }
    }
}

/// Does a finding fail what it was found in? Only errors that were observed or proven do.
pub fn fails(finding: &Finding) -> bool {
    finding.level == Level::Error && finding.evidence != Evidence::Likely
}

/// Unordered accesses to one place.
pub(crate) const RACES: [MistakeId; 3] = [
    MistakeId::DataRace,
    MistakeId::MissingBarrier,
    MistakeId::CrossGroupRace,
];

/// Barriers that some work-items do not reach.
const DIVERGENT_BARRIERS: [MistakeId; 3] = [
    MistakeId::BarrierInConditional,
    MistakeId::BarrierInDivergentLoop,
    MistakeId::BarrierAfterReturn,
];

/// The position of an id in the order in which to correct mistakes. What is found before a kernel can run
/// comes first, in the order of the text.
fn rank(id: MistakeId) -> Option<MistakeId> {
    shows_in_a_run(id).then_some(id)
}

/// File and line of a finding's first place.
fn line_of(finding: &Finding) -> Option<(String, u32)> {
    let place = finding.spans.first()?;
    Some((place.file.clone(), place.line))
}

fn column(finding: &Finding) -> Option<u32> {
    finding.spans.first().map(|place| place.column)
}

fn certainty(finding: &Finding) -> u8 {
    match finding.evidence {
        Evidence::Observed => 2,
        Evidence::Proven => 1,
        Evidence::Likely => 0,
    }
}

fn is_allowed(finding: &Finding, allowed: &Allowed) -> bool {
    if fails(finding) {
        return false;
    }
    finding
        .spans
        .first()
        .is_some_and(|place| allowed.allows(&place.file, place.line, finding.mistake))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(mistake: MistakeId, level: Level, evidence: Evidence, line: u32) -> Finding {
        Finding {
            mistake,
            level,
            evidence,
            message: String::new(),
            help: String::new(),
            kernel: String::new(),
            spans: vec![Stretch {
                file: "k.cl".to_owned(),
                line,
                column: 1,
                end_line: line,
                end_column: 2,
                label: String::new(),
                primary: true,
            }],
            work_items: Vec::new(),
            macro_backtrace: Vec::new(),
            fix: Vec::new(),
        }
    }

    fn told(findings: Vec<Finding>, allowed: &Allowed) -> Vec<(MistakeId, Evidence, u32)> {
        merge_findings(findings, allowed)
            .into_iter()
            .map(|finding| (finding.mistake, finding.evidence, finding.spans[0].line))
            .collect()
    }

    #[test]
    fn what_was_observed_takes_the_place_of_what_the_text_made_likely() {
        let id = MistakeId::BarrierInConditional;
        let likely = finding(id, Level::Error, Evidence::Likely, 4);
        let seen = finding(id, Level::Error, Evidence::Observed, 4);
        let expected = vec![(id, Evidence::Observed, 4)];
        let allowed = Allowed::default();
        assert_eq!(told(vec![likely.clone(), seen.clone()], &allowed), expected);
        assert_eq!(told(vec![seen, likely], &allowed), expected);
    }

    #[test]
    fn a_guard_that_a_run_showed_to_be_missing_is_told_once() {
        let seen = finding(MistakeId::OutOfBounds, Level::Error, Evidence::Observed, 4);
        let guess = |line| {
            let id = MistakeId::MissingBoundsGuard;
            finding(id, Level::Warning, Evidence::Likely, line)
        };
        let left = told(vec![seen, guess(4), guess(5)], &Allowed::default());
        let lines: Vec<u32> = left.into_iter().map(|(_, _, line)| line).collect();
        assert_eq!(lines, [4, 5]);
    }

    #[test]
    fn barriers_that_one_jump_parts_are_one_finding() {
        let barrier = |line, jump| {
            let id = MistakeId::BarrierInDivergentLoop;
            let mut found = finding(id, Level::Error, Evidence::Observed, line);
            found.spans.push(Stretch {
                line: jump,
                end_line: jump,
                primary: false,
                ..found.spans[0].clone()
            });
            found
        };
        let found = vec![barrier(7, 11), barrier(9, 11), barrier(14, 16)];
        let merged = merge_findings(found, &Allowed::default());
        let lines = |finding: &Finding| -> Vec<u32> {
            finding.spans.iter().map(|place| place.line).collect()
        };
        let lines: Vec<_> = merged.iter().map(lines).collect();
        assert_eq!(lines, [vec![7, 11, 9], vec![14, 16]]);
    }

    #[test]
    fn what_was_observed_takes_one_place_and_leaves_the_others() {
        let likely = |message: &str| Finding {
            message: message.to_owned(),
            ..finding(MistakeId::DataRace, Level::Error, Evidence::Likely, 4)
        };
        let seen = finding(MistakeId::DataRace, Level::Error, Evidence::Observed, 4);
        let all = vec![
            likely("one"),
            likely("other"),
            likely("one"),
            seen,
            likely("third"),
        ];
        let left: Vec<(Evidence, String)> = merge_findings(all, &Allowed::default())
            .into_iter()
            .map(|finding| (finding.evidence, finding.message))
            .collect();
        let expected = [
            (Evidence::Observed, String::new()),
            (Evidence::Likely, "other".to_owned()),
        ];
        assert_eq!(left, expected);
    }

    #[test]
    fn strays_of_one_index_are_one_finding_with_all_their_places() {
        let stray = |column: u32, message: &str| {
            let mut stray = finding(MistakeId::OutOfBounds, Level::Error, Evidence::Observed, 4);
            stray.message = message.to_owned();
            stray.spans[0].column = column;
            stray
        };
        let all = vec![
            stray(5, "work-item 7 writes `y`[7], which has 7 elements"),
            stray(12, "work-item 7 reads `x`[7], which has 7 elements"),
            stray(20, "work-item 7 reads `x`[9], which has 7 elements"),
        ];
        let left = merge_findings(all, &Allowed::default());
        let labels: Vec<Vec<&str>> = left
            .iter()
            .map(|finding| {
                finding
                    .spans
                    .iter()
                    .map(|span| span.label.as_str())
                    .collect()
            })
            .collect();
        let folded = vec!["", "reads `x`[7], which has 7 elements"];
        assert_eq!(labels, [folded, vec![""]]);
    }

    #[test]
    fn errors_come_before_warnings_and_those_before_performance() {
        let slow = finding(
            MistakeId::BankConflict,
            Level::Performance,
            Evidence::Observed,
            1,
        );
        let odd = finding(
            MistakeId::UnusedArgument,
            Level::Warning,
            Evidence::Proven,
            2,
        );
        let wrong = finding(MistakeId::DataRace, Level::Error, Evidence::Observed, 3);
        let lines: Vec<u32> = told(vec![slow, odd, wrong], &Allowed::default())
            .into_iter()
            .map(|(_, _, line)| line)
            .collect();
        assert_eq!(lines, [3, 2, 1]);
    }

    #[test]
    fn a_comment_silences_a_warning_but_no_error_that_happened() {
        let mut allowed = Allowed::default();
        allowed.read("k.cl", "x; // grader: allow(data-race, unused-argument)");
        let wrong = finding(MistakeId::DataRace, Level::Error, Evidence::Observed, 1);
        let odd = finding(
            MistakeId::UnusedArgument,
            Level::Warning,
            Evidence::Proven,
            1,
        );
        let left = told(vec![wrong, odd], &allowed);
        assert_eq!(left, [(MistakeId::DataRace, Evidence::Observed, 1)]);
    }
}
