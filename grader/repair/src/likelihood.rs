//! How unlikely an edit is by what its names stand for: a student takes one size for another more often than a size for
//! an id.

use crate::change::{Change, Edit};
use crate::kind::Kind;
use crate::kinds::has_word;
use crate::subject::Subject;
use opencl_c::program::{ExprKind, StmtKind};
use opencl_c::types::Scalar;
use std::collections::{HashMap, HashSet};

/// What an integer stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// How many there are of something.
    Size,
    /// Which of them it is: a work-item's id, or what is worked out from one.
    Id,
    /// What a loop counts.
    Counter,
    Literal,
}

/// The names of a program.
pub(crate) struct Names {
    /// Of those that have one meaning wherever they are declared.
    meanings: HashMap<String, Option<Meaning>>,
    used: HashSet<String>,
}

impl Names {
    pub(crate) fn of(subject: &Subject<'_>) -> Names {
        let mut names = Names {
            meanings: HashMap::new(),
            used: HashSet::new(),
        };
        let mut counters = HashSet::new();
        for site in &subject.sites {
            match subject.program.expr(site.expr).kind {
                ExprKind::Variable(_) => {
                    names.used.insert(subject.text(site.span).to_owned());
                }
                ExprKind::Increment { place, .. } | ExprKind::CompoundAssign { place, .. } => {
                    let var = subject.variable(place);
                    counters.extend(var.map(|var| (site.function, var)));
                }
                _ => {}
            }
        }
        let kernel = subject.function(subject.kernel);
        for var in &kernel.vars[..kernel.parameters] {
            if var.ty.as_scalar().is_some_and(Scalar::is_integer) {
                names.declare(&var.name, Some(Meaning::Size));
            }
        }
        for placed in &subject.statements {
            let StmtKind::Declare { var: id, init } = &placed.stmt.kind else {
                continue;
            };
            let var = &subject.function(placed.function).vars[id.0 as usize];
            if !var.ty.as_scalar().is_some_and(Scalar::is_integer) {
                continue;
            }
            let is_counter = counters.contains(&(placed.function, *id));
            let value = init.as_ref().and_then(|init| init.entries.first());
            let value = value.and_then(|entry| subject.span(entry.value));
            let meaning = match (is_counter, value) {
                (true, _) => Some(Meaning::Counter),
                (false, Some(span)) => names.meaning_of_value(subject.text(span)),
                (false, None) => None,
            };
            names.declare(&var.name, meaning);
        }
        names
    }

    fn declare(&mut self, name: &str, meaning: Option<Meaning>) {
        let known = self.meanings.entry(name.to_owned()).or_insert(meaning);
        if *known != meaning {
            *known = None;
        }
    }

    /// Of the value that a variable starts with.
    fn meaning_of_value(&self, text: &str) -> Option<Meaning> {
        if let Some(meaning) = self.meaning(text) {
            return Some(meaning);
        }
        let holds = |wanted: Meaning| {
            let mut known = self.meanings.iter();
            known.any(|(name, meaning)| *meaning == Some(wanted) && has_word(text, name))
        };
        if text.contains("_id(") || holds(Meaning::Id) {
            Some(Meaning::Id)
        } else if text.contains("_size(") || holds(Meaning::Size) {
            Some(Meaning::Size)
        } else {
            None
        }
    }

    /// Of a name, a number or a query.
    fn meaning(&self, text: &str) -> Option<Meaning> {
        let is_query = text.starts_with("get_") && text.find(')') == Some(text.len() - 1);
        if text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(char::is_alphanumeric)
        {
            Some(Meaning::Literal)
        } else if is_query && text.contains("_id(") {
            Some(Meaning::Id)
        } else if is_query {
            Some(Meaning::Size)
        } else {
            self.meanings.get(text).copied().flatten()
        }
    }

    /// How much later an edit is tried than others of its kind.
    pub(crate) fn unlikely(&self, subject: &Subject<'_>, change: &Change) -> u32 {
        let Some(edit) = change.edits.first() else {
            return 0;
        };
        let was = &subject.file()[edit.start as usize..edit.end as usize];
        let now = &*edit.text;
        match change.kind {
            Kind::Variable => self.exchange(was, now),
            Kind::Swap => self.swap(subject, &change.edits),
            Kind::Stride => self.stride(subject, was, now),
            Kind::Offset => self.offset(was, now),
            Kind::Guard => self.guard(now),
            Kind::Constant | Kind::Query if is_name(was) => {
                1 + self.between(self.meaning(was), self.meaning(now))
            }
            _ => 0,
        }
    }

