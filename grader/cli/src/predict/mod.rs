//! A device's profile, and the forecast of a check.

#[cfg(feature = "full")]
pub(crate) mod forecast;
#[cfg(not(feature = "full"))]
#[path = "no_forecast.rs"]
pub(crate) mod forecast;
#[cfg(feature = "full")]
pub mod profiles;
