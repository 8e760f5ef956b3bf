//! Small kernels as they turn up in programs, each of which a detective exercise hands out with one
//! mistake in it that the results alone do not explain. The sheets ask for the mistake's name.

use crate::AnyProblem;
use crate::sheet::{Diagnosis, Sheet};
use launch::MistakeId;

mod columns;
mod curves;
mod marks;
mod outlines;
mod roots;
mod wavelets;

pub use columns::Columns;
pub use curves::Curves;
pub use marks::Marks;
pub use outlines::Outlines;
pub use roots::Roots;
pub use wavelets::Wavelets;

/// The problems of this topic, in the order of the course.
pub(crate) static PROBLEMS: &[&dyn AnyProblem] =
    &[&Marks, &Roots, &Curves, &Outlines, &Columns, &Wavelets];

/// The sheets of this topic, in the order of the course.
pub(crate) static SHEETS: &[&dyn Sheet] = &[
    &Diagnosis {
        name: "case-missing-mark",
        mistake: MistakeId::DataRace,
    },
    &Diagnosis {
        name: "case-silent-group",
        mistake: MistakeId::BarrierInDivergentLoop,
    },
    &Diagnosis {
        name: "case-sudden-stop",
        mistake: MistakeId::OutOfBounds,
    },
    &Diagnosis {
        name: "case-dented-outline",
        mistake: MistakeId::MissingBarrier,
    },
    &Diagnosis {
        name: "case-slow-sums",
        mistake: MistakeId::UncoalescedAccess,
    },
    &Diagnosis {
        name: "case-changing-picture",
        mistake: MistakeId::CrossGroupRace,
    },
];
