//! Predicts kept measurements again, without a device: `replay PROFILE.toml MEASURED.jsonl...`, and with
//! `--evaluation` the scores of the kinds that are kept for evaluation, with `--kind NAME` each launch of a kind of development with its costs.
//!
//! A line of a file is a random kernel (class, seed, side and seconds) or a launch of a kind (kind, seed and
//! seconds).

use predictor::random::KERNEL;
use predictor::random::{Class, RandomKernel};
use predictor::real::{Half, KINDS, RealKernel, RealTrial, texts};
use predictor::{Caches, Forecast, Model, Profile, Score, Trial};
use serde::Deserialize;
use std::error::Error;
use std::fs;

#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Random {
        class: Class,
        seed: u64,
        side: usize,
        seconds: Vec<f64>,
    },
    Real {
        kind: String,
        seed: u64,
        seconds: Vec<f64>,
    },
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let mut wanted = None;
    if let Some(at) = words.iter().position(|word| word == "--kind") {
        wanted = words.get(at + 1).cloned();
        words.drain(at..(at + 2).min(words.len()));
    }
    let of_evaluation = words.iter().any(|word| word == "--evaluation");
    words.retain(|word| word != "--evaluation");
    let Some((profile, files)) = words.split_first() else {
        return Err("a profile is needed".into());
    };
    let profile = Profile::from_toml(&fs::read_to_string(profile)?)?;
    let (mut random, mut real) = (Vec::new(), Vec::new());
    for file in files {
        for line in fs::read_to_string(file)?.lines() {
            match serde_json::from_str(line)? {
                Line::Random {
                    class,
                    seed,
                    side,
                    seconds,
                } => random.extend(drawn((class, seed, side), seconds, &profile)),
                Line::Real {
                    kind,
                    seed,
                    seconds,
                } => real.extend(written(&kind, seed, seconds, &profile)),
            }
        }
    }
    for class in Class::ALL {
        let of = random.iter().filter(|trial: &&Trial| trial.class == class);
        if let Some(score) = Score::of(of, Model::Aware) {
            println!(
                "{}: {:.1} % of {} within 30 %, mean error {:.1} %, tau {:.3}",
                class.name(),
                score.near * 100.0,
                score.count,
                score.mean_error * 100.0,
                score.tau
            );
        }
    }
    if !of_evaluation {
        real.retain(|trial| trial.kind.half() == Half::Development);
    }
    for text in texts(&real) {
        println!("{text}");
    }
    by_kind(&real);
    if let Some(wanted) = wanted {
        for trial in real.iter().filter(|trial| trial.kind.name == wanted) {
            explain(trial, &profile)?;
        }
    }
    Ok(())
}

fn drawn(
    (class, seed, side): (Class, u64, usize),
    measured: Vec<f64>,
    profile: &Profile,
) -> Option<Trial> {
    let sample = RandomKernel::new(class, seed).at_most(side);
    let (options, mut none) = (Default::default(), opencl_c::preprocessor::NoIncludes);
    let compiled = opencl_c::compile(KERNEL, &sample.text, &options, &mut none).ok()?;
    let shape = sample.shape(profile.probed);
    let work = predictor::read(&compiled.program, &shape, profile.warp as usize).ok()?;
    let prediction = predictor::predict(&work, profile, Caches::Aware).ok()?;
    let forecast = Forecast {
        aware: prediction.seconds,
        bound: prediction.bound(),
        unaware: 0.0,
    };
    Some(Trial {
        class,
        seed,
        side,
        measured,
        forecast,
        hybrid: None,
    })
}

fn written(kind: &str, seed: u64, measured: Vec<f64>, profile: &Profile) -> Option<RealTrial> {
    let kind = KINDS.iter().find(|known| known.name == kind)?;
    let real = RealKernel::new(kind, seed);
    let prediction = real.predict(profile).ok()?;
    let (predicted, bound) = (prediction.seconds, prediction.bottleneck());
    Some(RealTrial {
        kind,
        seed,
        predicted,
        bound,
        measured,
    })
}

/// The launches of each kind of development: measured microseconds, and prediction over measurement.
fn by_kind(trials: &[RealTrial]) {
    for kind in KINDS.iter().filter(|kind| kind.half() == Half::Development) {
        let of = trials.iter().filter(|trial| trial.kind.name == kind.name);
        let mut of: Vec<(f64, f64)> = of
            .map(|trial| (predictor::median(&trial.measured) * 1e6, trial.ratio()))
            .collect();
        of.sort_by(|a, b| a.0.total_cmp(&b.0));
        let of: Vec<String> = of
            .iter()
            .map(|(micro, ratio)| format!("{micro:.1}:{ratio:.2}"))
            .collect();
        println!("{:22} {}", kind.name, of.join(" "));
    }
}

fn explain(trial: &RealTrial, profile: &Profile) -> Result<(), Box<dyn Error>> {
    let real = RealKernel::new(trial.kind, trial.seed);
    println!(
        "{} {}: measured {:.3e}, predicted {:.3e}, {}; {:?} in {:?}, {:?}",
        trial.kind.name,
        trial.seed,
        predictor::median(&trial.measured),
        trial.predicted,
        trial.bound,
        real.plan.global,
        real.plan.local,
        real.plan.arguments
    );
    if let Ok(prediction) = real.predict(profile) {
        println!(
            "    launch {:.3e}, {}",
            prediction.launch,
            prediction.waits()
        );
        for row in &prediction.rows {
            println!(
                "    {:40} {:12.3} {:.3e} {}",
                row.what,
                row.count,
                row.seconds,
                row.part.name()
            );
        }
    }
    Ok(())
}
