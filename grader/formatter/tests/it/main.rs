//! The formatter's tests: small cases, every OpenCL C file of the project, and texts that are none.

mod cases;
mod files;
mod lines;
mod texts;
