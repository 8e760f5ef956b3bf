//! The energy of the tunable kernels, each with its best choice, measured between two readings of the idle
//! device.

use crate::chart::{extremes, short};
use crate::plan::{Depth, Study, Task};
use crate::{Axis, Bar, Chart, MeasurementSession, Outcome, Picture, Point, Stop, tunables};
use launch::protocol::Device;

pub(super) struct EnergyOf;

impl Study for EnergyOf {
    fn name(&self) -> &'static str {
        "energy"
    }

    fn question(&self) -> &'static str {
        "how many joules does a kernel take?"
    }

    fn repeats(&self) -> &'static str {
        "source 5, figures 7 and 8"
    }

    fn chapter(&self) -> &'static str {
        "measuring/energy"
    }

    fn axes(&self) -> &'static [&'static str] {
        &[]
    }

    fn plan(&self, device: &Device, _: Depth) -> Vec<Task> {
        tunables()
            .filter(|tunable| tunable.suits(device))
            .map(|tunable| {
                let what = format!("{}: {}", tunable.name(), tunable.what());
                Task::new(tunable.name(), what, 14.0)
            })
            .collect()
    }

    fn measure(&self, task: &Task, session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
        let Some(tunable) = crate::tunable(&task.id) else {
            return Ok(());
        };
        let mut trial = tunable.prepare(session)?;
        if let Err(why) = session.weigh(true) {
            // Reports the reason and measures the time all the same.
            let reason = format!("energy is not measurable here, because {why}");
            session.skip(tunable.name(), &[], Stop::Unable { reason })?;
        }
        let outcome = trial.attempt(session, &crate::tunable::best(tunable, session))?;
        session.record(Point {
            task: String::new(),
            series: tunable.name().to_owned(),
            at: Vec::new(),
            outcome,
        });
        Ok(())
    }

    fn charts(&self, points: &[Point]) -> Vec<Chart> {
        let bars = |value: &dyn Fn(&Outcome) -> Option<f64>| -> Vec<Bar> {
            points
                .iter()
                .filter_map(|point| {
                    Some(Bar {
                        label: point.series.clone(),
                        value: value(&point.outcome)?,
                    })
                })
                .collect()
        };
        let power = bars(&|outcome| match outcome {
            Outcome::Timed { energy, .. } => Some(energy.as_ref()?.watts),
            Outcome::Skipped { .. } => None,
        });
        let title = extremes(&power).map(|(most, least)| {
            let (high, low) = (short(most.value), short(least.value));
            format!("{} draws {high} W, {} {low} W", most.label, least.label)
        });
        let items = bars(&|outcome| {
            let Outcome::Timed { work, energy, .. } = outcome else {
                return None;
            };
            Some(work.items / energy.as_ref()?.joules() * 1e-6)
        });
        let items_title = extremes(&items).map(|(most, least)| {
            let (high, low) = (short(most.value), short(least.value));
            format!(
                "A joule does {high} million of {}, {low} million of {}",
                most.label, least.label
            )
        });
        vec![
            Chart {
                name: "energy-power".to_owned(),
                title: title.unwrap_or_default(),
                picture: Picture::Bars {
                    y: Axis::linear("watts"),
                    bars: power,
                },
            },
            Chart {
                name: "energy-items".to_owned(),
                title: items_title.unwrap_or_default(),
                picture: Picture::Bars {
                    y: Axis::linear("million results a joule"),
                    bars: items,
                },
            },
        ]
    }

    fn remarks(&self, points: &[Point]) -> Vec<String> {
        let mut remarks = Vec::new();
        for point in points {
            match &point.outcome {
                Outcome::Timed {
                    energy: Some(energy),
                    work,
                    ..
                } => remarks.push(format!(
                    "{}: {} W ({} … {}), {} J a run, {} J of them beyond what the idle device takes; {} \
                     million results a joule",
                    point.series,
                    short(energy.watts),
                    short(energy.lower),
                    short(energy.upper),
                    short(energy.joules()),
                    short(energy.net_joules()),
                    short(work.items / energy.joules() * 1e-6)
                )),
                Outcome::Skipped { reason } if !remarks.contains(reason) => {
                    remarks.push(reason.clone());
                }
                _ => {}
            }
        }
        remarks
    }
}
