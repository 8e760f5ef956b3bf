//! The evaluation of predictions: random kernels, measured and predicted.

use crate::calibration::axes::usual_group;
use crate::session::LONG;
use crate::{
    Bar, Chart, Histogram, MatrixBuffers, MeasurementSession, On, Outcome, Picture, Point, Stop,
    Verified, Work,
};
use launch::{Access, Argument, Buffer, ElementType, Launch, Scalar, noise};
use opencl_c::preprocessor::{NoIncludes, Options};
use opencl_c::program::Program;
use predictor::random::{Class, FILL, KERNEL, RandomKernel, SIDES};
use predictor::{
    Caches, Forecast, Given, Model, Part, Profile, Refusal, Score, Steadiness, Trial, Why,
    histogram,
};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The argument that holds the data.
const MATRIX: usize = 0;

/// Counted runs of each kernel, as in the source.
pub const RUNS: usize = 5;

impl MatrixBuffers {
    /// Buffers for kernels of up to `side` elements along a side.
    pub fn for_kernels(
        session: &mut MeasurementSession<'_>,
        side: usize,
    ) -> Result<MatrixBuffers, Stop> {
        MatrixBuffers::new(session, MatrixBuffers::floats(side))
    }

    /// Seconds of each of [`RUNS`] runs of some kernels, by the device's clock. A run of a short kernel is the
    /// median of several launches. The kernels alternate, so that a disturbance affects one run of several
    /// kernels rather than all runs of one. `begun` hears of each run's number; 0 is compiling.
    pub fn run(
        &self,
        session: &mut MeasurementSession<'_>,
        samples: &[&RandomKernel],
        begun: &mut dyn FnMut(usize),
    ) -> Result<Vec<Vec<f64>>, Stop> {
        let group = usual_group(session.is_cpu());
        let mut steps = Vec::new();
        for sample in samples {
            let program = session.build("random.cl", &sample.text, &[], "")?;
            let rounds = sample.rounds as usize;
            steps.push(self.step(&program, KERNEL, sample.side, rounds, group));
        }
        // Some devices compile at the first launch. All kernels are compiled before any is measured.
        begun(0);
        let mut is_long = Vec::new();
        for step in &steps {
            let first = session.run(std::slice::from_ref(step))?;
            is_long.push(first.median() >= LONG);
        }
        let mut measured = vec![Vec::new(); samples.len()];
        for turn in 1..=RUNS {
            begun(turn);
            for ((step, is_long), runs) in steps.iter().zip(&is_long).zip(&mut measured) {
                let step = std::slice::from_ref(step);
                let times = if *is_long {
                    session.run(step)?
                } else {
                    session.run_settled(step)?
                };
                runs.push(times.median());
            }
        }
        Ok(measured)
    }
}

/// The series of the reference kernel's points.
pub const REFERENCE: &str = "reference";

/// The reference kernel, which is measured repeatedly between others: two reads and a difference, over up to
/// 2048 x 2048 elements.
pub fn reference(most: usize) -> RandomKernel {
    RandomKernel {
        side: most.min(2048),
        ..RandomKernel::new(Class::Realistic, 2)
    }
}

/// One measurement of the reference kernel, as a point. `number` counts these measurements.
pub fn reference_runs(number: usize, reference: &RandomKernel, seconds: &[f64]) -> Point {
    let task = format!("{REFERENCE} {number}");
    Point {
        series: REFERENCE.to_owned(),
        ..runs(&task, reference, seconds)
    }
}

/// How steady the device was, by the reference kernel.
pub fn steadiness(points: &[Point], profile: &Profile) -> Option<Steadiness> {
    Steadiness::of(&reference_times(points), profile.reference)
}

/// Seconds of the reference kernel, each the median of its runs.
fn reference_times(points: &[Point]) -> Vec<f64> {
    let of = points.iter().filter(|point| point.series == REFERENCE);
    of.filter_map(|point| Some(predictor::median(point.outcome.samples()?)))
        .collect()
}

