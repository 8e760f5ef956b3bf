//! Lines over an axis, and points below a roof. Names stand beside the lines' ends where there is room, else in a
//! list below, each with its mark and its last value.

use super::canvas::{ASCENT, Anchor, Area, At, Canvas, width, wrapped};
use super::ticks::{Range, every, labels, powers_of_two, round};
use super::{COLOURS, INK, Layout};
use crate::chart::{Axis, Line, Mark, short};

/// The most that names beside a chart take, in pixels.
const NAMES: f64 = 190.0;

/// The line with its mark before a name.
const KEY: f64 = 30.0;

/// Between the frame and the outermost values.
const INSET: f64 = 8.0;

/// Where values stand.
struct Frame {
    across: Range,
    up: Range,
    area: Area,
}

impl Frame {
    fn x(&self, value: f64) -> f64 {
        self.area.left + INSET + self.across.share(value) * (self.area.width() - 2.0 * INSET)
    }

    fn y(&self, value: f64) -> f64 {
        self.area.bottom - self.up.share(value) * (self.area.height() - INSET)
    }

    fn at(&self, mark: &Mark) -> At {
        (self.x(mark.x), self.y(mark.y))
    }
}

/// A line with the pixels of those of its points that the axes can show.
struct Drawn<'a> {
    line: &'a Line,
    number: usize,
    marks: Vec<Mark>,
    path: Vec<At>,
}

impl Drawn<'_> {
    fn colour(&self) -> &'static str {
        if self.line.limit {
            INK
        } else {
            COLOURS[self.number % COLOURS.len()]
        }
    }

    fn is_point(&self) -> bool {
        self.path.len() == 1 && !self.line.limit
    }

    /// The name with the last value.
    fn named(&self) -> String {
        match self.marks.last() {
            Some(last) if !self.line.limit || self.is_level() => {
                format!("{}: {}", self.line.name, short(last.y))
            }
            _ => self.line.name.clone(),
        }
    }

    fn is_level(&self) -> bool {
        self.marks.windows(2).all(|two| two[0].y == two[1].y)
    }
}

/// None where there is nothing to draw.
pub(super) fn draw(
    canvas: &mut Canvas,
    layout: Layout,
    (x, y): (&Axis, &Axis),
    lines: &[Line],
) -> Option<()> {
    let marks = || lines.iter().flat_map(|line| &line.points);
    let across = Range::of(marks().map(|mark| mark.x), x.scale)?;
    let values = marks().flat_map(|mark| {
        let (lower, upper) = mark.quartiles.unwrap_or((mark.y, mark.y));
        [mark.y, lower, upper]
    });
    let up = Range::of(values, y.scale)?;

    let has_names = lines.len() > 1;
    let is_of_points = lines
        .iter()
        .all(|line| line.limit || line.points.len() == 1);
    let beside = has_names && !is_of_points && layout == Layout::Wide;
    let size = canvas.size;

    for line in wrapped(&y.label, size, canvas.width) {
        canvas.text((0.0, canvas.below + size * ASCENT), Anchor::Start, &line);
        canvas.below += canvas.line_height();
    }
    let up_ticks = round(&up, 5);
    let up_labels = labels(&up_ticks);
    let widest = up_labels
        .iter()
        .map(|label| width(label, size))
        .fold(0.0, f64::max);
    let xs: Vec<f64> = marks().map(|mark| mark.x).collect();
    let (across_ticks, of_powers) = across_ticks(&across, &xs);
    // The last number may stand at the very end of the axis.
    let last = labels(&across_ticks)
        .pop()
        .map_or(0.0, |label| width(&label, size));
    let beyond = (last / 2.0 - INSET + 2.0).max(6.0);
    let top = canvas.below + 6.0;
    let frame = Frame {
        across,
        up,
        area: Area {
            left: widest + 8.0,
            top,
            right: canvas.width - if beside { NAMES + KEY + 14.0 } else { beyond },
            bottom: top + layout.plot_height(),
        },
    };
    let area = frame.area;

    let mut above = f64::INFINITY;
    for (value, label) in up_ticks.iter().zip(&up_labels) {
        let level = frame.y(*value);
        let rule = format!(" stroke=\"{INK}\" stroke-opacity=\".18\"");
        canvas.path(&[(area.left, level), (area.right, level)], &rule);
        if above - level >= canvas.line_height() {
            canvas.text((area.left - 8.0, level + size * 0.35), Anchor::End, label);
            above = level;
        }
    }
    let axes = format!(" fill=\"none\" stroke=\"{INK}\"");
    canvas.path(
        &[
            (area.left, area.top),
            (area.left, area.bottom),
            (area.right, area.bottom),
        ],
        &axes,
    );
    draw_across(canvas, &frame, &across_ticks, of_powers);
    canvas.below = area.bottom + 6.0 + canvas.line_height();
    for line in wrapped(&x.label, size, area.width()) {
        let at = ((area.left + area.right) / 2.0, canvas.below + size * ASCENT);
        canvas.text(at, Anchor::Middle, &line);
        canvas.below += canvas.line_height();
    }

    let shown = |value: f64, range: &Range| {
        value.is_finite() && (range.scale == crate::Scale::Linear || value > 0.0)
    };
    let drawn: Vec<Drawn<'_>> = lines
        .iter()
        .enumerate()
        .map(|(number, line)| {
            let fits = |mark: &&Mark| shown(mark.x, &across) && shown(mark.y, &up);
            let marks: Vec<Mark> = line.points.iter().filter(fits).copied().collect();
            Drawn {
                line,
                number: line.look.unwrap_or(number),
                path: marks.iter().map(|mark| frame.at(mark)).collect(),
                marks,
            }
        })
        .filter(|drawn| !drawn.path.is_empty())
        .collect();
    for each in &drawn {
        draw_line(canvas, &frame, each);
    }

    if !has_names {
        drawn
            .iter()
            .for_each(|each| label_values(canvas, &frame, each));
    } else if beside {
        label_ends(canvas, &frame, &drawn);
    } else {
        list(canvas, &drawn.iter().collect::<Vec<_>>());
    }
    Some(())
}

