//! `grader tune`

use super::Exit;
use crate::arguments::{SearchKind, Tune};
use crate::files::replace;
use crate::measure::open_device;
use crate::measure::tuned;
use crate::refusal::{MeasuringRefusal, Refusal, UnknownStudy};
use crate::render;
use crate::session::Session;
use crate::terminal::interrupt;
use launch::nearest;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use studies::{Budget, Depth, MeasurementSession, Meters, Point, Search};

pub(super) fn run(arguments: &Tune, session: &Session) -> Result<Exit, Refusal> {
    let Some(name) = &arguments.kernel else {
        session.show(&render::tunable_list(session.page, &session.program), None)?;
        return Ok(Exit::Good);
    };
    let tunable = studies::tunable(name).ok_or_else(|| {
        MeasuringRefusal::UnknownTunable(UnknownStudy {
            name: name.clone(),
            nearest: nearest(name, studies::tunables().map(|tunable| tunable.name())),
        })
    })?;
    let (mut bench, device) = open_device::open(arguments.device)?;
    let folder = match &arguments.out {
        Some(folder) => folder.clone(),
        None => PathBuf::from("bench").join(format!("tune-{}", tunable.name())),
    };
    fs::create_dir_all(&folder).map_err(|error| Refusal::Output {
        file: Some(folder.clone()),
        error,
    })?;
    let mut meters = Meters::find();
    let tuning = {
        // The search gives back what it tried.
        let mut note = |_: &Point| {};
        let depth = match arguments.quick {
            true => Depth::Quick,
            false => Depth::Full,
        };
        let (known, _) = tuned::of(&device);
        let mut measurement = MeasurementSession::new(
            &mut bench,
            device.clone(),
            depth,
            &mut meters,
            known,
            &mut note,
        );
        measurement.begin(tunable.name());
        let search = match arguments.search {
            SearchKind::Exhaustive => Search::Exhaustive,
            SearchKind::Random => Search::Random,
            SearchKind::Climb => Search::Climb,
        };
        let budget = Budget {
            time: Duration::from_secs(arguments.budget),
            seed: arguments.seed,
        };
        session
            .line
            .show(format!("{}: the usual choice", tunable.name()));
        let mut done = 0;
        let begin = Instant::now();
        interrupt::stop_on_request();
        studies::tune(
            tunable,
            &mut measurement,
            search,
            budget,
            &mut |tried, legal| {
                done += 1;
                let time = match tried.seconds {
                    Some(seconds) => studies::time(seconds),
                    None => "did not run".to_owned(),
                };
                let left = left((done, legal), begin.elapsed(), budget.time);
                session.line.show(format!(
                    "{}: {done} of {legal} choices tried, the last {time}, about {left} left",
                    tunable.name()
                ));
                match interrupt::is_stop_requested() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            },
        )
        .map_err(|stop| MeasuringRefusal::Device(stop.reason()))?
    };
    session.line.clear();
    for (name, text) in studies::tuning_files(tunable, &device, &tuning) {
        let path = folder.join(name);
        interrupt::whole(|| replace::write(&path, text.as_bytes())).map_err(|error| {
            Refusal::Output {
                file: Some(path.clone()),
                error,
            }
        })?;
    }
    session.show(
        &render::tuning(session.page, tunable, &device, &tuning),
        None,
    )?;
    let Some(best) = tuning.best() else {
        return Ok(Exit::Fault);
    };
    let named = best.choice.named(tunable.parameters());
    let seconds = best.seconds.unwrap_or(f64::NAN);
    match tuned::keep(&device, tunable.name(), &named, seconds) {
        Ok(Some(path)) => session.show(
            &session.page.wrap(
                "  ",
                "  ",
                &format!(
                    "The best is kept in {}, where `bench` finds it; table and heat map lie in {}.",
                    path.display(),
                    folder.display()
                ),
            ),
            None,
        )?,
        Ok(None) => session.remark(&"there is no home folder to keep the best choice in"),
        Err(error) => session.remark(&format!("the best choice is not kept: {error}")),
    }
    if interrupt::is_stop_requested() {
        session.remark(&"stopped: the best of the choices that were tried is kept");
        return Ok(Exit::Stopped);
    }
    Ok(Exit::Good)
}

/// About how long the rest of the choices takes, at most what is left of the budget.
fn left((done, legal): (usize, usize), passed: Duration, budget: Duration) -> String {
    let each = passed.as_secs_f64() / done.max(1) as f64;
    let rest = each * legal.saturating_sub(done) as f64;
    render::duration(rest.min(budget.saturating_sub(passed).as_secs_f64()))
}
