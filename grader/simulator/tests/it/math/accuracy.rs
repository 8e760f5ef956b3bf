//! The greatest error of each function, measured, held against section 7.4, and written down in
//! `src/math/ACCURACY.md`, which must be what is measured now.
//!
//! `double` is measured against numbers of about 200 bits, `float` and `half` against `double`, which
//! is off by less than 2^-25 of their units.

use super::samples::{doubles, floats, pairs};
use super::ulp::{Big, DOUBLE, Format, HALF, SINGLE, big};
use super::wide;
use opencl_c::builtin::Name;
use opencl_c::types::Rounding;
use simulator::math::{Floating, Half};
use std::fmt::Write;

/// How many random numbers a function of `double` gets in its domain, twice.
const DOUBLES: usize = 400;
/// Each how many-th `float` a function gets: about 100 000 of them.
const STRIDE: u32 = 42_853;
/// How many numbers of `float` are measured against the wide reference, twice.
const FLOATS_WIDE: usize = 40;
/// How many random pairs a function of two arguments gets.
const PAIRS: usize = 2_000;

/// A function of one argument.
struct Unary {
    name: Name,
    /// Section 7.4: the greatest error in units of the last place; `None` where it sets no limit.
    limit: Option<f64>,
    /// Where its interesting part is.
    domain: (f64, f64),
    /// Is it an ordinary number there? Edges are tested elsewhere.
    ordinary: fn(f64) -> bool,
    reference: fn(&Big) -> Big,
}

/// A function of two arguments.
struct Binary {
    name: Name,
    limit: Option<f64>,
    domains: [(f64, f64); 2],
    ordinary: fn(f64, f64) -> bool,
    reference: fn(&Big, &Big) -> Big,
}

fn always(_: f64) -> bool {
    true
}

fn within_one(x: f64) -> bool {
    x.abs() <= 1.0
}

fn positive(x: f64) -> bool {
    x > 0.0
}

