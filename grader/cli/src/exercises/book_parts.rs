//! The part of the book that a chapter belongs to, from the book's own table of contents.

const SUMMARY: &str = include_str!("../../../../book/src/SUMMARY.md");

/// The title of the part of a chapter, such as `models/execution-model`.
pub fn of_chapter(chapter: &str) -> Option<&'static str> {
    let link = format!("]({chapter}.md)");
    let mut part = None;
    for line in SUMMARY.lines() {
        if let Some(title) = line.strip_prefix("# ") {
            part = Some(title);
        } else if line.ends_with(&link) {
            return part;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapter_stands_in_the_part_above_it() {
        assert_eq!(of_chapter("models/execution-model"), Some("The models"));
        assert_eq!(of_chapter("sharing/transpose"), Some("Sharing"));
        assert_eq!(of_chapter("no/such-chapter"), None);
    }
}
