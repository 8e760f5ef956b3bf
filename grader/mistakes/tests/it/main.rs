//! The catalogue: each mistake's cases, and what a fix makes of a program.

mod catalogue;
mod mend;
