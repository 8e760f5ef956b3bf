//! Writes by the wrong work-item: each is told with its element, and what follows from it is not.

use launch::{Access, Argument, Buffer, Finding, Launch, MistakeId, NdRange, Scalar};
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing};
use simulator::{Claim, Options, Rule, prepare};

/// Eight work-items in groups of two over a buffer `y` of eight `int`.
fn findings_of(body: &str, rule: Rule, threads: usize) -> Vec<Finding> {
    let text =
        format!("kernel void k(global int *y)\n{{\n    uint i = get_global_id(0);\n{body}\n}}\n");
    let checked = opencl_c::compile("k.cl", &text, &Preprocessing::default(), &mut NoIncludes)
        .unwrap_or_else(|rejected| panic!("{:?}", rejected.diagnostics));
    let launch = Launch {
        kernel: "k".to_owned(),
        arguments: vec![Argument::Buffer(Buffer {
            name: "y".to_owned(),
            element: Scalar::Int.into(),
            contents: vec![0; 32],
            initialized: true,
            access: Access::ReadWrite,
        })],
        range: NdRange {
            offset: None,
            global: vec![8],
            local: Some(vec![2]),
            sub_group: None,
        },
    };
    let claims = [Claim {
        argument: 0,
        element: 4,
        rule,
    }];
    let options = Options {
        threads,
        ..Options::default()
    };
    let kernel = prepare(&checked.program, "k").expect("a kernel");
    let outcome = kernel.run_claimed(&launch, &claims, &options);
    let events = outcome.expect("it runs").events;
    let observed = mistakes::observed(&events).into_iter();
    observed.map(|(finding, _)| finding).collect()
}

/// The one finding, as its message and the line of its first place.
fn only(body: &str, rule: Rule) -> (String, u32) {
    let findings = findings_of(body, rule, 1);
    let [finding] = findings.as_slice() else {
        panic!("{findings:?}");
    };
    assert_eq!(finding.mistake, MistakeId::WrongWorkItem);
    (finding.message.clone(), finding.spans[0].line)
}

/// Element i is work-item i's.
fn own() -> Rule {
    Rule::Owners((0..8).collect())
}

const EACH: Rule = Rule::Each { most: 1 };

#[test]
fn a_write_by_another_than_the_owner_is_told_with_both() {
    let findings = findings_of("    y[7 - i] = i;", own(), 1);
    let [finding] = findings.as_slice() else {
        panic!("{findings:?}");
    };
    assert_eq!(
        finding.message,
        "work-item 0 writes element 7 of `y`, which is work-item 7's here"
    );
    let global: Vec<usize> = finding
        .work_items
        .iter()
        .map(|item| item.global[0])
        .collect();
    assert_eq!(global, [0, 7]);
    let help = "work-item 0 has element 0, work-item 7 has element 7: either the index is not the one \
                that was meant, or the work-item writes more often than it has elements";
    assert_eq!(finding.help, help);
}

#[test]
fn any_division_of_one_element_each_is_right() {
    for body in [
        "    y[i] = 1;",
        "    y[7 - i] = 1;",
        "    y[i] = 0; y[i] += i;",
    ] {
        assert_eq!(findings_of(body, EACH, 1), [], "{body}");
    }
    assert_eq!(findings_of("    y[i] = 1;", own(), 1), []);
}

#[test]
fn two_work_items_that_write_one_element_are_told_whatever_they_write() {
    let wanted =
        "work-items 0 and 1 both write element 0 of `y`, and each element is one work-item's here";
    for body in [
        "    y[get_group_id(0)] = 1;",
        "    y[get_group_id(0)] = i;",
        "    y[0] = i;",
    ] {
        assert_eq!(only(body, EACH), (wanted.to_owned(), 4), "{body}");
    }
    let loops = "    for (uint k = 0; k < 8; ++k)\n        y[k] += 1;";
    assert_eq!(only(loops, EACH), (wanted.to_owned(), 5));
}

#[test]
fn one_work_item_that_does_the_work_of_all_is_told() {
    let body = "    if (i == 0)\n        for (uint k = 0; k < 8; ++k)\n            y[k] = k;";
    let wanted =
        "work-item 0 writes element 1 of `y` as well, and each work-item writes one element here";
    assert_eq!(only(body, EACH), (wanted.to_owned(), 6));
    let (message, _) = only(body, own());
    assert_eq!(
        message,
        "work-item 0 writes element 1 of `y`, which is work-item 1's here"
    );
    assert_eq!(findings_of(body, Rule::Each { most: 8 }, 1), []);
}

#[test]
fn vectors_atomics_and_records_write_elements_too() {
    for body in [
        "    if (i < 2) vstore4((int4)(1), i, y);",
        "    atomic_inc(&y[7 - i]);",
        "    if (i < 4) ((global int2 *)y)[i] = (int2)(i);",
    ] {
        assert_eq!(
            findings_of(body, own(), 1)[0].mistake,
            MistakeId::WrongWorkItem,
            "{body}"
        );
    }
}

#[test]
fn several_threads_find_what_one_does() {
    for body in [
        "    y[0] = i;",
        "    y[7 - i] = i;",
        "    y[i / 2] = 1;",
        "    y[i] = 1;",
    ] {
        for rule in [own(), EACH] {
            let alone = findings_of(body, rule.clone(), 1);
            assert_eq!(findings_of(body, rule, 3), alone, "{body}");
        }
    }
}

#[test]
fn an_element_without_an_owner_is_anyones() {
    let rule = Rule::Owners(vec![Rule::ANYONE; 8].into());
    assert_eq!(findings_of("    y[7 - i] = i;", rule, 1), []);
}

#[test]
fn an_async_copy_is_written_by_its_whole_group() {
    let copy = |to: &str| {
        format!(
            "    local int t[2];\n    t[get_local_id(0)] = i;\n    barrier(CLK_LOCAL_MEM_FENCE);\n    \
             event_t e = async_work_group_copy(y + {to}, t, 2, 0);\n    wait_group_events(1, &e);"
        )
    };
    let own_elements = copy("2 * get_group_id(0)");
    assert_eq!(findings_of(&own_elements, own(), 1), []);
    let (message, line) = only(&copy("(2 * get_group_id(0) + 2) % 8"), own());
    assert_eq!(
        (message.as_str(), line),
        (
            "work-item 0 writes element 2 of `y`, which is work-item 2's here",
            7
        )
    );
}
