//! A launch to be predicted, read from its LAUNCH.toml.

use crate::arguments::Format;
use crate::commands::Exit;
use crate::exercises::course_folder::as_typed;
use crate::files::launch_folder::LaunchFolder;
use crate::files::student_file;
use crate::refusal::{MeasuringRefusal, Refusal};
use crate::render::{self, json};
use crate::session::Session;
use launch_file::{Ending, Prepared, Read};
use opencl_c::check::Checked;
use predictor::Shape;
use std::path::Path;

/// A launch that was read, and its checked program.
pub(super) struct Ready {
    pub(super) checked: Box<Checked>,
    pub(super) prepared: Prepared,
    pub(super) shape: Shape,
}

/// Reads a launch. The errors of its program are shown here, and the exit returned.
pub(super) fn ready(
    launch: &Path,
    format: Format,
    session: &Session,
) -> Result<Result<Ready, Exit>, Refusal> {
    let text = student_file::read_at_most(launch, student_file::MOST_LAUNCH_BYTES)
        .map_err(Refusal::LaunchUnreadable)?;
    let name = as_typed(launch).display().to_string();
    let mut files = LaunchFolder::of(launch);
    let (texts, read) = launch_file::read(&name, &text, &mut files).map_err(Refusal::Launch)?;
    let (checked, prepared) = match read {
        Read::Ready { checked, prepared } => (checked, prepared),
        Read::NotBuilt(ending) => {
            let exit = match ending {
                Ending::Unsupported(_) => Exit::Fault,
                _ => Exit::Short,
            };
            let simulation = launch_file::Simulation { texts, ending };
            let text = match format {
                Format::Text => render::simulation(session.page, &session.program, &simulation),
                Format::Json => json::simulation(&launch_file::answer(&simulation.ending)),
            };
            session.show(&text, None)?;
            return Ok(Err(exit));
        }
    };
    let shape = Shape::of(&prepared.launch);
    if let Err(error) = shape.range.validate() {
        return Err(MeasuringRefusal::CannotPredictRange(error).into());
    }
    Ok(Ok(Ready {
        checked,
        prepared,
        shape,
    }))
}
