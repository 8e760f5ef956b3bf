//! # An async copy that not the whole work-group makes together
//!
//! `async_work_group_copy` and `wait_group_events` are calls of the work-group: every work-item has
//! to make them, with the same arguments. Here only some do (the call stands under a condition that
//! differs between them, or some have returned), or each asks for another copy.
//!
//! A condition that is the same for the whole group is fine, and so is a pointer that depends on
//! `get_group_id`.
//!
//! ## Why it hurts
//!
//! A device may split one copy over all work-items of the group; then the part of the absent ones is
//! missing. It may also let a single one of them start the copy unit; if that one is absent, nothing
//! is copied. On a CPU, where a work-group runs as loops between its barriers, the call breaks the
//! loop as a barrier under a condition does.
//!
//! ## Wrong
//! ```opencl
//! kernel void reverse(global const float *x, global float *y)
//! {
//!     local float tile[4];
//!     int lid = get_local_id(0);
//!     event_t copied = 0;
//!     if (lid == 0) {
//!         copied = async_work_group_copy(tile, x, 4, 0);
//!     }
//!     wait_group_events(1, &copied);
//!     y[lid] = tile[3 - lid];
//! }
//! ```
//!
//! ## Right
//!
//! All work-items call it, and it is still one copy:
//!
//! ```opencl
//! kernel void reverse(global const float *x, global float *y)
//! {
//!     local float tile[4];
//!     int lid = get_local_id(0);
//!     event_t copied = async_work_group_copy(tile, x, 4, 0);
//!     wait_group_events(1, &copied);
//!     y[lid] = tile[3 - lid];
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.12.10: the copy is performed by all work-items of the group,
//! which must come to the call with the same argument values.

use crate::analysis::barriers::each_parted;
use crate::analysis::uniformity::Class;
use crate::entry::{Family, Mistake};
use crate::observed::words::Words;
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Level, MistakeId, Symptom};
use opencl_c::builtin::Name;
use opencl_c::program::ExprKind;
use simulator::CopyDivergence;
use std::collections::HashSet;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::DivergentAsyncCopy,
    level: Level::Error,
    family: Family::Waiting,
    symptom: Symptom::Hangs,
    chapter: 11,
    launch: "global: 4\nlocal: 4\nbuffer: x float 4 iota read\nbuffer: y float 4 zeros",
    file: page_in!("divergent_async_copy.rs"),
    read: Some(read),
    measure: None,
};

pub(crate) fn words(divergence: CopyDivergence) -> Words {
    let message = match divergence {
        CopyDivergence::SomeCopy => "only some work-items of the group reach this async copy",
        CopyDivergence::Arguments => {
            "work-items of the group call this async copy with different arguments"
        }
        CopyDivergence::SomeWait => "only some work-items of the group wait for this event",
        CopyDivergence::Events => "work-items of the group wait for different events",
    };
    Words::new(message)
        .help("every work-item of the group must make the call, with the same arguments")
}

fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    let mut told = HashSet::new();
    each_parted(&analyses.barriers, |found| {
        let call = found.barrier.call;
        let name = found.barrier.name;
        if name == Name::Barrier || name.of_group().is_some() || !told.insert(call) {
            return;
        }
        let (message, label) = if found.barrier.name == Name::WaitGroupEvents {
            (
                "not every work-item of a work-group may wait for this copy",
                "the whole group must wait together",
            )
        } else {
            (
                "not every work-item of a work-group may make this async copy",
                "the whole group must make it together",
            )
        };
        reporter
            .at(Evidence::Likely, call, message)
            .label(label)
            .with_expr(
                found.condition,
                analyses.because(found.condition, found.cause),
            )
            .help("let every work-item of the group make the call, with the same arguments")
            .kernel(analyses.function(found.kernel));
    });
    for (kernel, calls) in &analyses.barriers {
        for copy in calls {
            let ExprKind::Builtin { builtin, arguments } = &analyses.expr(copy.call).kind else {
                continue;
            };
            let is_copy = !matches!(builtin.name, Name::Barrier | Name::WaitGroupEvents)
                && builtin.name.of_group().is_none();
            // The event, which comes last, is the group's own affair.
            let given = arguments.split_last().map_or(&[][..], |(_, given)| given);
            let differs = given
                .iter()
                .find_map(|&argument| match analyses.class(argument) {
                    Class::Varying(cause) => Some((argument, cause)),
                    Class::Uniform | Class::Unknown => None,
                });
            if let Some((argument, cause)) = differs.filter(|_| is_copy)
                && told.insert(copy.call)
            {
                let message = "work-items of a work-group may ask for different copies here";
                reporter
                    .at(Evidence::Likely, copy.call, message)
                    .label("one copy of the whole group")
                    .with_expr(argument, analyses.because(argument, cause))
                    .help("give the same arguments in every work-item of the group")
                    .kernel(analyses.function(*kernel));
            }
        }
    }
}
