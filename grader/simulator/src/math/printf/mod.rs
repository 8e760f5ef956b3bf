//! `printf` (6.12.13): text from a format and typed arguments.
//!
//! A format may be hostile: nothing here panics, no field is longer than [`FIELD_LIMIT`] bytes asked
//! for and no text longer than [`TEXT_LIMIT`]. A directive and an argument that don't fit together give
//! a defined text, where a device would print what it finds, and a [`Problem`].

mod directive;
mod number;

use directive::{Conversion, Directive, Length, Piece};
use opencl_c::types::Scalar;

/// The greatest width or precision, in bytes; greater ones count as this.
pub const FIELD_LIMIT: usize = 4_096;

/// The greatest length of a text, in bytes; what comes after is cut off.
pub const TEXT_LIMIT: usize = 65_536;

/// An argument after the format. Bits are the low ones of a `u64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Argument<'a> {
    /// A scalar, promoted or not.
    Scalar(Scalar, u64),
    /// A vector: its components.
    Vector(Scalar, &'a [u64]),
    /// A pointer: its address.
    Pointer(u64),
    /// A string literal, without its NUL.
    String(&'a [u8]),
}

/// A text, and what was wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formatted {
    /// The text.
    pub text: Vec<u8>,
    /// What was wrong, in order.
    pub problems: Vec<Problem>,
}

/// What is wrong with a format and its arguments. `at` is the directive's place in the format, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A `%` that begins no directive of OpenCL C; it is printed as it stands.
    UnknownDirective {
        /// Where.
        at: usize,
    },
    /// A directive without an argument; nothing is printed for it.
    MissingArgument {
        /// Where.
        at: usize,
    },
    /// A directive whose argument is of another type; the argument's bits are taken for the type.
    WrongArgument {
        /// Where.
        at: usize,
        /// Index of the argument after the format.
        argument: usize,
    },
    /// A vector directive without `hh`, `h`, `hl` or `l`: undefined, printed as the argument's type.
    VectorWithoutLength {
        /// Where.
        at: usize,
    },
    /// Arguments that no directive prints.
    UnusedArguments {
        /// How many.
        count: usize,
    },
    /// A width or precision above [`FIELD_LIMIT`].
    FieldTooLong {
        /// Where.
        at: usize,
    },
    /// The text was cut off at [`TEXT_LIMIT`].
    TextTooLong,
}

/// Formats as `printf` does.
pub fn format(format: &[u8], arguments: &[Argument<'_>]) -> Formatted {
    let mut out = Formatted::default();
    let mut next = 0;
    for piece in directive::pieces(format) {
        match piece {
            Piece::Text(text) => out.text.extend_from_slice(text),
            Piece::Unknown { at, text } => {
                out.problems.push(Problem::UnknownDirective { at });
                out.text.extend_from_slice(text);
            }
            Piece::Directive { at, directive } => {
                if directive.clamped {
                    out.problems.push(Problem::FieldTooLong { at });
                }
                match arguments.get(next) {
                    None => out.problems.push(Problem::MissingArgument { at }),
                    Some(argument) => {
                        if !print(&directive, argument, &mut out.text) {
                            let argument = next;
                            out.problems.push(Problem::WrongArgument { at, argument });
                        }
                        if directive.vector.is_some() && directive.length == Length::Default {
                            out.problems.push(Problem::VectorWithoutLength { at });
                        }
                    }
                }
                next += 1;
            }
        }
        if out.text.len() > TEXT_LIMIT {
            out.text.truncate(TEXT_LIMIT);
            out.problems.push(Problem::TextTooLong);
            return out;
        }
    }
    if next < arguments.len() {
        let count = arguments.len() - next;
        out.problems.push(Problem::UnusedArguments { count });
    }
    out
}

/// Prints one argument; false if it does not fit the directive.
fn print(directive: &Directive, argument: &Argument<'_>, out: &mut Vec<u8>) -> bool {
    match (directive.vector, *argument) {
        (Some(width), Argument::Vector(scalar, components)) => {
            let width = usize::from(width);
            for (index, &bits) in components.iter().take(width).enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                print_scalar(directive, scalar, bits, out);
            }
            components.len() == width && fits(directive, scalar)
        }
        (None, Argument::Vector(scalar, components)) => {
            if let Some(&first) = components.first() {
                print_scalar(directive, scalar, first, out);
            }
            false
        }
        (vector, Argument::Scalar(scalar, bits)) => {
            print_scalar(directive, scalar, bits, out);
            vector.is_none() && fits(directive, scalar)
        }
        (vector, Argument::Pointer(address)) => {
            print_scalar(directive, Scalar::ULong, address, out);
            vector.is_none() && directive.conversion == Conversion::Pointer
        }
        (vector, Argument::String(text)) => {
            let fits = vector.is_none() && directive.conversion == Conversion::String;
            if fits {
                let end = directive.precision.unwrap_or(text.len()).min(text.len());
                let text = text.split(|&byte| byte == 0).next().unwrap_or_default();
                number::pad(directive, &text[..end.min(text.len())], out);
            }
            fits
        }
    }
}

