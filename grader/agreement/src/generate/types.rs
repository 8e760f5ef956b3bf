//! The arithmetic types of the programs that are generated.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    Char,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    Float,
    Double,
}

pub(super) const SCALARS: &[Scalar] = &[
    Scalar::Char,
    Scalar::UChar,
    Scalar::Short,
    Scalar::UShort,
    Scalar::Int,
    Scalar::Int,
    Scalar::UInt,
    Scalar::Long,
    Scalar::ULong,
    Scalar::Float,
    Scalar::Float,
    Scalar::Double,
];

pub(super) const WIDTHS: &[u8] = &[2, 3, 4, 8, 16];

impl Scalar {
    pub(super) fn name(self) -> &'static str {
        match self {
            Scalar::Char => "char",
            Scalar::UChar => "uchar",
            Scalar::Short => "short",
            Scalar::UShort => "ushort",
            Scalar::Int => "int",
            Scalar::UInt => "uint",
            Scalar::Long => "long",
            Scalar::ULong => "ulong",
            Scalar::Float => "float",
            Scalar::Double => "double",
        }
    }

    pub(super) fn size(self) -> u8 {
        match self {
            Scalar::Char | Scalar::UChar => 1,
            Scalar::Short | Scalar::UShort => 2,
            Scalar::Int | Scalar::UInt | Scalar::Float => 4,
            Scalar::Long | Scalar::ULong | Scalar::Double => 8,
        }
    }

    pub(super) fn is_floating(self) -> bool {
        matches!(self, Scalar::Float | Scalar::Double)
    }

    pub(super) fn signed(self) -> Scalar {
        match self.size() {
            1 => Scalar::Char,
            2 => Scalar::Short,
            4 => Scalar::Int,
            _ => Scalar::Long,
        }
    }

    pub(super) fn unsigned(self) -> Scalar {
        match self.size() {
            1 => Scalar::UChar,
            2 => Scalar::UShort,
            4 => Scalar::UInt,
            _ => Scalar::ULong,
        }
    }
}

/// A scalar (width 1) or a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ty {
    pub(super) scalar: Scalar,
    pub(super) width: u8,
}

impl Ty {
    pub(super) fn int() -> Ty {
        Ty {
            scalar: Scalar::Int,
            width: 1,
        }
    }

    pub(super) fn name(self) -> String {
        if self.width == 1 {
            self.scalar.name().to_owned()
        } else {
            format!("{}{}", self.scalar.name(), self.width)
        }
    }

    pub(super) fn is_vector(self) -> bool {
        self.width > 1
    }

    pub(super) fn with(self, scalar: Scalar) -> Ty {
        Ty { scalar, ..self }
    }

    pub(super) fn component(self) -> Ty {
        Ty { width: 1, ..self }
    }
}
