//! Input that is meant to break the front end: it ends, and says why, with a place.

use opencl_c::compile;
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
    let (bytes, tokens) = (10_000_000, 500_000);
    for text in [
        "a".repeat(bytes),
        " ".repeat(bytes),
        format!("\"{}\"", "s".repeat(bytes)),
        format!("/*{}*/", "*".repeat(bytes)),
        "é".repeat(bytes / 2),
        format!("#if 0\n{}", "'".repeat(bytes)),
        "a ".repeat(tokens),
        "(".repeat(tokens),
        "\\\n".repeat(tokens),
        "\\ ".repeat(tokens),
        "@".repeat(tokens),
        format!("#define {}", "x ".repeat(tokens)),
        format!("#if {}", "1+".repeat(tokens)),
        format!("#define f({}\n", "a,".repeat(tokens)),
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

#[test]
fn no_number_of_warnings_is_an_error_or_hides_one() {
    let warnings = "#define a 1\n#define a 2\n".repeat(1000);
    let good = run(&warnings);
    assert!(!good.diagnostics.is_empty());
    assert!(
        good.diagnostics
            .iter()
            .all(|it| it.severity == Severity::Warning)
    );
    let bad = run(&format!("{warnings}#error here\n"));
    assert_eq!(line_of_error(&bad, "here"), 2001);
    let fields = "typedef struct { int x } s;\n".repeat(1000);
    assert!(first_error(&fields).1.contains("second time"));
}

/// The first error of a program that has one, as its line and message.
fn first_error(text: &str) -> (u32, String) {
    let rejected = compile("k.cl", text, &Options::default(), &mut NoIncludes)
        .expect_err("a program with an error");
    for diagnostic in &rejected.diagnostics {
        diagnostic.to_finding(&rejected.sources);
    }
    let error = rejected
        .diagnostics
        .iter()
        .find(|diagnostic| diagnostic.severity == Severity::Error)
        .expect("an error");
    let place = &error.to_finding(&rejected.sources).spans[0];
    (place.line, error.message.clone())
}

#[test]
fn nesting_of_any_kind_is_an_error_with_a_place_or_no_error_at_all() {
    let depth = 100_000;
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("{", "", "}"),
        ("-", "1", ""),
        ("!", "1", ""),
        ("*", "p", ""),
        ("(int)", "1", ""),
        ("sizeof ", "x", ""),
        ("1 ? 1 : ", "1", ""),
        ("1 ? ", "1", " : 1"),
        ("1 + ", "1", ""),
        ("x = ", "1", ""),
        ("1, ", "1", ""),
        ("if (1) ", ";", ""),
        ("if (1) ; else ", ";", ""),
        ("for (;;) ", ";", ""),
        ("do ", ";", " while (1);"),
        ("switch (1) ", ";", ""),
        ("case 1: ", ";", ""),
        ("f(", "1", ")"),
        ("a[", "0", "]"),
        ("(float4)(", "1", ")"),
        ("(int[]){", "1", "}"),
        ("({", "1;", "})"),
        ("struct { ", "int a;", " } b;"),
        ("int (*", "p", ");"),
        ("x.", "y", ""),
        ("x->", "y", ""),
        ("__typeof__(", "1", ") a;"),
        ("__attribute__((", "packed", "))"),
    ] {
        let within = format!(
            "kernel void k(void) {{\n int x = 0;\n {}{middle}{};\n}}",
            open.repeat(depth),
            close.repeat(depth)
        );
        let outside = format!("{}{middle}{};", open.repeat(depth), close.repeat(depth));
        for text in [within, outside] {
            if let Err(rejected) = compile("k.cl", &text, &Options::default(), &mut NoIncludes) {
                let first = &rejected.diagnostics[0];
                let line = first.to_finding(&rejected.sources).spans[0].line;
                assert!(line <= 4, "{open} {first:?}");
            }
        }
    }
}

#[test]
fn declarators_initialisers_and_types_nest_without_a_stack() {
    let depth = 100_000;
    for text in [
        format!("void f(int {}p);", "*".repeat(depth)),
        format!("__constant int a{} = {{0}};", "[2]".repeat(depth)),
        format!(
            "__constant int a[] = {}0{};",
            "{".repeat(depth),
            "}".repeat(depth)
        ),
        format!("void f(int {}p{});", "(".repeat(depth), ")".repeat(depth)),
        format!("typedef int t0;\n{}", "typedef t0 *t0;\n".repeat(depth)),
        format!("struct s {{ {} }};", "int a;".repeat(depth)),
        format!("enum e {{ {} a }};", "a,".repeat(depth)),
        "int x;".repeat(depth),
        "kernel void k(".repeat(depth),
        "struct s {".repeat(depth),
        "}".repeat(depth),
        ")".repeat(depth),
        "@".repeat(depth),
        "kernel".repeat(depth),
        "int ".repeat(depth),
        "const ".repeat(depth),
    ] {
        first_error(&text);
    }
}

#[test]
fn doubling_chains_of_types_and_calls_are_read() {
    let count = 5_000;
    let mut text = String::from("typedef int t0;\nvoid f0(void) {}\n");
    for i in 1..count {
        text += &format!("typedef struct {{ t{0} a; t{0} b; }} t{i};\n", i - 1);
    }
    first_error(&text);
    let mut text = String::from("void f0(void) {}\n");
    for i in 1..count {
        text += &format!("void f{i}(void) {{ f{0}(); f{0}(); }}\n", i - 1);
    }
    text += "kernel void k(void) { f4999(); }\n";
    let checked = compile("k.cl", &text, &Options::default(), &mut NoIncludes);
    assert!(checked.is_ok());
}

#[test]
fn many_errors_in_one_program_are_refused() {
    let count = 20_000;
    for line in [
        "int a = b;\n",
        "void f(void) { x = 1; y(2); }\n",
        "kernel int k(int *p) { return *p.x }\n",
        "__global int g;\n",
        "typedef struct { int x } s;\n",
        "void f(int a { }\n",
    ] {
        first_error(&line.repeat(count));
    }
}
