//! `grader class`

use super::Exit;
use crate::arguments::{Class, Engine, Where};
use crate::device::untrusted::{self, SandboxOptions, UntrustedError};
use crate::exercises::course_folder::{CourseFolder, NoCourse, STARTER, as_typed};
use crate::exercises::embedded;
use crate::files::replace;
use crate::files::student_file;
use crate::refusal::ClassRefusal;
use crate::refusal::Refusal;
use crate::render;
use crate::session::Session;
use crate::system::{self, quoted};
use crate::terminal::{interrupt, output};
use class::{
    Entry, Executor, Found, Limits, Local, LocalOptions, Overview, Plan, Progress, Run, RunOn,
    SimilarPair, Slurm, Store, Submission, SubmittedTask, Tally,
};
use launch::sanitise::visible_line;
use similarity::{BaseCode, Fingerprints};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The file that says which exercises are graded, and how.
pub(super) const PLAN: &str = "class.toml";

/// The most pairs of students with similar kernels that are reported.
const MOST_PAIRS: usize = 100;

/// The size limit of these files, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// The default number of concurrent tasks of a job array.
const SLURM_JOBS: usize = 16;

pub(super) fn run(arguments: &Class, session: &Session) -> Result<Exit, Refusal> {
    let (folder, _embedded) = course(arguments.engine, session)?;
    if arguments.init {
        return init(&arguments.folder, &folder, session);
    }
    let Asked {
        plan,
        times,
        found,
        out,
    } = Asked::read(arguments, &folder)?;
    let run_on = run_on(arguments, &plan, session)?;
    let store = Store::open(&out, arguments.resume).map_err(ClassRefusal::from)?;
    let mut executor = executor(arguments, &plan, &store, &folder.root)?;
    interrupt::stop_on_request();
    let run = Run {
        plan: &plan,
        times: times.as_ref(),
        entries: &found.entries,
        run_on,
        unsandboxed: arguments.allow_unsandboxed,
        repair: arguments.repair,
        build: env!("GRADER_BUILD"),
        store: &store,
    };
    let mut show = shown(session, found.entries.len());
    let graded = class::grade(
        &run,
        executor.as_mut(),
        &interrupt::is_stop_requested,
        &mut show,
    );
    session.line.clear();
    let tally = graded.map_err(ClassRefusal::from)?;
    if tally.stopped {
        session.remark(&format!(
            "stopped: {} of {} have their result, and --resume goes on",
            tally.done, tally.of
        ));
        return Ok(Exit::Stopped);
    }
    let overview = overview(&plan, &found, &store, &folder)?;
    session.show(&summary(&tally, &overview, &store), None)?;
    Ok(match tally.not_graded {
        0 => Exit::Good,
        _ => Exit::Fault,
    })
}

/// The course's folder. Where there is none, the course that this program holds is written to a temporary folder,
/// which lasts as long as the second value; not for a cluster, whose nodes would not see it.
pub(super) fn course(
    engine: Engine,
    session: &Session,
) -> Result<(CourseFolder, Option<tempfile::TempDir>), Refusal> {
    match session.course() {
        Err(Refusal::NoCourse(NoCourse::NotFound { .. })) if engine == Engine::Local => {
            let written = || {
                let folder = tempfile::tempdir()?;
                embedded::write(folder.path())?;
                Ok(folder)
            };
            let folder = written().map_err(ClassRefusal::NoRoom)?;
            Ok((CourseFolder::open(Some(folder.path()))?, Some(folder)))
        }
        found => Ok((found?, None)),
    }
}

