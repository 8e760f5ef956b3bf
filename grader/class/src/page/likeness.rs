//! Who handed in similar kernels, as graphs: a dot is a student, a line joins two with similar kernels.

use crate::overview::{Overview, SimilarPair};
use crate::text::html_text;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The most graphs that are drawn; the table has every pair.
const MOST: usize = 12;

/// The longest name in a graph, in characters.
const NAME: usize = 16;

/// Room beside a circle for a name, in pixels.
const BESIDE: f64 = 118.0;

/// The height of a name, in pixels.
const ROW: f64 = 16.0;

pub(super) fn html(overview: &Overview) -> String {
    let groups = groups(&overview.similar);
    if groups.is_empty() {
        return String::new();
    }
    let mut text = "<p class=\"soft\">A dot is a student. A line joins two with similar kernels in at least one exercise: \
                    the thicker, the more similar. A hint for a person, not a verdict, and without effect on \
                    points.</p>\n<div class=\"likeness\">\n"
        .to_owned();
    for group in groups.iter().take(MOST) {
        text.push_str(&drawn(group));
    }
    text.push_str("</div>\n");
    if groups.len() > MOST {
        let _ = writeln!(
            text,
            "<p>And {} smaller groups: see the table.</p>",
            groups.len() - MOST
        );
    }
    text
}

/// Students that are joined, however far apart, and the similarity of each two.
struct Group<'a> {
    students: Vec<&'a str>,
    /// The students' places in the list, the greatest similarity, the exercises.
    edges: Vec<(usize, usize, f64, usize)>,
}

/// The groups, the largest first.
fn groups(pairs: &[SimilarPair]) -> Vec<Group<'_>> {
    let mut edges: BTreeMap<(&str, &str), (f64, usize)> = BTreeMap::new();
    for pair in pairs {
        let [one, other] = &pair.students;
        let edge = edges.entry((one, other)).or_default();
        edge.0 = edge.0.max(pair.score);
        edge.1 += 1;
    }
    let mut left: BTreeSet<&str> = edges
        .keys()
        .flat_map(|(one, other)| [*one, *other])
        .collect();
    let mut groups = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut students = vec![first];
        let mut at = 0;
        while let Some(&student) = students.get(at) {
            at += 1;
            for (one, other) in edges.keys() {
                for (here, there) in [(one, other), (other, one)] {
                    if *here == student && left.remove(there) {
                        students.push(there);
                    }
                }
            }
        }
        students.sort_unstable();
        let place = |student: &str| students.binary_search(&student).ok();
        let edges = edges
            .iter()
            .filter_map(|((one, other), (score, exercises))| {
                Some((place(one)?, place(other)?, *score, *exercises))
            })
            .collect();
        groups.push(Group { students, edges });
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.students.len()));
    groups
}

fn drawn(group: &Group<'_>) -> String {
    let count = group.students.len();
    let rows = count.div_ceil(2);
    let radius = (rows as f64 * ROW / 2.0).max(20.0);
    let (width, height) = (2.0 * (radius + BESIDE), rows as f64 * ROW + 12.0);
    // Down the right side of a circle and up the left one, a row for each name on a side.
    let place = |student: usize| {
        let (is_right, row) = match student < rows {
            true => (true, student),
            false => (false, count - 1 - student),
        };
        let down = (row as f64 + 0.5) / rows as f64 * 2.0 - 1.0;
        let across = radius * (1.0 - down * down).sqrt().max(0.3);
        let x = width / 2.0 + if is_right { across } else { -across };
        (x, 6.0 + (row as f64 + 0.5) * ROW, is_right)
    };
    let mut text = format!(
        "<figure><svg viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" \
         aria-label=\"{count} students with similar kernels\">\n"
    );
    for &(one, other, score, _) in &group.edges {
        let ((x1, y1, _), (x2, y2, _)) = (place(one), place(other));
        // From the least similarity that is reported to 1: a hair to a thick line.
        let thick = 0.5 + 5.0 * (score - 0.6).max(0.0);
        let _ = writeln!(
            text,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke-width=\"{thick:.1}\"/>"
        );
    }
    for (student, name) in group.students.iter().enumerate() {
        let (x, y, is_right) = place(student);
        let (at, anchor) = match is_right {
            true => (x + 7.0, "start"),
            false => (x - 7.0, "end"),
        };
        let mut shown: String = name.chars().take(NAME).collect();
        if name.chars().count() > NAME {
            shown.push('\u{2026}');
        }
        let _ = writeln!(
            text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/><text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
            y + 4.0,
            html_text(&shown)
        );
    }
    let best = group.edges.iter().map(|edge| edge.2).fold(0.0, f64::max);
    let exercises = group.edges.iter().map(|edge| edge.3).max().unwrap_or(0);
    let _ = writeln!(
        text,
        "</svg><figcaption>{count} students, up to {:.0} % in up to {exercises} {}</figcaption></figure>",
        best * 100.0,
        match exercises {
            1 => "exercise",
            _ => "exercises",
        }
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_that_are_joined_through_others_are_one_group_and_the_largest_comes_first() {
        let pair = |one: &str, other: &str, slug: &str, score| SimilarPair {
            slug: slug.to_owned(),
            students: [one.to_owned(), other.to_owned()],
            score,
            lines: Vec::new(),
        };
        let pairs = [
            pair("a", "b", "fill", 0.7),
            pair("c", "e", "fill", 0.8),
            pair("d", "e", "fill", 0.9),
            pair("d", "e", "scan", 0.6),
        ];
        let groups = groups(&pairs);
        assert_eq!(groups[0].students, ["c", "d", "e"]);
        assert_eq!(groups[0].edges, [(0, 2, 0.8, 1), (1, 2, 0.9, 2)]);
        assert_eq!(groups[1].students, ["a", "b"]);
    }

    #[test]
    fn a_name_in_a_graph_is_text() {
        let pairs = [SimilarPair {
            slug: "fill".to_owned(),
            students: ["</svg><script>".to_owned(), "b".repeat(400)],
            score: 1.0,
            lines: Vec::new(),
        }];
        let drawn = drawn(&groups(&pairs)[0]);
        assert!(!drawn.contains("<script") && drawn.len() < 1000, "{drawn}");
    }
}
