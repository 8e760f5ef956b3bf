//! Copies are found, and the course's own answers are not accused.

mod copies;
mod course;
mod material;
