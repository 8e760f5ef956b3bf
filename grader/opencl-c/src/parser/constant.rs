//! Constants: spellings to values (C99 6.4.4, OpenCL C 1.2 6.1).

use super::{Parse, Parser};
use crate::diagnostic::Diagnostic;
use crate::source::Origin;
use crate::syntax::{ExprKind, FloatSuffix};
use crate::token::{Symbol, TokenKind};
use crate::types::Scalar;

/// What is wrong with the spelling of a number.
#[derive(Clone, Debug, PartialEq)]
enum NumberError {
    Suffix { suffix: String, floating: bool },
    Digit { digit: char, base: &'static str },
    NoDigits { base: &'static str },
    NoExponent,
    HexWithoutExponent,
    FloatSuffixOnInteger { mended: String },
}

/// A number with what there is to warn about.
#[derive(Clone, Debug, PartialEq)]
enum Number {
    Integer {
        value: u64,
        ty: Scalar,
        /// Decimal, without `u`, and too large for `long`.
        unsigned_by_size: bool,
        /// Beyond 64 bits.
        overflow: bool,
        /// `ll`
        long_long: bool,
    },
    Floating {
        value: f64,
        suffix: FloatSuffix,
        /// Not zero as written, but infinite or zero as stored.
        out_of_range: bool,
        /// `l`
        long_double: bool,
    },
}

impl Parser<'_> {
    pub(super) fn number(&mut self, symbol: Symbol, origin: Origin) -> Parse<ExprKind> {
        match number(self.interner.text(symbol)) {
            Ok(Number::Integer {
                value,
                ty,
                unsigned_by_size,
                overflow,
                long_long,
            }) => {
                if overflow {
                    self.warn(Diagnostic::unsupported(
                        origin,
                        "this integer constant does not fit into 64 bits",
                    ));
                } else if unsigned_by_size {
                    self.warn(
                        Diagnostic::warning(
                            origin,
                            "this constant is too large for `long`, so it is taken as `ulong`",
                        )
                        .help("write `u` after it"),
                    );
                }
                if long_long {
                    self.warn(Diagnostic::warning(
                        origin,
                        "`ll` is reserved in OpenCL C; `long` has 64 bits already, and its suffix is `l`",
                    ));
                }
                Ok(ExprKind::Integer { value, ty })
            }
            Ok(Number::Floating {
                value,
                suffix,
                out_of_range,
                long_double,
            }) => {
                if long_double {
                    self.warn(Diagnostic::unsupported(
                        origin,
                        "`long double` is reserved in OpenCL C: this constant is taken as a `double`",
                    ));
                }
                if out_of_range {
                    self.warn(Diagnostic::warning(
                        origin,
                        "this constant is beyond the range of its type",
                    ));
                }
                Ok(ExprKind::Floating { value, suffix })
            }
            Err(error) => {
                let diagnostic = number_error(origin, error);
                Err(self.report(diagnostic))
            }
        }
    }

    pub(super) fn character(&mut self, symbol: Symbol, origin: Origin) -> Parse<ExprKind> {
        let spelling = self.interner.text(symbol);
        let body = spelling
            .find('\'')
            .map(|quote| &spelling[quote + 1..])
            .map_or("", |rest| rest.strip_suffix('\'').unwrap_or(rest));
        let mut bytes = Vec::new();
        let problem = unescape(body, &mut bytes);
        if bytes.is_empty() {
            let diagnostic = Diagnostic::error(origin, "there is no character between the quotes");
            return Err(self.report(diagnostic));
        }
        if !body.is_ascii() {
            let diagnostic = Diagnostic::error(
                origin,
                "a character constant holds one byte, and this needs more",
            );
            return Err(self.report(diagnostic));
        }
        if bytes.len() > 4 {
            let diagnostic = Diagnostic::error(origin, "a character constant holds one character")
                .help("a string stands between double quotes");
            return Err(self.report(diagnostic));
        }
        if let Some(problem) = problem {
            return Err(self.escape_problem(origin, problem));
        }
        let value = match bytes[..] {
            [byte] if spelling.starts_with('L') => i32::from(byte),
            [byte] => i32::from(byte as i8),
            _ => {
                self.warn(Diagnostic::warning(
                    origin,
                    "there is more than one character between these quotes",
                ));
                bytes
                    .iter()
                    .fold(0u32, |value, &byte| value << 8 | u32::from(byte)) as i32
            }
        };
        Ok(ExprKind::Character(value))
    }

    /// The string here and those after it, joined. Also gives the last token.
    pub(super) fn strings(&mut self) -> Parse<(ExprKind, Origin)> {
        let mut bytes = Vec::new();
        let mut last = self.origin();
        while let TokenKind::String(symbol) = self.kind() {
            let spelling = self.interner.text(symbol);
            let body = spelling
                .find('"')
                .map(|quote| &spelling[quote + 1..])
                .map_or("", |rest| rest.strip_suffix('"').unwrap_or(rest));
            if let Some(problem) = unescape(body, &mut bytes) {
                return Err(self.escape_problem(self.origin(), problem));
            }
            last = self.advance();
        }
        Ok((ExprKind::String(bytes.into()), last))
    }

    fn escape_problem(&mut self, origin: Origin, problem: EscapeProblem) -> super::Reported {
        let message = match problem {
            EscapeProblem::NoHexDigits => "`\\x` needs hexadecimal digits after it",
            EscapeProblem::TooLarge => "this escape sequence does not fit into one byte",
        };
        self.report(Diagnostic::error(origin, message))
    }
}

fn number_error(origin: Origin, error: NumberError) -> Diagnostic {
    match error {
        NumberError::Suffix { suffix, floating } => {
            let diagnostic = Diagnostic::error(origin, format!("`{suffix}` can't follow a number"));
            if floating {
                diagnostic.help("a floating constant ends in `f` for float, `h` for half, or nothing for double")
            } else {
                diagnostic.help("an integer constant ends in `u`, `l`, `ul` or nothing")
            }
        }
        NumberError::Digit { digit, base } => {
            let diagnostic = Diagnostic::error(origin, format!("`{digit}` is no {base} digit"));
            if base == "octal" {
                diagnostic.help("a number that begins with 0 is octal: leave the 0 out")
            } else {
                diagnostic
            }
        }
        NumberError::NoDigits { base } => {
            Diagnostic::error(origin, format!("there are no {base} digits in this number"))
        }
        NumberError::NoExponent => {
            Diagnostic::error(origin, "the exponent of this number has no digits")
        }
        NumberError::HexWithoutExponent => {
            Diagnostic::error(origin, "a hexadecimal floating constant needs an exponent")
                .help("write `p0` after its digits")
        }
        NumberError::FloatSuffixOnInteger { mended } => Diagnostic::error(
            origin,
            "`f` makes a `float` only of a number with a point or an exponent",
        )
        .suggest(origin, mended),
    }
}

fn number(text: &str) -> Result<Number, NumberError> {
    let lower = text.to_ascii_lowercase();
    if let Some(digits) = lower.strip_prefix("0x") {
        return if digits.contains(['.', 'p']) {
            hex_float(digits)
        } else {
            integer(digits, 16, "hexadecimal")
        };
    }
    if let Some(digits) = lower.strip_prefix("0b") {
        return integer(digits, 2, "binary");
    }
    if lower.contains('.') || lower.contains('e') {
        return decimal_float(&lower);
    }
    let digits_end = lower
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(lower.len());
    if &lower[digits_end..] == "f" {
        let mended = format!("{}.0f", &lower[..digits_end]);
        return Err(NumberError::FloatSuffixOnInteger { mended });
    }
    match lower.strip_prefix('0') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => integer(&lower, 8, "octal"),
        _ => integer(&lower, 10, "decimal"),
    }
}

