//! `grader predict --evaluate` on kernels as people write them.

use crate::arguments::Predict;
use crate::files::replace;
use crate::measure::journal::{Head, Journal};
use crate::refusal::{MeasuringRefusal, Refusal};
use crate::render;
use crate::session::Session;
use crate::terminal::interrupt;
use predictor::Profile;
use predictor::real::{RealKernel, RealTrial};
use std::path::Path;
use studies::{MeasurementSession, On, Outcome, Point, Verified, Work};

/// Predicts `count` launches and measures them. Returns them, and why others are missing.
pub(super) fn evaluate(
    (arguments, count): (&Predict, u64),
    profile: &Profile,
    measurement: &mut MeasurementSession<'_>,
    folder: &Path,
    session: &Session,
) -> Result<(Vec<RealTrial>, Vec<String>), Refusal> {
    let head = Head {
        study: format!("prediction of real kernels with seed {}", arguments.seed),
        on: On::of(measurement.device()),
        quick: false,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let mut journal = Journal::open(&folder.join("real.jsonl"), &head, arguments.again)?;
    let (mut trials, mut missing) = (Vec::new(), Vec::new());
    for number in 0..count {
        let real = RealKernel::of(arguments.seed, number);
        session.line.count(number as usize, count as usize);
        session.line.show(real.kind.name.to_owned());
        // Predicted before it is measured.
        let (predicted, bound) = match real.predict(profile) {
            Ok(predicted) => (predicted.seconds, predicted.bottleneck()),
            Err(refusal) => {
                missing.push(format!(
                    "{}: {}",
                    real.kind.name,
                    render::refusal_of(&refusal)
                ));
                continue;
            }
        };
        let task = studies::real_task(&real);
        let kept = journal.points.iter().find(|point| point.task == task);
        let kept = kept.and_then(|point| Some(point.outcome.samples()?.to_vec()));
        let measured = match kept {
            Some(kept) => kept,
            None => match studies::measure_real(measurement, &real) {
                Ok(measured) => {
                    journal.point(&point(&task, &real, &measured))?;
                    journal.end(&task)?;
                    measured
                }
                Err(stop) => {
                    missing.push(format!("{}: {}", real.kind.name, stop.reason()));
                    let wrong = |stop: studies::Stop| MeasuringRefusal::Device(stop.reason());
                    measurement.recover(&stop).map_err(wrong)?;
                    continue;
                }
            },
        };
        trials.push(RealTrial {
            kind: real.kind,
            seed: real.seed,
            predicted,
            bound,
            measured,
        });
    }
    let path = folder.join("real.csv");
    let text = studies::real_csv(&trials);
    interrupt::whole(|| replace::write(&path, text.as_bytes())).map_err(|error| {
        Refusal::Output {
            file: Some(path.clone()),
            error,
        }
    })?;
    Ok((trials, missing))
}

fn point(task: &str, real: &RealKernel, seconds: &[f64]) -> Point {
    Point {
        task: task.to_owned(),
        series: real.kind.name.to_owned(),
        at: vec![("bytes".to_owned(), real.bytes() as f64)],
        outcome: Outcome::Timed {
            wall: seconds.to_vec(),
            device: None,
            work: Work::default(),
            share: None,
            verified: Verified::NothingComputed,
            energy: None,
        },
    }
}
