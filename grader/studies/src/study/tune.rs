//! The best work-group and parameters of each kernel that can be tuned: heat maps of time, and of energy
//! where the device has a sensor.

use crate::chart::short;
use crate::plan::{Depth, Study, Task};
use crate::report::{heat_maps, time};
use crate::{
    Budget, Chart, Choice, MeasurementSession, Outcome, Point, Search, Stop, Tried, Tunable,
    Tuning, tunables,
};
use launch::protocol::Device;
use std::time::Duration;

pub(super) struct Tune;

/// The suffix of tasks that measure energy too.
const WITH_ENERGY: &str = " with energy";

impl Study for Tune {
    fn name(&self) -> &'static str {
        "tune"
    }

    fn question(&self) -> &'static str {
        "how much do the work-group's shape and a kernel's parameters matter?"
    }

    fn repeats(&self) -> &'static str {
        "source 5, figures 3 and 9"
    }

    fn chapter(&self) -> &'static str {
        "measuring/tuning"
    }

    fn axes(&self) -> &'static [&'static str] {
        // Points carry the parameters of their kernel: the search's own table lists them.
        &[]
    }

    fn plan(&self, device: &Device, depth: Depth) -> Vec<Task> {
        let seconds = budget(depth).as_secs_f64();
        let mut tasks: Vec<Task> = tunables()
            .filter(|tunable| tunable.suits(device))
            .map(|tunable| {
                let what = format!("the best choice for {}: {}", tunable.name(), tunable.what());
                Task::new(tunable.name(), what, seconds)
            })
            .collect();
        // Reading power takes seconds for each choice: the shallow water's work-groups stand for all, as
        // in the source.
        if device.kind != "CPU" || depth == Depth::Full {
            tasks.extend(
                tunables()
                    .filter(|tunable| tunable.name() == "shallow-high-resolution")
                    .map(|tunable| {
                        let what = format!("the same with energy for {}", tunable.name());
                        let name = format!("{}{WITH_ENERGY}", tunable.name());
                        Task::new(name, what, 2.0 * seconds)
                    }),
            );
        }
        tasks
    }

    fn measure(&self, task: &Task, session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
        let name = task.id.strip_suffix(WITH_ENERGY);
        let Some(tunable) = crate::tunable(name.unwrap_or(&task.id)) else {
            return Ok(());
        };
        let mut time = budget(session.depth());
        if name.is_some() {
            if let Err(why) = session.weigh(false) {
                let reason = format!("energy is not measurable here, because {why}");
                return session.skip(tunable.name(), &[], Stop::Unable { reason });
            }
            time *= 2;
        }
        let budget = Budget { time, seed: 1 };
        crate::tune::tune(tunable, session, Search::Climb, budget, &mut |_, _| {
            std::ops::ControlFlow::Continue(())
        })?;
        Ok(())
    }

    fn charts(&self, points: &[Point]) -> Vec<Chart> {
        tunables()
            .flat_map(|tunable| heat_maps(tunable, &tuning(tunable, points)))
            .collect()
    }

    fn remarks(&self, points: &[Point]) -> Vec<String> {
        tunables()
            .filter_map(|tunable| {
                let tuning = tuning(tunable, points);
                let best = tuning.best()?;
                let usual = tuning.tried.first()?.seconds?;
                let worst = tuning
                    .tried
                    .iter()
                    .filter_map(|tried| tried.seconds)
                    .fold(0.0, f64::max);
                let seconds = best.seconds?;
                let choice: Vec<String> = best
                    .choice
                    .named(tunable.parameters())
                    .into_iter()
                    .map(|(name, value)| format!("{name}={value}"))
                    .collect();
                let usual = match short(usual / seconds).as_str() {
                    "1" => "as long".to_owned(),
                    times => format!("{times} times as long"),
                };
                Some(format!(
                    "{}: {} choices tried, best {} with {}; the usual choice takes {usual}, the \
                     worst {} times as long",
                    tunable.name(),
                    tuning.tried.len(),
                    time(seconds),
                    choice.join(" "),
                    short(worst / seconds)
                ))
            })
            .collect()
    }
}

fn budget(depth: Depth) -> Duration {
    match depth {
        Depth::Quick => Duration::from_secs(8),
        Depth::Full => Duration::from_secs(60),
    }
}

/// Restores a search from its points, in its order.
fn tuning(tunable: &dyn Tunable, points: &[Point]) -> Tuning {
    let parameters = tunable.parameters();
    let mut tried = Vec::new();
    for point in points.iter().filter(|point| point.series == tunable.name()) {
        let named: Vec<(String, u64)> = point
            .at
            .iter()
            .map(|(name, value)| (name.clone(), *value as u64))
            .collect();
        let Some(choice) = Choice::from_named(parameters, &named) else {
            continue;
        };
        tried.push(Tried {
            choice,
            seconds: point.outcome.seconds().map(|seconds| seconds.median),
            joules: match &point.outcome {
                Outcome::Timed { energy, .. } => energy.as_ref().map(|energy| energy.joules()),
                Outcome::Skipped { .. } => None,
            },
            why_not: match &point.outcome {
                Outcome::Skipped { reason } => Some(reason.clone()),
                Outcome::Timed { .. } => None,
            },
        });
    }
    Tuning {
        legal: parameters
            .iter()
            .map(|parameter| parameter.values.len())
            .product(),
        complete: false,
        tried,
    }
}
