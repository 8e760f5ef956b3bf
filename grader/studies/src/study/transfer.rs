//! Copies between the host's memory and the device's: latency and bandwidth.

use crate::chart::{ends, short};
use crate::plan::{Depth, Study, Task};
use crate::report::time;
use crate::{
    Amount, Axis, Chart, Line, Mark, MeasurementSession, Outcome, Picture, Point, Stop, Verified,
    Work,
};
use launch::measurement::Way;
use launch::protocol::Device;

pub(super) struct Transfer;

const BYTES: &str = "bytes";

/// Direction, pinned or not, and name.
const SERIES: [(&str, Way, bool); 4] = [
    ("up, ordinary memory", Way::Up, false),
    ("up, pinned memory", Way::Up, true),
    ("down, ordinary memory", Way::Down, false),
    ("down, pinned memory", Way::Down, true),
];

impl Study for Transfer {
    fn name(&self) -> &'static str {
        "transfer"
    }

    fn question(&self) -> &'static str {
        "what does it cost to bring bytes to the device and back?"
    }

    fn repeats(&self) -> &'static str {
        "source 2, figure 1a, and the transfers of source 5, table 1"
    }

    fn chapter(&self) -> &'static str {
        "models/why-a-gpu"
    }

    fn axes(&self) -> &'static [&'static str] {
        &[BYTES]
    }

    fn plan(&self, _: &Device, depth: Depth) -> Vec<Task> {
        let seconds = if depth == Depth::Quick { 1.0 } else { 6.0 };
        SERIES
            .iter()
            .map(|(name, _, _)| Task::new(*name, format!("copies {name}, 1 KiB and more"), seconds))
            .collect()
    }

    fn measure(&self, task: &Task, session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
        let Some(&(name, way, pinned)) = SERIES.iter().find(|(name, _, _)| *name == task.id) else {
            return Ok(());
        };
        let (largest, step) = match session.depth() {
            Depth::Quick => (24, 4),
            Depth::Full => (28, 1),
        };
        for exponent in (10..=largest).step_by(step) {
            let bytes = 1usize << exponent;
            let at = [(BYTES, bytes as f64)];
            match session.transfer(bytes, way, pinned) {
                Ok(times) => {
                    let work = Work {
                        bytes: bytes as f64,
                        ..Work::default()
                    };
                    session.timed(name, &at, times, work, None, Verified::NothingComputed)?;
                }
                Err(why) => session.skip(name, &at, why)?,
            }
        }
        Ok(())
    }

    fn charts(&self, points: &[Point]) -> Vec<Chart> {
        let lines = |value: &dyn Fn(&Outcome) -> Option<Mark>| -> Vec<Line> {
            SERIES
                .iter()
                .map(|(name, _, _)| {
                    let of = points.iter().filter(|point| point.series == *name);
                    Line::measured(
                        name,
                        of.filter_map(|point| {
                            let mark = value(&point.outcome)?;
                            Some(Mark {
                                x: point.at(BYTES)?,
                                ..mark
                            })
                        }),
                    )
                })
                .collect()
        };
        let times = lines(&|outcome| {
            let wall = outcome.wall()?;
            Some(Mark {
                x: 0.0,
                y: wall.median * 1e6,
                quartiles: Some((wall.lower * 1e6, wall.upper * 1e6)),
            })
        });
        let bandwidths = lines(&|outcome| {
            let bytes = outcome.work()?.amount(Amount::Bytes);
            Some(Mark {
                x: 0.0,
                y: bytes / outcome.wall()?.median * 1e-9,
                quartiles: None,
            })
        });
        let time_title = times.iter().filter_map(Line::ends).map(|(first, _)| first);
        let time_title = time_title
            .min_by(|one, other| one.y.total_cmp(&other.y))
            .map(|first| {
                let (bytes, time) = (short(first.x), short(first.y));
                format!("Even a copy of {bytes} bytes takes {time} microseconds")
            });
        let bandwidth_title = ends(&bandwidths).and_then(|(best, least)| {
            let ((_, high), (_, low)) = (best.ends()?, least.ends()?);
            Some(format!(
                "Large copies run at {} GB/s ({}) down to {} ({})",
                short(high.y),
                best.name,
                short(low.y),
                least.name
            ))
        });
        vec![
            Chart {
                name: "transfer-time".to_owned(),
                title: time_title.unwrap_or_default(),
                picture: Picture::Lines {
                    x: Axis::log("bytes"),
                    y: Axis::log("microseconds, wall"),
                    lines: times,
                },
            },
            Chart {
                name: "transfer-bandwidth".to_owned(),
                title: bandwidth_title.unwrap_or_default(),
                picture: Picture::Lines {
                    x: Axis::log("bytes"),
                    y: Axis::linear("GB/s, wall"),
                    lines: bandwidths,
                },
            },
        ]
    }

    fn remarks(&self, points: &[Point]) -> Vec<String> {
        SERIES
            .iter()
            .filter_map(|(name, _, _)| {
                let of: Vec<(f64, f64)> = points
                    .iter()
                    .filter(|point| point.series == *name)
                    .filter_map(|point| Some((point.at(BYTES)?, point.outcome.wall()?.median)))
                    .collect();
                let (latency, bandwidth) = latency_and_bandwidth(&of)?;
                Some(format!(
                    "{name}: {} before the first byte, then {} GB/s",
                    time(latency),
                    short(bandwidth * 1e-9)
                ))
            })
            .collect()
    }
}

/// The latency in seconds and the bandwidth in bytes a second of `time = latency + bytes / bandwidth`:
/// the latency as the smallest copies have it, the bandwidth as the largest two do.
pub(super) fn latency_and_bandwidth(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (&[.., (few, short), (many, long)], Some(&(_, latency))) = (&sorted[..], sorted.first())
    else {
        return None;
    };
    (long > short).then(|| (latency, (many - few) / (long - short)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latency_and_bandwidth_are_found_again() {
        let points: Vec<(f64, f64)> = (10..30)
            .map(|exponent| 2f64.powi(exponent))
            .map(|bytes| (bytes, 1e-5 + bytes / 12e9))
            .collect();
        let (latency, bandwidth) = latency_and_bandwidth(&points).unwrap();
        assert!((latency / 1e-5 - 1.0).abs() < 0.01);
        assert!((bandwidth / 12e9 - 1.0).abs() < 1e-6);
        assert_eq!(latency_and_bandwidth(&points[..1]), None);
    }
}
