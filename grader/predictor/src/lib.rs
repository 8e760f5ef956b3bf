//! Predicts how long a kernel will take, before it runs.
//!
//! The static model of A. Pöppel and A. Herz ("A Cache-Aware Performance Prediction Framework for GPGPU
//! Computations", 2015): operations and accesses are counted from the text of a kernel, each costs what
//! micro-benchmarks of the device found it to cost, and accesses cost by how their addresses lie. Their
//! model ends at loops, conditions and built-in functions; this one goes on.
//!
//! What a run counted ([`Counts`]) may take the place of what the text cannot tell: how often, and where. It is
//! data that somebody else made.
//!
//! Invariants: no I/O, and nothing of a kernel runs. A kernel outside the model gets a [`Refusal`] with its
//! place, never a number.

mod counts;
mod crowd;
mod formula;
mod four_rows;
mod graph;
mod lanes;
mod model;
mod price;
mod profile;
pub mod random;
mod reader;
mod refusal;
mod reuse;
mod shape;
mod steps;
mod traffic;
mod trial;
mod trips;
mod waking;
mod work;

pub use counts::{Access, Counts, Ran};
pub use formula::{Factor, Formula, Question, Term};
pub use graph::{Number, Operation};
pub use model::{Caches, Prediction, in_a_row, predict};
pub use price::{Part, Row, norm};
pub use profile::{
    About, Apart, Base, Chain, Cost, Far, Group, Hiding, Lone, Near, Private, Profile, Transfer,
    Vectors, Wide, between, key,
};
pub use reader::Kind;
pub use refusal::{At, Refusal, Why};
pub use shape::{Given, Shape};
pub use traffic::{Asked, Pattern, Traffic};
pub use trial::{Forecast, Model, NEAR, Score, Steadiness, Trial, histogram, middle};
pub use trips::{MOST_ROUNDS, Trip, TripError};
pub use work::{Work, read, read_counted, read_with};
