//! Values in the shader's text: each component is a text of its own, a 64-bit one is two.

use crate::classes::Class;
use opencl_c::types::Scalar;

/// A `bool` of the shader that is known.
const TRUE: &str = "true";
const FALSE: &str = "false";

/// What a `bool` of the shader is, if that is known.
pub(crate) fn decided(truth: &str) -> Option<bool> {
    match truth {
        TRUE => Some(true),
        FALSE => Some(false),
        _ => None,
    }
}

/// The opposite of a `bool` of the shader.
pub(crate) fn not(truth: &str) -> String {
    match decided(truth) {
        Some(holds) => (!holds).to_string(),
        None => format!("!{truth}"),
    }
}

/// A text that is one value of `i32`, `u32` or `f32`.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    pub(crate) text: String,
    /// May the text stand more than once?
    pub(crate) simple: bool,
    /// The bits, if they are known.
    pub(crate) known: Option<u32>,
    /// The same as a `bool` of the shader, for the 0 or 1 of a comparison.
    pub(crate) truth: Option<String>,
}

impl Atom {
    pub(crate) fn text(text: impl Into<String>) -> Atom {
        Atom {
            text: text.into(),
            simple: false,
            known: None,
            truth: None,
        }
    }

    pub(crate) fn name(text: impl Into<String>) -> Atom {
        Atom {
            simple: true,
            ..Atom::text(text)
        }
    }

    pub(crate) fn u32(value: u32) -> Atom {
        Atom {
            known: Some(value),
            ..Atom::name(format!("{value}u"))
        }
    }

    pub(crate) fn i32(value: i32) -> Atom {
        let text = match value {
            i32::MIN => "i32(-2147483648)".to_owned(),
            value if value < 0 => format!("({value}i)"),
            value => format!("{value}i"),
        };
        Atom {
            known: Some(value as u32),
            ..Atom::name(text)
        }
    }

    /// The 0 or 1 of a `bool` of the shader.
    pub(crate) fn truth(text: String) -> Atom {
        let known = match text.as_str() {
            TRUE => Atom::i32(1),
            FALSE => Atom::i32(0),
            text => Atom::text(format!("select(0i, 1i, {text})")),
        };
        Atom {
            truth: Some(text),
            ..known
        }
    }
}

/// One component.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    pub(crate) lo: Atom,
    /// The upper half of a 64-bit integer.
    pub(crate) hi: Option<Atom>,
}

impl Lane {
    pub(crate) fn one(lo: Atom) -> Lane {
        Lane { lo, hi: None }
    }

    pub(crate) fn wide(lo: Atom, hi: Atom) -> Lane {
        Lane { lo, hi: Some(hi) }
    }

    /// A 64-bit number below 2^32.
    pub(crate) fn narrow(lo: Atom) -> Lane {
        Lane::wide(lo, Atom::u32(0))
    }

    /// The bits of a 64-bit number, if they are known.
    pub(crate) fn known(&self) -> Option<u64> {
        let (lo, hi) = (self.lo.known?, self.hi().known?);
        Some(u64::from(hi) << 32 | u64::from(lo))
    }

    /// Is it a 64-bit number below 2^32?
    pub(crate) fn is_narrow(&self) -> bool {
        self.hi.as_ref().is_some_and(|hi| hi.known == Some(0))
    }

    pub(crate) fn hi(&self) -> Atom {
        self.hi.clone().unwrap_or_else(|| Atom::u32(0))
    }

    /// Both halves as a vector of the shader.
    pub(crate) fn pair(&self) -> String {
        format!("vec2<u32>({}, {})", self.lo.text, self.hi().text)
    }
}

/// A pointer: an offset in its class, in the units of the class.
#[derive(Clone, Debug)]
pub(crate) struct Pointer {
    pub(crate) class: Class,
    /// A text of type `u32`; empty for 0.
    pub(crate) base: String,
    /// What is added to it.
    pub(crate) offset: i64,
}

impl Pointer {
    pub(crate) fn text(&self) -> String {
        match (self.base.as_str(), self.offset) {
            ("", offset) => format!("{}u", offset as u32),
            (base, 0) => base.to_owned(),
            (base, offset) if offset < 0 => format!("({base} - {}u)", -offset as u32),
            (base, offset) => format!("({base} + {}u)", offset as u32),
        }
    }

    pub(crate) fn plus(&self, offset: i64) -> Pointer {
        Pointer {
            offset: self.offset + offset,
            ..self.clone()
        }
    }

    pub(crate) fn plus_text(&self, text: &str) -> Pointer {
        let base = match self.base.as_str() {
            "" => text.to_owned(),
            base => format!("({base} + {text})"),
        };
        Pointer {
            base,
            ..self.clone()
        }
    }
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// A scalar or vector.
    Lanes(Scalar, Vec<Lane>),
    Pointer(Pointer),
    /// A record, and where it lies.
    Record(Pointer),
    Nothing,
}
