//! The fixes of `grader lint --fix`, as text.

use ::render::{Page, Tone};
use launch::sanitise::visible_line;
use mistakes::Change;

/// A fixed file.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// Its name as it was typed.
    pub file: String,
    /// The name of the copy of the original.
    pub backup: String,
    /// At least one.
    pub changes: Vec<Change>,
}

/// Longer text of a program is cut, in characters.
const LONGEST: usize = 60;

/// Each file with its fixes, equal ones together, followed by an empty line.
pub fn fixed(page: Page, files: &[Fixed]) -> String {
    let mut text = String::new();
    for file in files {
        let places = match file.changes.len() {
            1 => "1 place".to_owned(),
            count => format!("{count} places"),
        };
        let name = visible_line(&file.file);
        let backup = visible_line(&file.backup);
        let head = format!("{name}: mended in {places}; as it was: {backup}");
        let head = page.wrap("", "  ", &head);
        text.push_str(&page.paint(Tone::Strong, head.trim_end()));
        text.push('\n');
        for alike in alike(&file.changes) {
            text.push_str(&page.wrap("  ", "    ", &description(&alike)));
        }
        text.push('\n');
    }
    if files.is_empty() {
        text.push_str("nothing to mend\n\n");
    }
    text
}

/// Groups equal changes, in the order of the first of each.
fn alike(changes: &[Change]) -> Vec<Vec<&Change>> {
    let mut groups: Vec<Vec<&Change>> = Vec::new();
    let mut known = std::collections::HashMap::new();
    for change in changes {
        let group = *known.entry((&change.was, &change.now)).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push(change);
    }
    groups
}

fn description(alike: &[&Change]) -> String {
    let mut lines: Vec<u32> = alike.iter().map(|change| change.line).collect();
    lines.dedup();
    let numbers: Vec<String> = lines.iter().map(u32::to_string).collect();
    let lines = match numbers.as_slice() {
        [line] => format!("line {line}"),
        lines => format!("lines {}", lines.join(", ")),
    };
    let Some(Change { was, now, .. }) = alike.first() else {
        return lines;
    };
    match (was.trim(), now.trim()) {
        ("", now) => format!("{lines}: `{}` put in", shown(now)),
        (was, "") => format!("{lines}: `{}` left out", shown(was)),
        (was, now) => format!("{lines}: `{}` -> `{}`", shown(was), shown(now)),
    }
}

fn shown(text: &str) -> String {
    let mut cut: String = text.chars().take(LONGEST).collect();
    if cut.len() < text.len() {
        cut.push_str("...");
    }
    visible_line(&cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(line: u32, was: &str, now: &str) -> Change {
        Change {
            line,
            was: was.to_owned(),
            now: now.to_owned(),
        }
    }

    #[test]
    fn alike_changes_are_told_together_with_their_lines() {
        let file = Fixed {
            file: "k.cl".to_owned(),
            backup: "k.cl.bak".to_owned(),
            changes: vec![
                change(1, "__device__ ", ""),
                change(2, "a", "b"),
                change(2, "a", "b"),
                change(3, "", ";"),
                change(4, "a", "b"),
            ],
        };
        let expected = "k.cl: mended in 5 places; as it was: k.cl.bak\n\
                        \x20 line 1: `__device__` left out\n  lines 2, 4: `a` -> `b`\n\
                        \x20 line 3: `;` put in\n\n";
        assert_eq!(fixed(Page::PLAIN, &[file]), expected);
        assert_eq!(fixed(Page::PLAIN, &[]), "nothing to mend\n\n");
    }

    #[test]
    fn nothing_of_the_text_reaches_the_terminal_raw() {
        let file = Fixed {
            file: "k\x1b[2J.cl".to_owned(),
            backup: "k\n.bak".to_owned(),
            changes: vec![change(1, "\x1b]0;x\x07", &"y".repeat(1000))],
        };
        let text = fixed(Page::PLAIN, &[file]);
        assert!(!text.contains(['\x1b', '\x07']), "{text}");
        assert!(text.len() < 300, "{text}");
    }
}
