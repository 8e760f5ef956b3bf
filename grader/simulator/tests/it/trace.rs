//! The trace of a work-group: masks, addresses and costs as the text of a kernel has them.

use launch::{Access, Argument, Buffer, ElementType, Launch, NdRange, Scalar};
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing};
use simulator::{AccessKind, LaneRange, Options, Outcome, RequestCost, Trace, TraceStep, Tracing};

const COLUMNS: &str = "\
kernel void k(global int *a) {
    local int tile[8 * 8];
    int i = get_local_id(0);
    if (i < 3)
        a[8 * i] = i;
    tile[i * 8] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[i] = tile[i * 8];
}
";

fn run(code: &str, options: &Options) -> Outcome {
    let checked = opencl_c::compile("k.cl", code, &Preprocessing::default(), &mut NoIncludes)
        .expect("a program");
    let launch = Launch {
        kernel: "k".to_owned(),
        arguments: vec![Argument::Buffer(Buffer {
            name: "a".to_owned(),
            element: ElementType::scalar(Scalar::Int),
            access: Access::ReadWrite,
            contents: vec![0; 256],
            initialized: true,
        })],
        range: NdRange {
            offset: None,
            global: vec![16],
            local: Some(vec![8]),
            sub_group: None,
        },
    };
    simulator::simulate(&checked.program, &launch, options).expect("it runs")
}

fn trace(code: &str, tracing: Tracing) -> Trace {
    let options = Options {
        trace: Some(tracing),
        threads: 4,
        ..Options::default()
    };
    run(code, &options).trace.expect("a trace")
}

const FIRST: Tracing = Tracing {
    group: 0,
    most: 1000,
    values: false,
};

#[test]
fn accesses_come_with_who_where_and_what_it_cost() {
    let trace = trace(COLUMNS, FIRST);
    assert!(trace.complete);
    assert_eq!(trace.local, [8]);
    let accesses: Vec<String> = trace
        .steps
        .iter()
        .filter_map(|step| match step {
            TraceStep::Access {
                place,
                kind,
                requests,
                size: 4,
                ..
            } => {
                let [request] = requests.as_slice() else {
                    panic!("one warp, one request");
                };
                let cost = match request.cost {
                    RequestCost::Global { sectors } => format!("{sectors} sectors"),
                    RequestCost::Local { passes, least } => format!("{passes} of {least} passes"),
                };
                let runs: Vec<String> = request
                    .runs
                    .iter()
                    .map(|run| {
                        let name = &trace.objects[run.object];
                        format!(
                            "{name} {}+{} at {} by {}",
                            run.first, run.lanes, run.offset, run.stride
                        )
                    })
                    .collect();
                Some(format!("{}: {kind:?} {runs:?} {cost}", place.line))
            }
            _ => None,
        })
        .collect();
    assert_eq!(
        accesses,
        [
            r#"5: Store ["a 0+3 at 0 by 32"] 3 sectors"#,
            r#"6: Store ["tile 0+8 at 0 by 32"] 2 of 1 passes"#,
            r#"8: Load ["tile 0+8 at 0 by 32"] 2 of 1 passes"#,
            r#"8: Store ["a 0+8 at 0 by 4"] 1 sectors"#,
        ]
    );
}

#[test]
fn lines_and_barriers_come_with_who_was_active() {
    let trace = trace(COLUMNS, FIRST);
    let active_at = |wanted: u32| -> Vec<LaneRange> {
        let at = trace.steps.iter().find_map(|step| match step {
            TraceStep::Lines { lines, active, .. }
                if lines.iter().any(|(_, line)| *line == wanted) =>
            {
                Some(active.clone())
            }
            TraceStep::Barrier { place, active } if place.line == wanted => Some(active.clone()),
            _ => None,
        });
        at.expect("the line ran")
    };
    let stretch = |first, end| vec![LaneRange { first, end }];
    assert_eq!(active_at(3), stretch(0, 8));
    assert_eq!(active_at(5), stretch(0, 3));
    assert_eq!(active_at(6), stretch(0, 8));
    assert_eq!(active_at(7), stretch(0, 8));
}

