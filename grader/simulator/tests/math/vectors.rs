//! Functions of whole vectors: geometry, relations, shuffles.

use opencl_c::builtin::Name;
use simulator::math::geometry::{cross, distance, dot, length, normalize};
use simulator::math::relation::{
    all, any, bitselect, scalar_truth, select_component, select_scalar, vector_truth,
};
use simulator::math::shuffle::{shuffle, shuffle2};
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

#[test]
fn truths_are_one_for_scalars_and_all_bits_for_components() {
    assert_eq!((scalar_truth(true), scalar_truth(false)), (1, 0));
    assert_eq!(
        (vector_truth::<i32>(true), vector_truth::<i64>(false)),
        (-1, 0)
    );
}

#[test]
fn any_and_all_ask_the_top_bit() {
    assert!(any(&[0i8, -1]) && !any(&[1i8, 127]));
    assert!(all(&[i32::MIN, -1]) && !all(&[-1, 1]));
    assert!(!any(&[1i32]) && all(&[-5i32]));
}

#[test]
fn selections() {
    assert_eq!(bitselect(0x00ff, 0xff00, 0x0ff0), 0x0f0f);
    assert_eq!(
        (select_scalar(1, 2, 0i32), select_scalar(1, 2, 1i32)),
        (1, 2)
    );
    assert_eq!(
        (select_component(1, 2, 1i32), select_component(1, 2, -1i32)),
        (1, 2)
    );
    assert_eq!(select_component(1, 2, 0x80u8), 2);
}

#[test]
fn shuffles_take_indices_modulo_the_width() {
    let mut out = [0; 4];
    shuffle(&[10, 11], &[1, 0, 3, 2], &mut out);
    assert_eq!(out, [11, 10, 11, 10]);
    shuffle2(&[10, 11], &[20, 21], &[3, 2, 1, 4], &mut out);
    assert_eq!(out, [21, 20, 11, 10]);
    shuffle(&[1, 2, 3, 4], &[u64::MAX, 0, 6, 5], &mut out);
    assert_eq!(out, [4, 1, 3, 2]);
}