/// Writes a `class.toml` to begin with, where there is none.
fn init(folder: &Path, course: &CourseFolder, session: &Session) -> Result<Exit, Refusal> {
    let path = folder.join(PLAN);
    if path.exists() {
        return Err(ClassRefusal::PlanThere { path }.into());
    }
    let failed = |error| Refusal::Replace {
        path: path.clone(),
        error,
    };
    fs::create_dir_all(folder).map_err(failed)?;
    // Of a pack that is in error `grader course pack` tells.
    let file = fs::read_to_string(course.root.join(pack::FILE)).ok();
    let file = file.and_then(|text| pack::CourseFile::parse(&path, &text).ok());
    let title = file.as_ref().map(|file| file.title.as_str());
    let deadline = file.as_ref().and_then(|file| file.deadline.as_deref());
    let template = class::template(&course.course, title, deadline);
    replace::write(&path, template.as_bytes()).map_err(failed)?;
    let page = session.page;
    let shown = |path: &Path| visible_line(&as_typed(path).to_string_lossy());
    let grade = format!("{} class {}", session.program, quoted(&shown(folder)));
    let text = format!(
        "Edit {}, put the submissions beside it, then:\n  {}\n",
        shown(&path),
        page.command(&grade)
    );
    session.show(&text, None)?;
    Ok(Exit::Good)
}

/// The request: the arguments, and the files in the folder.
struct Asked {
    plan: Plan,
    times: Option<BTreeMap<String, class::HandedIn>>,
    found: Found,
    out: PathBuf,
}

impl Asked {
    fn read(arguments: &Class, folder: &CourseFolder) -> Result<Asked, ClassRefusal> {
        let unreadable = |error| ClassRefusal::Folder {
            folder: arguments.folder.clone(),
            error,
        };
        let class = dunce::canonicalize(&arguments.folder).map_err(unreadable)?;
        let read = |path: &Path| {
            student_file::read_at_most(path, MOST_BYTES).map_err(ClassRefusal::Unreadable)
        };
        let not_so = |path: &Path| {
            let path = path.to_owned();
            move |error| ClassRefusal::Plan { path, error }
        };
        let path = class.join(PLAN);
        let plan = Plan::parse(&read(&path)?, &folder.course).map_err(not_so(&path))?;
        let times_path = plan.times.as_ref().map(|name| class.join(name));
        let times = match &times_path {
            Some(path) => Some(Plan::parse_times(&read(path)?).map_err(not_so(path))?),
            None => None,
        };
        let out = out_of(arguments.out.as_deref(), &class, "-results").map_err(unreadable)?;
        let out = dunce::canonicalize(&out).unwrap_or(out);
        if class.starts_with(&out) {
            return Err(ClassRefusal::OutWithin { out });
        }
        let known: Vec<&Path> = [Some(&path), times_path.as_ref(), Some(&out)]
            .into_iter()
            .flatten()
            .map(PathBuf::as_path)
            .collect();
        let found = class::find(&class, &known).map_err(unreadable)?;
        // Inside a submission's folder it would be a part of it.
        let is_within = |entry: &Entry| out.starts_with(&entry.path);
        if found.entries.iter().any(is_within) {
            return Err(ClassRefusal::OutWithin { out });
        }
        if found.entries.is_empty() {
            return Err(ClassRefusal::NoSubmissions { folder: class });
        }
        Ok(Asked {
            plan,
            times,
            found,
            out,
        })
    }
}

/// Where results go: the path that is named, or one beside the submissions with this ending.
pub(super) fn out_of(named: Option<&Path>, folder: &Path, ending: &str) -> io::Result<PathBuf> {
    match named {
        Some(named) => std::path::absolute(named),
        None => {
            let mut name = folder.as_os_str().to_owned();
            name.push(ending);
            Ok(PathBuf::from(name))
        }
    }
}

