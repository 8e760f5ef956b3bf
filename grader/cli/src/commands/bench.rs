//! `grader bench`

use super::Exit;
use crate::arguments::Bench;
use crate::files::replace;
use crate::measure::journal::{Head, Journal};
use crate::measure::open_device;
use crate::measure::tuned;
use crate::refusal::{MeasuringRefusal, Refusal, UnknownStudy};
use crate::render;
use crate::session::Session;
use crate::terminal::interrupt;
use launch::nearest;
use launch::protocol::Device;
use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use studies::{Chart, Depth, MeasurementSession, Meters, On, Point, Study, Task};

pub(super) fn run(arguments: &Bench, session: &Session) -> Result<Exit, Refusal> {
    let Some(name) = &arguments.study else {
        session.show(&render::study_list(session.page, &session.program), None)?;
        return Ok(Exit::Good);
    };
    let chosen: Vec<&'static dyn Study> = if name == "all" {
        studies::studies().collect()
    } else {
        vec![studies::study(name).ok_or_else(|| {
            MeasuringRefusal::UnknownStudy(UnknownStudy {
                name: name.clone(),
                nearest: nearest(name, studies::studies().map(|study| study.name())),
            })
        })?]
    };
    let mut exit = Exit::Good;
    for study in chosen {
        if measure(study, arguments, session)? != Exit::Good {
            exit = Exit::Fault;
        }
    }
    Ok(exit)
}

/// Measures one study, or what is left of it.
pub(super) fn measure(
    study: &dyn Study,
    arguments: &Bench,
    session: &Session,
) -> Result<Exit, Refusal> {
    let (mut bench, device) = open_device::open(arguments.device)?;
    let depth = match arguments.quick {
        true => Depth::Quick,
        false => Depth::Full,
    };
    let folder = match &arguments.out {
        Some(folder) if arguments.study.as_deref() == Some("all") => folder.join(study.name()),
        Some(folder) => folder.clone(),
        None => PathBuf::from("bench").join(study.name()),
    };
    let unwritable = |error| Refusal::Output {
        file: Some(folder.clone()),
        error,
    };
    fs::create_dir_all(&folder).map_err(unwritable)?;
    let head = Head {
        study: study.name().to_owned(),
        on: On::of(&device),
        quick: arguments.quick,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let path = folder.join(format!("{}.jsonl", study.name()));
    let journal = Journal::open(&path, &head, arguments.again)?;
    let plan = study.plan(&device, depth);
    session.show(
        &render::plan(
            session.page,
            study,
            &device,
            &plan,
            &journal.done,
            bench.profiling(),
        ),
        None,
    )?;
    let (known, damaged) = tuned::of(&device);
    if let Some(why) = damaged {
        session.remark(&format!("the tuned choices cannot be read: {why}"));
    }
    let mut meters = Meters::find();
    let journal = RefCell::new(journal);
    let unkept = RefCell::new(None);
    let ended = {
        let mut note = |point: &Point| {
            if let Err(error) = journal.borrow_mut().point(point) {
                unkept.borrow_mut().get_or_insert(error);
            }
        };
        let mut measurement = MeasurementSession::new(
            &mut bench,
            device.clone(),
            depth,
            &mut meters,
            known,
            &mut note,
        );
        let mut failed = Vec::new();
        let mut left: f64 = left_of(&plan, &journal.borrow());
        for (number, task) in plan.iter().enumerate() {
            if journal.borrow().done.contains(&task.id) {
                continue;
            }
            session.line.count(number, plan.len());
            session.line.show(format!(
                "{}, about {} left",
                task.what,
                render::duration(left)
            ));
            left -= task.seconds;
            measurement.begin(&task.id);
            match study.measure(task, &mut measurement) {
                Ok(()) => journal.borrow_mut().end(&task.id)?,
                Err(stop) => {
                    let last = stop.is_final();
                    failed.push((task.clone(), stop.reason()));
                    if last || measurement.recover(&stop).is_err() {
                        break;
                    }
                }
            }
            if let Some(error) = unkept.borrow_mut().take() {
                return Err(error.into());
            }
        }
        failed
    };
    session.line.clear();
    let journal = journal.into_inner();
    let charts = write(study, &device, &folder, &journal)?;
    let missing = plan
        .iter()
        .filter(|task| !journal.done.contains(&task.id))
        .count();
    session.show(
        &render::measured(session.page, study, &journal.points, &folder, &charts),
        None,
    )?;
    for (task, reason) in &ended {
        session.remark(&format!("{} was not measured: {reason}", task.what));
    }
    Ok(match missing {
        0 => Exit::Good,
        _ => Exit::Fault,
    })
}

/// About how many seconds the rest of a plan takes.
fn left_of(plan: &[Task], journal: &Journal) -> f64 {
    plan.iter()
        .filter(|task| !journal.done.contains(&task.id))
        .map(|task| task.seconds)
        .sum()
}

/// Writes the CSV, the page and the charts. The names of the charts that were drawn.
fn write(
    study: &dyn Study,
    device: &Device,
    folder: &Path,
    journal: &Journal,
) -> Result<Vec<String>, Refusal> {
    let mut drawn = Vec::new();
    let put = |name: String, text: &str| {
        let path = folder.join(name);
        interrupt::whole(|| replace::write(&path, text.as_bytes())).map_err(|error| {
            Refusal::Output {
                file: Some(path.clone()),
                error,
            }
        })
    };
    let charts: Vec<(Chart, String)> = studies::charts(study, &journal.points)
        .into_iter()
        .map(|chart| {
            let svg = chart.svg();
            (chart, svg)
        })
        .filter(|(_, svg)| !svg.is_empty())
        .collect();
    for (chart, svg) in &charts {
        put(format!("{}.svg", chart.name), svg)?;
        drawn.push(chart.name.clone());
    }
    let charts: Vec<Chart> = charts.into_iter().map(|(chart, _)| chart).collect();
    put(
        format!("{}.csv", study.name()),
        &studies::csv(study, &journal.points),
    )?;
    put(
        format!("{}.md", study.name()),
        &studies::markdown(study, &On::of(device), &charts, &journal.points),
    )?;
    Ok(drawn)
}
