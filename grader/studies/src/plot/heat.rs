//! Cells in columns and rows, coloured by their values, with the scale of the colours below.

use super::canvas::{ASCENT, Anchor, Area, Canvas, width, wrapped};
use super::ticks::every;
use super::{INK, Layout};
use crate::chart::{Best, Cell, Heat, short};

/// Values that differ by less are as good as the best: repeated measurements differ as much.
const AS_GOOD: f64 = 1.05;

/// The least factor between the two ends of the colours where values are compared, so that a small difference
/// looks small.
const LEAST_FACTOR: f64 = 2.0;

/// The parts of the scale that is drawn.
const STEPS: usize = 40;

/// Which colour a value has.
#[derive(Clone, Copy)]
struct Colours {
    low: f64,
    high: f64,
    /// Equal steps of colour are equal factors.
    by_factor: bool,
}

impl Colours {
    fn of(cells: &[Cell], best: Best) -> Option<Colours> {
        let values = || {
            cells
                .iter()
                .map(|cell| cell.value)
                .filter(|value| value.is_finite())
        };
        let low = values().fold(f64::INFINITY, f64::min);
        let high = values().fold(f64::NEG_INFINITY, f64::max);
        if low > high {
            return None;
        }
        let by_factor = best != Best::Neither && low > 0.0;
        let (low, high) = match best {
            Best::Least if by_factor => (low, high.max(low * LEAST_FACTOR)),
            Best::Most if by_factor => (low.min(high / LEAST_FACTOR), high),
            _ => (low, high),
        };
        Some(Colours {
            low,
            high,
            by_factor,
        })
    }

