//! A device's profile, and the forecast that a check makes from it.

pub(crate) mod forecast;
pub mod profiles;
