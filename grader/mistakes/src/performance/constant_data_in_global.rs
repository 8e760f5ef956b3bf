//! # Small reference data in global memory
//!
//! A filter, a table of coefficients, some parameters: the data is small, it is only read, and all
//! work-items read the same element at the same time. Constant memory is made for this. Declare the
//! parameter `constant`, or write the table into the program with `constant` before it.
//!
//! A table that each work-item reads at another place is better left in global memory or copied to
//! local memory: constant memory is fast only where neighbours read the same element.
//!
//! ## Why it hurts
//!
//! On NVIDIA's and AMD's GPUs constant memory has a cache of its own that gives one word to a whole
//! warp in a step. A constant may even be read by the scalar unit or be part of an instruction. From
//! global memory the same word takes bandwidth and cache space of the other data. On a CPU constant
//! memory is ordinary memory, and the word only states the intent.
//!
//! ## Wrong
//! ```opencl
//! kernel void polynomial(global const float *factors, global const float *x, global float *y)
//! {
//!     int i = get_global_id(0);
//!     float sum = 0.0f;
//!     for (int k = 0; k < 5; k++) {
//!         sum = sum * x[i] + factors[k];
//!     }
//!     y[i] = sum;
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void polynomial(constant float *factors, global const float *x, global float *y)
//! {
//!     int i = get_global_id(0);
//!     float sum = 0.0f;
//!     for (int k = 0; k < 5; k++) {
//!         sum = sum * x[i] + factors[k];
//!     }
//!     y[i] = sum;
//! }
//! ```
//!
//! ## Source
//!
//! Cornelis, *GPGPU Training Supporting Document* (2014), section 3.2: very small reference data in
//! global memory is the first of its common mistakes.

use crate::analysis::counted;
use crate::analysis::index::{Access, Object, Pattern};
use crate::analysis::walk;
use crate::entry::{Family, Mistake};
use crate::simulated_run::{RunReporter, SimulatedRun};
use launch::{Argument, Level, MistakeId, Place, Symptom};
use opencl_c::program::{ExprKind, VarId};
use opencl_c::types::AddressSpace;
use std::collections::HashSet;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::ConstantDataInGlobal,
    level: Level::Performance,
    family: Family::Throughput,
    symptom: Symptom::Varies,
    chapter: 4,
    launch: "global: 512\nlocal: 64\nbuffer: factors float 5 iota read\nbuffer: x float 512 iota read\n\
             buffer: y float 512 uninit write",
    file: page_in!("constant_data_in_global.rs"),
    read: None,
    measure: Some(measure),
};

/// Bytes of "small": a sixteenth of the 64 KiB of constant memory that every device has (OpenCL 1.2,
/// `CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE`), so that several tables fit.
const MOST_BYTES: usize = 4096;

/// Work-items for each element: data of which there is as much as there are work-items grows with the
/// problem, and is small in this launch only.
const LEAST_ITEMS: usize = 16;

fn measure(run: &SimulatedRun<'_>, reporter: &mut RunReporter<'_>) {
    let Some(kernel) = counted::kernel(run).filter(|_| counted::is_worth_measuring(run)) else {
        return;
    };
    let items: usize = run.launch.range.global.iter().product();
    let loops = reporter.loops();
    let indices = &loops.indices;
    let all = indices.accesses(kernel);
    let counts = counted::counted(run, indices);
    // A read that only some work-items make, as of a single element to begin with, is not worth it.
    let often = |access: &Access<'_>| {
        let mut counts = counts.iter();
        let found = counts.find(|counted| counted.access.expr == access.expr);
        found.is_some_and(|found| found.counters.global.accesses >= items as u64 / 2)
    };
    let forwarded = forwarded(run);
    for (index, var) in run.kernel.vars[..run.kernel.parameters].iter().enumerate() {
        let id = VarId(index as u32);
        let Some(Argument::Buffer(buffer)) = counted::argument(run, id) else {
            continue;
        };
        let bytes = buffer.contents.len();
        let elements = bytes / buffer.element.size().max(1);
        if bytes == 0 || bytes > MOST_BYTES || elements * LEAST_ITEMS > items {
            continue;
        }
        let of_it: Vec<&Access<'_>> = all
            .iter()
            .filter(|access| access.object == Some(Object::Variable(id)))
            .collect();
        let same_for_all = |access: &&Access<'_>| {
            access.space == AddressSpace::Global
                && !access.writes
                && access.pattern == Pattern::Constant
        };
        if of_it.is_empty()
            || forwarded.contains(&id)
            || !of_it.iter().all(same_for_all)
            || !of_it.iter().any(|access| often(access))
        {
            continue;
        }
        let reads: u64 = counts
            .iter()
            .filter(|counted| counted.access.object == Some(Object::Variable(id)))
            .map(|counted| counted.counters.global.accesses)
            .sum();
        let place = run
            .program
            .sources
            .place(var.origin, var.origin, String::new(), true);
        reporter.add(
            Place {
                label: format!("{bytes} bytes, the same for every work-item"),
                ..place
            },
            format!(
                "{} is small reference data in global memory: {elements} element{}, read {reads} times",
                counted::name(run, of_it[0]),
                if elements == 1 { "" } else { "s" }
            ),
            "declare it `constant` instead of `global const`",
        );
    }
}

/// Pointer parameters that the kernel hands to a function or an asynchronous copy, where accesses
/// are not followed.
fn forwarded(run: &SimulatedRun<'_>) -> HashSet<VarId> {
    let program = run.program;
    let mut found = HashSet::new();
    walk::each_expression(program, &run.kernel.body, &mut |expr| {
        let (ExprKind::Call { arguments, .. } | ExprKind::Builtin { arguments, .. }) =
            &program.expr(expr).kind
        else {
            return;
        };
        for &argument in arguments {
            if program
                .types
                .as_pointer(program.expr(argument).ty)
                .is_none()
            {
                continue;
            }
            walk::below(program, argument, &mut |expr| {
                if let ExprKind::Variable(var) = program.expr(expr).kind {
                    found.insert(var);
                }
            });
        }
    });
    found
}
