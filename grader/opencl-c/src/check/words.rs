//! Words for the learner: names of types, and what an unknown name was meant to be.

use super::Checker;
use super::convert::space_name;
use crate::builtin::{self, Known, Name};
use crate::diagnostic::Diagnostic;
use crate::source::Origin;
use crate::token::Symbol;
use crate::types::{AddressSpace, Qualifiers, Scalar, Type, TypeId};
use std::fmt::Write;

/// What is known of a symbol as the name of a built-in function.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cached {
    Unasked,
    None,
    Known(Known),
}

/// Suggestions cost a walk over all names; a program with more unknown names has other troubles.
const MOST_SUGGESTIONS: usize = 20;
/// Names longer than this are not compared.
const LONGEST_COMPARED: usize = 48;

/// What a word of CUDA (or of C) is in OpenCL C: the word, what to say, and a replacement for the one
/// token where there is one.
const FOREIGN: &[(&str, &str, &str)] = &[
    (
        "threadIdx",
        "CUDA's `threadIdx.x` is `get_local_id(0)`; `.y` is dimension 1, `.z` 2",
        "",
    ),
    (
        "blockIdx",
        "CUDA's `blockIdx.x` is `get_group_id(0)`; `.y` is dimension 1, `.z` 2",
        "",
    ),
    (
        "blockDim",
        "CUDA's `blockDim.x` is `get_local_size(0)`; `.y` is dimension 1, `.z` 2",
        "",
    ),
    (
        "gridDim",
        "CUDA's `gridDim.x` is `get_num_groups(0)`; `.y` is dimension 1, `.z` 2",
        "",
    ),
    (
        "warpSize",
        "OpenCL C has no warp size; ask the device for its preferred work-group size multiple",
        "",
    ),
    (
        "__syncthreads",
        "CUDA's `__syncthreads()` is `barrier(CLK_LOCAL_MEM_FENCE)`",
        "",
    ),
    (
        "__syncwarp",
        "OpenCL C 1.2 has no barrier for a warp: use `barrier(CLK_LOCAL_MEM_FENCE)`",
        "",
    ),
    (
        "__threadfence",
        "CUDA's `__threadfence()` is `mem_fence(CLK_GLOBAL_MEM_FENCE)`",
        "",
    ),
    (
        "__threadfence_block",
        "CUDA's `__threadfence_block()` is `mem_fence(CLK_LOCAL_MEM_FENCE)`",
        "",
    ),
    ("__shared__", "CUDA's `__shared__` is `__local`", "__local"),
    (
        "__device__",
        "functions called by kernels need no word of their own in OpenCL C",
        "",
    ),
    ("__host__", "an OpenCL C program holds only device code", ""),
    (
        "__global__",
        "CUDA's `__global__` functions are `__kernel` functions",
        "__kernel",
    ),
    (
        "__constant__",
        "CUDA's `__constant__` is `__constant`",
        "__constant",
    ),
    ("__restrict__", "write `restrict`", "restrict"),
    ("__forceinline__", "write `inline`", "inline"),
    (
        "atomicAdd",
        "CUDA's `atomicAdd` is `atomic_add`, on `int` and `uint`",
        "atomic_add",
    ),
    (
        "atomicSub",
        "CUDA's `atomicSub` is `atomic_sub`",
        "atomic_sub",
    ),
    (
        "atomicExch",
        "CUDA's `atomicExch` is `atomic_xchg`",
        "atomic_xchg",
    ),
    (
        "atomicCAS",
        "CUDA's `atomicCAS` is `atomic_cmpxchg`",
        "atomic_cmpxchg",
    ),
    (
        "atomicMin",
        "CUDA's `atomicMin` is `atomic_min`",
        "atomic_min",
    ),
    (
        "atomicMax",
        "CUDA's `atomicMax` is `atomic_max`",
        "atomic_max",
    ),
    (
        "atomicAnd",
        "CUDA's `atomicAnd` is `atomic_and`",
        "atomic_and",
    ),
    ("atomicOr", "CUDA's `atomicOr` is `atomic_or`", "atomic_or"),
    (
        "atomicXor",
        "CUDA's `atomicXor` is `atomic_xor`",
        "atomic_xor",
    ),
    (
        "atomicInc",
        "CUDA's `atomicInc` wraps at a limit; `atomic_inc` adds 1",
        "",
    ),
    (
        "atomicDec",
        "CUDA's `atomicDec` wraps at a limit; `atomic_dec` takes 1 away",
        "",
    ),
    (
        "__ldg",
        "read through a `const __global` pointer instead",
        "",
    ),
    (
        "rsqrtf",
        "OpenCL C's functions take every type: `rsqrt`",
        "rsqrt",
    ),
    ("__fdividef", "use `native_divide`", "native_divide"),
    ("__expf", "use `native_exp`", "native_exp"),
    ("__sinf", "use `native_sin`", "native_sin"),
    ("__cosf", "use `native_cos`", "native_cos"),
    ("__logf", "use `native_log`", "native_log"),
    ("__powf", "use `native_powr`", "native_powr"),
    ("__popc", "use `popcount`", "popcount"),
    ("__clz", "use `clz`", "clz"),
    ("__mul24", "use `mul24`", "mul24"),
    ("__umul24", "use `mul24`", "mul24"),
    ("__float_as_int", "use `as_int`", "as_int"),
    ("__int_as_float", "use `as_float`", "as_float"),
    ("cudaMalloc", "memory is made by the host, as buffers", ""),
    (
        "malloc",
        "kernels cannot allocate memory: declare an array, or let the host make a buffer",
        "",
    ),
    (
        "free",
        "kernels cannot allocate memory, so there is nothing to free",
        "",
    ),
    (
        "memcpy",
        "copy element by element, or with `async_work_group_copy`",
        "",
    ),
    ("memset", "write element by element", ""),
    ("assert", "OpenCL C has no `assert`", ""),
    (
        "rand",
        "OpenCL C has no `rand`: pass random data in, or compute it from the global id",
        "",
    ),
    ("nullptr", "write `NULL` or `0`", "0"),
    ("get_id", "use `get_global_id(0)`", ""),
    ("barrier_local", "use `barrier(CLK_LOCAL_MEM_FENCE)`", ""),
];

