//! The messages of an editor's protocols, as they come over a pipe: a header with a length, then JSON.

use serde::de::DeserializeOwned;
use serde_json::Value;
use std::io::{self, BufRead, Read, Write};

/// Bytes of a line of a header at most.
const MOST_HEADER: u64 = 4096;

/// The bytes of a message behind its header; none at the end of the input.
pub fn read_body(from: &mut dyn BufRead) -> io::Result<Option<Vec<u8>>> {
    let unknown = |line: &str| {
        let why = format!("`{}` is no line of a header", line.trim());
        io::Error::new(io::ErrorKind::InvalidData, why)
    };
    let mut length = None;
    loop {
        let mut line = String::new();
        if from.take(MOST_HEADER).read_line(&mut line)? == 0 {
            return Ok(None);
        }
        if line.trim().is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').ok_or_else(|| unknown(&line))?;
        if name.eq_ignore_ascii_case("content-length") {
            let bytes: u64 = value.trim().parse().map_err(|_| unknown(&line))?;
            length = Some(bytes);
        }
    }
    let length = length.ok_or_else(|| unknown("Content-Length is missing"))?;
    // The length is the client's word: what is not sent takes no memory.
    let mut body = Vec::new();
    from.take(length).read_to_end(&mut body)?;
    Ok((body.len() as u64 == length).then_some(body))
}

/// A message. Half a character of UTF-16, which some clients send while one is being replaced, is read as U+FFFD.
pub fn parse<T: DeserializeOwned>(body: &[u8]) -> Option<T> {
    let text = std::str::from_utf8(body).ok()?;
    serde_json::from_str(text)
        .or_else(|_| serde_json::from_str(&without_halves(text)))
        .ok()
}

/// The text of a JSON value with U+FFFD for each escape of half a character.
fn without_halves(text: &str) -> String {
    let half = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        let unit = u16::from_str_radix(digits, 16).ok()?;
        matches!(unit, 0xd800..=0xdfff).then_some(unit)
    };
    let mut whole = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let is_pair = || {
            half(at).is_some_and(|it| it < 0xdc00) && half(at + 6).is_some_and(|it| it >= 0xdc00)
        };
        let length = match c {
            '\\' if is_pair() => 12,
            '\\' if half(at).is_some() => {
                whole.push(char::REPLACEMENT_CHARACTER);
                at += 6;
                continue;
            }
            // An escape is passed whole: the second of two backslashes begins none.
            '\\' => 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
            _ => c.len_utf8(),
        };
        whole.push_str(&text[at..at + length]);
        at += length;
    }
    whole
}

/// Writes a message behind its header.
pub fn write(to: &mut dyn Write, message: &Value) -> io::Result<()> {
    let body = message.to_string();
    write!(to, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_characters_are_replaced_and_whole_ones_stay() {
        let text = r#"{"a": "\ud83d", "b": "\ud83d\ude00", "c": "\\ud83d", "d": "\ude00x"}"#;
        let expected = r#"{"a": "�", "b": "\ud83d\ude00", "c": "\\ud83d", "d": "�x"}"#;
        assert_eq!(without_halves(text), expected);
    }

    #[test]
    fn a_body_is_read_by_its_length() {
        let mut from =
            &b"Content-Type: x\r\nContent-Length: 5\r\n\r\nhelloContent-Length: 9\r\n\r\nhel"[..];
        assert_eq!(
            read_body(&mut from).expect("a body"),
            Some(b"hello".to_vec())
        );
        assert_eq!(read_body(&mut from).expect("the end"), None);
        let header = read_body(&mut &b"hello\r\n\r\n"[..]).expect_err("no header");
        assert!(header.to_string().contains("hello"), "{header}");
    }
}
