//! The command-line arguments of `grader`.

#[cfg(feature = "full")]
mod book;
#[cfg(feature = "full")]
mod capturing;
#[cfg(feature = "full")]
mod class;
#[cfg(feature = "full")]
mod comparing;
#[cfg(feature = "full")]
mod editing;
#[cfg(feature = "full")]
mod guessing;
#[cfg(feature = "full")]
mod measuring;
#[cfg(not(feature = "full"))]
mod not_built;

#[cfg(feature = "full")]
pub use book::Book;
#[cfg(feature = "full")]
pub use capturing::{Capture, Import};
#[cfg(feature = "full")]
pub use class::{Board, Class, ClassTask, ClassWorker, Engine, RankBy};
#[cfg(feature = "full")]
pub use comparing::Compare;
#[cfg(feature = "full")]
pub use editing::{Dap, Debug, Lsp};
#[cfg(feature = "full")]
pub use guessing::Run;
#[cfg(feature = "full")]
pub use measuring::{Bench, Calibrate, KernelClass, Predict, SearchKind, Tune};
#[cfg(not(feature = "full"))]
pub use not_built::{
    Arguments as Bench, Arguments as Board, Arguments as Book, Arguments as Calibrate,
    Arguments as Capture, Arguments as Class, Arguments as Compare, Arguments as Dap,
    Arguments as Debug, Arguments as Import, Arguments as Lsp, Arguments as Predict,
    Arguments as Run, Arguments as Tune,
};

use crate::findings::Rule;
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Checks the kernels of an OpenCL course, and explains what they really did.
///
/// Exit codes: 0 it passed, 1 the kernel falls short, 2 the request or the machine is at fault.
#[derive(Debug, Parser)]
#[command(name = "grader", bin_name = "grader", version, max_term_width = 80)]
pub struct Arguments {
    /// The course folder, the one that holds exercises/ [default: the nearest one above]
    #[arg(
        long,
        global = true,
        env = "GRADER_COURSE",
        value_name = "DIR",
        hide_env = true
    )]
    pub course: Option<PathBuf>,
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write the course into a folder, or bring the course there up to date
    Init(Init),
    /// List the exercises: state, points, what each teaches
    List(List),
    /// Run an exercise's kernel and check what it did
    Check(Check),
    /// Check an exercise again whenever its file is saved; keys for the next, hints, the list
    Watch(Watch),
    /// Read kernel files and say what is wrong with them; nothing runs
    Lint(Lint),
    /// Speak the Language Server Protocol on standard input and output, for an editor
    Lsp(Lsp),
    /// Step through a launch in the simulator, forwards and backwards: by work-item, warp or work-group
    Debug(Debug),
    /// Speak the Debug Adapter Protocol on standard input and output, for an editor
    Dap(Dap),
    /// Run any kernel file with a launch that is guessed from its text, in the simulator
    Run(Run),
    /// Run any kernel in the simulator: what it did, what is wrong, what its memory moved
    Simulate(Simulate),
    /// Run a program and capture the launches of its kernels, each as a folder with a LAUNCH.toml
    Capture(Capture),
    /// Take the launches of a dump of Intel's Intercept Layer for OpenCL, each as a folder with a LAUNCH.toml
    Import(Import),
    /// Run two kernels with one launch: are their results equal, what did each do, which line moved what
    Compare(Compare),
    /// Search for a small change with which a kernel's launch shows no error
    Repair(Repair),
    /// Explain a mistake: what it is, why it hurts, wrong and right code
    Explain(Explain),
    /// Show the hints of an exercise, one tier after the other
    Hint(Hint),
    /// Show the course's own kernel for an exercise that passed
    Solution(Solution),
    /// Bring an exercise's starter back, keeping a copy of your kernel
    Reset(Reset),
    /// List the OpenCL devices of this machine
    Devices(Devices),
    /// Say what works on this machine, what doesn't, and how to fix it
    Doctor(Doctor),
    /// Ask whether there is a newer release, and say where; nothing is installed
    Update(Update),
    /// Measure this device: the studies of the course, as CSV, charts and a table
    Bench(Bench),
    /// Find a kernel's best work-group and parameters on this device
    Tune(Tune),
    /// Measure the cost of each operation and access on this device, for prediction
    Calibrate(Calibrate),
    /// Predict how long a launch will take on a device that was calibrated; nothing runs on it
    Predict(Predict),
    /// Serve the built book to a browser on this machine, playground included, until Ctrl-C
    Book(Book),
    /// For instructors: grade a folder of submissions by its class.toml
    Class(Class),
    /// Rank kernels by what they cost: bytes moved, bank conflicts, predicted time; a page of them
    Board(Board),
    /// For instructors: run all solutions and mistakes, show which reports changed
    Snapshots(Snapshots),
    /// For instructors: check a course, begin an exercise, put a pack together
    Course(CourseArguments),
    /// Checks the submissions that standard input names, for `class`
    #[cfg(feature = "full")]
    #[command(hide = true)]
    ClassWorker(ClassWorker),
    /// Runs a task of a job array, for `class`
    #[cfg(feature = "full")]
    #[command(hide = true)]
    ClassTask(ClassTask),
}

