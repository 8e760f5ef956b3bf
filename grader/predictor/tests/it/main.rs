//! What the predictor reads from kernels, and loops whose rounds depend on data.

mod reading;
mod rounds;
