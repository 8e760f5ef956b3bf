//! Leads every submission through: reads it, has checked what has no result yet, and keeps the result.

use crate::executor::{Hands, HandsError};
use crate::feedback::feedback;
use crate::graded::{Graded, GradedExercise, Moment, Standing, moment};
use crate::job::{Check, Finished, Job, Place};
use crate::name::Entry;
use crate::plan::{Plan, Task};
use crate::store::{Store, StoreError};
use crate::submission::{Handed, HandedIn};
use crate::times::Instant;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// How long to wait before looking whether to stop.
const TICK: Duration = Duration::from_millis(200);

/// What is to be graded, and where to.
#[derive(Debug)]
pub struct Run<'a> {
    /// What an instructor asks for.
    pub plan: &'a Plan,
    /// When each was handed in, where the instructor says so.
    pub times: Option<&'a BTreeMap<String, Instant>>,
    /// The submissions.
    pub entries: &'a [Entry],
    /// Where kernels run.
    pub place: Place,
    /// May a kernel run on a device where nothing encloses it?
    pub unsandboxed: bool,
    /// A hash of the sources that verdicts depend on: another build checks everything again.
    pub build: &'a str,
    /// Where results go.
    pub store: &'a Store,
}

/// What is told while it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// Submissions that have their result.
    pub done: usize,
    /// Those of them that had to be checked now, at least in part.
    pub checked: usize,
    /// Of how many.
    pub of: usize,
}

/// How it ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Submissions that have their result.
    pub done: usize,
    /// Those of them that had to be checked now, at least in part.
    pub checked: usize,
    /// Those of them with an exercise that is not graded.
    pub not_graded: usize,
    /// Submissions.
    pub of: usize,
    /// Was it stopped before its end?
    pub stopped: bool,
}

/// Why it cannot go on. What has its result by then keeps it.
#[derive(Debug)]
pub enum ClassError {
    /// The workers.
    Hands(HandsError),
    /// The folder of results.
    Store(StoreError),
}

/// A submission on its way.
struct Pending<'a> {
    entry: &'a Entry,
    moment: Moment,
    notes: Vec<String>,
    exercises: Vec<Part>,
}

/// Where an exercise of a submission comes from.
enum Part {
    /// It needed no check.
    There(GradedExercise),
    /// The earlier result, which has it under this key.
    Earlier(String),
    /// A worker.
    Asked(String),
}

/// Grades every submission that has no result yet, or another one than it would have now. Looks at `stopped`
/// several times a second, and tells of each that is done.
pub fn grade(
    run: &Run<'_>,
    hands: &mut dyn Hands,
    stopped: &dyn Fn() -> bool,
    told: &mut dyn FnMut(Told),
) -> Result<Tally, ClassError> {
    let mut tally = Tally {
        of: run.entries.len(),
        ..Tally::default()
    };
    let mut entries = run.entries.iter();
    let mut pending: BTreeMap<String, Pending<'_>> = BTreeMap::new();
    let mut is_closed = false;
    loop {
        while !stopped() && hands.has_room() {
            let Some(entry) = entries.next() else {
                if !is_closed {
                    hands.close().map_err(ClassError::Hands)?;
                    is_closed = true;
                }
                break;
            };
            let (begun, job) = begin(run, entry);
            if job.checks.is_empty() {
                keep(run, begun, None, &mut tally)?;
                told(tally.told());
            } else {
                pending.insert(entry.id.clone(), begun);
                hands.give(job).map_err(ClassError::Hands)?;
            }
        }
        if stopped() {
            hands.stop();
            tally.stopped = true;
            return Ok(tally);
        }
        if is_closed && pending.is_empty() {
            return Ok(tally);
        }
        if let Some(finished) = hands.next(TICK).map_err(ClassError::Hands)? {
            let id = finished.id.clone();
            if let Some(begun) = pending.remove(&id) {
                keep(run, begun, Some(finished), &mut tally)?;
                told(tally.told());
            }
            hands.settle(&id);
        }
    }
}

