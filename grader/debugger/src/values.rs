//! Values as text: scalars, vectors, records, arrays and pointers, with what has not been written marked as such.

use opencl_c::print::declaration_of;
use opencl_c::types::{AddressSpace, Qualifiers, Scalar, Type, TypeId, Types};
use simulator::math::Half;
use simulator::stepping::{Bytes, SteppedLaunch};
use std::fmt::{Display, LowerExp, Write};

/// Elements of an array, and components or fields, that are shown on one line.
const MOST_ON_A_LINE: usize = 16;

/// The text for a value that no statement has written.
pub(crate) const UNWRITTEN: &str = "not written yet";

/// A part of a value: an element, a component or a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) ty: TypeId,
    /// Bytes from the beginning of the whole.
    pub(crate) offset: usize,
}

/// Shows values of one program's types.
#[derive(Clone, Copy)]
pub(crate) struct Shower<'a> {
    pub(crate) types: &'a Types,
    pub(crate) launch: &'a SteppedLaunch,
}

impl Shower<'_> {
    /// A value on one line.
    pub(crate) fn show(&self, ty: TypeId, value: &Bytes) -> String {
        self.show_at(ty, value, 0)
    }

    /// The value that begins at a byte of a larger one, on one line.
    pub(crate) fn show_at(&self, ty: TypeId, value: &Bytes, at: usize) -> String {
        let mut out = String::new();
        self.write(&mut out, ty, value, at);
        out
    }

    /// The type of the elements of an object, of arrays within arrays the innermost, and its size in bytes.
    pub(crate) fn element(&self, ty: TypeId) -> (TypeId, usize) {
        let mut element = ty;
        while let Type::Array { element: inner, .. } = self.types.get(element) {
            element = *inner;
        }
        (
            element,
            self.types.size(element).unwrap_or(1).max(1) as usize,
        )
    }

    /// A type as the program would write it.
    pub(crate) fn type_text(&self, ty: TypeId) -> String {
        let none = Qualifiers::default();
        declaration_of(self.types, ty, none, AddressSpace::Private, "")
            .trim_end()
            .to_owned()
    }

    fn write(&self, out: &mut String, ty: TypeId, value: &Bytes, at: usize) {
        let size = self.types.size(ty).unwrap_or(0) as usize;
        match self.types.get(ty) {
            Type::Scalar(scalar) => out.push_str(&self.scalar(*scalar, value, at)),
            Type::Vector(scalar, _) => {
                let parts = self.parts(ty);
                if parts
                    .iter()
                    .all(|part| !is_defined(value, at + part.offset, scalar.size() as usize))
                {
                    out.push_str(UNWRITTEN);
                    return;
                }
                self.write_list(out, ('(', ')'), &parts, value, at, false);
            }
            Type::Pointer { pointee, .. } if is_defined(value, at, 8) => {
                out.push_str(&self.pointer(*pointee, bits(value, at, 8)));
            }
            Type::Array { .. } => {
                self.write_list(out, ('{', '}'), &self.parts(ty), value, at, false)
            }
            Type::Record(_) => self.write_list(out, ('{', '}'), &self.parts(ty), value, at, true),
            Type::Void => out.push_str("no value"),
            _ if size > 0 && is_defined(value, at, size.min(8)) => {
                let _ = write!(out, "{:#x}", bits(value, at, size.min(8)));
            }
            _ => out.push_str(UNWRITTEN),
        }
    }

    fn write_list(
        &self,
        out: &mut String,
        (open, close): (char, char),
        parts: &[Part],
        value: &Bytes,
        at: usize,
        is_named: bool,
    ) {
        out.push(open);
        for (index, part) in parts.iter().enumerate().take(MOST_ON_A_LINE) {
            if index > 0 {
                out.push_str(", ");
            }
            if is_named {
                let _ = write!(out, "{} = ", part.name);
            }
            self.write(out, part.ty, value, at + part.offset);
        }
        if parts.len() > MOST_ON_A_LINE {
            let _ = write!(out, ", ... {} in all", parts.len());
        }
        out.push(close);
    }

    fn scalar(&self, scalar: Scalar, value: &Bytes, at: usize) -> String {
        let size = scalar.size() as usize;
        if !is_defined(value, at, size) {
            return UNWRITTEN.to_owned();
        }
        let bits = bits(value, at, size);
        match scalar {
            Scalar::Bool => (bits != 0).to_string(),
            Scalar::Char => (bits as i8).to_string(),
            Scalar::Short => (bits as i16).to_string(),
            Scalar::Int => (bits as i32).to_string(),
            Scalar::Long => (bits as i64).to_string(),
            Scalar::UChar | Scalar::UShort | Scalar::UInt | Scalar::ULong => bits.to_string(),
            Scalar::Half => float_text(Half(bits as u16).to_f32()),
            Scalar::Float => float_text(f32::from_bits(bits as u32)),
            Scalar::Double => number_text(f64::from_bits(bits), f64::from_bits(bits).abs()),
        }
    }

    /// A pointer by what it points to: `&a[3]`.
    fn pointer(&self, pointee: TypeId, bits: u64) -> String {
        let Some((object, offset)) = self.launch.pointee(bits) else {
            return if bits == 0 {
                "null".to_owned()
            } else {
                format!("{bits:#x}")
            };
        };
        let size = self.types.size(pointee).unwrap_or(1).max(1) as i64;
        let name = if object.name.is_empty() {
            "unnamed"
        } else {
            object.name
        };
        if offset == 0 && (object.bytes as u64) == size as u64 && object.argument.is_none() {
            return format!("&{name}");
        }
        match offset % size {
            0 => format!("&{name}[{}]", offset / size),
            _ => format!("{name}, byte {offset}"),
        }
    }

    /// The parts of a value of a type; none of a scalar or a pointer.
    pub(crate) fn parts(&self, ty: TypeId) -> Vec<Part> {
        let size = |ty| self.types.size(ty).unwrap_or(0) as usize;
        match self.types.get(ty) {
            Type::Vector(scalar, width) => {
                let ty = TypeId::scalar(*scalar);
                let name = |index: u8| match (width, index) {
                    (2..=4, index) => ["x", "y", "z", "w"][usize::from(index)].to_owned(),
                    (_, index) => format!("s{index:x}"),
                };
                (0..*width)
                    .map(|index| Part {
                        name: name(index),
                        ty,
                        offset: usize::from(index) * scalar.size() as usize,
                    })
                    .collect()
            }
            Type::Array { element, length } => (0..*length as usize)
                .map(|index| Part {
                    name: format!("[{index}]"),
                    ty: *element,
                    offset: index * size(*element),
                })
                .collect(),
            Type::Record(record) => {
                let fields = self.types.record(*record).fields.iter();
                fields
                    .map(|field| Part {
                        name: field.name.as_deref().unwrap_or("(unnamed)").to_owned(),
                        ty: field.ty,
                        offset: field.offset as usize,
                    })
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// Does a value, the result of a condition, count as true?
    pub(crate) fn is_true(&self, ty: TypeId, value: &Bytes) -> bool {
        match self.types.get(ty) {
            Type::Scalar(Scalar::Float) => bits(value, 0, 4) as u32 & 0x7fff_ffff != 0,
            Type::Scalar(Scalar::Double) => bits(value, 0, 8) << 1 != 0,
            Type::Scalar(Scalar::Half) => bits(value, 0, 2) as u16 & 0x7fff != 0,
            _ => value.bytes.iter().any(|&byte| byte != 0),
        }
    }
}

fn is_defined(value: &Bytes, at: usize, size: usize) -> bool {
    let defined = value.defined.get(at..at + size);
    defined.is_some_and(|all| all.iter().all(|&it| it))
}

fn bits(value: &Bytes, at: usize, size: usize) -> u64 {
    let mut bits = [0; 8];
    if let Some(bytes) = value.bytes.get(at..at + size) {
        bits[..size].copy_from_slice(bytes);
    }
    u64::from_le_bytes(bits)
}

/// A number with as many digits as tell it from its neighbours; `size` is its absolute value.
fn number_text(number: impl Display + LowerExp, size: f64) -> String {
    match size.is_finite() {
        true if size != 0.0 && !(1e-4..1e9).contains(&size) => format!("{number:e}"),
        true if size.fract() == 0.0 => format!("{number:.1}"),
        _ => number.to_string(),
    }
}

fn float_text(number: f32) -> String {
    number_text(number, number.abs().into())
}
