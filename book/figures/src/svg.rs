//! A drawing as SVG text, to stand within a page: colours are classes that the page's style sheet gives a
//! meaning in light and in dark, and what has no class is drawn in the text's own colour, so that a figure
//! reads without any style sheet too.
//!
//! Written here rather than with a crate: a figure is paths and labels, of which only the labels need
//! escaping. No blank line may stand in it, for in Markdown that ends a block of HTML.

use crate::Figure;
use std::fmt::Write;

/// How many colours there are for work-items; beyond that they come again.
pub(crate) const COLOURS: usize = 8;

/// What a shape is filled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fill {
    /// Nothing.
    Empty,
    /// The page's own colour, for a label to stand on.
    Page,
    /// The colour of a work-item.
    Owner(usize),
    /// A shade of the text's colour, 0 to 4: the higher, the stronger.
    Shade(usize),
    /// Slanted lines.
    Hatched,
}

/// How a shape's outline is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Absent,
    Thin,
    Thick,
    Dashed,
}

/// Where a label's place is within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Text, by the middle of its height.
#[derive(Clone, Debug)]
pub(crate) struct Label {
    at: [i32; 2],
    anchor: Anchor,
    size: i32,
    class: Option<&'static str>,
    text: String,
}

impl Label {
    /// A label around a point.
    pub(crate) fn new(at: [i32; 2], text: impl ToString) -> Label {
        Label {
            at,
            anchor: Anchor::Middle,
            size: 12,
            class: None,
            text: text.to_string(),
        }
    }

    /// A label that begins at a point.
    pub(crate) fn from(at: [i32; 2], text: impl ToString) -> Label {
        Label {
            anchor: Anchor::Start,
            ..Label::new(at, text)
        }
    }

    /// A label that ends at a point.
    pub(crate) fn until(at: [i32; 2], text: impl ToString) -> Label {
        Label {
            anchor: Anchor::End,
            ..Label::new(at, text)
        }
    }

    pub(crate) fn small(self) -> Label {
        Label { size: 11, ..self }
    }

    pub(crate) fn of(self, class: &'static str) -> Label {
        Label {
            class: Some(class),
            ..self
        }
    }

    fn look(&self) -> (Option<&'static str>, i32, Anchor) {
        (self.class, self.size, self.anchor)
    }
}

/// A drawing in the making. Lengths are in units of which a page shows about one a pixel.
#[derive(Clone, Debug)]
pub(crate) struct Drawing {
    name: &'static str,
    width: i32,
    height: i32,
    is_hatched: bool,
    shapes: String,
    labels: Vec<Label>,
}

impl Drawing {
    pub(crate) fn new(name: &'static str, width: i32, height: i32) -> Drawing {
        Drawing {
            name,
            width,
            height,
            is_hatched: false,
            shapes: String::new(),
            labels: Vec::new(),
        }
    }

    /// Makes it higher where something does not fit yet.
    pub(crate) fn reach(&mut self, height: i32) {
        self.height = self.height.max(height);
    }

    pub(crate) fn path(&mut self, fill: Fill, line: Line, commands: &str) {
        if commands.is_empty() {
            return;
        }
        self.shapes += "<path";
        match fill {
            Fill::Empty => {}
            Fill::Page => self.shapes += " class=\"page\"",
            Fill::Owner(owner) => {
                let _ = write!(self.shapes, " class=\"owner-{}\"", owner % COLOURS);
            }
            Fill::Shade(shade) => {
                // Seen without a style sheet as well.
                let _ = write!(
                    self.shapes,
                    " class=\"shade-{shade}\" fill=\"currentColor\" fill-opacity=\"0.{:02}\"",
                    15 * shade
                );
            }
            Fill::Hatched => {
                self.is_hatched = true;
                let _ = write!(self.shapes, " fill=\"url(#{}-hatch)\"", self.name);
            }
        }
        self.shapes += match line {
            Line::Absent => " stroke=\"none\"",
            Line::Thin => "",
            Line::Thick => " stroke-width=\"2.5\"",
            Line::Dashed => " stroke-dasharray=\"4 3\"",
        };
        let _ = writeln!(self.shapes, " d=\"{commands}\"/>");
    }

    /// Boxes of one look, as one path.
    pub(crate) fn boxes(
        &mut self,
        fill: Fill,
        line: Line,
        [width, height]: [i32; 2],
        corners: impl IntoIterator<Item = [i32; 2]>,
    ) {
        let commands: String = corners
            .into_iter()
            .map(|[x, y]| format!("M{x} {y}h{width}v{height}h-{width}z"))
            .collect();
        self.path(fill, line, &commands);
    }

