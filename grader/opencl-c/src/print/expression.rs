//! Expressions, each in parentheses of its own.

use super::Printer;
use crate::builtin::{Builtin, Combine, Name, OfBlock};
use crate::program::{Constant, ExprId, ExprKind, UnaryOp};
use crate::types::{Rounding, Scalar, Type, TypeId};
use std::fmt::Write;

const fn rounding_text(rounding: Option<Rounding>) -> &'static str {
    match rounding {
        None => "",
        Some(Rounding::NearestEven) => "_rte",
        Some(Rounding::TowardZero) => "_rtz",
        Some(Rounding::Up) => "_rtp",
        Some(Rounding::Down) => "_rtn",
    }
}

impl Printer<'_> {
    /// An expression, place or value.
    pub(super) fn expr(&mut self, id: ExprId) {
        let program = self.program;
        let expr = program.expr(id);
        match &expr.kind {
            ExprKind::Constant(value) => self.constant(*value, expr.ty),
            ExprKind::NullPointer => {
                let ty = self.type_text(expr.ty);
                let _ = write!(self.out, "(({ty})0)");
            }
            ExprKind::String(bytes) => self.string(bytes),
            ExprKind::Load(inner) | ExprKind::Decay(inner) => self.expr(*inner),
            ExprKind::AddressOf(place) => self.around("(&", *place, ")"),
            ExprKind::Convert { .. } => self.convert(id),
            ExprKind::Splat(value) | ExprKind::PointerCast(value) => {
                let head = format!("(({})", self.type_text(expr.ty));
                self.around(&head, *value, ")");
            }
            ExprKind::Reinterpret(value) => {
                let head = format!("as_{}(", self.type_text(expr.ty));
                self.around(&head, *value, ")");
            }
            ExprKind::Discard(value) => self.around("((void)", *value, ")"),
            ExprKind::Unary { op, value } => {
                let head = match op {
                    UnaryOp::Negate => "(-",
                    UnaryOp::Complement => "(~",
                    UnaryOp::Not => "(!",
                };
                self.around(head, *value, ")");
            }
            ExprKind::Binary { .. } => self.binary_chain(id),
            ExprKind::ShortCircuit { or, left, right }
            | ExprKind::VectorLogical { or, left, right } => {
                self.pair(*left, if *or { "||" } else { "&&" }, *right);
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            }
            | ExprKind::VectorConditional {
                condition,
                then,
                otherwise,
            } => {
                self.around("(", *condition, " ? ");
                self.around("", *then, " : ");
                self.around("", *otherwise, ")");
            }
            ExprKind::PointerOffset {
                pointer,
                index,
                subtract,
            } => self.pair(*pointer, if *subtract { "-" } else { "+" }, *index),
            ExprKind::PointerDifference { left, right } => self.pair(*left, "-", *right),
            ExprKind::Assign { place, value } => self.pair(*place, "=", *value),
            ExprKind::CompoundAssign {
                op, place, value, ..
            } => {
                let op = format!("{}=", op.text());
                self.pair(*place, &op, *value);
            }
            ExprKind::Increment {
                place,
                decrement,
                postfix,
            } => {
                let sign = if *decrement { "--" } else { "++" };
                if *postfix {
                    self.around("(", *place, &format!("{sign})"));
                } else {
                    self.around(&format!("({sign}"), *place, ")");
                }
            }
            ExprKind::Comma { left, right } => self.pair(*left, ",", *right),
            ExprKind::Call {
                function,
                arguments,
            } => {
                let name = self.function_name(*function);
                self.call(&name, arguments);
            }
            ExprKind::Builtin { builtin, arguments } => {
                let name = self.builtin_name(*builtin, expr.ty, arguments);
                self.call(&name, arguments);
            }
            ExprKind::VectorLiteral(parts) => {
                let head = format!("(({})", self.type_text(expr.ty));
                self.out.push_str(&head);
                self.call("", parts);
                self.out.push(')');
            }
            ExprKind::Variable(var) => {
                let name = self.var_name(*var);
                self.out.push_str(&name);
            }
            ExprKind::Global(global) => {
                let name = self.global_name(*global);
                self.out.push_str(&name);
            }
            ExprKind::Deref(pointer) => self.around("(*", *pointer, ")"),
            ExprKind::Member { base, field } => {
                if let Type::Record(record) = *program.types.get(program.expr(*base).ty) {
                    let name = self.field_name(record, *field);
                    self.around("(", *base, &format!(".{name})"));
                }
            }
            ExprKind::Swizzle { base, lanes } => {
                let width = program.expr(*base).ty.as_vector().map_or(1, |(_, w)| w);
                let lanes = lanes.lanes();
                let name = match (width, lanes) {
                    // The fourth of three components has no number.
                    (3, [2, 3]) => "hi".to_owned(),
                    (3, [1, 3]) => "odd".to_owned(),
                    _ => lanes.iter().fold("s".to_owned(), |mut name, lane| {
                        let _ = write!(name, "{lane:x}");
                        name
                    }),
                };
                self.around("(", *base, &format!(".{name})"));
            }
            ExprKind::CompoundLiteral { init, .. } => {
                let head = format!("(({})", self.type_text(expr.ty));
                self.out.push_str(&head);
                let single = matches!(init.entries.as_slice(), [entry] if entry.offset == 0
                    && program.expr(entry.value).ty == expr.ty);
                if single {
                    self.out.push('{');
                }
                self.initializer(expr.ty, init);
                if single {
                    self.out.push('}');
                }
                self.out.push(')');
            }
        }
    }

    fn around(&mut self, before: &str, id: ExprId, after: &str) {
        self.out.push_str(before);
        self.expr(id);
        self.out.push_str(after);
    }

    fn pair(&mut self, left: ExprId, op: &str, right: ExprId) {
        self.around("(", left, " ");
        self.out.push_str(op);
        self.around(" ", right, ")");
    }

    /// Binary operators lean to the left, and the chain may be long: walked, not descended.
    fn binary_chain(&mut self, id: ExprId) {
        let program = self.program;
        let (mut at, mut chain) = (id, Vec::new());
        while let ExprKind::Binary { op, left, right } = program.expr(at).kind {
            chain.push((op, right));
            at = left;
        }
        for _ in &chain {
            self.out.push('(');
        }
        self.expr(at);
        for (op, right) in chain.into_iter().rev() {
            self.out.push(' ');
            self.out.push_str(op.text());
            self.around(" ", right, ")");
        }
    }

    fn call(&mut self, name: &str, arguments: &[ExprId]) {
        self.out.push_str(name);
        self.out.push('(');
        for (index, &argument) in arguments.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.expr(argument);
        }
        self.out.push(')');
    }

    fn convert(&mut self, id: ExprId) {
        let ExprKind::Convert {
            value,
            saturate,
            rounding,
            ..
        } = self.program.expr(id).kind
        else {
            return;
        };
        let ty = self.program.expr(id).ty;
        let name = self.type_text(ty);
        if ty.as_scalar().is_some() && !saturate && rounding.is_none() {
            return self.around(&format!("(({name})"), value, ")");
        }
        let saturate = if saturate { "_sat" } else { "" };
        let head = format!("convert_{name}{saturate}{}(", rounding_text(rounding));
        self.around(&head, value, ")");
    }

    fn constant(&mut self, value: Constant, ty: TypeId) {
        let Some(scalar) = ty.as_scalar() else {
            self.out.push('0');
            return;
        };
        let text = match (value, scalar) {
            (Constant::Int(bits), Scalar::Int) if bits as i64 == i64::from(i32::MIN) => {
                "(-2147483647 - 1)".to_owned()
            }
            (Constant::Int(bits), Scalar::Int) => format!("({})", bits as i64),
            (Constant::Int(bits), Scalar::UInt) => format!("{bits}u"),
            (Constant::Int(bits), Scalar::Long) if bits as i64 == i64::MIN => {
                "(-9223372036854775807L - 1)".to_owned()
            }
            (Constant::Int(bits), Scalar::Long) => format!("({}L)", bits as i64),
            (Constant::Int(bits), Scalar::ULong) => format!("{bits}UL"),
            (Constant::Int(bits), _) => format!("(({})({}))", scalar.name(), bits as i64),
            (Constant::Float(number), _) => floating(number, scalar),
        };
        self.out.push_str(&text);
    }

    fn string(&mut self, bytes: &[u8]) {
        self.out.push('"');
        for &byte in bytes {
            match byte {
                b'"' | b'\\' | b'?' => {
                    self.out.push('\\');
                    self.out.push(char::from(byte));
                }
                b' '..=b'~' => self.out.push(char::from(byte)),
                _ => {
                    let _ = write!(self.out, "\\{byte:03o}");
                }
            }
        }
        self.out.push('"');
    }

    /// The name that the call has: with a width, a rounding, or in the spelling that takes 64 bits.
    fn builtin_name(&self, builtin: Builtin, result: TypeId, arguments: &[ExprId]) -> String {
        let type_of = |index: usize| arguments.get(index).map(|&id| self.program.expr(id).ty);
        let width = |ty: Option<TypeId>| match ty.and_then(TypeId::as_vector) {
            Some((_, width)) => width.to_string(),
            None => String::new(),
        };
        let name = builtin.name.text();
        let rounding = rounding_text(builtin.rounding);
        match builtin.name {
            Name::Vload | Name::VloadHalf | Name::VloadaHalf => {
                format!("{name}{}", width(Some(result)))
            }
            block if let Some(of) = block.of_block() => match of {
                OfBlock::Read(_) => format!("{name}{}", width(Some(result))),
                OfBlock::Write(_) => format!("{name}{}", width(type_of(1))),
            },
            Name::Vstore | Name::VstoreHalf | Name::VstoreaHalf => {
                format!("{name}{}{rounding}", width(type_of(0)))
            }
            atomic
                if atomic.is_atomic()
                    && matches!(result.as_scalar(), Some(Scalar::Long | Scalar::ULong)) =>
            {
                name.replacen("atomic_", "atom_", 1)
            }
            Name::Barrier if arguments.len() > 1 => format!("work_group_{name}"),
            own if own.is_c11_atomic() => {
                let operands = match own {
                    Name::AtomicLoad | Name::AtomicFlagTestAndSet | Name::AtomicFlagClear => 1,
                    Name::AtomicCompareExchangeStrong | Name::AtomicCompareExchangeWeak => 3,
                    _ => 2,
                };
                let explicit = if arguments.len() > operands {
                    "_explicit"
                } else {
                    ""
                };
                format!("{name}{}{explicit}", combine_text(builtin.combine))
            }
            _ => format!("{name}{}", combine_text(builtin.combine)),
        }
    }
}

fn combine_text(combine: Option<Combine>) -> &'static str {
    combine.map_or("", Combine::text)
}

/// A floating constant that reads back as the same number.
fn floating(number: f64, scalar: Scalar) -> String {
    let (suffix, kind) = match scalar {
        Scalar::Double => ("", ""),
        _ => ("f", "f"),
    };
    let text = if number.is_nan() {
        format!("__builtin_nan{kind}(\"\")")
    } else if number.is_infinite() {
        let sign = if number < 0.0 { "-" } else { "" };
        format!("({sign}__builtin_inf{kind}())")
    } else if scalar == Scalar::Double {
        format!("({number:e}{suffix})")
    } else {
        format!("({:e}{suffix})", number as f32)
    };
    if scalar == Scalar::Half {
        format!("((half){text})")
    } else {
        text
    }
}
