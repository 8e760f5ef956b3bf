//! Refused requests: the request or the machine is at fault, not the student's kernel. Exit code 2.

#[cfg(feature = "full")]
mod book;
#[cfg(feature = "full")]
mod capturing;
#[cfg(feature = "full")]
mod class;
#[cfg(feature = "full")]
mod debugging;
#[cfg(feature = "full")]
mod guessing;
#[cfg(feature = "full")]
mod measuring;
mod not_built;
#[cfg(feature = "full")]
mod pack;
pub mod shown;
mod update;

#[cfg(feature = "full")]
pub use book::BookRefusal;
#[cfg(feature = "full")]
pub use capturing::CapturingRefusal;
#[cfg(feature = "full")]
pub use class::ClassRefusal;
#[cfg(feature = "full")]
pub use debugging::DebugRefusal;
#[cfg(feature = "full")]
pub use guessing::GuessingRefusal;
#[cfg(feature = "full")]
pub use measuring::{MeasuringRefusal, UnknownStudy};
pub use not_built::NotBuilt;
#[cfg(feature = "full")]
pub use pack::PackRefusal;
pub use update::UpdateRefusal;

use crate::device::no_device::NoDevice;
use crate::device::untrusted::Unsandboxed;
use crate::exercises::course_folder::NoCourse;
use crate::exercises::snapshots::SubjectError;
use crate::files::student_file::{MOST_BYTES, MOST_LAUNCH_BYTES, UnusableFile};
use crate::findings::BaselineError;
use crate::system::{CLOSE_THE_HOLDER, is_held};
use ::render::unbroken;
use course::{TokenError, UnknownExercise};
use launch_file::Refused;
use std::io;
use std::path::PathBuf;