/// The device's relative slowness during each run of a kernel, by task: the reference's time before and after
/// the run, relative to its median. Points are in the order of measurement.
pub fn paces(points: &[Point]) -> HashMap<&str, Vec<f64>> {
    let middle = predictor::median(&reference_times(points));
    let mut paces = HashMap::new();
    let mut before: Option<&[f64]> = None;
    let mut since: Vec<&str> = Vec::new();
    for point in points {
        if point.series != REFERENCE {
            since.push(&point.task);
            continue;
        }
        let Some(after) = point.outcome.samples() else {
            continue;
        };
        if let Some(before) = before {
            let turns = before.iter().zip(after);
            let pace: Vec<f64> = turns
                .map(|(before, after)| (before * after).sqrt() / middle)
                .collect();
            paces.extend(since.drain(..).map(|task| (task, pace.clone())));
        }
        since.clear();
        before = Some(after);
    }
    paces
}

/// The trials between two measurements of the reference, with each run divided by the device's relative
/// slowness.
pub fn at_constant_speed(points: &[Point], trials: &[Trial]) -> Vec<Trial> {
    let paces = paces(points);
    let paced = trials.iter().filter_map(|trial| {
        let paces = paces.get(task(trial.class, trial.seed).as_str())?;
        Some(trial.at_constant_speed(paces))
    });
    paced.collect()
}

/// The id of the task that measures a kernel.
pub fn task(class: Class, seed: u64) -> String {
    format!("{} {seed}", class.name())
}

/// The scores per class after normalising each run by the device's speed at that moment, as sentences.
pub fn normalised_texts(paced: &[Trial]) -> Vec<String> {
    let each = Class::ALL.into_iter().filter_map(|class| {
        let score = Score::of(of_class(paced, class), Model::Aware)?;
        Some(format!(
            "{}, at one pace: {:.1} % of {} within 30 %, mean error {:.1} %, each run divided by what that one kernel \
             took before and after it over its median",
            class.name(),
            score.near * 100.0,
            score.count,
            score.mean_error * 100.0
        ))
    });
    each.collect()
}

/// The steadiness as a sentence.
pub fn steadiness_text(steady: &Steadiness) -> String {
    let mut text = format!(
        "One kernel was measured again and again beside the others, {} times: it took {} to {}, its median {}. \
         {:.0} % of these times are within 30 % of the median: nobody predicts a device better than it repeats \
         itself.",
        steady.count,
        crate::report::time(steady.least),
        crate::report::time(steady.most),
        crate::report::time(steady.median),
        steady.near * 100.0
    );
    if let Some(calibrated) = steady.calibrated {
        _ = write!(
            text,
            " Among the kernels of the calibration it took {}.",
            crate::report::time(calibrated)
        );
    }
    text
}

pub fn runs(task: &str, sample: &RandomKernel, seconds: &[f64]) -> Point {
    Point {
        task: task.to_owned(),
        series: sample.class.name().to_owned(),
        at: vec![("side".to_owned(), sample.side as f64)],
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

fn compiled(sample: &RandomKernel) -> Result<Program, Refusal> {
    let compiled = opencl_c::compile(
        "random.cl",
        &sample.text,
        &Options::default(),
        &mut NoIncludes,
    );
    match compiled {
        Ok(compiled) => Ok(compiled.program),
        Err(_) => Err(Refusal {
            at: None,
            why: Why::NoSuchKernel(KERNEL.to_owned()),
        }),
    }
}

/// Predicts a kernel from its text.
pub fn forecast(sample: &RandomKernel, profile: &Profile) -> Result<Forecast, Refusal> {
    let program = compiled(sample)?;
    let work = predictor::read(
        &program,
        &sample.shape(profile.probed),
        profile.warp as usize,
    )?;
    let aware = predictor::predict(&work, profile, Caches::Aware)?;
    Ok(Forecast {
        aware: aware.seconds,
        bound: aware.bound(),
        unaware: predictor::predict(&work, profile, Caches::Unaware)?.seconds,
    })
}

/// Predicts a kernel's seconds with the hybrid model, cache-aware.
pub fn predict_hybrid(sample: &RandomKernel, profile: &Profile) -> Result<f64, hybrid::Refusal> {
    let work = counted(sample, profile.probed, profile.warp as usize)?.work;
    Ok(predictor::predict(&work, profile, Caches::Aware)?.seconds)
}

/// The predictions of a kernel, made before it is measured.
#[derive(Clone, Debug)]
pub struct Predicted {
    pub forecast: Forecast,
    /// Seconds by the hybrid model, or why there is no prediction.
    pub hybrid: Result<f64, hybrid::Refusal>,
}

/// Predicts kernels on all cores, in their order.
pub fn predict_all(samples: &[RandomKernel], profile: &Profile) -> Vec<Result<Predicted, Refusal>> {
    let of = |sample: &RandomKernel| {
        Ok(Predicted {
            forecast: forecast(sample, profile)?,
            hybrid: predict_hybrid(sample, profile),
        })
    };
    let left = Mutex::new(samples.iter().enumerate());
    let done = Mutex::new(Vec::new());
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((number, sample)) = next() {
                    let predicted = of(sample);
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    done.push((number, predicted));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, predicted)| predicted).collect()
}

/// The work of a kernel with its data, as the simulator counts it. Only touched pages of the buffers are
/// filled.
pub fn counted(
    sample: &RandomKernel,
    group: [usize; 2],
    warp: usize,
) -> Result<hybrid::Counted, hybrid::Refusal> {
    let program = compiled(sample)?;
    let shape = sample.shape(group);
    let mut arguments = Vec::new();
    for (number, given) in shape.arguments.iter().enumerate() {
        let name = number.to_string();
        arguments.push(match given {
            Given::Buffer(bytes) => Argument::Buffer(Buffer {
                name,
                element: ElementType::scalar(Scalar::Float),
                contents: vec![0; *bytes as usize],
                access: Access::ReadWrite,
                initialized: true,
            }),
            Given::Value(bytes) => Argument::Value {
                name,
                bytes: bytes.clone(),
            },
            Given::Local(_) | Given::Null => Argument::Null { name },
        });
    }
    let launch = Launch {
        kernel: shape.kernel,
        arguments,
        range: shape.range,
    };
    let (seed, low, high) = FILL;
    let mut fill = |argument: usize, from: usize, bytes: &mut [u8]| {
        if argument == MATRIX {
            for (index, element) in bytes.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                let value = noise::float(seed, (from / 4 + index) as u64, low, high);
                *element = value.to_le_bytes();
            }
        }
    };
    hybrid::read_filled(&program, launch, warp, &mut fill)
}

