//! The integer functions of 6.12.3 and operators of 6.3 for the eight integer types. Arithmetic wraps,
//! shifts take their amount modulo the width, and a division that C leaves undefined has a defined
//! result, the same on every host, which [`division_fault`] tells from an ordinary one.
//!
//! Where OpenCL C gives an unsigned
//! result to a signed argument (`abs`, `abs_diff`), the function gives the same bits in the
//! argument's type.

use opencl_c::builtin::Name;

/// An integer type of OpenCL C but `bool`.
pub trait Integer: Copy + Eq + Ord + 'static {
    /// Zero.
    const ZERO: Self;
    /// All bits set.
    const ALL_BITS: Self;
    /// Is it signed?
    const SIGNED: bool;
    /// Size in bits.
    const BITS: u32;

    /// The value, widened; a saturated result comes back through [`Integer::saturate`].
    fn wide(self) -> i128;
    /// The low bits of a value.
    fn truncate(wide: i128) -> Self;
    /// The nearest value of the type.
    fn saturate(wide: i128) -> Self;
    /// Is the top bit set?
    fn top_bit(self) -> bool;

    /// `|x|`; the unsigned type's bits.
    fn abs(self) -> Self;
    /// `|x - y|` without overflow; the unsigned type's bits.
    fn abs_diff(self, y: Self) -> Self;
    /// `x + y`, saturated.
    fn add_sat(self, y: Self) -> Self;
    /// `x - y`, saturated.
    fn sub_sat(self, y: Self) -> Self;
    /// `(x + y) >> 1` without overflow.
    fn hadd(self, y: Self) -> Self;
    /// `(x + y + 1) >> 1` without overflow.
    fn rhadd(self, y: Self) -> Self;
    /// The high half of the product.
    fn mul_hi(self, y: Self) -> Self;
    /// The number of leading zero bits; the width for zero.
    fn clz(self) -> Self;
    /// The number of set bits.
    fn popcount(self) -> Self;
    /// Bits rotated left by `y` modulo the width.
    fn rotate(self, y: Self) -> Self;
    /// The product, wrapped.
    fn wrapping_mul(self, y: Self) -> Self;
    /// The sum, wrapped.
    fn wrapping_add(self, y: Self) -> Self;
    /// The difference, wrapped.
    fn wrapping_sub(self, y: Self) -> Self;
    /// The quotient; by zero all bits set; of the least number by -1 that number.
    fn divide(self, y: Self) -> Self;
    /// The remainder; by zero the dividend; of the least number by -1 zero.
    fn remainder(self, y: Self) -> Self;
    /// Shifted left by `amount` modulo the width.
    fn shift_left(self, amount: u32) -> Self;
    /// Shifted right by `amount` modulo the width, with copies of the sign if signed.
    fn shift_right(self, amount: u32) -> Self;
    /// Bitwise and.
    fn and(self, y: Self) -> Self;
    /// Bitwise or.
    fn or(self, y: Self) -> Self;
    /// Bitwise exclusive or.
    fn xor(self, y: Self) -> Self;
}

macro_rules! integers {
    ($($type:ident / $unsigned:ident, $double:ident, signed: $signed:literal;)*) => {$(
        impl Integer for $type {
            const ZERO: Self = 0;
            const ALL_BITS: Self = $unsigned::MAX as $type;
            const SIGNED: bool = $signed;
            const BITS: u32 = $type::BITS;

            #[inline(always)]
            fn wide(self) -> i128 {
                self.into()
            }
            #[inline(always)]
            fn truncate(wide: i128) -> Self {
                wide as $type
            }
            #[inline(always)]
            fn saturate(wide: i128) -> Self {
                wide.clamp($type::MIN.into(), $type::MAX.into()) as $type
            }
            #[inline(always)]
            fn top_bit(self) -> bool {
                self as $unsigned >> ($type::BITS - 1) != 0
            }

            #[inline(always)]
            fn abs(self) -> Self {
                if $signed && self.top_bit() { (0 as $type).wrapping_sub(self) } else { self }
            }
            #[inline(always)]
            fn abs_diff(self, y: Self) -> Self {
                if self > y { self.wrapping_sub(y) } else { y.wrapping_sub(self) }
            }
            #[inline(always)]
            fn add_sat(self, y: Self) -> Self {
                self.saturating_add(y)
            }
            #[inline(always)]
            fn sub_sat(self, y: Self) -> Self {
                self.saturating_sub(y)
            }
            #[inline(always)]
            fn hadd(self, y: Self) -> Self {
                (self & y).wrapping_add((self ^ y) >> 1)
            }
            #[inline(always)]
            fn rhadd(self, y: Self) -> Self {
                (self | y).wrapping_sub((self ^ y) >> 1)
            }
            #[inline(always)]
            fn mul_hi(self, y: Self) -> Self {
                ($double::from(self) * $double::from(y) >> $type::BITS) as $type
            }
            #[inline(always)]
            fn clz(self) -> Self {
                self.leading_zeros() as $type
            }
            #[inline(always)]
            fn popcount(self) -> Self {
                self.count_ones() as $type
            }
            #[inline(always)]
            fn rotate(self, y: Self) -> Self {
                self.rotate_left(y as u32 % $type::BITS)
            }
            #[inline(always)]
            fn wrapping_mul(self, y: Self) -> Self {
                $type::wrapping_mul(self, y)
            }
            #[inline(always)]
            fn wrapping_add(self, y: Self) -> Self {
                $type::wrapping_add(self, y)
            }
            #[inline(always)]
            fn wrapping_sub(self, y: Self) -> Self {
                $type::wrapping_sub(self, y)
            }
            #[inline(always)]
            fn divide(self, y: Self) -> Self {
                if y == 0 { Self::ALL_BITS } else { self.wrapping_div(y) }
            }
            #[inline(always)]
            fn remainder(self, y: Self) -> Self {
                if y == 0 { self } else { self.wrapping_rem(y) }
            }
            #[inline(always)]
            fn shift_left(self, amount: u32) -> Self {
                self.wrapping_shl(amount)
            }
            #[inline(always)]
            fn shift_right(self, amount: u32) -> Self {
                self.wrapping_shr(amount)
            }
            #[inline(always)]
            fn and(self, y: Self) -> Self {
                self & y
            }
            #[inline(always)]
            fn or(self, y: Self) -> Self {
                self | y
            }
            #[inline(always)]
            fn xor(self, y: Self) -> Self {
                self ^ y
            }
        }
    )*};
}

