//! Small kernels as they turn up in programs, each of which a detective exercise hands out with one
//! mistake in it that the results alone do not explain. The sheets ask for the mistake's name.

use crate::AnyProblem;
use crate::sheet::{Diagnosis, Sheet};

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
        mistake: "data-race",
    },
    &Diagnosis {
        name: "case-silent-group",
        mistake: "barrier-in-divergent-loop",
    },
    &Diagnosis {
        name: "case-sudden-stop",
        mistake: "out-of-bounds",
    },
    &Diagnosis {
        name: "case-dented-outline",
        mistake: "missing-barrier",
    },
    &Diagnosis {
        name: "case-slow-sums",
        mistake: "uncoalesced-access",
    },
    &Diagnosis {
        name: "case-changing-picture",
        mistake: "cross-group-race",
    },
];
