//! Input that is meant to break the preprocessor: it ends, and says why, with a place.

use opencl_c::diagnostic::Severity;
use opencl_c::preprocessor::{
    Include, Included, Includes, NoIncludes, NotIncluded, Options, Preprocessed, preprocess,
};
use std::sync::Arc;

fn run(text: &str) -> Preprocessed {
    preprocess("k.cl", text, &Options::default(), &mut NoIncludes)
}

/// The line of the first error that holds `message`.
fn line_of_error(preprocessed: &Preprocessed, message: &str) -> u32 {
    let error = preprocessed
        .diagnostics
        .iter()
        .find(|it| it.severity == Severity::Error && it.message.contains(message))
        .unwrap_or_else(|| panic!("no error says {message}: {:?}", preprocessed.diagnostics));
    error.to_finding(&preprocessed.sources).spans[0].line
}

fn limited(text: &str, message: &str) {
    let preprocessed = run(text);
    assert!(preprocessed.stopped, "{message}");
    line_of_error(&preprocessed, message);
}

#[test]
fn macros_that_double_stop_at_a_limit() {
    let mut names = String::from("#define m0 x\n");
    let mut arguments = String::from("#define f(a) a a\n");
    let mut empty = String::from("#define m0\n");
    let mut call = String::from("1");
    for i in 1..60 {
        names += &format!("#define m{i} m{0} m{0}\n", i - 1);
        empty += &format!("#define m{i} m{0} m{0}\n", i - 1);
        call = format!("f({call})");
    }
    arguments += &call;
    limited(&(names + "m59"), "too much");
    limited(&(empty + "m59"), "too much");
    limited(&arguments, "too much");
}

#[test]
fn strings_and_names_that_double_stop_at_a_limit() {
    let mut strings = String::from("#define s(a) #a\n#define t(a) s(a a)\n#define e(a) t(a)\n");
    let mut names =
        String::from("#define p_(a, b) a ## b\n#define p(a, b) p_(a, b)\n#define m0 abcdefgh\n");
    let mut call = String::from("1");
    for i in 1..60 {
        names += &format!("#define m{i} p(m{0}, m{0})\n", i - 1);
        call = format!("e({call})");
    }
    strings += &call;
    limited(&strings, "too long texts");
    limited(&(names + "m59"), "too");
}

#[test]
fn a_long_chain_of_macros_stops_at_a_limit() {
    let mut text = String::new();
    for i in 0..100_000 {
        text += &format!("#define m{i} m{}\n", i + 1);
    }
    limited(&(text + "m0"), "deep");
}

#[test]
fn invocations_nested_in_arguments_need_no_stack() {
    let depth = 1_000;
    let text = format!(
        "#define f(a) a\n{}1{}",
        "f(".repeat(depth),
        ")".repeat(depth)
    );
    assert_eq!(run(&text).diagnostics, []);
    let depth = 100_000;
    limited(
        &format!(
            "#define f(a) a\n{}1{}",
            "f(".repeat(depth),
            ")".repeat(depth)
        ),
        "too much",
    );
    limited(&format!("#define f(a) a\n{}", "f(".repeat(depth)), "no `)`");
}

