//! The text of a file that a person saved, in whatever encoding their editor chose.

/// The encoding of a text file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark, which stays part of the text.
    Utf8,
    /// UTF-16 with a byte order mark, the low byte of each unit first.
    Utf16LittleEndian,
    /// UTF-16 with a byte order mark, the high byte of each unit first.
    Utf16BigEndian,
    /// One byte a character: what is no UTF-8. Every sequence of bytes is text in it.
    Latin1,
}

/// The text of a file and its encoding. A UTF-16 file whose units are no text is read as Latin-1, in
/// which its NUL bytes show.
pub fn decode(bytes: &[u8]) -> (String, Encoding) {
    let utf16 = |rest: &[u8], unit: fn([u8; 2]) -> u16| {
        let (pairs, []) = rest.as_chunks::<2>() else {
            return None;
        };
        char::decode_utf16(pairs.iter().map(|&pair| unit(pair)))
            .collect::<Result<String, _>>()
            .ok()
    };
    let decoded = match bytes {
        [0xff, 0xfe, rest @ ..] => {
            utf16(rest, u16::from_le_bytes).map(|text| (text, Encoding::Utf16LittleEndian))
        }
        [0xfe, 0xff, rest @ ..] => {
            utf16(rest, u16::from_be_bytes).map(|text| (text, Encoding::Utf16BigEndian))
        }
        _ => str::from_utf8(bytes)
            .ok()
            .map(|text| (text.to_owned(), Encoding::Utf8)),
    };
    decoded.unwrap_or_else(|| {
        let text = bytes.iter().map(|&byte| char::from(byte)).collect();
        (text, Encoding::Latin1)
    })
}

/// The bytes of a file with that text: the reverse of [`decode`]. A character that Latin-1 lacks makes
/// the whole file UTF-8.
pub fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
    let units = |mark: [u8; 2], bytes: fn(u16) -> [u8; 2]| {
        let units = text.encode_utf16().flat_map(bytes);
        mark.into_iter().chain(units).collect()
    };
    match encoding {
        Encoding::Utf8 => text.into(),
        Encoding::Utf16LittleEndian => units([0xff, 0xfe], u16::to_le_bytes),
        Encoding::Utf16BigEndian => units([0xfe, 0xff], u16::to_be_bytes),
        Encoding::Latin1 => text
            .chars()
            .map(|character| u8::try_from(character).ok())
            .collect::<Option<Vec<u8>>>()
            .unwrap_or_else(|| text.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_comes_back_as_the_bytes_it_was_read_from() {
        let files: [(&[u8], &str, Encoding); 5] = [
            (b"// caf\xc3\xa9\n", "// café\n", Encoding::Utf8),
            (b"\xef\xbb\xbfint i;", "\u{feff}int i;", Encoding::Utf8),
            (b"// caf\xe9\n", "// café\n", Encoding::Latin1),
            (b"\xff\xfei\0\xe9\0", "ié", Encoding::Utf16LittleEndian),
            (b"\xfe\xff\0i\0\xe9", "ié", Encoding::Utf16BigEndian),
        ];
        for (bytes, text, encoding) in files {
            assert_eq!(decode(bytes), (text.to_owned(), encoding), "{bytes:?}");
            assert_eq!(encode(text, encoding), bytes, "{bytes:?}");
        }
    }

    #[test]
    fn damaged_utf_16_is_read_as_single_bytes() {
        for bytes in [&b"\xff\xfei"[..], b"\xff\xfe\x00\xd8"] {
            assert_eq!(decode(bytes).1, Encoding::Latin1, "{bytes:?}");
        }
    }

    #[test]
    fn a_text_that_outgrew_latin_1_is_written_as_utf_8() {
        assert_eq!(encode("→", Encoding::Latin1), "→".as_bytes());
    }
}
