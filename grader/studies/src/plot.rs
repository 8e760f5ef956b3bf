//! Charts as SVG, each drawn twice: for a page and for a phone. A page's style shows the one that fits; a
//! file on its own shows the first. Text and axes take the colour of the text around them, for light and dark.

mod bars;
mod canvas;
mod heat;
mod lines;
mod ticks;

use crate::chart::{Chart, Picture};
use canvas::{Canvas, escape};

/// The colour of the text around the picture.
const INK: &str = "currentColor";

/// Colours that differ for every kind of sight and stand out from white as well as from black.
const COLOURS: [&str; 7] = [
    "#1f82c0", "#d06a12", "#1e946a", "#c05c9a", "#8f7a16", "#7b73d6", "#808080",
];

/// For which width a chart is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    Wide,
    Narrow,
}

impl Layout {
    fn name(self) -> &'static str {
        match self {
            Layout::Wide => "wide",
            Layout::Narrow => "narrow",
        }
    }

    /// The width and the size of labels, in pixels.
    fn canvas(self) -> Canvas {
        match self {
            Layout::Wide => Canvas::new(760.0, 13.0),
            Layout::Narrow => Canvas::new(340.0, 12.0),
        }
    }

    /// The height of what lies between axes, in pixels.
    fn plot_height(self) -> f64 {
        match self {
            Layout::Wide => 320.0,
            Layout::Narrow => 260.0,
        }
    }
}

impl Chart {
    /// The picture as SVG. Empty where there is nothing to draw.
    pub fn svg(&self) -> String {
        let both = [Layout::Wide, Layout::Narrow].map(|layout| self.drawn(layout));
        let [Some((wide, wide_size)), Some((narrow, narrow_size))] = both else {
            return String::new();
        };
        let (name, title) = (&self.name, escape(&capital(&self.title)));
        let words = escape(&self.in_words());
        let (width, height) = wide_size;
        let (narrow_width, narrow_height) = narrow_size;
        // No blank lines: in a page of Markdown the picture would end there.
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" class=\"chart\" \
             style=\"--wide:{width}/{height};--narrow:{narrow_width}/{narrow_height}\" role=\"img\" \
             font-family=\"sans-serif\" fill=\"{INK}\" aria-labelledby=\"{name}-title {name}-words\">\n\
             <title id=\"{name}-title\">{title}</title>\n\
             <desc id=\"{name}-words\">{words}</desc>\n{wide}{narrow}</svg>\n"
        )
    }

    /// One layout as an element, with its width and height.
    fn drawn(&self, layout: Layout) -> Option<(String, (f64, f64))> {
        let mut canvas = layout.canvas();
        canvas.title(&capital(&self.title));
        match &self.picture {
            Picture::Lines { x, y, lines } => lines::draw(&mut canvas, layout, (x, y), lines)?,
            Picture::Heat(heat) => heat::draw(&mut canvas, layout, heat)?,
            Picture::Bars { y, bars } => bars::draw(&mut canvas, layout, &y.label, bars)?,
            Picture::Histogram(histogram) => bars::draw_histogram(&mut canvas, layout, histogram)?,
        }
        let (width, size) = (canvas.width, canvas.size);
        canvas.below += 4.0;
        let (body, height) = canvas.finish();
        let hidden = match layout {
            Layout::Wide => "",
            Layout::Narrow => " display=\"none\"",
        };
        let element = format!(
            "<svg class=\"{}\" viewBox=\"0 0 {width} {height}\" font-size=\"{size}\"{hidden}>\n{body}</svg>\n",
            layout.name()
        );
        Some((element, (width, height)))
    }
}

/// A title that begins with a name in small letters begins with a capital all the same.
fn capital(title: &str) -> String {
    let mut letters = title.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::{Axis, Best, Cell, Heat, Line, Mark};

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
                assert!(svg.contains("currentColor"));
                assert!(svg.trim_end().ends_with("</svg>") && !svg.contains("\n\n"));
            }
        }
    }

    #[test]
    fn each_line_is_named_with_its_last_value_in_both_layouts() {
        let picture = Picture::Lines {
            x: Axis::log("bytes"),
            y: Axis::log("seconds"),
            lines: vec![
                line("up", &[(1.0, 0.5), (1000.0, 2.0)]),
                line("down", &[(1.0, 0.25), (1000.0, 4.0)]),
            ],
        };
        let svg = chart(picture).svg();
        assert_eq!(svg.matches(">up: 2<").count(), 2, "{svg}");
        assert_eq!(svg.matches(">down: 4<").count(), 2, "{svg}");
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
        let picture = Picture::Heat(Heat {
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
            best: Best::Least,
            is_to_scale: false,
        });
        let svg = chart(picture).svg();
        // In a cell and at an end of the scale, in each of the two layouts.
        assert_eq!(svg.matches(">1.5<").count(), 4, "{svg}");
        assert!(svg.contains("within 5 % of the best"), "{svg}");
    }
}
