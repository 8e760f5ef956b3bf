//! `grader predict`

mod ready;
mod real;
mod rounds;
mod row;

use self::ready::ready;
use super::Exit;
use crate::arguments::{Format, KernelClass, Predict};
use crate::files::replace;
use crate::measure::journal::{Head, Journal};
use crate::measure::open_device;
use crate::predict::profiles::{self, ProfileError};
use crate::refusal::{MeasuringRefusal, Refusal};
use crate::render;
use crate::session::Session;
use crate::terminal::interrupt;
use predictor::random::{Class, RandomKernel};
use predictor::{At, Caches, Profile, Question, Shape, Trip, Why};
use std::fs;
use std::path::{Path, PathBuf};
use studies::{
    Depth, MatrixBuffers, MeasurementSession, Meters, On, Point, Predicted, Stop, Trial,
};

/// Random kernels that alternate: all others run between two runs of one.
const BLOCK: usize = 96;

/// Kernels between two measurements of the reference.
const BETWEEN_REFERENCES: usize = 12;

/// Work-groups that are compared to find the quickest.
const GROUPS: [[usize; 2]; 9] = [
    [8, 8],
    [16, 4],
    [16, 8],
    [16, 16],
    [32, 4],
    [32, 8],
    [64, 1],
    [128, 1],
    [256, 1],
];

/// Trip counts at which a formula is evaluated.
const ROUNDS: [u64; 5] = [1, 10, 100, 1000, 10_000];

pub(super) fn run(arguments: &Predict, session: &Session) -> Result<Exit, Refusal> {
    let profile = profiles::read(arguments.profile.as_deref())?;
    match (arguments.evaluate, arguments.launches.as_slice()) {
        (Some(count), _) => evaluate(arguments, count, &profile, session),
        (None, [launch]) => predict(launch, arguments, &profile, session),
        // The parser asks for one of them.
        (None, []) => Ok(Exit::Fault),
        // Counting a launch would need the data that the one before leaves.
        (None, _) if arguments.hybrid => Err(MeasuringRefusal::HybridOfSeveral.into()),
        (None, several) => row::run(several, arguments, &profile, session),
    }
}

fn predict(
    launch: &Path,
    arguments: &Predict,
    profile: &Profile,
    session: &Session,
) -> Result<Exit, Refusal> {
    let ready = match ready(launch, arguments.format, session)? {
        Ok(ready) => ready,
        Err(exit) => return Ok(exit),
    };
    let (program, shape) = (&ready.checked.program, &ready.shape);
    let transfers = transfers(&ready.prepared.launch, profile);
    let (work, counts, best) = if arguments.hybrid {
        let counted = hybrid::read(program, ready.prepared.launch, profile.warp as usize);
        let counted =
            counted.map_err(|refusal| MeasuringRefusal::CannotCount(Box::new(refusal)))?;
        let source = render::Counted::InSimulator {
            ran: counted.ran,
            of: counted.groups,
        };
        (counted.work, source, None)
    } else {
        let question =
            rounds::question(program, shape, profile, &arguments.trips, arguments.format)?;
        if let Some(first) = question.open().first() {
            return Err(formula(
                &question,
                first,
                arguments.format,
                profile,
                shape,
                session,
            )?);
        }
        let work = question.work(&[]).map_err(Refusal::from)?;
        let best = best_group(program, shape, profile, question.trips());
        (work, render::Counted::InText, best)
    };
    let prediction = predictor::predict(&work, profile, Caches::Aware).map_err(Refusal::from)?;
    let answer = render::Predicted {
        program: &session.program,
        shape,
        profile,
        work: &work,
        counted: counts,
        prediction: &prediction,
        transfers,
        best,
    };
    let text = match arguments.format {
        Format::Text => render::prediction(session.page, &answer),
        Format::Json => render::prediction_json(&answer),
    };
    session.show(&text, None)?;
    Ok(Exit::Good)
}

/// Shows the cost of a launch as a formula in its open trip counts. Returns the reason why there is no number.
fn formula(
    question: &Question<'_>,
    first: &At,
    format: Format,
    profile: &Profile,
    shape: &Shape,
    session: &Session,
) -> Result<Refusal, Refusal> {
    let open_rounds = Refusal::from(predictor::Refusal {
        at: Some(first.clone()),
        why: Why::Rounds,
    });
    let formula = match question.formula(profile) {
        Ok(formula) => formula,
        // The formula's trip counts may be too large to read where others are not.
        Err(refusal) if refusal.why == Why::TooLarge => return Ok(open_rounds),
        Err(refusal) => return Err(Refusal::from(refusal)),
    };
    let at = |&rounds: &u64| {
        let each = vec![rounds; question.open().len()];
        Ok((rounds, question.predict(&each, profile)?))
    };
    let times: Result<Vec<_>, predictor::Refusal> = ROUNDS.iter().map(at).collect();
    let open = render::Open {
        shape,
        profile,
        open: question.open(),
        formula: &formula,
        times: &times.map_err(Refusal::from)?,
    };
    let text = match format {
        Format::Text => render::formula(session.page, &open),
        Format::Json => render::formula_json(&open),
    };
    session.show(&text, None)?;
    Ok(open_rounds)
}

