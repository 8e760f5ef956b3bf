//! Expressions of a wanted type. Each is defined for whatever values its parts have: signed arithmetic
//! is done in the unsigned type, divisors are never 0 or -1, floating values are bounded before they
//! become integers, and what a rounding, a NaN or a zero's sign could part is left out. In an exact program every
//! floating expression is a whole number from 0 to `MOST`.

use super::types::{INT, Type, UINT};
use super::{Generator, MOST};
use opencl_c::types::Scalar;

impl Generator<'_> {
    /// An expression of type `ty`, in parentheses where it needs them.
    pub(super) fn expression(&mut self, ty: Type, depth: usize) -> String {
        if depth == 0 || self.random.once_in(6) {
            return self.leaf(ty);
        }
        match (ty.is_floating(), self.random.once_in(4)) {
            (_, true) => self.structural(ty, depth - 1),
            (true, false) if self.exact => self.exact_floating(ty, depth - 1),
            (true, false) => self.floating(ty, depth - 1),
            (false, false) => self.integer(ty, depth - 1),
        }
    }

    /// An index below `length`, a power of two.
    pub(super) fn index(&mut self, length: usize, depth: usize) -> String {
        let value = self.expression(UINT, depth);
        format!("({value} & {}u)", length - 1)
    }

    /// A variable, an element, a component, an input, or a literal.
    fn leaf(&mut self, ty: Type) -> String {
        let same: Vec<String> = self
            .readable
            .iter()
            .filter(|variable| variable.ty == ty)
            .map(|variable| variable.name.clone())
            .collect();
        if !same.is_empty() && !self.random.once_in(4) {
            return self.random.pick(&same).clone();
        }
        let wider: Vec<(String, u8)> = self
            .readable
            .iter()
            .filter(|variable| variable.ty.scalar == ty.scalar && variable.ty.width > 1)
            .map(|variable| (variable.name.clone(), variable.ty.width))
            .collect();
        if !wider.is_empty() && !self.random.once_in(3) {
            let (name, width) = self.random.pick(&wider).clone();
            let lanes: String = (0..ty.width)
                .map(|_| format!("{:x}", self.random.below(width.into())))
                .collect();
            return format!("{name}.s{lanes}");
        }
        if self.random.once_in(2)
            && let Some(input) = self.input(ty)
        {
            return input;
        }
        self.literal(ty)
    }

    /// An element of an input buffer, or several, where there are some of this type.
    fn input(&mut self, ty: Type) -> Option<String> {
        let vectors = self.global / usize::from(ty.width);
        if !self.in_kernel || vectors == 0 {
            return None;
        }
        let name = match ty.scalar {
            Scalar::UInt => "in_bits",
            Scalar::Float => "in_float",
            Scalar::Double => "in_double",
            _ => return None,
        };
        let shift = self.random.below(8);
        if ty.width > 1 {
            let width = ty.width;
            return Some(format!("vload{width}((gid + {shift}) % {vectors}, {name})"));
        }
        Some(format!("{name}[(gid + {shift}) % {}]", self.global))
    }

    /// A constant.
    pub(super) fn literal(&mut self, ty: Type) -> String {
        let component = |generator: &mut Self| {
            if ty.is_floating() {
                generator.floating_literal(ty.scalar)
            } else {
                let edge = *generator.random.pick(&[
                    0,
                    1,
                    2,
                    5,
                    127,
                    128,
                    255,
                    32_768,
                    u64::MAX,
                    1 << 31,
                    1 << 63,
                ]);
                let bits = if generator.random.once_in(2) {
                    edge
                } else {
                    generator.random.bits() >> generator.random.below(64)
                };
                let bits = bits & (u64::MAX >> (64 - ty.bits()));
                let suffix = if ty.bits() == 64 { "UL" } else { "u" };
                format!("({}){bits:#x}{suffix}", ty.scalar.name())
            }
        };
        if ty.width == 1 {
            return format!("({})", component(self));
        }
        let components: Vec<String> = (0..ty.width).map(|_| component(self)).collect();
        format!("({})({})", ty.name(), components.join(", "))
    }

    fn floating_literal(&mut self, scalar: Scalar) -> String {
        if self.exact {
            return format!("({:?}f)", self.random.below(MOST as usize + 1) as f64);
        }
        let value = (self.random.below(4_001) as f64 - 2_000.0) / 16.0;
        let suffix = if scalar == Scalar::Float { "f" } else { "" };
        format!("({value:?}{suffix})")
    }

    /// What every type has: choices, conversions, parts of vectors, calls, elements of arrays.
    fn structural(&mut self, ty: Type, depth: usize) -> String {
        match self.random.below(8) {
            0 => {
                let [a, b] = self.operands(ty, depth);
                let condition = self.condition(depth);
                format!("({})({condition} ? {a} : {b})", ty.name())
            }
            1 if ty.width > 1 => {
                let [a, b] = self.operands(ty, depth);
                let mask = self.expression(ty.signed(), depth);
                format!("({mask} ? {a} : {b})")
            }
            2 => {
                let [a, b] = self.operands(ty, depth);
                let mask_type = if self.random.once_in(2) {
                    ty.signed()
                } else {
                    ty.unsigned()
                };
                let mask = self.expression(mask_type, depth);
                format!("select({a}, {b}, {mask})")
            }
            3 if ty.width > 1 => self.vector_literal(ty, depth),
            4 if !self.helpers.is_empty() => self.helper_call(ty, depth),
            5 => self.dynamic_element(ty, depth),
            6 if matches!(ty.width, 2 | 4 | 8 | 16) => {
                let from = ty.with_width(*self.random.pick(&[2, 4, 8, 16]));
                let value = self.expression(from, depth);
                let mask = self.expression(ty.unsigned(), depth);
                if self.random.once_in(2) {
                    format!("shuffle({value}, {mask})")
                } else {
                    let other = self.expression(from, depth);
                    format!("shuffle2({value}, {other}, {mask})")
                }
            }
            _ => self.conversion(ty, depth),
        }
    }

    pub(super) fn operands<const N: usize>(&mut self, ty: Type, depth: usize) -> [String; N] {
        std::array::from_fn(|_| self.expression(ty, depth))
    }

    /// A scalar condition.
    pub(super) fn condition(&mut self, depth: usize) -> String {
        match self.random.below(4) {
            0 => {
                let ty = Type::random_integer(self.random).with_width(1);
                let value = self.expression(ty, depth);
                format!("({value} & 1)")
            }
            1 => {
                let [a, b] = [self.comparison(1, depth), self.comparison(1, depth)];
                let operator = *self.random.pick(&["&&", "||"]);
                format!("({a} {operator} {b})")
            }
            2 => {
                let ty = Type::random_integer(self.random).signed();
                let width = *self.random.pick(&[2, 3, 4, 8, 16]);
                let value = self.expression(ty.with_width(width), depth);
                let function = *self.random.pick(&["any", "all"]);
                format!("{function}({value})")
            }
            _ => self.comparison(1, depth),
        }
    }

    /// A comparison of scalars.
    fn comparison(&mut self, width: u8, depth: usize) -> String {
        let ty = self.random_type().with_width(width);
        self.comparison_of(ty, depth)
    }

    fn comparison_of(&mut self, ty: Type, depth: usize) -> String {
        let [a, b] = self.operands(ty, depth);
        if ty.is_floating() && self.random.once_in(2) {
            let function = *self.random.pick(&[
                "isequal",
                "isnotequal",
                "isgreater",
                "isgreaterequal",
                "isless",
                "islessequal",
                "islessgreater",
                "isordered",
                "isunordered",
            ]);
            return format!("{function}({a}, {b})");
        }
        let operator = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        format!("({a} {operator} {b})")
    }

    /// `(int4)(a, b.s01, c)`.
    fn vector_literal(&mut self, ty: Type, depth: usize) -> String {
        let mut parts = Vec::new();
        let mut left = ty.width;
        while left > 0 {
            let widths: Vec<u8> = [1, 2, 3, 4, 8]
                .into_iter()
                .filter(|&width| width <= left && width < ty.width)
                .collect();
            let width = *self.random.pick(&widths);
            parts.push(self.expression(ty.with_width(width), depth.min(1)));
            left -= width;
        }
        format!("({})({})", ty.name(), parts.join(", "))
    }

    fn helper_call(&mut self, ty: Type, depth: usize) -> String {
        let fitting: Vec<usize> = (0..self.helpers.len())
            .filter(|&index| self.helpers[index].result == ty)
            .collect();
        if fitting.is_empty() {
            return self.conversion(ty, depth);
        }
        let index = *self.random.pick(&fitting);
        let parameters = self.helpers[index].parameters.clone();
        let arguments: Vec<String> = parameters
            .into_iter()
            .map(|parameter| self.expression(parameter, depth.min(1)))
            .collect();
        format!("{}({})", self.helpers[index].name, arguments.join(", "))
    }

    /// An element of an array or table, by an index that the compiler cannot know.
    fn dynamic_element(&mut self, ty: Type, depth: usize) -> String {
        let fitting: Vec<(String, usize)> = self
            .arrays
            .iter()
            .chain(&self.tables)
            .filter(|array| array.ty == ty)
            .map(|array| (array.name.clone(), array.length))
            .collect();
        if fitting.is_empty() {
            return self.conversion(ty, depth);
        }
        let (name, length) = self.random.pick(&fitting).clone();
        let index = self.index(length, depth);
        format!("{name}[{index}]")
    }

    /// A value of another type, converted or reinterpreted.
    fn conversion(&mut self, ty: Type, depth: usize) -> String {
        if ty.is_floating() && self.exact {
            let from = Type::random_integer(self.random).with_width(ty.width);
            let value = self.expression(from, depth);
            let mask = if from.bits() == 8 { 127 } else { MOST };
            return format!("convert_{}({value} & ({}){mask})", ty.name(), from.name());
        }
        if ty.is_floating() {
            return match self.random.below(4) {
                0 => {
                    let other = match ty.scalar {
                        // Exact in any rounding.
                        Scalar::Float if self.single => Scalar::UShort,
                        Scalar::Float => Scalar::Double,
                        _ => Scalar::Float,
                    };
                    let value = self.expression(ty.with_scalar(other), depth);
                    format!("convert_{}{}({value})", ty.name(), self.rounding())
                }
                1 => {
                    // Bits of a number from 1 to 2.
                    let bits = self.expression(ty.unsigned(), depth);
                    let (mask, one) = match ty.scalar {
                        Scalar::Float => ("0x7fffffu", "0x3f800000u"),
                        _ => ("0xfffffffffffffUL", "0x3ff0000000000000UL"),
                    };
                    let unsigned = ty.unsigned().name();
                    format!(
                        "as_{}({bits} & ({unsigned}){mask} | ({unsigned}){one})",
                        ty.name()
                    )
                }
                _ => {
                    let from = Type::random_integer(self.random).with_width(ty.width);
                    let value = self.expression(from, depth);
                    let rounding = if self.single { "" } else { self.rounding() };
                    format!("convert_{}{rounding}({value})", ty.name())
                }
            };
        }
        match self.random.below(4) {
            0 => {
                let from = self.random_floating().with_width(ty.width);
                let value = self.expression(from, depth);
                if self.exact {
                    // Halves and quarters, which each rounding takes its own way.
                    let (name, rounding) = (ty.name(), self.rounding());
                    return format!("convert_{name}_sat{rounding}({value} * 0.25f)");
                }
                // The smaller of NaN and a number is the number.
                let bounded = format!("fmin({value}, ({})1e9f)", from.name());
                format!("convert_{}_sat{}({bounded})", ty.name(), self.rounding())
            }
            1 => {
                let from = if self.random.once_in(2) {
                    ty.signed()
                } else {
                    ty.unsigned()
                };
                let value = self.expression(from, depth);
                format!("as_{}({value})", ty.name())
            }
            _ => {
                let from = Type::random_integer(self.random).with_width(ty.width);
                let value = self.expression(from, depth);
                if ty.width == 1 && self.random.once_in(2) {
                    return format!("({})({value})", ty.name());
                }
                let saturate = *self.random.pick(&["", "_sat"]);
                format!("convert_{}{saturate}({value})", ty.name())
            }
        }
    }

    fn rounding(&mut self) -> &'static str {
        self.random
            .pick::<&str>(&["", "", "_rte", "_rtz", "_rtp", "_rtn"])
    }

    /// `text`, an expression in the type that wraps, as `ty`.
    fn wrapped(ty: Type, text: String) -> String {
        if ty.width == 1 {
            format!("({})({text})", ty.name())
        } else {
            format!("as_{}({text})", ty.name())
        }
    }

    /// `a` in the type that wraps.
    fn to_wrapping(ty: Type, a: &str) -> String {
        if ty.width == 1 {
            format!("({})({a})", ty.wrapping().name())
        } else {
            format!("as_{}({a})", ty.unsigned().name())
        }
    }

    fn integer(&mut self, ty: Type, depth: usize) -> String {
        let name = ty.name();
        match self.random.below(13) {
            0 | 1 => {
                let [a, b] = self.operands(ty, depth);
                let operator = *self.random.pick(&["+", "-", "*", "*", "+"]);
                let (a, b) = (Self::to_wrapping(ty, &a), Self::to_wrapping(ty, &b));
                Self::wrapped(ty, format!("{a} {operator} {b}"))
            }
            2 => {
                let [a, b] = self.operands(ty, depth);
                let operator = *self.random.pick(&["&", "|", "^"]);
                format!("({name})({a} {operator} {b})")
            }
            3 => {
                let [a, b] = self.operands(ty, depth);
                if self.random.once_in(2) {
                    format!("({name})({a} >> {b})")
                } else {
                    let a = Self::to_wrapping(ty, &a);
                    let b = Self::to_wrapping(ty, &b);
                    Self::wrapped(ty, format!("{a} << {b}"))
                }
            }
            4 => {
                let [a, b] = self.operands(ty, depth);
                let operator = *self.random.pick(&["/", "%"]);
                let divisor = match (ty.is_signed(), self.random.below(3)) {
                    (false, 0) => format!("({b} | ({name})1)"),
                    (true, 0) => format!("(({b} & ({name})7) - ({name})10)"),
                    _ => format!("(({b} & ({name})31) + ({name})1)"),
                };
                format!("({name})({a} {operator} {divisor})")
            }
            5 => {
                let a = self.expression(ty, depth);
                match self.random.below(3) {
                    0 => format!("({name})(~{a})"),
                    1 if ty.width == 1 => format!("({name})(!{a})"),
                    _ => {
                        let a = Self::to_wrapping(ty, &a);
                        Self::wrapped(ty, format!("-{a}"))
                    }
                }
            }
            6 => {
                if ty.width == 1 {
                    let comparison = self.comparison(1, depth);
                    return format!("({name}){comparison}");
                }
                let same_size = match (ty.bits(), self.random.below(3)) {
                    (32, 0) => ty.with_scalar(Scalar::Float),
                    (64, 0) if !self.single => ty.with_scalar(Scalar::Double),
                    (_, 1) => ty.unsigned(),
                    _ => ty.signed(),
                };
                let comparison = self.comparison_of(same_size, depth);
                format!("as_{name}({comparison})")
            }
            7 => {
                let a = self.expression(ty, depth);
                let function = *self.random.pick(&["clz", "popcount", "abs"]);
                if function == "abs" {
                    // PoCL 3.1 gives 0 for the least number.
                    return format!("as_{name}(abs(({name})({a} | ({name})1)))");
                }
                format!("{function}({a})")
            }
            8 | 9 => {
                let [a, b] = self.operands(ty, depth);
                let function = *self.random.pick(&[
                    "add_sat", "sub_sat", "hadd", "rhadd", "max", "min", "mul_hi", "rotate",
                ]);
                if self.random.once_in(8) {
                    // PoCL 3.1 gives 0 where the difference of two signed numbers overflows.
                    let half = |x: String| match ty.is_signed() {
                        true => format!("({name})({x} >> ({name})1)"),
                        false => x,
                    };
                    return format!("as_{name}(abs_diff({}, {}))", half(a), half(b));
                }
                format!("{function}({a}, {b})")
            }
            10 => {
                let [a, b, c] = self.operands(ty, depth);
                match self.random.below(4) {
                    0 => format!("mad_sat({a}, {b}, {c})"),
                    1 => format!("bitselect({a}, {b}, {c})"),
                    2 if !ty.is_signed() => format!("mad_hi({a}, {b}, {c})"),
                    _ => format!("clamp({a}, min({b}, {c}), max({b}, {c}))"),
                }
            }
            11 if ty.bits() > 8 => {
                let half = ty.with_scalar(match (ty.bits(), ty.is_signed()) {
                    (16, true) => Scalar::Char,
                    (16, false) => Scalar::UChar,
                    (32, true) => Scalar::Short,
                    (32, false) => Scalar::UShort,
                    (_, true) => Scalar::Int,
                    (_, false) => Scalar::UInt,
                });
                let high = self.expression(half, depth);
                let low = self.expression(half.unsigned(), depth);
                format!("upsample({high}, {low})")
            }
            12 if ty.bits() == 32 => {
                let [a, b, c] = self.operands(ty, depth);
                // 24-bit values whose products fit 31 bits.
                let (a, b) = (
                    format!("{a} & ({name})0x7fff"),
                    format!("{b} & ({name})0xffff"),
                );
                if self.random.once_in(2) {
                    format!("mul24({a}, {b})")
                } else {
                    format!("mad24({a}, {b}, {c} & ({name})0xff)")
                }
            }
            _ => self.conversion(ty, depth),
        }
    }

    /// A floating expression that is a whole number below 2^24, as one from 0 to [`MOST`]: through an integer, which
    /// has no sign of zero, and across which nothing is reassociated.
    pub(super) fn kept(ty: Type, text: &str) -> String {
        let integer = ty.with_scalar(Scalar::Int).name();
        format!(
            "convert_{}(convert_{integer}({text}) & ({integer}){MOST})",
            ty.name()
        )
    }

    /// An operation of numbers from 0 to [`MOST`], exact in any order and with any fusion.
    fn exact_floating(&mut self, ty: Type, depth: usize) -> String {
        let [a, b] = self.operands(ty, depth);
        let text = match self.random.below(9) {
            0..=2 => {
                let operator = *self.random.pick(&["+", "-", "*"]);
                format!("{a} {operator} {b}")
            }
            3 => {
                let c = self.expression(ty, depth);
                let function = *self.random.pick(&["fma", "mad"]);
                format!("{function}({a}, {b}, {c})")
            }
            4 => {
                let function = *self
                    .random
                    .pick(&["floor", "ceil", "trunc", "rint", "round"]);
                format!("{function}({a} * 0.25f)")
            }
            5 => {
                let function = *self
                    .random
                    .pick(&["fmin", "fmax", "fdim", "maxmag", "minmag"]);
                format!("{function}({a}, {b})")
            }
            6 => {
                let exponent = self.expression(INT.with_width(ty.width), depth);
                format!("ldexp({a}, {exponent} & 7)")
            }
            7 => format!("fabs({a} - {b})"),
            _ => format!("(-{a})"),
        };
        Self::kept(ty, &text)
    }

    /// Only what is correctly rounded, or exact.
    fn floating(&mut self, ty: Type, depth: usize) -> String {
        match self.random.below(12) {
            9 if ty.scalar == Scalar::Double => {
                let [a, b] = self.operands(ty, depth);
                format!("({a} / {b})")
            }
            10 if ty.scalar == Scalar::Double => {
                let a = self.expression(ty, depth);
                format!("sqrt(fabs({a}))")
            }
            11 => {
                let [a, b] = self.operands(ty, depth);
                let function = *self.random.pick(&["fdim", "maxmag", "minmag"]);
                if function == "fdim" {
                    return format!("fdim({a}, {b})");
                }
                // Magnitudes that are never equal but for two infinities, which are bounded away.
                format!(
                    "{function}(fmin({a}, ({})1e9f), ({})2e9f)",
                    ty.name(),
                    ty.name()
                )
            }
            0..=2 => {
                let [a, b] = self.operands(ty, depth);
                let operator = *self.random.pick(&["+", "-", "*"]);
                format!("({a} {operator} {b})")
            }
            3 => {
                let [a, b, c] = self.operands(ty, depth);
                format!("fma({a}, {b}, {c})")
            }
            4 | 5 => {
                let a = self.expression(ty, depth);
                let function = *self
                    .random
                    .pick(&["fabs", "floor", "ceil", "trunc", "rint", "round"]);
                format!("{function}({a})")
            }
            6 => {
                let a = self.expression(ty, depth);
                let limit = self.literal(Type::of(ty.scalar));
                let function = *self.random.pick(&["fmin", "fmax"]);
                // A limit that is no zero: which of two zeros is the smaller is open.
                format!(
                    "{function}({a}, ({}){limit} + ({})0.03125f)",
                    ty.name(),
                    ty.name()
                )
            }
            7 => {
                let a = self.expression(ty, depth);
                let exponent = self.expression(INT.with_width(ty.width), depth);
                format!("ldexp({a}, {exponent} & 7)")
            }
            _ => {
                let a = self.expression(ty, depth);
                format!("(-{a})")
            }
        }
    }
}
