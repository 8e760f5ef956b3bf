//! Refused requests: the request or the machine is at fault, not the student's kernel. Exit code 2.

mod class;
pub mod shown;

pub use class::ClassRefusal;

use crate::book::ServerError;
use crate::device::no_device::NoDevice;
use crate::device::untrusted::Unsandboxed;
use crate::exercises::course_folder::NoCourse;
use crate::exercises::snapshots::SubjectError;
use crate::files::student_file::{MOST_BYTES, MOST_LAUNCH_BYTES, UnusableFile};
use crate::measure::journal::JournalError;
use crate::predict::profiles::ProfileError;
use ::render::unbroken;
use course::{TokenError, UnknownExercise};
use launch_file::Refused;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// A request that cannot be met. Its text is one sentence; the remedy is separate.
#[derive(Debug)]
pub enum Refusal {
    NoCourse(NoCourse),
    UnknownExercise(UnknownExercise),
    UnknownMistake(UnknownMistake),
    /// More than one exercise where one is expected.
    ManyWords {
        words: Vec<String>,
    },
    /// `all` where one exercise is expected.
    NotAll,
    File {
        /// The exercise whose own file it is; absent for a named file.
        reset: Option<String>,
        file: UnusableFile,
    },
    Source(UnusableFile),
    /// A LAUNCH.toml that is not a text file.
    LaunchUnreadable(UnusableFile),
    Launch(Box<Refused>),
    IncludeFolder {
        folder: PathBuf,
        error: io::Error,
    },
    Output {
        /// Standard output if absent.
        file: Option<PathBuf>,
        error: io::Error,
    },
    /// The system cannot wait for several events.
    Wait(io::Error),
    /// The command has to ask a question, and standard input is not a terminal.
    NobodyToAsk {
        command: String,
    },
    Replace {
        path: PathBuf,
        error: io::Error,
    },
    BadSlug {
        slug: String,
    },
    SlugTaken {
        slug: String,
    },
    UnknownProblem {
        name: String,
        /// The most similar name.
        nearest: Option<&'static str>,
    },
    /// The folder for a new course is not empty.
    NotEmpty {
        folder: PathBuf,
    },
    NotPassedYet {
        slug: String,
    },
    NoSolution {
        slug: String,
    },
    ReadOnly {
        path: PathBuf,
    },
    /// A file was changed while it was being fixed.
    ChangedMeanwhile {
        path: PathBuf,
    },
    /// A fixed file would exceed the size limit.
    MendedTooLong {
        path: PathBuf,
    },
    DeviceInSimulator,
    NoDevice(NoDevice),
    NoStarter {
        slug: String,
        file: UnusableFile,
    },
    Subject(SubjectError),
    NoBook {
        /// The folders that were tried.
        looked: Vec<PathBuf>,
    },
    Serve {
        /// The port; 0 for any.
        port: u16,
        error: ServerError,
    },
    Token(TokenError),
    UnknownStudy(UnknownStudy),
    UnknownTunable(UnknownStudy),
    Journal(JournalError),
    /// The device cannot be measured, or computes a wrong result.
    Measuring(String),
    Profile(ProfileError),
    CannotPredictRange(launch::NdRangeError),
    /// Two launches give different sizes to a shared buffer.
    BuffersDiffer {
        name: String,
        /// A launch, and the buffer's bytes in it.
        one: (String, usize),
        other: (String, usize),
    },
    /// Counting in the simulator takes one launch.
    HybridOfSeveral,
    CannotPredict(Box<predictor::Refusal>),
    /// Other people's kernels would run on a device without a full sandbox.
    Unsandboxed(Unsandboxed),
    CannotCount(Box<hybrid::Refusal>),
    Class(ClassRefusal),
}

