//! Integer and character constants of `#if`.

/// The value of an integer constant, and whether it is unsigned.
pub(super) fn integer(text: &str) -> Result<(u128, bool), &'static str> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', b'b' | b'B', ..] => (&text[2..], 2),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    let end = digits
        .find(|digit: char| !digit.is_digit(radix.max(10)))
        .unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    let exponent = if radix == 16 { ['p', 'P'] } else { ['e', 'E'] };
    if suffix.contains('.') || suffix.starts_with(exponent) || suffix.starts_with(['f', 'F']) {
        return Err("an `#if` can't compute with floating-point numbers");
    }
    let unsigned_suffix = match suffix.to_ascii_lowercase().as_str() {
        "" | "l" | "ll" => false,
        "u" | "ul" | "ull" | "lu" | "llu" => true,
        _ => return Err("this is not an integer constant"),
    };
    if digits.is_empty() && radix != 8 {
        return Err("this is not an integer constant");
    }
    let mut value = 0_u128;
    for digit in digits.chars() {
        let Some(digit) = digit.to_digit(radix) else {
            return Err("this digit is too big for a number that starts with 0 (octal)");
        };
        value = value
            .checked_mul(u128::from(radix))
            .and_then(|value| value.checked_add(u128::from(digit)))
            .ok_or("this number needs more than 128 bits")?;
    }
    Ok((value, unsigned_suffix || i128::try_from(value).is_err()))
}

/// The value of a character constant, quotes included in `text`.
pub(super) fn character(text: &str) -> Result<i64, &'static str> {
    let wide = text.starts_with('L');
    let inner = text
        .trim_start_matches('L')
        .trim_start_matches('\'')
        .strip_suffix('\'')
        .unwrap_or("");
    let mut bytes = inner.bytes().peekable();
    let mut value = 0_i32;
    let mut count = 0_usize;
    while let Some(byte) = bytes.next() {
        let byte = if byte == b'\\' {
            escape(&mut bytes)?
        } else {
            byte
        };
        value = value << 8 | i32::from(byte);
        count += 1;
    }
    match count {
        0 => Err("this character constant is empty"),
        1 if !wide => Ok(i64::from(value as u8 as i8)),
        _ => Ok(i64::from(value)),
    }
}

fn escape(bytes: &mut std::iter::Peekable<std::str::Bytes<'_>>) -> Result<u8, &'static str> {
    let unknown = "this escape sequence is unknown";
    Ok(match bytes.next().ok_or(unknown)? {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'v' => 11,
        b'e' | b'E' => 27,
        quote @ (b'\\' | b'\'' | b'"' | b'?') => quote,
        first @ b'0'..=b'7' => {
            let mut value = u32::from(first - b'0');
            for _ in 0..2 {
                match bytes.next_if(|byte| matches!(byte, b'0'..=b'7')) {
                    Some(digit) => value = value * 8 + u32::from(digit - b'0'),
                    None => break,
                }
            }
            value as u8
        }
        b'x' => {
            let mut value = 0_u32;
            let mut any = false;
            while let Some(digit) = bytes.next_if(u8::is_ascii_hexdigit) {
                let digit = (digit as char).to_digit(16).unwrap_or(0);
                value = value.wrapping_mul(16).wrapping_add(digit);
                any = true;
            }
            if !any {
                return Err(unknown);
            }
            value as u8
        }
        _ => return Err(unknown),
    })
}