fn integer(text: &str, radix: u32, base: &'static str) -> Result<Number, NumberError> {
    let mut value: u64 = 0;
    let mut overflow = false;
    let mut digits = 0;
    let mut rest = text;
    for (at, character) in text.char_indices() {
        let Some(digit) = character.to_digit(radix) else {
            if character.is_ascii_digit() {
                return Err(NumberError::Digit {
                    digit: character,
                    base,
                });
            }
            break;
        };
        digits += 1;
        rest = &text[at + 1..];
        match value
            .checked_mul(radix.into())
            .and_then(|value| value.checked_add(digit.into()))
        {
            Some(next) => value = next,
            None => {
                overflow = true;
                value = value.wrapping_mul(radix.into()).wrapping_add(digit.into());
            }
        }
    }
    if digits == 0 {
        return Err(NumberError::NoDigits { base });
    }
    let (unsigned, long, long_long) = match rest {
        "" => (false, false, false),
        "u" => (true, false, false),
        "l" => (false, true, false),
        "ul" | "lu" => (true, true, false),
        "ll" => (false, true, true),
        "ull" | "llu" => (true, true, true),
        _ => {
            return Err(NumberError::Suffix {
                suffix: rest.to_owned(),
                floating: false,
            });
        }
    };
    let fits_int = value <= i32::MAX as u64;
    let fits_uint = value <= u64::from(u32::MAX);
    let fits_long = value <= i64::MAX as u64;
    let decimal = radix == 10;
    let ty = match (unsigned, long) {
        (false, false) if fits_int => Scalar::Int,
        (false, false) if fits_uint && !decimal => Scalar::UInt,
        (true, false) if fits_uint => Scalar::UInt,
        (false, _) if fits_long => Scalar::Long,
        _ => Scalar::ULong,
    };
    Ok(Number::Integer {
        value,
        ty,
        unsigned_by_size: decimal && !unsigned && !fits_long,
        overflow,
        long_long,
    })
}

