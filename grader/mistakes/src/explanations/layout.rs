//! Buffers of elements that are longer on the device than their parts: records with padding, vectors of
//! three components.

use super::Text;
use super::places::pointer;
use crate::analysis::walk;
use launch::Finding;
use opencl_c::program::{ExprId, ExprKind, Program};
use opencl_c::types::{AddressSpace, Type, TypeId};

/// A host that lays its elements out without the padding makes the buffer too small.
pub(super) fn explain(text: &Text<'_>, finding: &mut Finding) {
    let program = text.program;
    let Some(place) = finding.spans.first() else {
        return;
    };
    let found = text.places.at(place).iter();
    let Some(pointer) = found.copied().find_map(|(_, expr)| pointer(program, expr)) else {
        return;
    };
    let Some((_, _, AddressSpace::Global | AddressSpace::Constant)) =
        program.types.as_pointer(program.expr(pointer).ty)
    else {
        return;
    };
    let Some(element) = element(program, pointer) else {
        return;
    };
    if let Some(help) = padding(program, element) {
        finding.help = help;
    }
}

/// What the innermost pointer that is moved points to: the element of the buffer.
fn element(program: &Program, pointer: ExprId) -> Option<TypeId> {
    let mut found = None;
    walk::below(program, pointer, &mut |expr| {
        if let ExprKind::PointerOffset { pointer, .. } = program.expr(expr).kind {
            found = program
                .types
                .as_pointer(program.expr(pointer).ty)
                .map(|(element, _, _)| element);
        }
    });
    found
}

fn padding(program: &Program, element: TypeId) -> Option<String> {
    let size = program.types.size(element)?;
    match program.types.get(element) {
        Type::Vector(scalar, 3) => Some(format!(
            "a `{0}3` takes {size} bytes on the device, as a `{0}4` does: let the host reserve {size} bytes \
             for each (`cl_{0}3`), or read three numbers with `vload3`; if it does, guard the access",
            scalar.name()
        )),
        Type::Record(record) => {
            let record = program.types.record(*record);
            if record.is_union {
                return None;
            }
            let mut end = 0;
            let mut gap = None;
            let mut before = String::new();
            for field in &record.fields {
                let name = field.name.as_deref().unwrap_or("its part");
                if field.offset > end && gap.is_none() {
                    gap = Some((field.offset - end, format!("behind `{before}`")));
                }
                if let Type::Vector(_, 3) = program.types.get(field.ty) {
                    let bytes = program.types.size(field.ty).unwrap_or(0) / 4;
                    gap = gap.or(Some((bytes, format!("at the end of `{name}`"))));
                }
                end = field.offset + program.types.size(field.ty)?;
                before = name.to_owned();
            }
            if size > end && gap.is_none() {
                gap = Some((size - end, "at its end".to_owned()));
            }
            let (bytes, side) = gap?;
            Some(format!(
                "an element takes {size} bytes on the device, {bytes} of them padding {side}: lay it out \
                 alike on the host, with the types of cl.h (`cl_int`, `cl_float4`); if it is, guard the \
                 access"
            ))
        }
        _ => None,
    }
}
