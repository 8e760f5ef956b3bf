//! Charts as SVG. Text and axes take the colour of the page's text, for light and dark pages; lines differ in
//! marks and colours.

use crate::chart::{Axis, Bar, Cell, Chart, Line, Mark, Picture, Scale, short};
use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

/// Width and height, in pixels of the picture's own.
const SIZE: (u32, u32) = (760, 440);

/// Stands for the colour of the text around the picture, until the SVG is done.
const INK: RGBColor = RGBColor(1, 2, 3);
const INK_AS_WRITTEN: &str = "#010203";

/// Colours that differ for every kind of sight and stand out from white as well as from black.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0x1f, 0x82, 0xc0),
    RGBColor(0xd0, 0x6a, 0x12),
    RGBColor(0x1e, 0x94, 0x6a),
    RGBColor(0xc0, 0x5c, 0x9a),
    RGBColor(0x8f, 0x7a, 0x16),
    RGBColor(0x7b, 0x73, 0xd6),
    RGBColor(0x80, 0x80, 0x80),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

impl Chart {
    /// The picture as SVG. Empty where there is nothing to draw.
    pub fn svg(&self) -> String {
        let mut text = String::new();
        let drawn = {
            let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
            match &self.picture {
                Picture::Lines { x, y, lines } => draw_lines(&area, &self.title, x, y, lines),
                Picture::Heat {
                    x,
                    columns,
                    y,
                    rows,
                    unit,
                    cells,
                } => draw_heat(&area, &self.title, (x, columns), (y, rows), unit, cells),
                Picture::Bars { y, bars } => draw_bars(&area, &self.title, y, bars),
            }
            .and_then(|()| Ok(area.present()?))
        };
        match drawn {
            Ok(()) => self.finish(&text),
            Err(_) => String::new(),
        }
    }

