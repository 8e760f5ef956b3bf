//! The edge cases that the standard names, one a line in `edge_cases.txt`.

use opencl_c::builtin::Name;
use opencl_c::types::Rounding;
use simulator::math::{Floating, Half};

/// What a function gives: one number, or two.
#[derive(Debug)]
enum Given {
    One(f64),
    Two(f64, f64),
}

/// Calls a function of whatever shape it has.
fn call<F: Floating>(name: Name, arguments: &[f64]) -> Option<Given> {
    let narrow = |x: f64| F::from_f64(x, Rounding::NearestEven);
    let one = |x: F| Some(Given::One(x.to_f64()));
    match *arguments {
        [x] => {
            let x = narrow(x);
            if let Some(function) = F::unary(name) {
                one(function(x))
            } else if let Some(function) = F::split(name) {
                let (first, second) = function(x);
                Some(Given::Two(first.to_f64(), second.to_f64()))
            } else {
                let (first, second) = F::split_integer(name)?(x);
                Some(Given::Two(first.to_f64(), second.into()))
            }
        }
        [x, y] => {
            if let Some(function) = F::binary(name) {
                one(function(narrow(x), narrow(y)))
            } else if name == Name::Remquo {
                let (remainder, quotient) = narrow(x).remquo(narrow(y));
                Some(Given::Two(remainder.to_f64(), quotient.into()))
            } else {
                one(F::with_integer(name)?(narrow(x), y as i32))
            }
        }
        [x, y, z] => one(F::ternary(name)?(narrow(x), narrow(y), narrow(z))),
        _ => None,
    }
}

/// The same number, zeros told apart, within the rounding of a type with `unit` after 1.
fn same(given: f64, wanted: f64, unit: f64) -> bool {
    if wanted.is_nan() || given.is_nan() {
        return wanted.is_nan() && given.is_nan();
    }
    let close = given == wanted || (given - wanted).abs() <= unit * wanted.abs();
    close && given.is_sign_negative() == wanted.is_sign_negative()
}

/// The numbers between commas, or why not.
fn numbers(text: &str) -> Vec<f64> {
    text.split(',')
        .map(|number| number.trim().parse().expect("a number"))
        .collect()
}

fn check<F: Floating>(of: &str, unit: f64) {
    let mut failures = Vec::new();
    for line in include_str!("edge_cases.txt").lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (called, wanted) = line.split_once(" = ").expect("name(x) = y");
        let (name, arguments) = called
            .strip_suffix(')')
            .and_then(|called| called.split_once('('))
            .expect("name(x)");
        let name = *Name::ALL
            .iter()
            .find(|builtin| builtin.text() == name)
            .expect("a built-in function");
        let given = call::<F>(name, &numbers(arguments));
        let right = match (&given, &numbers(wanted)[..]) {
            (Some(Given::One(given)), [wanted]) => same(*given, *wanted, unit),
            (Some(Given::Two(given, stored)), [wanted, wanted_stored]) => {
                // An integer that is stored has no sign of zero.
                let stored_right = match name {
                    Name::Frexp | Name::LgammaR | Name::Remquo => stored == wanted_stored,
                    _ => same(*stored, *wanted_stored, unit),
                };
                same(*given, *wanted, unit) && stored_right
            }
            _ => false,
        };
        if !right {
            failures.push(format!("{line}: {of} gives {given:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn edges_of_float() {
    check::<f32>("float", f32::EPSILON.into());
}

#[test]
fn edges_of_double() {
    check::<f64>("double", f64::EPSILON);
}

#[test]
fn edges_of_half() {
    check::<Half>("half", 1.0 / 1024.0);
}

#[test]
fn ilogb_of_numbers_without_exponent_is_what_the_macros_say() {
    assert_eq!([0.0f32, -0.0].map(Floating::ilogb), [i32::MIN; 2]);
    assert_eq!(
        [f32::NAN, f32::INFINITY].map(Floating::ilogb),
        [i32::MAX; 2]
    );
    assert_eq!(
        [1e-45f32, 1.0, 0.75, 3e38].map(Floating::ilogb),
        [-149, 0, -1, 127]
    );
    assert_eq!(
        [5e-324f64, 8.0, 1e308].map(Floating::ilogb),
        [-1074, 3, 1023]
    );
    assert_eq!([Half(1), Half(0x3c00)].map(Floating::ilogb), [-24, 0]);
}

#[test]
fn nextafter_steps_over_zero_to_the_smallest_number() {
    let next = f32::binary(Name::Nextafter).expect("nextafter");
    assert_eq!(next(-0.0, 1.0).to_bits(), 1);
    assert_eq!(next(0.0, -1.0).to_bits(), 0x8000_0001);
    assert_eq!(next(1.0, 2.0).to_bits(), 0x3f80_0001);
    let next = Half::binary(Name::Nextafter).expect("nextafter");
    assert_eq!(next(Half(0x8000), Half(0x3c00)), Half(1));
    assert_eq!(next(Half(0), Half(0xbc00)), Half(0x8001));
    assert_eq!(next(Half(0x3c00), Half(0)), Half(0x3bff));
    assert_eq!(next(Half(0xbc00), Half(0xc000)), Half(0xbc01));
}

#[test]
fn nan_carries_its_payload() {
    assert_eq!(f32::nan(5).to_bits(), 0x7fc0_0005);
    assert_eq!(f64::nan(5).to_bits(), 0x7ff8_0000_0000_0005);
    assert_eq!(Half::nan(5), Half(0x7e05));
}

#[test]
fn fract_is_never_one() {
    let fract = |x: f32| f32::split(Name::Fract).expect("fract")(x).0;
    assert_eq!(fract(-1e-30), 1.0f32.next_down());
    let fract = Half::split(Name::Fract).expect("fract");
    assert_eq!(fract(Half(0x8001)).0, Half(0x3bff));
}

#[test]
fn every_name_of_a_math_function_is_known_in_its_shape() {
    let known = |name| {
        f32::unary(name).is_some()
            || f32::binary(name).is_some()
            || f32::ternary(name).is_some()
            || f32::with_integer(name).is_some()
            || f32::split(name).is_some()
            || f32::split_integer(name).is_some()
            || matches!(name, Name::Remquo | Name::Ilogb | Name::Nan)
    };
    let from = Name::ALL.iter().position(|&name| name == Name::Acos);
    let to = Name::ALL.iter().position(|&name| name == Name::NativeTan);
    let math = &Name::ALL[from.expect("acos")..=to.expect("native_tan")];
    let unknown: Vec<_> = math.iter().filter(|&&name| !known(name)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