/// `grader init`
#[derive(Debug, Args)]
pub struct Init {
    /// A new folder, or one that already holds the course: kernels in it are kept
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// `grader list`
#[derive(Debug, Args)]
pub struct List {
    /// One line an exercise: its title in place of what it teaches
    #[arg(long)]
    pub short: bool,
    /// As text or as JSON
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,
}

/// `grader check`
#[derive(Debug, Args)]
pub struct Check {
    /// Numbers or names of exercises, or `all`
    #[arg(value_name = "EXERCISE", required = true, num_args = 1..)]
    pub exercise: Vec<String>,
    /// Check this file in place of the exercise's kernel.cl
    #[arg(long, value_name = "KERNEL.cl")]
    pub file: Option<PathBuf>,
    /// How many cases to try
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub cases: Option<u32>,
    /// Draw the cases from this seed
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,
    /// Where to run the kernel. A pass on a device alone is not recorded as passed
    #[arg(long, value_enum, default_value_t, value_name = "WHERE")]
    pub on: Where,
    /// Which device: its number in `grader devices`
    #[arg(long, value_name = "I")]
    pub device: Option<usize>,
    /// As text, as JSON, or as another program reads results
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: ReportFormat,
    /// Write the report to this file
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Run the one case that a failing report named
    #[arg(long, value_name = "TOKEN", conflicts_with_all = ["cases", "seed"])]
    pub replay: Option<String>,
    /// Search longer for a repair of a kernel that fails, and show it as a diff
    #[arg(long, conflicts_with = "replay")]
    pub repair: bool,
    /// Show all that is known of a failure, not only what fits a screen
    #[arg(long)]
    pub all: bool,
    /// The files are other people's: on a device, kernels run in a sandbox, and no progress is kept
    #[arg(long)]
    pub others: bool,
    /// Run other people's kernels on a device even where nothing keeps them from your files
    #[arg(long, requires = "others")]
    pub allow_unsandboxed: bool,
}

/// `grader watch`
#[derive(Debug, Args)]
pub struct Watch {
    /// Number or name of an exercise [default: the first that has not passed]
    #[arg(value_name = "EXERCISE", num_args = 0..=2)]
    pub exercise: Vec<String>,
    /// Where to run the kernel. A pass on a device alone is not recorded as passed
    #[arg(long, value_enum, default_value_t, value_name = "WHERE")]
    pub on: Where,
    /// Which device: its number in `grader devices`
    #[arg(long, value_name = "I")]
    pub device: Option<usize>,
    /// Poll the file instead of waiting for the system's events. The default on network drives, and on
    /// Windows drives under WSL
    #[arg(long)]
    pub poll: bool,
}

/// `grader lint`
#[derive(Debug, Args)]
pub struct Lint {
    /// Kernel files
    #[arg(value_name = "FILE.cl", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub compiler: Compiler,
    /// As text, as JSON or as SARIF 2.1.0
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: FindingsFormat,
    /// Fix what leaves no doubt and report the rest. A copy of the original file is kept as FILE.cl.bak. With
    /// json and sarif, the fixes are listed on standard error
    #[arg(long)]
    pub fix: bool,
    #[command(flatten)]
    pub rules: FindingRules,
}

/// The findings that are shown, and those that make a command fail.
#[derive(Debug, Args)]
#[command(next_help_heading = "Which findings count")]
pub struct FindingRules {
    /// Show no finding of this mistake: its id, or `errors`, `warnings`, `performance`, `all`
    #[arg(long, value_name = "MISTAKE", action = ArgAction::Append)]
    pub allow: Vec<Rule>,
    /// Fail where there is a finding of this mistake, named as for --allow. An id takes precedence over a group
    #[arg(long, value_name = "MISTAKE", action = ArgAction::Append)]
    pub deny: Vec<Rule>,
    /// Neither show nor count the findings that this file holds
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write the findings of this run to the file of --baseline
    #[arg(long, requires = "baseline")]
    pub update_baseline: bool,
}

/// How a kernel file is read: options as those of a compiler.
#[derive(Debug, Args)]
pub struct Compiler {
    /// Define a macro, as the compiler's option does: NAME, NAME=VALUE, NAME(X)=VALUE
    #[arg(short = 'D', value_name = "NAME=VALUE", action = ArgAction::Append)]
    pub define: Vec<String>,
    /// A folder in which included files may lie, besides that of the file itself
    #[arg(short = 'I', value_name = "DIR", action = ArgAction::Append)]
    pub include: Vec<PathBuf>,
    /// The version of the language
    #[arg(long, value_enum, default_value_t, value_name = "VERSION")]
    pub std: Standard,
}

/// `grader simulate`
#[derive(Debug, Args)]
pub struct Simulate {
    /// Launches: TOML files, each of which names a kernel, its arguments and its NDRange; a folder with a
    /// LAUNCH.toml, or a kernel file beside one, will do
    #[arg(value_name = "LAUNCH.toml", required = true)]
    pub launches: Vec<PathBuf>,
    /// As text, as JSON (of several launches, an array) or as SARIF 2.1.0
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: FindingsFormat,
    /// Work-items of a warp
    #[arg(long, value_enum, default_value_t, value_name = "WIDTH")]
    pub warp: Warp,
    #[command(flatten)]
    pub rules: FindingRules,
}

/// `grader repair`
#[derive(Debug, Args)]
pub struct Repair {
    /// The kernel file
    #[arg(value_name = "FILE.cl")]
    pub file: PathBuf,
    /// A launch of it, in which the file takes the place of the program [default: LAUNCH.toml beside the file,
    /// or the file's name with .toml]
    #[arg(value_name = "LAUNCH.toml")]
    pub launch: Option<PathBuf>,
    /// Only the change, as a unified diff for `patch -p0` or `git apply`
    #[arg(long, conflicts_with = "format")]
    pub diff: bool,
    /// As text or as JSON
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,
}

/// `grader explain`
#[derive(Debug, Args)]
pub struct Explain {
    /// The mistake's id, as a finding shows it in brackets
    #[arg(value_name = "ID", required_unless_present = "list")]
    pub id: Option<String>,
    /// List every mistake
    #[arg(long, conflicts_with = "id")]
    pub list: bool,
}

/// `grader hint`
#[derive(Debug, Args)]
pub struct Hint {
    /// Number or name of an exercise
    #[arg(value_name = "EXERCISE", required = true, num_args = 1..=2)]
    pub exercise: Vec<String>,
    /// Show the next tier as well
    #[arg(long)]
    pub more: bool,
}

/// `grader solution`
#[derive(Debug, Args)]
pub struct Solution {
    /// Number or name of an exercise
    #[arg(value_name = "EXERCISE", required = true, num_args = 1..=2)]
    pub exercise: Vec<String>,
    /// Show how it differs from your kernel
    #[arg(long)]
    pub diff: bool,
}

/// `grader reset`
#[derive(Debug, Args)]
pub struct Reset {
    /// Number or name of an exercise
    #[arg(value_name = "EXERCISE", required = true, num_args = 1..=2)]
    pub exercise: Vec<String>,
    /// Don't ask
    #[arg(long, short)]
    pub yes: bool,
}

/// `grader devices`
#[derive(Debug, Args)]
pub struct Devices {
    /// As text or as JSON
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,
}

/// `grader doctor`
#[derive(Debug, Args)]
pub struct Doctor {}

/// `grader update`
#[derive(Debug, Args)]
pub struct Update {
    /// The repository of the releases [default: the one that this program was built from]
    #[arg(long, value_name = "URL")]
    pub repository: Option<String>,
}

/// `grader snapshots`
#[derive(Debug, Args)]
pub struct Snapshots {
    /// Rewrite the snapshots that changed
    #[arg(long)]
    pub accept: bool,
}

/// `grader course`
#[derive(Debug, Args)]
pub struct CourseArguments {
    #[command(subcommand)]
    pub command: CourseCommand,
}

#[derive(Debug, Subcommand)]
pub enum CourseCommand {
    /// Starters fail, solutions pass, each mistake is caught under its own name, pages and links exist
    Check,
    /// Write the files of a new exercise, to be filled in
    New(NewExercise),
    /// Compose the course that course.toml names: write what it includes, or the whole of it for students
    Pack(PackArguments),
}

/// `grader course pack`
#[derive(Debug, Args)]
pub struct PackArguments {
    /// The folder of the pack, with course.toml [default: the nearest one above]
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Write the course for students into this folder: everything but solutions
    #[arg(long, value_name = "DIR")]
    pub to: Option<PathBuf>,
}

/// `grader course new`
#[derive(Debug, Args)]
pub struct NewExercise {
    /// Its stable name: small letters and digits, words joined by hyphens
    #[arg(value_name = "SLUG")]
    pub slug: String,
    /// A problem there is, in place of a new one in kernels/src/own
    #[arg(long, value_name = "NAME")]
    pub problem: Option<String>,
}

/// A version of OpenCL C, spelled as for `-cl-std`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Standard {
    /// OpenCL C 1.0
    #[value(name = "CL1.0")]
    V1_0,
    /// OpenCL C 1.1
    #[value(name = "CL1.1")]
    V1_1,
    /// OpenCL C 1.2
    #[default]
    #[value(name = "CL1.2")]
    V1_2,
    /// OpenCL C 2.0
    #[value(name = "CL2.0")]
    V2_0,
    /// OpenCL C 3.0
    #[value(name = "CL3.0")]
    V3_0,
}