/// The values that the horizontal axis may name, and whether they are all powers of two in a range.
fn across_ticks(across: &Range, xs: &[f64]) -> (Vec<f64>, bool) {
    let powers = powers_of_two(xs).filter(|_| across.scale == crate::Scale::Log);
    match powers {
        Some(powers) => (powers, true),
        None => (round(across, 6), false),
    }
}

fn draw_across(canvas: &mut Canvas, frame: &Frame, ticks: &[f64], of_powers: bool) {
    let size = canvas.size;
    let baseline = frame.area.bottom + 6.0 + size * ASCENT;
    let mut write = |value: f64, label: &str| {
        let x = frame.x(value);
        let tick = format!(" stroke=\"{INK}\"");
        canvas.path(
            &[(x, frame.area.bottom), (x, frame.area.bottom + 4.0)],
            &tick,
        );
        canvas.text((x, baseline), Anchor::Middle, label);
    };
    let names = labels(ticks);
    if let (true, [first, second, ..]) = (of_powers, ticks) {
        let step = (frame.x(*second) - frame.x(*first)).abs();
        let every = every(&names, size, step);
        for (value, label) in ticks.iter().zip(&names).step_by(every) {
            write(*value, label);
        }
        return;
    }
    // Powers of ten come before twos and fives.
    let is_first = |value: f64| value == 0.0 || value.log10().fract().abs() < 1e-9;
    let mut order: Vec<usize> = (0..ticks.len()).collect();
    order.sort_by_key(|index| !is_first(ticks[*index]));
    let mut kept: Vec<(f64, f64)> = Vec::new();
    for index in order {
        let half = width(&names[index], size) / 2.0 + size * 0.3;
        let (left, right) = (frame.x(ticks[index]) - half, frame.x(ticks[index]) + half);
        if kept.iter().all(|(from, to)| right <= *from || *to <= left) {
            kept.push((left, right));
            write(ticks[index], &names[index]);
        }
    }
}

