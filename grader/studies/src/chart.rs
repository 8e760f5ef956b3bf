//! Charts as data: lines over an axis, bars, histograms, or tables of coloured cells.

use std::ops::Range;

/// A picture with its title.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The file name without suffix.
    pub name: String,
    pub title: String,
    pub picture: Picture,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Picture {
    /// Lines over an axis.
    Lines {
        /// The horizontal axis.
        x: Axis,
        /// The vertical axis.
        y: Axis,
        lines: Vec<Line>,
    },
    Heat(Heat),
    Bars {
        /// What the values are, with the unit.
        y: Axis,
        /// The bars, from above.
        bars: Vec<Bar>,
    },
    Histogram(Histogram),
}

/// Cells in columns and rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// The meaning of the columns.
    pub x: String,
    /// The columns' labels.
    pub columns: Vec<String>,
    /// The meaning of the rows.
    pub y: String,
    /// The rows' labels, the first on top.
    pub rows: Vec<String>,
    /// The unit of the numbers.
    pub unit: String,
    /// The cells; those not named are empty.
    pub cells: Vec<Cell>,
    pub best: Best,
    /// Whether the cells are places, which are as wide as they are high.
    pub is_to_scale: bool,
}

/// Which value of a table is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    Least,
    Most,
    /// The values are not compared.
    Neither,
}

/// How many values lie in each of some ranges of equal width.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// The meaning of the values.
    pub x: String,
    /// What is counted.
    pub y: String,
    /// The counts, each labelled with the least value of its range, if at all.
    pub bins: Vec<Bar>,
    /// The bins that are near what is hoped for, and what they and the others are called.
    pub near: Range<usize>,
    pub within: String,
    pub beyond: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The quantity with its unit.
    pub label: String,
    pub scale: Scale,
}

impl Axis {
    /// Equal steps are equal differences.
    pub fn linear(label: &str) -> Axis {
        Axis {
            label: label.to_owned(),
            scale: Scale::Linear,
        }
    }

    /// Equal steps are equal factors.
    pub fn log(label: &str) -> Axis {
        Axis {
            label: label.to_owned(),
            scale: Scale::Log,
        }
    }
}

/// The scale of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// From zero, equal steps being equal differences.
    Linear,
    /// Equal steps are equal factors; only positive values are shown.
    Log,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The name in the key.
    pub name: String,
    /// From left to right.
    pub points: Vec<Mark>,
    /// Whether it is a limit rather than measured.
    pub limit: bool,
    /// The number of its colour and mark; where there is none, its place among the lines of the chart.
    pub look: Option<usize>,
}

/// A point of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    pub x: f64,
    /// The median.
    pub y: f64,
    /// The lower and the upper quartile.
    pub quartiles: Option<(f64, f64)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The text below it.
    pub label: String,
    pub value: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// From 0.
    pub column: usize,
    /// From 0.
    pub row: usize,
    pub value: f64,
}

impl Line {
    /// Medians and quartiles of what was measured at each place.
    pub fn measured(name: &str, points: impl IntoIterator<Item = Mark>) -> Line {
        let mut points: Vec<Mark> = points.into_iter().collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        Line {
            name: name.to_owned(),
            points,
            limit: false,
            look: None,
        }
    }
}

/// Gives each name one colour and one mark in all of these charts.
pub(crate) fn with_one_look_each(charts: &mut [Chart]) {
    let mut names: Vec<String> = Vec::new();
    for chart in charts {
        let Picture::Lines { lines, .. } = &mut chart.picture else {
            continue;
        };
        for line in lines.iter_mut().filter(|line| !line.limit) {
            let known = names.iter().position(|name| *name == line.name);
            line.look = Some(known.unwrap_or(names.len()));
            if known.is_none() {
                names.push(line.name.clone());
            }
        }
    }
}

