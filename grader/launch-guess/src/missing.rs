//! Macros that the text uses and nobody defines: kernels get them from the host's build options. A size is
//! tried as 16, a type as `float`.

use opencl_c::check::{Checked, Rejected};
use opencl_c::compile;
use opencl_c::diagnostic::{Severity, Undeclared};
use opencl_c::preprocessor::{Includes, Options};

/// The value of a macro in whose place a number belongs.
const NUMBER: &str = "16";

/// The type of a macro in whose place a type belongs.
const TYPE: &str = "float";

/// Names in small letters that stand for a type.
const TYPES: [&str; 8] = [
    "real",
    "dtype",
    "scalar",
    "value_type",
    "data_t",
    "datatype",
    "real_t",
    "scalar_t",
];

/// Compilations at most: a macro may hide another.
const MOST_ROUNDS: usize = 8;

/// A macro that nobody defines, and what it was tried as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    pub name: String,
    pub tried: &'static str,
}

/// Compiles the program `text` called `name`, undefined macros tried; they are added to the definitions of
/// `options`. An error is that of the last try.
pub fn compile_with_missing(
    name: &str,
    text: &str,
    options: &mut Options,
    includes: &mut dyn Includes,
) -> (Result<Checked, Rejected>, Vec<Missing>) {
    let mut missing: Vec<Missing> = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let rejected = match compile(name, text, options, includes) {
            Ok(checked) => return (Ok(checked), missing),
            Err(rejected) => rejected,
        };
        let before = missing.len();
        for diagnostic in &rejected.diagnostics {
            if diagnostic.severity != Severity::Error {
                continue;
            }
            let Some(undeclared) = diagnostic.undeclared else {
                continue;
            };
            let name = rejected.sources.text(diagnostic.origin.spelling);
            let tried = match undeclared {
                Undeclared::Value if is_macro(name) => NUMBER,
                Undeclared::Type if is_macro(name) || TYPES.contains(&name) => TYPE,
                _ => continue,
            };
            if missing.iter().all(|known| known.name != name) {
                options.defines.push(format!("{name}={tried}"));
                missing.push(Missing {
                    name: name.to_owned(),
                    tried,
                });
            }
        }
        if missing.len() == before {
            return (Err(rejected), missing);
        }
    }
    (compile(name, text, options, includes), missing)
}

/// Is it written as macros are: capitals, digits, underscores?
fn is_macro(name: &str) -> bool {
    let capital =
        |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_';
    name.chars().all(capital)
        && name.starts_with(|first: char| first.is_ascii_uppercase() || first == '_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencl_c::preprocessor::NoIncludes;

    fn tried(text: &str) -> (bool, Vec<(String, &'static str)>) {
        let mut options = Options::default();
        let (result, missing) = compile_with_missing("k.cl", text, &mut options, &mut NoIncludes);
        let missing = missing.into_iter().map(|it| (it.name, it.tried));
        (result.is_ok(), missing.collect())
    }

    #[test]
    fn a_size_is_tried_as_16_and_a_type_as_float() {
        let text =
            "kernel void k(global REAL *a) { local REAL t[TILE]; t[0] = a[N - 1]; a[0] = t[0]; }";
        let (compiled, missing) = tried(text);
        assert!(compiled, "{missing:?}");
        let names = missing.iter().map(|(name, tried)| (name.as_str(), *tried));
        assert_eq!(
            names.collect::<Vec<_>>(),
            [("REAL", "float"), ("TILE", "16"), ("N", "16")]
        );
    }

    #[test]
    fn a_misspelt_variable_is_no_macro() {
        let (compiled, missing) = tried("kernel void k(global int *a) { a[0] = cuont; }");
        assert!(!compiled && missing.is_empty());
    }
}
