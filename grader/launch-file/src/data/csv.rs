//! Numbers as text, with commas, semicolons, white space or ends of line between.

use super::{DataError, as_elements};
use crate::filling::encode_float;
use launch::{ElementType, Scalar};

pub(super) fn read(file: &[u8], element: Option<ElementType>) -> Result<Vec<u8>, DataError> {
    let text = std::str::from_utf8(file).map_err(|_| DataError::NotText)?;
    let text = text.trim_start_matches('\u{feff}');
    let element = element.unwrap_or(ElementType::scalar(Scalar::UChar));
    let scalar = element.scalar;
    let mut bytes = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with('#') {
            continue;
        }
        let between = |letter: char| letter == ',' || letter == ';' || letter.is_whitespace();
        for word in line.split(between).filter(|word| !word.is_empty()) {
            let encoded = encoded(word, scalar).ok_or_else(|| DataError::NotANumber {
                line: index + 1,
                text: word.chars().take(40).collect(),
                wanted: scalar.name(),
            })?;
            bytes.extend(encoded);
        }
    }
    as_elements(bytes, element)
}

fn encoded(word: &str, scalar: Scalar) -> Option<Vec<u8>> {
    if scalar.is_floating() {
        return word.parse().ok().map(|number| encode_float(number, scalar));
    }
    crate::contents::encode_wide(word, scalar)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_row_by_row() {
        let text = b"# a matrix\n1, 2;3\n\n-4 5\t6\n";
        let read = read(text, Some(Scalar::Short.into())).unwrap();
        assert_eq!(read, [1, 0, 2, 0, 3, 0, 0xfc, 0xff, 5, 0, 6, 0]);
    }

    #[test]
    fn what_is_no_number_is_named_with_its_line() {
        let wrong = read(b"1\n2, x\n", Some(Scalar::Int.into()));
        let (line, text, wanted) = (2, "x".to_owned(), "int");
        assert_eq!(wrong, Err(DataError::NotANumber { line, text, wanted }));
        assert!(read(b"300", Some(Scalar::UChar.into())).is_err());
        assert_eq!(read(&[0xff, 0xfe], None), Err(DataError::NotText));
    }
}
