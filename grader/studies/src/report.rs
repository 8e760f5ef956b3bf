//! A study's points as a CSV of every sample and as a page of Markdown.

use crate::chart::short;
use crate::power::Energy;
use crate::{
    Amount, Best, Cell, Chart, Heat, Outcome, Picture, Point, Study, Tried, Tunable, Tuning,
    Verified,
};
use launch::protocol::Device;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The device of some results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct On {
    pub device: String,
    pub platform: String,
    /// The driver's version.
    pub driver: String,
}

impl On {
    pub fn of(device: &Device) -> On {
        On {
            device: device.name.clone(),
            platform: device.platform.clone(),
            driver: device.driver.clone(),
        }
    }
}

/// Every sample as CSV, one line each, in seconds. Without a device clock that column is empty.
pub fn csv(study: &dyn Study, points: &[Point]) -> String {
    let axes = study.axes();
    let mut text = String::from("task,series");
    for axis in axes {
        let _ = write!(text, ",{}", quoted(axis));
    }
    text.push_str(
        ",sample,device_seconds,wall_seconds,operations,bytes,items,limit,limit_rate,joules,skipped\n",
    );
    for point in points {
        let mut head = format!("{},{}", quoted(&point.task), quoted(&point.series));
        for axis in axes {
            head.push(',');
            if let Some(value) = point.at(axis) {
                let _ = write!(head, "{value}");
            }
        }
        match &point.outcome {
            Outcome::Timed {
                wall,
                device,
                work,
                share,
                energy,
                ..
            } => {
                let limit = share.map_or(",".to_owned(), |share| {
                    format!("{},{}", share.limit.name(), share.rate)
                });
                let joules = energy
                    .as_ref()
                    .map_or(String::new(), |energy| energy.joules().to_string());
                for (sample, wall) in wall.iter().enumerate() {
                    let device = device
                        .as_ref()
                        .and_then(|times| times.get(sample))
                        .map_or(String::new(), f64::to_string);
                    let _ = writeln!(
                        text,
                        "{head},{sample},{device},{wall},{},{},{},{limit},{joules},",
                        work.operations, work.bytes, work.items
                    );
                }
            }
            Outcome::Skipped { reason } => {
                let _ = writeln!(text, "{head},,,,,,,,,,{}", quoted(reason));
            }
        }
    }
    text
}

/// Quotes a CSV field if necessary.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// The study as a Markdown page: question, device, remarks, charts by file name, and a table of all points.
pub fn markdown(study: &dyn Study, on: &On, charts: &[Chart], points: &[Point]) -> String {
    let mut text = format!("# {}: {}\n\n", study.name(), study.question());
    let _ = writeln!(
        text,
        "Device: {} ({}, driver {}). Times are medians over repeated samples, with the lower and the \
         upper quartile; `±` is the standard error of the mean. Repeats {}.\n",
        on.device,
        on.platform,
        on.driver,
        study.repeats()
    );
    text.push_str(&remarks(study, points));
    for chart in charts {
        let _ = writeln!(text, "\n![{}]({}.svg)", chart.title, chart.name);
    }
    text.push('\n');
    text.push_str(&table(study, points));
    text
}

/// The remarks as a list.
pub fn remarks(study: &dyn Study, points: &[Point]) -> String {
    let mut text = String::new();
    for remark in study.remarks(points) {
        let _ = writeln!(text, "- {remark}");
    }
    text
}

