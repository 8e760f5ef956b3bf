//! Functions of integers (6.12.3); `min`, `max` and `clamp` of floats too.

use crate::convert::signed_register;
use crate::emit::Emit;
use crate::refusal::{Reason, Result};
use crate::value::{Atom, Lane, Value};
use opencl_c::builtin::Name;
use opencl_c::program::{BinaryOp, ExprId};
use opencl_c::types::Scalar;

impl Emit<'_> {
    pub(super) fn integer_call(
        &mut self,
        id: ExprId,
        name: Name,
        arguments: &[ExprId],
    ) -> Result<Option<Value>> {
        if !is_integer_function(name) {
            return Ok(None);
        }
        let expr = self.program.expr(id);
        let (scalar, columns) = self.columns(arguments)?;
        self.register(scalar, expr.origin)?;
        let (to, _) = self.shape(expr.ty, expr.origin)?;
        let mut lanes = Vec::new();
        for at in 0..columns[0].len() {
            let mut row: Vec<Lane> = Vec::new();
            for column in &columns {
                row.push(self.fixed_lane(&column[at]));
            }
            // A literal that the shader's compiler may compute with is put behind a name.
            let row: Vec<Lane> = row
                .iter()
                .map(|lane| match lane.hi {
                    None if lane.lo.known.is_some() => {
                        Lane::one(Atom::name(self.named(&lane.lo.text)))
                    }
                    _ => lane.clone(),
                })
                .collect();
            lanes.push(if scalar.is_floating() {
                let row: Vec<Lane> = row
                    .iter()
                    .map(|lane| self.widened_half(lane, scalar).1)
                    .collect();
                let result = self.of_floats(id, name, &row)?;
                self.narrowed_half(result, scalar)
            } else if scalar.size() == 8 {
                self.of_wide(id, name, scalar, &row)?
            } else {
                self.of_integers(id, name, scalar, to, &row)?
            });
        }
        Ok(Some(Value::Lanes(to, lanes)))
    }

    fn of_floats(&mut self, id: ExprId, name: Name, row: &[Lane]) -> Result<Lane> {
        let x = &row[0].lo.text;
        let y = row.get(1).map_or("", |lane| &lane.lo.text);
        let z = row.get(2).map_or("", |lane| &lane.lo.text);
        let text = match name {
            Name::Min => format!("select({x}, {y}, {y} < {x})"),
            Name::Max => format!("select({x}, {y}, {x} < {y})"),
            Name::Clamp => format!("fmin_of(fmax_of({x}, {y}), {z})"),
            _ => return self.unknown(id, name),
        };
        Ok(Lane::one(Atom::text(text)))
    }

    fn of_integers(
        &mut self,
        id: ExprId,
        name: Name,
        scalar: Scalar,
        to: Scalar,
        row: &[Lane],
    ) -> Result<Lane> {
        let signed = signed_register(scalar);
        let bits = scalar.size() * 8;
        let (suffix, register) = if signed {
            ("i32", Scalar::Int)
        } else {
            ("u32", Scalar::UInt)
        };
        let x = &row[0].lo.text;
        let y = row.get(1).map_or("", |lane| &lane.lo.text);
        let z = row.get(2).map_or("", |lane| &lane.lo.text);
        let narrow = bits < 32;
        // Results in 32 bits that may pass the narrower type's range are brought back into it.
        let (text, saturate) = match name {
            Name::Min => (format!("min({x}, {y})"), false),
            Name::Max => (format!("max({x}, {y})"), false),
            Name::Clamp => (format!("min(max({x}, {y}), {z})"), false),
            Name::Abs if signed => (format!("abs({x})"), false),
            Name::Abs => (x.clone(), false),
            Name::AbsDiff => (format!("abs_diff_{suffix}({x}, {y})"), false),
            Name::AddSat if narrow => (format!("({x} + {y})"), true),
            Name::SubSat if narrow && signed => (format!("({x} - {y})"), true),
            Name::SubSat => (format!("sub_{suffix}_sat({x}, {y})"), false),
            Name::AddSat => (format!("add_{suffix}_sat({x}, {y})"), false),
            Name::Hadd => (format!("hadd_{suffix}({x}, {y})"), false),
            Name::Rhadd => (format!("rhadd_{suffix}({x}, {y})"), false),
            Name::Clz => {
                let bits_of = Self::bits(&row[0].lo, scalar);
                let masked = format!("({bits_of} & {}u)", mask(bits));
                (
                    format!("(countLeadingZeros({masked}) - {}u)", 32 - bits),
                    false,
                )
            }
            Name::Ctz => {
                let bits_of = Self::bits(&row[0].lo, scalar);
                (
                    format!("min(countTrailingZeros({bits_of}), {bits}u)"),
                    false,
                )
            }
            Name::Popcount => {
                let bits_of = Self::bits(&row[0].lo, scalar);
                (format!("countOneBits({bits_of} & {}u)", mask(bits)), false)
            }
            Name::MulHi if narrow => (format!("(({x} * {y}) >> {bits}u)"), false),
            Name::MulHi => (format!("mul_{suffix}_hi({x}, {y})"), false),
            Name::MadHi if narrow => (format!("((({x} * {y}) >> {bits}u) + {z})"), false),
            Name::MadHi => (format!("(mul_{suffix}_hi({x}, {y}) + {z})"), false),
            Name::MadSat if narrow => (format!("({x} * {y} + {z})"), true),
            Name::MadSat => (format!("mad_{suffix}_sat({x}, {y}, {z})"), false),
            Name::Mul24 => (format!("({x} * {y})"), false),
            Name::Mad24 => (format!("({x} * {y} + {z})"), false),
            Name::Rotate => {
                let (a, n) = (
                    Self::bits(&row[0].lo, scalar),
                    Self::bits(&row[1].lo, scalar),
                );
                let text = format!(
                    "rotate_u32({a} & {}u, {n} & {}u, {bits}u)",
                    mask(bits),
                    bits - 1
                );
                let lane = Lane::one(Atom::text(text));
                return Ok(self.integer_to_integer(&lane, Scalar::UInt, scalar));
            }
            Name::Upsample => {
                let high = Self::bits(&row[0].lo, scalar);
                let low = Self::bits(&row[1].lo, scalar);
                if to.size() == 8 {
                    return Ok(Lane::wide(Atom::text(low), Atom::text(high)));
                }
                let text = format!("(({high} << {bits}u) | ({low} & {}u))", mask(bits));
                let lane = Lane::one(Atom::text(text));
                return Ok(self.integer_to_integer(&lane, Scalar::UInt, to));
            }
            _ => return self.unknown(id, name),
        };
        let lane = Lane::one(Atom::text(text));
        let unsigned = matches!(name, Name::Clz | Name::Ctz | Name::Popcount | Name::AbsDiff)
            || name == Name::Abs && !signed;
        let from = match unsigned {
            true => Scalar::UInt,
            false => register,
        };
        if saturate {
            return self.convert(id, &lane, from, scalar, true, None);
        }
        Ok(match from == to {
            true => lane,
            false => self.integer_to_integer(&lane, from, to),
        })
    }

    fn of_wide(&mut self, id: ExprId, name: Name, scalar: Scalar, row: &[Lane]) -> Result<Lane> {
        let suffix = if scalar.is_signed() { "i64" } else { "u64" };
        let x = row[0].pair();
        let y = row.get(1).map(Lane::pair).unwrap_or_default();
        let z = row.get(2).map(Lane::pair).unwrap_or_default();
        let text = match name {
            Name::Min => format!("min_{suffix}({x}, {y})"),
            Name::Max => format!("max_{suffix}({x}, {y})"),
            Name::Clamp => format!("min_{suffix}(max_{suffix}({x}, {y}), {z})"),
            Name::Abs if scalar.is_signed() => format!("abs_64({x})"),
            Name::Abs => x,
            Name::AbsDiff => {
                let less = self.compare(BinaryOp::Less, scalar, &row[0], &row[1]);
                format!("select(sub_64({x}, {y}), sub_64({y}, {x}), {less})")
            }
            Name::AddSat => format!("add_{suffix}_sat({x}, {y})"),
            Name::SubSat => format!("sub_{suffix}_sat({x}, {y})"),
            Name::Hadd if scalar.is_signed() => {
                format!("add_64({x} & {y}, shr_i64({x} ^ {y}, 1u))")
            }
            Name::Hadd => format!("add_64({x} & {y}, shr_u64({x} ^ {y}, 1u))"),
            Name::Rhadd if scalar.is_signed() => {
                format!("sub_64({x} | {y}, shr_i64({x} ^ {y}, 1u))")
            }
            Name::Rhadd => format!("sub_64({x} | {y}, shr_u64({x} ^ {y}, 1u))"),
            Name::MulHi => format!("mul_{suffix}_hi({x}, {y})"),
            Name::MadHi => format!("add_64(mul_{suffix}_hi({x}, {y}), {z})"),
            Name::MadSat => format!("mad_{suffix}_sat({x}, {y}, {z})"),
            Name::Ctz => format!("vec2<u32>(ctz_64({x}), 0u)"),
            Name::Clz => format!("vec2<u32>(clz_64({x}), 0u)"),
            Name::Popcount => format!(
                "vec2<u32>(countOneBits({}) + countOneBits({}), 0u)",
                row[0].lo.text,
                row[0].hi().text
            ),
            Name::Rotate => {
                let n = &row[1].lo.text;
                format!("(shl_64({x}, {n}) | shr_u64({x}, (64u - ({n} & 63u)) & 63u))")
            }
            _ => return self.refuse(id, Reason::BuiltIn(format!("{} of 64 bits", name.text()))),
        };
        Ok(self.pair(&text))
    }
}

fn mask(bits: u32) -> u32 {
    u32::MAX >> (32 - bits)
}

fn is_integer_function(name: Name) -> bool {
    matches!(
        name,
        Name::Abs
            | Name::AbsDiff
            | Name::AddSat
            | Name::Hadd
            | Name::Rhadd
            | Name::Clamp
            | Name::Clz
            | Name::Ctz
            | Name::MadHi
            | Name::MadSat
            | Name::Max
            | Name::Min
            | Name::MulHi
            | Name::Rotate
            | Name::SubSat
            | Name::Upsample
            | Name::Popcount
            | Name::Mad24
            | Name::Mul24
    )
}
