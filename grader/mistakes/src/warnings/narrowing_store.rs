//! # A float that may not fit where it is stored
//!
//! A `float` becomes an integer of 8 or 16 bits, most often a pixel, and nothing keeps it within
//! the range of that type: a sum of weighted neighbours may be -3 or 260. The result of that
//! conversion depends on the device. With the suffix `_sat` it is the nearest number that the type
//! holds.
//!
//! Where the range is known (a `clamp`, an average of bytes, a constant) nothing is reported.
//!
//! ## Why it hurts
//!
//! Devices differ. A CPU keeps the low bits, so that 260 becomes 4: a black spot in a white sky.
//! Many GPUs saturate without the suffix, and the mistake shows only on another device.
//! `convert_uchar_sat` costs one instruction at most on any of them.
//!
//! ## Wrong
//! ```opencl
//! kernel void sharpen(global const uchar *x, global uchar *y)
//! {
//!     size_t i = get_global_id(0) + 1;
//!     float value = 2.0f * x[i] - 0.5f * (x[i - 1] + x[i + 1]);
//!     y[i] = value;
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void sharpen(global const uchar *x, global uchar *y)
//! {
//!     size_t i = get_global_id(0) + 1;
//!     float value = 2.0f * x[i] - 0.5f * (x[i - 1] + x[i + 1]);
//!     y[i] = convert_uchar_sat_rte(value);
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.2.3.3: what a conversion out of range gives is
//! implementation-defined unless it saturates. Broxvall (2012) stores the float sums of a
//! convolution in `uchar` without saturation.

use crate::analysis::assignments::loaded;
use crate::analysis::range::Ranges;
use crate::analysis::walk;
use crate::entry::{Family, Mistake};
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Level, MistakeId, Symptom};
use opencl_c::program::{ExprId, ExprKind, Function, Program, VarId};
use opencl_c::types::Scalar;
use std::collections::HashSet;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::NarrowingStore,
    level: Level::Warning,
    family: Family::Numbers,
    symptom: Symptom::Varies,
    chapter: 20,
    launch: "global: 2\nbuffer: x uchar 4 values 10 12 11 10 read\nbuffer: y uchar 4 zeros",
    file: page_in!("narrowing_store.rs"),
    read: Some(read),
    measure: None,
};

fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    let program = analyses.program;
    for (function, assignments) in analyses.functions() {
        let ranges = Ranges::new(program, assignments);
        let compared = compared(program, function);
        walk::each_expression(program, &function.body, &mut |expr| {
            let node = program.expr(expr);
            let ExprKind::Convert {
                value,
                saturate: false,
                ..
            } = node.kind
            else {
                return;
            };
            let (Some((to, width)), Some((from, _))) =
                (node.ty.shape(), program.expr(value).ty.shape())
            else {
                return;
            };
            let Some((least, most)) = limits(to).filter(|_| from.is_floating()) else {
                return;
            };
            // Toward zero: what lies within one of the limits still fits.
            let fits = |(low, high): (f64, f64)| low > least - 1.0 && high < most + 1.0;
            if ranges.of(value).is_some_and(fits)
                || variables(program, value).any(|var| compared.contains(&var))
            {
                return;
            }
            let ty = match width {
                1 => to.name().to_owned(),
                _ => format!("{}{width}", to.name()),
            };
            let found = reporter
                .at(
                    Evidence::Likely,
                    value,
                    format!(
                        "nothing keeps this {} between {least} and {most}, all that `{ty}` can hold",
                        from.name()
                    ),
                )
                .label(format!("made a `{ty}` as it is"))
                .help(format!(
                    "write `convert_{ty}_sat(...)`, which gives the nearest number that fits"
                ));
            if function.kernel.is_some() {
                found.kernel(function);
            }
        });
    }
}

fn limits(scalar: Scalar) -> Option<(f64, f64)> {
    Some(match scalar {
        Scalar::Char => (-128.0, 127.0),
        Scalar::UChar => (0.0, 255.0),
        Scalar::Short => (-32768.0, 32767.0),
        Scalar::UShort => (0.0, 65535.0),
        _ => return None,
    })
}

/// The floating variables that a function compares with something: it may keep them in range so.
fn compared(program: &Program, function: &Function) -> HashSet<VarId> {
    let mut compared = HashSet::new();
    walk::each_expression(program, &function.body, &mut |expr| {
        if let ExprKind::Binary { op, left, right } = program.expr(expr).kind
            && op.is_comparison()
        {
            compared.extend(
                [left, right]
                    .into_iter()
                    .filter_map(|side| loaded(program, side)),
            );
        }
    });
    compared
}

/// The variables whose values a value is computed from.
fn variables(program: &Program, value: ExprId) -> impl Iterator<Item = VarId> {
    let mut found = Vec::new();
    walk::below(program, value, &mut |expr| {
        if let ExprKind::Variable(var) = program.expr(expr).kind {
            found.push(var);
        }
    });
    found.into_iter()
}