    /// Adds a description for readers who cannot see the picture.
    fn finish(&self, drawn: &str) -> String {
        let body = drawn
            .split_once('>')
            .map_or("", |(_, body)| body)
            .replace(INK_AS_WRITTEN, "currentColor");
        let (width, height) = SIZE;
        let (name, title) = (&self.name, escape(&self.title));
        let words = escape(&self.in_words());
        // No blank lines: in a page of Markdown the picture would end there.
        let body: Vec<&str> = body
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .collect();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" class=\"chart\" role=\"img\" \
             aria-labelledby=\"{name}-title {name}-words\">\n\
             <title id=\"{name}-title\">{title}</title>\n\
             <desc id=\"{name}-words\">{words}</desc>\n{}\n",
            body.join("\n")
        )
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn ink(size: i32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

/// From the least to the most of some values, with room around.
fn span(values: impl Iterator<Item = f64>, scale: Scale) -> Option<(f64, f64)> {
    let usable = |value: &f64| value.is_finite() && (scale == Scale::Linear || *value > 0.0);
    let (least, most) = values.filter(usable).fold(
        (f64::INFINITY, f64::NEG_INFINITY),
        |(least, most), value| (least.min(value), most.max(value)),
    );
    if least > most {
        return None;
    }
    Some(match scale {
        Scale::Log => (least / 1.3, most * 1.3),
        Scale::Linear => {
            let most = if most <= 0.0 { 1.0 } else { most };
            (least.min(0.0), most * 1.05)
        }
    })
}

fn draw_lines(area: &Area<'_>, title: &str, x: &Axis, y: &Axis, lines: &[Line]) -> Drawn {
    let marks = || lines.iter().flat_map(|line| &line.points);
    let (Some(across), Some(up)) = (
        span(marks().map(|mark| mark.x), x.scale),
        span(
            marks().flat_map(|mark| {
                let (lower, upper) = mark.quartiles.unwrap_or((mark.y, mark.y));
                [mark.y, lower, upper]
            }),
            y.scale,
        ),
    ) else {
        return Err("nothing to draw".into());
    };
    let (across, up) = (across.0..across.1, up.0..up.1);
    match (x.scale, y.scale) {
        (Scale::Linear, Scale::Linear) => lines_on(area, title, x, y, lines, across, up),
        (Scale::Log, Scale::Linear) => lines_on(area, title, x, y, lines, across.log_scale(), up),
        (Scale::Linear, Scale::Log) => lines_on(area, title, x, y, lines, across, up.log_scale()),
        (Scale::Log, Scale::Log) => {
            lines_on(area, title, x, y, lines, across.log_scale(), up.log_scale())
        }
    }
}

fn lines_on<X, Y>(
    area: &Area<'_>,
    title: &str,
    x: &Axis,
    y: &Axis,
    lines: &[Line],
    across: X,
    up: Y,
) -> Drawn
where
    X: AsRangedCoord<Value = f64>,
    Y: AsRangedCoord<Value = f64>,
    X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let mut chart = ChartBuilder::on(area)
        .caption(title, ink(17))
        .margin(8)
        .margin_right(18)
        .x_label_area_size(44)
        .y_label_area_size(70)
        .build_cartesian_2d(across, up)?;
    let label = |value: &f64| short(*value);
    chart
        .configure_mesh()
        .bold_line_style(INK.mix(0.18))
        .light_line_style(INK.mix(0.0))
        .axis_style(INK)
        .label_style(ink(13))
        .axis_desc_style(ink(14))
        .x_desc(&x.label)
        .y_desc(&y.label)
        .x_label_formatter(&label)
        .y_label_formatter(&label)
        .draw()?;
    for (number, line) in lines.iter().enumerate() {
        let shown = |mark: &&Mark| {
            let fits = |value: f64, axis: &Axis| {
                value.is_finite() && (axis.scale == Scale::Linear || value > 0.0)
            };
            fits(mark.x, x) && fits(mark.y, y)
        };
        let marks: Vec<Mark> = line.points.iter().filter(shown).copied().collect();
        let colour = if line.limit {
            INK
        } else {
            COLOURS[number % COLOURS.len()]
        };
        let path = marks.iter().map(|mark| (mark.x, mark.y));
        let style = colour.stroke_width(if line.limit { 1 } else { 2 });
        if line.limit {
            chart
                .draw_series(DashedLineSeries::new(path, 6, 4, style))?
                .label(&line.name)
                .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 22, y)], colour));
            continue;
        }
        chart
            .draw_series(LineSeries::new(path, style))?
            .label(&line.name)
            .legend(move |(x, y)| key(number, (x + 11, y), colour));
        chart.draw_series(marks.iter().filter_map(|mark| {
            let (lower, upper) = mark.quartiles?;
            Some(PathElement::new(
                vec![(mark.x, lower), (mark.x, upper)],
                colour.stroke_width(1),
            ))
        }))?;
        chart.draw_series(
            line.points
                .iter()
                .map(|mark| EmptyElement::at((mark.x, mark.y)) + sign(number, colour)),
        )?;
    }
    if lines.len() > 1 {
        chart
            .configure_series_labels()
            .label_font(ink(13))
            .border_style(INK.mix(0.3))
            .position(key_at(lines))
            .draw()?;
    }
    Ok(())
}

/// Where the key stands: under a roof there is room to the right, else most lines rise.
fn key_at(lines: &[Line]) -> SeriesLabelPosition {
    match lines.first() {
        Some(first) if first.limit => SeriesLabelPosition::LowerRight,
        _ => SeriesLabelPosition::UpperLeft,
    }
}

/// The mark of a line, which differs in shape and colour.
fn sign(number: usize, colour: RGBColor) -> PathElement<(i32, i32)> {
    PathElement::new(outline(number, (0, 0)), colour.stroke_width(2))
}

/// The mark of a line as it stands in the key.
fn key(number: usize, at: (i32, i32), colour: RGBColor) -> PathElement<(i32, i32)> {
    let (x, y) = at;
    let mut path = vec![(x - 11, y)];
    path.extend(outline(number, at));
    path.push((x + 11, y));
    PathElement::new(path, colour.stroke_width(2))
}

fn outline(number: usize, (x, y): (i32, i32)) -> Vec<(i32, i32)> {
    let corners: &[(i32, i32)] = match number % 5 {
        0 => &[(-3, -3), (3, -3), (3, 3), (-3, 3), (-3, -3)],
        1 => &[(0, -4), (4, 3), (-4, 3), (0, -4)],
        2 => &[(0, -5), (5, 0), (0, 5), (-5, 0), (0, -5)],
        3 => &[(-4, -4), (4, 4), (0, 0), (4, -4), (-4, 4)],
        _ => &[(0, 4), (4, -3), (-4, -3), (0, 4)],
    };
    corners.iter().map(|&(dx, dy)| (x + dx, y + dy)).collect()
}

