//! Types of OpenCL C, interned: equal types have equal ids. Layout is the standard's, the same on
//! every device: 64-bit pointers and `size_t`, little-endian, a vector of three takes the room of four.

use crate::source::Origin;
pub use launch::image::ImageKind;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

/// An interned type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

impl TypeId {
    /// The type of an expression in error.
    pub const ERROR: TypeId = TypeId(0);
    /// `void`.
    pub const VOID: TypeId = TypeId(1);
    /// `event_t`.
    pub const EVENT: TypeId = TypeId(2);
    /// `sampler_t`.
    pub const SAMPLER: TypeId = TypeId(3);
    /// `int`.
    pub const INT: TypeId = TypeId::scalar(Scalar::Int);
    /// `ulong`, which is `size_t`.
    pub const SIZE: TypeId = TypeId::scalar(Scalar::ULong);
    /// `char`.
    pub const CHAR: TypeId = TypeId::scalar(Scalar::Char);

    /// The id of a scalar type, the same in every program.
    pub const fn scalar(scalar: Scalar) -> TypeId {
        TypeId(FIRST_SCALAR + scalar as u32)
    }

    /// The id of a vector type, the same in every program; of the scalar for a width of 1. `None`
    /// unless the width is 1, 2, 3, 4, 8 or 16.
    pub const fn vector(scalar: Scalar, width: u8) -> Option<TypeId> {
        let column = match width {
            1 => return Some(TypeId::scalar(scalar)),
            2 => 0,
            3 => 1,
            4 => 2,
            8 => 3,
            16 => 4,
            _ => return None,
        };
        Some(TypeId(
            FIRST_VECTOR + scalar as u32 * WIDTHS.len() as u32 + column,
        ))
    }

    /// The component type and width of a scalar (width 1) or vector.
    pub const fn shape(self) -> Option<(Scalar, u8)> {
        if self.0 < FIRST_SCALAR {
            return None;
        }
        if self.0 < FIRST_VECTOR {
            return Some((Scalar::ALL[(self.0 - FIRST_SCALAR) as usize], 1));
        }
        let cell = (self.0 - FIRST_VECTOR) as usize;
        if cell >= Scalar::ALL.len() * WIDTHS.len() {
            return None;
        }
        Some((
            Scalar::ALL[cell / WIDTHS.len()],
            WIDTHS[cell % WIDTHS.len()],
        ))
    }

    /// The scalar type it is, if it is one.
    pub const fn as_scalar(self) -> Option<Scalar> {
        match self.shape() {
            Some((scalar, 1)) => Some(scalar),
            _ => None,
        }
    }

    /// The component type and width of a vector.
    pub const fn as_vector(self) -> Option<(Scalar, u8)> {
        match self.shape() {
            Some((_, 1)) | None => None,
            shape => shape,
        }
    }
}

/// The widths of vectors.
pub const WIDTHS: [u8; 5] = [2, 3, 4, 8, 16];
const FIRST_SCALAR: u32 = 4;
const FIRST_VECTOR: u32 = FIRST_SCALAR + Scalar::ALL.len() as u32;

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
    /// Every scalar type.
    pub const ALL: [Scalar; 12] = [
        Scalar::Bool,
        Scalar::Char,
        Scalar::UChar,
        Scalar::Short,
        Scalar::UShort,
        Scalar::Int,
        Scalar::UInt,
        Scalar::Long,
        Scalar::ULong,
        Scalar::Half,
        Scalar::Float,
        Scalar::Double,
    ];

    /// The signed integer type of the same size; `bool` counts as one byte.
    pub const fn to_signed(self) -> Scalar {
        match self.size() {
            1 => Scalar::Char,
            2 => Scalar::Short,
            4 => Scalar::Int,
            _ => Scalar::Long,
        }
    }

    /// The unsigned integer type of the same size.
    pub const fn to_unsigned(self) -> Scalar {
        match self.size() {
            1 => Scalar::UChar,
            2 => Scalar::UShort,
            4 => Scalar::UInt,
            _ => Scalar::ULong,
        }
    }

    /// Is it an integer type or `bool`?
    pub const fn is_integer(self) -> bool {
        !self.is_floating()
    }

    /// What the integer promotions make of it (C99, 6.3.1.1); floating types stay.
    pub const fn promoted(self) -> Scalar {
        match self {
            Scalar::Bool | Scalar::Char | Scalar::UChar | Scalar::Short | Scalar::UShort => {
                Scalar::Int
            }
            other => other,
        }
    }

    /// The type in which an operator works on two operands (C99, 6.3.1.8).
    pub fn usual(self, other: Scalar) -> Scalar {
        if self.is_floating() || other.is_floating() {
            return match (self.is_floating(), other.is_floating()) {
                (true, true) => self.max(other),
                (true, false) => self,
                _ => other,
            };
        }
        // Among promoted integers the order of the enum is that of rank, unsigned above signed.
        self.promoted().max(other.promoted())
    }

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

/// The disjoint address spaces (OpenCL C 1.2, 6.5), and the one that holds three of them (2.0, 6.5.5).
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
    /// Private, local or global: that of a pointer without a qualifier, from OpenCL C 2.0 on. No object lies in
    /// it.
    Generic,
}

