//! Bars that lie, each with its name and its value; and columns of a histogram.

use super::canvas::{ASCENT, Anchor, Area, Canvas, width, wrapped};
use super::ticks::{Range, labels, round};
use super::{COLOURS, INK, Layout};
use crate::chart::{Bar, Histogram, Scale, short};

/// The most that names to the left of bars take, in pixels.
const NAMES: f64 = 230.0;

/// None where there is nothing to draw.
pub(super) fn draw(canvas: &mut Canvas, layout: Layout, label: &str, bars: &[Bar]) -> Option<()> {
    let range = Range::of(bars.iter().map(|bar| bar.value), Scale::Linear)?;
    let (size, line) = (canvas.size, canvas.line_height());
    let values: Vec<String> = bars.iter().map(|bar| short(bar.value)).collect();
    let room = values
        .iter()
        .map(|value| width(value, size))
        .fold(0.0, f64::max)
        + 8.0;
    let names = bars
        .iter()
        .map(|bar| width(&bar.label, size))
        .fold(0.0, f64::max);
    let beside = layout == Layout::Wide || names <= 80.0;
    let left = if beside { names.min(NAMES) + 10.0 } else { 0.0 };
    let long = canvas.width - left - room;
    for words in wrapped(label, size, canvas.width - left) {
        canvas.text((left, canvas.below + size * ASCENT), Anchor::Start, &words);
        canvas.below += line;
    }
    canvas.below += 4.0;
    let top = canvas.below;
    for (bar, value) in bars.iter().zip(&values) {
        let words = wrapped(&bar.label, size, if beside { NAMES } else { canvas.width });
        let names = words.len() as f64 * line;
        for (number, words) in words.iter().enumerate() {
            let y = canvas.below + 3.0 + number as f64 * line + size * ASCENT;
            if beside {
                canvas.text((left - 8.0, y), Anchor::End, words);
            } else {
                canvas.text((0.0, y), Anchor::Start, words);
            }
        }
        let bar_top = canvas.below + if beside { 3.0 } else { 3.0 + names };
        let area = Area {
            left,
            top: bar_top,
            right: left + long * range.share(bar.value).max(0.0),
            bottom: bar_top + line,
        };
        canvas.rectangle(&area, &format!(" fill=\"{}\"", COLOURS[0]));
        canvas.text(
            (area.right + 6.0, bar_top + size * ASCENT),
            Anchor::Start,
            value,
        );
        canvas.below = if beside {
            bar_top + names.max(line)
        } else {
            area.bottom
        } + 3.0;
    }
    canvas.path(
        &[(left, top), (left, canvas.below)],
        &format!(" stroke=\"{INK}\""),
    );
    Some(())
}

/// None where there is nothing to draw.
pub(super) fn draw_histogram(
    canvas: &mut Canvas,
    layout: Layout,
    histogram: &Histogram,
) -> Option<()> {
    let counts = histogram.bins.iter().map(|bin| bin.value);
    let range = Range::of(counts, Scale::Linear)?;
    let (size, line) = (canvas.size, canvas.line_height());
    canvas.text(
        (0.0, canvas.below + size * ASCENT),
        Anchor::Start,
        &histogram.y,
    );
    canvas.below += line + 6.0;
    let ticks = round(&range, 4);
    let names = labels(&ticks);
    let left = names
        .iter()
        .map(|name| width(name, size))
        .fold(0.0, f64::max)
        + 8.0;
    let area = Area {
        left,
        top: canvas.below,
        right: canvas.width - 16.0,
        bottom: canvas.below + layout.plot_height() * 0.75,
    };
    let y = |value: f64| area.bottom - range.share(value) * (area.height() - 8.0);
    for (value, name) in ticks.iter().zip(&names) {
        let level = y(*value);
        let rule = format!(" stroke=\"{INK}\" stroke-opacity=\".18\"");
        canvas.path(&[(area.left, level), (area.right, level)], &rule);
        canvas.text((left - 8.0, level + size * 0.35), Anchor::End, name);
    }
    let step = area.width() / histogram.bins.len() as f64;
    let baseline = area.bottom + 10.0 + size * ASCENT;
    for (number, bin) in histogram.bins.iter().enumerate() {
        let from = area.left + number as f64 * step;
        let column = Area {
            left: from + step * 0.06,
            top: y(bin.value),
            right: from + step * 0.94,
            bottom: area.bottom,
        };
        let colour = COLOURS[if histogram.near.contains(&number) {
            0
        } else {
            1
        }];
        if bin.value > 0.0 {
            canvas.rectangle(&column, &format!(" fill=\"{colour}\""));
        }
        if !bin.label.is_empty() {
            let is_last = number + 1 == histogram.bins.len();
            let x = if is_last { from + step / 2.0 } else { from };
            canvas.path(
                &[(x, area.bottom), (x, area.bottom + 4.0)],
                &format!(" stroke=\"{INK}\""),
            );
            canvas.text((x, baseline), Anchor::Middle, &bin.label);
        }
    }
    canvas.path(
        &[(area.left, area.bottom), (area.right, area.bottom)],
        &format!(" stroke=\"{INK}\""),
    );
    canvas.below = area.bottom + 10.0 + line;
    for words in wrapped(&histogram.x, size, area.width()) {
        let at = ((area.left + area.right) / 2.0, canvas.below + size * ASCENT);
        canvas.text(at, Anchor::Middle, &words);
        canvas.below += line;
    }
    canvas.below += 4.0;
    let mut from = left;
    for (colour, words) in [
        (COLOURS[0], &histogram.within),
        (COLOURS[1], &histogram.beyond),
    ] {
        if from > left && from + 17.0 + width(words, size) > canvas.width {
            (from, canvas.below) = (left, canvas.below + line);
        }
        let square = Area {
            left: from,
            top: canvas.below + 2.0,
            right: from + 11.0,
            bottom: canvas.below + 13.0,
        };
        canvas.rectangle(&square, &format!(" fill=\"{colour}\""));
        canvas.text(
            (from + 17.0, canvas.below + size * ASCENT),
            Anchor::Start,
            words,
        );
        from += 17.0 + width(words, size) + 16.0;
    }
    canvas.below += line;
    Some(())
}
