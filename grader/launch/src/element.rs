//! Element types of buffers and by-value arguments: OpenCL C's scalars and vectors.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A scalar type of OpenCL C that can be stored in memory (OpenCL C 1.2, 6.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Scalar {
    /// `char`, signed 8 bits.
    Char,
    /// `uchar`, unsigned 8 bits.
    UChar,
    /// `short`, signed 16 bits.
    Short,
    /// `ushort`, unsigned 16 bits.
    UShort,
    /// `int`, signed 32 bits.
    Int,
    /// `uint`, unsigned 32 bits.
    UInt,
    /// `long`, signed 64 bits.
    Long,
    /// `ulong`, unsigned 64 bits.
    ULong,
    /// `half`, IEEE 754 binary16, a storage format unless `cl_khr_fp16` is there.
    Half,
    /// `float`, IEEE 754 binary32.
    Float,
    /// `double`, IEEE 754 binary64, with `cl_khr_fp64`.
    Double,
}

impl Scalar {
    /// Every scalar type, in the order of the standard's table.
    pub const ALL: [Scalar; 11] = [
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

    /// Size in bytes, the same on every device.
    pub const fn size(self) -> usize {
        match self {
            Scalar::Char | Scalar::UChar => 1,
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
    pub const fn is_signed_integer(self) -> bool {
        matches!(
            self,
            Scalar::Char | Scalar::Short | Scalar::Int | Scalar::Long
        )
    }

    /// The name OpenCL C gives it.
    pub const fn name(self) -> &'static str {
        match self {
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

/// A scalar or a vector of 2, 3, 4, 8 or 16 of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ElementType {
    /// The type of each component.
    pub scalar: Scalar,
    /// Number of components: 1, 2, 3, 4, 8 or 16.
    pub width: u8,
}

impl ElementType {
    /// A scalar element.
    pub const fn scalar(scalar: Scalar) -> Self {
        ElementType { scalar, width: 1 }
    }

    /// Size in bytes in memory. A vector of three takes the room of four (OpenCL C 1.2, 6.1.5).
    pub const fn size(self) -> usize {
        let slots = if self.width == 3 { 4 } else { self.width };
        self.scalar.size() * slots as usize
    }
}

impl From<Scalar> for ElementType {
    fn from(scalar: Scalar) -> Self {
        ElementType::scalar(scalar)
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.scalar.name())?;
        if self.width > 1 {
            write!(f, "{}", self.width)?;
        }
        Ok(())
    }
}

/// A type name that is no scalar or vector type of OpenCL C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownElementType(pub String);

impl fmt::Display for UnknownElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no scalar or vector type of OpenCL C (such as float, uint or int4)",
            self.0
        )
    }
}

impl std::error::Error for UnknownElementType {}

impl FromStr for ElementType {
    type Err = UnknownElementType;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.len() - text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (name, count) = text.split_at(text.len() - digits);
        let scalar = Scalar::ALL.into_iter().find(|scalar| scalar.name() == name);
        let width = match count {
            "" => Some(1),
            "2" | "3" | "4" | "8" | "16" => count.parse().ok(),
            _ => None,
        };
        match (scalar, width) {
            (Some(scalar), Some(width)) => Ok(ElementType { scalar, width }),
            _ => Err(UnknownElementType(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_is_read_back_from_its_name() {
        for scalar in Scalar::ALL {
            for width in [1, 2, 3, 4, 8, 16] {
                let element = ElementType { scalar, width };
                assert_eq!(element.to_string().parse(), Ok(element));
            }
        }
    }

    #[test]
    fn a_width_the_standard_lacks_is_refused() {
        for name in ["float32", "uchar5", "int1", "", "4", "floaty"] {
            assert!(name.parse::<ElementType>().is_err(), "{name}");
        }
    }

    #[test]
    fn a_vector_of_three_takes_the_room_of_four() {
        let float3 = ElementType {
            scalar: Scalar::Float,
            width: 3,
        };
        assert_eq!(float3.size(), 16);
    }
}
