//! `grader calibrate`

use super::{Exit, bench};
use crate::arguments::{Bench, Calibrate};
use crate::files::replace;
use crate::measure::journal;
use crate::measure::open_device;
use crate::predict::profiles::{self, ProfileError};
use crate::refusal::{MeasuringRefusal, Refusal};
use crate::render;
use crate::session::Session;
use crate::terminal::interrupt;
use std::fs;
use std::path::PathBuf;
use studies::{Calibration, Study};

pub(super) fn run(arguments: &Calibrate, session: &Session) -> Result<Exit, Refusal> {
    let folder = match &arguments.points {
        Some(folder) => folder.clone(),
        None => PathBuf::from("bench").join(Calibration.name()),
    };
    let measured = bench::measure(
        &Calibration,
        &Bench {
            study: None,
            out: Some(folder.clone()),
            quick: arguments.quick,
            again: arguments.again,
            device: arguments.device,
        },
        session,
    )?;
    if measured != Exit::Good {
        return Ok(measured);
    }
    let path = folder.join(format!("{}.jsonl", Calibration.name()));
    let text = fs::read_to_string(&path).map_err(|error| Refusal::Output {
        file: Some(path.clone()),
        error,
    })?;
    let points = journal::load(&text).map_or_else(Vec::new, |(_, points)| points);
    let (_, device) = open_device::open(arguments.device)?;
    let profile = studies::fit(&points, profiles::about(&device), device.kind == "CPU")
        .map_err(|misfit| MeasuringRefusal::Device(render::misfit(&misfit)))?;
    let Some(to) = arguments.out.clone().or_else(profiles::path) else {
        return Err(ProfileError::NoHome.into());
    };
    if let Some(folder) = to.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|error| Refusal::Output {
            file: Some(to.clone()),
            error,
        })?;
    }
    // A profile that cannot be written as TOML leaves the old one in place.
    let written = profiles::text(&profile)
        .map_err(std::io::Error::other)
        .and_then(|text| interrupt::whole(|| replace::write(&to, text.as_bytes())));
    written.map_err(|error| Refusal::Output {
        file: Some(to.clone()),
        error,
    })?;
    session.show(&render::profile(session.page, &profile, &to), None)?;
    Ok(Exit::Good)
}
