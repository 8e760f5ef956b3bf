//! The built-in functions of OpenCL C, 6.12 (numbers of sections are those of 1.2), by name. Overloads are told apart by the types of the
//! arguments and of the call; `convert_*`, `as_*` and `sizeof` are expressions of their own.

mod combine;
mod group;
mod lookup;
mod overloads;
mod versions;

pub use combine::Combine;
pub use group::{Given, GroupKind, OfBlock, Rule, Scope};
pub use lookup::{Known, lookup, unsupported_function};
pub(crate) use overloads::{Candidate, ParameterType, signatures};

use crate::types::{Rounding, Scalar};

macro_rules! builtins {
    ($($(#[$group:meta])* $name:ident $text:literal;)*) => {
        /// A built-in function. Vector widths and element types are those of the call's arguments.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Name {
            $($(#[$group])* #[doc = concat!("`", $text, "`")] $name,)*
        }

        impl Name {
            /// Every built-in function.
            pub const ALL: &[Name] = &[$(Name::$name,)*];

            /// Its name in OpenCL C; without the number of a `vload4`.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Name::$name => $text,)*
                }
            }
        }
    };
}

impl Name {
    /// Is it an atomic operation on memory (6.12.11)?
    pub const fn is_atomic(self) -> bool {
        matches!(
            self,
            Name::AtomicAdd
                | Name::AtomicSub
                | Name::AtomicXchg
                | Name::AtomicInc
                | Name::AtomicDec
                | Name::AtomicCmpxchg
                | Name::AtomicMin
                | Name::AtomicMax
                | Name::AtomicAnd
                | Name::AtomicOr
                | Name::AtomicXor
        )
    }

    /// Is it checked by rules of its own rather than by a table of overloads?
    pub const fn has_own_rules(self) -> bool {
        matches!(self, Name::Printf | Name::VecStep)
            || self.of_image().is_some()
            || self.of_group().is_some()
            || self.is_c11_atomic()
            || self.is_of_address()
    }

    /// What it does with an image; `None` where it has to do with none (6.12.14).
    pub const fn of_image(self) -> Option<OfImage> {
        Some(match self {
            Name::ReadImagef => OfImage::Read(Scalar::Float),
            Name::ReadImagei => OfImage::Read(Scalar::Int),
            Name::ReadImageui => OfImage::Read(Scalar::UInt),
            Name::ReadImageh => OfImage::Read(Scalar::Half),
            Name::WriteImagef => OfImage::Write(Scalar::Float),
            Name::WriteImagei => OfImage::Write(Scalar::Int),
            Name::WriteImageui => OfImage::Write(Scalar::UInt),
            Name::WriteImageh => OfImage::Write(Scalar::Half),
            Name::GetImageWidth
            | Name::GetImageHeight
            | Name::GetImageDepth
            | Name::GetImageDim
            | Name::GetImageArraySize
            | Name::GetImageChannelOrder
            | Name::GetImageChannelDataType => OfImage::Ask,
            _ => return None,
        })
    }
}

/// What a built-in function does with an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OfImage {
    /// Reads a pixel, its channels as this type.
    Read(Scalar),
    /// Writes a pixel from channels of this type.
    Write(Scalar),
    /// Asks for its size or its format.
    Ask,
}

/// A built-in function as it was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Builtin {
    /// Which.
    pub name: Name,
    /// The rounding in the name of `vstore_half_rte` and its like.
    pub rounding: Option<Rounding>,
    /// The operation in the name of `work_group_reduce_add`, `atomic_fetch_add` and their like.
    pub combine: Option<Combine>,
}

/// A built-in function as its name was spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Called {
    /// Which.
    pub builtin: Builtin,
    /// The width in the name of `vload4` and its like; else 1.
    pub width: u8,
    /// The `atom_` spelling, which also takes 64-bit integers?
    pub atom: bool,
    /// The spelling that also takes an order or a scope: `atomic_load_explicit`, `work_group_barrier`?
    pub explicit: bool,
}

