//! The course's solutions: each translates, and naga accepts the shader; or it is refused for the reason that is known.

use naga::valid::{Capabilities, ValidationFlags, Validator};
use opencl_c::preprocessor::{NoIncludes, Options};
use std::path::Path;
use wgsl::{Launch, Reason, Shader, translate};

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
        // The second is how kernels are measured.
        for no_nan in [false, true] {
            let launch = Launch {
                no_nan,
                ..launch.clone()
            };
            let shader = translate(&program, name, &launch).map_err(|refusal| refusal.reason)?;
            accepted(&shader);
        }
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

/// Asks naga.
fn accepted(shader: &Shader) {
    let module = naga::front::wgsl::parse_str(&shader.text)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(&shader.text)));
    // What takes halves as bits, which every device of WebGPU has.
    let capabilities = Capabilities::SHADER_FLOAT16_IN_FLOAT32;
    let mut validator = Validator::new(ValidationFlags::all(), capabilities);
    validator
        .validate(&module)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(&shader.text)));
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

#[test]
fn a_switch_takes_64_bits() {
    let text = "kernel void k(global ulong *x, global long *y)
{
    switch (x[0]) {
        case 0x100000000UL: y[0] = 1;
        case 7: y[1] = 2; break;
        default: y[2] = 3;
    }
    switch (y[3]) {
        case -1: y[4] = 5;
    }
}";
    assert_eq!(outcome(text), [Ok(())]);
}

#[test]
fn functions_of_one_and_two_results_have_a_form() {
    let text = "kernel void k(global float *x, global float4 *v, global int *n, global int4 *m)
{
    x[0] = acosh(x[0]) + asinh(x[1]) + atanh(x[2]) + erf(x[3]) + erfc(x[4]);
    x[1] = lgamma(x[0]) + tgamma(x[1]) + tanpi(x[2]) + remainder(x[3], x[4]);
    x[2] = remquo(x[0], x[1], n) + lgamma_r(x[3], n + 1);
    v[0] = remquo(v[0], v[1], m) + lgamma_r(v[3], m + 1) + remainder(v[2], v[4]);
}";
    assert_eq!(outcome(text), [Ok(())]);
}

/// Buffers beyond those that a device binds share a binding, those that are accessed alike first.
#[test]
fn buffers_share_bindings_where_a_device_binds_few() {
    let text = "constant int one[2] = {1, 2};
constant char two[2] = {3, 4};
kernel void k(global const int *a, global const int *b, global const uchar *c, global int *d,
    global int *e, global uchar *f, global int *g, local int *h)
{
    int i = get_global_id(0);
    h[get_local_id(0)] = a[i] + b[i] + one[i & 1];
    if (d[0] > 0)
        barrier(CLK_LOCAL_MEM_FENCE);
    d[i] = c[i] + h[0] + two[i & 1];
    e[i] = d[i];
    f[i] = (uchar)e[i];
    atomic_add(g, e[i]);
}";
    let read = opencl_c::compile("k.cl", text, &Options::default(), &mut NoIncludes);
    let program = read.expect("a program").program;
    let shader = |buffers: Option<u32>| {
        let launch = Launch {
            local: [64, 1, 1],
            local_memory: vec![1024; 8],
            buffers,
            ..Launch::default()
        };
        let shader = translate(&program, "k", &launch).expect("a shader");
        accepted(&shader);
        shader
    };
    let alone = shader(None);
    assert_eq!(
        alone.storage_buffers(),
        10,
        "seven buffers, two tables, a word"
    );
    assert_eq!(shader(Some(10)).text, alone.text);
    for most in [8, 5, 4] {
        let shared = shader(Some(most));
        assert!(shared.storage_buffers() <= most as usize, "{most}");
        let mut parameters: Vec<usize> = shared
            .bindings
            .iter()
            .flat_map(|binding| binding.parameters.clone())
            .collect();
        parameters.sort_unstable();
        assert_eq!(parameters, [0, 1, 2, 3, 4, 5, 6], "{most}");
    }
    let by_eight: Vec<Vec<usize>> = shader(Some(8))
        .bindings
        .into_iter()
        .map(|binding| binding.parameters)
        .collect();
    assert!(by_eight.contains(&vec![0, 1]), "{by_eight:?}");
    assert!(by_eight.contains(&vec![3, 4]), "{by_eight:?}");
}

