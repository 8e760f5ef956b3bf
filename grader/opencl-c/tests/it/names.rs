//! Declarations and uses of names, and what a rejected program still tells of them.

use opencl_c::compile_with_names;
use opencl_c::names::{Kind, Names};
use opencl_c::preprocessor::{NoIncludes, Options};

fn names(text: &str) -> Names {
    compile_with_names("k.cl", text, &Options::default(), &mut NoIncludes).1
}

/// Each use as `line:column name -> line:column`.
fn uses(names: &Names) -> Vec<String> {
    let place = |origin: opencl_c::source::Origin| {
        let span = origin.spelling;
        let at = names.sources.line_column(span.file, span.start);
        format!("{}:{}", at.line, at.column)
    };
    let mut uses: Vec<_> = names.uses.iter().collect();
    uses.sort_by_key(|it| it.origin.spelling);
    let shown = uses.iter().map(|it| {
        let text = names.sources.text(it.origin.spelling);
        format!("{} {text} -> {}", place(it.origin), place(it.entity))
    });
    shown.collect()
}

#[test]
fn each_use_leads_to_its_declaration() {
    let names = names(
        "\
enum Mode { FAST = 3, SLOW };
typedef struct Cell { float mass; struct { int x; }; } Cell;
float weight(Cell c);
constant float G = 9.5f;
float weight(Cell c) { return c.mass * G + c.x; }
kernel void k(global Cell *cells, enum Mode mode) {
    local float tile[4];
    float G = weight(cells[0]);
    Cell one = {.mass = G};
    if (mode == SLOW) goto end;
    tile[sizeof(struct Cell) % 4] = one.mass;
end:;
}
",
    );
    let expected = [
        "3:14 Cell -> 2:56",
        "5:14 Cell -> 2:56",
        "5:31 c -> 5:19",
        "5:33 mass -> 2:29",
        "5:40 G -> 4:16",
        "5:44 c -> 5:19",
        "5:46 x -> 2:48",
        "6:22 Cell -> 2:56",
        "6:40 Mode -> 1:6",
        "8:15 weight -> 3:7",
        "8:22 cells -> 6:28",
        "9:5 Cell -> 2:56",
        "9:18 mass -> 2:29",
        "9:25 G -> 8:11",
        "10:9 mode -> 6:45",
        "10:17 SLOW -> 1:23",
        "10:28 end -> 12:1",
        "11:5 tile -> 7:17",
        "11:24 Cell -> 2:16",
        "11:37 one -> 9:10",
        "11:41 mass -> 2:29",
    ];
    assert_eq!(uses(&names), expected);
    let kinds = names.declarations.iter().map(|it| (&*it.name, it.kind));
    let expected = [
        ("FAST", Kind::Enumerator),
        ("SLOW", Kind::Enumerator),
        ("Mode", Kind::Enum),
        ("Cell", Kind::Struct),
        ("mass", Kind::Field),
        ("x", Kind::Field),
        ("Cell", Kind::Typedef),
        ("weight", Kind::Function),
        ("G", Kind::Global),
        ("weight", Kind::Function),
        ("c", Kind::Parameter),
        ("k", Kind::Kernel),
        ("cells", Kind::Parameter),
        ("mode", Kind::Parameter),
        ("tile", Kind::Local),
        ("G", Kind::Local),
        ("one", Kind::Local),
        ("end", Kind::Label),
    ];
    assert_eq!(kinds.collect::<Vec<_>>(), expected);
}

#[test]
fn a_call_leads_to_the_overload_it_means() {
    let names = names(
        "\
int __attribute__((overloadable)) f(int x) { return x; }
int __attribute__((overloadable)) f(float x) { return 1; }
kernel void k(global int *a) { a[0] = f(1.0f) + f(2); }
",
    );
    let calls: Vec<_> = uses(&names)
        .into_iter()
        .filter(|it| it.contains(" f "))
        .collect();
    assert_eq!(calls, ["3:39 f -> 2:35", "3:49 f -> 1:35"]);
}

#[test]
fn a_rejected_program_has_the_names_that_could_be_read() {
    let names = names(
        "\
kernel void k(global float4 *a, int n) {
    float4 v = a[missing];
    a[n]. = v;
    n = v.x + nothing;
    n = v.
}
kernel void other(int m) { m = 1; }
",
    );
    let uses = uses(&names);
    for expected in ["2:16 a -> 1:30", "4:9 v -> 2:12", "7:28 m -> 7:23"] {
        assert!(
            uses.iter().any(|it| it == expected),
            "{expected}: {uses:#?}"
        );
    }
}

#[test]
fn a_name_behind_a_dot_comes_with_the_type_before_it() {
    let names = names(
        "\
typedef struct { int mass; } Cell;
kernel void k(global Cell *c, float4 v) { c->nothing = v.q; c[0].mass = 1; }
",
    );
    let members = names.members.iter().map(|member| {
        let text = names.sources.text(member.name.spelling);
        let of = opencl_c::print::declaration_of(
            &names.types,
            member.of,
            Default::default(),
            opencl_c::types::AddressSpace::Private,
            "",
        );
        format!("{text} of {of}")
    });
    let expected = ["nothing of Cell", "q of float4", "mass of Cell"];
    assert_eq!(members.collect::<Vec<_>>(), expected);
}

#[test]
fn names_in_the_body_of_a_macro_are_used_there() {
    let names = names(
        "\
#define AT(i) a[(i) + shift]
kernel void k(global int *a, int shift) { AT(shift) = AT(1); }
",
    );
    let expected = [
        "1:15 a -> 2:27",
        "1:15 a -> 2:27",
        "1:23 shift -> 2:34",
        "1:23 shift -> 2:34",
        "2:46 shift -> 2:34",
    ];
    assert_eq!(uses(&names), expected);
}
