//! `grader simulate`

use super::Exit;
use crate::arguments::{Format, Simulate};
use crate::exercises::course_folder::as_typed;
use crate::files::launch_folder::LaunchFolder;
use crate::files::student_file;
use crate::refusal::Refusal;
use crate::render::{self, json};
use crate::session::Session;
use launch::{Finding, Level};
use launch_file::Ending;
use simulator::{End, Options};

pub(super) fn run(arguments: &Simulate, session: &Session) -> Result<Exit, Refusal> {
    let kernel = arguments.launch.extension().is_some_and(|it| it == "cl");
    if kernel && arguments.launch.is_file() {
        return Err(Refusal::KernelForLaunch {
            file: arguments.launch.clone(),
        });
    }
    let text = student_file::read_at_most(&arguments.launch, student_file::MOST_LAUNCH_BYTES)
        .map_err(Refusal::LaunchUnreadable)?;
    let options = Options {
        warp: arguments.warp.lanes(),
        threads: 0,
        ..Options::default()
    };
    let name = as_typed(&arguments.launch).display().to_string();
    let mut files = LaunchFolder::of(&arguments.launch);
    let simulation =
        launch_file::run(&name, &text, &mut files, &options).map_err(Refusal::Launch)?;
    let text = match arguments.format {
        Format::Text => render::simulation(session.page, &session.program, &simulation),
        Format::Json => json::simulation(&launch_file::answer(&simulation.ending)),
    };
    session.show(&text, None)?;
    Ok(exit(&simulation.ending))
}

pub(super) fn exit(ending: &Ending) -> Exit {
    let is_wrong = |finding: &Finding| finding.level == Level::Error;
    match ending {
        Ending::NotBuilt(_) => Exit::Short,
        Ending::Unsupported(_) => Exit::Fault,
        Ending::Ran(ran) if ran.findings.iter().any(is_wrong) => Exit::Short,
        Ending::Ran(ran) => match ran.outcome.end {
            End::Completed | End::Refused => Exit::Good,
            // No endless loop was found, so the launch is too large for the budget.
            End::OutOfSteps | End::Cancelled => Exit::Fault,
        },
    }
}
