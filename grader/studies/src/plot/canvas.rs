//! What a chart is drawn on: SVG of a fixed width that grows downwards, and the widths of its texts.

use std::fmt::Write;

/// A place, in pixels from the upper left corner.
pub(super) type At = (f64, f64);

/// Where a text stands at its place.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// The room that a line of text takes, over its size.
pub(super) const LINE: f64 = 1.25;

/// The room above the baseline, over a text's size.
pub(super) const ASCENT: f64 = 0.95;

/// A rectangle, by its left upper and its right lower corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Area {
    pub(super) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(super) fn height(&self) -> f64 {
        self.bottom - self.top
    }

    pub(super) fn overlaps(&self, other: &Area) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    pub(super) fn holds(&self, other: &Area) -> bool {
        self.left <= other.left
            && other.right <= self.right
            && self.top <= other.top
            && other.bottom <= self.bottom
    }
}

pub(super) struct Canvas {
    pub(super) width: f64,
    /// The size of labels; titles are larger.
    pub(super) size: f64,
    /// Where the next part begins.
    pub(super) below: f64,
    body: String,
}

impl Canvas {
    pub(super) fn new(width: f64, size: f64) -> Canvas {
        Canvas {
            width,
            size,
            below: 0.0,
            body: String::new(),
        }
    }

    /// The elements and the height.
    pub(super) fn finish(self) -> (String, f64) {
        (self.body, self.below.ceil())
    }

    pub(super) fn line_height(&self) -> f64 {
        self.size * LINE
    }

    /// One line of text in the colour of the page's; `at` is on its baseline.
    pub(super) fn text(&mut self, at: At, anchor: Anchor, text: &str) {
        self.text_with(at, anchor, "", text);
    }

    /// One line of text with further attributes.
    pub(super) fn text_with(&mut self, (x, y): At, anchor: Anchor, attributes: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let _ = writeln!(
            self.body,
            "<text x=\"{}\" y=\"{}\"{anchor}{attributes}>{}</text>",
            short(x),
            short(y),
            escape(text)
        );
    }

    /// The title, over as many lines as it takes.
    pub(super) fn title(&mut self, text: &str) {
        let size = self.size + 3.0;
        // Bold letters are wider.
        for line in wrapped(text, size * 1.18, self.width) {
            let y = self.below + size * ASCENT;
            let attributes = format!(" font-size=\"{size}\" font-weight=\"600\"");
            self.text_with((0.0, y), Anchor::Start, &attributes, &line);
            self.below += size * LINE;
        }
        self.below += 6.0;
    }

    /// A path of straight lines.
    pub(super) fn path(&mut self, points: &[At], attributes: &str) {
        let mut text = String::new();
        for (number, (x, y)) in points.iter().enumerate() {
            let letter = if number == 0 { "M" } else { "L" };
            let _ = write!(text, "{letter}{} {}", short(*x), short(*y));
        }
        let _ = writeln!(self.body, "<path d=\"{text}\"{attributes}/>");
    }

    pub(super) fn rectangle(&mut self, area: &Area, attributes: &str) {
        let _ = writeln!(
            self.body,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{attributes}/>",
            short(area.left),
            short(area.top),
            short(area.width()),
            short(area.height())
        );
    }

    /// Rectangles of one colour, as one element.
    pub(super) fn rectangles(&mut self, areas: &[Area], fill: &str) {
        let mut text = String::new();
        for area in areas {
            let (wide, high) = (short(area.width()), short(area.height()));
            let _ = write!(
                text,
                "M{} {}h{wide}v{high}h-{wide}z",
                short(area.left),
                short(area.top)
            );
        }
        // Sharp edges: between neighbours nothing shows through.
        let look = "shape-rendering=\"crispEdges\"";
        let _ = writeln!(self.body, "<path d=\"{text}\" fill=\"{fill}\" {look}/>");
    }
}

/// A length with one decimal, if it has any.
fn short(length: f64) -> String {
    let text = format!("{length:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// The width of a text in a wide font (DejaVu Sans), so that it has room in others too.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let of = |letter: char| match letter {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '|' | '\'' | ' ' => 0.33,
        'f' | 'r' | 't' | '(' | ')' | '-' | '/' => 0.42,
        'm' | 'w' | 'M' | 'W' | '%' => 0.98,
        '⁰'..='⁹' | '²' | '³' | '¹' | '⁻' => 0.42,
        'A'..='Z' => 0.73,
        '+' | '<' | '>' | '=' | '×' => 0.84,
        _ => 0.64,
    };
    size * text.chars().map(of).sum::<f64>()
}

/// A text cut between words into lines that are no wider, where words allow it.
pub(super) fn wrapped(text: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_words_where_it_is_too_wide() {
        let most = width("a word or", 13.0);
        assert_eq!(wrapped("a word or two", 13.0, most), ["a word or", "two"]);
        assert_eq!(wrapped("immeasurable", 13.0, 5.0), ["immeasurable"]);
    }

    #[test]
    fn areas_that_only_touch_do_not_overlap() {
        let area = |left: f64, right: f64| Area {
            left,
            top: 0.0,
            right,
            bottom: 1.0,
        };
        assert!(!area(0.0, 1.0).overlaps(&area(1.0, 2.0)));
        assert!(area(0.0, 1.5).overlaps(&area(1.0, 2.0)));
    }
}
