//! Types of OpenCL C, interned: equal types have equal ids. Layout is the standard's, the same on
//! every device: 64-bit pointers and `size_t`, little-endian, a vector of three takes the room of four.

use crate::source::Origin;
use std::collections::HashMap;
use std::sync::Arc;

/// An interned type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

/// A struct or union of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecordId(pub u32);

/// Arithmetic scalar types. `size_t`, `uintptr_t` are `ULong`; `ptrdiff_t`, `intptr_t` are `Long`;
/// an enum is `Int` or `UInt` after the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// `bool`: one byte, 0 or 1.
    Bool,
    /// `char`, signed.
    Char,
    /// `uchar`.
    UChar,
    /// `short`.
    Short,
    /// `ushort`.
    UShort,
    /// `int`.
    Int,
    /// `uint`.
    UInt,
    /// `long`, 64 bits.
    Long,
    /// `ulong`, 64 bits.
    ULong,
    /// `half`, binary16.
    Half,
    /// `float`, binary32.
    Float,
    /// `double`, binary64.
    Double,
}

impl Scalar {
    /// Size in bytes.
    pub const fn size(self) -> u32 {
        match self {
            Scalar::Bool | Scalar::Char | Scalar::UChar => 1,
            Scalar::Short | Scalar::UShort | Scalar::Half => 2,
            Scalar::Int | Scalar::UInt | Scalar::Float => 4,
            Scalar::Long | Scalar::ULong | Scalar::Double => 8,
        }
    }

    /// Is it `half`, `float` or `double`?
    pub const fn is_floating(self) -> bool {
        matches!(self, Scalar::Half | Scalar::Float | Scalar::Double)
    }

    /// Is it an integer type with a sign?
    pub const fn is_signed(self) -> bool {
        matches!(
            self,
            Scalar::Char | Scalar::Short | Scalar::Int | Scalar::Long
        )
    }

    /// The name OpenCL C gives it.
    pub const fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::Char => "char",
            Scalar::UChar => "uchar",
            Scalar::Short => "short",
            Scalar::UShort => "ushort",
            Scalar::Int => "int",
            Scalar::UInt => "uint",
            Scalar::Long => "long",
            Scalar::ULong => "ulong",
            Scalar::Half => "half",
            Scalar::Float => "float",
            Scalar::Double => "double",
        }
    }
}

/// The disjoint address spaces (OpenCL C 1.2, 6.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AddressSpace {
    /// `__private`, the default.
    Private,
    /// `__local`.
    Local,
    /// `__global`.
    Global,
    /// `__constant`.
    Constant,
}

/// Qualifiers of an object or a pointee.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Qualifiers {
    /// `const`.
    pub constant: bool,
    /// `volatile`.
    pub volatile: bool,
    /// `restrict`, for pointers.
    pub restrict: bool,
}

/// A type without the qualifiers of the object that has it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`.
    Void,
    /// An arithmetic scalar.
    Scalar(Scalar),
    /// A vector of 2, 3, 4, 8 or 16 scalars; never of `bool`.
    Vector(Scalar, u8),
    /// A pointer.
    Pointer {
        /// What it points to.
        pointee: TypeId,
        /// Qualifiers of what it points to.
        qualifiers: Qualifiers,
        /// Where what it points to lies.
        space: AddressSpace,
    },
    /// An array of a constant number of elements. `qualifiers` belong to its elements.
    Array {
        /// The element type.
        element: TypeId,
        /// Number of elements.
        length: u64,
    },
    /// A struct or union.
    Record(RecordId),
    /// `event_t`.
    Event,
    /// `sampler_t` or an image type: known by name, unsupported in use.
    Unsupported(Arc<str>),
    /// The type of an expression that was in error: it silences what follows from the error. Never
    /// in a program that passed the check.
    Error,
}

/// A field of a struct or union.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name; absent for an anonymous struct or union, whose fields are found through it.
    pub name: Option<Arc<str>>,
    /// Its type.
    pub ty: TypeId,
    /// Its qualifiers.
    pub qualifiers: Qualifiers,
    /// Offset in bytes from the start of the record.
    pub offset: u64,
    /// Where it was declared.
    pub origin: Origin,
}

/// A struct or union with its layout.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its tag, where it has one.
    pub tag: Option<Arc<str>>,
    /// A union rather than a struct?
    pub is_union: bool,
    /// Its fields in order; empty while it is incomplete.
    pub fields: Vec<Field>,
    /// Size in bytes; `None` while it is incomplete.
    pub size: Option<u64>,
    /// Alignment in bytes.
    pub align: u64,
    /// `__attribute__((packed))`?
    pub packed: bool,
    /// Where it was declared.
    pub origin: Origin,
}

/// All types of one program.
#[derive(Clone, Debug, Default)]
pub struct Types {
    types: Vec<Type>,
    ids: HashMap<Type, TypeId>,
    /// Structs and unions, by [`RecordId`].
    pub records: Vec<Record>,
}

impl Types {
    /// The id of a type.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = TypeId(self.types.len() as u32);
        self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// The type of an id.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// The record of an id.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    /// Size in bytes (OpenCL C 1.2, 6.1.5 and 6.11.1); `None` for `void` and incomplete types.
    pub fn size(&self, id: TypeId) -> Option<u64> {
        match self.get(id) {
            Type::Void | Type::Unsupported(_) | Type::Error => None,
            Type::Scalar(scalar) => Some(scalar.size().into()),
            Type::Vector(scalar, 3) => Some(u64::from(scalar.size()) * 4),
            Type::Vector(scalar, width) => Some(u64::from(scalar.size()) * u64::from(*width)),
            Type::Pointer { .. } | Type::Event => Some(8),
            Type::Array { element, length } => self.size(*element)?.checked_mul(*length),
            Type::Record(record) => self.record(*record).size,
        }
    }

    /// Alignment in bytes: a type's size for scalars and vectors, the element's for arrays.
    pub fn align(&self, id: TypeId) -> Option<u64> {
        match self.get(id) {
            Type::Array { element, .. } => self.align(*element),
            Type::Record(record) => {
                let record = self.record(*record);
                record.size.map(|_| record.align)
            }
            _ => self.size(id),
        }
    }
}