/// Is it the type that the directive asks for, after promotion?
fn fits(directive: &Directive, scalar: Scalar) -> bool {
    let vector = directive.vector.is_some();
    let size = scalar.size();
    match directive.conversion {
        Conversion::Pointer | Conversion::String => false,
        Conversion::Character => !vector && !scalar.is_floating() && size <= 4,
        Conversion::Floating(_) => {
            scalar.is_floating()
                && match (vector, directive.length) {
                    (_, Length::Default) => true,
                    (true, Length::Short) => size == 2,
                    (true, Length::Int) => size == 4,
                    (true, Length::Long) => size == 8,
                    (false, Length::Long) => true,
                    _ => false,
                }
        }
        Conversion::Signed | Conversion::Unsigned(_) => {
            !scalar.is_floating()
                && match directive.length {
                    Length::Default => vector || size <= 4,
                    Length::Char => {
                        if vector {
                            size == 1
                        } else {
                            size <= 4
                        }
                    }
                    Length::Short => {
                        if vector {
                            size == 2
                        } else {
                            size <= 4
                        }
                    }
                    Length::Int => vector && size == 4,
                    Length::Long => size == 8,
                }
        }
    }
}

/// Prints one component, whatever its type.
fn print_scalar(directive: &Directive, scalar: Scalar, bits: u64, out: &mut Vec<u8>) {
    match directive.conversion {
        Conversion::Floating(style) => {
            let value = match scalar {
                Scalar::Half => f64::from(super::Half(bits as u16).to_f32()),
                Scalar::Float => f64::from(f32::from_bits(bits as u32)),
                _ => f64::from_bits(bits),
            };
            number::floating(directive, style, value, out);
        }
        Conversion::Signed => {
            let value = extend(scalar, bits);
            let value = match (directive.length, directive.vector) {
                (Length::Char, _) => i64::from(value as i8),
                (Length::Short, _) => i64::from(value as i16),
                (Length::Default, None) => i64::from(value as i32),
                _ => value,
            };
            number::signed(directive, value, out);
        }
        Conversion::Unsigned(style) => {
            let value = extend(scalar, bits) as u64;
            let value = match (directive.length, directive.vector) {
                (Length::Char, _) => value & 0xff,
                (Length::Short, _) => value & 0xffff,
                (Length::Default, None) | (Length::Int, _) => value & 0xffff_ffff,
                (Length::Default, Some(_)) => value & (u64::MAX >> (64 - 8 * scalar.size())),
                (Length::Long, _) => value,
            };
            number::unsigned(directive, style, value, out);
        }
        Conversion::Character => number::pad(directive, &[bits as u8], out),
        Conversion::Pointer => number::pointer(directive, bits, out),
        Conversion::String => {}
    }
}

/// An integer's value by its type's sign; the bits of a floating value.
fn extend(scalar: Scalar, bits: u64) -> i64 {
    match scalar {
        Scalar::Char => (bits as i8).into(),
        Scalar::Short => (bits as i16).into(),
        Scalar::Int => (bits as i32).into(),
        _ => bits as i64,
    }
}
