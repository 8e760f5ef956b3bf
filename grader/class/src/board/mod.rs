//! A board: entries ranked by what their kernels cost. The simulator counts every figure, so that no clock and no
//! machine has to be trusted.
//!
//! An entry is checked whole before it is ranked, and its costs are those of other cases; a word that is new for
//! each board draws both, and their data. So what a kernel does in one known case earns nothing. Of equal costs the
//! shorter text ranks first; entries of equal costs and length share a rank.

mod costs;
mod ranking;

pub use costs::{Costs, Counted, Counting, LongestGroup};
pub use ranking::{By, Ranked, Ranking};

use crate::executor::Executor;
use crate::grade::{ClassError, Progress, TICK};
use crate::job::{Check, Job, Outcome, RunOn};
use crate::key;
use crate::name::Entry;
use crate::plan::{Plan, Task};
use crate::submission::{Submission, SubmittedTask};
use course::{Report, Verdict};
use predictor::Profile;
use std::collections::{BTreeMap, VecDeque};

/// The id of the job that counts the course's own kernels: no entry has it.
const OWN: &str = "";

/// What a board is made from.
#[derive(Clone, Debug)]
pub struct BoardRequest<'a> {
    /// The exercises ([`Plan::of_board`]).
    pub plan: &'a Plan,
    pub entries: &'a [Entry],
    /// A word that draws all cases; nobody should know it before the entries are in.
    pub seed: String,
    pub by: By,
    /// Cases in which each kernel's costs are counted.
    pub cases: u32,
    /// Of the device whose times are predicted.
    pub profile: Option<Profile>,
}

/// The entries, ranked.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    pub title: String,
    /// The word that drew the cases: with it, anybody gets the same board.
    pub seed: String,
    pub by: By,
    /// The device whose times are predicted.
    pub device: Option<String>,
    /// Cases in which each kernel was checked, and those in which its costs were counted.
    pub cases: [u32; 2],
    /// The exercises that an entry has a kernel for, in the order of the course.
    pub rankings: Vec<Ranking>,
    /// The entries that could not be read, each with the reason.
    pub unread: Vec<(String, String)>,
}

/// Checks and counts every entry. None where `stopped` says so before the end.
pub fn board(
    request: &BoardRequest<'_>,
    executor: &mut dyn Executor,
    stopped: &dyn Fn() -> bool,
    progress: &mut dyn FnMut(Progress),
) -> Result<Option<Board>, ClassError> {
    let plan = request.plan;
    let mut rankings: BTreeMap<usize, Ranking> = BTreeMap::new();
    let mut jobs = VecDeque::new();
    let mut unread = Vec::new();
    for entry in request.entries {
        let submission = Submission::read(entry, plan);
        let mut checks = Vec::new();
        let why = |submitted: &SubmittedTask| match submitted {
            SubmittedTask::Refused { file, why } => Some(format!("{file}: {why}")),
            SubmittedTask::Unclear { why } => Some(why.clone()),
            SubmittedTask::Files { .. } | SubmittedTask::Missing => None,
        };
        let mut reasons = submission.tasks.iter().map(why);
        let first = reasons.next().flatten();
        if let Some(first) = first.filter(|_| submission.tasks.len() > 1)
            && reasons.all(|reason| reason.as_ref() == Some(&first))
        {
            unread.push((entry.student.clone(), first));
            continue;
        }
        for (at, submitted) in submission.tasks.into_iter().enumerate() {
            let task = &plan.tasks[at];
            let why = why(&submitted);
            let kernel = match submitted {
                SubmittedTask::Files { kernel, .. } => kernel,
                _ => None,
            };
            if kernel.is_none() && why.is_none() {
                continue;
            }
            let ranking = rankings.entry(at).or_insert_with(|| Ranking::of(task));
            if let Some(why) = why {
                ranking.leave_out(&entry.student, why);
            }
            checks.extend(kernel.map(|kernel| request.check(task, kernel)));
        }
        if !checks.is_empty() {
            jobs.push_back(Job {
                id: entry.id.clone(),
                checks,
            });
        }
    }
    let own = rankings.keys().map(|&at| {
        let task = &plan.tasks[at];
        let kernel = task.exercise.problem.map_or("", |it| it.reference());
        request.check(task, kernel.to_owned())
    });
    jobs.push_back(Job {
        id: OWN.to_owned(),
        checks: own.collect(),
    });
    let names: BTreeMap<&str, &str> = request
        .entries
        .iter()
        .map(|entry| (entry.id.as_str(), entry.student.as_str()))
        .collect();
    let at_of: BTreeMap<String, usize> = rankings
        .keys()
        .map(|&at| (plan.tasks[at].slug().to_owned(), at))
        .collect();
    let (of, mut done, mut is_closed) = (jobs.len(), 0, false);
    while done < of {
        if stopped() {
            executor.stop();
            return Ok(None);
        }
        while executor.has_room()
            && let Some(job) = jobs.pop_front()
        {
            executor.submit(job)?;
        }
        if jobs.is_empty() && !is_closed {
            executor.close()?;
            is_closed = true;
        }
        let Some(finished) = executor.next(TICK)? else {
            continue;
        };
        executor.discard(&finished.id);
        done += 1;
        progress(Progress {
            done,
            checked: done,
            of,
        });
        for (slug, outcome) in finished.outcomes {
            let ranking = at_of.get(&slug).and_then(|at| rankings.get_mut(at));
            if let Some(ranking) = ranking {
                ranking.take(names.get(finished.id.as_str()).copied(), outcome);
            }
        }
    }
    let mut rankings: Vec<Ranking> = rankings.into_values().collect();
    for ranking in &mut rankings {
        ranking.rank(request.by);
    }
    Ok(Some(Board {
        title: plan.title.clone(),
        seed: request.seed.clone(),
        by: request.by,
        device: request.profile.as_ref().map(|it| it.device.name.clone()),
        cases: [plan.cases, request.cases],
        rankings,
        unread,
    }))
}

impl BoardRequest<'_> {
    fn check(&self, task: &Task, kernel: String) -> Check {
        let seed_of = |what: &[u8]| {
            key::seed(&[b"board", self.seed.as_bytes(), what, task.slug().as_bytes()])
        };
        Check {
            slug: task.slug().to_owned(),
            key: task.slug().to_owned(),
            kernel: Some(kernel),
            answers: None,
            cases: self.plan.cases,
            seed: seed_of(b"check"),
            run_on: RunOn::Simulator,
            unsandboxed: false,
            memory_mib: self.plan.limits.memory_mib,
            repair: false,
            counting: Some(Counting {
                seed: seed_of(b"count"),
                secret: key::seed(&[b"data", self.seed.as_bytes()]),
                cases: self.cases,
                profile: self.profile.clone(),
            }),
        }
    }
}

/// Did the kernel pass? Questions beside it do not matter here.
pub(crate) fn is_right(report: &Report) -> bool {
    matches!(report.verdict, Verdict::Passed | Verdict::WrongAnswers)
}

/// Why an entry is not ranked.
fn why_not(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Fault { why, .. } => format!("not checked: {why}"),
        Outcome::Checked { report, counted } => match counted {
            Some(Counted::Not { why }) => why.clone(),
            _ => report.verdict.label().to_owned(),
        },
    }
}