const MODELS: [(Model, &str); 3] = [
    (Model::Aware, "cache-aware"),
    (Model::Unaware, "cache-unaware"),
    (Model::Hybrid, "hybrid"),
];

fn of_class(trials: &[Trial], class: Class) -> impl Iterator<Item = &Trial> {
    trials.iter().filter(move |trial| trial.class == class)
}

/// One line for each trial, in seconds.
pub fn trials_csv(trials: &[Trial]) -> String {
    let mut text = String::from("class,seed,side,aware,unaware,hybrid,middle,runs\n");
    for trial in trials {
        let runs: Vec<String> = trial.measured.iter().map(f64::to_string).collect();
        _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{}",
            trial.class.name(),
            trial.seed,
            trial.side,
            trial.forecast.aware,
            trial.forecast.unaware,
            trial
                .hybrid
                .map_or(String::new(), |hybrid| hybrid.to_string()),
            trial.median(),
            runs.join(" ")
        );
    }
    text
}

/// Histograms of prediction over measurement, by class and model.
pub fn trial_charts(trials: &[Trial]) -> Vec<Chart> {
    let mut charts = Vec::new();
    for class in Class::ALL {
        for (model, name) in MODELS {
            let bins = histogram(of_class(trials, class), model);
            let Some(score) = Score::of(of_class(trials, class), model) else {
                continue;
            };
            let near = (score.near * score.count as f64).round();
            let bars = bins.iter().enumerate().map(|(bin, &count)| Bar {
                label: match bin {
                    20 => "more".to_owned(),
                    _ if bin % 5 == 0 => format!("{:.1}", bin as f64 / 10.0),
                    _ => String::new(),
                },
                value: count as f64,
            });
            charts.push(Chart {
                name: format!(
                    "prediction-{}-{}",
                    class.name(),
                    name.trim_start_matches("cache-")
                ),
                title: format!(
                    "{:.0} % of the {} kernels are predicted within 30 % ({name})",
                    score.near * 100.0,
                    class.name()
                ),
                picture: Picture::Histogram(Histogram {
                    x: "predicted time over measured time".to_owned(),
                    y: "kernels".to_owned(),
                    bins: bars.collect(),
                    near: 7..13,
                    within: format!("within 30 %: {near:.0} kernels"),
                    beyond: format!("further off: {:.0} kernels", score.count as f64 - near),
                }),
            });
        }
    }
    charts
}