/// A condition is made the same for a work-group only where a barrier depends on it: a jump out of a loop or a switch
/// that does not wait is each work-item's own.
#[test]
fn a_jump_out_of_an_inner_loop_is_each_work_items_own() {
    let parted = |body: &str| {
        let text = format!(
            "kernel void k(global const uint *x, global uint *y) {{ uint i = get_global_id(0); {body} y[i] = 1; }}"
        );
        let read = opencl_c::compile("k.cl", &text, &Options::default(), &mut NoIncludes);
        let launch = Launch {
            local: [64, 1, 1],
            ..Launch::default()
        };
        let program = read.expect("a program").program;
        let shader = translate(&program, "k", &launch).expect("a shader");
        accepted(&shader);
        shader.parted.is_some()
    };
    let waits = "barrier(CLK_GLOBAL_MEM_FENCE);";
    for own in [
        "for (int a = 0; a < 3; ++a) { WAITS for (int b = 0; b < x[i]; ++b) { if (x[b] > 1) break; y[b] = 2; } }",
        "for (int a = 0; a < 3; ++a) { WAITS while (y[i]-- > 0) { if (x[i] > y[i]) continue; y[i] -= 1; } }",
        "for (int a = 0; a < 3; ++a) { WAITS switch (x[i]) { case 0: if (y[i] > 1) break; y[i] = 2; } }",
        "switch (x[i]) { case 0: if (y[i] > 1) break; y[i] = 2; } WAITS",
    ] {
        assert!(!parted(&own.replace("WAITS", waits)), "{own}");
    }
    for same in [
        "for (int a = 0; a < 3; ++a) { WAITS if (x[i] > 1) break; y[i] = 2; }",
        "for (int a = 0; a < 3; ++a) { switch (x[i]) { case 0: continue; } WAITS }",
        "for (int a = 0; a < 3; ++a) { for (int b = 0; b < x[i]; ++b) { if (x[b] > 1) return; } WAITS }",
        "switch (get_group_id(0)) { case 0: if (x[i] > 1) break; WAITS y[i] = 2; }",
    ] {
        assert!(parted(&same.replace("WAITS", waits)), "{same}");
    }
}

/// The shader of a kernel `k` in a text.
fn shader_of(text: &str) -> String {
    let checked = opencl_c::compile("kernel.cl", text, &Options::default(), &mut NoIncludes)
        .expect("a program");
    let launch = Launch {
        local: [64, 1, 1],
        sub_group: 32,
        fused: true,
        ..Launch::default()
    };
    let shader = translate(&checked.program, "k", &launch).expect("a shader");
    accepted(&shader);
    shader.text
}

#[test]
fn a_loop_that_chooses_elements_of_a_private_array_is_unrolled_up_to_64_rounds() {
    let of = |rounds: u32| {
        shader_of(&format!(
            "kernel void k(global int *x) {{ int all[{rounds}]; int s = 0;
             for (int i = 0; i < {rounds}; ++i) all[i] = x[i];
             for (int i = 0; i < {rounds}; ++i) s += all[{rounds} - 1 - i];
             x[get_global_id(0)] = s; }}"
        ))
    };
    assert!(!of(64).contains("loop"), "{}", of(64));
    assert_eq!(of(65).matches("loop").count(), 2);
}

#[test]
fn a_function_that_returns_within_a_block_is_called_and_another_is_not() {
    let of = |body: &str| {
        shader_of(&format!(
            "int f(int x, const int way) {{ {body} }}
             kernel void k(global int *x) {{ x[0] = f(x[1], 1) + f(x[2], 1); }}"
        ))
    };
    let within = of("if (x > 0) return 1; return x;");
    assert_eq!(within.matches("f1_f(").count(), 3, "{within}");
    // What is known where it is called decides which `return` is the last.
    let known = of("if (way == 1) return x + 1; if (x > 0) return 1; return x;");
    assert_eq!(known.matches("f1_f(").count(), 0, "{known}");
}