    /// An arrow along straight pieces.
    pub(crate) fn arrow(&mut self, points: &[[i32; 2]]) {
        const HEAD: f64 = 7.0;
        let [.., [fx, fy], [x, y]] = points else {
            return;
        };
        let mut commands = String::new();
        for (index, [x, y]) in points.iter().enumerate() {
            let _ = write!(commands, "{}{x} {y}", if index == 0 { 'M' } else { 'L' });
        }
        let (dx, dy) = (f64::from(x - fx), f64::from(y - fy));
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        for side in [-0.5, 0.5] {
            let back = |to: i32, along: f64, across: f64| {
                let at = f64::from(to) - HEAD * (along + side * across);
                (at * 10.0).round() / 10.0
            };
            let _ = write!(
                commands,
                "M{x} {y}L{} {}",
                back(*x, ux, -uy),
                back(*y, uy, ux)
            );
        }
        self.path(Fill::Empty, Line::Thin, &commands);
    }

    /// A bracket below a stretch, with what it is.
    pub(crate) fn bracket(&mut self, [x, y]: [i32; 2], width: i32, text: impl ToString) {
        self.path(
            Fill::Empty,
            Line::Thin,
            &format!("M{} {y}v5h{}v-5", x + 2, width - 4),
        );
        self.label(Label::new([x + width / 2, y + 14], text));
    }

    pub(crate) fn label(&mut self, label: Label) {
        self.labels.push(label);
    }

    /// The figure, with its title and what it shows in words.
    pub(crate) fn finish(mut self, title: &str, desc: &str) -> Figure {
        self.labels.sort_by_key(Label::look);
        let Drawing {
            name,
            width,
            height,
            ..
        } = self;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"{name}-title {name}-desc\" \
             fill=\"none\" stroke=\"currentColor\" stroke-width=\"0.75\">\n\
             <title id=\"{name}-title\">{}</title>\n<desc id=\"{name}-desc\">{}</desc>\n",
            escaped(title),
            escaped(desc)
        );
        if self.is_hatched {
            let _ = writeln!(
                svg,
                "<defs><pattern id=\"{name}-hatch\" patternUnits=\"userSpaceOnUse\" width=\"5\" height=\"5\">\
                 <path d=\"M-1 1L1 -1M0 5L5 0M4 6L6 4\"/></pattern></defs>"
            );
        }
        svg += &self.shapes;
        for labels in self
            .labels
            .chunk_by(|one, other| one.look() == other.look())
        {
            svg += &group(labels);
        }
        svg += "</svg>\n";
        Figure { name, svg }
    }
}

/// Labels of one look.
fn group(labels: &[Label]) -> String {
    let Some(Label {
        anchor,
        size,
        class,
        ..
    }) = labels.first()
    else {
        return String::new();
    };
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let class = class.map_or_else(String::new, |class| format!(" class=\"{class}\""));
    let mut group = format!(
        "<g{class} fill=\"currentColor\" stroke=\"none\" font-size=\"{size}\" text-anchor=\"{anchor}\">\n"
    );
    for Label {
        at: [x, y], text, ..
    } in labels
    {
        // Digits and capitals are about 0.7 of the size high.
        let baseline = y + (size * 35 + 50) / 100;
        let _ = writeln!(
            group,
            "<text x=\"{x}\" y=\"{baseline}\">{}</text>",
            escaped(text)
        );
    }
    group + "</g>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_label_says_cannot_become_markup() {
        let mut drawing = Drawing::new("x", 100, 20);
        drawing.label(Label::new([50, 10], "a < b && c > d"));
        let Figure { svg, .. } = drawing.finish("<b>", "&amp;");
        let document = roxmltree::Document::parse(&svg).unwrap();
        let texts: Vec<_> = document.descendants().filter_map(|it| it.text()).collect();
        for told in ["<b>", "&amp;", "a < b && c > d"] {
            assert!(texts.contains(&told), "{told}: {svg}");
        }
    }

    #[test]
    fn labels_of_one_look_share_a_group() {
        let mut drawing = Drawing::new("x", 100, 20);
        drawing.label(Label::new([10, 10], 1));
        drawing.label(Label::new([20, 10], 2));
        drawing.label(Label::from([30, 10], 3));
        let Figure { svg, .. } = drawing.finish("t", "d");
        assert_eq!(svg.matches("<g ").count(), 2, "{svg}");
    }

    #[test]
    fn only_a_figure_with_hatching_brings_the_pattern() {
        let plain = Drawing::new("x", 10, 10).finish("t", "d");
        assert!(!plain.svg.contains("<pattern"));
        let mut drawing = Drawing::new("x", 10, 10);
        drawing.boxes(Fill::Hatched, Line::Thin, [5, 5], [[0, 0]]);
        let hatched = drawing.finish("t", "d");
        assert!(hatched.svg.contains("<pattern id=\"x-hatch\""));
    }
}