#[test]
fn conditionals_and_parentheses_nest_without_a_stack() {
    let depth = 100_000;
    let nested = format!("{}x\n{}", "#if 1\n".repeat(depth), "#endif\n".repeat(depth));
    let preprocessed = run(&nested);
    assert_eq!(
        (preprocessed.diagnostics.len(), preprocessed.tokens.len()),
        (0, 2)
    );
    let skipped = format!("{}x\n{}", "#if 0\n".repeat(depth), "#endif\n".repeat(depth));
    assert_eq!(run(&skipped).tokens.len(), 1);
    let open = run(&"#if 1\n".repeat(depth));
    assert!(line_of_error(&open, "no `#endif`") <= 100_000);
    let parentheses = format!("#if {}1{}\nx\n#endif", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(run(&parentheses).tokens.len(), 2);
    let unary = format!("#if {}1\nx\n#endif", "- ! ~ +".repeat(depth));
    assert_eq!(run(&unary).diagnostics, []);
    let ternary = format!("#if {}1\nx\n#endif", "1 ? 1 : ".repeat(depth));
    assert_eq!(run(&ternary).tokens.len(), 2);
    let questions = format!("#if {}1\n#endif", "1 ? ".repeat(depth));
    assert_eq!(line_of_error(&run(&questions), "has no `:`"), 1);
}

#[test]
fn ten_megabytes_on_one_line_are_read() {
    let length = 10_000_000;
    for text in [
        "a ".repeat(length / 2),
        "a".repeat(length),
        "(".repeat(length / 4),
        " ".repeat(length),
        format!("\"{}\"", "s".repeat(length)),
        format!("/*{}*/", "*".repeat(length)),
        "\\\n".repeat(length / 2),
        "\\ ".repeat(length / 2),
        "é".repeat(length / 2),
        "@".repeat(length),
        format!("#define {}", "x ".repeat(length / 2)),
        format!("#if {}", "1+".repeat(length / 2)),
        format!("#if 0\n{}", "'".repeat(length)),
        format!("#define f({}\n", "a,".repeat(length / 2)),
    ] {
        let preprocessed = run(&text);
        for diagnostic in &preprocessed.diagnostics {
            diagnostic.to_finding(&preprocessed.sources);
        }
    }
}

#[test]
fn a_macro_with_many_parameters_and_a_long_body_is_read() {
    let names: Vec<_> = (0..50_000).map(|i| format!("p{i}")).collect();
    let text = format!(
        "#define f({}) {}\nf({})",
        names.join(","),
        names.join("+"),
        names.join(",")
    );
    let preprocessed = run(&text);
    assert_eq!(preprocessed.diagnostics, []);
    assert_eq!(preprocessed.tokens.len(), 100_000);
}

#[test]
fn a_name_that_waits_for_its_parenthesis_looks_ahead_no_more_than_it_must() {
    let mut text = String::from("#define f(a) a\n#define g f\n");
    for _ in 0..20_000 {
        text += "g\n\n\n/* comment */\n";
    }
    assert_eq!(run(&text).diagnostics, []);
}

struct Endless;

impl Includes for Endless {
    fn find(&mut self, include: Include<'_>) -> Result<Included, NotIncluded> {
        Ok(Included {
            name: include.name.into(),
            text: Arc::from("#include \"a\"\n#include \"b\"\n"),
        })
    }
}

struct Wide(Arc<str>);

impl Includes for Wide {
    fn find(&mut self, include: Include<'_>) -> Result<Included, NotIncluded> {
        Ok(Included {
            name: include.name.into(),
            text: self.0.clone(),
        })
    }
}

#[test]
fn includes_without_end_stop_at_a_limit() {
    let main = "#include \"a\"\n";
    let deep = preprocess("k.cl", main, &Options::default(), &mut Endless);
    assert!(deep.stopped);
    assert_eq!(line_of_error(&deep, "deep"), 1);
    let many = preprocess(
        "k.cl",
        &main.repeat(20_000),
        &Options::default(),
        &mut Wide("x\n".into()),
    );
    assert!(many.stopped);
    assert_eq!(line_of_error(&many, "too many or too big"), 10_000);
    let big = preprocess(
        "k.cl",
        &main.repeat(200),
        &Options::default(),
        &mut Wide(" ".repeat(1 << 20).into()),
    );
    assert!(big.stopped);
    assert_eq!(line_of_error(&big, "too many or too big"), 64);
}

#[test]
fn a_line_with_many_errors_keeps_the_first_hundred() {
    let preprocessed = run(&"#if 1 +\n#endif\n".repeat(100_000));
    assert_eq!(preprocessed.diagnostics.len(), 101);
    assert_eq!(line_of_error(&preprocessed, "there is more wrong"), 201);
}
