//! The formats of `printf` against its arguments (6.12.13.2).

use super::{Checker, Operand};
use crate::diagnostic::Diagnostic;
use crate::program::ExprKind;
use crate::types::{Scalar, Type};

/// One conversion of a format.
#[derive(Debug, PartialEq, Eq)]
struct Conversion<'a> {
    /// As it is written, from `%` to its letter.
    text: &'a str,
    /// Components; 1 for a scalar.
    width: u8,
    length: &'a str,
    letter: char,
}

/// The conversions of a format, up to the first that cannot be read: `%%` is none.
fn conversions(format: &str) -> (Vec<Conversion<'_>>, bool) {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some(start) = rest.find('%') {
        let text = &rest[start..];
        let mut at = 1;
        let skip = |at: &mut usize, wanted: &dyn Fn(char) -> bool| {
            let tail = &text[*at..];
            let length = tail.find(|letter| !wanted(letter)).unwrap_or(tail.len());
            let skipped = &tail[..length];
            *at += length;
            skipped
        };
        skip(&mut at, &|letter| "-+ #0".contains(letter));
        skip(&mut at, &|letter| letter.is_ascii_digit());
        if text[at..].starts_with('.') {
            at += 1;
            skip(&mut at, &|letter| letter.is_ascii_digit());
        }
        let mut width = 1;
        if text[at..].starts_with('v') {
            at += 1;
            match skip(&mut at, &|letter| letter.is_ascii_digit()).parse() {
                Ok(number @ (2 | 3 | 4 | 8 | 16)) => width = number,
                _ => return (found, false),
            }
        }
        let length = match skip(&mut at, &|letter| "hlztj".contains(letter)) {
            // Lengths of C's, which compilers take for those of `long`.
            "ll" | "z" | "t" | "j" => "l",
            length => length,
        };
        let Some(letter) = text[at..].chars().next() else {
            return (found, false);
        };
        if !"diouxXcfFeEgGaAsp%".contains(letter) {
            return (found, false);
        }
        at += letter.len_utf8();
        if letter != '%' {
            found.push(Conversion {
                text: &text[..at],
                width,
                length,
                letter,
            });
        }
        rest = &text[at..];
    }
    (found, true)
}

/// The conversion that prints a value, with the letter that was wanted where it fits.
fn fitting(scalar: Scalar, width: u8, letter: char) -> String {
    let letter = match (scalar.is_floating(), "diouxXc".contains(letter)) {
        (false, true) if "di".contains(letter) && !scalar.is_signed() && scalar.size() >= 4 => 'u',
        (true, false) if "fFeEgGaA".contains(letter) => letter,
        (true, _) => 'f',
        (false, true) => letter,
        (false, false) if scalar.is_signed() => 'd',
        (false, false) => 'u',
    };
    let length = match (width, scalar.size()) {
        (1, 8) if !scalar.is_floating() => "l",
        (1, _) => "",
        (_, 1) => "hh",
        (_, 2) => "h",
        (_, 4) => "hl",
        (_, _) => "l",
    };
    match width {
        1 => format!("%{length}{letter}"),
        _ => format!("%v{width}{length}{letter}"),
    }
}

