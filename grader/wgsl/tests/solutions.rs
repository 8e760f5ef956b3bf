//! The course's solutions: each translates, and naga accepts the shader; or it is refused for the reason that is known.

use naga::valid::{Capabilities, ValidationFlags, Validator};
use opencl_c::preprocessor::{NoIncludes, Options};
use std::path::Path;
use wgsl::{Launch, Reason, translate};

/// The solutions that are refused, and why.
fn refused(folder: &str) -> Option<Reason> {
    Some(match folder {
        "40-last-group" => Reason::OrderBetweenGroups,
        _ => return None,
    })
}

/// The reason in words; empty where naga accepts the shader.
fn outcome(text: &str) -> Vec<Result<(), Reason>> {
    let options = Options {
        standard: launch::Standard::V3_0,
        ..Options::default()
    };
    let checked =
        opencl_c::compile("kernel.cl", text, &options, &mut NoIncludes).expect("a program");
    let program = checked.program;
    let of = |name: &str, parameters: usize, required: Option<[u64; 3]>| {
        let launch = Launch {
            local: required.map_or([64, 1, 1], |sizes| sizes.map(|size| size as u32)),
            local_memory: vec![1024; parameters],
            sub_group: 32,
            fused: true,
            ..Launch::default()
        };
        let shader = translate(&program, name, &launch).map_err(|refusal| refusal.reason)?;
        let module = naga::front::wgsl::parse_str(&shader.text)
            .unwrap_or_else(|error| panic!("{}", error.emit_to_string(&shader.text)));
        let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
        validator
            .validate(&module)
            .unwrap_or_else(|error| panic!("{}", error.emit_to_string(&shader.text)));
        Ok(())
    };
    program
        .kernels()
        .map(|(_, function)| {
            let kernel = function.kernel.as_ref();
            let required = kernel.and_then(|kernel| kernel.required_work_group_size);
            of(&function.name, function.parameters, required)
        })
        .collect()
}

#[test]
fn every_solution_translates_or_is_refused_for_a_known_reason() {
    let solutions = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../solutions");
    let mut seen = 0;
    for entry in std::fs::read_dir(solutions)
        .expect("the solutions")
        .flatten()
    {
        let Ok(text) = std::fs::read_to_string(entry.path().join("kernel.cl")) else {
            continue;
        };
        seen += 1;
        let folder = entry.file_name().into_string().expect("a name");
        let expected = refused(&folder);
        for outcome in outcome(&text) {
            assert_eq!(outcome.err(), expected, "{folder}");
        }
    }
    assert!(seen > 0);
}

#[test]
fn an_int_shifts_64_bits() {
    let text = "kernel void k(global ulong *x, global long *y, int n, uchar m)
{
    x[0] = 1UL << n;
    x[1] = (x[0] << 44) | (x[2] >> n) | ((ulong)get_group_id(0) << 4);
    y[0] = (y[1] >> n) + (y[2] << m) + (y[3] << -1);
    x[2] <<= n;
    y[2] >>= m;
}";
    assert_eq!(outcome(text), [Ok(())]);
}
