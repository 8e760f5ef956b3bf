//! Compares the parameters of a student's kernel with those of the exercise, from the compiler's metadata, so
//! that a mismatch is shown as two signatures instead of as garbage in memory.

use crate::report::Verdict;
use kernels::Signature;
use launch::nearest;
use launch::protocol::{Kernel, Parameter};
use launch::{ElementType, Scalar};

/// A program whose kernel has other parameters than the exercise.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Misfit {
    pub(crate) verdict: Verdict,
    /// May the kernel be right nevertheless? The host's calls are the same whatever a pointer points to, so
    /// only a run shows whether the kernel interprets the bytes correctly.
    pub(crate) is_doubtful: bool,
}

/// The mismatch between a built program and `expected`; none if they match, or if the device reports no
/// parameters.
pub(crate) fn misfit(expected: &Signature, kernels: &[Kernel]) -> Option<Misfit> {
    let names = || kernels.iter().map(|kernel| kernel.name.as_str());
    let Some(kernel) = kernels.iter().find(|kernel| kernel.name == expected.kernel) else {
        let verdict = Verdict::NoSuchKernel {
            expected: expected.clone(),
            found: names().map(str::to_owned).collect(),
            nearest: nearest(&expected.kernel, names()).map(str::to_owned),
        };
        return Some(Misfit {
            verdict,
            is_doubtful: false,
        });
    };
    let parameters = kernel.parameters.as_ref()?;
    let (first, is_doubtful) = first_misfit(&expected.parameters, parameters)?;
    let verdict = Verdict::OtherArguments {
        expected: expected.clone(),
        found: Some(Signature {
            kernel: kernel.name.clone(),
            parameters: parameters.clone(),
        }),
        first: Some(first),
        detail: String::new(),
    };
    Some(Misfit {
        verdict,
        is_doubtful,
    })
}

/// The first position at which the lists do not match, or else the first at which that is doubtful (true).
fn first_misfit(expected: &[Parameter], found: &[Parameter]) -> Option<(usize, bool)> {
    let pairs = expected.iter().zip(found);
    let fits: Vec<Fit> = pairs
        .map(|(expected, found)| fit(expected, found))
        .collect();
    let first = |wanted| fits.iter().position(|fit| *fit == wanted);
    let shorter = expected.len().min(found.len());
    let missing = (expected.len() != found.len()).then_some(shorter);
    let certain = first(Fit::No).or(missing).map(|first| (first, false));
    certain.or_else(|| first(Fit::Doubtful).map(|first| (first, true)))
}

/// Does one parameter accept the argument of another?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fit {
    Yes,
    /// A pointer to another type of number: only a run shows it.
    Doubtful,
    No,
}

/// Does `found` accept the argument of `expected`? The host's call is the same for a pointer to global and
/// one to constant memory, for a vector and its components, and for an `int` and a `uint`. If the exercise
/// asks for constant memory, constant memory is its subject. A type that cannot be parsed may be any type.
fn fit(expected: &Parameter, found: &Parameter) -> Fit {
    let (expected_type, expected_depth) = parts(&expected.type_name);
    let (found_type, found_depth) = parts(&found.type_name);
    // Whether an image is in global or private memory, compilers report differently.
    if is_opaque(&expected_type) || is_opaque(&found_type) {
        return match expected_type == found_type && expected_depth == found_depth {
            true => Fit::Yes,
            false => Fit::No,
        };
    }
    let same_space = expected.address_space == found.address_space
        || (expected.address_space == "global" && found.address_space == "constant");
    if expected_depth != found_depth || !same_space {
        return Fit::No;
    }
    let (Some(expected), Some(found)) = (read(&expected_type), read(&found_type)) else {
        return Fit::Yes;
    };
    let same_numbers = expected.scalar.size() == found.scalar.size()
        && expected.scalar.is_floating() == found.scalar.is_floating();
    match expected_depth {
        0 if same_numbers && expected.width == found.width => Fit::Yes,
        0 => Fit::No,
        _ if same_numbers => Fit::Yes,
        _ => Fit::Doubtful,
    }
}

/// An image or a sampler?
fn is_opaque(type_name: &str) -> bool {
    type_name.starts_with("image") || type_name == "sampler_t"
}

