//! The built-in functions: how accurate they are, against wider references, and what they do at their
//! edges.

mod accuracy;
mod samples;
mod ulp;
mod wide;
