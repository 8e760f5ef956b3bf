//! The built-in functions: how accurate they are, against wider references, and what they do at their
//! edges.

mod accuracy;
mod conversions;
mod edge_cases;
mod exact;

mod integers;
mod printf;
mod samples;
mod ulp;
mod vectors;
mod wide;
