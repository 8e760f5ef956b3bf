//! Numbers as text, as C99 7.19.6.1 lays down.

use super::directive::Directive;

/// A text in a field of spaces.
pub(super) fn pad(directive: &Directive, text: &[u8], out: &mut Vec<u8>) {
    let fill = directive.width.saturating_sub(text.len());
    let spaces = std::iter::repeat_n(b' ', fill);
    if directive.left {
        out.extend_from_slice(text);
        out.extend(spaces);
    } else {
        out.extend(spaces);
        out.extend_from_slice(text);
    }
}

/// A number in its field: sign or radix, zeros if asked for, digits.
fn number(directive: &Directive, prefix: &str, digits: &str, zeros: bool, out: &mut Vec<u8>) {
    let mut text = prefix.to_owned();
    if zeros && directive.zero && !directive.left {
        let fill = directive.width.saturating_sub(prefix.len() + digits.len());
        text.extend(std::iter::repeat_n('0', fill));
    }
    text.push_str(digits);
    pad(directive, text.as_bytes(), out);
}

/// Digits with the zeros that a precision asks for; none for zero with precision 0.
fn with_precision(directive: &Directive, value: u64, digits: String) -> String {
    match directive.precision {
        Some(0) if value == 0 => String::new(),
        Some(precision) => "0".repeat(precision.saturating_sub(digits.len())) + &digits,
        None => digits,
    }
}

fn sign(directive: &Directive, negative: bool) -> &'static str {
    match () {
        () if negative => "-",
        () if directive.plus => "+",
        () if directive.space => " ",
        () => "",
    }
}

/// `d`, `i`.
pub(super) fn signed(directive: &Directive, value: i64, out: &mut Vec<u8>) {
    let magnitude = value.unsigned_abs();
    let digits = with_precision(directive, magnitude, magnitude.to_string());
    let zeros = directive.precision.is_none();
    number(directive, sign(directive, value < 0), &digits, zeros, out);
}

/// `o`, `u`, `x`, `X`.
pub(super) fn unsigned(directive: &Directive, style: u8, value: u64, out: &mut Vec<u8>) {
    let digits = match style {
        b'o' => format!("{value:o}"),
        b'x' => format!("{value:x}"),
        b'X' => format!("{value:X}"),
        _ => value.to_string(),
    };
    let mut digits = with_precision(directive, value, digits);
    let mut prefix = "";
    if directive.alternate {
        match style {
            b'o' if !digits.starts_with('0') => digits.insert(0, '0'),
            b'x' if value != 0 => prefix = "0x",
            b'X' if value != 0 => prefix = "0X",
            _ => {}
        }
    }
    number(
        directive,
        prefix,
        &digits,
        directive.precision.is_none(),
        out,
    );
}

/// `p`.
pub(super) fn pointer(directive: &Directive, address: u64, out: &mut Vec<u8>) {
    pad(directive, format!("{address:#x}").as_bytes(), out);
}

/// `f`, `e`, `g`, `a` and their capitals.
pub(super) fn floating(directive: &Directive, style: u8, value: f64, out: &mut Vec<u8>) {
    let magnitude = value.abs();
    let upper = style.is_ascii_uppercase();
    let sign = sign(directive, value.is_sign_negative());
    let mut digits = if magnitude.is_nan() {
        "nan".to_owned()
    } else if magnitude.is_infinite() {
        "inf".to_owned()
    } else {
        let precision = directive.precision;
        match style.to_ascii_lowercase() {
            b'f' => fixed(magnitude, precision.unwrap_or(6), directive.alternate),
            b'e' => scientific(magnitude, precision.unwrap_or(6), directive.alternate),
            b'g' => general(
                magnitude,
                precision.unwrap_or(6).max(1),
                directive.alternate,
            ),
            _ => hexadecimal(magnitude, precision, directive.alternate),
        }
    };
    let mut prefix = sign.to_owned();
    if let Some(rest) = digits.strip_prefix("0x") {
        prefix.push_str("0x");
        digits = rest.to_owned();
    }
    if upper {
        digits.make_ascii_uppercase();
        prefix.make_ascii_uppercase();
    }
    number(directive, &prefix, &digits, magnitude.is_finite(), out);
}

/// `12.500000`; a point at the end if asked for.
fn fixed(value: f64, precision: usize, point: bool) -> String {
    let mut text = format!("{value:.precision$}");
    if point && precision == 0 {
        text.push('.');
    }
    text
}

/// The digits `1.25` and the exponent of a number rounded to `precision` digits after the point.
fn mantissa_and_exponent(value: f64, precision: usize) -> (String, i32) {
    let text = format!("{value:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (mantissa.to_owned(), exponent.parse().unwrap_or(0))
}

fn exponent_text(exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("e{sign}{:02}", exponent.unsigned_abs())
}

/// `1.250000e+01`.
fn scientific(value: f64, precision: usize, point: bool) -> String {
    let (mut mantissa, exponent) = mantissa_and_exponent(value, precision);
    if point && precision == 0 {
        mantissa.push('.');
    }
    mantissa + &exponent_text(exponent)
}

/// The shorter of the two, without zeros at the end unless they are asked for.
fn general(value: f64, precision: usize, keep_zeros: bool) -> String {
    let (mantissa, exponent) = mantissa_and_exponent(value, precision - 1);
    let fits = exponent >= -4 && i64::from(exponent) < precision as i64;
    let (mut digits, tail) = if fits {
        let places = (precision as i64 - 1 - i64::from(exponent)) as usize;
        (format!("{value:.places$}"), String::new())
    } else {
        (mantissa, exponent_text(exponent))
    };
    if keep_zeros {
        if !digits.contains('.') {
            digits.push('.');
        }
    } else if digits.contains('.') {
        let kept = digits.trim_end_matches('0').trim_end_matches('.').len();
        digits.truncate(kept);
    }
    digits + &tail
}

/// `0x1.9p+3`: exact, or rounded to `precision` hexadecimal digits after the point, ties to even.
fn hexadecimal(value: f64, precision: Option<usize>, point: bool) -> String {
    const MANTISSA_BITS: usize = 52;
    let bits = value.to_bits();
    let field = (bits >> MANTISSA_BITS) as i32;
    let fraction = bits & ((1 << MANTISSA_BITS) - 1);
    let mut mantissa = fraction | u64::from(field != 0) << MANTISSA_BITS;
    let exponent = match (field, fraction) {
        (0, 0) => 0,
        (0, _) => -1022,
        _ => field - 1023,
    };
    if let Some(digits) = precision.filter(|&digits| digits < 13) {
        let dropped = MANTISSA_BITS - 4 * digits;
        let rest = mantissa & ((1 << dropped) - 1);
        let kept = mantissa >> dropped;
        let half = 1 << (dropped - 1);
        let up = rest > half || rest == half && kept & 1 == 1;
        mantissa = (kept + u64::from(up)) << dropped;
    }
    let whole = mantissa >> MANTISSA_BITS;
    let mut digits = format!("{:013x}", mantissa & ((1 << MANTISSA_BITS) - 1));
    match precision {
        Some(precision) if precision <= 13 => digits.truncate(precision),
        Some(precision) => digits.push_str(&"0".repeat(precision - 13)),
        None => digits.truncate(digits.trim_end_matches('0').len()),
    }
    let dot = if point || !digits.is_empty() { "." } else { "" };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("0x{whole}{dot}{digits}p{sign}{}", exponent.unsigned_abs())
}
