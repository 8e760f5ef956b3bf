//! The advice that the snapshots of the reports show, followed.

mod helps;
mod reports;
mod snapshots;
