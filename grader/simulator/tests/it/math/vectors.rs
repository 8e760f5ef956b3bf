//! Functions of whole vectors, and relations.

use opencl_c::builtin::Name;
use simulator::math::geometry::{cross, distance, dot, length, normalize};
use simulator::math::{Floating, Half};

fn normalized(x: &[f32]) -> Vec<f32> {
    let mut out = vec![0.0; x.len()];
    normalize(x, &mut out);
    out
}

#[test]
fn products_of_vectors() {
    assert_eq!(dot(&[1.0f32, 2.0, 3.0], &[4.0, -5.0, 6.0]), 12.0);
    assert_eq!(cross([1.0, 0.0, 0.0], [0.0, 1.0f32, 0.0]), [0.0, 0.0, 1.0]);
    assert_eq!(
        cross([2.0, 3.0, 4.0], [5.0, 6.0, 7.0f64]),
        [-3.0, 6.0, -3.0]
    );
    // In float alone the great terms would swallow the small one.
    assert_eq!(dot(&[1e7f32, 1.0, -1e7], &[1e7, 1.0, 1e7]), 1.0);
}

#[test]
fn lengths_neither_overflow_nor_vanish() {
    assert_eq!(length(&[3.0f32, 4.0]), 5.0);
    assert_eq!(length(&[3e38f32]), 3e38);
    assert_eq!(length(&[3e-45f32, 4e-45]), length(&[3e-45f32, 4e-45]).abs());
    assert!(length(&[1e-40f32, 1e-40]) > 1.41e-40);
    let huge = 2f64.powi(600);
    assert_eq!(length(&[3.0 * huge, 4.0 * huge]), 5.0 * huge);
    assert_eq!(length(&[3.0 / huge, 4.0 / huge]), 5.0 / huge);
    assert_eq!(length(&[f32::NAN, f32::INFINITY]), f32::INFINITY);
    assert!(length(&[f32::NAN, 1.0]).is_nan());
    assert_eq!(length(&[0.0f64, -0.0]), 0.0);
    assert_eq!(distance(&[1.0f32, 1.0], &[4.0, 5.0]), 5.0);
    assert_eq!(length(&[Half(0x4200), Half(0x4400)]), Half(0x4500));
}

#[test]
fn a_normalized_vector_has_length_one_or_follows_the_edges() {
    assert_eq!(normalized(&[3.0, 4.0]), [0.6, 0.8]);
    assert_eq!(normalized(&[-3e38]), [-1.0]);
    assert_eq!(normalized(&[3e-45, 0.0]), [1.0, 0.0]);
    assert_eq!(normalized(&[0.0, -0.0, 0.0]), [0.0, 0.0, 0.0]);
    assert_eq!(normalized(&[f32::INFINITY, 5.0]), [1.0, 0.0]);
    assert_eq!(normalized(&[f32::NEG_INFINITY, 0.0, 0.0]), [-1.0, 0.0, 0.0]);
    assert!(normalized(&[f32::NAN, 1.0]).iter().all(|x| x.is_nan()));
    let mut out = [0.0f64; 2];
    normalize(&[1e300f64, 1e300], &mut out);
    assert!((out[0] - std::f64::consts::FRAC_1_SQRT_2).abs() < 2e-16);
}

#[test]
fn relations_of_nan_and_zero() {
    let relation = |name| f32::relation(name).expect("a relation");
    assert!(!relation(Name::Isequal)(f32::NAN, f32::NAN));
    assert!(relation(Name::Isnotequal)(f32::NAN, 1.0));
    assert!(!relation(Name::Islessgreater)(f32::NAN, 1.0));
    assert!(relation(Name::Islessgreater)(2.0, 1.0));
    assert!(!relation(Name::Islessgreater)(0.0, -0.0));
    assert!(relation(Name::Isunordered)(1.0, f32::NAN));
    assert!(!relation(Name::Isordered)(1.0, f32::NAN));
    assert!(relation(Name::Islessequal)(1.0, 1.0) && !relation(Name::Isless)(1.0, 1.0));
    assert!(relation(Name::Isgreaterequal)(1.0, 1.0) && !relation(Name::Isgreater)(1.0, 1.0));
    let predicate = |name| f32::predicate(name).expect("a predicate");
    assert!(predicate(Name::Signbit)(-0.0) && !predicate(Name::Signbit)(0.0));
    assert!(predicate(Name::Isnormal)(1.0) && !predicate(Name::Isnormal)(1e-40));
    assert!(predicate(Name::Isfinite)(1.0) && !predicate(Name::Isfinite)(f32::NAN));
    assert!(predicate(Name::Isinf)(f32::NEG_INFINITY) && predicate(Name::Isnan)(f32::NAN));
    // Subnormal as a half, normal as a float.
    let normal = Half::predicate(Name::Isnormal).expect("a predicate");
    assert!(!normal(Half(0x03ff)) && normal(Half(0x8400)) && !normal(Half(0x7c00)));
}
