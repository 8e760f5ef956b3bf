//! `grader predict`

use super::Exit;
use crate::arguments::{Format, Predict};
use crate::course_folder::as_typed;
use crate::journal::{Head, Journal};
use crate::launch_folder::LaunchFolder;
use crate::refusal::Refusal;
use crate::render::{self, json};
use crate::session::Session;
use crate::{interrupt, measured_device, profiles, replace, student_file};
use launch_file::{Ending, Read};
use predictor::random::{Class, Sample};
use predictor::{Caches, Profile, Shape};
use std::fs;
use std::path::{Path, PathBuf};
use studies::{Depth, Desk, Meters, On, Point, Stage, Stop, Trial};

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

pub(super) fn run(arguments: &Predict, session: &Session) -> Result<Exit, Refusal> {
    let profile = profiles::read(arguments.profile.as_deref())?;
    match (&arguments.launch, arguments.evaluate) {
        (_, Some(count)) => evaluate(arguments, count, &profile, session),
        (Some(launch), None) => predict(launch, arguments, &profile, session),
        // The parser asks for one of them.
        (None, None) => Ok(Exit::Fault),
    }
}

fn predict(
    launch: &Path,
    arguments: &Predict,
    profile: &Profile,
    session: &Session,
) -> Result<Exit, Refusal> {
    let format = arguments.format;
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
                Format::Text => render::simulation(session.page, &simulation),
                Format::Json => json::simulation(&launch_file::answer(&simulation.ending)),
            };
            session.show(&text, None)?;
            return Ok(exit);
        }
    };
    let shape = Shape::of(&prepared.launch);
    if let Err(error) = shape.range.validate() {
        return Err(Refusal::CannotPredictRange(error));
    }
    let cannot = |refusal| Refusal::CannotPredict(Box::new(refusal));
    let transfers = transfers(&prepared.launch, profile);
    let (work, told, best) = if arguments.hybrid {
        let counted = hybrid::read(&checked.program, prepared.launch, profile.warp as usize);
        let counted = counted.map_err(|refusal| Refusal::CannotCount(Box::new(refusal)))?;
        let told = render::Told::Counted {
            ran: counted.ran,
            of: counted.groups,
        };
        (counted.work, told, None)
    } else {
        let work = predictor::read(&checked.program, &shape, profile.warp as usize);
        let best = best_group(&checked.program, &shape, profile);
        (work.map_err(cannot)?, render::Told::Text, best)
    };
    let prediction = predictor::predict(&work, profile, Caches::Aware).map_err(cannot)?;
    let answer = render::Predicted {
        shape: &shape,
        profile,
        work: &work,
        told,
        prediction: &prediction,
        transfers,
        best,
    };
    let text = match format {
        Format::Text => render::prediction(session.page, &answer),
        Format::Json => render::prediction_json(&answer),
    };
    session.show(&text, None)?;
    Ok(Exit::Good)
}

/// Seconds of the copies to the device and back, as if every buffer went each way that its access says.
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
        for (way, transfer) in profile.transfer.iter().enumerate() {
            if ways[way] && transfer.bandwidth > 0.0 {
                seconds[way] +=
                    transfer.latency + buffer.contents.len() as f64 / transfer.bandwidth;
            }
        }
    }
    seconds
}

/// The work-group under which the launch is predicted to be quickest, and its time in seconds.
fn best_group(
    program: &opencl_c::program::Program,
    shape: &Shape,
    profile: &Profile,
) -> Option<(Vec<usize>, f64)> {
    let dimensions = shape.range.global.len();
    let mut best: Option<(Vec<usize>, f64)> = None;
    for group in GROUPS {
        let mut local = vec![1; dimensions];
        local[0] = if dimensions == 1 {
            group[0] * group[1]
        } else {
            group[0]
        };
        if dimensions > 1 {
            local[1] = group[1];
        }
        let mut tried = shape.clone();
        tried.range.local = Some(local.clone());
        if tried.range.validate().is_err() {
            continue;
        }
        let predicted = predictor::read(program, &tried, profile.warp as usize)
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
    let (mut bench, device) = measured_device::open(arguments.device)?;
    if profiles::about(&device) != profile.device {
        return Err(Refusal::ProfileOfAnother {
            profile: profile.device.name.clone(),
            device: device.name,
        });
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
    let mut desk = Desk::new(
        &mut bench,
        device.clone(),
        Depth::Full,
        &mut meters,
        studies::Choices::default(),
        &mut note,
    );
    let wrong = |stop: Stop| Refusal::Measuring(stop.reason());
    let most = Stage::most(&desk).map_err(wrong)?;
    let mut stage = Stage::for_samples(&mut desk, most).map_err(wrong)?;
    let mut trials: Vec<Trial> = Vec::new();
    let mut missing = Vec::new();
    for number in 0..count {
        for class in Class::ALL {
            session.line.count(number as usize, count as usize);
            session.line.show(format!("a {} kernel", class.name()));
            let seed = launch::noise::bits(arguments.seed, number);
            let sample = Sample::new(class, seed).at_most(most);
            // Predicted before it is measured.
            let [aware, unaware] = match studies::predict_both(&sample, profile) {
                Ok(predicted) => predicted,
                Err(refusal) => {
                    missing.push(render::refusal_of(&refusal));
                    continue;
                }
            };
            let hybrid = match studies::predict_hybrid(&sample, profile) {
                Ok(hybrid) => Some(hybrid),
                Err(refusal) => {
                    missing.push(render::not_counted(&refusal));
                    None
                }
            };
            let task = format!("{} {seed}", class.name());
            let kept = journal.points.iter().find(|point| point.task == task);
            let measured = match kept.and_then(|point| point.outcome.samples()) {
                Some(runs) => runs.to_vec(),
                None => match stage.run(&mut desk, &sample) {
                    Ok(runs) => {
                        journal.point(&studies::runs(&task, &sample, &runs))?;
                        journal.end(&task)?;
                        runs
                    }
                    Err(stop) => {
                        missing.push(stop.reason());
                        // What is still there is released; what is lost is made anew.
                        desk.begin("prediction");
                        desk.recover(&stop).map_err(wrong)?;
                        stage = Stage::for_samples(&mut desk, most).map_err(wrong)?;
                        continue;
                    }
                },
            };
            trials.push(Trial {
                class,
                seed,
                side: sample.side,
                measured,
                aware,
                unaware,
                hybrid,
            });
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
    let table = studies::trials_markdown(&trials, &head.on, arguments.seed, &charts);
    put("prediction.md", &table)?;
    session.show(
        &render::evaluation(session.page, &trials, &missing, &folder),
        None,
    )?;
    Ok(if missing.is_empty() {
        Exit::Good
    } else {
        Exit::Fault
    })
}