fn unary_functions() -> Vec<Unary> {
    let function = |name, limit, domain, ordinary, reference| Unary {
        name,
        limit: Some(limit),
        domain,
        ordinary,
        reference,
    };
    let unit = (-1.0, 1.0);
    let all = (-100.0, 100.0);
    vec![
        function(Name::Acos, 4.0, unit, within_one, |x| x.acos()),
        function(Name::Acosh, 4.0, (1.0, 50.0), |x| x >= 1.0, |x| x.acosh()),
        function(Name::Acospi, 5.0, unit, within_one, |x| {
            wide::over_pi(x.acos())
        }),
        function(Name::Asin, 4.0, unit, within_one, |x| x.asin()),
        function(Name::Asinh, 4.0, (-50.0, 50.0), always, |x| x.asinh()),
        function(Name::Asinpi, 5.0, unit, within_one, |x| {
            wide::over_pi(x.asin())
        }),
        function(Name::Atan, 5.0, (-5.0, 5.0), always, |x| x.atan()),
        function(Name::Atanh, 5.0, unit, |x| x.abs() < 1.0, |x| x.atanh()),
        function(Name::Atanpi, 5.0, (-5.0, 5.0), always, |x| {
            wide::over_pi(x.atan())
        }),
        function(Name::Cbrt, 2.0, (-8.0, 8.0), always, wide::cbrt),
        function(Name::Cos, 4.0, all, always, |x| x.cos()),
        function(
            Name::Cosh,
            4.0,
            (-20.0, 20.0),
            |x| x.abs() < 711.0,
            |x| x.cosh(),
        ),
        function(
            Name::Cospi,
            4.0,
            all,
            |x| (x - 0.5).fract() != 0.0,
            |x| x.cos_pi(),
        ),
        function(
            Name::Erfc,
            16.0,
            (-6.0, 28.0),
            |x| x < 30.0 && x > -1e3,
            wide::erfc,
        ),
        function(Name::Erf, 16.0, (-6.0, 6.0), always, wide::erf),
        function(
            Name::Exp,
            3.0,
            (-745.0, 710.0),
            |x| x.abs() < 750.0,
            |x| x.exp(),
        ),
        function(
            Name::Exp2,
            3.0,
            (-1075.0, 1024.0),
            |x| x.abs() < 1080.0,
            wide::exp2,
        ),
        function(
            Name::Exp10,
            3.0,
            (-323.0, 308.0),
            |x| x.abs() < 330.0,
            wide::exp10,
        ),
        function(
            Name::Expm1,
            3.0,
            (-40.0, 40.0),
            |x| x.abs() < 750.0,
            |x| x.exp_m1(),
        ),
        Unary {
            name: Name::Lgamma,
            limit: None,
            domain: (0.0, 40.0),
            ordinary: |x| x > 0.0 && x < 1e100 && x != 1.0 && x != 2.0,
            reference: wide::lgamma,
        },
        function(Name::Log, 3.0, (0.0, 10.0), positive, |x| x.ln()),
        function(Name::Log2, 3.0, (0.0, 10.0), positive, |x| x.log2()),
        function(Name::Log10, 3.0, (0.0, 10.0), positive, |x| x.log10()),
        function(Name::Log1p, 2.0, (-1.0, 10.0), |x| x > -1.0, |x| x.ln_1p()),
        function(Name::Rsqrt, 2.0, (0.0, 10.0), positive, wide::rsqrt),
        function(Name::Sin, 4.0, all, always, |x| x.sin()),
        function(
            Name::Sinh,
            4.0,
            (-20.0, 20.0),
            |x| x.abs() < 711.0,
            |x| x.sinh(),
        ),
        function(Name::Sinpi, 4.0, all, |x| x.fract() != 0.0, |x| x.sin_pi()),
        function(Name::Sqrt, 0.5, (0.0, 10.0), positive, |x| x.sqrt()),
        function(Name::Tan, 5.0, all, always, |x| x.tan()),
        function(
            Name::Tanh,
            5.0,
            (-20.0, 20.0),
            |x| x.abs() < 1e3,
            |x| x.tanh(),
        ),
        function(
            Name::Tanpi,
            6.0,
            all,
            |x| (2.0 * x).fract() != 0.0,
            |x| x.tan_pi(),
        ),
        function(
            Name::Tgamma,
            16.0,
            (-20.0, 172.0),
            |x| x.abs() < 172.0 && (x > 0.0 || x.fract() != 0.0),
            wide::tgamma,
        ),
    ]
}

/// Is `x^y` of a positive `x` within or little beyond the range of a double?
fn ordinary_power(x: f64, y: f64) -> bool {
    x > 0.0 && (y * x.log2()).abs() < 1080.0
}

fn root_index(y: f64) -> i32 {
    (y as i32).max(1)
}

fn binary_functions() -> Vec<Binary> {
    let function = |name, limit, domains, ordinary, reference| Binary {
        name,
        limit: Some(limit),
        domains,
        ordinary,
        reference,
    };
    let plane = [(-10.0, 10.0); 2];
    vec![
        function(Name::Atan2, 6.0, plane, |_, x| x != 0.0, |y, x| y.atan2(x)),
        function(
            Name::Atan2pi,
            6.0,
            plane,
            |_, x| x != 0.0,
            |y, x| wide::over_pi(y.atan2(x)),
        ),
        function(
            Name::Hypot,
            4.0,
            plane,
            |_, _| true,
            |x, y| (x * x + y * y).sqrt(),
        ),
        function(
            Name::Pow,
            16.0,
            [(0.0, 10.0), (-300.0, 300.0)],
            ordinary_power,
            |x, y| (x.ln() * y).exp(),
        ),
        function(
            Name::Powr,
            16.0,
            [(0.0, 10.0), (-300.0, 300.0)],
            ordinary_power,
            |x, y| (x.ln() * y).exp(),
        ),
        function(
            Name::Pown,
            16.0,
            [(0.0, 10.0), (-300.0, 300.0)],
            |x, y| ordinary_power(x, f64::from(y as i32)),
            |x, y| (x.ln() * big(f64::from(y.to_f64().value() as i32))).exp(),
        ),
        function(
            Name::Rootn,
            16.0,
            [(0.0, 10.0), (1.0, 40.0)],
            |x, y| x > 0.0 && y.is_finite(),
            |x, y| wide::root(x, root_index(y.to_f64().value())),
        ),
    ]
}

