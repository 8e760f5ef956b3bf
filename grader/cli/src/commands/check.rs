//! `grader check`

use super::Exit;
use crate::arguments::{Check, ReportFormat, Where};
use crate::device::engine::{Deferred, DeviceEngine};
use crate::device::no_device::NoDevice;
use crate::device::untrusted::{self, SandboxOptions, UntrustedError};
use crate::exercises::course_folder::{self, CourseFolder, Work};
use crate::exercises::embedded;
use crate::exercises::selection;
use crate::files::progress_file::Store;
use crate::files::student_file::UnusableFile;
use crate::files::submission;
use crate::refusal::Refusal;
use crate::render::{self, Extent, Page, Row, Setting, json};
use crate::session::Session;
use crate::system::quoted;
use course::{
    Blame, Engine, Exercise, ExerciseName, Progress, RepairLimits, Report, Settings, Simulator,
    State, Submission,
};
use formats::{Entry, Graded};
use runner::{Options, Runner};

pub(super) struct Checked<'c> {
    exercise: &'c Exercise,
    file: String,
    result: Result<Done, UnusableFile>,
}

struct Done {
    submission: Submission,
    report: Report,
}

pub(super) fn run(arguments: &Check, session: &Session) -> Result<Exit, Refusal> {
    let folder = session.course()?;
    let exercises = selection::several(&arguments.exercise, &folder.course)?;
    let checked = match exercises.as_slice() {
        [exercise] => vec![check_one(exercise, arguments, session, &folder, &mut None)?],
        several if arguments.file.is_none() && arguments.replay.is_none() => {
            check_several(several, arguments, session, &folder)?
        }
        _ => return Err(Refusal::NotAll),
    };
    let progress = record(&checked, arguments, session, &folder);
    let text = match arguments.format {
        ReportFormat::Text => text(&checked, arguments, session, &folder, &progress),
        ReportFormat::Json => json(&checked),
        ReportFormat::Sarif => for_programs(&checked, arguments, formats::sarif_of_checks),
        ReportFormat::Junit => for_programs(&checked, arguments, formats::junit),
        ReportFormat::Gradescope => for_programs(&checked, arguments, formats::gradescope),
        ReportFormat::Classroom => for_programs(&checked, arguments, formats::classroom),
        ReportFormat::Exercism => for_programs(&checked, arguments, formats::exercism),
    };
    session.show(&text, arguments.output.as_deref())?;
    Ok(exit(&checked))
}

/// Checks one exercise; opens the engines if necessary.
pub(super) fn check_one<'c>(
    exercise: &'c Exercise,
    arguments: &Check,
    session: &Session,
    folder: &CourseFolder,
    engines: &mut Option<Engines>,
) -> Result<Checked<'c>, Refusal> {
    let own = own_files(folder, exercise);
    let named = arguments
        .file
        .clone()
        .map(|path| course_folder::work_in(exercise, path));
    let file = shown(named.as_ref().or(own.first()));
    let submission = match submission::read(own.into_iter().chain(named)) {
        Ok(submission) => submission,
        // An unreadable submission is a result as well, for programs that collect results.
        Err(unusable) if arguments.format.is_a_result() && arguments.file.is_none() => {
            return Ok(Checked {
                exercise,
                file,
                result: Err(unusable),
            });
        }
        Err(unusable) => {
            let is_own = arguments.file.is_none();
            return Err(Refusal::File {
                reset: is_own.then(|| exercise.manifest.slug.clone()),
                file: unusable,
            });
        }
    };
    let engines = match engines {
        Some(engines) => engines,
        None => engines.insert(Engines::open(arguments, session)?),
    };
    let report = check(exercise, &submission, arguments, session, folder, engines)?;
    session.line.clear();
    Ok(Checked {
        exercise,
        file,
        result: Ok(Done { submission, report }),
    })
}

fn check_several<'c>(
    exercises: &[&'c Exercise],
    arguments: &Check,
    session: &Session,
    folder: &CourseFolder,
) -> Result<Vec<Checked<'c>>, Refusal> {
    let mut engines = Engines::open(arguments, session)?;
    let mut checked = Vec::new();
    for (done, exercise) in exercises.iter().enumerate() {
        session.line.count(done, exercises.len());
        let own = own_files(folder, exercise);
        let file = shown(own.first());
        let result = match submission::read(own) {
            Ok(submission) => {
                let report = check(
                    exercise,
                    &submission,
                    arguments,
                    session,
                    folder,
                    &mut engines,
                )?;
                Ok(Done { submission, report })
            }
            Err(unusable) => Err(unusable),
        };
        checked.push(Checked {
            exercise,
            file,
            result,
        });
    }
    session.line.clear();
    Ok(checked)
}

fn own_files(folder: &CourseFolder, exercise: &Exercise) -> Vec<Work> {
    let files = folder.files_of(exercise).into_iter();
    files.map(|file| file.own).collect()
}

fn shown(file: Option<&Work>) -> String {
    file.map(|file| file.path().display().to_string())
        .unwrap_or_default()
}

