//! Scalar types as they lie in registers: 32 bits for types of up to 32, 64 for the others. Narrow
//! integers are kept sign- or zero-extended, `half` as its 16 bits.

use crate::math::Half;

/// The bits of one register of one work-item.
pub(crate) trait Bits: Copy + Default {
    fn from_u64(bits: u64) -> Self;
    fn to_u64(self) -> u64;
}

impl Bits for u32 {
    #[inline(always)]
    fn from_u64(bits: u64) -> Self {
        bits as u32
    }
    #[inline(always)]
    fn to_u64(self) -> u64 {
        self.into()
    }
}

impl Bits for u64 {
    #[inline(always)]
    fn from_u64(bits: u64) -> Self {
        bits
    }
    #[inline(always)]
    fn to_u64(self) -> u64 {
        self
    }
}

/// A scalar type in a register.
pub(crate) trait Lane: Copy {
    type Bits: Bits;
    fn read(bits: Self::Bits) -> Self;
    fn write(self) -> Self::Bits;
}

macro_rules! lane {
    ($($ty:ty, $bits:ty, |$read:ident| $from:expr, |$write:ident| $to:expr;)*) => {
        $(impl Lane for $ty {
            type Bits = $bits;
            #[inline(always)]
            fn read($read: $bits) -> Self {
                $from
            }
            #[inline(always)]
            fn write(self) -> $bits {
                let $write = self;
                $to
            }
        })*
    };
}

lane! {
    bool, u32, |bits| bits != 0, |value| value.into();
    i8, u32, |bits| bits as i8, |value| value as i32 as u32;
    u8, u32, |bits| bits as u8, |value| value.into();
    i16, u32, |bits| bits as i16, |value| value as i32 as u32;
    u16, u32, |bits| bits as u16, |value| value.into();
    i32, u32, |bits| bits as i32, |value| value as u32;
    u32, u32, |bits| bits, |value| value;
    i64, u64, |bits| bits as i64, |value| value as u64;
    u64, u64, |bits| bits, |value| value;
    f32, u32, |bits| f32::from_bits(bits), |value| value.to_bits();
    f64, u64, |bits| f64::from_bits(bits), |value| value.to_bits();
}

impl Lane for Half {
    type Bits = u32;
    #[inline(always)]
    fn read(bits: u32) -> Self {
        Half(bits as u16)
    }
    #[inline(always)]
    fn write(self) -> u32 {
        self.0.into()
    }
}
