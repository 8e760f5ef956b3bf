//! What the predictor reads from kernels, and loops whose rounds depend on data.

mod bounds;
mod reading;
mod rounds;
