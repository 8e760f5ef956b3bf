//! Why a request was refused: the request or the machine is at fault, not the student's kernel.
//! Exit code 2.

use crate::book::ServerError;
use crate::class_refusal::ClassRefusal;
use crate::course_folder::NoCourse;
use crate::fault::NoDevice;
use crate::journal::JournalError;
use crate::others::Unenclosed;
use crate::render::unbroken;
use crate::snapshots::SubjectError;
use crate::student_file::{MOST_BYTES, MOST_LAUNCH_BYTES, UnusableFile};
use course::{TokenError, UnknownExercise};
use launch_file::Refused;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// A request that cannot be met. Its text is one sentence; what mends it stands apart.
#[derive(Debug)]
pub enum Refusal {
    /// There is no course folder.
    NoCourse(NoCourse),
    /// No exercise goes by that name or number.
    UnknownExercise(UnknownExercise),
    /// No mistake goes by that id.
    UnknownMistake(UnknownMistake),
    /// More words than name one exercise.
    ManyWords {
        /// What was typed.
        words: Vec<String>,
    },
    /// `all` where one exercise is meant.
    NotAll,
    /// The student's file is no kernel source.
    File {
        /// The exercise whose own file it is; absent for a file that was named.
        reset: Option<String>,
        /// What is wrong with it.
        file: UnusableFile,
    },
    /// A file to be read is no kernel source.
    Source(UnusableFile),
    /// A LAUNCH.toml that is no file of text.
    LaunchUnreadable(UnusableFile),
    /// What a LAUNCH.toml asks for can't be done.
    Launch(Box<Refused>),
    /// A folder of included files can't be entered.
    IncludeFolder {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A result could not be written.
    Output {
        /// Where to; standard output where absent.
        file: Option<PathBuf>,
        /// Why not.
        error: io::Error,
    },
    /// The system gives no means to wait for several things at once.
    Wait(io::Error),
    /// A question must be asked and nobody is there to answer.
    NobodyToAsk {
        /// The command that asks.
        command: String,
    },
    /// A file of the student's could not be replaced.
    Replace {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A name that no exercise can have.
    BadSlug {
        /// The name.
        slug: String,
    },
    /// A name that an exercise has already.
    SlugTaken {
        /// The name.
        slug: String,
    },
    /// No problem goes by that name.
    UnknownProblem {
        /// The name.
        name: String,
        /// What was probably meant.
        nearest: Option<&'static str>,
    },
    /// A folder for a new course holds other things.
    NotEmpty {
        /// The folder.
        folder: PathBuf,
    },
    /// The solution of an exercise that has not passed.
    NotPassedYet {
        /// The exercise.
        slug: String,
    },
    /// An exercise that this program does not hold the solution of.
    NoSolution {
        /// The exercise.
        slug: String,
    },
    /// A file that is to be mended may not be written.
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// A file was written by somebody else while it was being mended.
    ChangedMeanwhile {
        /// The file.
        path: PathBuf,
    },
    /// A file would be too long to be read again once it is mended.
    MendedTooLong {
        /// The file.
        path: PathBuf,
    },
    /// A device was named for a run in the simulator.
    DeviceInSimulator,
    /// There is no device to run on.
    NoDevice(NoDevice),
    /// The exercise's starter cannot be read.
    NoStarter {
        /// The exercise.
        slug: String,
        /// What is wrong with it.
        file: UnusableFile,
    },
    /// A solution or a mistake has no report.
    Subject(SubjectError),
    /// There is no built book to show.
    NoBook {
        /// The folders it could have been in.
        looked: Vec<PathBuf>,
    },
    /// The book cannot be served.
    Serve {
        /// The port; 0 for any.
        port: u16,
        /// Why not.
        error: ServerError,
    },
    /// A replay token brings no case back.
    Token(TokenError),
    /// No study goes by that name.
    UnknownStudy(UnknownStudy),
    /// No kernel that can be tuned goes by that name.
    UnknownTunable(UnknownStudy),
    /// Earlier results are not gone on with.
    Journal(JournalError),
    /// The device cannot be measured, or a kernel of the course computes what is wrong on it.
    Measuring(String),
    /// There is no home folder to keep a device's profile in.
    NoProfileHome,
    /// There is no profile of a device.
    NoProfile {
        /// Where one was looked for.
        path: PathBuf,
    },
    /// A file is no profile.
    BadProfile {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// A profile is of another device than the one to measure on.
    ProfileOfAnother {
        /// The device of the profile.
        profile: String,
        /// The device there is.
        device: String,
    },
    /// No device runs a range.
    CannotPredictRange(launch::NdRangeError),
    /// A buffer that launches share has another size in one than in another.
    BuffersDiffer {
        /// Its name.
        name: String,
        /// A launch, and the bytes there.
        one: (String, usize),
        /// Another one.
        other: (String, usize),
    },
    /// Several launches in a row are not counted.
    HybridOfSeveral,
    /// A kernel is outside the model.
    CannotPredict(Box<predictor::Refusal>),
    /// Other people's kernels would run on a device without what holds them.
    Unenclosed(Unenclosed),
    /// What a launch does cannot be counted.
    CannotCount(Box<hybrid::Refusal>),
    /// A class cannot be graded.
    Class(ClassRefusal),
}

impl Refusal {
    /// What mends it, as a sentence; `program` is the command as it was typed.
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
            Refusal::NoProfileHome => "Name a file with --out or --profile.".to_owned(),
            Refusal::NoProfile { .. } | Refusal::ProfileOfAnother { .. } => format!(
                "Measure this device, which takes some minutes: {}",
                unbroken(&format!("{program} calibrate"))
            ),
            Refusal::BadProfile { .. } => format!(
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
                    "Give its trip count with {}, or count it with the launch's data: {}.",
                    unbroken(&format!("--trips {line}=N")),
                    unbroken("--hybrid")
                )
            }
            Refusal::CannotPredict(refusal)
                if matches!(refusal.why, predictor::Why::NoLoop { .. }) =>
            {
                "Name the line that the loop begins in.".to_owned()
            }
            Refusal::CannotPredict(refusal) if refusal.why == predictor::Why::RoundsKnown => {
                "Leave it out of --trips.".to_owned()
            }
            Refusal::CannotPredict(refusal) if refusal.why == predictor::Why::ConflictingRounds => {
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
            Refusal::Unenclosed(_) => {
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

/// An id that the catalogue of mistakes does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownMistake {
    /// What was asked for.
    pub id: String,
    /// What was probably meant.
    pub nearest: Option<&'static str>,
}

/// A name that no study has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownStudy {
    /// What was asked for.
    pub name: String,
    /// What was probably meant.
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
            Refusal::NoProfileHome => f.write_str("there is no home folder for a profile"),
            Refusal::NoProfile { path } => {
                write!(f, "there is no profile of a device at {}", path.display())
            }
            Refusal::BadProfile { path, why } => {
                write!(f, "{} is no profile: {why}", path.display())
            }
            Refusal::ProfileOfAnother { profile, device } => {
                write!(f, "the profile is of {profile}, and the device is {device}")
            }
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
            Refusal::Unenclosed(unenclosed) => unenclosed.fmt(f),
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
