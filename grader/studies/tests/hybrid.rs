//! The hybrid model beside the static one, over random kernels: where the text tells all, both see the same.

use opencl_c::preprocessor::{NoIncludes, Options};
use predictor::random::{Class, GROUP, RandomKernel};
use predictor::{Request, Work, key};

const WARP: usize = 32;

fn both(class: Class, seed: u64) -> (RandomKernel, Work, hybrid::Counted) {
    // Above that, the launch is the same but for the numbers.
    let sample = RandomKernel::new(class, seed).at_most(1024);
    let text = &sample.text;
    let compiled = opencl_c::compile("random.cl", text, &Options::default(), &mut NoIncludes);
    let program = compiled.expect("a kernel without errors").program;
    let text = predictor::read(&program, &sample.shape(GROUP), WARP).expect("a reading");
    let counted = studies::counted(&sample, GROUP, WARP).expect("counts");
    (sample, text, counted)
}

/// What an access is, apart from its degree; and from its stride where that may be another one elsewhere.
fn lies(request: &Request) -> String {
    format!(
        "{:?} {:?} {} {:?} {} {:.9} {:.6} {:.6}",
        request.at,
        request.kind,
        request.is_affine,
        request.stride.filter(|_| request.is_affine),
        request.bytes,
        request.count,
        request.group_cold,
        request.launch_cold
    )
}

#[test]
fn kernels_without_decisions_do_the_same_in_both_models() {
    let (mut apart, mut degrees) = (0.0, 0.0);
    for class in [Class::Realistic, Class::Unrestricted] {
        for seed in 0..60 {
            let (sample, text, counted) = both(class, seed);
            let work = &counted.work;
            assert_eq!(text.operations, work.operations, "{}", sample.text);
            assert_eq!(text.hoisted, work.hoisted, "{}", sample.text);
            let [of_text, of_counts] = [&text, work].map(|work| {
                let mut lying: Vec<String> = work.traffic.requests.iter().map(lies).collect();
                lying.sort();
                lying
            });
            assert_eq!(of_text, of_counts, "{}", sample.text);
            for (told, counted) in text.traffic.requests.iter().zip(&work.traffic.requests) {
                apart += (told.degree - counted.degree).abs();
                degrees += counted.degree;
            }
        }
    }
    // The hybrid model looks at all warps of a work-group, the static one at the first.
    assert!(apart < 0.05 * degrees, "{apart} of {degrees}");
}

#[test]
fn kernels_with_decisions_and_loops_differ_by_little() {
    let (mut told, mut of_both) = (0.0_f64, 0.0_f64);
    for seed in 0..60 {
        let (sample, text, counted) = both(Class::Control, seed);
        if text.is_estimate {
            continue;
        }
        let work = &counted.work;
        let names = |work: &Work| {
            work.operations
                .keys()
                .map(|&of| key(of))
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&text), names(work), "{}", sample.text);
        let hoisted = |work: &Work| work.hoisted.values().sum::<f64>();
        let more = (hoisted(&text) - hoisted(work)).abs();
        assert!(more <= 1e-9, "{more}\n{}", sample.text);
        for (operation, count) in &text.operations {
            let counted = work.operations[operation];
            // Of decisions the hybrid model sees more work-items. And it does not know in a second loop what the
            // rounds of a first one computed, but the first of them: a compiler that unrolls both may.
            let loops = sample.text.matches("for (").count();
            if sample.text.contains("if (") || loops > 1 {
                told += (count - counted).abs();
                of_both += count.max(counted);
            } else {
                let same = (count - counted).abs() <= 1e-9 * count;
                assert!(same, "{operation:?} {count} {counted}\n{}", sample.text);
            }
        }
    }
    assert!(told <= 0.1 * of_both, "{told} of {of_both}");
}
