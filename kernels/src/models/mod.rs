//! Small kernels with which the chapters on the models show one thing each. They are problems like
//! the exercises', so that what the book prints is compiled, run and compared in the tests.

mod branches;
mod ids;
mod smooth;

pub use branches::{Arrangement, Branches};
pub use ids::{Case as IdsCase, Ids};
pub use smooth::Smooth;