/// Of lines, the one whose last point is the highest and the one whose last point is the lowest; limits aside.
pub(crate) fn ends(lines: &[Line]) -> Option<(&Line, &Line)> {
    let measured = || {
        let ends = lines.iter().filter(|line| !line.limit);
        ends.filter_map(|line| Some((line, line.points.last()?.y)))
    };
    let (highest, _) = measured().max_by(|one, other| one.1.total_cmp(&other.1))?;
    let (lowest, _) = measured().min_by(|one, other| one.1.total_cmp(&other.1))?;
    Some((highest, lowest))
}

/// Of bars, the one with the greatest value and the one with the least.
pub(crate) fn extremes(bars: &[Bar]) -> Option<(&Bar, &Bar)> {
    let by_value = |one: &&Bar, other: &&Bar| one.value.total_cmp(&other.value);
    Some((bars.iter().max_by(by_value)?, bars.iter().min_by(by_value)?))
}

impl Line {
    /// The first and the last point.
    pub(crate) fn ends(&self) -> Option<(Mark, Mark)> {
        Some((*self.points.first()?, *self.points.last()?))
    }
}

impl Chart {
    /// The description of the picture, for readers who cannot see it.
    pub fn in_words(&self) -> String {
        match &self.picture {
            Picture::Lines { x, y, lines } => {
                let lines: Vec<String> = lines
                    .iter()
                    .filter_map(|line| {
                        let (first, last) = (line.points.first()?, line.points.last()?);
                        Some(format!(
                            "{}: from {} at {} to {} at {}",
                            line.name,
                            short(first.y),
                            short(first.x),
                            short(last.y),
                            short(last.x)
                        ))
                    })
                    .collect();
                format!("{} over {}. {}.", y.label, x.label, lines.join("; "))
            }
            Picture::Heat(Heat {
                x, y, unit, cells, ..
            }) => {
                let values = || cells.iter().map(|cell| cell.value);
                let (least, most) = (
                    values().fold(f64::INFINITY, f64::min),
                    values().fold(f64::NEG_INFINITY, f64::max),
                );
                format!(
                    "{unit} by {x} and {y}: {} cells from {} to {}.",
                    cells.len(),
                    short(least),
                    short(most)
                )
            }
            Picture::Bars { y, bars } => {
                let bars: Vec<String> = bars
                    .iter()
                    .map(|bar| format!("{}: {}", bar.label, short(bar.value)))
                    .collect();
                format!("{}. {}.", y.label, bars.join("; "))
            }
            Picture::Histogram(Histogram {
                x,
                y,
                within,
                beyond,
                ..
            }) => format!("{y} by {x}. {within}; {beyond}."),
        }
    }
}

/// A number with few digits: `12 300`, `0.0456`, `7.89e-7`.
pub(crate) fn short(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let size = value.abs();
    if !(1e-4..1e10).contains(&size) {
        return format!("{value:.2e}");
    }
    // Three figures that count.
    let places = (2 - size.log10().floor() as i32).max(0) as usize;
    let text = format!("{value:.places$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_looks_the_same_in_all_charts_whatever_its_place() {
        let chart = |names: &[&str]| Chart {
            name: String::new(),
            title: String::new(),
            picture: Picture::Lines {
                x: Axis::linear("x"),
                y: Axis::linear("y"),
                lines: names.iter().map(|name| Line::measured(name, [])).collect(),
            },
        };
        let mut charts = [
            chart(&["plain", "tuned"]),
            chart(&["tuned", "shared", "plain"]),
        ];
        with_one_look_each(&mut charts);
        let looks = charts.map(|chart| match chart.picture {
            Picture::Lines { lines, .. } => lines.iter().map(|line| line.look).collect(),
            _ => Vec::new(),
        });
        assert_eq!(looks[0], [Some(0), Some(1)]);
        assert_eq!(looks[1], [Some(1), Some(2), Some(0)]);
    }

    #[test]
    fn numbers_are_short() {
        let shown: Vec<String> = [0.0, 12345.0, 0.045_61, 1.0, 7.891e-7, 2.5e9, 0.1]
            .into_iter()
            .map(short)
            .collect();
        assert_eq!(
            shown,
            ["0", "12345", "0.0456", "1", "7.89e-7", "2500000000", "0.1"]
        );
    }
}