pub fn table(study: &dyn Study, points: &[Point]) -> String {
    let mut text = String::new();
    let axes: Vec<&str> = study
        .axes()
        .iter()
        .copied()
        .filter(|axis| points.iter().any(|point| point.at(axis).is_some()))
        .collect();
    text.push_str("| series |");
    for axis in &axes {
        let _ = write!(text, " {axis} |");
    }
    text.push_str(" time | quartiles | ± | wall | rate | of its limit | checked |\n|---|");
    for _ in &axes {
        text.push_str("---:|");
    }
    text.push_str("---:|---|---:|---:|---:|---:|---|\n");
    let mut notes = Notes::default();
    for point in points {
        let _ = write!(text, "| {} |", cell(&point.series));
        for axis in &axes {
            let value = point.at(axis).map_or(String::new(), short);
            let _ = write!(text, " {value} |");
        }
        match (&point.outcome, point.outcome.seconds()) {
            (
                Outcome::Timed {
                    verified, energy, ..
                },
                Some(seconds),
            ) => {
                let wall = point.outcome.wall().map_or(f64::NAN, |wall| wall.median);
                let share = point.outcome.share();
                let checked = match verified {
                    Verified::Compared(how) => notes.number(how),
                    Verified::NothingComputed => "–".to_owned(),
                };
                let _ = writeln!(
                    text,
                    " {} | {} … {} | {:.1} % | {} | {}{} | {} | {checked} |",
                    time(seconds.median),
                    time(seconds.lower),
                    time(seconds.upper),
                    seconds.standard_error * 100.0,
                    time(wall),
                    rate(&point.outcome),
                    energy.as_ref().map_or(String::new(), joules),
                    share.map_or("–".to_owned(), |share| format!("{:.1} %", share * 100.0)),
                );
            }
            (Outcome::Skipped { reason }, _) => {
                let _ = writeln!(text, " not measured: {} | | | | | | |", cell(reason));
            }
            _ => {
                let _ = writeln!(text, " – | | | | | | |");
            }
        }
    }
    notes.write(&mut text);
    text
}

/// The files of a search for the best choice: a CSV and a page of all that was tried, and a heat map over
/// the first two parameters, with the best of the others at each place.
pub fn tuning_files(
    tunable: &dyn Tunable,
    device: &Device,
    tuning: &Tuning,
) -> Vec<(String, String)> {
    let parameters = tunable.parameters();
    let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
    let mut table = format!("{},seconds,joules,why_not\n", names.join(","));
    let mut page = format!(
        "# {}: {}\n\nDevice: {} ({}, driver {}). {} of {} legal choices tried{}.\n",
        tunable.name(),
        tunable.what(),
        device.name,
        device.platform,
        device.driver,
        tuning.tried.len(),
        tuning.legal,
        if tuning.complete {
            ", all there are"
        } else {
            ""
        }
    );
    let charts = heat_maps(tunable, tuning);
    for chart in &charts {
        let _ = writeln!(page, "\n![{}]({}.svg)", chart.title, chart.name);
    }
    let _ = write!(page, "\n| {} | time | energy |\n", names.join(" | "));
    let _ = writeln!(page, "|{}---:|---:|", "---:|".repeat(names.len()));
    let mut sorted: Vec<&Tried> = tuning.tried.iter().collect();
    let order = |tried: &Tried| tried.seconds.unwrap_or(f64::INFINITY);
    sorted.sort_by(|a, b| order(a).total_cmp(&order(b)));
    for tried in sorted {
        let values: Vec<String> = tried.choice.0.iter().map(u64::to_string).collect();
        let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
        let why = tried.why_not.as_deref().unwrap_or_default();
        let _ = writeln!(
            table,
            "{},{},{},{}",
            values.join(","),
            number(tried.seconds),
            number(tried.joules),
            quoted(why)
        );
        let _ = writeln!(
            page,
            "| {} | {} | {} |",
            values.join(" | "),
            tried.seconds.map_or(cell(why), time),
            tried
                .joules
                .map_or("–".to_owned(), |joules| format!("{} J", short(joules)))
        );
    }
    let mut files = vec![
        (format!("{}.csv", tunable.name()), table),
        (format!("{}.md", tunable.name()), page),
    ];
    for chart in charts {
        let svg = chart.svg();
        if !svg.is_empty() {
            files.push((format!("{}.svg", chart.name), svg));
        }
    }
    files
}

