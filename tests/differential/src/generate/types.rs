//! Types of values in generated programs.

use agreement::Random;
use opencl_c::types::Scalar;

/// A scalar (width 1) or vector type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Type {
    pub(crate) scalar: Scalar,
    pub(crate) width: u8,
}

const INTEGERS: [Scalar; 8] = [
    Scalar::Char,
    Scalar::UChar,
    Scalar::Short,
    Scalar::UShort,
    Scalar::Int,
    Scalar::UInt,
    Scalar::Long,
    Scalar::ULong,
];

pub(crate) const INT: Type = Type::of(Scalar::Int);
pub(crate) const UINT: Type = Type::of(Scalar::UInt);

impl Type {
    pub(crate) const fn of(scalar: Scalar) -> Type {
        Type { scalar, width: 1 }
    }

    pub(crate) const fn with_scalar(self, scalar: Scalar) -> Type {
        Type { scalar, ..self }
    }

    pub(crate) const fn with_width(self, width: u8) -> Type {
        Type { width, ..self }
    }

    pub(crate) fn name(self) -> String {
        match self.width {
            1 => self.scalar.name().to_owned(),
            width => format!("{}{width}", self.scalar.name()),
        }
    }

    pub(crate) fn is_floating(self) -> bool {
        self.scalar.is_floating()
    }

    pub(crate) fn is_signed(self) -> bool {
        self.scalar.is_signed()
    }

    pub(crate) fn bits(self) -> u32 {
        self.scalar.size() * 8
    }

    /// The unsigned integer type of the same size.
    pub(crate) fn unsigned(self) -> Type {
        self.with_scalar(match self.scalar.size() {
            1 => Scalar::UChar,
            2 => Scalar::UShort,
            4 => Scalar::UInt,
            _ => Scalar::ULong,
        })
    }

    /// The signed integer type of the same size: what a vector comparison gives.
    pub(crate) fn signed(self) -> Type {
        self.with_scalar(match self.scalar.size() {
            1 => Scalar::Char,
            2 => Scalar::Short,
            4 => Scalar::Int,
            _ => Scalar::Long,
        })
    }

    /// The unsigned type in which scalar arithmetic wraps instead of overflowing.
    pub(crate) fn wrapping(self) -> Type {
        Type::of(if self.scalar.size() == 8 {
            Scalar::ULong
        } else {
            Scalar::UInt
        })
    }

    /// How to take a component of a value of this type.
    pub(crate) fn component(self, index: u8) -> String {
        match self.width {
            1 => String::new(),
            _ => format!(".s{index:x}"),
        }
    }

    pub(crate) fn random_integer(random: &mut Random) -> Type {
        let scalar = *random.pick(&INTEGERS);
        Type {
            scalar,
            width: random_width(random),
        }
    }

    pub(crate) fn random_floating(random: &mut Random) -> Type {
        let scalar = *random.pick(&[Scalar::Float, Scalar::Float, Scalar::Double]);
        Type {
            scalar,
            width: random_width(random),
        }
    }

    pub(crate) fn random(random: &mut Random) -> Type {
        if random.once_in(3) {
            Type::random_floating(random)
        } else {
            Type::random_integer(random)
        }
    }
}

fn random_width(random: &mut Random) -> u8 {
    *random.pick(&[1, 1, 1, 1, 2, 3, 4, 4, 8, 16])
}