/// A type's name without qualifiers, and its number of `*`.
fn parts(type_name: &str) -> (String, usize) {
    const QUALIFIERS: [&str; 10] = [
        "const",
        "volatile",
        "restrict",
        "global",
        "local",
        "constant",
        "private",
        "read_only",
        "write_only",
        "read_write",
    ];
    let depth = type_name.matches('*').count();
    let without_pointers = type_name.replace('*', " ");
    let words: Vec<&str> = without_pointers
        .split_whitespace()
        .filter(|word| !QUALIFIERS.contains(&word.trim_start_matches('_')))
        .collect();
    (words.join(" "), depth)
}

/// The element type of that name; C's longer spellings are accepted too. An atomic object is as large as its
/// value.
fn read(name: &str) -> Option<ElementType> {
    let scalar = match name.strip_prefix("atomic_").unwrap_or(name) {
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
        misfit(&saxpy(), &[kernel]).map(|misfit| misfit.verdict)
    }

    fn is_doubtful(parameters: &[(&str, &str, &str)]) -> bool {
        let kernel = Kernel {
            name: "saxpy".to_owned(),
            parameters: Some(Signature::new("saxpy", parameters).parameters),
        };
        misfit(&saxpy(), &[kernel]).is_some_and(|misfit| misfit.is_doubtful)
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
    fn a_pointer_may_go_to_constant_memory_and_to_vectors_or_records() {
        for x in [
            ("constant", "float*", "x"),
            ("global", "float4*", "x"),
            ("global", "float3*", "x"),
            ("constant", "float2*", "x"),
            ("global", "struct cell*", "x"),
        ] {
            assert_eq!(verdict("saxpy", &[A, x, Y, N]), None, "{x:?}");
        }
        assert_eq!(first(&[A, ("local", "float*", "x"), Y, N]), Some(1));
    }

    #[test]
    fn where_constant_memory_is_asked_for_it_has_to_be_that() {
        let signature = kernels::problem("constant-table").unwrap().signature();
        let with_limits_in = |space: &str| {
            let mut parameters = signature.parameters.clone();
            parameters[0].address_space = space.to_owned();
            let kernel = Kernel {
                name: signature.kernel.clone(),
                parameters: Some(parameters),
            };
            misfit(&signature, &[kernel])
        };
        assert_eq!(with_limits_in("constant"), None);
        assert!(with_limits_in("global").is_some_and(|misfit| !misfit.is_doubtful));
    }

    #[test]
    fn a_pointer_to_other_numbers_is_doubtful_and_a_value_of_another_size_is_not() {
        for x in ["int*", "uchar*", "double*"] {
            assert!(is_doubtful(&[A, ("global", x, "x"), Y, N]), "{x}");
        }
        for a in ["int", "double", "float2"] {
            assert!(!is_doubtful(&[("private", a, "a"), X, Y, N]), "{a}");
            assert_eq!(first(&[("private", a, "a"), X, Y, N]), Some(0));
        }
        let certain = [A, ("global", "int*", "x"), Y, ("private", "ulong", "n")];
        assert_eq!((first(&certain), is_doubtful(&certain)), (Some(3), false));
    }

    #[test]
    fn the_first_parameter_that_does_not_fit_is_told() {
        assert_eq!(first(&[X, Y, A, N]), Some(0));
        assert_eq!(first(&[A, ("global", "int*", "x"), Y, N]), Some(1));
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

    #[test]
    fn an_image_fits_an_image_of_its_kind_wherever_a_compiler_puts_it() {
        let fits = |space: &str, type_name: &str| {
            let image = |space: &str, type_name: &str| Parameter {
                name: "picture".to_owned(),
                type_name: type_name.to_owned(),
                address_space: space.to_owned(),
            };
            fit(
                &image("private", "read_only image2d_t"),
                &image(space, type_name),
            )
        };
        assert_eq!(fits("global", "image2d_t"), Fit::Yes);
        assert_eq!(fits("private", "__read_only image2d_t"), Fit::Yes);
        assert_eq!(fits("global", "image3d_t"), Fit::No);
        assert_eq!(fits("global", "uchar4*"), Fit::No);
    }

    #[test]
    fn an_atomic_object_takes_the_argument_of_its_value() {
        let pointer = |type_name: &str| Parameter {
            name: "done".to_owned(),
            type_name: type_name.to_owned(),
            address_space: "global".to_owned(),
        };
        let fits = |found: &str| fit(&pointer("atomic_uint*"), &pointer(found));
        assert_eq!(fits("atomic_int*"), Fit::Yes);
        assert_eq!(fits("uint*"), Fit::Yes);
        assert_eq!(fits("float*"), Fit::Doubtful);
    }
}