/// A function of two arguments; an integer second argument is made of a floating one.
fn binary<F: Floating>(name: Name) -> Box<dyn Fn(F, F) -> F> {
    match name {
        Name::Pown => {
            let pown = F::with_integer(name).expect("pown");
            Box::new(move |x, y| pown(x, y.to_f64() as i32))
        }
        Name::Rootn => {
            let rootn = F::with_integer(name).expect("rootn");
            Box::new(move |x, y| rootn(x, root_index(y.to_f64())))
        }
        _ => Box::new(F::binary(name).expect("a function of two arguments")),
    }
}

/// The error of a narrow result against the double that it should round to.
fn narrow_error(format: Format, result: f64, reference: f64) -> f64 {
    if reference.is_nan() || result.is_nan() {
        return if reference.is_nan() && result.is_nan() {
            0.0
        } else {
            f64::INFINITY
        };
    }
    let beyond = 2f64.powi(format.greatest as i32 + 1);
    let (result, reference) = (
        result.clamp(-beyond, beyond),
        reference.clamp(-beyond, beyond),
    );
    let exponent = if reference == 0.0 {
        format.least
    } else {
        simulator::math::float64::ilogb(reference) as isize
    };
    let unit = exponent.clamp(format.least, format.greatest) - format.precision + 1;
    (result - reference).abs() / 2f64.powi(unit as i32)
}

/// The greatest error, and where it is.
struct Worst {
    error: f64,
    at: String,
}

fn worst(errors: impl Iterator<Item = (f64, String)>) -> Worst {
    let mut worst = Worst {
        error: 0.0,
        at: String::new(),
    };
    for (error, at) in errors {
        if error > worst.error {
            worst = Worst { error, at };
        }
    }
    worst
}

fn narrow_unary<F: Floating>(
    name: Name,
    format: Format,
    samples: impl Iterator<Item = F>,
) -> Worst {
    let function = F::unary(name).expect("a function of one argument");
    let reference = f64::unary(name).expect("the same of double");
    worst(samples.map(|x| {
        let error = narrow_error(format, function(x).to_f64(), reference(x.to_f64()));
        (error, format!("{:e}", x.to_f64()))
    }))
}

fn narrow_binary<F: Floating>(name: Name, format: Format, samples: &[(f64, f64)]) -> Worst {
    let function = binary::<F>(name);
    let reference = binary::<f64>(name);
    let narrow = |x| F::from_f64(x, Rounding::NearestEven);
    worst(samples.iter().map(|&(x, y)| {
        let (x, y) = (narrow(x), narrow(y));
        let error = narrow_error(
            format,
            function(x, y).to_f64(),
            reference(x.to_f64(), y.to_f64()),
        );
        (error, format!("{:e}, {:e}", x.to_f64(), y.to_f64()))
    }))
}

/// A few numbers of `float` against the wide reference itself.
fn float_unary_wide(function: &Unary) -> Worst {
    let computed = f32::unary(function.name).expect("a function of one argument");
    worst(
        doubles(function.domain, FLOATS_WIDE)
            .into_iter()
            .map(|x| x as f32)
            .filter(|x| x.is_finite() && *x != 0.0 && (function.ordinary)((*x).into()))
            .map(|x| {
                let reference = (function.reference)(&big(x.into()));
                let error = SINGLE.error(computed(x).into(), &reference);
                (error, format!("{x:e}"))
            }),
    )
}

fn double_unary(function: &Unary) -> Worst {
    let computed = f64::unary(function.name).expect("a function of one argument");
    let samples = doubles(function.domain, DOUBLES);
    worst(
        samples
            .into_iter()
            .filter(|x| x.is_finite() && *x != 0.0 && (function.ordinary)(*x))
            .map(|x| {
                let error = DOUBLE.error(computed(x), &(function.reference)(&big(x)));
                (error, format!("{x:e}"))
            }),
    )
}

