//! The front end: text in, checked program out.
//!
//! The phases are the modules, and data flows one way through them:
//!
//! 1. [`source`]: files, spans, and where each token came from.
//! 2. `lexer` and `preprocessor`: text to [`token`]s, macros expanded, their history kept.
//! 3. `syntax`: the tree; `parser`: tokens to tree, recovering from errors.
//! 4. `check`: types, conversions, overloads and the rules of the standard; tree to [`program`].
//! 5. [`program`]: the checked program, on which the simulator, the catalogue and the predictor stand.
//! 6. [`print`](mod@print): the program as text again, every conversion written out.
//!
//! [`compile()`] does all but the last, and [`written()`] and [`lexemes`] only the lexer's part. Invariants: no I/O (an `#include`
//! goes through a resolver that the caller gives), no panic and no deep recursion on any input, and limits are
//! errors with a place.
//!
//! ```
//! use opencl_c::compile;
//! use opencl_c::preprocessor::{NoIncludes, Options};
//!
//! let read = |text| compile("twice.cl", text, &Options::default(), &mut NoIncludes);
//!
//! let checked = read("kernel void twice(global float *x) { x[get_global_id(0)] *= 2; }").expect("a program");
//! let names: Vec<&str> = checked.program.kernels().map(|(_, kernel)| &*kernel.name).collect();
//! assert_eq!(names, ["twice"]);
//!
//! let rejected = read("kernel void twice(global float *x)\n{ y[0] = 2; }").expect_err("no `y`");
//! let finding = rejected.diagnostics[0].to_finding(&rejected.sources);
//! assert_eq!(finding.spans[0].line, 2);
//! ```

#![warn(missing_docs)]

pub mod builtin;
pub mod check;
mod compile;
pub mod diagnostic;
pub mod fix;
pub mod interner;
pub mod keyword;
pub mod lexemes;
mod lexer;
pub mod names;
pub mod parser;
pub mod preprocessor;
pub mod print;
pub mod program;
pub mod source;
pub mod stretch;
pub mod syntax;
pub mod token;
pub mod types;
mod written;

pub use compile::{Added, compile, compile_with_expression, compile_with_names};
pub use written::{Written, written};