impl AddressSpace {
    /// May a pointer into this space become one into the other by itself?
    pub const fn converts_to(self, other: AddressSpace) -> bool {
        self as u8 == other as u8
            || matches!(other, AddressSpace::Generic) && !matches!(self, AddressSpace::Constant)
    }

    /// May a cast turn a pointer into this space into one into the other?
    pub const fn casts_to(self, other: AddressSpace) -> bool {
        self.converts_to(other) || other.converts_to(self)
    }
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
    /// `atomic_int` and its like, of OpenCL C 2.0: an object that atomic functions alone may use.
    Atomic(Scalar),
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
    /// `sampler_t`: a value of the `CLK_*` constants.
    Sampler,
    /// An image.
    Image(ImageType),
    /// A type of OpenCL C 2.x, or of an extension: known by name, unsupported in use.
    Unsupported(Arc<str>),
    /// The type of an expression that was in error: it silences what follows from the error. Never
    /// in a program that passed the check.
    Error,
}

/// The type of an image parameter. Two that differ in anything are different types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImageType {
    /// What the image is.
    pub kind: ImageKind,
    /// An image of depths (`image2d_depth_t`): its pixels are one `float`.
    pub depth: bool,
    /// What the kernel may do with it.
    pub access: ImageAccess,
}

/// An image's access qualifier (OpenCL C 1.2, 6.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ImageAccess {
    /// `read_only`, which is meant where nothing is written.
    #[default]
    Read,
    /// `write_only`
    Write,
    /// `read_write`, of OpenCL C 2.0.
    ReadWrite,
}

impl ImageAccess {
    /// Its spelling.
    pub const fn text(self) -> &'static str {
        match self {
            ImageAccess::Read => "read_only",
            ImageAccess::Write => "write_only",
            ImageAccess::ReadWrite => "read_write",
        }
    }
}

impl ImageType {
    /// Its name without the access qualifier.
    pub const fn text(self) -> &'static str {
        match (self.kind, self.depth) {
            (ImageKind::D1, _) => "image1d_t",
            (ImageKind::D1Array, _) => "image1d_array_t",
            (ImageKind::D1Buffer, _) => "image1d_buffer_t",
            (ImageKind::D2, false) => "image2d_t",
            (ImageKind::D2, true) => "image2d_depth_t",
            (ImageKind::D2Array, false) => "image2d_array_t",
            (ImageKind::D2Array, true) => "image2d_array_depth_t",
            (ImageKind::D3, _) => "image3d_t",
        }
    }

    /// Components of a coordinate; the last of four has no meaning.
    pub const fn coordinates(self) -> u8 {
        match self.kind.sizes() {
            1 => 1,
            2 => 2,
            _ => 4,
        }
    }
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
    /// The first typedef that names it, where it has no tag.
    pub typedef: Option<Arc<str>>,
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
    /// Those that not every program has; their ids follow those of [`FIXED`].
    own: Vec<Type>,
    ids: HashMap<Type, TypeId>,
    /// Structs and unions, by [`RecordId`].
    pub records: Vec<Record>,
}

/// The types that every program has, at the ids of [`TypeId`]'s constants.
static FIXED: LazyLock<Vec<Type>> = LazyLock::new(|| {
    let scalars = Scalar::ALL.into_iter();
    let vectors = scalars
        .clone()
        .flat_map(|scalar| WIDTHS.map(|width| Type::Vector(scalar, width)));
    let mut types = vec![Type::Error, Type::Void, Type::Event, Type::Sampler];
    types.extend(scalars.map(Type::Scalar));
    types.extend(vectors);
    types
});