#[test]
fn a_trace_without_room_says_that_it_is_not_whole() {
    let whole = trace(COLUMNS, FIRST).steps;
    let cut = trace(COLUMNS, Tracing { most: 3, ..FIRST });
    assert!(!cut.complete);
    assert_eq!(cut.steps, whole[..3]);
}

#[test]
fn an_endless_loop_is_traced_as_far_as_there_is_room() {
    let code = "kernel void k(global int *a) { while (a[0] == 0) { } }";
    let options = Options {
        trace: Some(FIRST),
        steps: 100_000,
        ..Options::default()
    };
    let trace = run(code, &options).trace.expect("a trace");
    assert!(!trace.complete);
    assert!(trace.steps.len() <= FIRST.most);
}

#[test]
fn a_group_that_never_ran_has_no_trace_and_tracing_changes_nothing_else() {
    let traced = |group| Options {
        trace: Some(Tracing {
            group,
            most: 100,
            values: false,
        }),
        ..Options::default()
    };
    let (none, second) = (run(COLUMNS, &traced(2)), run(COLUMNS, &traced(1)));
    assert_eq!(none.trace, None);
    assert!(second.trace.is_some());
    let plain = run(COLUMNS, &Options::default());
    assert_eq!(
        (&plain.counters, plain.steps),
        (&second.counters, second.steps)
    );
    assert_eq!(plain.events, second.events);
    assert_eq!(plain.outputs, second.outputs);
    let loads = |outcome: &Outcome| {
        let of = |access: &&simulator::AccessCounters| access.kind == AccessKind::Load;
        outcome.counters.accesses.iter().filter(of).count()
    };
    assert_eq!(loads(&plain), 1);
}

#[test]
fn values_are_those_before_each_statement_and_after_each_access() {
    let options = Options {
        trace: Some(Tracing {
            values: true,
            ..FIRST
        }),
        ..Options::default()
    };
    let trace = run(COLUMNS, &options).trace.expect("a trace");
    let line = |step: &TraceStep| match step {
        TraceStep::Lines { lines, .. } => lines[0].1,
        _ => 0,
    };
    let lines: Vec<u32> = trace.steps.iter().map(line).filter(|&it| it > 0).collect();
    assert_eq!(lines, [3, 4, 5, 6, 7, 8, 9]);
    let at = |wanted| {
        trace
            .steps
            .iter()
            .find(|step| line(step) == wanted)
            .expect("a step")
    };
    let changed = |wanted| match at(wanted) {
        TraceStep::Lines { variables, .. } => variables.clone(),
        _ => Vec::new(),
    };
    assert!(
        changed(3).is_empty(),
        "nothing but local memory is declared before i"
    );
    let [i] = &changed(4)[..] else {
        panic!("one variable")
    };
    assert_eq!(i.name, "i");
    let values = i.changed.as_ref().expect("i is new");
    let bits: Vec<u64> = values.bits.iter().copied().map(Option::unwrap).collect();
    assert_eq!(bits, [0, 1, 2, 3, 4, 5, 6, 7]);
    assert!(changed(6)[0].changed.is_none(), "i stays as it is");
    let stored = trace.steps.iter().find_map(|step| match step {
        TraceStep::Access { text, values, .. } if text == "a[8 * i]" => values.clone(),
        _ => None,
    });
    assert_eq!(
        stored.expect("values of the store").bits,
        [Some(0), Some(1), Some(2)]
    );
}

#[test]
fn values_change_neither_the_accesses_nor_the_outcome() {
    let with = |values| {
        let options = Options {
            trace: Some(Tracing { values, ..FIRST }),
            ..Options::default()
        };
        run(COLUMNS, &options)
    };
    let (plain, valued) = (with(false), with(true));
    assert_eq!(plain.outputs, valued.outputs);
    assert_eq!(plain.counters.lines, valued.counters.lines);
    let accesses = |outcome: &Outcome| {
        let steps = outcome.trace.as_ref().expect("a trace").steps.iter();
        let of = |step: &TraceStep| match step {
            TraceStep::Access { text, requests, .. } => Some((text.clone(), requests.clone())),
            _ => None,
        };
        steps.filter_map(of).collect::<Vec<_>>()
    };
    assert_eq!(accesses(&plain), accesses(&valued));
}
