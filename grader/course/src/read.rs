//! Reads the student's program before anything is built: what is wrong with it is told with its line and
//! a reason, and nothing runs.

use launch::{Finding, Source};
use opencl_c::diagnostic::Severity;
use opencl_c::preprocessor::{NoIncludes, Options};

/// What is wrong with a program; `None` where nothing is, or where it holds what the front end does not
/// analyse: then the device's compiler has the word.
pub(crate) fn errors_of(source: &Source) -> Option<Vec<Finding>> {
    let options = Options {
        defines: source
            .defines
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect(),
        ..Options::default()
    };
    let rejected =
        opencl_c::compile(&source.name, &source.text, &options, &mut NoIncludes).err()?;
    let severity = |severity| {
        let all = rejected.diagnostics.iter();
        all.filter(move |it| it.severity == severity)
    };
    if severity(Severity::Unsupported).next().is_some() {
        return None;
    }
    let errors = severity(Severity::Error);
    Some(errors.map(|it| it.to_finding(&rejected.sources)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(text: &str) -> Option<Vec<Finding>> {
        errors_of(&Source {
            name: "kernel.cl".to_owned(),
            text: text.to_owned(),
            defines: vec![("SIZE".to_owned(), "4".to_owned())],
        })
    }

    #[test]
    fn a_good_program_with_its_definitions_has_no_errors() {
        assert_eq!(
            errors("kernel void k(global int *y) { y[SIZE] = 1; }"),
            None
        );
    }

    #[test]
    fn an_error_comes_with_its_line() {
        let found =
            errors("kernel void k(global int *y) {\n  y[0] = lenght;\n}").expect("an error");
        assert_eq!(
            (found[0].mistake.as_str(), found[0].spans[0].line),
            ("compile-error", 2)
        );
    }

    #[test]
    fn what_is_not_analysed_is_left_to_the_device() {
        let text = "kernel void k(read_only image2d_t i, global int *y) { y[0] = lenght; }";
        assert_eq!(errors(text), None);
    }
}