#[test]
fn a_pragma_decides_whether_a_loop_is_unrolled() {
    let of = |pragma: &str, rounds: u32| {
        let shader = shader_of(&format!(
            "kernel void k(global int *x) {{
             {pragma}
             for (int i = 0; i < {rounds}; ++i) x[i] = x[i] * 3 + x[i + 1] * 5 + x[i + 2] * 7 + x[i + 3]; }}"
        ));
        shader.matches("loop").count()
    };
    assert_eq!((of("", 4), of("\n#pragma unroll 1\n", 4)), (0, 1));
    assert_eq!((of("", 64), of("\n#pragma unroll\n", 64)), (1, 0));
}

#[test]
fn a_load_that_a_condition_guards_is_no_branch_and_stays_within_the_buffer() {
    let shader = shader_of(
        "kernel void k(global int *x, int n) {
         int i = get_global_id(0); x[0] = i >= 0 && i < n ? x[i] : 0; }",
    );
    assert!(
        !shader.contains("if ") && !shader.contains("&&"),
        "{shader}"
    );
    assert!(shader.contains("[select(0u, "), "{shader}");
}

#[test]
fn a_barrier_orders_global_memory_only_where_it_asks_and_there_is_something_to_order() {
    let of = |flags: &str, stored: &str| {
        let shader = shader_of(&format!(
            "kernel void k(global const int *x, global int *y, local int *l) {{
             l[get_local_id(0)] = x[0]; barrier({flags}); {stored} = l[0]; }}"
        ));
        assert_eq!(shader.matches("workgroupBarrier").count(), 1, "{shader}");
        shader.contains("storageBarrier")
    };
    let both = "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE";
    assert!(!of("CLK_LOCAL_MEM_FENCE", "y[0]"));
    assert!(of("CLK_GLOBAL_MEM_FENCE", "y[0]"));
    assert!(of(both, "y[0]"));
    assert!(!of(both, "l[1]"));
}

/// What a function is given is as uniform where it is inlined as where it is called.
#[test]
fn a_loop_that_waits_in_a_function_is_not_broadcast_where_its_bound_is_uniform() {
    let of = |bound: &str| {
        let shader = shader_of(&format!(
            "void f(global int *x, int n) {{
             for (int i = 0; i < n; ++i) {{ barrier(CLK_GLOBAL_MEM_FENCE); x[i] += 1; }} }}
             kernel void k(global int *x, global const int *y, int n) {{ f(x, {bound}); }}"
        ));
        shader.contains("workgroupUniformLoad")
    };
    for uniform in ["n", "n + y[1]", "get_group_id(0) + n"] {
        assert!(!of(uniform), "{uniform}");
    }
    for varying in ["x[0]", "y[get_global_id(0)]", "get_local_id(0)"] {
        assert!(of(varying), "{varying}");
    }
}

#[test]
fn halves_have_a_form_but_for_functions_that_would_not_be_right() {
    let of = |body: &str| {
        outcome(&format!(
            "#pragma OPENCL EXTENSION cl_khr_fp16 : enable
             constant half table[2] = {{1.5h, -0x1p-24h}};
             kernel void k(global half *x, global half4 *v, global int *n) {{ {body} }}"
        ))
    };
    for body in [
        "x[0] = x[1] * table[n[0]] - 2 / x[2]; x[3]++; n[0] = x[1] > x[2] ? (int)x[1] : !x[2];",
        "v[0] = sqrt(v[1]) + fmax(v[2], (half4)(1.0h / 0.0h)); n[1] = isnan(x[0]) + isless(x[1], x[2]);",
        "v[0] = select(v[1], v[2], isgreater(v[1], v[2])); v[3] = clamp(v[1], v[2], x[0]); v[4] = -v[1];",
        "x[0] = as_half((ushort)n[0]); n[1] = as_ushort(x[1]); n[2] = convert_char_sat_rtp(x[2]); x[2] = 70000;",
        "private half near[4]; near[n[0]] = x[0]; vstore2(vload2(0, near), 0, x); x[1] = cos(x[2]) + (half)n[1];",
    ] {
        assert_eq!(of(body), [Ok(())], "{body}");
    }
    let half = || vec![Err(Reason::Type("half".to_owned()))];
    for body in [
        "x[0] = fma(x[1], x[2], x[3]);",
        "x[0] = nextafter(x[1], x[2]);",
        "n[0] = isnormal(x[1]);",
    ] {
        assert_eq!(of(body), half(), "{body}");
    }
}
