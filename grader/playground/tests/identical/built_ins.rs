//! A kernel for each type that calls every built-in function of numbers (6.12.2 to 6.12.6) in every form
//! that the front end takes for that type, and keeps the bits of what it gives.

use super::launches::Case;
use super::writing::launch_toml;
use launch::{Access, Argument, Buffer, ElementType, Launch, NdRange, Scalar};
use opencl_c::builtin::Name;
use opencl_c::preprocessor::{NoIncludes, Options};
use std::collections::BTreeSet;

/// Types as components and widths. `half` is for storage alone.
const TYPES: [(Scalar, usize); 13] = [
    (Scalar::Char, 1),
    (Scalar::UChar, 1),
    (Scalar::Short, 1),
    (Scalar::UShort, 1),
    (Scalar::Int, 1),
    (Scalar::UInt, 1),
    (Scalar::Long, 1),
    (Scalar::ULong, 1),
    (Scalar::Float, 1),
    (Scalar::Double, 1),
    (Scalar::Float, 4),
    (Scalar::Double, 2),
    (Scalar::UShort, 8),
];

/// Work-items of each launch.
const WORK_ITEMS: usize = 48;

/// What is called where functions of numbers end and those of memory begin.
const OTHERS_FROM: &str = "vload";
/// And where they begin.
const NUMBERS_FROM: &str = "acos";

/// Forms of a call. `s` is a component, `i` and `u` are integers of the size of one, `n` are `int`s.
const FORMS: [&str; 15] = [
    "a", "a, b", "a, b, c", "a, n", "a, i", "u", "a, s", "a, s, s", "s, a", "s, s, a", "a, b, i",
    "a, b, u", "a, &p", "a, &q", "a, b, &q",
];

/// One kernel a type, over edge cases and random bits.
pub(crate) fn cases() -> Vec<Case> {
    let mut called = BTreeSet::new();
    let cases = TYPES
        .map(|(scalar, width)| case(scalar, width, &mut called))
        .into();
    let missing: Vec<&str> = numeric().filter(|name| !called.contains(name)).collect();
    assert!(missing.is_empty(), "no kernel calls {missing:?}");
    cases
}

/// The built-in functions of numbers, in the order of the standard.
fn numeric() -> impl Iterator<Item = &'static str> {
    let names = Name::ALL.iter().map(|name| name.text());
    names
        .skip_while(|&name| name != NUMBERS_FROM)
        .take_while(|&name| name != OTHERS_FROM)
}

fn case(scalar: Scalar, width: usize, called: &mut BTreeSet<&'static str>) -> Case {
    let mut calls = Vec::new();
    for name in numeric() {
        let valid = valid_calls(scalar, width, name);
        if !valid.is_empty() {
            called.insert(name);
        }
        calls.extend(valid);
    }
    let element = vector(scalar.name(), width);
    let code = kernel(scalar, width, &calls);
    let inputs = (0..3).map(|number| {
        Argument::Buffer(Buffer {
            name: format!("in{number}"),
            element: ElementType::scalar(scalar),
            contents: input(scalar, width * WORK_ITEMS, number),
            access: Access::Read,
            initialized: true,
        })
    });
    let output = Argument::Buffer(Buffer {
        name: "out".to_owned(),
        element: ElementType::scalar(Scalar::ULong),
        contents: vec![0; calls.len() * width * WORK_ITEMS * 8],
        access: Access::Write,
        initialized: false,
    });
    let launch = Launch {
        kernel: "k".to_owned(),
        arguments: inputs.chain([output]).collect(),
        range: NdRange::linear(WORK_ITEMS, 16),
    };
    let mut case = Case::new(
        format!("built-in functions of {element}"),
        launch_toml(&code, &[], &launch),
    );
    case.request.steps = None;
    case
}

fn vector(scalar: &str, width: usize) -> String {
    match width {
        1 => scalar.to_owned(),
        width => format!("{scalar}{width}"),
    }
}