/// Reads a submission, and says what of it has to be checked.
fn begin<'a>(run: &Run<'_>, entry: &'a Entry) -> (Pending<'a>, Job) {
    let handed_in = HandedIn::read(entry, run.plan);
    let moment = moment(entry, &handed_in, run.times);
    let earlier = earlier(run, entry);
    let mut job = Job {
        id: entry.id.clone(),
        checks: Vec::new(),
    };
    let mut exercises = Vec::new();
    for (task, handed) in run.plan.tasks.iter().zip(handed_in.tasks) {
        if let Some(there) = GradedExercise::at_once(task, &handed) {
            exercises.push(Part::There(there));
            continue;
        }
        let Handed::Files { kernel, answers } = handed else {
            continue;
        };
        let check = Check::new(
            run.plan,
            task,
            (kernel, answers),
            run.place,
            run.unsandboxed,
            run.build,
        );
        if earlier.contains_key(&check.key) {
            exercises.push(Part::Earlier(check.key));
        } else {
            exercises.push(Part::Asked(check.key.clone()));
            job.checks.push(check);
        }
    }
    let pending = Pending {
        entry,
        moment,
        notes: handed_in.notes,
        exercises,
    };
    (pending, job)
}

/// The verdicts of the earlier result, by their keys.
fn earlier(run: &Run<'_>, entry: &Entry) -> BTreeMap<String, Standing> {
    let result = run.store.result(&entry.id).filter(Graded::is_current);
    result
        .into_iter()
        .flat_map(|graded| graded.exercises)
        .filter(|exercise| matches!(exercise.standing, Standing::Checked { .. }))
        .filter_map(|exercise| Some((exercise.key?, exercise.standing)))
        .collect()
}

/// Puts the result of a submission together and keeps it.
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
        Part::Earlier(key) => {
            let standing = earlier.remove(&key);
            let standing = standing.unwrap_or_else(|| gone("its earlier result"));
            GradedExercise::of(task, Some(key), standing)
        }
        Part::Asked(key) => match outcomes.remove(&key) {
            Some(outcome) => GradedExercise::checked(task, key, outcome),
            None => GradedExercise::of(task, Some(key), gone("its result")),
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
    let told = feedback(run.plan, &graded);
    run.store
        .keep(&begun.entry.id, &graded, &told)
        .map_err(ClassError::Store)?;
    tally.done += 1;
    tally.checked += usize::from(finished.is_some());
    tally.not_graded += usize::from(!graded.is_whole());
    Ok(())
}

impl Tally {
    fn told(&self) -> Told {
        Told {
            done: self.done,
            checked: self.checked,
            of: self.of,
        }
    }
}

impl fmt::Display for ClassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClassError::Hands(error) => error.fmt(f),
            ClassError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ClassError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::find;
    use crate::worker::checked;
    use course::{Course, ExerciseFiles, Observer, Simulator};
    use std::collections::VecDeque;
    use std::fs;
    use std::path::Path;

    const MANIFEST: &str = "slug = \"fill\"\nnumber = 1\ntitle = \"t\"\nteaches = \"t\"\n\
        chapter = \"c\"\nminutes = 1\npoints = 5\nprerequisites = []\n\
        problem = \"fill\"\nkernel = \"kernel.cl\"\n";

    /// Checks jobs in this process, in the simulator.
    struct InProcess<'a> {
        course: &'a Course,
        finished: VecDeque<Finished>,
    }

    impl Hands for InProcess<'_> {
        fn has_room(&self) -> bool {
            true
        }

        fn give(&mut self, job: Job) -> Result<(), HandsError> {
            let check = |check: &Check| {
                let exercise = self.course.find(&check.slug).unwrap();
                let engines = &mut [&mut Simulator::default() as _];
                let outcome = checked(exercise, check, engines, &mut NoClock);
                (check.key.clone(), outcome)
            };
            self.finished.push_back(Finished {
                outcomes: job.checks.iter().map(check).collect(),
                id: job.id,
            });
            Ok(())
        }

        fn close(&mut self) -> Result<(), HandsError> {
            Ok(())
        }

        fn next(&mut self, _: Duration) -> Result<Option<Finished>, HandsError> {
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

    /// Grades the submissions in `folder`; how many of them were checked.
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
            place: Place::Simulator,
            unsandboxed: false,
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
