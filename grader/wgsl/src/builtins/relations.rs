//! Relations, and choices by them (6.12.6).

use crate::convert::zero;
use crate::emit::Emit;
use crate::refusal::{Reason, Result};
use crate::value::{Atom, Lane, Value};
use opencl_c::builtin::Name;
use opencl_c::program::ExprId;
use opencl_c::types::Scalar;

impl Emit<'_> {
    pub(super) fn relation(
        &mut self,
        id: ExprId,
        name: Name,
        arguments: &[ExprId],
    ) -> Result<Option<Value>> {
        let expr = self.program.expr(id);
        match name {
            Name::Any | Name::All => {
                let (scalar, lanes) = self.lanes(arguments[0])?;
                let sign = if name == Name::Any { " || " } else { " && " };
                let bits: Vec<String> = lanes
                    .iter()
                    .map(|lane| self.top_bit(lane, scalar))
                    .collect();
                let truth = format!("({})", bits.join(sign));
                return Ok(Some(Value::Lanes(
                    Scalar::Int,
                    vec![Lane::one(Atom::truth(truth))],
                )));
            }
            Name::Select => {
                let (scalar, columns) = self.columns(&arguments[..2])?;
                let (of, conditions) = self.lanes(arguments[2])?;
                let many = columns[0].len() > 1;
                let lanes = (0..columns[0].len())
                    .map(|at| {
                        let truth = match many {
                            true => self.top_bit(&conditions[at], of),
                            false => self.truth(&conditions[at], of),
                        };
                        self.chosen(&truth, &columns[1][at], &columns[0][at])
                    })
                    .collect();
                return Ok(Some(Value::Lanes(scalar, lanes)));
            }
            Name::Bitselect => return self.bitselect(id, arguments).map(Some),
            _ => {}
        }
        let Some(form) = form(name) else {
            return Ok(None);
        };
        let (scalar, columns) = self.columns(arguments)?;
        // The least normal half is not the least normal float.
        let half = scalar == Scalar::Half && name != Name::Isnormal;
        if scalar != Scalar::Float && !half {
            return self.refuse(id, Reason::Type(scalar.name().to_owned()));
        }
        let (to, width) = self.shape(expr.ty, expr.origin)?;
        let mut lanes = Vec::new();
        for at in 0..columns[0].len() {
            let named = |emit: &mut Self, lane: &Lane| {
                let (_, lane) = emit.widened_half(lane, scalar);
                emit.named(&lane.lo.text)
            };
            let x = named(self, &columns[0][at]);
            let y = match columns.get(1) {
                Some(column) => named(self, &column[at]),
                None => zero(Scalar::Float).lo.text,
            };
            let truth = format!("({})", form.replace('X', &x).replace('Y', &y));
            lanes.push(match width {
                1 => Lane::one(Atom::truth(truth)),
                _ => self.mask(&truth, to),
            });
        }
        Ok(Some(Value::Lanes(to, lanes)))
    }

    fn bitselect(&mut self, id: ExprId, arguments: &[ExprId]) -> Result<Value> {
        let (scalar, columns) = self.columns(arguments)?;
        let mut lanes = Vec::new();
        let rows = columns[0].iter().zip(&columns[1]).zip(&columns[2]);
        for ((a, b), c) in rows {
            let pick = |a: &Atom, b: &Atom, c: &Atom, of| {
                let (a, b, c) = (Self::bits(a, of), Self::bits(b, of), Self::bits(c, of));
                format!("(({a} & ~({c})) | ({b} & {c}))")
            };
            let c = self.simple_lane(c);
            let bits = pick(&a.lo, &b.lo, &c.lo, scalar);
            let lane = match scalar.size() {
                8 => Lane::wide(
                    Atom::text(bits),
                    Atom::text(pick(&a.hi(), &b.hi(), &c.hi(), scalar)),
                ),
                _ => Lane::one(Atom::text(bits)),
            };
            lanes.push(match scalar {
                Scalar::Float => self.float_of_bits(&lane.lo.text, None),
                _ if scalar.size() == 8 => lane,
                _ => self.integer_to_integer(&lane, Scalar::UInt, scalar),
            });
        }
        let _ = id;
        Ok(Value::Lanes(scalar, lanes))
    }
}

/// A relation of X and Y as a `bool` of the shader, sure where one is no number.
fn form(name: Name) -> Option<&'static str> {
    Some(match name {
        Name::Isequal => "X == Y && !is_nan(X) && !is_nan(Y)",
        Name::Isnotequal => "X != Y || is_nan(X) || is_nan(Y)",
        Name::Isgreater => "X > Y && !is_nan(X) && !is_nan(Y)",
        Name::Isgreaterequal => "X >= Y && !is_nan(X) && !is_nan(Y)",
        Name::Isless => "X < Y && !is_nan(X) && !is_nan(Y)",
        Name::Islessequal => "X <= Y && !is_nan(X) && !is_nan(Y)",
        Name::Islessgreater => "X != Y && !is_nan(X) && !is_nan(Y)",
        Name::Isfinite => "(bitcast<u32>(X) & 0x7f800000u) != 0x7f800000u",
        Name::Isinf => "is_inf(X)",
        Name::Isnan => "is_nan(X)",
        Name::Isnormal => {
            "(bitcast<u32>(X) & 0x7f800000u) != 0x7f800000u && (bitcast<u32>(X) & 0x7f800000u) != 0u"
        }
        Name::Isordered => "!is_nan(X) && !is_nan(Y)",
        Name::Isunordered => "is_nan(X) || is_nan(Y)",
        Name::Signbit => "(bitcast<u32>(X) >> 31u) != 0u",
        _ => return None,
    })
}
