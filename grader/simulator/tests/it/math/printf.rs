//! `printf`: texts in `printf_cases.txt`, and formats that were written to do harm.

use super::samples::Random;
use opencl_c::types::{Rounding, Scalar};
use simulator::math::Half;
use simulator::math::printf::{Argument, FIELD_LIMIT, Problem, TEXT_LIMIT, format};

/// An argument as the cases write it: `int 5`, `float2 1 2.5`, `string abc`, `pointer 16`.
enum Owned {
    Scalar(Scalar, u64),
    Vector(Scalar, Vec<u64>),
    Pointer(u64),
    String(Vec<u8>),
}

impl Owned {
    fn parse(text: &str) -> Owned {
        let (kind, values) = text.split_once(' ').expect("type and value");
        match kind {
            "string" => return Owned::String(values.into()),
            "pointer" => return Owned::Pointer(values.parse().expect("an address")),
            _ => {}
        }
        let name = kind.trim_end_matches(char::is_numeric);
        let scalar = [
            Scalar::Char,
            Scalar::UChar,
            Scalar::Short,
            Scalar::UShort,
            Scalar::Int,
            Scalar::UInt,
            Scalar::Long,
            Scalar::ULong,
            Scalar::Half,
            Scalar::Float,
            Scalar::Double,
        ]
        .into_iter()
        .find(|scalar| scalar.name() == name)
        .expect("a scalar type");
        let bits = |text: &str| match scalar {
            Scalar::Half => {
                let value = text.parse().expect("a number");
                Half::from_f64(value, Rounding::NearestEven).0.into()
            }
            Scalar::Float => text.parse::<f32>().expect("a number").to_bits().into(),
            Scalar::Double => text.parse::<f64>().expect("a number").to_bits(),
            _ => {
                let value: i128 = text.parse().expect("an integer");
                value as u64 & (u64::MAX >> (64 - 8 * scalar.size()))
            }
        };
        let values: Vec<u64> = values.split(' ').map(bits).collect();
        if name == kind {
            Owned::Scalar(scalar, values[0])
        } else {
            Owned::Vector(scalar, values)
        }
    }

    fn borrow(&self) -> Argument<'_> {
        match self {
            Owned::Scalar(scalar, bits) => Argument::Scalar(*scalar, *bits),
            Owned::Vector(scalar, components) => Argument::Vector(*scalar, components),
            Owned::Pointer(address) => Argument::Pointer(*address),
            Owned::String(text) => Argument::String(text),
        }
    }
}

