//! The edits of each kind, on small kernels: a folder a kind, each kernel with its edits beside it.

mod kinds;
mod passage;
mod reach;
mod searches;