impl From<Standard> for opencl_c::preprocessor::Standard {
    fn from(standard: Standard) -> Self {
        match standard {
            Standard::V1_0 => Self::V1_0,
            Standard::V1_1 => Self::V1_1,
            Standard::V1_2 => Self::V1_2,
            Standard::V2_0 => Self::V2_0,
            Standard::V3_0 => Self::V3_0,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FindingsFormat {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
    /// For code hosts and editors: SARIF 2.1.0.
    Sarif,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: the whole report.
    Json,
    /// For code hosts and editors: SARIF 2.1.0.
    Sarif,
    /// For continuous integration: JUnit XML.
    Junit,
    /// For Gradescope: results.json of an autograder.
    Gradescope,
    /// For GitHub Classroom's autograding reporter: JSON in base64.
    Classroom,
    /// For Exercism: results.json of a test runner, version 3.
    Exercism,
}

impl ReportFormat {
    /// Is it read by a program that needs a result for every submission, even an unreadable one?
    pub const fn is_a_result(self) -> bool {
        !matches!(self, ReportFormat::Text | ReportFormat::Json)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Warp {
    /// As on GPUs of NVIDIA, and most of AMD's and Intel's.
    #[default]
    #[value(name = "32")]
    W32,
    /// As on AMD's GPUs of the GCN and CDNA kinds.
    #[value(name = "64")]
    W64,
}

impl Warp {
    pub const fn lanes(self) -> usize {
        match self {
            Warp::W32 => 32,
            Warp::W64 => 64,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Where {
    /// In the simulator, then on a real OpenCL device where there is one.
    #[default]
    Auto,
    /// In the simulator alone, which needs no OpenCL.
    Simulator,
    /// On a real OpenCL device alone, where races and stray reads go unseen.
    Device,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }
}
