//! Grades every submission: reads it, has it checked where no current result exists, and stores the
//! result.

use crate::executor::{Executor, ExecutorError};
use crate::feedback::feedback;
use crate::graded::{Graded, GradedExercise, Moment, Standing, moment};
use crate::job::{Check, Finished, Job, RunOn};
use crate::name::Entry;
use crate::plan::{Plan, Task};
use crate::store::{Store, StoreError};
use crate::submission::{Submission, SubmittedTask};
use crate::times::HandedIn;
use std::collections::BTreeMap;
use std::time::Duration;

/// How often `stopped` is polled.
pub(crate) const TICK: Duration = Duration::from_millis(200);

/// The input of [`grade`].
#[derive(Debug)]
pub struct Run<'a> {
    pub plan: &'a Plan,
    /// Times of submission from the instructor's list, if there is one.
    pub times: Option<&'a BTreeMap<String, HandedIn>>,
    pub entries: &'a [Entry],
    pub run_on: RunOn,
    /// May a kernel run on a device without a sandbox?
    pub unsandboxed: bool,
    /// Is the whole search for repairs done, which takes longer?
    pub repair: bool,
    /// A hash of the sources that verdicts depend on: another build checks everything again.
    pub build: &'a str,
    pub store: &'a Store,
}

/// The progress of [`grade`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Submissions with a result.
    pub done: usize,
    /// Submissions that needed at least one check in this run.
    pub checked: usize,
    /// All submissions.
    pub of: usize,
}

/// The result of [`grade`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Submissions with a result.
    pub done: usize,
    /// Submissions that needed at least one check in this run.
    pub checked: usize,
    /// Submissions with an exercise that could not be graded.
    pub not_graded: usize,
    /// All submissions.
    pub of: usize,
    /// Was it stopped before its end?
    pub stopped: bool,
}

/// Why grading stopped. Results stored before that are kept.
#[derive(Debug, thiserror::Error)]
pub enum ClassError {
    #[error(transparent)]
    Executor(#[from] ExecutorError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A submission that waits for its checks.
struct Pending<'a> {
    entry: &'a Entry,
    moment: Moment,
    notes: Vec<String>,
    exercises: Vec<Part>,
}

/// Where the result of an exercise comes from.
enum Part {
    /// It needs no check.
    There(GradedExercise),
    /// The stored result, under the key of this check.
    Earlier(Identified),
    /// A check.
    Asked(Identified),
}

/// A check: its key, and the kernel's text.
struct Identified {
    key: String,
    kernel: Option<String>,
}

/// Grades every submission whose stored result is missing or out of date. Polls `stopped` several
/// times a second and reports progress after each submission.
pub fn grade(
    run: &Run<'_>,
    executor: &mut dyn Executor,
    stopped: &dyn Fn() -> bool,
    progress: &mut dyn FnMut(Progress),
) -> Result<Tally, ClassError> {
    let mut tally = Tally {
        of: run.entries.len(),
        ..Tally::default()
    };
    let mut entries = run.entries.iter();
    let mut pending: BTreeMap<String, Pending<'_>> = BTreeMap::new();
    let mut is_closed = false;
    loop {
        while !stopped() && executor.has_room() {
            let Some(entry) = entries.next() else {
                if !is_closed {
                    executor.close()?;
                    is_closed = true;
                }
                break;
            };
            let (begun, job) = begin(run, entry);
            if job.checks.is_empty() {
                keep(run, begun, None, &mut tally)?;
                progress(tally.progress());
            } else {
                pending.insert(entry.id.clone(), begun);
                executor.submit(job)?;
            }
        }
        if stopped() {
            executor.stop();
            tally.stopped = true;
            return Ok(tally);
        }
        if is_closed && pending.is_empty() {
            return Ok(tally);
        }
        if let Some(finished) = executor.next(TICK)? {
            let id = finished.id.clone();
            if let Some(begun) = pending.remove(&id) {
                keep(run, begun, Some(finished), &mut tally)?;
                progress(tally.progress());
            }
            executor.discard(&id);
        }
    }
}

/// Reads a submission and lists the checks it needs.
fn begin<'a>(run: &Run<'_>, entry: &'a Entry) -> (Pending<'a>, Job) {
    let submission = Submission::read(entry, run.plan);
    let moment = moment(entry, &submission, run.times);
    let earlier = earlier(run, entry);
    let mut job = Job {
        id: entry.id.clone(),
        checks: Vec::new(),
    };
    let mut exercises = Vec::new();
    for (task, submitted) in run.plan.tasks.iter().zip(submission.tasks) {
        if let Some(there) = GradedExercise::at_once(task, &submitted) {
            exercises.push(Part::There(there));
            continue;
        }
        let SubmittedTask::Files { kernel, answers } = submitted else {
            continue;
        };
        let check = Check::new(run, task, (kernel, answers));
        let identified = Identified {
            key: check.key.clone(),
            kernel: check.kernel.clone(),
        };
        if earlier.contains_key(&check.key) {
            exercises.push(Part::Earlier(identified));
        } else {
            exercises.push(Part::Asked(identified));
            job.checks.push(check);
        }
    }
    let pending = Pending {
        entry,
        moment,
        notes: submission.notes,
        exercises,
    };
    (pending, job)
}

/// The verdicts of the stored result, by key.
fn earlier(run: &Run<'_>, entry: &Entry) -> BTreeMap<String, Standing> {
    let result = run.store.result(&entry.id).filter(Graded::is_current);
    result
        .into_iter()
        .flat_map(|graded| graded.exercises)
        .filter(|exercise| matches!(exercise.standing, Standing::Checked { .. }))
        .filter_map(|exercise| Some((exercise.key?, exercise.standing)))
        .collect()
}

