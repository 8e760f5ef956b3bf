//! The entries of one exercise, in their order.

use super::{Costs, Counted, why_not};
use crate::job::Outcome;
use crate::plan::Task;
use std::cmp::Ordering;

/// How many times the steps of the longest work-group of the course's own kernel an entry's may take: what is counted
/// says nothing of work-groups and work-items that stand idle.
const TIMES_OWN: f64 = 4.0;

/// What decides a rank; less is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Bytes that global memory moved.
    Bytes,
    /// Passes of local memory that bank conflicts cost.
    Conflicts,
    /// The predicted time.
    Time,
}

/// An entry with its costs.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// From 1; entries that cost the same and are as long share one.
    pub rank: usize,
    pub entry: String,
    pub costs: Costs,
}

/// The entries of an exercise.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    pub slug: String,
    pub title: String,
    /// The costs of the course's own kernel.
    pub own: Option<Costs>,
    pub ranked: Vec<Ranked>,
    /// The other entries, each with the reason.
    pub left_out: Vec<(String, String)>,
}

impl Ranking {
    pub(super) fn of(task: &Task) -> Ranking {
        Ranking {
            slug: task.slug().to_owned(),
            title: task.exercise.manifest.title.clone(),
            own: None,
            ranked: Vec::new(),
            left_out: Vec::new(),
        }
    }

    pub(super) fn leave_out(&mut self, entry: &str, why: String) {
        self.left_out.push((entry.to_owned(), why));
    }

    /// Takes the outcome of an entry; without a name it is that of the course's own kernel.
    pub(super) fn take(&mut self, entry: Option<&str>, outcome: Outcome) {
        let costs = match &outcome {
            Outcome::Checked {
                counted: Some(Counted::Costs(costs)),
                ..
            } => Some(costs.clone()),
            _ => None,
        };
        match (entry, costs) {
            (None, costs) => self.own = costs,
            (Some(entry), Some(costs)) => self.ranked.push(Ranked {
                rank: 0,
                entry: entry.to_owned(),
                costs,
            }),
            (Some(entry), None) => self.leave_out(entry, why_not(&outcome)),
        }
    }

    /// Gives each entry its rank.
    pub(super) fn rank(&mut self, by: By) {
        let own = self.own.as_ref();
        let why_not = |entry: &Ranked| {
            if by == By::Time && entry.costs.seconds.is_none() {
                Some("the model knows no time for it".to_owned())
            } else if own.is_some_and(|own| entry.costs.longest_groups_against(own) > TIMES_OWN) {
                Some(format!(
                    "too little runs at once: its longest work-groups take more than {TIMES_OWN:.0} times the steps of \
                     the course's own kernel"
                ))
            } else {
                None
            }
        };
        for entry in self.ranked.extract_if(.., |entry| why_not(entry).is_some()) {
            let why = why_not(&entry).unwrap_or_default();
            self.left_out.push((entry.entry, why));
        }
        self.ranked.sort_by(|one, other| {
            by.order(&one.costs, &other.costs)
                .then_with(|| one.entry.cmp(&other.entry))
        });
        let mut rank = 1;
        for at in 0..self.ranked.len() {
            let (before, rest) = self.ranked.split_at_mut(at);
            let is_equal = |before: &Ranked| by.order(&before.costs, &rest[0].costs).is_eq();
            if !before.last().is_some_and(is_equal) {
                rank = at + 1;
            }
            rest[0].rank = rank;
        }
        self.left_out.sort();
    }
}

impl By {
    /// What decides the rank, as text.
    pub fn name(self) -> &'static str {
        match self {
            By::Bytes => "bytes moved in global memory",
            By::Conflicts => "passes that bank conflicts cost",
            By::Time => "predicted time",
        }
    }

    /// The figure that decides, as one number.
    pub fn figure(self, costs: &Costs) -> f64 {
        match self {
            By::Bytes => costs.bytes as f64,
            By::Conflicts => costs.conflicts as f64,
            By::Time => costs.seconds.unwrap_or(f64::INFINITY),
        }
    }

    /// The figure that decides, then the others, then the length of the text.
    fn order(self, one: &Costs, other: &Costs) -> Ordering {
        [self, By::Bytes, By::Conflicts]
            .into_iter()
            .map(|by| by.figure(one).total_cmp(&by.figure(other)))
            .find(|order| order.is_ne())
            .unwrap_or_else(|| one.size.cmp(&other.size))
    }
}

#[cfg(test)]
mod tests {
    use super::super::LongestGroup;
    use super::*;

    fn ranked(costs: &[(&str, u64, usize)], by: By) -> Vec<(usize, String)> {
        let entry = |&(entry, bytes, size): &(&str, u64, usize)| Ranked {
            rank: 0,
            entry: entry.to_owned(),
            costs: Costs {
                bytes,
                conflicts: 0,
                longest_groups: Vec::new(),
                seconds: None,
                size,
            },
        };
        let mut ranking = Ranking {
            slug: "fill".to_owned(),
            title: String::new(),
            own: None,
            ranked: costs.iter().map(entry).collect(),
            left_out: Vec::new(),
        };
        ranking.rank(by);
        let ranked = ranking.ranked.into_iter();
        ranked.map(|it| (it.rank, it.entry)).collect()
    }

    #[test]
    fn less_ranks_first_then_the_shorter_text_and_equals_share_a_rank() {
        let costs = [
            ("long", 64, 90),
            ("copy", 64, 40),
            ("original", 64, 40),
            ("wasteful", 128, 10),
        ];
        let names = [(1, "copy"), (1, "original"), (3, "long"), (4, "wasteful")];
        assert_eq!(
            ranked(&costs, By::Bytes),
            names.map(|(rank, name)| (rank, name.to_owned()))
        );
    }

    #[test]
    fn an_entry_whose_longest_work_group_works_for_others_has_no_rank() {
        let costs = |steps| Costs {
            bytes: 64,
            conflicts: 0,
            longest_groups: vec![LongestGroup {
                steps,
                case_bytes: 64,
            }],
            seconds: None,
            size: 9,
        };
        let entry = |entry: &str, steps| Ranked {
            rank: 0,
            entry: entry.to_owned(),
            costs: costs(steps),
        };
        let mut ranking = Ranking {
            slug: String::new(),
            title: String::new(),
            own: Some(costs(10)),
            ranked: vec![entry("alone", 41), entry("together", 40)],
            left_out: Vec::new(),
        };
        ranking.rank(By::Bytes);
        assert_eq!(ranking.ranked.len(), 1);
        assert_eq!(ranking.left_out[0].0, "alone");
    }

    #[test]
    fn an_entry_without_a_predicted_time_has_no_rank_by_time() {
        assert_eq!(ranked(&[("anna", 64, 90)], By::Time), []);
    }
}
