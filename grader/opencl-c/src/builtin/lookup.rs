//! From a name in a program to the built-in function it calls.

use super::{Builtin, Called, Combine, Name};
use crate::preprocessor::Standard;
use crate::types::{Rounding, Scalar};
use std::collections::HashMap;
use std::sync::LazyLock;

/// What a name of the language stands for when it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// A function with overloads.
    Function(Called),
    /// `convert_int4_sat_rte` and its like.
    Convert {
        /// The component type of the result.
        to: Scalar,
        /// Its width.
        width: u8,
        /// `_sat`?
        saturate: bool,
        /// The rounding in the name.
        rounding: Option<Rounding>,
    },
    /// `as_int4` and its like.
    Reinterpret {
        /// The component type of the result.
        to: Scalar,
        /// Its width.
        width: u8,
    },
}

impl Name {
    /// The names that a call may have: one for each operation or width that has to stand in it.
    pub fn spellings(self) -> Vec<String> {
        let text = self.text();
        let of_widths = |widths: &[u8]| {
            let written = widths.iter().map(|width| match width {
                1 => text.to_owned(),
                _ => format!("{text}{width}"),
            });
            written.collect()
        };
        match self {
            Name::Vload | Name::Vstore => of_widths(&[2, 3, 4, 8, 16]),
            name if name.needs_combine() => Combine::ALL
                .into_iter()
                .filter(|&combine| name.takes(combine))
                .map(|combine| format!("{text}{}", combine.text()))
                .collect(),
            name => match name.of_block() {
                Some(block) => of_widths(block.widths()),
                None => vec![text.to_owned()],
            },
        }
    }
}

/// The built-in function of this name.
pub fn lookup(name: &str) -> Option<Known> {
    static NAMES: LazyLock<HashMap<&'static str, Name>> = LazyLock::new(|| {
        Name::ALL
            .iter()
            .filter(|name| !matches!(name, Name::Vload | Name::Vstore | Name::VecStep))
            .filter(|name| !name.needs_combine())
            .map(|&name| (name.text(), name))
            .collect()
    });
    let function = |name, rounding, width, atom| {
        Some(Known::Function(Called {
            builtin: Builtin {
                name,
                rounding,
                combine: None,
            },
            width,
            atom,
            explicit: false,
        }))
    };
    if let Some(&name) = NAMES.get(name) {
        return function(name, None, 1, false);
    }
    if let Some(found) = later(name, &NAMES) {
        return Some(found);
    }
    if let Some((name, width)) = block(name, &NAMES) {
        return function(name, None, width, false);
    }
    if let Some(rest) = name.strip_prefix("convert_") {
        return convert(rest);
    }
    if let Some(rest) = name.strip_prefix("as_") {
        let address_sized = match rest {
            "size_t" | "uintptr_t" => Some(Scalar::ULong),
            "ptrdiff_t" | "intptr_t" => Some(Scalar::Long),
            _ => None,
        };
        if let Some(to) = address_sized {
            return Some(Known::Reinterpret { to, width: 1 });
        }
        let (to, width, rest) = shape(rest)?;
        return rest.is_empty().then_some(Known::Reinterpret { to, width });
    }
    if let Some(rest) = name.strip_prefix("atom_") {
        let atomic = format!("atomic_{rest}");
        return function(*NAMES.get(&*atomic)?, None, 1, true);
    }
    let (name, rest) = [
        ("vload_half", Name::VloadHalf),
        ("vloada_half", Name::VloadaHalf),
        ("vstore_half", Name::VstoreHalf),
        ("vstorea_half", Name::VstoreaHalf),
        ("vload", Name::Vload),
        ("vstore", Name::Vstore),
    ]
    .into_iter()
    .find_map(|(prefix, builtin)| Some((builtin, name.strip_prefix(prefix)?)))?;
    let (width, rest) = width(rest);
    let stores_half = matches!(name, Name::VstoreHalf | Name::VstoreaHalf);
    let rounding = match rounding(rest) {
        Some(mode) if stores_half => Some(mode),
        None if rest.is_empty() => None,
        _ => return None,
    };
    if width == 1 && matches!(name, Name::Vload | Name::Vstore) {
        return None;
    }
    function(name, rounding, width, false)
}