fn double_binary(function: &Binary, samples: &[(f64, f64)]) -> Worst {
    let computed = binary::<f64>(function.name);
    worst(
        samples
            .iter()
            .filter(|(x, y)| {
                x.is_finite() && y.is_finite() && *x != 0.0 && (function.ordinary)(*x, *y)
            })
            .map(|&(x, y)| {
                let error = DOUBLE.error(computed(x, y), &(function.reference)(&big(x), &big(y)));
                (error, format!("{x:e}, {y:e}"))
            }),
    )
}

/// The greatest errors of `float`, `double` and `half`.
fn measure_unary(function: &Unary) -> [Worst; 3] {
    let all = narrow_unary(function.name, SINGLE, floats(STRIDE).into_iter());
    let few = float_unary_wide(function);
    [
        if few.error > all.error { few } else { all },
        double_unary(function),
        narrow_unary(function.name, HALF, (0..=u16::MAX).map(Half)),
    ]
}

/// [`measure_unary`] of two arguments.
fn measure_binary(function: &Binary) -> [Worst; 3] {
    let samples = pairs(function.domains, PAIRS);
    [
        narrow_binary::<f32>(function.name, SINGLE, &samples),
        double_binary(function, &samples),
        narrow_binary::<Half>(function.name, HALF, &samples),
    ]
}

/// One line of the table, and what it breaks.
fn row(
    table: &mut String,
    broken: &mut Vec<String>,
    name: Name,
    limit: Option<f64>,
    found: [Worst; 3],
) {
    let shown = limit.map_or("none".to_owned(), |limit| limit.to_string());
    write!(table, "| `{}` | {shown} |", name.text()).expect("a string");
    for (worst, of) in found.iter().zip(["float", "double", "half"]) {
        write!(table, " {:.3} |", worst.error).expect("a string");
        // The reference of a narrow type is a rounded double.
        if limit.is_some_and(|limit| worst.error > limit + 1e-3) {
            broken.push(format!(
                "{}({}) of {of} is off by {} units",
                name.text(),
                worst.at,
                worst.error
            ));
        }
    }
    table.push('\n');
}

#[test]
fn every_function_is_as_accurate_as_the_standard_asks_and_as_written_down() {
    let (unary, binary) = (unary_functions(), binary_functions());
    let found: Vec<_> = std::thread::scope(|scope| {
        let unary = unary.iter().map(|function| {
            let measured = scope.spawn(|| measure_unary(function));
            (function.name, function.limit, measured)
        });
        let binary = binary.iter().map(|function| {
            let measured = scope.spawn(|| measure_binary(function));
            (function.name, function.limit, measured)
        });
        let running: Vec<_> = unary.chain(binary).collect();
        let done = running
            .into_iter()
            .map(|(name, limit, measured)| (name, limit, measured.join().expect("measured")));
        done.collect()
    });
    let mut table = String::from(HEADER);
    let mut broken = Vec::new();
    for (name, limit, found) in found {
        row(&mut table, &mut broken, name, limit, found);
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));

    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/math/ACCURACY.md");
    testing::golden::assert(path, &table);
}

const HEADER: &str = "\
# How accurate the built-in functions are

The greatest error found, in units of the last place, and what section 7.4 of the OpenCL C 1.2
specification allows (the stricter of `float` and `double`). Written and checked by
`cargo test -p simulator math`; `UPDATE=1` rewrites it.

`double` is measured against numbers of about 200 bits, `float` against `double` (every 42 853rd of all
numbers, and the numbers next to edges; random pairs for two arguments) and a few against 200 bits, `half` against `double` over all
its numbers. `lgamma` has no limit in the standard, and is measured for positive arguments. All other
functions are exact or correctly rounded, and tested so.

| function | allowed | `float` | `double` | `half` |
|---|---|---|---|---|
";