/// Where kernels run, the same for every submission.
fn run_on(arguments: &Class, plan: &Plan, session: &Session) -> Result<RunOn, Refusal> {
    let is_nodes = arguments.engine == Engine::Slurm && plan.slurm.gres.is_some();
    let wanted = match arguments.on {
        Where::Simulator => return Ok(RunOn::Simulator),
        Where::Device => RunOn::Device,
        Where::Auto => RunOn::Both,
    };
    let terms = SandboxOptions {
        unsandboxed_allowed: arguments.allow_unsandboxed,
        memory: plan.limits.memory_mib << 20,
    };
    match untrusted::open(terms) {
        Ok(_) => Ok(wanted),
        Err(UntrustedError::Unsandboxed(unsandboxed)) => Err(Refusal::Unsandboxed(unsandboxed)),
        // The requested device is one of the nodes' devices.
        Err(UntrustedError::NoDevice(_)) if is_nodes => Ok(wanted),
        Err(UntrustedError::NoDevice(error)) if arguments.on == Where::Device => Err(error.into()),
        Err(UntrustedError::NoDevice(error)) => {
            session.remark(&format!("graded in the simulator alone: {error}"));
            Ok(RunOn::Simulator)
        }
    }
}

fn executor(
    arguments: &Class,
    plan: &Plan,
    store: &Store,
    course: &Path,
) -> Result<Box<dyn Executor>, ClassRefusal> {
    match arguments.engine {
        Engine::Local => Ok(Box::new(workers(arguments.jobs, &plan.limits, course)?)),
        Engine::Slurm => {
            let mut program = program("class-task", course)?;
            program.push("--minutes".into());
            program.push(plan.limits.minutes.to_string().into());
            let jobs = arguments.jobs.map_or(SLURM_JOBS, |jobs| jobs as usize);
            let memory = plan.limits.memory_mib;
            let options = plan.slurm.clone();
            Ok(Box::new(Slurm::open(
                program,
                &store.work(),
                jobs,
                memory,
                options,
            )?))
        }
    }
}

/// Workers on this machine.
pub(super) fn workers(
    jobs: Option<u32>,
    limits: &Limits,
    course: &Path,
) -> Result<Local, ClassRefusal> {
    let cores = system::cores();
    let jobs = jobs.map(|jobs| jobs as usize).unwrap_or_else(|| {
        let room = memory_mib().map_or(usize::MAX, |there| {
            usize::try_from(there / limits.memory_mib).unwrap_or(usize::MAX)
        });
        cores.len().min(room).max(1)
    });
    Ok(Local::start(&LocalOptions {
        program: program("class-worker", course)?,
        cores: class::assign_cores(&cores, jobs),
        reply_timeout: Duration::from_secs(limits.minutes * 60),
    }))
}

/// The command line of a worker.
pub(super) fn program(command: &str, course: &Path) -> Result<Vec<OsString>, ClassRefusal> {
    let program = std::env::current_exe().map_err(ClassRefusal::NoProgram)?;
    let course = dunce::canonicalize(course).map_err(ClassRefusal::NoProgram)?;
    Ok(vec![
        program.into(),
        "--course".into(),
        course.into(),
        command.into(),
    ])
}

/// The available memory in MiB, if known.
fn memory_mib() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024)
}

/// Shows how many of `of` submissions are done, and the time that is left.
pub(super) fn shown(session: &Session, of: usize) -> impl FnMut(Progress) {
    let begin = Instant::now();
    session.line.count(0, of);
    session.line.show("beginning".to_owned());
    let mut tenths = 0;
    move |progress| {
        session.line.count(progress.done, progress.of);
        let left = left(progress, begin.elapsed());
        // Without a terminal there is no line that changes: a log gets one for each tenth.
        let now = 10 * progress.done / progress.of.max(1);
        if session.line.is_hidden() && progress.checked > 0 && now > tenths {
            output::remark(&format!("{left}\n"));
        }
        tenths = now;
        session.line.show(left);
    }
}

/// The estimated remaining time, once it can be estimated.
fn left(progress: Progress, passed: Duration) -> String {
    if progress.checked == 0 {
        return "nothing new yet".to_owned();
    }
    let each = passed.as_secs_f64() / progress.checked as f64;
    let seconds = each * progress.of.saturating_sub(progress.done) as f64;
    format!(
        "{} of {}, about {} left",
        progress.done,
        progress.of,
        render::duration(seconds)
    )
}