fn draw_line(canvas: &mut Canvas, frame: &Frame, drawn: &Drawn<'_>) {
    let colour = drawn.colour();
    if drawn.line.limit {
        let dashed = format!(" fill=\"none\" stroke=\"{colour}\" stroke-dasharray=\"6 4\"");
        canvas.path(&drawn.path, &dashed);
        return;
    }
    if drawn.path.len() > 1 {
        let whole = format!(" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"");
        canvas.path(&drawn.path, &whole);
    }
    for mark in &drawn.marks {
        let Some((lower, upper)) = mark.quartiles else {
            continue;
        };
        let x = frame.x(mark.x);
        let (from, to) = (frame.y(lower), frame.y(upper));
        // One that the mark would hide says nothing.
        if from.is_finite() && to.is_finite() && from - to > 8.0 {
            canvas.path(&[(x, from), (x, to)], &format!(" stroke=\"{colour}\""));
        }
    }
    for at in &drawn.path {
        sign(canvas, drawn.number, *at, colour);
    }
}

/// The mark of a line, which differs in shape and colour.
fn sign(canvas: &mut Canvas, number: usize, (x, y): At, colour: &str) {
    let corners: &[At] = match number % 5 {
        0 => &[
            (-3.0, -3.0),
            (3.0, -3.0),
            (3.0, 3.0),
            (-3.0, 3.0),
            (-3.0, -3.0),
        ],
        1 => &[(0.0, -4.0), (4.0, 3.0), (-4.0, 3.0), (0.0, -4.0)],
        2 => &[
            (0.0, -5.0),
            (5.0, 0.0),
            (0.0, 5.0),
            (-5.0, 0.0),
            (0.0, -5.0),
        ],
        3 => &[
            (-4.0, -4.0),
            (4.0, 4.0),
            (0.0, 0.0),
            (4.0, -4.0),
            (-4.0, 4.0),
        ],
        _ => &[(0.0, 4.0), (4.0, -3.0), (-4.0, -3.0), (0.0, 4.0)],
    };
    let path: Vec<At> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
    canvas.path(
        &path,
        &format!(" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\""),
    );
}

/// A piece of a line with its mark, as it stands before a name.
fn key(canvas: &mut Canvas, drawn: &Drawn<'_>, (x, y): At) {
    let colour = drawn.colour();
    let look = if drawn.line.limit {
        format!(" stroke=\"{colour}\" stroke-dasharray=\"6 4\"")
    } else {
        format!(" stroke=\"{colour}\" stroke-width=\"2\"")
    };
    if !drawn.is_point() {
        canvas.path(&[(x, y), (x + 22.0, y)], &look);
    }
    if !drawn.line.limit {
        sign(canvas, drawn.number, (x + 11.0, y), colour);
    }
}

/// The names in a column to the right, each as near to its line's end as the others allow.
fn label_ends(canvas: &mut Canvas, frame: &Frame, drawn: &[Drawn<'_>]) {
    let line = canvas.line_height();
    let mut names: Vec<(f64, &Drawn<'_>, Vec<String>)> = drawn
        .iter()
        .filter_map(|each| {
            let end = each.path.last()?.1;
            Some((end, each, wrapped(&each.named(), canvas.size, NAMES)))
        })
        .collect();
    names.sort_by(|one, other| one.0.total_cmp(&other.0));
    let heights: Vec<f64> = names
        .iter()
        .map(|(.., text)| text.len() as f64 * line + 4.0)
        .collect();
    let mut tops: Vec<f64> = Vec::new();
    let mut free = frame.area.top - 4.0;
    for ((end, ..), height) in names.iter().zip(&heights) {
        let top = (end - line / 2.0).max(free);
        tops.push(top);
        free = top + height;
    }
    // What would stand below the axis moves up, and what is in its way.
    let mut free = frame.area.bottom + line;
    for (top, height) in tops.iter_mut().zip(&heights).rev() {
        *top = top.min(free - height);
        free = *top;
    }
    let left = frame.area.right + 12.0;
    for ((.., each, text), top) in names.iter().zip(tops) {
        key(canvas, each, (left, top + line / 2.0));
        for (number, words) in text.iter().enumerate() {
            let y = top + number as f64 * line + canvas.size * ASCENT;
            canvas.text((left + KEY, y), Anchor::Start, words);
        }
        canvas.below = canvas.below.max(top + text.len() as f64 * line);
    }
}

/// The names below one another, the line that ends highest first.
fn list(canvas: &mut Canvas, drawn: &[&Drawn<'_>]) {
    let mut sorted = drawn.to_vec();
    sorted.sort_by(|one, other| {
        let end = |drawn: &Drawn<'_>| drawn.path.last().map_or(0.0, |at| at.1);
        end(one).total_cmp(&end(other))
    });
    canvas.below += 6.0;
    for each in sorted {
        let line = canvas.line_height();
        key(canvas, each, (0.0, canvas.below + line / 2.0));
        for words in wrapped(&each.named(), canvas.size, canvas.width - KEY) {
            let y = canvas.below + canvas.size * ASCENT;
            canvas.text((KEY, y), Anchor::Start, &words);
            canvas.below += line;
        }
        canvas.below += 3.0;
    }
}

/// What a label must not lie on.
struct Taken<'a> {
    areas: Vec<Area>,
    path: &'a [At],
}

impl Taken<'_> {
    fn is_free(&self, frame: &Frame, area: &Area) -> bool {
        let within = Area {
            top: frame.area.top - 6.0,
            ..frame.area
        };
        let crosses = |ends: &[At]| passes(ends[0], ends[1], area);
        within.holds(area)
            && !self.areas.iter().any(|taken| taken.overlaps(area))
            && !self.path.windows(2).any(crosses)
    }
}

/// Whether a straight line goes through an area.
fn passes(from: At, to: At, area: &Area) -> bool {
    let steps = ((to.0 - from.0).abs().max((to.1 - from.1).abs()) / 2.0)
        .ceil()
        .max(1.0);
    (0..=steps as usize).any(|step| {
        let part = step as f64 / steps;
        let (x, y) = (
            from.0 + (to.0 - from.0) * part,
            from.1 + (to.1 - from.1) * part,
        );
        area.left < x && x < area.right && area.top < y && y < area.bottom
    })
}

/// The first place around a point at which a text lies on nothing: the area, and the text's baseline.
fn place(
    canvas: &Canvas,
    frame: &Frame,
    taken: &Taken<'_>,
    text: &str,
    (x, y): At,
) -> Option<(Area, At)> {
    let (wide, high) = (width(text, canvas.size), canvas.line_height());
    let near = 9.0;
    let places = [
        (x - wide / 2.0, y - near - high),
        (x - wide / 2.0, y + near),
        (x + near, y - high / 2.0),
        (x - near - wide, y - high / 2.0),
        (x + 4.0, y - near - high),
        (x - wide - 4.0, y - near - high),
        (x + 4.0, y + near),
        (x - wide - 4.0, y + near),
    ];
    places.into_iter().find_map(|(left, top)| {
        let area = Area {
            left,
            top,
            right: left + wide,
            bottom: top + high,
        };
        let baseline = (left + wide / 2.0, top + canvas.size * ASCENT);
        taken.is_free(frame, &area).then_some((area, baseline))
    })
}

fn around((x, y): At) -> Area {
    Area {
        left: x - 5.0,
        top: y - 5.0,
        right: x + 5.0,
        bottom: y + 5.0,
    }
}

/// Writes values beside a line's points, the last first, where they lie on nothing.
fn label_values(canvas: &mut Canvas, frame: &Frame, drawn: &Drawn<'_>) {
    let mut taken = Taken {
        areas: drawn.path.iter().copied().map(around).collect(),
        path: &drawn.path,
    };
    let ends = drawn.path.len().saturating_sub(1);
    let mut order: Vec<usize> = (0..drawn.path.len()).collect();
    order.sort_by_key(|index| *index != ends && *index != 0);
    for index in order {
        let text = short(drawn.marks[index].y);
        if let Some((area, at)) = place(canvas, frame, &taken, &text, drawn.path[index]) {
            canvas.text(at, Anchor::Middle, &text);
            taken.areas.push(Area {
                left: area.left - 3.0,
                right: area.right + 3.0,
                ..area
            });
        }
    }
}
