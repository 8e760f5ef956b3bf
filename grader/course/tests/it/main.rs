//! A check from end to end, on engines that the tests control, and the exercises themselves.

mod answers;
mod cheats;
mod check;
mod diagnosis;
mod exercises;
mod one_mistake;
mod ranges;
mod styles;