fn suffix_of(text: &str) -> Result<FloatSuffix, NumberError> {
    match text {
        "" | "l" => Ok(FloatSuffix::None),
        "f" => Ok(FloatSuffix::Float),
        "h" => Ok(FloatSuffix::Half),
        _ => Err(NumberError::Suffix {
            suffix: text.to_owned(),
            floating: true,
        }),
    }
}

fn decimal_float(text: &str) -> Result<Number, NumberError> {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut nonzero = false;
    while at < bytes.len() && (bytes[at].is_ascii_digit() || bytes[at] == b'.') {
        nonzero |= bytes[at].is_ascii_digit() && bytes[at] != b'0';
        at += 1;
    }
    if bytes.get(at) == Some(&b'e') {
        let mut exponent = at + 1;
        if matches!(bytes.get(exponent), Some(b'+' | b'-')) {
            exponent += 1;
        }
        let digits = exponent;
        while bytes.get(exponent).is_some_and(u8::is_ascii_digit) {
            exponent += 1;
        }
        if exponent == digits {
            return Err(NumberError::NoExponent);
        }
        at = exponent;
    }
    let suffix = suffix_of(&text[at..])?;
    let bad_point = || NumberError::Suffix {
        suffix: ".".to_owned(),
        floating: true,
    };
    let digits = &text[..at];
    let value = match suffix {
        FloatSuffix::Float => digits.parse::<f32>().map(f64::from),
        FloatSuffix::None | FloatSuffix::Half => digits.parse::<f64>(),
    }
    .map_err(|_| bad_point())?;
    Ok(rounded(value, nonzero, suffix, text.ends_with('l')))
}

