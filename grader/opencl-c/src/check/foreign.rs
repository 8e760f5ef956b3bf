//! Words of CUDA and of C that are not OpenCL C's, with what to write instead.

use crate::types::Scalar;

/// A word of another language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foreign {
    word: &'static str,
    /// What to say of it.
    pub(super) meaning: &'static str,
    /// What to write in its place.
    replacement: Replacement,
    /// Is it a word of CUDA?
    pub(super) cuda: bool,
}

/// What stands for a word of another language.
#[derive(Clone, Copy, Debug)]
enum Replacement {
    /// Nothing that fits everywhere.
    None,
    /// Another word.
    Word(&'static str),
    /// For a call of it without arguments: this one.
    Call(&'static str),
    /// For a component of it: a call of this function with the dimension.
    Component(&'static str),
    /// For a call of it with one argument: that argument in parentheses between these.
    Around(&'static str, &'static str),
}

/// The words of CUDA that OpenCL C writes otherwise, each with what it writes: `threadIdx.x`, `get_local_id(0)`.
pub fn words_of_cuda() -> Vec<(String, String)> {
    let of_cuda = FOREIGN.iter().filter(|foreign| foreign.cuda);
    let words = of_cuda.flat_map(|foreign| {
        let word = foreign.word;
        match foreign.replacement {
            Replacement::Component(function) => ["x", "y", "z"]
                .into_iter()
                .enumerate()
                .map(|(dimension, component)| {
                    (
                        format!("{word}.{component}"),
                        format!("{function}({dimension})"),
                    )
                })
                .collect(),
            Replacement::Word(other) => vec![(word.to_owned(), other.to_owned())],
            Replacement::Call(call) => vec![(format!("{word}()"), call.to_owned())],
            Replacement::None | Replacement::Around(..) => Vec::new(),
        }
    });
    words.collect()
}

/// How an unknown name is used.
#[derive(Clone, Copy, Debug)]
pub(super) enum Use<'a> {
    /// By itself.
    Value,
    /// Called with this many arguments; with the text of the call behind the name, where it is one.
    Call(usize, Option<&'a str>),
    /// With a field of this name after it.
    Member(&'a str),
}

/// What to write for an unknown name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// In place of the name alone.
    Name(String),
    /// In place of the whole call, or of the name with its field.
    Whole(String),
}

impl Foreign {
    /// The word of this spelling.
    pub(super) fn of(name: &str) -> Option<&'static Foreign> {
        FOREIGN.iter().find(|foreign| foreign.word == name)
    }

    /// What to write for a use of it.
    pub(super) fn written(&self, used: Use<'_>) -> Option<Written> {
        match (self.replacement, used) {
            (Replacement::Word(word), _) => Some(Written::Name(word.to_owned())),
            (Replacement::Call(call), Use::Call(0, _)) => Some(Written::Whole(call.to_owned())),
            (Replacement::Component(function), Use::Member(field)) => {
                let dimension = ["x", "y", "z"].iter().position(|name| *name == field)?;
                Some(Written::Whole(format!("{function}({dimension})")))
            }
            (Replacement::Around(before, after), Use::Call(1, Some(arguments))) => {
                Some(Written::Whole(format!("{before}{arguments}{after}")))
            }
            _ => None,
        }
    }
}

/// What OpenCL C calls a function of C whose name ends in `f` for `float`: `sqrtf` is `sqrt`.
pub(super) fn of_every_type(name: &str) -> Option<&'static str> {
    const FUNCTIONS: &[&str] = &[
        "acos",
        "acosh",
        "asin",
        "asinh",
        "atan",
        "atan2",
        "atanh",
        "cbrt",
        "ceil",
        "copysign",
        "cos",
        "cosh",
        "cospi",
        "erf",
        "erfc",
        "exp",
        "exp10",
        "exp2",
        "expm1",
        "fabs",
        "fdim",
        "floor",
        "fma",
        "fmax",
        "fmin",
        "fmod",
        "hypot",
        "ldexp",
        "lgamma",
        "log",
        "log10",
        "log1p",
        "log2",
        "logb",
        "nextafter",
        "pow",
        "remainder",
        "rint",
        "round",
        "sin",
        "sinh",
        "sinpi",
        "sqrt",
        "tan",
        "tanh",
        "tgamma",
        "trunc",
    ];
    let stem = name.strip_suffix('f')?;
    FUNCTIONS.iter().copied().find(|function| *function == stem)
}

/// What to say of the functions of CUDA that come in families.
pub(super) fn of_a_family(name: &str) -> Option<&'static str> {
    let begins = |families: &[&str]| families.iter().any(|family| name.starts_with(family));
    let of_host = name
        .strip_prefix("cuda")
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
    if is_warp_function(name) {
        Some("OpenCL C 1.2 has no functions of a warp: exchange values through local memory")
    } else if of_host {
        Some("this is for the host, whose functions begin with `cl` in OpenCL")
    } else if begins(&[
        "tex1D",
        "tex2D",
        "tex3D",
        "texCubemap",
        "surf1D",
        "surf2D",
        "surf3D",
    ]) {
        Some("textures are images in OpenCL, read with `read_imagef`")
    } else if begins(&["__syncthreads_"]) {
        Some("count or combine in local memory, between two barriers")
    } else {
        None
    }
}