integers! {
    i8 / u8, i16, signed: true;
    u8 / u8, u16, signed: false;
    i16 / u16, i32, signed: true;
    u16 / u16, u32, signed: false;
    i32 / u32, i64, signed: true;
    u32 / u32, u64, signed: false;
    i64 / u64, i128, signed: true;
    u64 / u64, u128, signed: false;
}

/// A division that C leaves undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DivisionFault {
    /// By zero. The quotient has all bits set, the remainder is the dividend, as most GPUs give.
    ByZero,
    /// The least number by -1. The quotient is the least number, the remainder zero.
    Overflow,
}

/// Is `x / y` or `x % y` undefined?
#[inline(always)]
pub fn division_fault<T: Integer>(x: T, y: T) -> Option<DivisionFault> {
    if y == T::ZERO {
        Some(DivisionFault::ByZero)
    } else if T::SIGNED && y == T::ALL_BITS && x != T::ZERO && T::ZERO.wrapping_sub(x) == x {
        Some(DivisionFault::Overflow)
    } else {
        None
    }
}

/// `mul_hi(a, b) + c`, wrapped.
#[inline(always)]
pub fn mad_hi<T: Integer>(a: T, b: T, c: T) -> T {
    a.mul_hi(b).wrapping_add(c)
}

/// `a * b + c`, saturated once.
#[inline]
pub fn mad_sat<T: Integer>(a: T, b: T, c: T) -> T {
    // 64-bit unsigned products need all 128 bits: the sum saturates long before it would wrap.
    T::saturate(a.wide().saturating_mul(b.wide()).saturating_add(c.wide()))
}

/// `x` brought between `low` and `high`.
#[inline(always)]
pub fn clamp<T: Integer>(x: T, low: T, high: T) -> T {
    min(max(x, low), high)
}

/// The greater.
#[inline(always)]
pub fn max<T: Integer>(x: T, y: T) -> T {
    if x < y { y } else { x }
}

/// The smaller.
#[inline(always)]
pub fn min<T: Integer>(x: T, y: T) -> T {
    if y < x { y } else { x }
}

/// The product of the low 24 bits of `int` or `uint` (a signed value of 24 bits for `int`), wrapped.
/// The standard defines it for values that fit 24 bits; hardware reads the low ones.
#[inline(always)]
pub fn mul24<T: Integer>(x: T, y: T) -> T {
    let low = |v: T| v.shift_left(T::BITS - 24).shift_right(T::BITS - 24);
    low(x).wrapping_mul(low(y))
}

/// `mul24(x, y) + z`, wrapped.
#[inline(always)]
pub fn mad24<T: Integer>(x: T, y: T, z: T) -> T {
    mul24(x, y).wrapping_add(z)
}

/// `high` and `low`, each of `bits` bits, as one integer of twice as many. The bits above are zero:
/// the caller extends them by the result's type.
#[inline(always)]
pub fn upsample(high: u64, low: u64, bits: u32) -> u64 {
    assert!(matches!(bits, 8 | 16 | 32));
    let mask = (1u64 << bits) - 1;
    (high & mask) << bits | low & mask
}

/// The functions of one argument.
pub fn unary<T: Integer>(name: Name) -> Option<fn(T) -> T> {
    Some(match name {
        Name::Abs => T::abs,
        Name::Clz => T::clz,
        Name::Popcount => T::popcount,
        _ => return None,
    })
}

/// The functions of two arguments; `mul24` for 32-bit types.
pub fn binary<T: Integer>(name: Name) -> Option<fn(T, T) -> T> {
    Some(match name {
        Name::AbsDiff => T::abs_diff,
        Name::AddSat => T::add_sat,
        Name::Hadd => T::hadd,
        Name::Rhadd => T::rhadd,
        Name::Max => max,
        Name::Min => min,
        Name::MulHi => T::mul_hi,
        Name::Rotate => T::rotate,
        Name::SubSat => T::sub_sat,
        Name::Mul24 if T::BITS == 32 => mul24,
        _ => return None,
    })
}

/// The functions of three arguments; `mad24` for 32-bit types.
pub fn ternary<T: Integer>(name: Name) -> Option<fn(T, T, T) -> T> {
    Some(match name {
        Name::Clamp => clamp,
        Name::MadHi => mad_hi,
        Name::MadSat => mad_sat,
        Name::Mad24 if T::BITS == 32 => mad24,
        _ => return None,
    })
}