fn hex_float(text: &str) -> Result<Number, NumberError> {
    let mut mantissa: u64 = 0;
    let mut exponent: i64 = 0;
    let mut digits = 0;
    let mut point = false;
    let mut at = 0;
    for character in text.chars() {
        if character == '.' {
            if point {
                break;
            }
            point = true;
        } else if let Some(digit) = character.to_digit(16) {
            digits += 1;
            if mantissa >> 60 == 0 {
                mantissa = mantissa << 4 | u64::from(digit);
                exponent -= if point { 4 } else { 0 };
            } else {
                mantissa |= u64::from(digit != 0);
                exponent += if point { 0 } else { 4 };
            }
        } else {
            break;
        }
        at += 1;
    }
    if digits == 0 {
        return Err(NumberError::NoDigits {
            base: "hexadecimal",
        });
    }
    let Some(rest) = text[at..].strip_prefix('p') else {
        return Err(NumberError::HexWithoutExponent);
    };
    let (negative, rest) = match rest.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, rest.strip_prefix('+').unwrap_or(rest)),
    };
    let digits_end = rest
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(rest.len());
    if digits_end == 0 {
        return Err(NumberError::NoExponent);
    }
    let written = rest[..digits_end].parse::<i64>().unwrap_or(i64::MAX / 4);
    let exponent = exponent.saturating_add(if negative { -written } else { written });
    let suffix = suffix_of(&rest[digits_end..])?;
    let scaled = scale(mantissa, exponent);
    let value = if suffix == FloatSuffix::Float {
        f64::from(scaled as f32)
    } else {
        scaled
    };
    Ok(rounded(value, mantissa != 0, suffix, rest.ends_with('l')))
}

/// `mantissa * 2^exponent`, rounded once where the result is normal.
fn scale(mantissa: u64, exponent: i64) -> f64 {
    let mut value = mantissa as f64;
    let mut left = exponent.clamp(-3000, 3000);
    while left > 0 {
        let step = left.min(1000);
        value *= 2f64.powi(step as i32);
        left -= step;
    }
    while left < 0 {
        let step = (-left).min(1000);
        value /= 2f64.powi(step as i32);
        left += step;
    }
    value
}

fn rounded(value: f64, nonzero: bool, suffix: FloatSuffix, long_double: bool) -> Number {
    let value = if suffix == FloatSuffix::Half {
        to_half(value)
    } else {
        value
    };
    Number::Floating {
        value,
        suffix,
        out_of_range: value.is_infinite() || nonzero && value == 0.0,
        long_double,
    }
}

/// A non-negative number rounded to the nearest binary16, ties to even.
fn to_half(value: f64) -> f64 {
    let exponent = ((value.to_bits() >> 52) as i32 - 1023).max(-14);
    let quantum = 2f64.powi(exponent - 10);
    let rounded = (value / quantum).round_ties_even() * quantum;
    if rounded > 65504.0 {
        f64::INFINITY
    } else {
        rounded
    }
}

/// What is wrong with an escape sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EscapeProblem {
    NoHexDigits,
    TooLarge,
}

