//! Small kernels with which the chapters on the models show one thing each. They are problems like
//! the exercises', so that what the book prints is compiled, run and compared in the tests.

use crate::{AnyProblem, Sheet};

mod branches;
mod device_query;
mod ids;
mod smooth;

pub use branches::{Arrangement, Branches};
pub use device_query::DeviceQuery;
pub use ids::{Case as IdsCase, Ids};
pub use smooth::Smooth;

/// The problems of this topic, in the order of the course.
pub(crate) static PROBLEMS: &[&dyn AnyProblem] = &[
    &Ids,
    &Branches(Arrangement::Interleaved),
    &Branches(Arrangement::Together),
    &Smooth,
];

/// The sheets of this topic.
pub(crate) static SHEETS: &[&dyn Sheet] = &[&DeviceQuery];