/// The scores of each class and model, in the order of the tables.
pub fn scores(trials: &[Trial]) -> Vec<(Class, &'static str, Score)> {
    let mut scores = Vec::new();
    for class in Class::ALL {
        for (model, name) in MODELS {
            if let Some(score) = Score::of(of_class(trials, class), model) {
                scores.push((class, name, score));
            }
        }
    }
    scores
}

/// The accuracy by the part that is predicted to take longest, as a Markdown table. It shows which cost is
/// wrong.
pub fn trials_by_cost(trials: &[Trial]) -> String {
    let mut text = String::from(
        "| kernels | longest | number | within 30 % | median of prediction over measurement |\n\
         |---|---|---:|---:|---:|\n",
    );
    for class in Class::ALL {
        for bound in Part::ALL {
            let of = of_class(trials, class).filter(|trial| trial.forecast.bound == bound);
            if let Some(score) = Score::of(of, Model::Aware) {
                _ = writeln!(
                    text,
                    "| {} | {} | {} | {:.0} % | {:.2} |",
                    class.name(),
                    bound.name(),
                    score.count,
                    score.near * 100.0,
                    score.median
                );
            }
        }
    }
    text
}

/// The page of an evaluation, with the device's steadiness and the normalised trials.
pub fn trials_markdown(
    trials: &[Trial],
    (steady, paced): (Option<&Steadiness>, &[Trial]),
    on: &On,
    seed: u64,
    charts: &[Chart],
) -> String {
    let mut text = format!(
        "# prediction: how often is a prediction right?\n\nOn {} ({}, driver {}), seed {seed}. Each kernel \
         was predicted before it was measured: the middle of five runs by the device's clock, of the kernel \
         alone. Near is within 30 %.\n\n\
         | kernels | model | number | near | median of prediction over measurement | median error | mean \
         error | Kendall's tau | single runs near the mean of the others |\n\
         |---|---|---|---|---|---|---|---|---|\n",
        on.device, on.platform, on.driver
    );
    for (class, model, score) in scores(trials) {
        _ = writeln!(
            text,
            "| {} | {model} | {} | {:.1} % | {:.2} | {:.1} % | {:.1} % | {:.3} | {:.1} % |",
            class.name(),
            score.count,
            score.near * 100.0,
            score.median,
            score.median_error * 100.0,
            score.mean_error * 100.0,
            score.tau,
            score.spread * 100.0
        );
    }
    text.push_str("\n| kernels | side | number | near |\n|---|---|---|---|\n");
    for class in Class::ALL {
        for side in SIDES {
            let of = of_class(trials, class).filter(|trial| trial.side == side);
            if let Some(score) = Score::of(of, Model::Aware) {
                _ = writeln!(
                    text,
                    "| {} | {side} | {} | {:.0} % |",
                    class.name(),
                    score.count,
                    score.near * 100.0
                );
            }
        }
    }
    if let Some(steady) = steady {
        _ = write!(text, "\n{}\n\n", steadiness_text(steady));
    }
    for paced in normalised_texts(paced) {
        _ = writeln!(text, "- {paced}");
    }
    text.push_str("\nWhich cost is to blame: the same by what takes longest, as predicted.\n\n");
    text.push_str(&trials_by_cost(trials));
    for chart in charts {
        _ = write!(text, "\n![{}]({}.svg)\n", chart.title, chart.name);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_of_a_run_is_that_of_the_reference_before_and_after_it() {
        let sample = RandomKernel::new(Class::Realistic, 7);
        let kernel = |name: &str| runs(name, &sample, &[1.0, 1.0]);
        let points = [
            reference_runs(0, &sample, &[1.0, 2.0]),
            kernel("one"),
            kernel("another"),
            reference_runs(1, &sample, &[4.0, 2.0]),
            kernel("the last"),
        ];
        let found = paces(&points);
        // The median of both measurements is 4.
        assert_eq!(found["one"], [0.5, 0.5]);
        assert_eq!(found["another"], [0.5, 0.5]);
        assert_eq!(found.get("the last"), None);
    }

    #[test]
    fn a_kernel_that_nothing_was_measured_before_has_no_pace() {
        let sample = RandomKernel::new(Class::Realistic, 7);
        let points = [
            runs("first", &sample, &[1.0]),
            reference_runs(0, &sample, &[1.0]),
        ];
        assert!(paces(&points).is_empty());
    }
}