/// The calls of a function that the front end takes, as statements that keep the result's bits.
fn valid_calls(scalar: Scalar, width: usize, name: &str) -> Vec<String> {
    let mut calls = Vec::new();
    for form in FORMS {
        for bits in ["uchar", "ushort", "uint", "ulong"] {
            for given in [width, 1] {
                // Only a type of the result's own size takes its bits.
                let bits = format!("as_{}({name}({form}))", vector(bits, given));
                let wide = format!("convert_{}({bits})", vector("ulong", given));
                // What the function leaves behind a pointer is kept as well.
                let behind = match form {
                    _ if !form.contains('&') => String::new(),
                    _ if form.contains("&p") => {
                        let own = unsigned(scalar);
                        format!(
                            " r ^= convert_{0}(as_{1}(p)) * 3;",
                            vector("ulong", width),
                            vector(own, width)
                        )
                    }
                    _ => format!(
                        " r ^= convert_{0}(as_{1}(q)) * 3;",
                        vector("ulong", width),
                        vector("uint", width)
                    ),
                };
                calls.push(format!("r = {wide};{behind}"));
                if width == 1 {
                    break;
                }
            }
        }
    }
    let refused = refused_lines(&kernel(scalar, width, &calls), calls.len());
    let mut line = 0;
    calls.retain(|_| {
        line += 1;
        !refused.contains(&(HEAD_LINES + line - 1))
    });
    calls
}

/// Lines with an error.
fn refused_lines(code: &str, calls: usize) -> BTreeSet<u32> {
    let compiled = opencl_c::compile("k.cl", code, &Options::default(), &mut NoIncludes);
    let Err(rejected) = compiled else {
        return BTreeSet::new();
    };
    assert!(calls < 190, "more calls than errors are told");
    rejected
        .diagnostics
        .iter()
        .filter_map(|error| Some(error.to_finding(&rejected.sources).spans.first()?.line))
        .collect()
}

fn unsigned(scalar: Scalar) -> &'static str {
    ["", "uchar", "ushort", "", "uint", "", "", "", "ulong"][scalar.size()]
}

/// The line of the first call.
const HEAD_LINES: u32 = 8;

/// A kernel that makes these calls; each has its line.
fn kernel(scalar: Scalar, width: usize, calls: &[String]) -> String {
    let own = unsigned(scalar);
    let signed = &own[1..];
    let (ty, wide) = (vector(scalar.name(), width), vector("ulong", width));
    let name = scalar.name();
    let load = |from: &str| match width {
        1 => format!("{from}[g]"),
        _ => format!("vload{width}(g, {from})"),
    };
    let (i, u) = (vector(signed, width), vector(own, width));
    let ints = vector("int", width);
    let mut code = format!(
        "kernel void k(global const {name} *in0, global const {name} *in1, global const {name} *in2,
              global ulong *out) {{
    size_t g = get_global_id(0), at = 0;
    {ty} a = {}, b = {}, c = {}, p = a;
    {name} s = in1[g];
    {i} i = as_{i}(c); {u} u = as_{u}(a); {ints} n = convert_{ints}(u) % 40, q = n;
    {wide} r;
",
        load("in0"),
        load("in1"),
        load("in2"),
    );
    let store = match width {
        1 => "out[g + at++ * get_global_size(0)] = r;".to_owned(),
        _ => format!("vstore{width}(r, g + at++ * get_global_size(0), out);"),
    };
    for call in calls {
        code.push_str(&format!("    {call} {store}\n"));
    }
    code.push_str("}\n");
    code
}

/// Edge cases first, then numbers of everyday size, then random bits.
fn input(scalar: Scalar, count: usize, number: u64) -> Vec<u8> {
    let mut state = 0x243f_6a88_85a3_08d3_u64 ^ (number << 32) ^ scalar.size() as u64;
    let mut random = || {
        // The generator of Marsaglia (2003), xorshift of 64 bits.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let edges: [f64; 16] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        1e-310,
        f32::MIN_POSITIVE as f64 / 3.0,
        f32::MAX as f64,
        -2.5,
        1e6,
        std::f64::consts::PI,
        88.7,
        -0.3,
    ];
    (0..count)
        .flat_map(|index| {
            // Shifted for each input, so that edge cases meet edge cases.
            let edge = edges[(index + index / 16 * (number as usize + 1)) % 16];
            let bits = random();
            let everyday = (bits >> 11) as f64 / (1_u64 << 53) as f64 * 20.0 - 10.0;
            let value = if index % 3 == 1 { everyday } else { edge };
            match scalar {
                Scalar::Float if index % 3 == 2 => (bits as u32).to_le_bytes().to_vec(),
                Scalar::Double if index % 3 == 2 => bits.to_le_bytes().to_vec(),
                Scalar::Float => (value as f32).to_le_bytes().to_vec(),
                Scalar::Double => value.to_le_bytes().to_vec(),
                integer => {
                    let shifted = bits >> (index % 8 * 8);
                    shifted.to_le_bytes()[..integer.size()].to_vec()
                }
            }
        })
        .collect()
}
