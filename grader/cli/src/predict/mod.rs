//! A device's profile, and the forecast of a check.

pub(crate) mod forecast;
pub mod profiles;