/// A request that cannot be met. Its text is one sentence; the remedy is separate.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error(transparent)]
    NoCourse(#[from] NoCourse),
    #[error(transparent)]
    UnknownExercise(#[from] UnknownExercise),
    #[error("there is no mistake `{}`{}", .0.id, or_meant(.0.nearest))]
    UnknownMistake(UnknownMistake),
    /// More than one exercise where one is expected.
    #[error("`{}` names no exercise", .words.join(" "))]
    ManyWords { words: Vec<String> },
    /// `all` where one exercise is expected.
    #[error("this takes one exercise, not all of them")]
    NotAll,
    #[error("{file}")]
    File {
        /// The exercise whose own file it is; absent for a named file.
        reset: Option<String>,
        file: UnusableFile,
    },
    #[error("{0}")]
    Source(UnusableFile),
    /// A LAUNCH.toml that is not a text file.
    #[error("{}", launch_unreadable(.0))]
    LaunchUnreadable(UnusableFile),
    /// A kernel in place of a LAUNCH.toml.
    #[error("{} is a kernel, not a launch of one", .file.display())]
    KernelForLaunch { file: PathBuf },
    /// A kernel without a LAUNCH.toml.
    #[error("there is no launch for {}", .file.display())]
    NoLaunch { file: PathBuf },
    #[error("{}", .0.finding.message)]
    Launch(Box<Refused>),
    #[error("the folder {folder} can't be entered: {error}")]
    IncludeFolder { folder: PathBuf, error: io::Error },
    #[error("{} cannot be written: {error}", .file.as_ref().map_or("standard output".into(), |file| file.to_string_lossy()))]
    Output {
        /// Standard output if absent.
        file: Option<PathBuf>,
        error: io::Error,
    },
    /// The system cannot wait for several events.
    #[error("there is no pipe to wait on: {0}")]
    Wait(io::Error),
    #[cfg(feature = "full")]
    #[error("the editor's message is none of the Language Server Protocol: {0}")]
    LanguageClient(io::Error),
    /// The command has to ask a question, and standard input is not a terminal.
    #[error("nobody is there to answer: standard input is no terminal")]
    NobodyToAsk { command: String },
    #[error("{path} cannot be replaced: {error}")]
    Replace { path: PathBuf, error: io::Error },
    #[error("`{slug}` is no name for an exercise")]
    BadSlug { slug: String },
    #[error("there is an exercise `{slug}` already")]
    SlugTaken { slug: String },
    #[error("there is no problem `{name}`{}", or_meant(*nearest))]
    UnknownProblem {
        name: String,
        /// The most similar name.
        nearest: Option<&'static str>,
    },
    /// The folder for a new course is not empty.
    #[error("{folder} holds other things, and no course")]
    NotEmpty { folder: PathBuf },
    #[error("the solution of {slug} is shown once your kernel has passed")]
    NotPassedYet { slug: String },
    #[error("this program holds no solution of {slug}")]
    NoSolution { slug: String },
    #[error("{path} is read-only, so it is not mended")]
    ReadOnly { path: PathBuf },
    /// A file was changed while it was being fixed.
    #[error("{path} changed while it was being mended, so it is left as it is")]
    ChangedMeanwhile { path: PathBuf },
    /// A fixed file would exceed the size limit.
    #[error("{path} would be too long for a kernel file, so it is not mended")]
    MendedTooLong { path: PathBuf },
    #[error("--on simulator runs on no device, and --device names one")]
    DeviceInSimulator,
    #[error(transparent)]
    NoDevice(#[from] NoDevice),
    #[error("the starter of {slug} is lost: {file}")]
    NoStarter { slug: String, file: UnusableFile },
    #[error(transparent)]
    Subject(SubjectError),
    #[error(transparent)]
    Token(#[from] TokenError),
    #[error("`{name}` is both allowed and denied")]
    AllowedAndDenied { name: &'static str },
    #[error("{0}")]
    BaselineUnreadable(UnusableFile),
    #[error("{} is no baseline: {error}", .path.display())]
    Baseline { path: PathBuf, error: BaselineError },
    /// Other people's kernels would run on a device without a full sandbox.
    #[error(transparent)]
    Unsandboxed(Unsandboxed),
    #[error(transparent)]
    Update(#[from] UpdateRefusal),
    /// A command that only the full build has.
    #[error(transparent)]
    NotBuilt(#[from] NotBuilt),
    #[cfg(feature = "full")]
    #[error(transparent)]
    Book(#[from] BookRefusal),
    #[cfg(feature = "full")]
    #[error(transparent)]
    Capturing(#[from] CapturingRefusal),
    #[cfg(feature = "full")]
    #[error(transparent)]
    Class(#[from] ClassRefusal),
    #[cfg(feature = "full")]
    #[error(transparent)]
    Debug(#[from] DebugRefusal),
    #[cfg(feature = "full")]
    #[error(transparent)]
    Guessing(#[from] GuessingRefusal),
    #[cfg(feature = "full")]
    #[error(transparent)]
    Measuring(#[from] MeasuringRefusal),
    #[cfg(feature = "full")]
    #[error(transparent)]
    Pack(#[from] PackRefusal),
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
            Refusal::NoCourse(NoCourse::NotTrusted { .. }) => {
                "If you trust the author of the pack, set GRADER_TRUST_PACK=1.".to_owned()
            }
            Refusal::NoCourse(NoCourse::Problem { .. }) => {
                "Correct it, or report it to the author of the pack.".to_owned()
            }
            #[cfg(feature = "full")]
            Refusal::Pack(pack) => pack.remedy(program),
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
            Refusal::Source(UnusableFile::Unreadable(_, error))
            | Refusal::LaunchUnreadable(UnusableFile::Unreadable(_, error))
            | Refusal::Output { error, .. }
            | Refusal::Replace { error, .. }
                if is_held(error) =>
            {
                CLOSE_THE_HOLDER.to_owned()
            }
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
            Refusal::NoLaunch { file } => format!(
                "Name a LAUNCH.toml, or write one beside it: LAUNCH.toml or {}",
                file.with_extension("toml").display()
            ),
            Refusal::KernelForLaunch { file } => format!(
                "A launch is guessed from its text, and kept with --save LAUNCH.toml: {}",
                unbroken(&format!("{program} run {}", file.display()))
            ),
            Refusal::Launch(refused) => refused.finding.help.clone(),
            Refusal::IncludeFolder { .. } => "Name a folder that can be read with -I.".to_owned(),
            Refusal::Output { .. } => "Name another file with --output.".to_owned(),
            #[cfg(feature = "full")]
            Refusal::LanguageClient(_) => {
                "start it from an editor: the book's chapter \"Your editor\" has the settings"
                    .to_owned()
            }
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
            Refusal::AllowedAndDenied { name } => {
                format!("Leave out --allow {name} or --deny {name}.")
            }
            Refusal::BaselineUnreadable(UnusableFile::Missing(_)) => {
                "Write it first: the same command with --update-baseline.".to_owned()
            }
            Refusal::BaselineUnreadable(_) | Refusal::Baseline { .. } => {
                "Write it anew: the same command with --update-baseline.".to_owned()
            }
            Refusal::DeviceInSimulator => "Leave out --device, or use --on device.".to_owned(),
            Refusal::NoDevice(no_device) => no_device.remedy(program),
            Refusal::NoStarter { .. } | Refusal::Subject(_) => {
                "Bring the course's files back with git, or by a new download.".to_owned()
            }
            Refusal::Unsandboxed(_) => {
                "Use --on simulator, or say --allow-unsandboxed if you trust every kernel."
                    .to_owned()
            }
            Refusal::Update(refusal) => refusal.remedy(),
            Refusal::NotBuilt(refusal) => refusal.remedy(program),
            #[cfg(feature = "full")]
            Refusal::Book(refusal) => refusal.remedy(),
            #[cfg(feature = "full")]
            Refusal::Class(refusal) => refusal.remedy(program),
            #[cfg(feature = "full")]
            Refusal::Capturing(refusal) => refusal.remedy(),
            #[cfg(feature = "full")]
            Refusal::Debug(refusal) => refusal.remedy(),
            #[cfg(feature = "full")]
            Refusal::Guessing(refusal) => refusal.remedy(),
            #[cfg(feature = "full")]
            Refusal::Measuring(refusal) => refusal.remedy(program),
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

fn or_meant(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |it| format!("; did you mean `{it}`?"))
}

fn launch_unreadable(file: &UnusableFile) -> String {
    match file {
        UnusableFile::Folder(path) => format!("{} is a folder, not a LAUNCH.toml", path.display()),
        UnusableFile::TooLong { path, bytes } => format!(
            "{} is too long for a LAUNCH.toml ({bytes} bytes)",
            path.display()
        ),
        file => file.to_string(),
    }
}

impl From<UnknownMistake> for Refusal {
    fn from(unknown: UnknownMistake) -> Self {
        Refusal::UnknownMistake(unknown)
    }
}
