//! `grader repair`

use super::Exit;
use crate::arguments::{Format, Repair};
use crate::exercises::course_folder::as_typed;
use crate::files::launch_folder::LaunchFolder;
use crate::files::student_file;
use crate::refusal::Refusal;
use crate::render::{self, json};
use crate::session::Session;
use launch_file::{RepairEnding, Repairing, Text, repair_answer};
use simulator::Options;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// The launch beside a kernel, unless it bears the kernel's name.
const LAUNCH: &str = "LAUNCH.toml";

pub(super) fn run(arguments: &Repair, session: &Session) -> Result<Exit, Refusal> {
    let kernel = student_file::read(&arguments.file).map_err(Refusal::Source)?;
    let path = launch_of(arguments)?;
    let text = student_file::read_at_most(&path, student_file::MOST_LAUNCH_BYTES)
        .map_err(Refusal::LaunchUnreadable)?;
    let options = Options {
        threads: 0,
        ..Options::default()
    };
    let name = as_typed(&path).display().to_string();
    let program = Text::new(as_typed(&arguments.file).display().to_string(), kernel);
    let mut files = LaunchFolder::with_program(&path, &arguments.file);
    let repairing = launch_file::repair((&name, &text), program, &mut files, &options)
        .map_err(Refusal::Launch)?;
    let text = match arguments.format {
        _ if arguments.diff => diff(&repairing, session),
        Format::Text => render::launch_repair(session.page, &session.program, &repairing),
        Format::Json => json::repair(&repair_answer(&repairing.ending)),
    };
    session.show(&text, None)?;
    Ok(exit(&repairing.ending))
}

/// The LAUNCH.toml that is named, or the one that belongs to the kernel.
fn launch_of(arguments: &Repair) -> Result<PathBuf, Refusal> {
    if let Some(launch) = &arguments.launch {
        return Ok(launch.clone());
    }
    let beside = arguments.file.parent().unwrap_or(Path::new(""));
    let candidates = [beside.join(LAUNCH), arguments.file.with_extension("toml")];
    let found = candidates.into_iter().find(|path| path.is_file());
    found.ok_or_else(|| Refusal::NoLaunch {
        file: arguments.file.clone(),
    })
}

/// The change as a unified diff. Where none was found standard output stays empty, and standard error says why.
fn diff(repairing: &Repairing, session: &Session) -> String {
    let diff = match std::io::stdout().is_terminal() {
        true => render::launch_repair_diff(session.page, repairing),
        false => render::launch_repair_patch(repairing),
    };
    diff.unwrap_or_else(|| {
        let page = render::Page::of_stderr();
        let why = render::launch_repair(page, &session.program, repairing);
        crate::terminal::output::remark(&why);
        String::new()
    })
}

fn exit(ending: &RepairEnding) -> Exit {
    match ending {
        RepairEnding::Right => Exit::Good,
        RepairEnding::Wrong(wrong) if wrong.remedy.is_some() => Exit::Good,
        RepairEnding::Wrong(_) | RepairEnding::NotBuilt(_) => Exit::Short,
        RepairEnding::Unsupported(_) | RepairEnding::Stopped { .. } => Exit::Fault,
    }
}