builtins! {
    // Work-items (6.12.1)
    GetWorkDim "get_work_dim";
    GetGlobalSize "get_global_size";
    GetGlobalId "get_global_id";
    GetLocalSize "get_local_size";
    GetLocalId "get_local_id";
    GetNumGroups "get_num_groups";
    GetGroupId "get_group_id";
    GetGlobalOffset "get_global_offset";
    GetEnqueuedLocalSize "get_enqueued_local_size";
    GetGlobalLinearId "get_global_linear_id";
    GetLocalLinearId "get_local_linear_id";
    // Math (6.12.2)
    Acos "acos";
    Acosh "acosh";
    Acospi "acospi";
    Asin "asin";
    Asinh "asinh";
    Asinpi "asinpi";
    Atan "atan";
    Atan2 "atan2";
    Atanh "atanh";
    Atanpi "atanpi";
    Atan2pi "atan2pi";
    Cbrt "cbrt";
    Ceil "ceil";
    Copysign "copysign";
    Cos "cos";
    Cosh "cosh";
    Cospi "cospi";
    Erfc "erfc";
    Erf "erf";
    Exp "exp";
    Exp2 "exp2";
    Exp10 "exp10";
    Expm1 "expm1";
    Fabs "fabs";
    Fdim "fdim";
    Floor "floor";
    Fma "fma";
    Fmax "fmax";
    Fmin "fmin";
    Fmod "fmod";
    Fract "fract";
    Frexp "frexp";
    Hypot "hypot";
    Ilogb "ilogb";
    Ldexp "ldexp";
    Lgamma "lgamma";
    LgammaR "lgamma_r";
    Log "log";
    Log2 "log2";
    Log10 "log10";
    Log1p "log1p";
    Logb "logb";
    Mad "mad";
    Maxmag "maxmag";
    Minmag "minmag";
    Modf "modf";
    Nan "nan";
    Nextafter "nextafter";
    Pow "pow";
    Pown "pown";
    Powr "powr";
    Remainder "remainder";
    Remquo "remquo";
    Rint "rint";
    Rootn "rootn";
    Round "round";
    Rsqrt "rsqrt";
    Sin "sin";
    Sincos "sincos";
    Sinh "sinh";
    Sinpi "sinpi";
    Sqrt "sqrt";
    Tan "tan";
    Tanh "tanh";
    Tanpi "tanpi";
    Tgamma "tgamma";
    Trunc "trunc";
    // Math on `float` of implementation-defined accuracy (6.12.2)
    HalfCos "half_cos";
    HalfDivide "half_divide";
    HalfExp "half_exp";
    HalfExp2 "half_exp2";
    HalfExp10 "half_exp10";
    HalfLog "half_log";
    HalfLog2 "half_log2";
    HalfLog10 "half_log10";
    HalfPowr "half_powr";
    HalfRecip "half_recip";
    HalfRsqrt "half_rsqrt";
    HalfSin "half_sin";
    HalfSqrt "half_sqrt";
    HalfTan "half_tan";
    NativeCos "native_cos";
    NativeDivide "native_divide";
    NativeExp "native_exp";
    NativeExp2 "native_exp2";
    NativeExp10 "native_exp10";
    NativeLog "native_log";
    NativeLog2 "native_log2";
    NativeLog10 "native_log10";
    NativePowr "native_powr";
    NativeRecip "native_recip";
    NativeRsqrt "native_rsqrt";
    NativeSin "native_sin";
    NativeSqrt "native_sqrt";
    NativeTan "native_tan";
    // Integers (6.12.3)
    Abs "abs";
    AbsDiff "abs_diff";
    AddSat "add_sat";
    Hadd "hadd";
    Rhadd "rhadd";
    Clamp "clamp";
    Clz "clz";
    Ctz "ctz";
    MadHi "mad_hi";
    MadSat "mad_sat";
    Max "max";
    Min "min";
    MulHi "mul_hi";
    Rotate "rotate";
    SubSat "sub_sat";
    Upsample "upsample";
    Popcount "popcount";
    Mad24 "mad24";
    Mul24 "mul24";
    // Common (6.12.4); `clamp`, `max` and `min` of floating types are those of the integers above
    Degrees "degrees";
    Mix "mix";
    Radians "radians";
    Step "step";
    Smoothstep "smoothstep";
    Sign "sign";
    // Geometry (6.12.5)
    Cross "cross";
    Dot "dot";
    Distance "distance";
    Length "length";
    Normalize "normalize";
    FastDistance "fast_distance";
    FastLength "fast_length";
    FastNormalize "fast_normalize";
    // cl_khr_integer_dot_product; `dot` of whole numbers is that of the floating types
    DotAccSat "dot_acc_sat";
    DotPackedUu "dot_4x8packed_uu_uint";
    DotPackedSs "dot_4x8packed_ss_int";
    DotPackedUs "dot_4x8packed_us_int";
    DotPackedSu "dot_4x8packed_su_int";
    DotAccSatPackedUu "dot_acc_sat_4x8packed_uu_uint";
    DotAccSatPackedSs "dot_acc_sat_4x8packed_ss_int";
    DotAccSatPackedUs "dot_acc_sat_4x8packed_us_int";
    DotAccSatPackedSu "dot_acc_sat_4x8packed_su_int";
    // Relations (6.12.6)
    Isequal "isequal";
    Isnotequal "isnotequal";
    Isgreater "isgreater";
    Isgreaterequal "isgreaterequal";
    Isless "isless";
    Islessequal "islessequal";
    Islessgreater "islessgreater";
    Isfinite "isfinite";
    Isinf "isinf";
    Isnan "isnan";
    Isnormal "isnormal";
    Isordered "isordered";
    Isunordered "isunordered";
    Signbit "signbit";
    Any "any";
    All "all";
    Bitselect "bitselect";
    Select "select";
    // Vector loads and stores (6.12.7)
    Vload "vload";
    Vstore "vstore";
    VloadHalf "vload_half";
    VstoreHalf "vstore_half";
    VloadaHalf "vloada_half";
    VstoreaHalf "vstorea_half";
    // Synchronisation (6.12.8, 6.12.9)
    Barrier "barrier";
    MemFence "mem_fence";
    ReadMemFence "read_mem_fence";
    WriteMemFence "write_mem_fence";
    // Async copies and prefetch (6.12.10)
    AsyncWorkGroupCopy "async_work_group_copy";
    AsyncWorkGroupStridedCopy "async_work_group_strided_copy";
    WaitGroupEvents "wait_group_events";
    Prefetch "prefetch";
    // Atomics (6.12.11), the `atom_` spellings of 1.0 included
    AtomicAdd "atomic_add";
    AtomicSub "atomic_sub";
    AtomicXchg "atomic_xchg";
    AtomicInc "atomic_inc";
    AtomicDec "atomic_dec";
    AtomicCmpxchg "atomic_cmpxchg";
    AtomicMin "atomic_min";
    AtomicMax "atomic_max";
    AtomicAnd "atomic_and";
    AtomicOr "atomic_or";
    AtomicXor "atomic_xor";
    // Atomics of OpenCL C 2.0 (6.13.11 there), the `_explicit` spellings included
    AtomicInit "atomic_init";
    AtomicLoad "atomic_load";
    AtomicStore "atomic_store";
    AtomicExchange "atomic_exchange";
    AtomicCompareExchangeStrong "atomic_compare_exchange_strong";
    AtomicCompareExchangeWeak "atomic_compare_exchange_weak";
    AtomicFetch "atomic_fetch";
    AtomicFlagTestAndSet "atomic_flag_test_and_set";
    AtomicFlagClear "atomic_flag_clear";
    AtomicWorkItemFence "atomic_work_item_fence";
    // The generic address space (6.13.9 of 2.0)
    ToGlobal "to_global";
    ToLocal "to_local";
    ToPrivate "to_private";
    GetFence "get_fence";
    // Functions of a work-group (6.13.15 of 2.0)
    WorkGroupAll "work_group_all";
    WorkGroupAny "work_group_any";
    WorkGroupBroadcast "work_group_broadcast";
    WorkGroupReduce "work_group_reduce";
    WorkGroupScanInclusive "work_group_scan_inclusive";
    WorkGroupScanExclusive "work_group_scan_exclusive";
    // Sub-groups: cl_khr_subgroups, its extensions and cl_intel_subgroups
    GetSubGroupSize "get_sub_group_size";
    GetMaxSubGroupSize "get_max_sub_group_size";
    GetNumSubGroups "get_num_sub_groups";
    GetEnqueuedNumSubGroups "get_enqueued_num_sub_groups";
    GetSubGroupId "get_sub_group_id";
    GetSubGroupLocalId "get_sub_group_local_id";
    GetSubGroupEqMask "get_sub_group_eq_mask";
    GetSubGroupGeMask "get_sub_group_ge_mask";
    GetSubGroupGtMask "get_sub_group_gt_mask";
    GetSubGroupLeMask "get_sub_group_le_mask";
    GetSubGroupLtMask "get_sub_group_lt_mask";
    SubGroupBarrier "sub_group_barrier";
    SubGroupAll "sub_group_all";
    SubGroupAny "sub_group_any";
    SubGroupBroadcast "sub_group_broadcast";
    SubGroupReduce "sub_group_reduce";
    SubGroupScanInclusive "sub_group_scan_inclusive";
    SubGroupScanExclusive "sub_group_scan_exclusive";
    SubGroupElect "sub_group_elect";
    SubGroupNonUniformAll "sub_group_non_uniform_all";
    SubGroupNonUniformAny "sub_group_non_uniform_any";
    SubGroupNonUniformAllEqual "sub_group_non_uniform_all_equal";
    SubGroupNonUniformBroadcast "sub_group_non_uniform_broadcast";
    SubGroupBroadcastFirst "sub_group_broadcast_first";
    SubGroupNonUniformReduce "sub_group_non_uniform_reduce";
    SubGroupNonUniformScanInclusive "sub_group_non_uniform_scan_inclusive";
    SubGroupNonUniformScanExclusive "sub_group_non_uniform_scan_exclusive";
    SubGroupBallot "sub_group_ballot";
    SubGroupInverseBallot "sub_group_inverse_ballot";
    SubGroupBallotBitExtract "sub_group_ballot_bit_extract";
    SubGroupBallotBitCount "sub_group_ballot_bit_count";
    SubGroupBallotInclusiveScan "sub_group_ballot_inclusive_scan";
    SubGroupBallotExclusiveScan "sub_group_ballot_exclusive_scan";
    SubGroupBallotFindLsb "sub_group_ballot_find_lsb";
    SubGroupBallotFindMsb "sub_group_ballot_find_msb";
    SubGroupShuffle "sub_group_shuffle";
    SubGroupShuffleXor "sub_group_shuffle_xor";
    SubGroupShuffleUp "sub_group_shuffle_up";
    SubGroupShuffleDown "sub_group_shuffle_down";
    SubGroupRotate "sub_group_rotate";
    SubGroupClusteredReduce "sub_group_clustered_reduce";
    SubGroupClusteredRotate "sub_group_clustered_rotate";
    IntelSubGroupShuffleUp "intel_sub_group_shuffle_up";
    IntelSubGroupShuffleDown "intel_sub_group_shuffle_down";
    IntelSubGroupBlockRead "intel_sub_group_block_read";
    IntelSubGroupBlockReadUc "intel_sub_group_block_read_uc";
    IntelSubGroupBlockReadUs "intel_sub_group_block_read_us";
    IntelSubGroupBlockReadUl "intel_sub_group_block_read_ul";
    IntelSubGroupBlockWrite "intel_sub_group_block_write";
    IntelSubGroupBlockWriteUc "intel_sub_group_block_write_uc";
    IntelSubGroupBlockWriteUs "intel_sub_group_block_write_us";
    IntelSubGroupBlockWriteUl "intel_sub_group_block_write_ul";
    // Vectors (6.12.12)
    VecStep "vec_step";
    Shuffle "shuffle";
    Shuffle2 "shuffle2";
    // Output (6.12.13)
    Printf "printf";
    // Images (6.12.14)
    ReadImagef "read_imagef";
    ReadImagei "read_imagei";
    ReadImageui "read_imageui";
    ReadImageh "read_imageh";
    WriteImagef "write_imagef";
    WriteImagei "write_imagei";
    WriteImageui "write_imageui";
    WriteImageh "write_imageh";
    GetImageWidth "get_image_width";
    GetImageHeight "get_image_height";
    GetImageDepth "get_image_depth";
    GetImageDim "get_image_dim";
    GetImageArraySize "get_image_array_size";
    GetImageChannelOrder "get_image_channel_order";
    GetImageChannelDataType "get_image_channel_data_type";
}
