//! The front end: programs it accepts, programs it refuses, and hostile text.

mod check;
mod hostile;
mod preprocess;
mod soup;
