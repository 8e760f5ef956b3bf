use opencl_c::preprocessor::{NoIncludes, Options};
use opencl_c::program::Program;
use repair::{Exit, Reach};

pub(crate) fn program(text: &str) -> Program {
    let checked = opencl_c::compile("k.cl", text, &Options::default(), &mut NoIncludes);
    checked
        .unwrap_or_else(|rejected| panic!("{text}: {:?}", rejected.diagnostics))
        .program
}

/// The way of work-item 3 to the writes of `y`. Its text compiles.
fn way(text: &str) -> Option<Reach> {
    let reach = Reach::of(&program(text), "k", "y", &[3])?;
    program(&reach.text);
    Some(reach)
}

const HELPED: &str = "void one(global int *to, int i, int n)
{
    if (i >= n)
        return;
    to[i] = 1;
}
kernel void k(global int *y, int n)
{
    global int *later = y + 1;
    if (n > 4 && get_local_size(0) > 8)
        one(later, get_global_id(0), n);
}
";

#[test]
fn the_nearest_condition_that_stops_is_named_with_what_it_compares() {
    let reach = way(HELPED).unwrap();
    // First the condition in the called function, then that around the call.
    let inner = reach
        .read("@reach 1 1 1 5 4 1 16 8\n@reach 0 1 1 5 5\n")
        .unwrap();
    assert_eq!((inner.write, inner.line), (5, 3));
    assert_eq!(inner.condition, "i >= n");
    assert_eq!(inner.values, "5 >= 5");
    assert_eq!(inner.leaves, Some(Exit::Return));
    let outer = reach.read("@reach 1 0 1 5 4 0 8 8\n").unwrap();
    assert_eq!((outer.line, outer.holds), (10, false));
    assert_eq!(outer.condition, "get_local_size(0) > 8");
    assert_eq!(outer.values, "8 > 8");
    assert_eq!(outer.leaves, None);
}

#[test]
fn nothing_is_said_where_the_write_was_reached() {
    let reach = way(HELPED).unwrap();
    assert_eq!(reach.read("@reach 0 1 1 5 5\n@reach write\n"), None);
    assert_eq!(reach.read(""), None);
}

#[test]
fn a_condition_that_changes_something_is_not_evaluated_twice() {
    let counted = way("kernel void k(global int *y, int n) { if (n-- > 0) y[0] = n; }").unwrap();
    assert_eq!(counted.text.matches("n--").count(), 1);
    let found = counted.read("@reach 0 0\n").unwrap();
    assert_eq!(
        (found.condition.as_str(), found.values.as_str()),
        ("n-- > 0", "")
    );
    assert!(way("kernel void k(global int *y, int n) { y[0] = n; }").is_none());
    assert!(way("kernel void k(global int *y, int n) { if (n > 0) y[0] = n; }").is_some());
}

#[test]
fn what_leaves_a_loop_before_the_write_is_on_its_way() {
    let text = "kernel void k(global int *y, int n)
{
    for (int i = 0; i < n; ++i) {
        if (i == 1)
            break;
    }
    while (n > 0) {
        n -= 1;
        if (n % 2)
            continue;
        y[n] = 1;
    }
}
";
    let reach = way(text).unwrap();
    assert_eq!(reach.text.matches("printf").count(), 3, "{}", reach.text);
    let found = reach.read("@reach 1 1 1 1 0\n@reach 0 1\n").unwrap();
    assert_eq!((found.line, found.leaves), (9, Some(Exit::Continue)));
    assert_eq!((&*found.condition, &*found.values), ("n % 2", ""));
}