/// Writes the overview of the results.
fn overview(
    plan: &Plan,
    found: &Found,
    store: &Store,
    course: &CourseFolder,
) -> Result<Overview, ClassRefusal> {
    let mut overview = Overview::new(plan, found.ignored.clone());
    let known = given(plan, course);
    let mut submitted = Vec::new();
    for entry in &found.entries {
        let kernels = kernels(plan, entry);
        for ((task, known), kernel) in plan.tasks.iter().zip(&known).zip(&kernels) {
            if let Some(text) = kernel {
                submitted.push(similarity::SubmittedKernel {
                    student: entry.student.clone(),
                    exercise: task.slug().to_owned(),
                    fingerprints: Fingerprints::of(text, known),
                });
            }
        }
        if let Some(graded) = store.result(&entry.id) {
            overview.take(&entry.id, &graded, &kernels);
        }
    }
    overview.take_similar(alike(&submitted));
    store.write("grades.csv", &class::csv(&overview))?;
    store.write("mistakes.csv", &class::mistakes_csv(&overview))?;
    store.write("overview.md", &class::markdown(&overview))?;
    store.write("overview.html", &class::html(&overview))?;
    Ok(overview)
}

/// The kernels of a submission, one for each exercise of the plan where it has one.
fn kernels(plan: &Plan, entry: &Entry) -> Vec<Option<String>> {
    let tasks = Submission::read(entry, plan).tasks.into_iter();
    tasks
        .map(|submitted| match submitted {
            SubmittedTask::Files { kernel, .. } => kernel,
            _ => None,
        })
        .collect()
}

/// The code that students were given, for each exercise.
fn given(plan: &Plan, course: &CourseFolder) -> Vec<BaseCode> {
    let given = plan.tasks.iter().map(|task| {
        let exercise = course.root.join("exercises").join(&task.exercise.folder);
        let given = [
            exercise.join(STARTER),
            exercise.join("hints.md"),
            course.solution_of(&task.exercise).join("kernel.cl"),
        ];
        // A missing file was not given to the students.
        let texts: Vec<String> = given
            .iter()
            .filter_map(|path| fs::read_to_string(path).ok())
            .collect();
        BaseCode::of(texts.iter().map(String::as_str))
    });
    given.collect()
}

/// The pairs of kernels that are similar beyond the given code: only a reason for a person to look.
fn alike(kernels: &[similarity::SubmittedKernel]) -> Vec<SimilarPair> {
    let found = similarity::compare(kernels, MOST_PAIRS);
    let pairs = found.pairs.into_iter().flat_map(|pair| {
        let students = [pair.one, pair.other];
        pair.exercises.into_iter().map(move |alike| SimilarPair {
            slug: alike.exercise,
            students: students.clone(),
            score: alike.similarity,
            lines: alike
                .matches
                .iter()
                .map(|lines| {
                    [lines.one, lines.other]
                        .map(|lines| (lines.first as usize, lines.last as usize))
                })
                .collect(),
        })
    });
    pairs.collect()
}

fn summary(tally: &Tally, overview: &Overview, store: &Store) -> String {
    let mut text = format!(
        "{} submissions graded, {} of them now.\n",
        tally.done, tally.checked
    );
    if tally.not_graded > 0 {
        let _ = writeln!(
            text,
            "{} of them not in full, through no fault of the student's: see the overview.",
            tally.not_graded
        );
    }
    for (mistake, row) in overview.mistakes().into_iter().take(3) {
        let _ = match row.students.len() {
            1 => writeln!(text, "{mistake}: 1 student"),
            students => writeln!(text, "{mistake}: {students} students"),
        };
    }
    let _ = writeln!(text, "{}", store.root().join("overview.html").display());
    text
}
