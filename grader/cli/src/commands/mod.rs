//! The commands: one module each, from parsed arguments to an exit code.

#[cfg(feature = "full")]
mod bench;
#[cfg(feature = "full")]
mod board;
#[cfg(feature = "full")]
mod book;
#[cfg(feature = "full")]
mod calibrate;
#[cfg(feature = "full")]
mod capture;
mod check;
#[cfg(feature = "full")]
mod class;
#[cfg(feature = "full")]
mod class_task;
#[cfg(feature = "full")]
mod class_worker;
#[cfg(feature = "full")]
mod compare;
mod course;
#[cfg(feature = "full")]
mod course_pack;
#[cfg(feature = "full")]
mod dap;
#[cfg(feature = "full")]
mod debug;
mod devices;
mod doctor;
mod explain;
mod hint;
#[cfg(feature = "full")]
mod import;
mod init;
mod lint;
mod list;
#[cfg(feature = "full")]
mod lsp;
mod new_exercise;
#[cfg(feature = "full")]
mod predict;
mod repair;
mod reset;
#[cfg(feature = "full")]
mod run_kernel;
mod simulate;
mod snapshots;
mod solution;
#[cfg(feature = "full")]
mod tune;
mod update;
mod watch;

use crate::arguments::Command;
#[cfg(not(feature = "full"))]
use crate::refusal::NotBuilt;
use crate::refusal::Refusal;
use crate::session::Session;

/// The end of a command that was not refused; a refusal is exit code 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It passed, or there was nothing to find.
    Good,
    /// The student's work falls short.
    Short,
    /// The machine is at fault; the result says why.
    Fault,
    /// The user stopped it; the results so far are kept.
    Stopped,
}

impl Exit {
    /// The process's exit code.
    pub fn code(self) -> u8 {
        match self {
            Exit::Good => 0,
            Exit::Short => 1,
            Exit::Fault => 2,
            Exit::Stopped => 130,
        }
    }
}

pub fn run(command: &Command, session: &Session) -> Result<Exit, Refusal> {
    match command {
        Command::List(arguments) => list::run(arguments, session),
        Command::Check(arguments) => check::run(arguments, session),
        Command::Watch(arguments) => watch::run(arguments, session),
        Command::Lint(arguments) => lint::run(arguments, session),
        #[cfg(feature = "full")]
        Command::Lsp(_) => lsp::run(),
        #[cfg(not(feature = "full"))]
        Command::Lsp(_) => not_built("lsp"),
        #[cfg(feature = "full")]
        Command::Debug(arguments) => debug::run(arguments, session),
        #[cfg(not(feature = "full"))]
        Command::Debug(_) => not_built("debug"),
        #[cfg(feature = "full")]
        Command::Dap(_) => dap::run(session),
        #[cfg(not(feature = "full"))]
        Command::Dap(_) => not_built("dap"),
        #[cfg(feature = "full")]
        Command::Run(arguments) => run_kernel::run(arguments, session),
        #[cfg(not(feature = "full"))]
        Command::Run(_) => not_built("run"),
        #[cfg(feature = "full")]
        Command::Capture(arguments) => capture::run(arguments, session),
        #[cfg(not(feature = "full"))]
        Command::Capture(_) => not_built("capture"),
        #[cfg(feature = "full")]
        Command::Import(arguments) => import::run(arguments, session),
        #[cfg(not(feature = "full"))]
        Command::Import(_) => not_built("import"),
        Command::Simulate(arguments) => simulate::run(arguments, session),
        #[cfg(feature = "full")]
        Command::Compare(arguments) => compare::run(arguments, session),
        #[cfg(not(feature = "full"))]
        Command::Compare(_) => not_built("compare"),
        Command::Repair(arguments) => repair::run(arguments, session),
        Command::Explain(arguments) => explain::run(arguments, session),
        Command::Hint(arguments) => hint::run(arguments, session),
        Command::Init(arguments) => init::run(arguments, session),
        Command::Solution(arguments) => solution::run(arguments, session),
        Command::Reset(arguments) => reset::run(arguments, session),
        Command::Devices(arguments) => devices::run(arguments, session),
        #[cfg(feature = "full")]
        Command::Book(arguments) => book::run(arguments, session),
        Command::Doctor(_) => doctor::run(session),
        Command::Update(arguments) => update::run(arguments, session),
        #[cfg(feature = "full")]
        Command::Bench(arguments) => bench::run(arguments, session),
        #[cfg(feature = "full")]
        Command::Calibrate(arguments) => calibrate::run(arguments, session),
        #[cfg(feature = "full")]
        Command::Predict(arguments) => predict::run(arguments, session),
        #[cfg(feature = "full")]
        Command::Tune(arguments) => tune::run(arguments, session),
        #[cfg(feature = "full")]
        Command::Board(arguments) => board::run(arguments, session),
        #[cfg(feature = "full")]
        Command::Class(arguments) => class::run(arguments, session),
        #[cfg(feature = "full")]
        Command::ClassWorker(arguments) => class_worker::run(arguments, session),
        #[cfg(feature = "full")]
        Command::ClassTask(arguments) => class_task::run(arguments, session),
        #[cfg(not(feature = "full"))]
        Command::Bench(_) => not_built("bench"),
        #[cfg(not(feature = "full"))]
        Command::Book(_) => not_built("book"),
        #[cfg(not(feature = "full"))]
        Command::Calibrate(_) => not_built("calibrate"),
        #[cfg(not(feature = "full"))]
        Command::Predict(_) => not_built("predict"),
        #[cfg(not(feature = "full"))]
        Command::Tune(_) => not_built("tune"),
        #[cfg(not(feature = "full"))]
        Command::Board(_) => not_built("board"),
        #[cfg(not(feature = "full"))]
        Command::Class(_) => not_built("class"),
        Command::Course(arguments) => course::run(&arguments.command, session),
        Command::Snapshots(arguments) => snapshots::run(arguments, session),
    }
}

#[cfg(not(feature = "full"))]
fn not_built(command: &'static str) -> Result<Exit, Refusal> {
    Err(NotBuilt { command }.into())
}
