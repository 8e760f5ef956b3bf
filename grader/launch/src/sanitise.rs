//! Untrusted text made safe to show: kernel sources, compiler logs, file and device names may hold
//! terminal escapes or characters that reorder a line, and none of them may reach a terminal.

/// `text` with every control character but line feeds and tabs replaced by a visible stand-in.
///
/// One character becomes one character, so lines and columns stay where they were.
pub fn visible(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c == '\n' || c == '\t' {
                c
            } else {
                stand_in(c)
            }
        })
        .collect()
}

/// [`visible`] for text that must stay on one line: line feeds and tabs become visible as well.
pub fn visible_line(text: &str) -> String {
    text.chars().map(stand_in).collect()
}

/// Escapes what a JSON writer leaves as it is: DEL, the C1 controls and the reordering characters.
pub fn escape_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if c != '\n' && stand_in(c) != c {
            out.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out
}

fn stand_in(c: char) -> char {
    match c {
        // The Unicode block of control pictures follows the order of ASCII.
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}' => '\u{fffd}',
        // Marks, embeddings, overrides and isolates of bidirectional text; line and paragraph
        // separators; a byte order mark within the text.
        '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' => '\u{fffd}',
        '\u{2066}'..='\u{2069}' | '\u{feff}' => '\u{fffd}',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_become_visible_and_columns_stay() {
        let hostile = "a\u{1b}[31mb\u{9b}2J\u{202e}c\td\n";
        let shown = visible(hostile);
        assert_eq!(shown, "a␛[31mb\u{fffd}2J\u{fffd}c\td\n");
        assert_eq!(shown.chars().count(), hostile.chars().count());
    }

    #[test]
    fn a_name_stays_on_its_line() {
        assert_eq!(visible_line("a\nb\rc\td"), "a␊b␍c␉d");
    }

    #[test]
    fn json_keeps_the_value_of_what_it_escapes() {
        let value = serde_json::Value::from("x\u{9b}\u{7f}\u{202e}\u{1b}y");
        let json = escape_json(&value.to_string());
        assert!(json.is_ascii());
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&json).ok(),
            Some(value)
        );
    }
}