    /// One expression for another.
    fn exchange(&self, was: &str, now: &str) -> u32 {
        if !is_name(now) || !self.used.contains(now) {
            0
        } else if is_name(was) {
            self.between(self.meaning(was), self.meaning(now))
        } else if was.contains(['<', '>', '=', '&', '|']) {
            6
        } else if self.meaning(was).is_some() {
            1 + self.between(self.meaning(was), self.meaning(now))
        } else if has_word(was, now) {
            1
        } else {
            1 + self.between(self.meaning_of_value(was), self.meaning(now))
        }
    }

    fn between(&self, one: Option<Meaning>, other: Option<Meaning>) -> u32 {
        use Meaning::{Counter, Id};
        match (one, other) {
            (Some(one), Some(other)) if one == other => 0,
            (Some(Id), Some(Counter)) | (Some(Counter), Some(Id)) => 1,
            (None, _) | (_, None) => 1,
            _ => 2,
        }
    }

    fn swap(&self, subject: &Subject<'_>, edits: &[Edit]) -> u32 {
        let was = |edit: &Edit| &subject.file()[edit.start as usize..edit.end as usize];
        edits
            .iter()
            .map(|edit| self.between(self.meaning(was(edit)), self.meaning(&edit.text)))
            .max()
            .unwrap_or_default()
    }

    /// `x * n`, `x % n` or `x / n`, or another order of rows and columns.
    fn stride(&self, subject: &Subject<'_>, was: &str, now: &str) -> u32 {
        let now = now.strip_prefix('(').unwrap_or(now);
        let added = now
            .strip_prefix(was)
            .map(|rest| rest.trim_end_matches(')').trim());
        let Some(added) = added.filter(|it| it.starts_with(['*', '%', '/'])) else {
            let by = now
                .split(" * ")
                .nth(1)
                .and_then(|it| it.split(" + ").next());
            return match by.map(|by| self.meaning(by)) {
                Some(Some(Meaning::Size)) => 0,
                _ => 3,
            };
        };
        let (operator, by) = added.split_at(1);
        let by = by.trim();
        let is_asked = !by.starts_with("get_") || subject.file().contains(by);
        let of_size = match self.meaning(by.strip_suffix('(').unwrap_or(by)) {
            Some(Meaning::Size) => 1,
            Some(Meaning::Literal) => 3,
            None => 2,
            Some(Meaning::Id | Meaning::Counter) => 5,
        };
        of_size + if operator == "*" { 0 } else { 2 } + if is_asked { 0 } else { 2 }
    }

    /// `x + 1`, `x + n` or `n - 1 - x`.
    fn offset(&self, was: &str, now: &str) -> u32 {
        let now = now.strip_prefix('(').unwrap_or(now);
        let (by, is_mirrored) = match now.split_once(" - 1 - ") {
            Some((size, _)) => (size, true),
            None => {
                let added = now.strip_prefix(was).unwrap_or(now);
                (
                    added
                        .trim_start_matches([' ', '+', '-'])
                        .trim_end_matches(')'),
                    false,
                )
            }
        };
        match self.meaning(by) {
            Some(Meaning::Literal) => 0,
            Some(Meaning::Size) => u32::from(!is_mirrored || !is_name(was)),
            None => 2,
            Some(Meaning::Id | Meaning::Counter) => 3,
        }
    }

    /// `if (x < n)`, and more such comparisons.
    fn guard(&self, now: &str) -> u32 {
        let words = now
            .split(['(', ')', '&', '|', '?', ':', ';'])
            .map(str::trim);
        let comparisons = words.filter_map(|it| it.split_once(" < ").or(it.split_once(" >= ")));
        let each = comparisons.map(|(index, bound)| {
            let of_bound = match self.meaning(bound) {
                Some(Meaning::Size) | None => 0,
                Some(Meaning::Literal) => 1,
                Some(Meaning::Id | Meaning::Counter) => 3,
            };
            let of_index = match self.meaning(index) {
                Some(Meaning::Size | Meaning::Literal) => 3,
                _ => 0,
            };
            of_bound + of_index
        });
        each.max().unwrap_or_default()
    }
}

fn is_name(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !text.is_empty()
}