/// Seconds of the copies to the device and back: each buffer goes the ways that its access states.
fn transfers(launch: &launch::Launch, profile: &Profile) -> [f64; 2] {
    let mut seconds = [0.0; 2];
    for argument in &launch.arguments {
        let launch::Argument::Buffer(buffer) = argument else {
            continue;
        };
        let ways = match buffer.access {
            launch::Access::Read => [true, false],
            launch::Access::Write => [false, true],
            launch::Access::ReadWrite => [true, true],
        };
        for way in [0, 1] {
            if ways[way] {
                seconds[way] += row::copy(profile, way, buffer.contents.len());
            }
        }
    }
    seconds
}

/// The work-group with the least predicted time, that of the launch included, and that time in seconds.
fn best_group(
    program: &opencl_c::program::Program,
    shape: &Shape,
    profile: &Profile,
    trips: &[Trip],
) -> Option<(Vec<usize>, f64)> {
    let dimensions = shape.range.global.len();
    let mut best: Option<(Vec<usize>, f64)> = None;
    let tried = GROUPS.map(|group| {
        let mut local = vec![1; dimensions];
        local[0] = if dimensions == 1 {
            group[0] * group[1]
        } else {
            group[0]
        };
        if dimensions > 1 {
            local[1] = group[1];
        }
        local
    });
    for local in tried.into_iter().chain(shape.range.local.clone()) {
        let mut tried = shape.clone();
        tried.range.local = Some(local.clone());
        if tried.range.validate().is_err() {
            continue;
        }
        let predicted = predictor::read_with(program, &tried, profile.warp as usize, trips)
            .and_then(|work| predictor::predict(&work, profile, Caches::Aware));
        if let Ok(predicted) = predicted
            && best.as_ref().is_none_or(|best| predicted.seconds < best.1)
        {
            best = Some((local, predicted.seconds));
        }
    }
    best
}

