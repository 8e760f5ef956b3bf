//! The front end: programs it accepts, programs it refuses, and hostile text.

mod check;
mod hostile;
mod names;
mod preprocess;
mod soup;
