//! The order in which the edits of a program are tried. Those of a kind are made only when its turn has come: a
//! program has thousands, and most searches try a hundred.

use crate::change::{Change, Edit};
use crate::evidence::Evidence;
use crate::kind::Kind;
use crate::kinds::{MAKERS, Maker};
use crate::likelihood::Names;
use crate::subject::Subject;
use std::collections::{HashSet, VecDeque};

/// The edits of a program: the barrier that a finding asks for first, then those that show a cause, as they come.
/// The others come kind by kind in turn, more of those kinds that the failure calls for; within a kind those of near
/// lines come first.
pub(crate) struct Order<'a> {
    evidence: &'a Evidence,
    names: Names,
    subject: Subject<'a>,
    /// The first byte of each line.
    starts: Vec<u32>,
    /// What comes before all others.
    first: VecDeque<Change>,
    queues: Vec<Queue>,
    /// The makers whose edits are not made yet, with their numbers.
    unused: Vec<(usize, &'static Maker)>,
    /// The edits that were handed out.
    seen: HashSet<Vec<Edit>>,
}

/// The edits of a kind.
struct Queue {
    kind: Kind,
    /// How many tries each of its edits waits for.
    wait: u32,
    /// The edits that were handed out.
    taken: u32,
    /// The others that are made; once all are, the last comes first.
    waiting: Vec<(Rank, Change)>,
    is_made: bool,
}

/// How unlikely an edit is, then where it stands among all edits. The least comes first.
type Rank = (u32, usize, usize);

impl<'a> Order<'a> {
    /// `text` is the main file, and `subject` its program.
    pub(crate) fn of(evidence: &'a Evidence, text: &str, subject: Subject<'a>) -> Order<'a> {
        let queue = |kind: &Kind| Queue {
            kind: *kind,
            wait: evidence.wait(*kind),
            taken: 0,
            waiting: Vec::new(),
            is_made: false,
        };
        let mut order = Order {
            evidence,
            names: Names::of(&subject),
            subject,
            starts: line_starts(text),
            first: VecDeque::new(),
            queues: Kind::ALL.iter().map(queue).collect(),
            unused: MAKERS.iter().enumerate().collect(),
            seen: HashSet::new(),
        };
        if evidence.asks_for_barrier() {
            order.make(|maker| maker.kinds.contains(&Kind::Barrier));
        }
        order.make(|maker| maker.comes_first);
        order
    }

    /// Makes the edits of some makers.
    fn make(&mut self, is_wanted: impl Fn(&Maker) -> bool) {
        let wanted = self.unused.extract_if(.., |(_, maker)| is_wanted(maker));
        for (number, maker) in wanted.collect::<Vec<_>>() {
            for (position, change) in (maker.changes)(&self.subject).into_iter().enumerate() {
                self.add(change, number, position);
            }
        }
    }

    fn add(&mut self, change: Change, maker: usize, position: usize) {
        let at = change.edits.first().map_or(0, |edit| edit.start);
        let line = self.starts.partition_point(|start| *start <= at) as u32;
        let shows_cause = change.cause.is_some() || change.kind == Kind::EmptyBody;
        if shows_cause || self.evidence.asks_for(&change, line) {
            self.first.push_back(change);
            return;
        }
        let unlikely = change.unlikely
            + self.names.unlikely(&self.subject, &change)
            + self.evidence.distance(line);
        let mut queues = self.queues.iter_mut();
        if let Some(queue) = queues.find(|queue| queue.kind == change.kind) {
            queue.waiting.push(((unlikely, maker, position), change));
        }
    }

    /// The queue whose turn it is, with its edits made and sorted.
    fn next_queue(&mut self) -> Option<&mut Queue> {
        loop {
            let turn = self.queues.iter().map(Queue::turn).min()?;
            let late: Vec<Kind> = self
                .queues
                .iter()
                .filter(|queue| queue.turn() == turn && !queue.is_made)
                .map(|queue| queue.kind)
                .collect();
            self.make(|maker| maker.kinds.iter().any(|kind| late.contains(kind)));
            for queue in &mut self.queues {
                if late.contains(&queue.kind) {
                    queue.is_made = true;
                    queue
                        .waiting
                        .sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
                }
            }
            let before = self.queues.len();
            self.queues
                .retain(|queue| !queue.is_made || !queue.waiting.is_empty());
            if late.is_empty() && self.queues.len() == before {
                let ready = self.queues.iter_mut().filter(|queue| queue.turn() == turn);
                return ready.min_by_key(|queue| queue.waiting.last().map(|(rank, _)| *rank));
            }
        }
    }
}

impl Iterator for Order<'_> {
    type Item = Change;

    fn next(&mut self) -> Option<Change> {
        loop {
            let change = match self.first.pop_front() {
                Some(change) => change,
                None => {
                    let queue = self.next_queue()?;
                    let (_, change) = queue.waiting.pop()?;
                    queue.taken += 1;
                    change
                }
            };
            if change.edits.is_empty() || self.seen.insert(change.edits.clone()) {
                return Some(change);
            }
        }
    }
}

impl Queue {
    /// The number of tries after which the next edit comes.
    fn turn(&self) -> u32 {
        (self.taken + 1) * self.wait
    }
}

/// The first byte of each line.
fn line_starts(text: &str) -> Vec<u32> {
    let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    std::iter::once(0)
        .chain(ends.map(|(at, _)| at as u32 + 1))
        .collect()
}