fn draw_bars(area: &Area<'_>, title: &str, y: &Axis, bars: &[Bar]) -> Drawn {
    let Some((_, most)) = span(bars.iter().map(|bar| bar.value), Scale::Linear) else {
        return Err("nothing to draw".into());
    };
    let count = bars.len() as f64;
    let across: std::ops::Range<f64> = 0.0..count;
    let mut chart = ChartBuilder::on(area)
        .caption(title, ink(17))
        .margin(8)
        .x_label_area_size(44)
        .y_label_area_size(70)
        .build_cartesian_2d::<RangedCoordf64, RangedCoordf64>(across.into(), (0.0..most).into())?;
    let label = |value: &f64| short(*value);
    chart
        .configure_mesh()
        .disable_x_mesh()
        .disable_x_axis()
        .bold_line_style(INK.mix(0.18))
        .light_line_style(INK.mix(0.0))
        .axis_style(INK)
        .label_style(ink(13))
        .axis_desc_style(ink(14))
        .y_desc(&y.label)
        .y_label_formatter(&label)
        .draw()?;
    chart.draw_series(bars.iter().enumerate().map(|(number, bar)| {
        let left = number as f64;
        Rectangle::new(
            [(left + 0.15, 0.0), (left + 0.85, bar.value)],
            COLOURS[0].filled(),
        )
    }))?;
    let names = chart.plotting_area().get_pixel_range();
    let (left, right) = (names.0.start, names.0.end);
    let step = f64::from(right - left) / count;
    let centred = ink(12).pos(plotters::style::text_anchor::Pos::new(
        plotters::style::text_anchor::HPos::Center,
        plotters::style::text_anchor::VPos::Top,
    ));
    for (number, bar) in bars.iter().enumerate() {
        let x = left + ((number as f64 + 0.5) * step) as i32;
        // Names that would run into one another stand on two levels.
        let y = names.1.end
            + 6
            + if number % 2 == 1 && bars.len() > 5 {
                16
            } else {
                0
            };
        area.draw(&Text::new(bar.label.clone(), (x, y), centred.clone()))?;
    }
    Ok(())
}

fn draw_heat(
    area: &Area<'_>,
    title: &str,
    (x, columns): (&str, &[String]),
    (y, rows): (&str, &[String]),
    unit: &str,
    cells: &[Cell],
) -> Drawn {
    let values = || cells.iter().map(|cell| cell.value);
    let (least, most) = (
        values().fold(f64::INFINITY, f64::min),
        values().fold(f64::NEG_INFINITY, f64::max),
    );
    if columns.is_empty() || rows.is_empty() || least > most {
        return Err("nothing to draw".into());
    }
    let (left, top, right, bottom) = (84, 46, 742, 380);
    let wide = (right - left) as f64 / columns.len() as f64;
    let high = f64::from(bottom - top) / rows.len() as f64;
    let place = |column: usize, row: usize| {
        (
            left + (column as f64 * wide) as i32,
            top + (row as f64 * high) as i32,
        )
    };
    use plotters::style::text_anchor::{HPos, Pos, VPos};
    let middle = Pos::new(HPos::Center, VPos::Center);
    area.draw(&Text::new(
        format!("{title}: {unit}"),
        (380, 16),
        ink(17).pos(middle),
    ))?;
    for cell in cells {
        let (a, b) = (
            place(cell.column, cell.row),
            place(cell.column + 1, cell.row + 1),
        );
        let share = if most > least {
            (cell.value - least) / (most - least)
        } else {
            0.5
        };
        let (colour, text) = shade(share);
        area.draw(&Rectangle::new([a, (b.0 - 1, b.1 - 1)], colour.filled()))?;
        // Small cells show their colours alone.
        if wide < 20.0 || high < 11.0 {
            continue;
        }
        let size = (wide / 3.4).min(high / 1.6).clamp(7.0, 14.0) as i32;
        let at = ((a.0 + b.0) / 2, (a.1 + b.1) / 2);
        let style = ("sans-serif", size).into_font().color(&text).pos(middle);
        area.draw(&Text::new(short(cell.value), at, style))?;
    }
    for (number, label) in columns.iter().enumerate() {
        let (a, b) = (place(number, 0), place(number + 1, 0));
        let at = ((a.0 + b.0) / 2, bottom + 12);
        area.draw(&Text::new(label.clone(), at, ink(12).pos(middle)))?;
    }
    for (number, label) in rows.iter().enumerate() {
        let (a, b) = (place(0, number), place(0, number + 1));
        let at = (left - 8, (a.1 + b.1) / 2);
        let style = ink(12).pos(Pos::new(HPos::Right, VPos::Center));
        area.draw(&Text::new(label.clone(), at, style))?;
    }
    area.draw(&Text::new(
        x.to_owned(),
        ((left + right) / 2, bottom + 36),
        ink(14).pos(middle),
    ))?;
    area.draw(&Text::new(
        y.to_owned(),
        (18, (top + bottom) / 2),
        ink(14).transform(FontTransform::Rotate270).pos(middle),
    ))?;
    Ok(())
}

