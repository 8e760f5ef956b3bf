//! Expressions of a given type.

use super::types::{SCALARS, Scalar, Ty, WIDTHS};
use super::{Generator, Kind};

impl Generator<'_> {
    /// A constant of exactly this type, fit for a constant expression.
    pub(super) fn literal(&mut self, ty: Ty) -> String {
        if ty.is_vector() {
            let component = self.literal(ty.component());
            return format!("({})({component})", ty.name());
        }
        let number = self.random.below(100);
        match ty.scalar {
            Scalar::Char => format!("(char){}", self.random.pick(&["'a'", "1", "'\\n'", "-3"])),
            Scalar::UChar => format!("(uchar){number}"),
            Scalar::Short => format!("(short)-{number}"),
            Scalar::UShort => format!("(ushort)0x{number:x}"),
            Scalar::Int => format!("{number}"),
            Scalar::UInt => format!("{number}u"),
            Scalar::Long => format!("{number}L"),
            Scalar::ULong => format!("{number}UL"),
            Scalar::Float => match self.random.below(4) {
                0 => format!("{number}.f"),
                1 => format!("0x1.{number:x}p-3f"),
                2 => format!("{number}e-2f"),
                _ => format!("{number}.25F"),
            },
            Scalar::Double => format!("{number}.5"),
        }
    }

    /// Names in scope whose value, element or field has exactly this type.
    fn leaves(&mut self, ty: Ty, assignable_only: bool) -> Vec<String> {
        let mut leaves = Vec::new();
        for var in self.scopes.iter().flatten() {
            match &var.kind {
                Kind::Value { assignable } if var.ty == ty && (*assignable || !assignable_only) => {
                    leaves.push(var.name.clone());
                }
                Kind::Array { length, assignable }
                    if var.ty == ty && (*assignable || !assignable_only) =>
                {
                    leaves.push(format!("{}[{}]", var.name, length - 1));
                }
                Kind::Pointer { assignable, .. }
                    if var.ty == ty && (*assignable || !assignable_only) =>
                {
                    let index = if self.in_kernel { "gid" } else { "1" };
                    leaves.push(format!("{}[{index}]", var.name));
                    leaves.push(format!("*{}", var.name));
                }
                Kind::Struct(record) | Kind::StructPointer(record) => {
                    let access = if matches!(var.kind, Kind::Struct(_)) {
                        "."
                    } else {
                        "->"
                    };
                    for (field, field_ty) in &self.records[*record].fields {
                        if *field_ty == ty {
                            leaves.push(format!("{}{access}{field}", var.name));
                        }
                    }
                }
                _ => {}
            }
        }
        leaves
    }

    fn leaf(&mut self, ty: Ty) -> String {
        let leaves = self.leaves(ty, false);
        if leaves.is_empty() || self.random.once_in(4) {
            return self.literal(ty);
        }
        self.random.pick(&leaves).clone()
    }

    /// A place of exactly this type that may be assigned to.
    pub(super) fn place(&mut self, ty: Ty) -> Option<String> {
        let places = self.leaves(ty, true);
        if places.is_empty() {
            return None;
        }
        Some(self.random.pick(&places).clone())
    }

    /// An expression of exactly this type.
    pub(super) fn expression(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 {
            return self.leaf(ty);
        }
        let depth = depth - 1;
        let text = match self.random.below(14) {
            0 => self.leaf(ty),
            1 | 2 => self.arithmetic(ty, depth),
            3 => self.conversion(ty, depth),
            4 | 5 => self.builtin(ty, depth),
            6 => self.conditional(ty, depth),
            7 => self.comparison(ty, depth),
            8 => self.vector_form(ty, depth),
            9 => self.call(ty, depth),
            10 => self.unary(ty, depth),
            11 => self.assignment(ty, depth),
            12 => self.macro_call(ty, depth),
            _ => self.load(ty, depth),
        };
        // Integer promotion makes `int` of small types: cast back.
        if !ty.is_vector() && ty.scalar.size() < 4 {
            return format!("({})({text})", ty.name());
        }
        text
    }

    fn arithmetic(&mut self, ty: Ty, depth: usize) -> String {
        let operators: &[&str] = if ty.scalar.is_floating() {
            &["+", "-", "*", "/"]
        } else {
            &["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"]
        };
        let operator = *self.random.pick(operators);
        let left = self.expression(ty, depth);
        let shift = operator == "<<" || operator == ">>";
        let right_ty = if ty.is_vector() && !shift && self.random.once_in(3) {
            ty.component()
        } else {
            ty
        };
        let right = self.expression(right_ty, depth);
        format!("({left} {operator} {right})")
    }

    fn conversion(&mut self, ty: Ty, depth: usize) -> String {
        let from = ty.with(*self.random.pick(SCALARS));
        match self.random.below(4) {
            0 if from.scalar.size() == ty.scalar.size() => {
                format!("as_{}({})", ty.name(), self.expression(from, depth))
            }
            1 if !ty.is_vector() => {
                format!("({}){}", ty.name(), self.expression(from, 0))
            }
            2 if !ty.scalar.is_floating() => {
                let rounding = *self.random.pick(&["", "_rte", "_rtz", "_rtp", "_rtn"]);
                let value = self.expression(from, depth);
                format!("convert_{}_sat{rounding}({value})", ty.name())
            }
            _ => {
                let rounding = *self.random.pick(&["", "", "_rte", "_rtz"]);
                let value = self.expression(from, depth);
                format!("convert_{}{rounding}({value})", ty.name())
            }
        }
    }

    fn conditional(&mut self, ty: Ty, depth: usize) -> String {
        let condition_ty = if ty.is_vector() {
            if self.random.once_in(3) {
                Ty::int()
            } else {
                ty.with(ty.scalar.signed())
            }
        } else {
            // The standard lets a floating condition stand before `?`; compilers built on clang don't.
            Ty::int().with(self.scalar().scalar.signed())
        };
        let condition = self.expression(condition_ty, depth);
        let then = self.expression(ty, depth);
        let otherwise = self.expression(ty, depth);
        format!("({condition} ? {then} : {otherwise})")
    }

    /// Comparisons and logic, whose result is `int` or the signed vector of the operands' size.
    fn comparison(&mut self, ty: Ty, depth: usize) -> String {
        if ty.is_vector() && ty.scalar != ty.scalar.signed() {
            return self.arithmetic(ty, depth);
        }
        if !ty.is_vector() && ty.scalar != Scalar::Int {
            return self.arithmetic(ty, depth);
        }
        let operand = if ty.is_vector() {
            let same_size: Vec<Scalar> = SCALARS
                .iter()
                .copied()
                .filter(|scalar| scalar.size() == ty.scalar.size())
                .collect();
            ty.with(*self.random.pick(&same_size))
        } else {
            self.scalar()
        };
        let logical = !operand.scalar.is_floating() && self.random.once_in(3);
        let operators: &[&str] = if logical {
            &["&&", "||"]
        } else {
            &["<", "<=", ">", ">=", "==", "!="]
        };
        let operator = *self.random.pick(operators);
        let left = self.expression(operand, depth);
        let right = self.expression(operand, depth);
        format!("({left} {operator} {right})")
    }

    fn unary(&mut self, ty: Ty, depth: usize) -> String {
        let operator = if ty.scalar.is_floating() {
            "-"
        } else {
            *self.random.pick(&["-", "~", "+"])
        };
        let operand = self.expression(ty, depth);
        format!("({operator} {operand})")
    }

    fn assignment(&mut self, ty: Ty, depth: usize) -> String {
        let Some(place) = self.place(ty) else {
            return self.leaf(ty);
        };
        match self.random.below(4) {
            0 if !ty.scalar.is_floating() => {
                let operator = *self.random.pick(&["++", "--"]);
                if self.random.once_in(2) {
                    format!("({place}){operator}")
                } else {
                    format!("{operator}({place})")
                }
            }
            1 => {
                let operators: &[&str] = if ty.scalar.is_floating() {
                    &["+=", "-=", "*=", "/="]
                } else {
                    &["+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>="]
                };
                let operator = *self.random.pick(operators);
                let value = self.expression(ty, depth);
                format!("({place} {operator} {value})")
            }
            2 => {
                let effect = self.expression(ty, depth);
                let value = self.expression(ty, depth);
                format!("({place} = {effect}, {value})")
            }
            _ => {
                let value = self.expression(ty, depth);
                format!("({place} = {value})")
            }
        }
    }

    fn macro_call(&mut self, ty: Ty, depth: usize) -> String {
        if self.macros.is_empty() {
            return self.leaf(ty);
        }
        let (name, arity) = self.random.pick(&self.macros).clone();
        let arguments: Vec<_> = (0..arity)
            .map(|_| format!("({})", self.expression(ty, depth.min(1))))
            .collect();
        format!("{name}({})", arguments.join(", "))
    }

    fn call(&mut self, ty: Ty, depth: usize) -> String {
        let fitting: Vec<_> = self
            .helpers
            .iter()
            .filter(|helper| helper.result == ty)
            .cloned()
            .collect();
        if fitting.is_empty() {
            return self.builtin(ty, depth);
        }
        let helper = self.random.pick(&fitting).clone();
        let arguments: Vec<_> = helper
            .parameters
            .iter()
            .map(|&parameter| self.expression(parameter, depth.min(1)))
            .collect();
        format!("{}({})", helper.name, arguments.join(", "))
    }

    /// Literals of vectors, and components and halves of wider ones.
    fn vector_form(&mut self, ty: Ty, depth: usize) -> String {
        if ty.is_vector() && self.random.once_in(2) {
            return self.vector_literal(ty, depth);
        }
        let wider: Vec<u8> = WIDTHS
            .iter()
            .copied()
            .filter(|&width| width > ty.width)
            .collect();
        if wider.is_empty() {
            return self.vector_literal(ty, depth);
        }
        let from = Ty {
            width: *self.random.pick(&wider),
            ..ty
        };
        let base = self.expression(from, depth);
        if ty.width * 2 == from.width && self.random.once_in(2) {
            let half = *self.random.pick(&["lo", "hi", "even", "odd"]);
            return format!("({base}).{half}");
        }
        let mut lanes = String::new();
        let named = from.width <= 4 && self.random.once_in(2);
        if !named {
            lanes.push(*self.random.pick(&['s', 'S']));
        }
        for _ in 0..ty.width {
            let lane = self.random.below(usize::from(from.width));
            let name = if named {
                ['x', 'y', 'z', 'w'][lane]
            } else {
                char::from_digit(lane as u32, 16).unwrap_or('0')
            };
            lanes.push(name);
        }
        format!("({base}).{lanes}")
    }

    fn vector_literal(&mut self, ty: Ty, depth: usize) -> String {
        if self.random.once_in(4) {
            let value = self.expression(ty.component(), depth);
            return format!("({})({value})", ty.name());
        }
        let mut parts = Vec::new();
        let mut left = ty.width;
        while left > 0 {
            let fitting: Vec<u8> = [1, 1, 2, 3, 4, 8]
                .into_iter()
                .filter(|&width| width <= left && width < ty.width)
                .collect();
            let width = *self.random.pick(&fitting);
            parts.push(self.expression(Ty { width, ..ty }, depth.min(1)));
            left -= width;
        }
        format!("({})({})", ty.name(), parts.join(", "))
    }

    fn load(&mut self, ty: Ty, depth: usize) -> String {
        if !ty.is_vector() {
            return match self.random.below(3) {
                0 if ty.scalar == Scalar::ULong => "sizeof(float4)".to_owned(),
                1 if ty.scalar == Scalar::ULong => "get_global_size(0)".to_owned(),
                2 if ty.scalar == Scalar::ULong => "vec_step(int3)".to_owned(),
                _ => self.arithmetic(ty, depth),
            };
        }
        let pointers: Vec<String> = self
            .scopes
            .iter()
            .flatten()
            .filter(|var| var.ty == ty.component() && matches!(var.kind, Kind::Pointer { .. }))
            .map(|var| var.name.clone())
            .collect();
        if pointers.is_empty() {
            return self.vector_literal(ty, depth);
        }
        let pointer = self.random.pick(&pointers).clone();
        let offset = self.expression(Ty::int(), depth.min(1));
        format!("vload{}({offset}, {pointer})", ty.width)
    }

    fn builtin(&mut self, ty: Ty, depth: usize) -> String {
        if ty.scalar.is_floating() {
            self.floating_builtin(ty, depth)
        } else {
            self.integer_builtin(ty, depth)
        }
    }

    fn floating_builtin(&mut self, ty: Ty, depth: usize) -> String {
        let a = self.expression(ty, depth);
        match self.random.below(9) {
            0 | 1 => {
                let name = *self.random.pick(&[
                    "sin", "cos", "tan", "sqrt", "exp", "log", "fabs", "floor", "ceil", "rint",
                    "trunc", "round", "cbrt", "erf", "exp2", "log10", "rsqrt", "sinpi", "tanh",
                    "degrees", "radians", "sign",
                ]);
                format!("{name}({a})")
            }
            2 => {
                let name = *self
                    .random
                    .pick(&["pow", "atan2", "fmod", "hypot", "copysign", "fdim", "step"]);
                let b = self.expression(ty, depth);
                format!("{name}({a}, {b})")
            }
            3 => {
                let name = *self.random.pick(&["fmin", "fmax", "min", "max"]);
                let with = if self.random.once_in(2) {
                    ty.component()
                } else {
                    ty
                };
                let b = self.expression(with, depth);
                format!("{name}({a}, {b})")
            }
            4 => {
                let name = *self
                    .random
                    .pick(&["fma", "mad", "clamp", "smoothstep", "mix"]);
                let b = self.expression(ty, depth.min(1));
                let c = self.expression(ty, depth.min(1));
                format!("{name}({a}, {b}, {c})")
            }
            5 if ty.scalar == Scalar::Float => {
                let name = *self.random.pick(&[
                    "native_sin",
                    "native_sqrt",
                    "native_exp",
                    "half_cos",
                    "half_rsqrt",
                    "native_recip",
                ]);
                format!("{name}({a})")
            }
            6 if (2..=4).contains(&ty.width) => {
                format!("normalize({a})")
            }
            6 if ty.width == 1 => {
                let width = *self.random.pick(&[2, 3, 4]);
                let wide = Ty { width, ..ty };
                let left = self.expression(wide, depth);
                let right = self.expression(wide, depth);
                let name = *self.random.pick(&["dot", "distance"]);
                format!("{name}({left}, {right})")
            }
            7 => {
                let exponent = self.expression(ty.with(Scalar::Int), depth.min(1));
                let name = *self.random.pick(&["ldexp", "pown", "rootn"]);
                format!("{name}({a}, {exponent})")
            }
            _ => {
                let choice = if self.random.once_in(2) {
                    ty.scalar.signed()
                } else {
                    ty.scalar.unsigned()
                };
                let b = self.expression(ty, depth.min(1));
                let c = self.expression(ty.with(choice), depth.min(1));
                format!("select({a}, {b}, {c})")
            }
        }
    }

    fn integer_builtin(&mut self, ty: Ty, depth: usize) -> String {
        let a = self.expression(ty, depth);
        match self.random.below(7) {
            0 | 1 => {
                let name = *self.random.pick(&[
                    "add_sat", "sub_sat", "hadd", "rhadd", "mul_hi", "rotate", "max", "min",
                ]);
                let b = self.expression(ty, depth);
                format!("{name}({a}, {b})")
            }
            2 => {
                let name = *self.random.pick(&["clz", "popcount"]);
                format!("{name}({a})")
            }
            3 => {
                let name = *self
                    .random
                    .pick(&["mad_hi", "mad_sat", "clamp", "bitselect"]);
                let b = self.expression(ty, depth.min(1));
                let c = self.expression(ty, depth.min(1));
                format!("{name}({a}, {b}, {c})")
            }
            4 if ty.scalar == ty.scalar.unsigned() => {
                let signed = self.expression(ty.with(ty.scalar.signed()), depth);
                if self.random.once_in(2) {
                    format!("abs({signed})")
                } else {
                    let other = self.expression(ty.with(ty.scalar.signed()), depth);
                    format!("abs_diff({signed}, {other})")
                }
            }
            4 if matches!(ty.scalar, Scalar::Int) => {
                let high = self.expression(ty.with(Scalar::Short), depth);
                let low = self.expression(ty.with(Scalar::UShort), depth);
                format!("upsample({high}, {low})")
            }
            5 if matches!(ty.scalar, Scalar::Int | Scalar::UInt) => {
                let b = self.expression(ty, depth);
                format!("mul24({a}, {b})")
            }
            5 if ty.scalar == Scalar::Long && ty.is_vector() => {
                let operand = ty.with(Scalar::Double);
                let b = self.expression(operand, depth);
                let c = self.expression(operand, depth);
                format!("isgreater({b}, {c})")
            }
            6 if ty == Ty::int() => {
                let float = Ty {
                    scalar: Scalar::Float,
                    width: *self.random.pick(&[1, 2, 4]),
                };
                let b = self.expression(float, depth);
                match self.random.below(3) {
                    0 => {
                        let component = float.component();
                        format!("isnan({})", self.expression(component, depth))
                    }
                    1 if float.is_vector() => format!("any(isless({b}, {b}))"),
                    _ => {
                        let component = self.expression(float.component(), depth);
                        format!("ilogb({component})")
                    }
                }
            }
            _ => {
                let b = self.expression(ty, depth.min(1));
                let choice = self.expression(ty.with(ty.scalar.unsigned()), depth.min(1));
                format!("select({a}, {b}, {choice})")
            }
        }
    }
}