impl Checker<'_> {
    /// Compares the format of a call of `printf` with its arguments.
    pub(super) fn printf_format(&mut self, format: Operand, values: &[Operand]) {
        let Some(text) = self.literal(format) else {
            return;
        };
        let (found, whole) = conversions(&text);
        let expr = &self.exprs[format.id.0 as usize];
        let (origin, end) = (expr.origin, expr.end);
        for (number, (conversion, &value)) in (2..).zip(found.iter().zip(values)) {
            if let Some((prints, given, help)) = self.misfit(conversion, value) {
                let warning = Diagnostic::warning(
                    origin,
                    format!(
                        "`{}` prints {prints}, but argument {number} of `printf` is {given} (Clang: \
                         -Wformat)",
                        conversion.text
                    ),
                )
                .to(end)
                .help(help);
                let expr = &self.exprs[value.id.0 as usize];
                self.report(warning.with_end(expr.origin, expr.end, "this argument"));
            }
        }
        let (wanted, given) = (found.len(), values.len());
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        if wanted > given {
            self.report(
                Diagnostic::warning(
                    origin,
                    format!(
                        "this format asks for {wanted} value{}, but `printf` is given {given} (Clang: \
                         -Wformat-insufficient-args)",
                        plural(wanted)
                    ),
                )
                .to(end)
                .help("give one argument for each `%`; a percent sign is written `%%`"),
            );
        } else if whole && wanted < given {
            self.report(
                Diagnostic::warning(
                    origin,
                    format!(
                        "this format prints {wanted} value{}, but `printf` is given {given} (Clang: \
                         -Wformat-extra-args)",
                        plural(wanted)
                    ),
                )
                .to(end)
                .help("write one conversion such as `%d` or `%f` for each argument"),
            );
        }
    }

    fn literal(&self, operand: Operand) -> Option<String> {
        let ExprKind::Decay(place) = self.exprs[operand.id.0 as usize].kind else {
            return None;
        };
        match &self.exprs[place.0 as usize].kind {
            ExprKind::String(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
            _ => None,
        }
    }

    /// The type that a conversion prints, the type of its argument, and the conversion to write.
    fn misfit(
        &self,
        conversion: &Conversion<'_>,
        value: Operand,
    ) -> Option<(String, String, String)> {
        if value.is_error() {
            return None;
        }
        let given = format!("`{}`", self.name_of(value.ty));
        let is_pointer = self.types.as_pointer(value.ty).is_some()
            || matches!(self.types.get(value.ty), Type::Array { .. });
        let misfit = |prints: &str, help: String| Some((prints.to_owned(), given.clone(), help));
        match conversion.letter {
            's' if self.literal(value).is_some() => None,
            's' => misfit(
                "a string literal",
                "`%s` takes a string literal alone; a number is printed with `%d` or `%f`"
                    .to_owned(),
            ),
            'p' if is_pointer => None,
            'p' => misfit("an address", "give the pointer itself".to_owned()),
            letter => {
                let Some((scalar, width)) = value.ty.shape() else {
                    return misfit("a number", "an address is printed with `%p`".to_owned());
                };
                let fits = fitting(scalar, width, letter);
                let wants_float = "fFeEgGaA".contains(letter);
                let prints = match (conversion.width, wants_float) {
                    (1, true) => "a floating number".to_owned(),
                    (1, false) if conversion.length == "l" => "a `long`".to_owned(),
                    (1, false) => "an `int`".to_owned(),
                    _ if conversion.length.is_empty() => {
                        "nothing certain without a length".to_owned()
                    }
                    (width, true) => format!("{width} floating numbers"),
                    (width, false) => format!("{width} integers"),
                };
                let sizes_fit = match (conversion.width, scalar.is_floating()) {
                    (1, true) => true,
                    (1, false) => (conversion.length == "l") == (scalar.size() == 8),
                    _ => {
                        let size = match conversion.length {
                            "hh" => 1,
                            "h" => 2,
                            "hl" => 4,
                            "l" => 8,
                            _ => 0,
                        };
                        size == scalar.size()
                    }
                };
                let is_right =
                    conversion.width == width && wants_float == scalar.is_floating() && sizes_fit;
                let is_wide = width == 1 && scalar.is_integer() && scalar.size() == 8;
                let help = match is_wide {
                    true => format!("write `{fits}`, or convert the argument: `(int)x`"),
                    false => format!("write `{fits}`"),
                };
                if is_right {
                    None
                } else {
                    misfit(&prints, help)
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(format: &str) -> Vec<(&str, u8, &str, char)> {
        let (found, _) = conversions(format);
        found
            .into_iter()
            .map(|it| (it.text, it.width, it.length, it.letter))
            .collect()
    }

    #[test]
    fn conversions_have_flags_widths_and_lengths() {
        assert_eq!(
            read("%5.2f %% %-3lu %#v4hlx!"),
            [
                ("%5.2f", 1, "", 'f'),
                ("%-3lu", 1, "l", 'u'),
                ("%#v4hlx", 4, "hl", 'x')
            ]
        );
    }

    #[test]
    fn what_cannot_be_read_ends_the_comparison() {
        assert_eq!(conversions("%d %*d").0.len(), 1);
        assert!(!conversions("%v5f").1);
        assert!(!conversions("50%").1);
    }

    #[test]
    fn the_fitting_conversion_has_the_length_of_the_components() {
        assert_eq!(fitting(Scalar::Float, 4, 'f'), "%v4hlf");
        assert_eq!(fitting(Scalar::UChar, 16, 'd'), "%v16hhd");
        assert_eq!(fitting(Scalar::ULong, 1, 'd'), "%lu");
        assert_eq!(fitting(Scalar::Float, 1, 'd'), "%f");
    }
}
