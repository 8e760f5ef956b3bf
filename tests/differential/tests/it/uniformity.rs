//! Values that the simulator computes once for a work-group are those that each work-item would have
//! computed: random programs give the same either way, and for warps of either width.

use differential::program;
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing};
use simulator::{Options, Outcome, prepare, prepare_each};

const PROGRAMS: u64 = 300;

fn assert_same(seed: u64, how: &str, one: &Outcome, other: &Outcome) {
    assert_eq!(one.outputs, other.outputs, "seed {seed}: {how}");
    assert_eq!(one.events, other.events, "seed {seed}: {how}");
    assert_eq!(one.printf, other.printf, "seed {seed}: {how}");
    assert_eq!(one.end, other.end, "seed {seed}: {how}");
}

#[test]
fn what_is_computed_once_is_what_each_work_item_would_compute() {
    for seed in 30_001..=30_000 + PROGRAMS {
        let program = program(seed);
        let launch = &program.launch;
        let preprocessing = Preprocessing::default();
        let checked = opencl_c::compile("it.cl", &program.text, &preprocessing, &mut NoIncludes)
            .unwrap_or_else(|rejected| panic!("seed {seed}: {:?}", rejected.diagnostics));
        let once = prepare(&checked.program, &launch.kernel).expect("a supported kernel");
        let each = prepare_each(&checked.program, &launch.kernel).expect("a supported kernel");
        let options = Options::default();
        let narrow = once.run(launch, &options).expect("a right launch");
        let all = each.run(launch, &options).expect("a right launch");
        assert_same(seed, "computed once, or by each", &narrow, &all);
        assert_eq!(narrow.counters, all.counters, "seed {seed}");
        assert_eq!(narrow.steps, all.steps, "seed {seed}");
        let options = Options {
            warp: 64,
            ..Options::default()
        };
        let wide = once.run(launch, &options).expect("a right launch");
        assert_same(seed, "in warps of 32, or of 64", &narrow, &wide);
    }
}
