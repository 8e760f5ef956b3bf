//! The catalogue: each mistake's cases, what a fix makes of a program, and the words for what runs showed.

mod catalogue;
mod claims;
mod mend;
mod observed;