/// The engines of a check. The simulator comes first: a kernel that fails there does not run on a device.
pub(super) struct Engines {
    simulator: Option<Simulator>,
    device: Option<Box<dyn Engine>>,
}

impl Engines {
    /// A requested device must exist; an optional one need not. If it cannot sandbox other people's kernels,
    /// it is refused either way: a result does not show where the kernel ran.
    pub(super) fn open(arguments: &Check, session: &Session) -> Result<Engines, Refusal> {
        let simulator = (arguments.on != Where::Device).then(Simulator::default);
        let device: Option<Box<dyn Engine>> = match (arguments.on, arguments.device) {
            (Where::Simulator, None) => None,
            (Where::Simulator, Some(_)) => return Err(Refusal::DeviceInSimulator),
            (Where::Auto, None) => {
                let runner = start(arguments)?;
                let adapters = !arguments.others;
                Some(Box::new(Deferred::of(runner, &session.program, adapters)))
            }
            (Where::Device, index) | (Where::Auto, index) => {
                let engine = match arguments.others {
                    true => DeviceEngine::open(start(arguments)??, index)?,
                    false => DeviceEngine::find(start(arguments)?, index)?,
                };
                Some(Box::new(engine.with_forecasts()))
            }
        };
        Ok(Engines { simulator, device })
    }

    fn in_order(&mut self) -> Vec<&mut dyn Engine> {
        let mut engines: Vec<&mut dyn Engine> = Vec::new();
        if let Some(simulator) = &mut self.simulator {
            engines.push(simulator);
        }
        if let Some(device) = &mut self.device {
            engines.push(device.as_mut());
        }
        engines
    }
}

/// Starts the device's process, sandboxed for other people's kernels.
fn start(arguments: &Check) -> Result<Result<Runner, NoDevice>, Refusal> {
    if !arguments.others {
        return Ok(Runner::start(Options::default()).map_err(NoDevice::Start));
    }
    match untrusted::start(SandboxOptions::usual(arguments.allow_unsandboxed)) {
        Ok(runner) => Ok(Ok(runner)),
        Err(UntrustedError::NoDevice(error)) => Ok(Err(error)),
        Err(UntrustedError::Unsandboxed(unsandboxed)) => Err(Refusal::Unsandboxed(unsandboxed)),
    }
}

fn check(
    exercise: &Exercise,
    submission: &Submission,
    arguments: &Check,
    session: &Session,
    folder: &CourseFolder,
    engines: &mut Engines,
) -> Result<Report, Refusal> {
    let mut watch = session.line.watch(&exercise.manifest.slug);
    if !arguments.others {
        watch = watch.keeping_in(&folder.root);
    }
    let report = match &arguments.replay {
        Some(token) => {
            let engines = &mut engines.in_order();
            course::replay(exercise, submission, engines, token, &mut watch)?
        }
        None => {
            let usual = Settings::default();
            let settings = Settings {
                cases: arguments.cases.unwrap_or(usual.cases),
                seed: arguments.seed.unwrap_or(usual.seed),
                repair: if arguments.repair {
                    RepairLimits::WHOLE
                } else {
                    usual.repair
                },
                ..usual
            };
            let engines = &mut engines.in_order();
            course::check(exercise, submission, engines, &settings, &mut watch)
        }
    };
    Ok(report)
}