impl Refusal {
    /// The remedy, as a sentence; `program` is the command as it was typed.
    pub fn remedy(&self, program: &str) -> String {
        match self {
            Refusal::NoCourse(NoCourse::NotFound { .. } | NoCourse::NotACourse { .. }) => {
                "Change to the course's folder, or name it with --course DIR.".to_owned()
            }
            Refusal::NoCourse(NoCourse::Unreadable { .. }) => "Check its permissions.".to_owned(),
            Refusal::NoCourse(NoCourse::NoExercises { .. } | NoCourse::Damaged(_)) => {
                "Bring the course's files back with git, or by a new download.".to_owned()
            }
            Refusal::UnknownExercise(_) => {
                format!("See them all: {}", unbroken(&format!("{program} list")))
            }
            Refusal::UnknownMistake(_) => format!(
                "See them all: {}",
                unbroken(&format!("{program} explain --list"))
            ),
            Refusal::ManyWords { .. } | Refusal::NotAll => {
                "Name one exercise by its number or its name.".to_owned()
            }
            Refusal::File { reset, file } => file.remedy(program, reset.as_deref()),
            Refusal::Source(UnusableFile::Missing(_)) => {
                "Check its name and its folder.".to_owned()
            }
            Refusal::Source(
                UnusableFile::StandardInput | UnusableFile::Folder(_) | UnusableFile::NotAFile(_),
            ) => "Name kernel files: path/to/kernel.cl".to_owned(),
            Refusal::Source(UnusableFile::Empty(_)) => "Write a kernel there first.".to_owned(),
            Refusal::Source(UnusableFile::Unreadable(..)) => "Check its permissions.".to_owned(),
            Refusal::Source(file) => file.remedy(program, None),
            Refusal::LaunchUnreadable(file) => match file {
                UnusableFile::Missing(_) => "Check its name and its folder.".to_owned(),
                UnusableFile::Unreadable(..) => "Check its permissions.".to_owned(),
                UnusableFile::TooLong { .. } => {
                    format!("A LAUNCH.toml may take {} MiB.", MOST_LAUNCH_BYTES >> 20)
                }
                _ => "Name a TOML file that describes a launch: path/to/launch.toml".to_owned(),
            },
            Refusal::Launch(refused) => refused.finding.help.clone(),
            Refusal::IncludeFolder { .. } => "Name a folder that can be read with -I.".to_owned(),
            Refusal::Output { .. } => "Name another file with --output.".to_owned(),
            Refusal::Wait(_) => format!(
                "Check by hand instead: {}",
                unbroken(&format!("{program} check EXERCISE"))
            ),
            Refusal::NobodyToAsk { command } => format!(
                "Say yes beforehand: {}",
                unbroken(&format!("{command} --yes"))
            ),
            Refusal::Replace { .. } => "Check its permissions and the room on its disk.".to_owned(),
            Refusal::BadSlug { .. } => {
                "Small letters and digits, words joined by hyphens: my-exercise".to_owned()
            }
            Refusal::SlugTaken { .. } => "A name never changes hands: take another.".to_owned(),
            Refusal::UnknownProblem { .. } => {
                "Leave out --problem for a new problem of its own.".to_owned()
            }
            Refusal::NotEmpty { .. } => "Name a new folder: it will be made.".to_owned(),
            Refusal::NotPassedYet { slug } => format!(
                "Hints come first: {}",
                unbroken(&format!("{program} hint {slug}"))
            ),
            Refusal::NoSolution { .. } => {
                "It may be an exercise of your instructor's own: ask there.".to_owned()
            }
            Refusal::ReadOnly { .. } => {
                "Give yourself permission to write it, or mend a copy.".to_owned()
            }
            Refusal::ChangedMeanwhile { .. } => {
                "Save it where it is open, and try again.".to_owned()
            }
            Refusal::MendedTooLong { .. } => {
                format!("A kernel file may take {} KiB.", MOST_BYTES / 1024)
            }
            Refusal::DeviceInSimulator => "Leave out --device, or use --on device.".to_owned(),
            Refusal::NoDevice(no_device) => no_device.remedy(program),
            Refusal::NoStarter { .. } | Refusal::Subject(_) => {
                "Bring the course's files back with git, or by a new download.".to_owned()
            }
            Refusal::UnknownStudy(_) => {
                format!("See them all: {}", unbroken(&format!("{program} bench")))
            }
            Refusal::UnknownTunable(_) => {
                format!("See them all: {}", unbroken(&format!("{program} tune")))
            }
            Refusal::Journal(JournalError::File { .. }) => {
                "Check its permissions and the room on its disk, or name another folder with --out."
                    .to_owned()
            }
            Refusal::Journal(_) => {
                "Name another folder with --out, or begin anew in this one with --again.".to_owned()
            }
            Refusal::Profile(ProfileError::NoHome) => {
                "Name a file with --out or --profile.".to_owned()
            }
            Refusal::Profile(ProfileError::Missing { .. } | ProfileError::OtherDevice { .. }) => {
                format!(
                    "Measure this device, which takes some minutes: {}",
                    unbroken(&format!("{program} calibrate"))
                )
            }
            Refusal::Profile(ProfileError::Invalid { .. }) => format!(
                "Write it anew: {}",
                unbroken(&format!("{program} calibrate --again"))
            ),
            Refusal::CannotPredictRange(_) => {
                "Mend `global` and `local` in the LAUNCH.toml.".to_owned()
            }
            Refusal::HybridOfSeveral => {
                "Have each counted by itself, or leave out --hybrid.".to_owned()
            }
            Refusal::BuffersDiffer { .. } => {
                "Give each buffer a name of its own, or the same `len`.".to_owned()
            }
            Refusal::CannotPredict(refusal) if refusal.why == predictor::Why::Rounds => {
                let line = refusal.at.as_ref().map_or(0, |at| at.line);
                format!(
                    "Give its rounds by {}, or have them counted with the launch's data by {}.",
                    unbroken(&format!("--trips {line}=N")),
                    unbroken("--hybrid")
                )
            }
            Refusal::CannotPredict(refusal)
                if matches!(refusal.why, predictor::Why::NoLoop { .. }) =>
            {
                "Name the line that the loop begins in.".to_owned()
            }
            Refusal::CannotPredict(refusal) if refusal.why == predictor::Why::RoundsTold => {
                "Leave it out of --trips.".to_owned()
            }
            Refusal::CannotPredict(refusal) if refusal.why == predictor::Why::SaidTwice => {
                "Keep one of them.".to_owned()
            }
            Refusal::CannotPredict(_) | Refusal::CannotCount(_) => format!(
                "Measure it instead, or see what it does: {}",
                unbroken(&format!("{program} simulate LAUNCH.toml"))
            ),
            Refusal::Measuring(_) => format!(
                "See what works on this machine: {}",
                unbroken(&format!("{program} doctor"))
            ),
            Refusal::Unsandboxed(_) => {
                "Use --on simulator, or say --allow-unsandboxed if you trust every kernel."
                    .to_owned()
            }
            Refusal::Class(refusal) => refusal.remedy(program),
            Refusal::NoBook { .. } => {
                "Build it in the course's folder with mdbook build book, or name a built one with --dir DIR."
                    .to_owned()
            }
            Refusal::Serve {
                error: ServerError::PortTaken,
                ..
            } => "Name another port, or 0 for one that is free: --port 0".to_owned(),
            Refusal::Serve { .. } => "Name another port with --port PORT.".to_owned(),
            Refusal::Token(_) => {
                "Check without --replay: a failing report shows a token.".to_owned()
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownMistake {
    pub id: String,
    /// The most similar name.
    pub nearest: Option<&'static str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownStudy {
    pub name: String,
    /// The most similar name.
    pub nearest: Option<&'static str>,
}

impl UnknownStudy {
    fn write(&self, f: &mut fmt::Formatter<'_>, what: &str) -> fmt::Result {
        write!(f, "there is no {what} `{}`", self.name)?;
        match self.nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoCourse(no_course) => no_course.fmt(f),
            Refusal::UnknownExercise(unknown) => unknown.fmt(f),
            Refusal::UnknownMistake(UnknownMistake { id, nearest }) => {
                write!(f, "there is no mistake `{id}`")?;
                match nearest {
                    Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
                    None => Ok(()),
                }
            }
            Refusal::ManyWords { words } => {
                write!(f, "`{}` names no exercise", words.join(" "))
            }
            Refusal::NotAll => f.write_str("this takes one exercise, not all of them"),
            Refusal::File { file, .. } | Refusal::Source(file) => file.fmt(f),
            Refusal::LaunchUnreadable(UnusableFile::Folder(path)) => {
                write!(f, "{} is a folder, not a LAUNCH.toml", path.display())
            }
            Refusal::LaunchUnreadable(UnusableFile::TooLong { path, bytes }) => write!(
                f,
                "{} is too long for a LAUNCH.toml ({bytes} bytes)",
                path.display()
            ),
            Refusal::LaunchUnreadable(file) => file.fmt(f),
            Refusal::Launch(refused) => f.write_str(&refused.finding.message),
            Refusal::IncludeFolder { folder, error } => {
                write!(
                    f,
                    "the folder {} can't be entered: {error}",
                    folder.display()
                )
            }
            Refusal::Output {
                file: Some(file),
                error,
            } => {
                write!(f, "{} cannot be written: {error}", file.display())
            }
            Refusal::Output { file: None, error } => {
                write!(f, "standard output cannot be written: {error}")
            }
            Refusal::Wait(error) => write!(f, "there is no pipe to wait on: {error}"),
            Refusal::NobodyToAsk { .. } => {
                f.write_str("nobody is there to answer: standard input is no terminal")
            }
            Refusal::Replace { path, error } => {
                write!(f, "{} cannot be replaced: {error}", path.display())
            }
            Refusal::BadSlug { slug } => write!(f, "`{slug}` is no name for an exercise"),
            Refusal::SlugTaken { slug } => write!(f, "there is an exercise `{slug}` already"),
            Refusal::UnknownProblem { name, nearest } => {
                write!(f, "there is no problem `{name}`")?;
                match nearest {
                    Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
                    None => Ok(()),
                }
            }
            Refusal::NotEmpty { folder } => {
                write!(f, "{} holds other things, and no course", folder.display())
            }
            Refusal::NotPassedYet { slug } => {
                write!(
                    f,
                    "the solution of {slug} is shown once your kernel has passed"
                )
            }
            Refusal::NoSolution { slug } => {
                write!(f, "this program holds no solution of {slug}")
            }
            Refusal::ReadOnly { path } => {
                write!(f, "{} is read-only, so it is not mended", path.display())
            }
            Refusal::ChangedMeanwhile { path } => write!(
                f,
                "{} changed while it was being mended, so it is left as it is",
                path.display()
            ),
            Refusal::MendedTooLong { path } => write!(
                f,
                "{} would be too long for a kernel file, so it is not mended",
                path.display()
            ),
            Refusal::DeviceInSimulator => {
                f.write_str("--on simulator runs on no device, and --device names one")
            }
            Refusal::NoDevice(no_device) => no_device.fmt(f),
            Refusal::NoStarter { slug, file } => {
                write!(f, "the starter of {slug} is lost: {file}")
            }
            Refusal::Subject(subject) => subject.fmt(f),
            Refusal::NoBook { looked } => {
                f.write_str("there is no built book")?;
                for (number, folder) in looked.iter().enumerate() {
                    let link = if number == 0 { " in" } else { " nor in" };
                    write!(f, "{link} {}", folder.display())?;
                }
                Ok(())
            }
            Refusal::Serve {
                port,
                error: ServerError::PortTaken,
            } => write!(f, "port {port} is taken"),
            Refusal::Serve {
                port,
                error: ServerError::System(error),
            } => write!(f, "port {port} cannot be served: {error}"),
            Refusal::Token(token) => token.fmt(f),
            Refusal::UnknownStudy(unknown) => unknown.write(f, "study"),
            Refusal::UnknownTunable(unknown) => unknown.write(f, "kernel to tune"),
            Refusal::Journal(JournalError::Other { path, there }) => write!(
                f,
                "{} holds {} results of {} on {} (driver {}, grader {}), which are not mixed with others",
                path.display(),
                if there.quick { "quick" } else { "full" },
                there.study,
                there.on.device,
                there.on.driver,
                there.version
            ),
            Refusal::Journal(JournalError::NotOne { path }) => {
                write!(f, "{} holds no results of a study", path.display())
            }
            Refusal::Journal(JournalError::File { path, error }) => {
                write!(f, "{} cannot be read or written: {error}", path.display())
            }
            Refusal::Measuring(reason) => f.write_str(reason),
            Refusal::Profile(error) => error.fmt(f),
            Refusal::CannotPredictRange(error) => {
                write!(f, "cannot predict: no device runs such a range: {error}")
            }
            Refusal::HybridOfSeveral => f.write_str(
                "--hybrid takes one launch: what each leaves to the next would not be there",
            ),
            Refusal::BuffersDiffer { name, one, other } => write!(
                f,
                "the buffer `{}` has {} bytes in {} and {} in {}",
                launch::sanitise::visible_line(name),
                one.1,
                one.0,
                other.1,
                other.0
            ),
            Refusal::CannotPredict(refusal) => f.write_str(&crate::render::refusal_of(refusal)),
            Refusal::Unsandboxed(unsandboxed) => unsandboxed.fmt(f),
            Refusal::CannotCount(refusal) => f.write_str(&crate::render::not_counted(refusal)),
            Refusal::Class(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<NoCourse> for Refusal {
    fn from(no_course: NoCourse) -> Self {
        Refusal::NoCourse(no_course)
    }
}

impl From<UnknownExercise> for Refusal {
    fn from(unknown: UnknownExercise) -> Self {
        Refusal::UnknownExercise(unknown)
    }
}

impl From<UnknownMistake> for Refusal {
    fn from(unknown: UnknownMistake) -> Self {
        Refusal::UnknownMistake(unknown)
    }
}

impl From<NoDevice> for Refusal {
    fn from(no_device: NoDevice) -> Self {
        Refusal::NoDevice(no_device)
    }
}

impl From<ProfileError> for Refusal {
    fn from(error: ProfileError) -> Self {
        Refusal::Profile(error)
    }
}

impl From<JournalError> for Refusal {
    fn from(error: JournalError) -> Self {
        Refusal::Journal(error)
    }
}

impl From<ClassRefusal> for Refusal {
    fn from(refusal: ClassRefusal) -> Self {
        Refusal::Class(refusal)
    }
}

impl From<TokenError> for Refusal {
    fn from(token: TokenError) -> Self {
        Refusal::Token(token)
    }
}

impl From<predictor::Refusal> for Refusal {
    fn from(refusal: predictor::Refusal) -> Self {
        Refusal::CannotPredict(Box::new(refusal))
    }
}
