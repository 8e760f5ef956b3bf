//! The contents of a buffer in columns, the middle of a long one left out.

use super::Page;
use launch_file::Component;

/// Of more elements than this, only the first and the last are shown.
const MOST: usize = 96;
const FIRST: usize = 64;
const LAST: usize = 16;

/// Lines of elements in columns of one width, each line after the index of its first element.
/// `width` components are an element.
pub(super) fn values(page: Page, components: &[Component], width: usize) -> String {
    let elements: Vec<String> = components.chunks(width.max(1)).map(element).collect();
    let first = if elements.len() > MOST {
        FIRST
    } else {
        elements.len()
    };
    let last = elements.len().saturating_sub(LAST).max(first);
    let shown = elements[..first].iter().chain(&elements[last..]);
    let column = shown.map(|text| text.len()).max().unwrap_or(0);
    let label = elements.len().to_string().len().max(4) + 2;
    let room = page.width.saturating_sub(label) / (column + 2);
    // A power of two keeps the columns of a matrix below one another.
    let a_line = 1 << room.max(1).ilog2().min(5);
    let mut text = String::new();
    let mut lines = |from: usize, to: usize| {
        for start in (from..to).step_by(a_line) {
            text.push_str(&format!("{start:>label$}"));
            for element in &elements[start..to.min(start + a_line)] {
                text.push_str(&format!("  {element:>column$}"));
            }
            text.push('\n');
        }
    };
    lines(0, first);
    let left_out = last - first;
    if last < elements.len() {
        lines(last, elements.len());
        let at = text.match_indices('\n').nth(first.div_ceil(a_line) - 1);
        if let Some((at, _)) = at {
            text.insert_str(at + 1, &format!("{:>label$}  {left_out} more\n", "..."));
        }
    }
    text
}

fn element(components: &[Component]) -> String {
    match components {
        [one] => component(one),
        many => {
            let parts: Vec<String> = many.iter().map(component).collect();
            format!("({})", parts.join(", "))
        }
    }
}

/// One component, as it is read.
pub(super) fn component(component: &Component) -> String {
    match component {
        // Debug takes the shorter of 1e30 and its many digits.
        Component::Single(value) => format!("{value:?}"),
        Component::Double(value) => format!("{value:?}"),
        Component::Signed(value) => value.to_string(),
        Component::Unsigned(value) => value.to_string(),
        Component::NotFinite(name) => (*name).to_owned(),
        Component::Undefined(()) => "?".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_one_another_and_lines_keep_to_the_page() {
        let numbers: Vec<_> = (0..40).map(|n| Component::Signed(n * n)).collect();
        let text = values(Page::PLAIN, &numbers, 1);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 5);
        assert_eq!(
            lines[0],
            "     0     0     1     4     9    16    25    36    49"
        );
        assert!(lines.iter().all(|line| line.len() == lines[0].len()));
    }

    #[test]
    fn the_middle_of_a_long_buffer_is_counted() {
        let numbers = vec![Component::Unsigned(7); 1000];
        let text = values(Page::PLAIN, &numbers, 1);
        assert!(text.contains("   ...  920 more\n   984  7"), "{text}");
        assert!(text.lines().all(|line| line.len() <= 80));
    }

    #[test]
    fn vectors_stand_in_parentheses_and_what_was_not_written_is_a_question_mark() {
        let components = [
            Component::Single(1.5),
            Component::Undefined(()),
            Component::NotFinite("nan"),
            Component::Double(1e300),
        ];
        let text = values(Page::PLAIN, &components, 2);
        assert_eq!(text, "     0      (1.5, ?)  (nan, 1e300)\n");
        assert_eq!(values(Page::PLAIN, &[], 1), "");
    }
}