    /// From 0 to 1.
    fn share(&self, value: f64) -> f64 {
        if self.high <= self.low {
            0.5
        } else if self.by_factor {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }

    fn value(&self, share: f64) -> f64 {
        if self.by_factor {
            self.low * (self.high / self.low).powf(share)
        } else {
            self.low + (self.high - self.low) * share
        }
    }
}

/// None where there is nothing to draw.
pub(super) fn draw(canvas: &mut Canvas, layout: Layout, heat: &Heat) -> Option<()> {
    if heat.columns.is_empty() || heat.rows.is_empty() {
        return None;
    }
    let colours = Colours::of(&heat.cells, heat.best)?;
    let size = canvas.size;
    let numbers = heat
        .cells
        .iter()
        .map(|cell| width(&short(cell.value), size));
    let widest = numbers.fold(0.0, f64::max) + 6.0;
    let fits = |columns: usize| (canvas.width - 60.0) / columns as f64 >= widest;
    // On a phone the longer side goes down, if only then each cell has room for its number.
    let turns = layout == Layout::Narrow
        && !heat.is_to_scale
        && !fits(heat.columns.len())
        && heat.rows.len() < heat.columns.len();
    let turned = turns.then(|| turned(heat));
    let heat = turned.as_ref().unwrap_or(heat);

    for words in wrapped(&heat.y, size, canvas.width) {
        canvas.text((0.0, canvas.below + size * ASCENT), Anchor::Start, &words);
        canvas.below += canvas.line_height();
    }
    canvas.below += 6.0;
    let rows = heat
        .rows
        .iter()
        .map(|label| width(label, size))
        .fold(0.0, f64::max);
    let left = rows + 10.0;
    let wide = (canvas.width - left - 2.0) / heat.columns.len() as f64;
    let high = if heat.is_to_scale {
        wide
    } else {
        let is_labelled = wide >= widest;
        if is_labelled { 2.1 * size } else { 24.0 }
    };
    let area = Area {
        left,
        top: canvas.below,
        right: left + wide * heat.columns.len() as f64,
        bottom: canvas.below + high * heat.rows.len() as f64,
    };
    let cell_area = |cell: &Cell| {
        let (x, y) = (
            area.left + cell.column as f64 * wide,
            area.top + cell.row as f64 * high,
        );
        Area {
            left: x,
            top: y,
            right: x + wide,
            bottom: y + high,
        }
    };
    if heat.is_to_scale {
        field(canvas, heat, &colours, &cell_area);
    } else {
        let is_labelled = wide >= widest;
        cells(canvas, heat, &colours, is_labelled, &cell_area);
    }

    let across = every(
        &heat.columns,
        size,
        wide * named_every(&heat.columns) as f64,
    );
    let baseline = area.bottom + 4.0 + size * ASCENT;
    let names = heat
        .columns
        .iter()
        .enumerate()
        .filter(|(_, name)| !name.is_empty());
    for (number, name) in names.step_by(across) {
        let x = area.left + (number as f64 + 0.5) * wide;
        canvas.text((x, baseline), Anchor::Middle, name);
    }
    let mut free = f64::NEG_INFINITY;
    for (number, name) in heat
        .rows
        .iter()
        .enumerate()
        .filter(|(_, name)| !name.is_empty())
    {
        let middle = area.top + (number as f64 + 0.5) * high;
        if middle - canvas.line_height() / 2.0 >= free {
            canvas.text((left - 6.0, middle + size * 0.35), Anchor::End, name);
            free = middle + canvas.line_height() / 2.0;
        }
    }
    canvas.below = area.bottom + 6.0 + canvas.line_height();
    for words in wrapped(&heat.x, size, area.width()) {
        let at = ((area.left + area.right) / 2.0, canvas.below + size * ASCENT);
        canvas.text(at, Anchor::Middle, &words);
        canvas.below += canvas.line_height();
    }
    scale(canvas, heat, &colours, left);
    Some(())
}

/// How far apart the labels are, in labels: some leave those between them empty.
fn named_every(labels: &[String]) -> usize {
    let named: Vec<usize> = labels
        .iter()
        .enumerate()
        .filter(|(_, name)| !name.is_empty())
        .map(|(at, _)| at)
        .collect();
    named
        .windows(2)
        .map(|two| two[1] - two[0])
        .min()
        .unwrap_or(1)
}

/// The same cells with the sides exchanged.
fn turned(heat: &Heat) -> Heat {
    let cells = heat.cells.iter().map(|cell| Cell {
        column: cell.row,
        row: cell.column,
        value: cell.value,
    });
    Heat {
        x: heat.y.clone(),
        columns: heat.rows.clone(),
        y: heat.x.clone(),
        rows: heat.columns.clone(),
        cells: cells.collect(),
        ..heat.clone()
    }
}

/// Cells with their numbers where they fit, and frames around those that are as good as the best.
fn cells(
    canvas: &mut Canvas,
    heat: &Heat,
    colours: &Colours,
    is_labelled: bool,
    area: &impl Fn(&Cell) -> Area,
) {
    for cell in &heat.cells {
        let whole = area(cell);
        let inner = Area {
            right: whole.right - 1.5,
            bottom: whole.bottom - 1.5,
            ..whole
        };
        let (fill, text) = shade(colours.share(cell.value));
        canvas.rectangle(&inner, &format!(" fill=\"{fill}\""));
        if is_as_good(heat, cell.value) {
            let frame = Area {
                left: inner.left + 2.5,
                top: inner.top + 2.5,
                right: inner.right - 2.5,
                bottom: inner.bottom - 2.5,
            };
            let look = format!(" fill=\"none\" stroke=\"{text}\" stroke-width=\"2\"");
            canvas.rectangle(&frame, &look);
        }
        if is_labelled {
            let at = (
                (inner.left + inner.right) / 2.0,
                (inner.top + inner.bottom) / 2.0 + canvas.size * 0.35,
            );
            let colour = format!(" fill=\"{text}\"");
            canvas.text_with(at, Anchor::Middle, &colour, &short(cell.value));
        }
    }
}

/// Whether a value is within a measurement's noise of the best.
fn is_as_good(heat: &Heat, value: f64) -> bool {
    let values = heat.cells.iter().map(|cell| cell.value);
    match heat.best {
        Best::Least => value <= values.fold(f64::INFINITY, f64::min) * AS_GOOD,
        Best::Most => value * AS_GOOD >= values.fold(f64::NEG_INFINITY, f64::max),
        Best::Neither => false,
    }
}

/// Many small cells: neighbours of one colour are one rectangle, and each colour is one element.
fn field(canvas: &mut Canvas, heat: &Heat, colours: &Colours, area: &impl Fn(&Cell) -> Area) {
    let step = |value: f64| (colours.share(value) * STEPS as f64).round() as usize;
    let mut sorted = heat.cells.clone();
    sorted.sort_by_key(|cell| (cell.row, cell.column));
    let mut by_step: Vec<Vec<Area>> = vec![Vec::new(); STEPS + 1];
    let mut last: Option<(usize, Cell)> = None;
    for cell in &sorted {
        let here = step(cell.value).min(STEPS);
        // A little wider than they are: between neighbours nothing shows through.
        let whole = area(cell);
        let whole = Area {
            right: whole.right + 0.3,
            bottom: whole.bottom + 0.3,
            ..whole
        };
        let goes_on = last.is_some_and(|(step, before)| {
            step == here && before.row == cell.row && before.column + 1 == cell.column
        });
        match by_step[here].last_mut() {
            Some(area) if goes_on => area.right = whole.right,
            _ => by_step[here].push(whole),
        }
        last = Some((here, *cell));
    }
    for (number, areas) in by_step
        .iter()
        .enumerate()
        .filter(|(_, areas)| !areas.is_empty())
    {
        canvas.rectangles(areas, &shade(number as f64 / STEPS as f64).0);
    }
}

/// The colours with the numbers that they stand for.
fn scale(canvas: &mut Canvas, heat: &Heat, colours: &Colours, left: f64) {
    let size = canvas.size;
    canvas.below += 10.0;
    for words in wrapped(&heat.unit, size, canvas.width - left) {
        canvas.text((left, canvas.below + size * ASCENT), Anchor::Start, &words);
        canvas.below += canvas.line_height();
    }
    canvas.below += 4.0;
    let wide = (canvas.width - left - 20.0).min(420.0);
    let bar = |from: f64, to: f64| Area {
        left: left + wide * from,
        top: canvas.below,
        right: left + wide * to,
        bottom: canvas.below + 12.0,
    };
    let parts: Vec<Area> = (0..STEPS)
        .map(|part| {
            let (from, to) = (part as f64 / STEPS as f64, (part + 1) as f64 / STEPS as f64);
            Area {
                right: bar(from, to).right + 0.3,
                ..bar(from, to)
            }
        })
        .collect();
    for (number, part) in parts.iter().enumerate() {
        let share = (number as f64 + 0.5) / STEPS as f64;
        canvas.rectangles(&[*part], &shade(share).0);
    }
    canvas.below += 12.0;
    let labels = if wide > 300.0 { 4 } else { 3 };
    for number in 0..=labels {
        let share = f64::from(number) / f64::from(labels);
        let x = left + wide * share;
        canvas.path(
            &[(x, canvas.below), (x, canvas.below + 4.0)],
            &format!(" stroke=\"{INK}\""),
        );
        let anchor = match number {
            0 => Anchor::Start,
            last if last == labels => Anchor::End,
            _ => Anchor::Middle,
        };
        let at = (x, canvas.below + 4.0 + size * ASCENT);
        canvas.text(at, anchor, &short(colours.value(share)));
    }
    canvas.below += 6.0 + canvas.line_height();
    if heat.best != Best::Neither {
        let words = "framed: within 5 % of the best";
        canvas.text((left, canvas.below + size * ASCENT), Anchor::Start, words);
        canvas.below += canvas.line_height();
    }
}

/// From dark blue to light yellow by a share of 1, and the colour of text on it.
fn shade(share: f64) -> (String, &'static str) {
    const STOPS: [[f64; 3]; 4] = [
        [38.0, 36.0, 96.0],
        [28.0, 110.0, 130.0],
        [95.0, 180.0, 110.0],
        [250.0, 230.0, 110.0],
    ];
    let at = share.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let below = (at.floor() as usize).min(STOPS.len() - 2);
    let part = at - below as f64;
    let (a, b) = (STOPS[below], STOPS[below + 1]);
    let colour = [0, 1, 2].map(|index| (a[index] + (b[index] - a[index]) * part) as u8);
    // Black on what is lighter than this, by the formula that WCAG 2 has for contrast.
    let text = if luminance(colour) < 0.179 {
        "#fff"
    } else {
        "#000"
    };
    let [red, green, blue] = colour;
    (format!("#{red:02x}{green:02x}{blue:02x}"), text)
}

/// The luminance of a colour, from 0 to 1.
fn luminance([red, green, blue]: [u8; 3]) -> f64 {
    let part = |x: u8| {
        let x = f64::from(x) / 255.0;
        if x <= 0.040_45 {
            x / 12.92
        } else {
            ((x + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(values: &[f64]) -> Vec<Cell> {
        let cell = |(column, &value): (usize, &f64)| Cell {
            column,
            row: 0,
            value,
        };
        values.iter().enumerate().map(cell).collect()
    }

    #[test]
    fn text_stands_out_from_every_shade() {
        for step in 0..=100 {
            let (colour, text) = shade(f64::from(step) / 100.0);
            let part = |at: usize| u8::from_str_radix(&colour[at..at + 2], 16).unwrap();
            let text = if text == "#fff" { [255; 3] } else { [0; 3] };
            let (a, b) = (luminance([part(1), part(3), part(5)]), luminance(text));
            let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
            assert!(contrast >= 4.5, "{contrast:.2} at {step} %");
        }
    }

    #[test]
    fn five_per_cent_are_a_small_step_of_colour() {
        let near = Colours::of(&cells(&[1.0, 1.05]), Best::Least).unwrap();
        assert!(near.share(1.05) < 0.1 && near.share(1.0) == 0.0);
        let far = Colours::of(&cells(&[1.0, 100.0]), Best::Least).unwrap();
        assert!(
            (far.share(10.0) - 0.5).abs() < 1e-9,
            "equal factors are equal steps"
        );
        let most = Colours::of(&cells(&[95.0, 100.0]), Best::Most).unwrap();
        assert!(most.share(95.0) > 0.9 && most.share(100.0) == 1.0);
    }

    #[test]
    fn a_phone_has_the_longer_side_going_down() {
        let heat = Heat {
            x: "width".to_owned(),
            columns: vec!["8".to_owned(), "16".to_owned()],
            y: "height".to_owned(),
            rows: vec!["1".to_owned()],
            unit: "ms".to_owned(),
            cells: cells(&[1.0, 2.0]),
            best: Best::Least,
            is_to_scale: false,
        };
        let other = turned(&heat);
        assert_eq!((other.columns.len(), other.rows.len()), (1, 2));
        assert_eq!((other.cells[1].column, other.cells[1].row), (0, 1));
        assert_eq!(turned(&other), heat);
    }
}