/// A function of OpenCL C 2.0 or of sub-groups under one of its longer names: with an operation at the end, with
/// `_explicit`, or as an extension spells it.
fn later(name: &str, names: &HashMap<&'static str, Name>) -> Option<Known> {
    let called = |name, combine, explicit| {
        Some(Known::Function(Called {
            builtin: Builtin {
                name,
                rounding: None,
                combine,
            },
            width: 1,
            atom: false,
            explicit,
        }))
    };
    if name == "work_group_barrier" {
        return called(Name::Barrier, None, true);
    }
    let atomic = name.starts_with("atomic_");
    if !atomic
        && !name.starts_with("work_group_")
        && !name.starts_with("sub_group_")
        && !name.starts_with("intel_sub_group_")
    {
        return None;
    }
    let (stem, explicit) = match name.strip_suffix("_explicit") {
        Some(stem) if atomic => (stem, true),
        _ => (name, false),
    };
    if explicit && let Some(&name) = names.get(stem).filter(|name| name.is_c11_atomic()) {
        return (name != Name::AtomicInit)
            .then(|| called(name, None, true))
            .flatten();
    }
    // Intel's shuffles are those of cl_khr_subgroup_shuffle on more types.
    if let Some(name @ (Name::SubGroupShuffle | Name::SubGroupShuffleXor)) =
        stem.strip_prefix("intel_").and_then(|stem| names.get(stem))
    {
        return called(*name, None, false);
    }
    Combine::ALL.into_iter().find_map(|combine| {
        let stem = stem.strip_suffix(combine.text())?;
        let name = Name::ALL
            .iter()
            .find(|name| name.needs_combine() && name.text() == stem)?;
        called(*name, Some(combine), explicit).filter(|_| name.takes(combine))
    })
}

/// A block function and its width: `intel_sub_group_block_read_us8`. `_ui` stands for none.
fn block(name: &str, names: &HashMap<&'static str, Name>) -> Option<(Name, u8)> {
    let name = name.replacen("_ui", "", 1);
    let stem = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
    let &block = names.get(stem)?;
    let (width, rest) = width(&name[stem.len()..]);
    let known = rest.is_empty() && block.of_block()?.widths().contains(&width);
    known.then_some((block, width))
}