/// The vector that CUDA's `make_float4` makes.
pub(super) fn made_vector(name: &str) -> Option<String> {
    let vector = name.strip_prefix("make_")?;
    let digits = vector.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let component = vector.strip_suffix(digits)?;
    let known = Scalar::ALL
        .into_iter()
        .any(|scalar| scalar.name() == component);
    let width = matches!(digits, "2" | "3" | "4" | "8" | "16");
    (known && width).then(|| vector.to_owned())
}

/// Is it one of CUDA's functions by which the work-items of a warp exchange values?
fn is_warp_function(name: &str) -> bool {
    let families = [
        "__shfl",
        "__ballot",
        "__any_sync",
        "__all_sync",
        "__reduce_",
        "__match_",
    ];
    families.iter().any(|family| name.starts_with(family)) || name == "__activemask"
}

const fn cuda(word: &'static str, meaning: &'static str, replacement: Replacement) -> Foreign {
    Foreign {
        word,
        meaning,
        replacement,
        cuda: true,
    }
}

const fn other(word: &'static str, meaning: &'static str, replacement: Replacement) -> Foreign {
    Foreign {
        cuda: false,
        ..cuda(word, meaning, replacement)
    }
}

const FOREIGN: &[Foreign] = &[
    cuda(
        "threadIdx",
        "CUDA's `threadIdx.x` is `get_local_id(0)`; `.y` is dimension 1, `.z` 2",
        Replacement::Component("get_local_id"),
    ),
    cuda(
        "blockIdx",
        "CUDA's `blockIdx.x` is `get_group_id(0)`; `.y` is dimension 1, `.z` 2",
        Replacement::Component("get_group_id"),
    ),
    cuda(
        "blockDim",
        "CUDA's `blockDim.x` is `get_local_size(0)`; `.y` is dimension 1, `.z` 2",
        Replacement::Component("get_local_size"),
    ),
    cuda(
        "gridDim",
        "CUDA's `gridDim.x` is `get_num_groups(0)`; `.y` is dimension 1, `.z` 2",
        Replacement::Component("get_num_groups"),
    ),
    cuda(
        "__syncthreads",
        "CUDA's `__syncthreads()` is `barrier(CLK_LOCAL_MEM_FENCE)`, and orders global memory too",
        Replacement::Call("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)"),
    ),
    cuda(
        "__threadfence",
        "CUDA's `__threadfence()` is `mem_fence(CLK_GLOBAL_MEM_FENCE)`, with `| CLK_LOCAL_MEM_FENCE` for local memory",
        Replacement::Call("mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)"),
    ),
    cuda(
        "__threadfence_block",
        "CUDA's `__threadfence_block()` is `mem_fence` with the fences of both memories",
        Replacement::Call("mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)"),
    ),
    cuda(
        "warpSize",
        "OpenCL C has no warp size; ask the device for its preferred work-group size multiple",
        Replacement::None,
    ),
    cuda(
        "__syncwarp",
        "OpenCL C 1.2 has no barrier for a warp: use `barrier(CLK_LOCAL_MEM_FENCE)`",
        Replacement::None,
    ),
    cuda(
        "__shared__",
        "CUDA's `__shared__` is `__local`",
        Replacement::Word("__local"),
    ),
    cuda(
        "__device__",
        "functions called by kernels need no word of their own in OpenCL C",
        Replacement::None,
    ),
    cuda(
        "__host__",
        "an OpenCL C program holds only device code",
        Replacement::None,
    ),
    cuda(
        "__global__",
        "CUDA's `__global__` functions are `__kernel` functions",
        Replacement::Word("__kernel"),
    ),
    cuda(
        "__constant__",
        "CUDA's `__constant__` is `__constant`",
        Replacement::Word("__constant"),
    ),
    cuda(
        "atomicAdd",
        "CUDA's `atomicAdd` is `atomic_add`, on `int` and `uint`",
        Replacement::Word("atomic_add"),
    ),
    cuda(
        "atomicSub",
        "CUDA's `atomicSub` is `atomic_sub`",
        Replacement::Word("atomic_sub"),
    ),
    cuda(
        "atomicExch",
        "CUDA's `atomicExch` is `atomic_xchg`",
        Replacement::Word("atomic_xchg"),
    ),
    cuda(
        "atomicCAS",
        "CUDA's `atomicCAS` is `atomic_cmpxchg`",
        Replacement::Word("atomic_cmpxchg"),
    ),
    cuda(
        "atomicMin",
        "CUDA's `atomicMin` is `atomic_min`",
        Replacement::Word("atomic_min"),
    ),
    cuda(
        "atomicMax",
        "CUDA's `atomicMax` is `atomic_max`",
        Replacement::Word("atomic_max"),
    ),
    cuda(
        "atomicAnd",
        "CUDA's `atomicAnd` is `atomic_and`",
        Replacement::Word("atomic_and"),
    ),
    cuda(
        "atomicOr",
        "CUDA's `atomicOr` is `atomic_or`",
        Replacement::Word("atomic_or"),
    ),
    cuda(
        "atomicXor",
        "CUDA's `atomicXor` is `atomic_xor`",
        Replacement::Word("atomic_xor"),
    ),
    cuda(
        "atomicInc",
        "CUDA's `atomicInc` wraps at a limit; `atomic_inc` adds 1",
        Replacement::None,
    ),
    cuda(
        "atomicDec",
        "CUDA's `atomicDec` wraps at a limit; `atomic_dec` takes 1 away",
        Replacement::None,
    ),
    cuda(
        "__ldg",
        "CUDA's `__ldg(p)` is `*p`; the compiler finds out what is only read",
        Replacement::Around("(*", ")"),
    ),
    cuda(
        "__ldcg",
        "CUDA's `__ldcg(p)` is `*p`; OpenCL C does not steer caches",
        Replacement::Around("(*", ")"),
    ),
    cuda(
        "__ldcs",
        "CUDA's `__ldcs(p)` is `*p`; OpenCL C does not steer caches",
        Replacement::Around("(*", ")"),
    ),
    cuda(
        "rsqrtf",
        "OpenCL C's functions take every type: `rsqrt`",
        Replacement::Word("rsqrt"),
    ),
    cuda(
        "__fdividef",
        "use `native_divide`",
        Replacement::Word("native_divide"),
    ),
    cuda(
        "__expf",
        "use `native_exp`",
        Replacement::Word("native_exp"),
    ),
    cuda(
        "__sinf",
        "use `native_sin`",
        Replacement::Word("native_sin"),
    ),
    cuda(
        "__cosf",
        "use `native_cos`",
        Replacement::Word("native_cos"),
    ),
    cuda(
        "__logf",
        "use `native_log`",
        Replacement::Word("native_log"),
    ),
    cuda(
        "__powf",
        "use `native_powr`",
        Replacement::Word("native_powr"),
    ),
    cuda(
        "__popc",
        "use `popcount`, on an `int`",
        Replacement::Around("popcount((int)", ")"),
    ),
    cuda(
        "__clz",
        "use `clz`, on an `int`",
        Replacement::Around("clz((int)", ")"),
    ),
    cuda("__mul24", "use `mul24`", Replacement::Word("mul24")),
    cuda("__umul24", "use `mul24`, on `uint`", Replacement::None),
    cuda(
        "__float_as_int",
        "use `as_int`",
        Replacement::Word("as_int"),
    ),
    cuda(
        "__int_as_float",
        "use `as_float`",
        Replacement::Word("as_float"),
    ),
    cuda(
        "__popcll",
        "use `popcount`, on a `long`",
        Replacement::Around("(int)popcount((long)", ")"),
    ),
    cuda(
        "__clzll",
        "use `clz`, on a `long`",
        Replacement::Around("(int)clz((long)", ")"),
    ),
    cuda("__umul64hi", "use `mul_hi`, on `ulong`", Replacement::None),
    cuda("__mul64hi", "use `mul_hi`, on `long`", Replacement::None),
    cuda(
        "__float2int_rn",
        "use `convert_int_rte`",
        Replacement::Word("convert_int_rte"),
    ),
    cuda(
        "__float2int_rz",
        "use `convert_int_rtz`",
        Replacement::Word("convert_int_rtz"),
    ),
    cuda(
        "__float2int_rd",
        "use `convert_int_rtn`",
        Replacement::Word("convert_int_rtn"),
    ),
    cuda(
        "__float2int_ru",
        "use `convert_int_rtp`",
        Replacement::Word("convert_int_rtp"),
    ),
    cuda(
        "__float2uint_rn",
        "use `convert_uint_rte`",
        Replacement::Word("convert_uint_rte"),
    ),
    cuda(
        "__float2uint_rz",
        "use `convert_uint_rtz`",
        Replacement::Word("convert_uint_rtz"),
    ),
    cuda(
        "__int2float_rn",
        "use `convert_float_rte`",
        Replacement::Word("convert_float_rte"),
    ),
    cuda(
        "__uint2float_rn",
        "use `convert_float_rte`",
        Replacement::Word("convert_float_rte"),
    ),
    cuda(
        "__double_as_longlong",
        "use `as_long`",
        Replacement::Word("as_long"),
    ),
    cuda(
        "__longlong_as_double",
        "use `as_double`",
        Replacement::Word("as_double"),
    ),
    cuda("__uhadd", "use `hadd`, on `uint`", Replacement::None),
    cuda("__rhadd", "use `rhadd`", Replacement::Word("rhadd")),
    cuda("__urhadd", "use `rhadd`, on `uint`", Replacement::None),
    cuda(
        "__ffs",
        "OpenCL C has no `__ffs`: for `x` other than 0 it is `32 - clz(x & -x)`",
        Replacement::None,
    ),
    cuda(
        "__brev",
        "OpenCL C has no function that reverses bits",
        Replacement::None,
    ),
    cuda(
        "__byte_perm",
        "take the bytes as `uchar4` with `as_uchar4`, and write a swizzle",
        Replacement::None,
    ),
    cuda(
        "__fadd_rn",
        "write `+`; `#pragma OPENCL FP_CONTRACT OFF` keeps it from being fused",
        Replacement::None,
    ),
    cuda(
        "__fmul_rn",
        "write `*`; `#pragma OPENCL FP_CONTRACT OFF` keeps it from being fused",
        Replacement::None,
    ),
    cuda("__fdiv_rn", "write `/`", Replacement::None),
    cuda("__frcp_rn", "write `1.0f / x`", Replacement::None),
    cuda(
        "__sincosf",
        "use `native_sin` and `native_cos`",
        Replacement::None,
    ),
    cuda(
        "sincosf",
        "use `sincos(x, &cosine)`, which returns the sine",
        Replacement::None,
    ),
    cuda(
        "__half2float",
        "use `vload_half`, which reads a `half` as a `float`",
        Replacement::None,
    ),
    cuda(
        "__float2half",
        "use `vstore_half`, which writes a `float` as a `half`",
        Replacement::None,
    ),
    cuda(
        "__threadfence_system",
        "kernels of OpenCL C 1.2 cannot wait for the host: use `mem_fence`",
        Replacement::None,
    ),
    cuda(
        "clock",
        "time a kernel from the host, with the profiling of events",
        Replacement::None,
    ),
    cuda(
        "clock64",
        "time a kernel from the host, with the profiling of events",
        Replacement::None,
    ),
    cuda(
        "__trap",
        "OpenCL C cannot end a kernel with an error: write a flag to a buffer",
        Replacement::None,
    ),
    cuda(
        "__nanosleep",
        "a work-item cannot sleep in OpenCL C",
        Replacement::None,
    ),
    cuda(
        "cooperative_groups",
        "work-items meet at `barrier`, those of one work-group alone",
        Replacement::None,
    ),
    other(
        "malloc",
        "kernels cannot allocate memory: declare an array, or let the host make a buffer",
        Replacement::None,
    ),
    other(
        "free",
        "kernels cannot allocate memory, so there is nothing to free",
        Replacement::None,
    ),
    other(
        "memcpy",
        "copy element by element, or with `async_work_group_copy`",
        Replacement::None,
    ),
    other("memset", "write element by element", Replacement::None),
    other("assert", "OpenCL C has no `assert`", Replacement::None),
    other(
        "rand",
        "OpenCL C has no `rand`: pass random data in, or compute it from the global id",
        Replacement::None,
    ),
    other("nullptr", "write `NULL` or `0`", Replacement::Word("0")),
    other("get_id", "use `get_global_id(0)`", Replacement::None),
    other(
        "barrier_local",
        "use `barrier(CLK_LOCAL_MEM_FENCE)`",
        Replacement::None,
    ),
    cuda(
        "__log2f",
        "use `native_log2`",
        Replacement::Word("native_log2"),
    ),
    cuda(
        "__log10f",
        "use `native_log10`",
        Replacement::Word("native_log10"),
    ),
    cuda(
        "__exp10f",
        "use `native_exp10`",
        Replacement::Word("native_exp10"),
    ),
    cuda(
        "__tanf",
        "use `native_tan`",
        Replacement::Word("native_tan"),
    ),
    cuda(
        "__fsqrt_rn",
        "`sqrt` rounds to nearest where the device can",
        Replacement::Word("sqrt"),
    ),
    cuda("__fmaf_rn", "use `fma`", Replacement::Word("fma")),
    cuda(
        "__uint_as_float",
        "use `as_float`",
        Replacement::Word("as_float"),
    ),
    cuda(
        "__float_as_uint",
        "use `as_uint`",
        Replacement::Word("as_uint"),
    ),
    cuda("__mulhi", "use `mul_hi`", Replacement::Word("mul_hi")),
    cuda("__umulhi", "use `mul_hi`, on `uint`", Replacement::None),
    cuda(
        "__saturatef",
        "use `clamp(x, 0.0f, 1.0f)`",
        Replacement::None,
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn written(name: &str, used: Use<'_>) -> Option<Written> {
        Foreign::of(name)?.written(used)
    }

    #[test]
    fn a_component_of_a_position_is_a_call_with_its_dimension() {
        let whole = Written::Whole("get_group_id(2)".to_owned());
        assert_eq!(written("blockIdx", Use::Member("z")), Some(whole));
        assert_eq!(written("blockIdx", Use::Member("w")), None);
        assert_eq!(written("blockIdx", Use::Value), None);
    }

    #[test]
    fn a_barrier_is_replaced_with_its_parentheses() {
        let used = written("__syncthreads", Use::Call(0, None));
        assert!(matches!(used, Some(Written::Whole(call)) if call.starts_with("barrier(")));
        assert_eq!(written("__syncthreads", Use::Call(1, Some("(x)"))), None);
    }

    #[test]
    fn vectors_are_made_of_known_components() {
        assert_eq!(made_vector("make_uchar4").as_deref(), Some("uchar4"));
        assert_eq!(made_vector("make_float5"), None);
        assert_eq!(made_vector("make_pair2"), None);
    }
}
