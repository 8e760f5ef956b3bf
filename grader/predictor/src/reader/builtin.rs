//! Calls of built-in functions: work-item functions, `vload` and `vstore`, atomics, arithmetic.

use super::{Place, Read, Reader, Value, wrapped};
use crate::access::Kind;
use crate::graph::Key;
use crate::lanes::Lanes;
use crate::refusal::Why;
use crate::steps::Steps;
use crate::timeline::Mark;
use opencl_c::builtin::Name;
use opencl_c::program::{Constant, ExprId, ExprKind};
use opencl_c::types::{AddressSpace, Scalar, TypeId};

impl Reader<'_> {
    /// The value of a call. Its accesses and operations go into the graph.
    pub(super) fn builtin(&mut self, name: Name, arguments: &[ExprId], id: ExprId) -> Read<Value> {
        if let Some(value) = self.work_item_function(name, arguments) {
            return Ok(value);
        }
        let program = self.program;
        let expr = program.expr(id);
        match name {
            Name::Barrier => {
                self.out.barriers += self.share();
                self.mark(Mark::Barrier);
                *self.versions.entry(None).or_default() += 1;
                return Ok(self.data(&[]));
            }
            Name::MemFence
            | Name::ReadMemFence
            | Name::WriteMemFence
            | Name::AtomicWorkItemFence
            | Name::Prefetch => {
                return Ok(self.data(&[]));
            }
            Name::Printf
            | Name::AsyncWorkGroupCopy
            | Name::AsyncWorkGroupStridedCopy
            | Name::WaitGroupEvents
            | Name::VloadHalf
            | Name::VloadaHalf
            | Name::VstoreHalf
            | Name::VstoreaHalf => {
                return self.refuse(expr.at, Why::Function(name.text().to_owned()));
            }
            Name::Vload => {
                let [index, pointer] = arguments else {
                    return self.refuse(expr.at, Why::Function(name.text().to_owned()));
                };
                let place = self.vector_at(*index, *pointer, expr.ty)?;
                return Ok(self.load(&place, expr.ty, id));
            }
            Name::Vstore => {
                let [value, index, pointer] = arguments else {
                    return self.refuse(expr.at, Why::Function(name.text().to_owned()));
                };
                let ty = program.expr(*value).ty;
                let value = self.expression(*value)?;
                let place = self.vector_at(*index, *pointer, ty)?;
                self.store(&place, value.clone(), ty, id);
                return Ok(value);
            }
            // An access of one element, whatever its order.
            Name::AtomicLoad => {
                let [pointer, ..] = arguments else {
                    return self.refuse(expr.at, Why::Function(name.text().to_owned()));
                };
                let place = self.element_at(*pointer)?;
                return Ok(self.load(&place, expr.ty, id));
            }
            Name::AtomicStore | Name::AtomicInit => {
                let [pointer, value, ..] = arguments else {
                    return self.refuse(expr.at, Why::Function(name.text().to_owned()));
                };
                let ty = program.expr(*value).ty;
                let value = self.expression(*value)?;
                let place = self.element_at(*pointer)?;
                self.store(&place, value.clone(), ty, id);
                return Ok(value);
            }
            // No calibration measures them.
            later
                if later.of_group().is_some()
                    || later.is_of_address()
                    || later.text().contains("sub_group")
                    || later.text().starts_with("dot_")
                    || later.text().starts_with("atomic_flag") =>
            {
                return self.refuse(expr.at, Why::Function(name.text().to_owned()));
            }
            of_image if of_image.of_image().is_some() => {
                return self.refuse(expr.at, Why::Function(name.text().to_owned()));
            }
            _ => {}
        }
        let values = arguments
            .iter()
            .map(|&argument| self.expression(argument))
            .collect::<Read<Vec<Value>>>()?;
        if name.text().starts_with("atomic_") {
            let space = arguments
                .first()
                .and_then(|&pointer| program.types.as_pointer(program.expr(pointer).ty))
                .map_or(AddressSpace::Global, |(_, _, space)| space);
            let (base, offset) = values.first().map_or((None, Lanes::DATA), |value| {
                (value.base, value.lanes.clone())
            });
            let access = self.access(id, base, space, Kind::Atomic, expr.ty, (&offset, None));
            let parents: Vec<u32> = values.iter().map(|value| value.node).collect();
            let value = self.data(&parents);
            self.out.graph.set_access(value.node, access);
            self.out.graph.root(value.node);
            *self.versions.entry(base).or_default() += 1;
            return Ok(value);
        }
        // The first argument determines the operation's type: `isless` of floats returns integers.
        let of = arguments
            .first()
            .map_or(expr.ty, |&first| program.expr(first).ty);
        let integer = of.as_scalar().filter(|scalar| scalar.is_integer());
        let lanes = match (integer, name, values.as_slice()) {
            (Some(_), Name::Min, [a, b]) => a.lanes.with(&b.lanes, |a, b| Some(a.min(b))),
            (Some(_), Name::Max, [a, b]) => a.lanes.with(&b.lanes, |a, b| Some(a.max(b))),
            (Some(_), Name::Clamp, [a, low, high]) => a
                .lanes
                .with(&low.lanes, |a, low| Some(a.max(low)))
                .with(&high.lanes, |a, high| Some(a.min(high))),
            (Some(_), Name::Abs, [a]) => a.lanes.map(i64::wrapping_abs),
            (Some(scalar), Name::Mul24, [a, b]) => a
                .lanes
                .with(&b.lanes, |a, b| Some(wrapped(a.wrapping_mul(b), scalar))),
            (Some(scalar), Name::Mad24, [a, b, c]) => a
                .lanes
                .with(&b.lanes, |a, b| Some(a.wrapping_mul(b)))
                .with(&c.lanes, |ab, c| Some(wrapped(ab.wrapping_add(c), scalar))),
            _ => Lanes::Unknown {
                same: values.iter().all(|value| value.lanes.is_same()),
            },
        };
        let parents: Vec<u32> = values.iter().map(|value| value.node).collect();
        let text = name.text();
        Ok(self.computed(
            text,
            expr.ty,
            Some((text, of)),
            expr.origin,
            &parents,
            lanes,
        ))
    }

    /// The vector that `vload` and `vstore` access.
    fn vector_at(&mut self, index: ExprId, pointer: ExprId, ty: TypeId) -> Read<Place> {
        let program = self.program;
        let (element, width) = ty.shape().unwrap_or((Scalar::Char, 1));
        let space = program
            .types
            .as_pointer(program.expr(pointer).ty)
            .map_or(AddressSpace::Private, |(_, _, space)| space);
        let index = self.expression(index)?;
        let pointer = self.expression(pointer)?;
        let size = i64::from(element.size()) * i64::from(width);
        let at = self.moved(&pointer, &index, size);
        Ok(in_memory(at, space))
    }

    /// The element that a pointer points to.
    fn element_at(&mut self, pointer: ExprId) -> Read<Place> {
        let program = self.program;
        let space = program
            .types
            .as_pointer(program.expr(pointer).ty)
            .map_or(AddressSpace::Global, |(_, _, space)| space);
        let at = self.expression(pointer)?;
        Ok(in_memory(at, space))
    }

    fn work_item_function(&mut self, name: Name, arguments: &[ExprId]) -> Option<Value> {
        let dimension = match arguments
            .first()
            .map(|&first| &self.program.expr(first).kind)
        {
            Some(ExprKind::Constant(Constant::Int(dimension))) => *dimension as usize,
            Some(ExprKind::Convert { value, .. }) => match self.program.expr(*value).kind {
                ExprKind::Constant(Constant::Int(dimension)) => dimension as usize,
                _ => return None,
            },
            Some(_) => return None,
            None => 0,
        };
        let sample = self.sample;
        let each = |ids: &[Vec<i64>; 3]| {
            ids.get(dimension)
                .map_or(Lanes::Same(0), |ids| Lanes::of(ids.clone()))
        };
        let size =
            |sizes: [u64; 3]| Lanes::Same(sizes.get(dimension).map_or(1, |&size| size as i64));
        let lanes = match name {
            Name::GetGlobalId => each(&sample.global),
            Name::GetLocalId => each(&sample.local),
            Name::GetGroupId => each(&sample.group),
            Name::GetGlobalSize => size(self.shape.global()),
            Name::GetLocalSize | Name::GetEnqueuedLocalSize => size(self.shape.local()),
            Name::GetNumGroups => size(self.shape.groups()),
            Name::GetGlobalOffset => Lanes::Same(0),
            Name::GetWorkDim => Lanes::Same(self.shape.range.global.len() as i64),
            Name::GetGlobalLinearId => linear(&sample.global, self.shape.global()),
            Name::GetLocalLinearId => linear(&sample.local, self.shape.local()),
            _ => return None,
        };
        let key = Key::WorkItem(name.text(), dimension as u64);
        let node = self.out.graph.value(key, None, 0.0, &[]);
        let steps = match name {
            Name::GetGlobalId | Name::GetLocalId => Steps::of_id(dimension),
            // The other dimensions' strides are sizes of the launch.
            Name::GetGlobalLinearId | Name::GetLocalLinearId => {
                Steps::of_id(0).plus(Steps::of_id(1).times(false))
            }
            _ => Steps::SAME,
        };
        Some(Value::new(node, lanes, Some(steps)))
    }
}

fn in_memory(at: Value, space: AddressSpace) -> Place {
    Place::Memory {
        base: at.base,
        offset: at.lanes,
        node: at.node,
        space,
        steps: at.steps,
    }
}

/// Ids of all dimensions as one number, dimension 0 fastest.
fn linear(ids: &[Vec<i64>; 3], sizes: [u64; 3]) -> Lanes {
    let [x, y, z] = ids;
    let (width, height) = (sizes[0] as i64, sizes[1] as i64);
    let numbers = x.iter().zip(y).zip(z);
    Lanes::of(
        numbers
            .map(|((x, y), z)| (z * height + y) * width + x)
            .collect::<Vec<_>>(),
    )
}