/// Assembles the result of a submission and stores it.
fn keep(
    run: &Run<'_>,
    begun: Pending<'_>,
    finished: Option<Finished>,
    tally: &mut Tally,
) -> Result<(), ClassError> {
    let mut earlier = earlier(run, begun.entry);
    let mut outcomes: BTreeMap<String, _> = finished
        .iter()
        .flat_map(|finished| finished.outcomes.iter().cloned())
        .collect();
    let gone = |what: &str| Standing::NotGraded {
        why: format!("{what} went missing; grade again with --resume"),
    };
    let mut part = |task: &Task, part: Part| match part {
        Part::There(exercise) => exercise,
        Part::Earlier(Identified { key, kernel }) => {
            let standing = earlier.remove(&key);
            let standing = standing.unwrap_or_else(|| gone("its earlier result"));
            GradedExercise::of(task, Some(key), kernel.as_deref(), standing)
        }
        Part::Asked(Identified { key, kernel }) => match outcomes.remove(&key) {
            Some(outcome) => GradedExercise::checked(task, (key, kernel.as_deref()), outcome),
            None => GradedExercise::of(task, Some(key), None, gone("its result")),
        },
    };
    let exercises = run
        .plan
        .tasks
        .iter()
        .zip(begun.exercises)
        .map(|(task, it)| part(task, it))
        .collect();
    let graded = Graded::new(
        run.plan,
        begun.entry.student.clone(),
        begun.moment,
        exercises,
        begun.notes,
    );
    let feedback = feedback(run.plan, &graded);
    run.store.keep(&begun.entry.id, &graded, &feedback)?;
    tally.done += 1;
    tally.checked += usize::from(finished.is_some());
    tally.not_graded += usize::from(!graded.is_whole());
    Ok(())
}

impl Tally {
    fn progress(&self) -> Progress {
        Progress {
            done: self.done,
            checked: self.checked,
            of: self.of,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::find;
    use crate::worker::run_check;
    use course::{Course, ExerciseFiles, Observer, Simulator};
    use std::collections::VecDeque;
    use std::fs;
    use std::path::Path;

    const MANIFEST: &str = "slug = \"fill\"\nnumber = 1\ntitle = \"t\"\nteaches = \"t\"\n\
        chapter = \"c\"\nminutes = 1\npoints = 5\nprerequisites = []\n\
        problem = \"fill\"\nkernel = \"kernel.cl\"\n";

    /// Runs the checks in this process, in the simulator.
    struct InProcess<'a> {
        course: &'a Course,
        finished: VecDeque<Finished>,
    }

    impl Executor for InProcess<'_> {
        fn has_room(&self) -> bool {
            true
        }

        fn submit(&mut self, job: Job) -> Result<(), ExecutorError> {
            let check = |check: &Check| {
                let exercise = self.course.find(&check.slug).unwrap();
                let engines = &mut [&mut Simulator::default() as _];
                let outcome = run_check(exercise, check, engines, &mut NoClock);
                (check.key.clone(), outcome)
            };
            self.finished.push_back(Finished {
                outcomes: job.checks.iter().map(check).collect(),
                id: job.id,
            });
            Ok(())
        }

        fn close(&mut self) -> Result<(), ExecutorError> {
            Ok(())
        }

        fn next(&mut self, _: Duration) -> Result<Option<Finished>, ExecutorError> {
            Ok(self.finished.pop_front())
        }

        fn stop(&mut self) {}
    }

    struct NoClock;

    impl Observer for NoClock {
        fn elapsed(&self) -> Duration {
            Duration::ZERO
        }
    }

    /// Grades the submissions in `folder` and returns the number of those that were checked.
    fn checked_by(folder: &Path, build: &str, manifest: &str) -> usize {
        let course = Course::parse([ExerciseFiles {
            folder: "01-fill",
            manifest,
            hints: "## Hint 1\na\n## Hint 2\nb\n## Hint 3\nc\n",
        }])
        .unwrap();
        let plan = Plan::parse("cases = 1\n[[exercise]]\nname = \"fill\"\n", &course).unwrap();
        let run = Run {
            plan: &plan,
            times: None,
            entries: &find(&folder.join("class"), &[]).unwrap().entries,
            run_on: RunOn::Simulator,
            unsandboxed: false,
            repair: false,
            build,
            store: &Store::open(&folder.join("results"), true).unwrap(),
        };
        let mut executor = InProcess {
            course: &course,
            finished: VecDeque::new(),
        };
        let tally = grade(&run, &mut executor, &|| false, &mut |_| {}).unwrap();
        assert_eq!((tally.done, tally.not_graded), (1, 0));
        tally.checked
    }

    #[test]
    fn another_build_or_manifest_checks_again() {
        let folder = tempfile::tempdir().unwrap();
        let student = folder.path().join("class/anna");
        fs::create_dir_all(&student).unwrap();
        fs::write(student.join("fill.cl"), "kernel void fill() {}").unwrap();
        let checked_by = |build, manifest| checked_by(folder.path(), build, manifest);
        assert_eq!(checked_by("old", MANIFEST), 1);
        assert_eq!(checked_by("old", MANIFEST), 0);
        assert_eq!(checked_by("new", MANIFEST), 1);
        assert_eq!(checked_by("new", MANIFEST), 0);
        assert_eq!(checked_by("new", &format!("{MANIFEST}# edited\n")), 1);
    }
}
