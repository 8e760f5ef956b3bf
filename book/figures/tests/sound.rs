//! Each figure is sound as a document and as a drawing: it says in words what it shows, refers to nothing
//! outside of itself, takes its colours from the page, and its labels are whole and apart.

use roxmltree::{Document, Node};
use std::collections::BTreeSet;

const SVG: &str = "http://www.w3.org/2000/svg";

/// Each figure parsed, with its name and text.
fn each(mut look: impl FnMut(&str, &str, &Document<'_>)) {
    let figures = figures::all().unwrap();
    assert!(figures.len() > 20, "{}", figures.len());
    for figure in &figures {
        let document =
            Document::parse(&figure.svg).unwrap_or_else(|error| panic!("{}: {error}", figure.name));
        look(figure.name, &figure.svg, &document);
    }
}

fn elements<'d>(document: &'d Document<'_>) -> impl Iterator<Item = Node<'d, 'd>> {
    document.descendants().filter(|node| node.is_element())
}

/// The nearest value of an attribute, here or around.
fn inherited<'d>(node: Node<'d, 'd>, name: &str) -> Option<&'d str> {
    node.ancestors().find_map(|node| node.attribute(name))
}

#[test]
fn a_figure_is_an_image_with_a_title_and_a_description() {
    each(|name, _, document| {
        let root = document.root_element();
        assert_eq!(root.tag_name().namespace(), Some(SVG), "{name}");
        assert_eq!(root.attribute("role"), Some("img"), "{name}");
        let told: Vec<&str> = root
            .attribute("aria-labelledby")
            .unwrap_or_default()
            .split(' ')
            .map(|id| {
                let node = elements(document).find(|node| node.attribute("id") == Some(id));
                node.and_then(|node| node.text()).unwrap_or_default()
            })
            .collect();
        let [title, desc] = told[..] else {
            panic!("{name}: {told:?}");
        };
        assert!(title.len() > 10, "{name}: {title}");
        assert!(desc.len() > 3 * title.len(), "{name}: {desc}");
    });
}

#[test]
fn names_are_not_shared() {
    let mut ids = BTreeSet::new();
    each(|name, _, document| {
        for id in elements(document).filter_map(|node| node.attribute("id")) {
            assert!(id.starts_with(&format!("{name}-")), "{name}: {id}");
            assert!(ids.insert(id.to_owned()), "{id} is there twice");
        }
    });
}

#[test]
fn nothing_is_taken_from_elsewhere() {
    each(|name, svg, document| {
        assert_eq!(svg.matches("://").count(), 1, "{name}: only the namespace");
        assert!(
            !svg.contains("\n\n"),
            "{name}: a blank line ends it in Markdown"
        );
        for node in elements(document) {
            let tag = node.tag_name().name();
            assert!(
                matches!(
                    tag,
                    "svg" | "title" | "desc" | "defs" | "pattern" | "g" | "path" | "text"
                ),
                "{name}: {tag}"
            );
            for attribute in node.attributes() {
                if let Some(target) = attribute.value().strip_prefix("url(") {
                    let id = target.trim_start_matches('#').trim_end_matches(')');
                    let is_there = elements(document).any(|node| node.attribute("id") == Some(id));
                    assert!(is_there, "{name}: {target}");
                }
            }
        }
    });
}

#[test]
fn colours_are_those_of_the_page() {
    each(|name, _, document| {
        for node in elements(document) {
            assert_eq!(node.attribute("style"), None, "{name}");
            for paint in ["fill", "stroke"]
                .map(|paint| node.attribute(paint))
                .into_iter()
                .flatten()
            {
                assert!(
                    matches!(paint, "none" | "currentColor") || paint.starts_with("url(#"),
                    "{name}: {paint}"
                );
            }
        }
    });
}

/// About the space that a label takes: left, top, right, bottom. A character is at most 0.6 of the
/// font's size wide, on the average of a word.
fn space(node: Node<'_, '_>) -> [f64; 4] {
    let number = |name| {
        inherited(node, name)
            .and_then(|text| text.parse().ok())
            .unwrap_or(0.0)
    };
    let (x, y, size): (f64, f64, f64) = (number("x"), number("y"), number("font-size"));
    let text = node.text().unwrap_or_default();
    let narrow = text.chars().filter(|it| " ,.:()il1".contains(*it)).count() as f64;
    let width = size * (0.6 * (text.chars().count() as f64 - narrow) + 0.36 * narrow);
    let left = match inherited(node, "text-anchor") {
        Some("middle") => x - width / 2.0,
        Some("end") => x - width,
        _ => x,
    };
    [left, y - 0.72 * size, left + width, y + 0.05 * size]
}

#[test]
fn labels_are_within_the_figure_and_apart() {
    each(|name, _, document| {
        let view = document.root_element().attribute("viewBox").unwrap();
        let view: Vec<f64> = view.split(' ').map(|side| side.parse().unwrap()).collect();
        let labels: Vec<(&str, [f64; 4])> = elements(document)
            .filter(|node| node.has_tag_name((SVG, "text")))
            .map(|node| (node.text().unwrap_or_default(), space(node)))
            .collect();
        assert!(labels.len() > 2, "{name}");
        for (index, (text, [left, top, right, bottom])) in labels.iter().enumerate() {
            assert!(
                *left >= 0.0 && *top >= 0.0 && *right <= view[2] && *bottom <= view[3],
                "{name}: `{text}` is cut: {left} {top} {right} {bottom}"
            );
            for (other, [l, t, r, b]) in &labels[..index] {
                assert!(
                    left >= r || l >= right || top >= b || t >= bottom,
                    "{name}: `{text}` lies on `{other}`"
                );
            }
        }
    });
}

#[test]
fn the_same_figure_is_drawn_each_time() {
    assert_eq!(figures::all(), figures::all());
}