fn convert(name: &str) -> Option<Known> {
    let (to, width, rest) = shape(name)?;
    let (saturate, rest) = match rest.strip_prefix("_sat") {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let rounding = rounding(rest);
    if rounding.is_none() && !rest.is_empty() || saturate && to.is_floating() {
        return None;
    }
    Some(Known::Convert {
        to,
        width,
        saturate,
        rounding,
    })
}

/// `float4_rest`: the component type, the width, what follows.
fn shape(name: &str) -> Option<(Scalar, u8, &str)> {
    let (to, rest) = Scalar::ALL
        .into_iter()
        .filter(|&scalar| scalar != Scalar::Bool)
        .find_map(|scalar| Some((scalar, name.strip_prefix(scalar.name())?)))?;
    let (width, rest) = width(rest);
    Some((to, width, rest))
}

/// A width at the start of the text, and what follows; 1 where there is none.
fn width(text: &str) -> (u8, &str) {
    [("16", 16), ("2", 2), ("3", 3), ("4", 4), ("8", 8)]
        .into_iter()
        .find_map(|(digits, width)| Some((width, text.strip_prefix(digits)?)))
        .unwrap_or((1, text))
}

fn rounding(text: &str) -> Option<Rounding> {
    match text {
        "_rte" => Some(Rounding::NearestEven),
        "_rtz" => Some(Rounding::TowardZero),
        "_rtp" => Some(Rounding::Up),
        "_rtn" => Some(Rounding::Down),
        _ => None,
    }
}

/// Why a function of a later OpenCL C than `standard` or of an extension is not analysed; `None` for a
/// name that is none of them.
pub fn unsupported_function(name: &str, standard: Standard) -> Option<&'static str> {
    const QUEUES: &str = "kernels that enqueue kernels are OpenCL C 2.0";
    const LATER: &str = "it comes with OpenCL C 2.0 (`--std CL2.0`)";
    const LATER_FAMILIES: &[(&str, &str)] = &[
        ("memory_order_", LATER),
        ("memory_scope_", LATER),
        ("ATOMIC_", LATER),
        ("get_enqueued_", LATER),
        (
            "work_group_",
            "work-group functions come with OpenCL C 2.0 (`--std CL2.0`)",
        ),
        (
            "atomic_",
            "C11 atomics come with OpenCL C 2.0 (`--std CL2.0`)",
        ),
    ];
    const FAMILIES: &[(&str, &str)] = &[
        ("CLK_ENQUEUE_", QUEUES),
        ("CLK_NULL_", QUEUES),
        ("CLK_AVC_ME_", "vendor extensions are not analysed"),
        (
            "get_image_num_",
            "mipmaps and multi-sample images are extensions",
        ),
        ("intel_", "vendor extensions are not analysed"),
        ("amd_", "vendor extensions are not analysed"),
        ("arm_", "vendor extensions are not analysed"),
        ("qcom_", "vendor extensions are not analysed"),
        ("__builtin_", "compiler built-ins are not analysed"),
        ("__opencl_atomic_", "compiler built-ins are not analysed"),
        ("read_pipe", "pipes are OpenCL C 2.0"),
        ("write_pipe", "pipes are OpenCL C 2.0"),
        ("reserve_", "pipes are OpenCL C 2.0"),
        ("commit_", "pipes are OpenCL C 2.0"),
        ("work_group_reserve_", "pipes are OpenCL C 2.0"),
        ("work_group_commit_", "pipes are OpenCL C 2.0"),
        ("sub_group_reserve_", "pipes are OpenCL C 2.0"),
        ("sub_group_commit_", "pipes are OpenCL C 2.0"),
        ("get_pipe_", "pipes are OpenCL C 2.0"),
        ("enqueue_", "kernels that enqueue kernels are OpenCL C 2.0"),
        (
            "get_kernel_",
            "kernels that enqueue kernels are OpenCL C 2.0",
        ),
        ("ndrange_", "kernels that enqueue kernels are OpenCL C 2.0"),
    ];
    const NAMES: &[(&str, &str)] = &[
        ("get_global_linear_id", LATER),
        ("get_local_linear_id", LATER),
        ("get_fence", LATER),
        ("to_global", LATER),
        ("to_local", LATER),
        ("to_private", LATER),
        ("ctz", LATER),
        ("named_barrier_init", "named barriers are an extension"),
        (
            "work_group_named_barrier",
            "named barriers are an extension",
        ),
        ("is_valid_reserve_id", "pipes are OpenCL C 2.0"),
        ("get_default_queue", QUEUES),
        ("retain_event", QUEUES),
        ("release_event", QUEUES),
        ("create_user_event", QUEUES),
        ("is_valid_event", QUEUES),
        ("set_user_event_status", QUEUES),
        ("capture_event_profiling_info", QUEUES),
    ];
    let later = if standard < Standard::V2_0 {
        LATER_FAMILIES
    } else {
        &[]
    };
    let mut families = FAMILIES.iter().chain(later);
    NAMES
        .iter()
        .find(|(known, _)| *known == name)
        .or_else(|| families.find(|(prefix, _)| name.starts_with(prefix)))
        .map(|&(_, why)| why)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn called(name: &str) -> Option<Called> {
        match lookup(name) {
            Some(Known::Function(called)) => Some(called),
            _ => None,
        }
    }

    #[test]
    fn each_spelling_is_a_name_that_is_found() {
        for &name in Name::ALL {
            // It is an operator.
            if name == Name::VecStep {
                continue;
            }
            for spelling in name.spellings() {
                let found = called(&spelling).map(|it| it.builtin.name);
                assert_eq!(found, Some(name), "{spelling}");
            }
        }
    }

    #[test]
    fn a_block_has_a_type_and_a_width_in_its_name() {
        let found = |name: &str| called(name).map(|it| (it.builtin.name, it.width));
        let words = Name::IntelSubGroupBlockRead;
        assert_eq!(found("intel_sub_group_block_read"), Some((words, 1)));
        assert_eq!(found("intel_sub_group_block_read_ui4"), Some((words, 4)));
        let bytes = Name::IntelSubGroupBlockWriteUc;
        assert_eq!(found("intel_sub_group_block_write_uc16"), Some((bytes, 16)));
        for none in ["read3", "read1", "read16", "read_us16", "read_ux", "reads"] {
            assert_eq!(
                found(&format!("intel_sub_group_block_{none}")),
                None,
                "{none}"
            );
        }
    }

    #[test]
    fn a_width_and_a_rounding_are_read_from_a_name() {
        let store = called("vstorea_half16_rtz").unwrap();
        assert_eq!(store.builtin.name, Name::VstoreaHalf);
        assert_eq!(store.builtin.rounding, Some(Rounding::TowardZero));
        assert_eq!(store.width, 16);
        assert_eq!(called("vload3").unwrap().width, 3);
        assert_eq!(called("vload_half").unwrap().width, 1);
    }

    #[test]
    fn names_that_are_almost_built_in_are_not() {
        for name in [
            "vload",
            "vload5",
            "vload4_rte",
            "convert_float_sat",
            "convert_int4_",
            "as_int5",
            "as_bool",
            "convert_bool",
            "vec_step",
            "atom_addd",
            "vload_half4_rte",
            "work_group_reduce",
            "work_group_reduce_sub",
            "atomic_fetch_mul",
            "atomic_init_explicit",
            "atomic_add_explicit",
            "sub_group_all_add",
            "",
        ] {
            assert_eq!(lookup(name), None, "{name}");
        }
    }

    #[test]
    fn an_operation_ends_a_name() {
        let scan = called("sub_group_scan_inclusive_logical_xor").unwrap();
        assert_eq!(scan.builtin.name, Name::SubGroupScanInclusive);
        assert_eq!(scan.builtin.combine, Some(Combine::LogicalXor));
        let fetch = called("atomic_fetch_or_explicit").unwrap();
        assert_eq!(fetch.builtin.name, Name::AtomicFetch);
        assert_eq!(
            (fetch.builtin.combine, fetch.explicit),
            (Some(Combine::Or), true)
        );
        assert_eq!(
            called("work_group_barrier").unwrap().builtin.name,
            Name::Barrier
        );
    }

    #[test]
    fn conversions_name_type_width_saturation_and_rounding() {
        assert_eq!(
            lookup("convert_uchar16_sat_rtn"),
            Some(Known::Convert {
                to: Scalar::UChar,
                width: 16,
                saturate: true,
                rounding: Some(Rounding::Down)
            })
        );
        assert_eq!(
            lookup("as_ulong2"),
            Some(Known::Reinterpret {
                to: Scalar::ULong,
                width: 2
            })
        );
    }
}