fn text(format_text: &str, arguments: &[Argument<'_>]) -> (String, Vec<Problem>) {
    let formatted = format(format_text.as_bytes(), arguments);
    let text = String::from_utf8_lossy(&formatted.text).into_owned();
    (text, formatted.problems)
}

#[test]
fn texts_are_those_of_the_cases() {
    let mut failures = Vec::new();
    for line in include_str!("printf_cases.txt").lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let parts: Vec<&str> = line.split('|').collect();
        let [_, pattern, arguments, wanted, _] = parts[..] else {
            panic!("not a case: {line}");
        };
        let owned: Vec<Owned> = arguments
            .split(';')
            .map(str::trim)
            .filter(|argument| !argument.is_empty())
            .map(Owned::parse)
            .collect();
        let borrowed: Vec<Argument<'_>> = owned.iter().map(Owned::borrow).collect();
        let (given, problems) = text(pattern, &borrowed);
        if given != wanted || !problems.is_empty() {
            failures.push(format!("{line}: {given:?} {problems:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn wrong_directives_and_arguments_are_named_and_printed_somehow() {
    let int = Argument::Scalar(Scalar::Int, 5);
    let double = Argument::Scalar(Scalar::Double, 1.5f64.to_bits());
    let components = [1, 2];
    let vector = Argument::Vector(Scalar::Int, &components);
    let wrong = |at| Problem::WrongArgument { at, argument: 0 };

    assert_eq!(text("%d", &[double]).1, [wrong(0)]);
    assert_eq!(text("%f", &[int]).1, [wrong(0)]);
    assert_eq!(text("%ld", &[int]), ("5".into(), vec![wrong(0)]));
    assert_eq!(
        text("%d", &[Argument::Scalar(Scalar::Long, 7)]),
        ("7".into(), vec![wrong(0)])
    );
    assert_eq!(text("a %d", &[vector]), ("a 1".into(), vec![wrong(2)]));
    assert_eq!(text("%v4hld", &[vector]), ("1,2".into(), vec![wrong(0)]));
    assert_eq!(text("%v2hhd", &[vector]), ("1,2".into(), vec![wrong(0)]));
    assert_eq!(text("%v2hld", &[int]), ("5".into(), vec![wrong(0)]));
    assert_eq!(text("%s", &[int]), (String::new(), vec![wrong(0)]));
    assert_eq!(
        text("%d", &[Argument::String(b"x")]),
        (String::new(), vec![wrong(0)])
    );
    assert_eq!(
        text("%v2d", &[vector]),
        ("1,2".into(), vec![Problem::VectorWithoutLength { at: 0 }])
    );
    assert_eq!(
        text("x%dy", &[]),
        ("xy".into(), vec![Problem::MissingArgument { at: 1 }])
    );
    assert_eq!(
        text("x", &[int, int]).1,
        [Problem::UnusedArguments { count: 2 }]
    );
    for unknown in [
        "%", "%n", "%*d", "%q", "%ls", "%5", "%.", "%v5hld", "%v", "%lc",
    ] {
        let (given, problems) = text(unknown, &[]);
        assert_eq!(given, unknown);
        assert_eq!(problems, [Problem::UnknownDirective { at: 0 }], "{unknown}");
    }
}

#[test]
fn a_field_and_a_text_have_an_end() {
    let int = Argument::Scalar(Scalar::Int, 5);
    let (given, problems) = text("%1000000000d", &[int]);
    assert_eq!(given.len(), FIELD_LIMIT);
    assert_eq!(problems, [Problem::FieldTooLong { at: 0 }]);
    let (given, _) = text(
        "%.99999999999999999999999f",
        &[Argument::Scalar(Scalar::Double, 1)],
    );
    assert_eq!(given.len(), FIELD_LIMIT + 2);
    let many = "%4000d".repeat(100);
    let (given, problems) = text(&many, &[int; 100]);
    assert_eq!(given.len(), TEXT_LIMIT);
    assert_eq!(problems, [Problem::TextTooLong]);
}

#[test]
fn no_format_does_harm() {
    const LETTERS: &[u8] = b"%%%%%%%diouxXfFeEgGaAcspnvhl0123456789.*+- #\0\xff";
    let mut random = Random(29);
    let components = [0x7ff8_0000_0000_0001; 16];
    for _ in 0..20_000 {
        let length = random.bits() % 24;
        let pattern: Vec<u8> = (0..length)
            .map(|_| LETTERS[random.bits() as usize % LETTERS.len()])
            .collect();
        let scalar = [
            Scalar::Char,
            Scalar::ULong,
            Scalar::Half,
            Scalar::Float,
            Scalar::Double,
        ];
        let arguments: Vec<Argument<'_>> = (0..random.bits() % 4)
            .map(|_| {
                let scalar = scalar[random.bits() as usize % scalar.len()];
                match random.bits() % 4 {
                    0 => Argument::Vector(scalar, &components[..random.bits() as usize % 17]),
                    1 => Argument::String(b"a\0b\xff"),
                    2 => Argument::Pointer(random.bits()),
                    _ => Argument::Scalar(scalar, random.bits()),
                }
            })
            .collect();
        assert!(format(&pattern, &arguments).text.len() <= TEXT_LIMIT);
    }
}