impl Checker<'_> {
    /// What the language knows under this name, for a call.
    pub(super) fn known(&mut self, symbol: Symbol) -> Option<Known> {
        let text = self.text(symbol);
        let slot = &mut self.known[symbol.0 as usize];
        if let Cached::Unasked = slot {
            *slot = match builtin::lookup(text) {
                Some(known) => Cached::Known(known),
                None => Cached::None,
            };
        }
        match slot {
            Cached::Known(known) => Some(*known),
            _ => None,
        }
    }

    /// The name of a type as a program would write it.
    pub(super) fn name_of(&self, ty: TypeId) -> String {
        match self.types.get(ty) {
            Type::Error => "an erroneous type".to_owned(),
            Type::Void => "void".to_owned(),
            Type::Event => "event_t".to_owned(),
            Type::Scalar(scalar) => scalar.name().to_owned(),
            Type::Vector(scalar, width) => format!("{}{width}", scalar.name()),
            Type::Unsupported(name) => name.to_string(),
            Type::Record(record) => {
                let record = self.types.record(*record);
                let keyword = if record.is_union { "union" } else { "struct" };
                match &record.tag {
                    Some(tag) => format!("{keyword} {tag}"),
                    None => format!("unnamed {keyword}"),
                }
            }
            Type::Array { .. } => {
                let (mut element, mut sizes) = (ty, String::new());
                while let Type::Array {
                    element: inner,
                    length,
                } = self.types.get(element)
                {
                    let _ = write!(sizes, "[{length}]");
                    element = *inner;
                }
                self.name_of(element) + &sizes
            }
            Type::Pointer {
                pointee,
                qualifiers,
                space,
            } => {
                let Qualifiers {
                    constant, volatile, ..
                } = *qualifiers;
                let mut name = String::new();
                if *space != AddressSpace::Private {
                    name.push_str("__");
                    name.push_str(space_name(*space));
                    name.push(' ');
                }
                if constant {
                    name.push_str("const ");
                }
                if volatile {
                    name.push_str("volatile ");
                }
                name.push_str(&self.name_of(*pointee));
                name.push_str(if name.ends_with('*') { "*" } else { " *" });
                name
            }
        }
    }

    /// An error about a name that nothing declares, with what was meant, if that can be guessed.
    pub(super) fn unknown_name(&mut self, symbol: Symbol, origin: Origin, called: bool) {
        if !self.body.unknown.insert(symbol) || self.incomplete {
            return;
        }
        let name = self.text(symbol);
        if let Some(why) = builtin::unsupported_function(name) {
            self.report(Diagnostic::unsupported(
                origin,
                format!("`{name}` is not analysed: {why}"),
            ));
            return;
        }
        let what = if called { "function" } else { "name" };
        let mut error = Diagnostic::error(origin, format!("there is no {what} `{name}` here"));
        if let Some((_, help, replacement)) = FOREIGN.iter().find(|(word, ..)| *word == name) {
            error = error.help(*help);
            if !replacement.is_empty() {
                error = error.suggest(origin, *replacement);
            }
        } else if let Some(vector) = made_vector(name) {
            error = error.help(format!(
                "CUDA's `{name}(...)` is the vector literal `({vector})(...)`"
            ));
        } else if let Some(meant) = self.similar(symbol, called) {
            error = error
                .help(format!("did you mean `{meant}`?"))
                .suggest(origin, meant);
        } else if called {
            error = error.help("a function must be declared above the place where it is called");
        }
        self.report(error);
    }

    /// The known name that is nearest to this one, if one is near.
    fn similar(&mut self, symbol: Symbol, called: bool) -> Option<String> {
        self.suggestions += 1;
        let name = self.text(symbol);
        if self.suggestions > MOST_SUGGESTIONS || name.len() > LONGEST_COMPARED {
            return None;
        }
        let interner = self.interner;
        let own = self.names.names().map(|symbol| interner.text(symbol));
        let builtins = Name::ALL
            .iter()
            .map(|name| name.text())
            .filter(|_| called)
            .chain(
                [
                    "vload2", "vload4", "vload8", "vload16", "vstore2", "vstore4", "vstore8",
                    "vstore16",
                ]
                .into_iter()
                .filter(|_| called),
            )
            .chain(["CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE"]);
        own.chain(builtins)
            .filter(|other| other.len() <= LONGEST_COMPARED && *other != name)
            .map(|other| (strsim::osa_distance(name, other), other))
            .min_by_key(|&(distance, _)| distance)
            .filter(|&(distance, _)| distance <= name.len() / 4 + usize::from(name.len() > 2))
            .map(|(_, other)| other.to_owned())
    }

    /// The field name that is nearest to this one, if one is near.
    pub(super) fn similar_field(&self, ty: TypeId, name: &str) -> Option<String> {
        let Type::Record(record) = self.types.get(ty) else {
            return None;
        };
        let record = self.types.record(*record);
        record
            .fields
            .iter()
            .filter_map(|field| field.name.as_deref())
            .map(|other| (strsim::osa_distance(name, other), other))
            .min_by_key(|&(distance, _)| distance)
            .filter(|&(distance, _)| distance <= name.len() / 3 + 1)
            .map(|(_, other)| other.to_owned())
    }
}

/// The vector that `make_float4` makes.
fn made_vector(name: &str) -> Option<String> {
    let vector = name.strip_prefix("make_")?;
    let digits = vector.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let component = vector.strip_suffix(digits)?;
    let known = Scalar::ALL
        .into_iter()
        .any(|scalar| scalar.name() == component);
    let width = matches!(digits, "2" | "3" | "4" | "8" | "16");
    (known && width).then(|| vector.to_owned())
}
