//! Vector loads and stores, shuffles, geometry, asynchronous copies.

use super::work_items::Fence;
use crate::convert::zero;
use crate::emit::Emit;
use crate::refusal::{Reason, Result};
use crate::value::{Atom, Lane, Value};
use opencl_c::builtin::{Builtin, Name};
use opencl_c::program::{BinaryOp, ExprId};
use opencl_c::types::{Rounding, Scalar};

impl Emit<'_> {
    pub(super) fn vector_call(
        &mut self,
        id: ExprId,
        builtin: Builtin,
        arguments: &[ExprId],
    ) -> Result<Option<Value>> {
        let program = self.program;
        let expr = program.expr(id);
        let name = builtin.name;
        Ok(Some(match name {
            Name::Vload | Name::VloadHalf | Name::VloadaHalf => {
                let (scalar, width) = self.shape(expr.ty, expr.origin)?;
                let of = if name == Name::Vload {
                    scalar
                } else {
                    Scalar::Half
                };
                let (_, index) = self.lane(arguments[0])?;
                let pointer = self.pointer(arguments[1])?;
                let pointer = self.offset(&pointer, &index, step(name, of, width), false);
                let mut lanes = self.load_lanes(&pointer, of, width, false, expr.origin)?;
                if of != scalar {
                    for lane in &mut lanes {
                        *lane = self.widened_half(lane, of).1;
                    }
                }
                Value::Lanes(scalar, lanes)
            }
            Name::Vstore | Name::VstoreHalf | Name::VstoreaHalf => {
                let (scalar, mut lanes) = self.lanes(arguments[0])?;
                let of = if name == Name::Vstore {
                    scalar
                } else {
                    Scalar::Half
                };
                let exact = matches!(builtin.rounding, None | Some(Rounding::NearestEven));
                if of != scalar && (scalar != Scalar::Float || !exact) {
                    return self.unknown(id, name);
                }
                let (_, index) = self.lane(arguments[1])?;
                let pointer = self.pointer(arguments[2])?;
                let bytes = step(name, of, lanes.len() as u8);
                let pointer = self.offset(&pointer, &index, bytes, false);
                if of != scalar {
                    for lane in &mut lanes {
                        *lane = self.narrowed_half(lane.clone(), of);
                    }
                }
                self.store_lanes(&pointer, of, &lanes, false);
                Value::Nothing
            }
            Name::VecStep => {
                let width = program
                    .expr(arguments[0])
                    .ty
                    .shape()
                    .map_or(1, |shape| shape.1);
                let width = if width == 3 { 4 } else { width };
                Value::Lanes(Scalar::Int, vec![Lane::one(Atom::i32(width.into()))])
            }
            Name::Shuffle | Name::Shuffle2 => {
                let (scalar, mut all) = self.lanes(arguments[0])?;
                if name == Name::Shuffle2 {
                    all.extend(self.lanes(arguments[1])?.1);
                }
                let all: Vec<Lane> = all.iter().map(|lane| self.simple_lane(lane)).collect();
                let (_, mask) = self.lanes(arguments[arguments.len() - 1])?;
                let lanes = mask.iter().map(|mask| self.picked(&all, mask)).collect();
                Value::Lanes(scalar, lanes)
            }
            Name::Dot
            | Name::Length
            | Name::FastLength
            | Name::Distance
            | Name::FastDistance
            | Name::Normalize
            | Name::FastNormalize
            | Name::Cross => {
                return self.geometry(id, name, arguments).map(Some);
            }
            Name::DotPackedUu | Name::DotPackedSs | Name::DotPackedUs | Name::DotPackedSu => {
                self.packed_dot(id, name, arguments)?
            }
            Name::AsyncWorkGroupCopy | Name::AsyncWorkGroupStridedCopy => {
                self.copy_together(id, name, arguments)?;
                Value::Nothing
            }
            Name::WaitGroupEvents => {
                self.barrier(Fence::LocalAndGlobal);
                Value::Nothing
            }
            _ => return Ok(None),
        }))
    }

    /// The component that a mask's component names.
    fn picked(&mut self, all: &[Lane], mask: &Lane) -> Lane {
        if let Some(known) = mask.lo.known {
            return all[known as usize % all.len()].clone();
        }
        let index = self.named(&format!("u32({}) & {}u", mask.lo.text, all.len() - 1));
        let mut picked = all[0].clone();
        for (at, lane) in all.iter().enumerate().skip(1) {
            let chosen = self.chosen(&format!("{index} == {at}u"), lane, &picked);
            picked = self.simple_lane(&chosen);
        }
        picked
    }

    fn geometry(&mut self, id: ExprId, name: Name, arguments: &[ExprId]) -> Result<Value> {
        let (scalar, columns) = self.columns(arguments)?;
        if scalar != Scalar::Float {
            return self.dot_of_integers(id, &columns, arguments);
        }
        let columns: Vec<Vec<Lane>> = columns
            .iter()
            .map(|column| column.iter().map(|lane| self.simple_lane(lane)).collect())
            .collect();
        let sum = |a: &[Lane], b: &[Lane]| {
            let products = a.iter().zip(b);
            let products: Vec<String> = products
                .map(|(a, b)| format!("{} * {}", a.lo.text, b.lo.text))
                .collect();
            format!("({})", products.join(" + "))
        };
        let one = |text: String| Value::Lanes(Scalar::Float, vec![Lane::one(Atom::text(text))]);
        Ok(match name {
            Name::Dot => one(sum(&columns[0], &columns[1])),
            Name::Length | Name::FastLength => {
                let scaled = self.length(&columns[0]);
                one(scaled)
            }
            Name::Distance | Name::FastDistance => {
                let mut differences = Vec::new();
                for (a, b) in columns[0].iter().zip(&columns[1]) {
                    let lane = self.binary(id, BinaryOp::Subtract, Scalar::Float, a, b)?;
                    differences.push(self.simple_lane(&lane));
                }
                one(self.length(&differences))
            }
            Name::Cross => {
                let (a, b) = (&columns[0], &columns[1]);
                let part = |i: usize, j: usize| {
                    let text = format!(
                        "({} * {} - {} * {})",
                        a[i].lo.text, b[j].lo.text, a[j].lo.text, b[i].lo.text
                    );
                    Lane::one(Atom::text(text))
                };
                let mut lanes = vec![part(1, 2), part(2, 0), part(0, 1)];
                if a.len() == 4 {
                    lanes.push(zero(Scalar::Float));
                }
                Value::Lanes(Scalar::Float, lanes)
            }
            _ => {
                let text = self.length(&columns[0]);
                let length = self.named(&text);
                let lanes = columns[0]
                    .iter()
                    .map(|lane| {
                        let x = &lane.lo.text;
                        Lane::one(Atom::text(format!(
                            "select({x} / {length}, {x}, {length} == 0.0f)"
                        )))
                    })
                    .collect();
                Value::Lanes(Scalar::Float, lanes)
            }
        })
    }

    /// The length of a vector, scaled so that no square passes the range.
    fn length(&mut self, lanes: &[Lane]) -> String {
        if let [one] = lanes {
            return format!("abs({})", one.lo.text);
        }
        let greatest = lanes
            .iter()
            .map(|lane| format!("abs({})", lane.lo.text))
            .reduce(|a, b| format!("max({a}, {b})"))
            .unwrap_or_default();
        let scale = self.named(&format!(
            "ldexp_of(1.0f, clamp(ilogb_of({greatest}), -100i, 100i))"
        ));
        let squares: Vec<String> = lanes
            .iter()
            .map(|lane| {
                let name = self.named(&format!("{} / {scale}", lane.lo.text));
                format!("{name} * {name}")
            })
            .collect();
        format!("(sqrt({}) * {scale})", squares.join(" + "))
    }

    /// The product of four bytes in a word with four others, each signed or not.
    fn packed_dot(&mut self, id: ExprId, name: Name, arguments: &[ExprId]) -> Result<Value> {
        let (first, second) = match name {
            Name::DotPackedSs => (true, true),
            Name::DotPackedUs => (false, true),
            Name::DotPackedSu => (true, false),
            _ => (false, false),
        };
        let (_, a) = self.lane(arguments[0])?;
        let (_, b) = self.lane(arguments[1])?;
        let (a, b) = (self.named(&a.lo.text), self.named(&b.lo.text));
        let byte = |word: &str, signed: bool, at: u32| match signed {
            true => format!("extractBits(bitcast<i32>({word}), {at}u, 8u)"),
            false => format!("bitcast<i32>(extractBits({word}, {at}u, 8u))"),
        };
        let products: Vec<String> = [0, 8, 16, 24]
            .map(|at| format!("{} * {}", byte(&a, first, at), byte(&b, second, at)))
            .to_vec();
        let sum = Lane::one(Atom::text(format!("({})", products.join(" + "))));
        let (to, _) = self.shape(self.program.expr(id).ty, self.program.expr(id).origin)?;
        let lane = self.integer_to_integer(&sum, Scalar::Int, to);
        Ok(Value::Lanes(to, vec![lane]))
    }

    fn dot_of_integers(
        &mut self,
        id: ExprId,
        columns: &[Vec<Lane>],
        arguments: &[ExprId],
    ) -> Result<Value> {
        let expr = self.program.expr(id);
        let (to, _) = self.shape(expr.ty, expr.origin)?;
        if to.size() == 8 || columns.len() != 2 {
            return self.refuse(id, Reason::Expression("this product of vectors"));
        }
        let origin = expr.origin;
        let mut sum = zero(to);
        for at in 0..columns[0].len() {
            let mut parts = Vec::new();
            for (column, &argument) in columns.iter().zip(arguments) {
                let (from, _) = self.shape(self.program.expr(argument).ty, origin)?;
                parts.push(self.integer_to_integer(&column[at], from, to));
            }
            let product = self.binary(id, BinaryOp::Multiply, to, &parts[0], &parts[1])?;
            sum = self.binary(id, BinaryOp::Add, to, &sum, &product)?;
        }
        Ok(Value::Lanes(to, vec![sum]))
    }

    /// A copy by all of a work-group, each work-item its share.
    fn copy_together(&mut self, id: ExprId, name: Name, arguments: &[ExprId]) -> Result<()> {
        let program = self.program;
        let origin = program.expr(id).origin;
        let (to, from) = (self.pointer(arguments[0])?, self.pointer(arguments[1])?);
        let (to, from) = (self.fixed_pointer(&to), self.fixed_pointer(&from));
        let (_, count) = self.lane(arguments[2])?;
        let count = self.named(&count.lo.text);
        let mut strides = (Lane::one(Atom::u32(1)), Lane::one(Atom::u32(1)));
        if name == Name::AsyncWorkGroupStridedCopy {
            let (_, stride) = self.lane(arguments[3])?;
            let stride = self.fixed_lane(&stride);
            let reads_local = program
                .types
                .as_pointer(program.expr(arguments[1]).ty)
                .is_some_and(|(_, _, space)| space == opencl_c::types::AddressSpace::Local);
            match reads_local {
                true => strides.0 = stride,
                false => strides.1 = stride,
            }
        }
        let Some((pointee, ..)) = program.types.as_pointer(program.expr(arguments[0]).ty) else {
            return self.unknown(id, name);
        };
        let (scalar, width) = self.shape(pointee, origin)?;
        let size = program.types.size(pointee).unwrap_or(4) as i64;
        let group: u32 = self.launch.local.iter().product();
        // What was read or written there before is done.
        self.barrier(Fence::LocalAndGlobal);
        let index = self.fresh();
        self.open(&format!(
            "for (var {index} = item_index; {index} < {count}; {index} += {group}u) {{"
        ));
        let at = |stride: &Lane| Lane::one(Atom::text(format!("({index} * {})", stride.lo.text)));
        let source = self.offset(&from, &at(&strides.1), size, false);
        let lanes = self.load_lanes(&source, scalar, width, width > 1, origin)?;
        let target = self.offset(&to, &at(&strides.0), size, false);
        self.store_lanes(&target, scalar, &lanes, width > 1);
        self.close("}");
        Ok(())
    }
}

/// Bytes from one vector of these components to the next: the aligned functions have vectors of three in the place of
/// four.
fn step(name: Name, scalar: Scalar, width: u8) -> i64 {
    let aligned = matches!(name, Name::VloadaHalf | Name::VstoreaHalf);
    i64::from(scalar.size()) * i64::from(if aligned && width == 3 { 4 } else { width })
}