fn evaluate(
    arguments: &Predict,
    count: u64,
    profile: &Profile,
    session: &Session,
) -> Result<Exit, Refusal> {
    let (mut bench, device) = open_device::open(arguments.device)?;
    if profiles::about(&device) != profile.device {
        let error = ProfileError::OtherDevice {
            profile: profile.device.name.clone(),
            device: device.name,
        };
        return Err(error.into());
    }
    let folder = match &arguments.out {
        Some(folder) => folder.clone(),
        None => PathBuf::from("bench").join("prediction"),
    };
    fs::create_dir_all(&folder).map_err(|error| Refusal::Output {
        file: Some(folder.clone()),
        error,
    })?;
    let head = Head {
        study: format!("prediction with seed {}", arguments.seed),
        on: On::of(&device),
        quick: false,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let mut journal = Journal::open(&folder.join("prediction.jsonl"), &head, arguments.again)?;
    let mut meters = Meters::find();
    let mut note = |_: &Point| {};
    let mut measurement = MeasurementSession::new(
        &mut bench,
        device.clone(),
        Depth::Full,
        &mut meters,
        studies::Choices::default(),
        &mut note,
    );
    let wrong = |stop: Stop| MeasuringRefusal::Device(stop.reason());
    let (real, not_real) = if arguments.includes(KernelClass::Real) {
        let arguments = (arguments, count);
        real::evaluate(arguments, profile, &mut measurement, &folder, session)?
    } else {
        (Vec::new(), Vec::new())
    };
    let classes: Vec<Class> = Class::ALL
        .into_iter()
        .filter(|class| arguments.includes(KernelClass::Random(*class)))
        .collect();
    if !real.is_empty() {
        session.line.clear();
        let texts = render::real_evaluation(session.page, &real, &not_real, &folder);
        session.show(&texts, None)?;
    }
    if classes.is_empty() {
        return Ok(if not_real.is_empty() {
            Exit::Good
        } else {
            Exit::Fault
        });
    }
    measurement.begin("prediction");
    let most = MatrixBuffers::most(&measurement).map_err(wrong)?;
    let mut buffers = MatrixBuffers::for_kernels(&mut measurement, most).map_err(wrong)?;
    let reference = studies::reference(most);
    let mut trials: Vec<Trial> = Vec::new();
    let mut missing = Vec::new();
    let mut drawn: Vec<RandomKernel> = Vec::new();
    for number in 0..count {
        session.line.count(number as usize, count as usize);
        session.line.show("random kernels".to_owned());
        let seed = launch::noise::bits(arguments.seed, number);
        let samples = classes.iter().map(|&class| RandomKernel::new(class, seed));
        drawn.extend(samples.map(|sample| sample.at_most(most)));
        if drawn.len() < BLOCK && number + 1 < count {
            continue;
        }
        // Predicted before it is measured.
        let predicted = studies::predict_all(&drawn, profile);
        let mut block: Vec<(String, RandomKernel, Predicted)> = Vec::new();
        for (sample, predicted) in drawn.drain(..).zip(predicted) {
            match predicted {
                Ok(predicted) => {
                    if let Err(refusal) = &predicted.hybrid {
                        missing.push(render::not_counted(refusal));
                    }
                    let task = studies::task(sample.class, sample.seed);
                    block.push((task, sample, predicted));
                }
                Err(refusal) => missing.push(render::refusal_of(&refusal)),
            }
        }
        let is_kept = |task: &str| journal.points.iter().any(|point| point.task == task);
        let new: Vec<usize> = (0..block.len())
            .filter(|&of| !is_kept(&block[of].0))
            .collect();
        // All at once. If one of them stops the device, one at a time, to lose only that one.
        let mut batches = vec![new];
        while let Some(these) = batches.pop().filter(|these| !these.is_empty()) {
            // None is the reference, before and after each chunk.
            let chunks = these.chunks(BETWEEN_REFERENCES);
            let chunks = chunks.flat_map(|some| some.iter().copied().map(Some).chain([None]));
            let turns: Vec<Option<usize>> = std::iter::once(None).chain(chunks).collect();
            let sample = |of: &Option<usize>| of.map_or(&reference, |of| &block[of].1);
            let samples: Vec<&RandomKernel> = turns.iter().map(sample).collect();
            let mut begun = |turn: usize| {
                let text = match turn {
                    0 => format!("compiling {} random kernels", samples.len()),
                    _ => format!(
                        "{} random kernels, turn {turn} of {}",
                        samples.len(),
                        studies::RUNS
                    ),
                };
                session.line.show(text);
            };
            match buffers.run(&mut measurement, &samples, &mut begun) {
                Ok(measured) => {
                    for (turn, runs) in turns.iter().zip(&measured) {
                        let point = match turn {
                            Some(of) => {
                                let (task, sample, ..) = &block[*of];
                                studies::runs(task, sample, runs)
                            }
                            None => {
                                let again = journal.points.iter();
                                let again =
                                    again.filter(|point| point.series == studies::REFERENCE);
                                studies::reference_runs(again.count(), &reference, runs)
                            }
                        };
                        journal.point(&point)?;
                        journal.end(&point.task)?;
                    }
                }
                Err(stop) => {
                    if these.len() == 1 {
                        missing.push(stop.reason());
                    } else {
                        batches.extend(these.iter().map(|&of| vec![of]));
                    }
                    // Releases what remains on the device, and recreates what is lost.
                    measurement.begin("prediction");
                    measurement.recover(&stop).map_err(wrong)?;
                    buffers = MatrixBuffers::for_kernels(&mut measurement, most).map_err(wrong)?;
                }
            }
        }
        for (task, sample, predicted) in block {
            let kept = journal.points.iter().find(|point| point.task == task);
            if let Some(runs) = kept.and_then(|point| point.outcome.samples()) {
                trials.push(Trial {
                    class: sample.class,
                    seed: sample.seed,
                    side: sample.side,
                    measured: runs.to_vec(),
                    forecast: predicted.forecast,
                    hybrid: predicted.hybrid.ok(),
                });
            }
        }
    }
    session.line.clear();
    let put = |name: &str, text: &str| {
        let path = folder.join(name);
        interrupt::whole(|| replace::write(&path, text.as_bytes())).map_err(|error| {
            Refusal::Output {
                file: Some(path.clone()),
                error,
            }
        })
    };
    put("prediction.csv", &studies::trials_csv(&trials))?;
    let charts = studies::trial_charts(&trials);
    for chart in &charts {
        put(&format!("{}.svg", chart.name), &chart.svg())?;
    }
    let steady = studies::steadiness(&journal.points, profile);
    let paced = studies::at_constant_speed(&journal.points, &trials);
    let steadiness = (steady.as_ref(), paced.as_slice());
    let table = studies::trials_markdown(&trials, steadiness, &head.on, arguments.seed, &charts);
    put("prediction.md", &table)?;
    session.show(
        &render::evaluation(session.page, &trials, steadiness, &missing, &folder),
        None,
    )?;
    Ok(if missing.is_empty() && not_real.is_empty() {
        Exit::Good
    } else {
        Exit::Fault
    })
}