impl Types {
    /// The id of a type.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        let fixed = match ty {
            Type::Error => Some(TypeId::ERROR),
            Type::Void => Some(TypeId::VOID),
            Type::Event => Some(TypeId::EVENT),
            Type::Sampler => Some(TypeId::SAMPLER),
            Type::Scalar(scalar) => Some(TypeId::scalar(scalar)),
            Type::Vector(scalar, width) => TypeId::vector(scalar, width),
            _ => None,
        };
        if let Some(id) = fixed.or_else(|| self.ids.get(&ty).copied()) {
            return id;
        }
        let id = TypeId((FIXED.len() + self.own.len()) as u32);
        self.own.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// Does the program name an atomic type of OpenCL C 2.0?
    pub fn has_atomic(&self) -> bool {
        self.own.iter().any(|ty| matches!(ty, Type::Atomic(_)))
    }

    /// May one image be both read and written?
    pub fn has_read_write_image(&self) -> bool {
        let is_read_write = |image: &ImageType| image.access == ImageAccess::ReadWrite;
        self.own
            .iter()
            .any(|ty| matches!(ty, Type::Image(image) if is_read_write(image)))
    }

    /// The type of an id.
    pub fn get(&self, id: TypeId) -> &Type {
        let id = id.0 as usize;
        match FIXED.get(id) {
            Some(fixed) => fixed,
            None => &self.own[id - FIXED.len()],
        }
    }

    /// A pointer to a type.
    pub fn pointer(
        &mut self,
        pointee: TypeId,
        qualifiers: Qualifiers,
        space: AddressSpace,
    ) -> TypeId {
        self.intern(Type::Pointer {
            pointee,
            qualifiers,
            space,
        })
    }

    /// The pointee, its qualifiers and its address space, of a pointer type.
    pub fn as_pointer(&self, id: TypeId) -> Option<(TypeId, Qualifiers, AddressSpace)> {
        match *self.get(id) {
            Type::Pointer {
                pointee,
                qualifiers,
                space,
            } => Some((pointee, qualifiers, space)),
            _ => None,
        }
    }

    /// The record of an id.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    /// Size in bytes (OpenCL C 1.2, 6.1.5 and 6.11.1); `None` for `void` and incomplete types.
    pub fn size(&self, id: TypeId) -> Option<u64> {
        match self.get(id) {
            Type::Void | Type::Unsupported(_) | Type::Error => None,
            Type::Scalar(scalar) | Type::Atomic(scalar) => Some(scalar.size().into()),
            Type::Vector(scalar, 3) => Some(u64::from(scalar.size()) * 4),
            Type::Vector(scalar, width) => Some(u64::from(scalar.size()) * u64::from(*width)),
            Type::Pointer { .. } | Type::Event | Type::Sampler | Type::Image(_) => Some(8),
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

/// Lays out the fields of a struct or union in order (OpenCL C 1.2, 6.1.5 and 6.11.1): each at the
/// next multiple of its alignment, or where the last ended if the record is packed. Fields are given
/// as size, alignment, and the alignment an attribute asks for; the result is their offsets, the size
/// and the alignment. `None` where the size passes 64 bits.
pub fn lay_out(
    fields: &[(u64, u64, Option<u64>)],
    is_union: bool,
    packed: bool,
    aligned: Option<u64>,
) -> Option<(Vec<u64>, u64, u64)> {
    let (mut end, mut align, mut offsets) = (0u64, 1u64, Vec::with_capacity(fields.len()));
    for &(size, natural, asked) in fields {
        let own = if packed { 1 } else { natural }.max(asked.unwrap_or(1));
        let offset = if is_union {
            0
        } else {
            end.checked_next_multiple_of(own)?
        };
        offsets.push(offset);
        align = align.max(own);
        end = end.max(offset.checked_add(size)?);
    }
    let align = align.max(aligned.unwrap_or(1));
    Some((offsets, end.checked_next_multiple_of(align)?, align))
}

/// Rounding of a conversion (OpenCL C 1.2, 6.2.3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// To nearest even.
    NearestEven,
    /// Toward zero.
    TowardZero,
    /// Toward positive infinity.
    Up,
    /// Toward negative infinity.
    Down,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_types_have_the_same_ids_in_every_program() {
        let types = Types::default();
        assert_eq!(types.get(TypeId::ERROR), &Type::Error);
        assert_eq!(types.get(TypeId::EVENT), &Type::Event);
        for scalar in Scalar::ALL {
            let id = TypeId::scalar(scalar);
            assert_eq!(types.get(id), &Type::Scalar(scalar));
            assert_eq!(id.shape(), Some((scalar, 1)));
            for width in WIDTHS {
                let id = TypeId::vector(scalar, width).unwrap();
                assert_eq!(types.get(id), &Type::Vector(scalar, width));
                assert_eq!(id.as_vector(), Some((scalar, width)));
            }
        }
    }

    #[test]
    fn a_vector_of_three_has_the_size_and_alignment_of_four() {
        let types = Types::default();
        let float3 = TypeId::vector(Scalar::Float, 3).unwrap();
        assert_eq!(
            (types.size(float3), types.align(float3)),
            (Some(16), Some(16))
        );
    }

    #[test]
    fn usual_conversions_follow_rank_and_sign() {
        use Scalar::*;
        for (left, right, result) in [
            (Char, UChar, Int),
            (Int, UInt, UInt),
            (UInt, Long, Long),
            (Long, ULong, ULong),
            (ULong, Float, Float),
            (Float, Double, Double),
            (Half, Int, Half),
            (Bool, Bool, Int),
        ] {
            assert_eq!(left.usual(right), result, "{left:?} {right:?}");
            assert_eq!(right.usual(left), result, "{right:?} {left:?}");
        }
    }

    #[test]
    fn records_are_padded_unless_packed() {
        let fields = [(1, 1, None), (16, 16, None), (2, 2, None)];
        let plain = lay_out(&fields, false, false, None);
        assert_eq!(plain, Some((vec![0, 16, 32], 48, 16)));
        let packed = lay_out(&fields, false, true, None);
        assert_eq!(packed, Some((vec![0, 1, 17], 19, 1)));
        let union = lay_out(&fields, true, false, Some(32));
        assert_eq!(union, Some((vec![0, 0, 0], 32, 32)));
    }

    #[test]
    fn a_record_too_large_for_64_bits_has_no_layout() {
        let fields = [(u64::MAX, 1, None), (2, 2, None)];
        assert_eq!(lay_out(&fields, false, false, None), None);
    }
}
