//! # A vector of three components in memory
//!
//! A `float3` takes as much memory as a `float4`: 16 bytes, of which the last 4 are padding. A
//! buffer of `float3` is therefore not a buffer of packed triples. Where the host writes x, y, z,
//! x, y, z, the kernel reads x, y, z, skips the next x, and goes on wrong from there. The same
//! holds for `uchar3` and the rest, for fields of structs, and for a pointer to floats that is cast
//! to a pointer to `float3`.
//!
//! A private `float3` is as good as any other variable. `vload3` and `vstore3` read and write
//! packed triples.
//!
//! ## Why it hurts
//!
//! The language says so, for all hardware. With padding on the host too, the results are right, but
//! a quarter of what moves over the bus and through the GPU's memory is padding.
//!
//! ## Wrong
//! ```opencl
//! kernel void centre(global float3 *points, float3 middle)
//! {
//!     size_t i = get_global_id(0);
//!     points[i] -= middle;
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void centre(global float *points, float3 middle)
//! {
//!     size_t i = get_global_id(0);
//!     vstore3(vload3(i, points) - middle, i, points);
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.1.5: the size and alignment of a vector of three are those
//! of four. Broxvall (2012) concludes that writing `float3` or `uchar3` to memory is a bad idea.

use crate::analysis::walk;
use crate::entry::{Family, Mistake};
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Level, MistakeId, Symptom};
use opencl_c::program::{ExprKind, Program};
use opencl_c::types::{AddressSpace, Scalar, Type, TypeId};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::ThreeComponentVector,
    level: Level::Warning,
    family: Family::Numbers,
    symptom: Symptom::Varies,
    chapter: 21,
    launch: "global: 2\nbuffer: points float4 2 iota\nvalue: middle float4 1 2 3 0",
    file: page_in!("three_component_vector.rs"),
    read: Some(read),
    measure: None,
};

fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    let program = analyses.program;
    for (_, kernel) in program.kernels() {
        for argument in &kernel.vars[..kernel.parameters] {
            let Some((pointee, _, space)) = program.types.as_pointer(argument.ty) else {
                continue;
            };
            if !matches!(space, AddressSpace::Global | AddressSpace::Constant) {
                continue;
            }
            let (message, help) = match element(program, pointee) {
                Element::Triple(scalar) => (padded(&argument.name, scalar), PACKED),
                Element::Field(field, scalar) => (
                    format!(
                        "field `{field}` is a `{}3`, which takes {} bytes in memory, not {}",
                        scalar.name(),
                        scalar.size() * 4,
                        scalar.size() * 3
                    ),
                    "give the struct three scalar fields, or lay it out in the same way on the host",
                ),
                Element::Other => continue,
            };
            reporter
                .find(Evidence::Likely, argument.origin, argument.origin, message)
                .label("the host must leave room for the padding")
                .help(help)
                .kernel(kernel);
        }
    }
    for function in &program.functions {
        walk::each_expression(program, &function.body, &mut |expr| {
            let ExprKind::PointerCast(pointer) = program.expr(expr).kind else {
                return;
            };
            let to = program.types.as_pointer(program.expr(expr).ty);
            let from = program.types.as_pointer(program.expr(pointer).ty);
            let (Some((to, ..)), Some((from, ..))) = (to, from) else {
                return;
            };
            let Some((scalar, 3)) = to.as_vector() else {
                return;
            };
            if from != TypeId::scalar(scalar) {
                return;
            }
            let message = padded(&analyses.text(pointer), scalar);
            let found = reporter
                .at(Evidence::Likely, expr, message)
                .label("steps over packed triples")
                .help(PACKED);
            if function.kernel.is_some() {
                found.kernel(function);
            }
        });
    }
}

const PACKED: &str =
    "read packed triples with `vload3(i, p)` and write them with `vstore3(v, i, p)`";

fn padded(what: &str, scalar: Scalar) -> String {
    let what: String = what.chars().take(24).collect();
    format!(
        "each `{}3` of `{what}` takes {} bytes in memory, not {}",
        scalar.name(),
        scalar.size() * 4,
        scalar.size() * 3
    )
}

enum Element {
    Triple(Scalar),
    Field(String, Scalar),
    Other,
}

fn element(program: &Program, pointee: TypeId) -> Element {
    let mut ty = pointee;
    while let Type::Array { element, .. } = program.types.get(ty) {
        ty = *element;
    }
    if let Some((scalar, 3)) = ty.as_vector() {
        return Element::Triple(scalar);
    }
    if let Type::Record(record) = program.types.get(ty) {
        for field in &program.types.record(*record).fields {
            if let (Some((scalar, 3)), Some(name)) = (field.ty.as_vector(), &field.name) {
                return Element::Field(name.to_string(), scalar);
            }
        }
    }
    Element::Other
}
