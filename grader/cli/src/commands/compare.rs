//! `grader compare`

use super::Exit;
use super::simulate::exit;
use crate::arguments::{Compare, Format};
use crate::comparison::{Comparison, PredictionPair, Side};
use crate::exercises::course_folder::as_typed;
use crate::files::launch_folder::LaunchFolder;
use crate::files::student_file;
use crate::predict::profiles::{self, ProfileError};
use crate::refusal::{MeasuringRefusal, Refusal};
use crate::render;
use crate::session::Session;
use launch_file::{Ending, Ran, Read, Simulation, Text};
use predictor::{Caches, Prediction, Profile};
use simulator::{End, Options};
use std::path::Path;

/// The launch, its name and its text.
struct Launch<'a> {
    path: &'a Path,
    name: String,
    text: String,
}

pub(super) fn run(arguments: &Compare, session: &Session) -> Result<Exit, Refusal> {
    let text = student_file::read_at_most(&arguments.launch, student_file::MOST_LAUNCH_BYTES)
        .map_err(Refusal::LaunchUnreadable)?;
    let launch = Launch {
        path: &arguments.launch,
        name: as_typed(&arguments.launch).display().to_string(),
        text,
    };
    let options = Options {
        warp: arguments.warp.lanes(),
        threads: 0,
        ..Options::default()
    };
    let (first, second) = (program(&arguments.first)?, program(&arguments.second)?);
    let mut ran = Vec::new();
    for (path, given) in [(&arguments.first, &first), (&arguments.second, &second)] {
        session.line.show(format!("{}: running", given.name));
        let simulation = launch.run(path, given, &options);
        session.line.clear();
        let simulation = simulation?;
        match whole(&simulation) {
            Some(_) => ran.push(simulation),
            None => {
                // Nothing can be compared: it is told as `simulate` tells it.
                session.show(
                    &render::simulation(session.page, &session.program, &simulation),
                    None,
                )?;
                return Ok(match exit(&simulation.ending) {
                    Exit::Good => Exit::Fault,
                    other => other,
                });
            }
        }
    }
    let prediction = launch.prediction(arguments, [&first, &second])?;
    let [Some(a), Some(b)] = [0, 1].map(|at| ran.get(at).and_then(whole)) else {
        return Ok(Exit::Fault);
    };
    let comparison = Comparison::of([side(&first, a), side(&second, b)], prediction);
    let text = match arguments.format {
        Format::Text => render::comparison(session.page, &session.program, &comparison),
        Format::Json => launch_file::json(&comparison),
    };
    session.show(&text, None)?;
    Ok(match comparison.equal && comparison.errors == [0, 0] {
        true => Exit::Good,
        false => Exit::Short,
    })
}

fn side<'a>(text: &'a Text, ran: &'a Ran) -> Side<'a> {
    Side {
        name: &text.name,
        text: &text.text,
        ran,
    }
}

fn program(path: &Path) -> Result<Text, Refusal> {
    let text = student_file::read(path).map_err(Refusal::Source)?;
    Ok(Text::new(as_typed(path).display().to_string(), text))
}

/// A run that came to its end.
fn whole(simulation: &Simulation) -> Option<&Ran> {
    match &simulation.ending {
        Ending::Ran(ran) if ran.outcome.end == End::Completed => Some(ran),
        _ => None,
    }
}

impl Launch<'_> {
    fn run(&self, path: &Path, given: &Text, options: &Options) -> Result<Simulation, Refusal> {
        let mut files = LaunchFolder::with_program(self.path, path);
        launch_file::run_given((&self.name, &self.text), given, &mut files, options)
            .map_err(Refusal::Launch)
    }

    /// The predicted times of both, where there is a profile: the given one has to be there.
    fn prediction(
        &self,
        arguments: &Compare,
        texts: [&Text; 2],
    ) -> Result<PredictionPair, Refusal> {
        let profile = match (
            profiles::read(arguments.profile.as_deref()),
            &arguments.profile,
        ) {
            (Ok(profile), _) => profile,
            (Err(error), Some(_)) => return Err(error.into()),
            (Err(error), None) => {
                let why = match error {
                    ProfileError::Missing { .. } | ProfileError::NoHome => {
                        "no device was calibrated yet (grader calibrate)".to_owned()
                    }
                    error => error.to_string(),
                };
                return Ok(PredictionPair {
                    why_not: [why.clone(), why],
                    ..PredictionPair::default()
                });
            }
        };
        let mut pair = PredictionPair {
            device: Some(profile.device.name.clone()),
            ..PredictionPair::default()
        };
        for (at, (path, given)) in [&arguments.first, &arguments.second]
            .into_iter()
            .zip(texts)
            .enumerate()
        {
            match self.predict(path, given, &profile) {
                Ok(Some(prediction)) => {
                    pair.seconds[at] = Some(prediction.seconds);
                    pair.bottlenecks[at] = Some(prediction.bottleneck());
                }
                // It ran before.
                Ok(None) => {}
                Err(refusal) => pair.why_not[at] = refusal.to_string(),
            }
        }
        Ok(pair)
    }

    /// The prediction of one, from the operations of its text and the simulator's counts.
    fn predict(
        &self,
        path: &Path,
        given: &Text,
        profile: &Profile,
    ) -> Result<Option<Prediction>, Refusal> {
        let mut files = LaunchFolder::with_program(self.path, path);
        let read = launch_file::read_given((&self.name, &self.text), given, &mut files);
        let (_, Read::Ready { checked, prepared }) = read.map_err(Refusal::Launch)? else {
            return Ok(None);
        };
        let counted = hybrid::read(&checked.program, prepared.launch, profile.warp as usize)
            .map_err(|refusal| MeasuringRefusal::CannotCount(Box::new(refusal)))?;
        let prediction = predictor::predict(&counted.work, profile, Caches::Aware);
        Ok(Some(prediction.map_err(Refusal::from)?))
    }
}