/// The best time, and the least energy where it was measured, for each value of the first two parameters.
pub fn heat_maps(tunable: &dyn Tunable, tuning: &Tuning) -> Vec<Chart> {
    let [across, down, ..] = tunable.parameters() else {
        return Vec::new();
    };
    let map = |name: &str, what: &str, unit: &str, value: &dyn Fn(&Tried) -> Option<f64>| {
        // Values with which nothing was measured have no column or row.
        let measured = |parameter: &crate::Parameter, place: usize| -> Vec<u64> {
            let has = |wanted: &u64| {
                let mut tried = tuning.tried.iter();
                tried.any(|tried| tried.choice.0[place] == *wanted && value(tried).is_some())
            };
            parameter.values.iter().copied().filter(has).collect()
        };
        let (columns, rows) = (measured(across, 0), measured(down, 1));
        let mut cells = Vec::new();
        for (column, x) in columns.iter().enumerate() {
            for (row, y) in rows.iter().enumerate() {
                let least = tuning
                    .tried
                    .iter()
                    .filter(|tried| tried.choice.0[0] == *x && tried.choice.0[1] == *y)
                    .filter_map(value)
                    .fold(f64::INFINITY, f64::min);
                if least.is_finite() {
                    cells.push(Cell {
                        column,
                        row,
                        value: least,
                    });
                }
            }
        }
        let labels = |values: &[u64]| values.iter().map(u64::to_string).collect();
        let of = |better: fn(f64, f64) -> f64, first: f64| {
            cells.iter().map(|cell| cell.value).fold(first, better)
        };
        let (least, most) = (of(f64::min, f64::INFINITY), of(f64::max, 0.0));
        (!cells.is_empty()).then(|| Chart {
            name: format!("tune-{}-{name}", tunable.name()),
            title: format!(
                "{}: the worst of these shapes takes {} times {what} of the best",
                tunable.name(),
                short(most / least)
            ),
            picture: Picture::Heat(Heat {
                x: format!("{} ({})", across.name, across.what),
                columns: labels(&columns),
                y: format!("{} ({})", down.name, down.what),
                rows: labels(&rows),
                unit: format!("{unit}, with the best of all other choices"),
                cells,
                best: Best::Least,
                is_to_scale: false,
            }),
        })
    };
    let time = map("time", "the time", "milliseconds", &|tried| {
        Some(tried.seconds? * 1e3)
    });
    let energy = map("energy", "the energy", "joules", &|tried| tried.joules);
    time.into_iter().chain(energy).collect()
}

fn joules(energy: &Energy) -> String {
    format!(
        "; {} J ({} W, idle {} W)",
        short(energy.joules()),
        short(energy.watts),
        short((energy.idle_before + energy.idle_after) / 2.0)
    )
}

/// How results were compared: numbered footnotes.
#[derive(Default)]
struct Notes(BTreeMap<String, usize>);

impl Notes {
    fn number(&mut self, how: &str) -> String {
        let next = self.0.len() + 1;
        let number = *self.0.entry(how.to_owned()).or_insert(next);
        format!("({number})")
    }

    fn write(&self, text: &mut String) {
        let mut notes: Vec<(&String, &usize)> = self.0.iter().collect();
        notes.sort_by_key(|(_, number)| **number);
        if !notes.is_empty() {
            text.push_str("\nCompared before it was timed:");
            for (how, number) in notes {
                let _ = write!(text, " ({number}) {how};");
            }
            text.pop();
            text.push_str(".\n");
        }
    }
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// Seconds with a fitting unit.
pub fn time(seconds: f64) -> String {
    let (factor, unit) = match seconds {
        s if s >= 1.0 => (1.0, "s"),
        s if s >= 1e-3 => (1e3, "ms"),
        s if s >= 1e-6 => (1e6, "µs"),
        _ => (1e9, "ns"),
    };
    format!("{} {unit}", short(seconds * factor))
}

/// The rate, in the unit of the dominant amount.
fn rate(outcome: &Outcome) -> String {
    let of = match outcome {
        Outcome::Timed {
            share: Some(share), ..
        } => Some(share.of),
        _ => [Amount::Operations, Amount::Bytes, Amount::Items]
            .into_iter()
            .find(|&amount| outcome.rate(amount).is_some()),
    };
    let Some((of, rate)) = of.and_then(|of| Some((of, outcome.rate(of)?))) else {
        return "–".to_owned();
    };
    match of {
        Amount::Operations => format!("{} GFLOP/s", short(rate * 1e-9)),
        Amount::Bytes => format!("{} GB/s", short(rate * 1e-9)),
        Amount::Items => format!("{} million/s", short(rate * 1e-6)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_fitting_unit() {
        let shown: Vec<String> = [2.5, 0.0123, 4.56e-5, 7.0e-8]
            .into_iter()
            .map(time)
            .collect();
        assert_eq!(shown, ["2.5 s", "12.3 ms", "45.6 µs", "70 ns"]);
    }

    #[test]
    fn fields_are_quoted_where_csv_needs_it() {
        assert_eq!(quoted("plain"), "plain");
        assert_eq!(quoted("a, \"b\""), "\"a, \"\"b\"\"\"");
    }
}