/// Resolves escape sequences; unknown ones stand for their character.
fn unescape(body: &str, bytes: &mut Vec<u8>) -> Option<EscapeProblem> {
    let mut problem = None;
    let mut characters = body.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\\' {
            bytes.extend(character.encode_utf8(&mut [0; 4]).bytes());
            continue;
        }
        let Some(escape) = characters.next() else {
            bytes.push(b'\\');
            break;
        };
        match escape {
            'n' => bytes.push(b'\n'),
            't' => bytes.push(b'\t'),
            'r' => bytes.push(b'\r'),
            'a' => bytes.push(7),
            'b' => bytes.push(8),
            'f' => bytes.push(12),
            'v' => bytes.push(11),
            'e' => bytes.push(27),
            '0'..='7' => {
                let mut value = escape.to_digit(8).unwrap_or(0);
                for _ in 0..2 {
                    let Some(digit) = characters.peek().and_then(|c| c.to_digit(8)) else {
                        break;
                    };
                    value = value * 8 + digit;
                    characters.next();
                }
                if value > 255 {
                    problem = Some(EscapeProblem::TooLarge);
                }
                bytes.push(value as u8);
            }
            'x' => {
                let mut value = 0u32;
                let mut digits = 0;
                while let Some(digit) = characters.peek().and_then(|c| c.to_digit(16)) {
                    value = value.saturating_mul(16).saturating_add(digit);
                    digits += 1;
                    characters.next();
                }
                if digits == 0 {
                    problem = Some(EscapeProblem::NoHexDigits);
                } else if value > 255 {
                    problem = Some(EscapeProblem::TooLarge);
                }
                bytes.push(value as u8);
            }
            other => bytes.extend(other.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    problem
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> (u64, Scalar) {
        match number(text) {
            Ok(Number::Integer { value, ty, .. }) => (value, ty),
            other => panic!("{text}: {other:?}"),
        }
    }

    fn float(text: &str) -> (f64, FloatSuffix) {
        match number(text) {
            Ok(Number::Floating { value, suffix, .. }) => (value, suffix),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn an_integer_takes_the_first_type_that_holds_it() {
        assert_eq!(int("2147483647"), (0x7fff_ffff, Scalar::Int));
        assert_eq!(int("2147483648"), (0x8000_0000, Scalar::Long));
        assert_eq!(int("0x80000000"), (0x8000_0000, Scalar::UInt));
        assert_eq!(int("0x100000000"), (0x1_0000_0000, Scalar::Long));
        assert_eq!(int("0xffffffffffffffff"), (u64::MAX, Scalar::ULong));
        assert_eq!(int("4294967296u"), (0x1_0000_0000, Scalar::ULong));
        assert_eq!(int("017"), (15, Scalar::Int));
        assert_eq!(int("0b101U"), (5, Scalar::UInt));
        assert_eq!(int("1lU"), (1, Scalar::ULong));
        assert_eq!(int("0"), (0, Scalar::Int));
    }

    #[test]
    fn a_float_is_rounded_once_to_the_type_of_its_suffix() {
        assert_eq!(float("1.5f"), (1.5, FloatSuffix::Float));
        assert_eq!(float("0.1f"), (f64::from(0.1f32), FloatSuffix::Float));
        assert_eq!(float(".5"), (0.5, FloatSuffix::None));
        assert_eq!(float("1.e3F"), (1000.0, FloatSuffix::Float));
        assert_eq!(float("0x1.8p1"), (3.0, FloatSuffix::None));
        assert_eq!(float("0x.8p0f"), (0.5, FloatSuffix::Float));
        assert_eq!(
            float("0x1p-149f"),
            (f64::from(f32::from_bits(1)), FloatSuffix::Float)
        );
        assert_eq!(float("65504.0h"), (65504.0, FloatSuffix::Half));
        assert_eq!(float("0.1h"), (0.0999755859375, FloatSuffix::Half));
    }

    #[test]
    fn numbers_in_error_say_why() {
        assert_eq!(
            number("08"),
            Err(NumberError::Digit {
                digit: '8',
                base: "octal"
            })
        );
        assert_eq!(
            number("1f"),
            Err(NumberError::FloatSuffixOnInteger {
                mended: "1.0f".to_owned()
            })
        );
        assert_eq!(number("1e+"), Err(NumberError::NoExponent));
        assert_eq!(number("0x1.8"), Err(NumberError::HexWithoutExponent));
        assert!(matches!(
            number("12abc"),
            Err(NumberError::Suffix {
                floating: false,
                ..
            })
        ));
        assert!(matches!(number("1.2.3"), Err(NumberError::Suffix { .. })));
    }

    #[test]
    fn escapes_become_bytes() {
        let mut bytes = Vec::new();
        assert_eq!(unescape(r"a\n\x41\101\0\\", &mut bytes), None);
        assert_eq!(bytes, b"a\nAA\0\\");
        assert_eq!(
            unescape(r"\x100", &mut bytes),
            Some(EscapeProblem::TooLarge)
        );
    }
}
