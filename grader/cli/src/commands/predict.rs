//! `grader predict`

use super::Exit;
use crate::arguments::{Format, Predict};
use crate::course_folder::as_typed;
use crate::launch_folder::LaunchFolder;
use crate::refusal::Refusal;
use crate::render::{self, json};
use crate::session::Session;
use crate::{interrupt, measured_device, profiles, replace, student_file};
use launch_file::{Ending, Read};
use predictor::random::{Class, Sample};
use predictor::{Caches, Profile, Shape};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use studies::{Depth, Desk, Meters, Point, Stage, Stop, Trial};

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
        (Some(launch), None) => predict(launch, arguments.format, &profile, session),
        // The parser asks for one of them.
        (None, None) => Ok(Exit::Fault),
    }
}

fn predict(
    launch: &Path,
    format: Format,
    profile: &Profile,
    session: &Session,
) -> Result<Exit, Refusal> {
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
    let predicted = predictor::read(&checked.program, &shape, profile.warp as usize)
        .and_then(|work| Ok((predictor::predict(&work, profile, Caches::Aware)?, work)));
    let (prediction, work) = match predicted {
        Ok(predicted) => predicted,
        Err(refusal) => return Err(Refusal::CannotPredict(Box::new(refusal))),
    };
    let best = best_group(&checked.program, &shape, profile);
    let transfers = transfers(&prepared.launch, profile);
    let answer = render::Predicted {
        shape: &shape,
        profile,
        work: &work,
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
    let wrong = |stop: Stop| Refusal::Measuring(stop.reason());
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
    desk.begin("prediction");
    let mut stage = Stage::new(&mut desk).map_err(wrong)?;
    let (kept, mut trials) = Kept::open(&folder, arguments.seed, profile)?;
    let mut missing = Vec::new();
    for number in 0..count {
        for class in Class::ALL {
            let seed = launch::noise::bits(arguments.seed, number);
            if trials
                .iter()
                .any(|trial| trial.seed == seed && trial.class == class)
            {
                continue;
            }
            session.line.count(number as usize, count as usize);
            session.line.show(format!("a {} kernel", class.name()));
            let sample = Sample::new(class, seed).at_most(stage.most);
            // Predicted before it is measured.
            let predicted = match studies::predict_both(&sample, profile) {
                Ok(predicted) => predicted,
                Err(refusal) => {
                    missing.push(render::refusal_of(&refusal));
                    continue;
                }
            };
            match stage.run(&mut desk, &sample) {
                Ok(measured) => {
                    let trial = Trial {
                        class,
                        seed,
                        side: sample.side,
                        measured,
                        aware: predicted[0],
                        unaware: predicted[1],
                    };
                    kept.add(&trial)?;
                    trials.push(trial);
                }
                Err(stop) => {
                    missing.push(stop.reason());
                    desk.recover(&stop).map_err(wrong)?;
                    stage = Stage::new(&mut desk).map_err(wrong)?;
                }
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
    let table =
        studies::trials_markdown(&trials, &studies::On::of(&device), arguments.seed, &charts);
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

/// The trials of an evaluation, a line each, written as they are made: one that was stopped goes on.
struct Kept {
    path: PathBuf,
}

/// The first line of the file: trials of another seed or profile are not mixed with these.
#[derive(PartialEq, Serialize, Deserialize)]
struct Of {
    seed: u64,
    profile: Profile,
}

impl Kept {
    fn open(folder: &Path, seed: u64, profile: &Profile) -> Result<(Kept, Vec<Trial>), Refusal> {
        let path = folder.join("prediction.jsonl");
        let of = Of {
            seed,
            profile: profile.clone(),
        };
        let text = fs::read_to_string(&path).unwrap_or_default();
        let mut lines = text.lines();
        let same = lines
            .next()
            .and_then(|line| serde_json::from_str(line).ok())
            .is_some_and(|there: Of| there == of);
        let kept = Kept { path };
        if same {
            // A line that was cut off in the middle is measured again.
            let trials = lines.filter_map(|line| serde_json::from_str(line).ok());
            return Ok((kept, trials.collect()));
        }
        fs::write(&kept.path, "").map_err(|error| kept.unwritable(error))?;
        kept.line(&of)?;
        Ok((kept, Vec::new()))
    }

    fn add(&self, trial: &Trial) -> Result<(), Refusal> {
        self.line(trial)
    }

    fn line(&self, value: &impl Serialize) -> Result<(), Refusal> {
        let text = serde_json::to_string(value).map_err(|error| self.unwritable(error.into()))?;
        fs::OpenOptions::new()
            .append(true)
            .open(&self.path)
            .and_then(|mut file| writeln!(file, "{text}"))
            .map_err(|error| self.unwritable(error))
    }

    fn unwritable(&self, error: io::Error) -> Refusal {
        Refusal::Output {
            file: Some(self.path.clone()),
            error,
        }
    }
}