/// Records the results of the student's own files: a file named with `--file`, or another person's, is not
/// the user's progress.
pub(super) fn record(
    checked: &[Checked<'_>],
    arguments: &Check,
    session: &Session,
    folder: &CourseFolder,
) -> Progress {
    let store = Store::of(&folder.root);
    if arguments.file.is_some() || arguments.replay.is_some() || arguments.others {
        return store.read();
    }
    let (progress, notes) = store.change(|progress| {
        for done in checked
            .iter()
            .filter_map(|checked| checked.result.as_ref().ok())
        {
            progress.record(&done.report);
        }
    });
    session.remark_notes(&notes);
    progress
}

pub(super) fn text(
    checked: &[Checked<'_>],
    arguments: &Check,
    session: &Session,
    folder: &CourseFolder,
    progress: &Progress,
) -> String {
    let page = match arguments.output {
        Some(_) => Page::PLAIN,
        None => session.page,
    };
    let report = |checked: &Checked<'_>, done: &Done| {
        let slug = &checked.exercise.manifest.slug;
        let exercises = folder.course.exercises();
        let passed =
            |exercise: &&Exercise| progress.of(&exercise.manifest.slug).state() == State::Passed;
        let next = next(exercises, slug, passed);
        let replay_arguments = replay_arguments(arguments);
        let setting = Setting {
            program: &session.program,
            submission: &done.submission,
            replay_arguments: &replay_arguments,
            // It takes the kernel in the exercise's folder, and simulates.
            has_debugger: cfg!(feature = "full") && replay_arguments.is_empty(),
            hints: (progress.of(slug).hint, folder.tiers() as u32),
            solution: arguments.file.is_none() && embedded::is_solved(slug),
            next: next.as_ref(),
            progress: Some((exercises.iter().filter(passed).count(), exercises.len())),
            repair: arguments.repair,
            own_hints: checked.exercise.shows_repairs(),
            extent: match arguments.all {
                true => Extent::All,
                false => Extent::SCREEN,
            },
        };
        render::report(page, &done.report, &setting)
    };
    if let [
        Checked {
            result: Ok(done), ..
        },
    ] = checked
    {
        return report(&checked[0], done);
    }
    let rows: Vec<Row<'_>> = checked
        .iter()
        .map(|checked| checked.row(&session.program))
        .collect();
    let mut text = render::grid(page, &rows);
    let first_failed = checked.iter().find_map(|checked| match &checked.result {
        Ok(done) if done.report.verdict.blame().is_some() => Some((checked, done)),
        _ => None,
    });
    if let Some((checked, done)) = first_failed {
        text.push('\n');
        text.push_str(&report(checked, done));
    }
    text
}

fn json(checked: &[Checked<'_>]) -> String {
    let checks: Vec<json::Check<'_>> = checked
        .iter()
        .map(|checked| match &checked.result {
            Ok(done) => json::Check::Made {
                file: &checked.file,
                report: &done.report,
            },
            Err(file) => json::Check::Refused {
                file: &checked.file,
                exercise: checked.exercise.name(),
                refused: file.to_string(),
            },
        })
        .collect();
    json::checks(&checks)
}

fn for_programs(
    checked: &[Checked<'_>],
    arguments: &Check,
    format: fn(&[Entry<'_>]) -> String,
) -> String {
    let replay_arguments = replay_arguments(arguments);
    let accounts: Vec<String> = checked
        .iter()
        .map(|checked| match &checked.result {
            Ok(done) => {
                let setting = Setting {
                    program: "grader",
                    submission: &done.submission,
                    replay_arguments: &replay_arguments,
                    // It takes the kernel in the exercise's folder, and simulates.
                    has_debugger: cfg!(feature = "full") && replay_arguments.is_empty(),
                    hints: (0, 0),
                    solution: false,
                    next: None,
                    progress: None,
                    repair: arguments.repair,
                    own_hints: checked.exercise.shows_repairs(),
                    extent: Extent::All,
                };
                render::account(Page::PLAIN, &done.report, &setting)
            }
            Err(file) => file.to_string(),
        })
        .collect();
    let entries: Vec<Entry<'_>> = checked
        .iter()
        .zip(&accounts)
        .map(|(checked, account)| Entry {
            exercise: checked.exercise.name(),
            of: checked.exercise.manifest.points,
            file: &checked.file,
            graded: match &checked.result {
                Ok(done) => Graded::Checked {
                    report: &done.report,
                    account,
                },
                Err(UnusableFile::Unreadable(..)) => Graded::NotMade { reason: account },
                Err(_) => Graded::Refused { reason: account },
            },
        })
        .collect();
    format(&entries)
}

impl Checked<'_> {
    pub(super) fn report(&self) -> Option<&Report> {
        self.result.as_ref().ok().map(|done| &done.report)
    }

    fn row(&self, program: &str) -> Row<'_> {
        Row {
            exercise: self.exercise.name(),
            of: self.exercise.manifest.points,
            result: match &self.result {
                Ok(done) => Ok(&done.report),
                Err(file) => {
                    let remedy = file.remedy(program, Some(&self.exercise.manifest.slug));
                    Err(format!("{file}. {remedy}"))
                }
            },
        }
    }

    fn passed(&self) -> bool {
        matches!(&self.result, Ok(done) if done.report.verdict.blame().is_none())
    }
}

/// A fault of the machine takes precedence over one of the student.
fn exit(checked: &[Checked<'_>]) -> Exit {
    let is_fault = |checked: &Checked<'_>| match &checked.result {
        Ok(done) => done.report.verdict.blame() == Some(Blame::Machine),
        Err(_) => true,
    };
    if checked.iter().any(is_fault) {
        Exit::Fault
    } else if checked.iter().all(Checked::passed) {
        Exit::Good
    } else {
        Exit::Short
    }
}

/// The other arguments that a replay needs to be the same run.
fn replay_arguments(arguments: &Check) -> String {
    let mut text = String::new();
    if let Some(file) = &arguments.file {
        text.push_str(&format!(" --file {}", quoted(&file.to_string_lossy())));
    }
    match arguments.on {
        Where::Auto => {}
        Where::Simulator => text.push_str(" --on simulator"),
        Where::Device => text.push_str(" --on device"),
    }
    if let Some(device) = arguments.device {
        text.push_str(&format!(" --device {device}"));
    }
    text
}

/// The first exercise after `slug` that hasn't passed, or else the first one before it.
pub(super) fn next(
    exercises: &[Exercise],
    slug: &str,
    passed: impl Fn(&&Exercise) -> bool,
) -> Option<ExerciseName> {
    let here = exercises
        .iter()
        .position(|exercise| exercise.manifest.slug == slug)?;
    let (before, from) = exercises.split_at(here);
    from.iter()
        .skip(1)
        .chain(before)
        .find(|exercise| !passed(exercise))
        .map(Exercise::name)
}
