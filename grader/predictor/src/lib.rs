//! Predicts how long a kernel will take, before it runs.
//!
//! The static model follows A. Pöppel and A. Herz ("A Cache-Aware Performance Prediction Framework for GPGPU
//! Computations", 2015): operations and accesses are counted in the kernel's text, each costs what
//! micro-benchmarks of the device measured, and accesses are classified by how their addresses lie. Their model
//! ends at loops, conditions and built-in functions; this one covers them.
//!
//! The hybrid model replaces unknown execution counts and addresses with those that a run counted ([`Counts`]).
//! `MODEL.md` describes the CPU compiler's passes that the model accounts for, and the calibration.
//!
//! Invariants: no I/O, and no kernel runs. A kernel outside the model gets a [`Refusal`] with its place, never
//! a number.

mod access;
mod counts;
mod formula;
mod graph;
mod lanes;
mod model;
mod price;
mod profile;
pub mod random;
mod reader;
pub mod real;
mod refusal;
mod reuse;
mod sample;
mod shape;
mod steps;
mod timeline;
mod traffic;
mod trial;
mod trips;
mod waiting;
mod wake_up;
mod work;

pub use access::Kind;
pub use counts::{Access, Counts, RunCount};
pub use formula::{Factor, Formula, Question, Term};
pub use graph::{Number, Operation};
pub use model::{Caches, Prediction, back_to_back, predict};
pub use price::{Part, Row, norm};
pub use profile::{
    About, Base, ByDegree, Chain, Cost, Far, Latency, Level, Near, Overlap, Private, Profile,
    RandomRead, Transfer, Vectorisation, between, key,
};
pub use refusal::{At, Refusal, Why};
pub use shape::{Given, Shape};
pub use traffic::{Pattern, Request, Traffic};
pub use trial::{Forecast, Model, NEAR, Score, Steadiness, Trial, histogram, median};
pub use trips::{MOST_ROUNDS, Trip, TripError};
pub use work::{Work, read, read_counted, read_with};
