//! `grader predict` for several launches, one after the other, with buffers that stay on the device.

use super::ready::{Ready, ready};
use super::rounds;
use crate::arguments::{Format, Predict};
use crate::commands::Exit;
use crate::exercises::course_folder::as_typed;
use crate::refusal::{MeasuringRefusal, Refusal};
use crate::render;
use crate::session::Session;
use launch::{Access, Argument};
use predictor::{Caches, Prediction, Profile, Question, Trip, Why, Work};
use std::collections::BTreeMap;
use std::path::PathBuf;

pub(super) fn run(
    launches: &[PathBuf],
    arguments: &Predict,
    profile: &Profile,
    session: &Session,
) -> Result<Exit, Refusal> {
    let mut names = Vec::new();
    let mut all = Vec::new();
    for launch in launches {
        match ready(launch, arguments.format, session)? {
            Ok(ready) => all.push(ready),
            Err(exit) => return Ok(exit),
        }
        names.push(as_typed(launch).display().to_string());
    }
    let (copies, kept) = copies(&names, &all, profile)?;
    let mut unused = arguments.trips.clone();
    let mut predicted: Vec<(Work, Prediction)> = Vec::new();
    for ready in &all {
        let trips = trips_of(ready, profile, &arguments.trips)?;
        unused.retain(|trip| !trips.contains(trip));
        let question = rounds::question(
            &ready.checked.program,
            &ready.shape,
            profile,
            &trips,
            arguments.format,
        )?;
        if let Some(open) = question.open().first() {
            return Err(Refusal::from(predictor::Refusal {
                at: Some(open.clone()),
                why: Why::Rounds,
            }));
        }
        let work = question.work(&[]).map_err(Refusal::from)?;
        let prediction =
            predictor::predict(&work, profile, Caches::Aware).map_err(Refusal::from)?;
        predicted.push((work, prediction));
    }
    if let Some(trip) = unused.first() {
        return Err(Refusal::from(predictor::Refusal {
            at: None,
            why: Why::NoLoop {
                file: trip.file.clone(),
                line: trip.line,
                column: trip.column,
            },
        }));
    }
    let row = render::Launches {
        profile,
        launches: names
            .iter()
            .zip(&all)
            .zip(&predicted)
            .zip(copies)
            .map(
                |(((name, ready), (work, prediction)), transfers)| render::InRow {
                    name,
                    of: render::Predicted {
                        program: &session.program,
                        counted: render::Counted::InText,
                        shape: &ready.shape,
                        profile,
                        work,
                        prediction,
                        transfers,
                        best: None,
                    },
                },
            )
            .collect(),
        kept,
    };
    let text = match arguments.format {
        Format::Text => render::row(session.page, &row),
        Format::Json => render::row_json(&row),
    };
    session.show(&text, None)?;
    Ok(Exit::Good)
}

/// The trip counts that apply to a loop of this launch.
fn trips_of(ready: &Ready, profile: &Profile, trips: &[Trip]) -> Result<Vec<Trip>, Refusal> {
    let mut of: Vec<Trip> = trips.to_vec();
    loop {
        let (program, shape) = (&ready.checked.program, &ready.shape);
        let refused = match Question::of(program, shape, profile.warp as usize, &of) {
            Ok(_) => return Ok(of),
            Err(refusal) => refusal,
        };
        let Why::NoLoop { file, line, column } = &refused.why else {
            return Err(Refusal::from(refused));
        };
        let before = of.len();
        of.retain(|trip| (&trip.file, trip.line, trip.column) != (file, *line, *column));
        if of.len() == before {
            return Err(Refusal::from(refused));
        }
    }
}

/// A use of a buffer by one of the launches.
struct Use {
    launch: usize,
    access: Access,
    bytes: usize,
}

/// Seconds of the copies to the device before each launch and back after it, and the buffers that stay on the device
/// between launches. A buffer is copied to the device if the first launch that uses it reads it, and back if the last
/// one writes it.
fn copies(
    names: &[String],
    launches: &[Ready],
    profile: &Profile,
) -> Result<(Vec<[f64; 2]>, Vec<String>), Refusal> {
    let mut buffers: BTreeMap<(Option<String>, usize, usize), Vec<Use>> = BTreeMap::new();
    for (launch, ready) in launches.iter().enumerate() {
        let arguments = ready.prepared.launch.arguments.iter();
        for (number, argument) in arguments.enumerate() {
            let Argument::Buffer(buffer) = argument else {
                continue;
            };
            // A buffer without a name is distinct.
            let name = ready.prepared.names.get(number).cloned().flatten();
            let key = match name {
                Some(name) => (Some(name), 0, 0),
                None => (None, launch, number),
            };
            let uses = buffers.entry(key.clone()).or_default();
            let bytes = buffer.contents.len();
            if let Some(other) = uses.iter().find(|other| other.bytes != bytes) {
                return Err(MeasuringRefusal::BuffersDiffer {
                    name: key.0.unwrap_or_default(),
                    one: (names[other.launch].clone(), other.bytes),
                    other: (names[launch].clone(), bytes),
                }
                .into());
            }
            uses.push(Use {
                launch,
                access: buffer.access,
                bytes,
            });
        }
    }
    let mut seconds = vec![[0.0; 2]; launches.len()];
    let mut kept = Vec::new();
    for ((name, ..), uses) in buffers {
        let (Some(first), Some(last)) = (uses.first(), uses.last()) else {
            continue;
        };
        let ways = [
            (first.access != Access::Write, first),
            (last.access != Access::Read, last),
        ];
        for (way, (goes, at)) in ways.into_iter().enumerate() {
            if goes {
                seconds[at.launch][way] += copy(profile, way, at.bytes);
            }
        }
        if uses.len() > 1 {
            kept.extend(name);
        }
    }
    Ok((seconds, kept))
}

/// Seconds of a copy to the device (`way` 0) or back (`way` 1).
pub(super) fn copy(profile: &Profile, way: usize, bytes: usize) -> f64 {
    let transfer = profile.transfer[way];
    if transfer.bandwidth > 0.0 {
        transfer.latency + bytes as f64 / transfer.bandwidth
    } else {
        0.0
    }
}
