//! Does a student's kernel take what the exercise gives it? Told from what the device's compiler
//! reports, so that a mismatch is shown as two signatures instead of as garbage in memory.

use crate::report::Verdict;
use kernels::Signature;
use launch::nearest;
use launch::protocol::{Kernel, Parameter};
use launch::{ElementType, Scalar};

/// The verdict on a built program whose kernels cannot take the launches of `expected`; nothing
/// where they can, or where the device doesn't tell.
pub(crate) fn misfit(expected: &Signature, kernels: &[Kernel]) -> Option<Verdict> {
    let names = || kernels.iter().map(|kernel| kernel.name.as_str());
    let Some(kernel) = kernels.iter().find(|kernel| kernel.name == expected.kernel) else {
        return Some(Verdict::NoSuchKernel {
            expected: expected.clone(),
            found: names().map(str::to_owned).collect(),
            nearest: nearest(&expected.kernel, names()).map(str::to_owned),
        });
    };
    let parameters = kernel.parameters.as_ref()?;
    let first = first_misfit(&expected.parameters, parameters)?;
    Some(Verdict::OtherArguments {
        expected: expected.clone(),
        found: Some(Signature {
            kernel: kernel.name.clone(),
            parameters: parameters.clone(),
        }),
        first: Some(first),
        detail: String::new(),
    })
}

/// The first position at which a parameter of one list cannot stand for that of the other.
fn first_misfit(expected: &[Parameter], found: &[Parameter]) -> Option<usize> {
    let pairs = expected.iter().zip(found);
    let differing = pairs.map(|(expected, found)| fits(expected, found));
    differing
        .into_iter()
        .position(|fits| !fits)
        .or((expected.len() != found.len()).then(|| expected.len().min(found.len())))
}

/// Can `found` be given what `expected` is given? The same room in the same address space, floating
/// or not: an `int` for a `uint` is no misfit. A type that we cannot read may be any.
fn fits(expected: &Parameter, found: &Parameter) -> bool {
    let (expected_type, expected_depth) = parts(&expected.type_name);
    let (found_type, found_depth) = parts(&found.type_name);
    if expected_depth != found_depth || expected.address_space != found.address_space {
        return false;
    }
    match (read(&expected_type), read(&found_type)) {
        (Some(expected), Some(found)) => {
            expected.width == found.width
                && expected.scalar.size() == found.scalar.size()
                && expected.scalar.is_floating() == found.scalar.is_floating()
        }
        _ => true,
    }
}

/// A type's name without qualifiers, and how many pointers lead to it.
fn parts(type_name: &str) -> (String, usize) {
    const QUALIFIERS: [&str; 7] = [
        "const", "volatile", "restrict", "global", "local", "constant", "private",
    ];
    let depth = type_name.matches('*').count();
    let without_pointers = type_name.replace('*', " ");
    let words: Vec<&str> = without_pointers
        .split_whitespace()
        .filter(|word| !QUALIFIERS.contains(&word.trim_start_matches('_')))
        .collect();
    (words.join(" "), depth)
}

/// The element type of that name; C's longer spellings are read too.
fn read(name: &str) -> Option<ElementType> {
    let scalar = match name {
        "unsigned char" => Scalar::UChar,
        "unsigned short" => Scalar::UShort,
        "unsigned" | "unsigned int" => Scalar::UInt,
        "unsigned long" => Scalar::ULong,
        "signed char" => Scalar::Char,
        "signed int" | "signed" => Scalar::Int,
        other => return other.parse().ok(),
    };
    Some(scalar.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saxpy() -> Signature {
        kernels::problem("saxpy").unwrap().signature()
    }

    fn verdict(name: &str, parameters: &[(&str, &str, &str)]) -> Option<Verdict> {
        let kernel = Kernel {
            name: name.to_owned(),
            parameters: Some(Signature::new(name, parameters).parameters),
        };
        misfit(&saxpy(), &[kernel])
    }

    fn first(parameters: &[(&str, &str, &str)]) -> Option<usize> {
        match verdict("saxpy", parameters)? {
            Verdict::OtherArguments { first, .. } => first,
            other => panic!("{other:?}"),
        }
    }

    const A: (&str, &str, &str) = ("private", "float", "a");
    const X: (&str, &str, &str) = ("global", "float*", "in");
    const Y: (&str, &str, &str) = ("global", "float*", "out");
    const N: (&str, &str, &str) = ("private", "uint", "n");

    #[test]
    fn other_names_and_spellings_of_the_same_types_fit() {
        for n in ["uint", "int", "unsigned int", "size", "unsigned"] {
            assert_eq!(
                verdict("saxpy", &[A, X, Y, ("private", n, "n")]),
                None,
                "{n}"
            );
        }
        for x in [
            "float *",
            "const float*",
            "float const *",
            "__global float*",
        ] {
            assert_eq!(
                verdict("saxpy", &[A, ("global", x, "x"), Y, N]),
                None,
                "{x}"
            );
        }
    }

    #[test]
    fn the_first_parameter_that_does_not_fit_is_told() {
        assert_eq!(first(&[X, Y, A, N]), Some(0));
        assert_eq!(first(&[A, ("global", "int*", "x"), Y, N]), Some(1));
        assert_eq!(first(&[A, ("global", "float4*", "x"), Y, N]), Some(1));
        assert_eq!(first(&[A, X, ("local", "float*", "y"), N]), Some(2));
        assert_eq!(first(&[A, X, Y, ("private", "ulong", "n")]), Some(3));
        assert_eq!(first(&[A, X, Y]), Some(3));
        assert_eq!(first(&[A, X, Y, N, N]), Some(4));
        assert_eq!(first(&[]), Some(0));
    }

    #[test]
    fn a_kernel_of_another_name_is_told_with_the_nearest() {
        let Some(Verdict::NoSuchKernel { found, nearest, .. }) = verdict("saxpi", &[A, X, Y, N])
        else {
            panic!("not noticed");
        };
        assert_eq!(found, ["saxpi"]);
        assert_eq!(nearest.as_deref(), Some("saxpi"));
        let Some(Verdict::NoSuchKernel { nearest: None, .. }) = verdict("add_vectors", &[]) else {
            panic!("not noticed");
        };
    }

    #[test]
    fn a_device_that_does_not_tell_is_believed() {
        let kernel = Kernel {
            name: "saxpy".to_owned(),
            parameters: None,
        };
        assert_eq!(misfit(&saxpy(), &[kernel]), None);
    }
}