/// From dark blue to light yellow by a share of 1, and the colour of text on it.
fn shade(share: f64) -> (RGBColor, RGBColor) {
    const STOPS: [(f64, f64, f64); 4] = [
        (38.0, 36.0, 96.0),
        (28.0, 110.0, 130.0),
        (95.0, 180.0, 110.0),
        (250.0, 230.0, 110.0),
    ];
    let at = share.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let below = (at.floor() as usize).min(STOPS.len() - 2);
    let part = at - below as f64;
    let mix = |a: f64, b: f64| (a + (b - a) * part) as u8;
    let (a, b) = (STOPS[below], STOPS[below + 1]);
    let colour = RGBColor(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2));
    // Black on what is lighter than this, by the formula that WCAG 2 has for contrast.
    let text = if luminance(colour) < 0.179 {
        WHITE
    } else {
        BLACK
    };
    (colour, text)
}

/// The luminance of a colour, from 0 to 1.
fn luminance(RGBColor(red, green, blue): RGBColor) -> f64 {
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

    fn line(name: &str, points: &[(f64, f64)]) -> Line {
        Line::measured(
            name,
            points.iter().map(|&(x, y)| Mark {
                x,
                y,
                quartiles: Some((y * 0.9, y * 1.1)),
            }),
        )
    }

    fn chart(picture: Picture) -> Chart {
        Chart {
            name: "it".to_owned(),
            title: "Reads & <writes>".to_owned(),
            picture,
        }
    }

    #[test]
    fn lines_are_drawn_on_every_kind_of_axis_with_title_and_words() {
        for x in [Axis::linear("bytes"), Axis::log("bytes")] {
            for y in [Axis::linear("seconds"), Axis::log("seconds")] {
                let picture = Picture::Lines {
                    x: x.clone(),
                    y,
                    lines: vec![
                        line("up", &[(1.0, 0.5), (1000.0, 2.0)]),
                        line("down", &[(1.0, 0.25), (1000.0, 4.0)]),
                    ],
                };
                let svg = chart(picture).svg();
                assert!(svg.contains("Reads &amp; &lt;writes&gt;</title>"), "{svg}");
                assert!(svg.contains("up: from 0.5 at 1 to 2 at 1000"), "{svg}");
                assert!(svg.contains("currentColor") && !svg.contains(INK_AS_WRITTEN));
                assert!(svg.trim_end().ends_with("</svg>") && !svg.contains("\n\n"));
            }
        }
    }

    #[test]
    fn what_has_no_points_is_no_picture() {
        let picture = Picture::Lines {
            x: Axis::log("bytes"),
            y: Axis::log("seconds"),
            lines: vec![line("up", &[(0.0, -1.0)])],
        };
        assert_eq!(chart(picture).svg(), "");
    }

    #[test]
    fn each_cell_of_a_heat_map_shows_its_number() {
        let picture = Picture::Heat {
            x: "width".to_owned(),
            columns: vec!["8".to_owned(), "16".to_owned()],
            y: "height".to_owned(),
            rows: vec!["1".to_owned()],
            unit: "ms".to_owned(),
            cells: vec![
                Cell {
                    column: 0,
                    row: 0,
                    value: 1.5,
                },
                Cell {
                    column: 1,
                    row: 0,
                    value: 2.75,
                },
            ],
        };
        let svg = chart(picture).svg();
        assert!(svg.contains("\n1.5\n") && svg.contains("\n2.75\n"), "{svg}");
    }

    #[test]
    fn text_stands_out_from_every_shade() {
        for step in 0..=100 {
            let (colour, text) = shade(f64::from(step) / 100.0);
            let (a, b) = (luminance(colour), luminance(text));
            let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
            assert!(contrast >= 4.5, "{contrast:.2} at {step} %");
        }
    }
}
