use crate::reach::program;
use repair::{Passage, Passed};

const TURNED: &str = "kernel void k(global int *y, int w, int n)
{
    int row = get_group_id(0) * 2;
    for (int x = row + 1; x <= w; ++x) {
        if (x < 0 || x > n)
            continue;
        int i = x * w;
        y[i] = 1;
    }
}
";

/// The way of work-item 3 to the accesses of a line. Its text compiles.
fn passage(text: &str, line: u32) -> Option<Passage> {
    let passage = Passage::of(&program(text), "k", line, &[3])?;
    program(&passage.text);
    Some(passage)
}

fn read(printed: &str, wrong: i64) -> Option<Passed> {
    let passage = passage(TURNED, 8).unwrap();
    passage.read(printed, &|buffer, index| buffer == "y" && index == wrong)
}

#[test]
fn the_nearest_condition_and_the_values_before_the_wrong_access_are_read() {
    // Two rounds: the second access is the wrong one.
    let printed = "@reach value 0 4\n@reach 1 1 1 5 6\n@reach 0 0 0 5 0 0 5 6\n@reach value 2 5\n\
                   @reach value 1 5\n@reach access 0 5\n\
                   @reach 1 1 1 6 6\n@reach 0 0 0 6 0 0 6 6\n@reach value 2 6\n\
                   @reach value 1 6\n@reach access 0 6\n";
    let passed = read(printed, 6).unwrap();
    let condition = passed.condition.unwrap();
    assert_eq!((condition.line, condition.holds), (5, false));
    assert_eq!(condition.compared, ["6 < 0", "6 > 6"]);
    let values: Vec<(&str, &str, u32)> = passed
        .values
        .iter()
        .map(|it| (it.name.as_str(), it.value.as_str(), it.line))
        .collect();
    assert_eq!(values, [("row", "4", 3), ("x", "6", 4), ("i", "6", 7)]);
}

#[test]
fn nothing_is_said_where_no_access_is_wrong() {
    assert_eq!(read("@reach value 2 5\n@reach access 0 5\n", 6), None);
    assert_eq!(read("", 6), None);
}

#[test]
fn an_index_that_changes_something_is_not_printed() {
    let text =
        |index: &str| format!("kernel void k(global int *y, int n)\n{{\n    y[{index}] = 1;\n}}\n");
    assert!(passage(&text("n + 1"), 3).is_some());
    assert!(passage(&text("n++"), 3).is_none());
}

#[test]
fn a_value_that_changes_where_nothing_can_print_is_not_named() {
    let text = |change: &str| {
        format!(
            "kernel void k(global int *y, int n)\n{{\n    int i = n * 2;\n    int j = i + 1;\n    \
             {change}\n    y[j] = 1;\n}}\n"
        )
    };
    let names = |change: &str, printed: &str| -> Vec<String> {
        let passage = passage(&text(change), 6).unwrap();
        let passed = passage.read(printed, &|_, _| true).unwrap();
        passed.values.into_iter().map(|it| it.name).collect()
    };
    let both = "@reach value 0 4\n@reach value 1 5\n@reach access 0 5\n";
    assert_eq!(names("", both), ["i", "j"]);
    for change in [
        "if (n > 1) j = 9;",
        "for (; j < n; j++) y[0] = 1;",
        "int *to = &j; *to = 9;",
    ] {
        let one = "@reach value 0 4\n@reach access 0 5\n";
        assert_eq!(names(change, one), ["i"], "{change}");
    }
}

#[test]
fn a_condition_that_stopped_the_work_item_in_an_earlier_round_is_not_said_to_let_it_through() {
    // It stood in a branch that this round did not take: `continue` was met before.
    let printed = "@reach 1 1 1 5 6\n@reach 0 1 0 5 0 1 5 4\n@reach access 0 6\n";
    let passed = read(printed, 6).unwrap();
    assert_eq!(passed.condition.unwrap().line, 4);
}
