//! The overloads of the built-in functions: a few signatures over generic types for each, as 6.12 of
//! the OpenCL C 1.2 specification writes them, instead of thousands of prototypes.

use super::{Called, Name};
use crate::types::{AddressSpace, Qualifiers, Scalar, TypeId};

/// One type of a signature, over a generic type `gentype`: a component type and a width.
#[derive(Clone, Copy, Debug)]
enum Pattern {
    /// `gentype` itself.
    Gentype,
    /// Its component.
    Component,
    /// A type that does not depend on it.
    Fixed(TypeId),
    /// This scalar in the width of `gentype`.
    Of(Scalar),
    /// Signed integers of the same size and width.
    Signed,
    /// Unsigned integers of the same size and width.
    Unsigned,
    /// What a relation gives: `int` for scalars, signed integers of the same size for vectors.
    Relation,
    /// Integers of twice the size, the same sign and width.
    Wider,
    /// The component in the width that the function's name ends with: `vload4`.
    Named,
    /// This scalar in the width that the function's name ends with.
    NamedOf(Scalar),
    /// The component in this width.
    Wide(u8),
    /// Unsigned integers of the component's size in this width: the mask of a `shuffle`.
    Mask(u8),
    /// A pointer to any of these, in this address space, or in each of the signature's.
    Pointer(Option<AddressSpace>, Qualifiers, &'static Pattern),
}

/// One overload over every `gentype` that it admits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature {
    /// Component types, a bit for each [`Scalar`].
    components: u16,
    /// Widths, a bit for each.
    widths: u32,
    /// The address spaces of its pointers.
    spaces: &'static [AddressSpace],
    result: Pattern,
    parameters: &'static [Pattern],
}

/// One type of a candidate: a value type, or a pointer to it. Not interned: few candidates are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ParameterType {
    /// The type, or what is pointed to.
    pub(crate) ty: TypeId,
    /// Set for pointers.
    pub(crate) pointer: Option<(Qualifiers, AddressSpace)>,
}

const MOST_PARAMETERS: usize = 5;

/// One overload at one `gentype`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) result: TypeId,
    parameters: [ParameterType; MOST_PARAMETERS],
    count: usize,
}

impl Candidate {
    /// An overload that no signature stands for: at most [`MOST_PARAMETERS`] parameters.
    pub(crate) fn of(result: TypeId, types: &[TypeId]) -> Candidate {
        let mut parameters = [ParameterType {
            ty: TypeId::VOID,
            pointer: None,
        }; MOST_PARAMETERS];
        for (slot, &ty) in parameters.iter_mut().zip(types) {
            slot.ty = ty;
        }
        Candidate {
            result,
            parameters,
            count: types.len().min(MOST_PARAMETERS),
        }
    }

    pub(crate) fn parameters(&self) -> &[ParameterType] {
        &self.parameters[..self.count]
    }
}

impl Signature {
    /// Number of parameters.
    pub(crate) fn arity(&self) -> usize {
        self.parameters.len()
    }

    /// The candidate for a `gentype` and address space, if the signature admits it.
    pub(crate) fn at(
        &self,
        component: Scalar,
        width: u8,
        space: AddressSpace,
        called: Called,
    ) -> Option<Candidate> {
        let admitted = self.components & bit(component) != 0
            && self.widths & (1 << width) != 0
            && (self.spaces.is_empty()
                || self.spaces.contains(&space)
                || self.takes_generic(space));
        if !admitted {
            return None;
        }
        // A pointer that is private by the standard of 1.2 may point anywhere from 2.0 on.
        let in_space = |fixed: Option<AddressSpace>| match fixed {
            Some(AddressSpace::Private) if space == AddressSpace::Generic => space,
            fixed => fixed.unwrap_or(space),
        };
        let mut parameters = [ParameterType {
            ty: TypeId::VOID,
            pointer: None,
        }; MOST_PARAMETERS];
        for (slot, pattern) in parameters.iter_mut().zip(self.parameters) {
            *slot = match pattern {
                Pattern::Pointer(fixed, qualifiers, pointee) => ParameterType {
                    ty: pointee.instance(component, width, called)?,
                    pointer: Some((*qualifiers, in_space(*fixed))),
                },
                value => ParameterType {
                    ty: value.instance(component, width, called)?,
                    pointer: None,
                },
            };
        }
        Some(Candidate {
            result: self.result.instance(component, width, called)?,
            parameters,
            count: self.parameters.len(),
        })
    }

    /// Does an overload for private memory stand for one of the generic address space too?
    fn takes_generic(&self, space: AddressSpace) -> bool {
        space == AddressSpace::Generic && self.spaces.contains(&AddressSpace::Private)
    }

    /// Every candidate; those over `half` only where the program may compute with it, those with generic
    /// pointers only where an argument is one.
    pub(crate) fn candidates(
        self,
        called: Called,
        half: bool,
        generic: bool,
    ) -> impl Iterator<Item = Candidate> {
        let spaces: &[AddressSpace] = match (self.spaces.is_empty(), generic) {
            (true, false) => &[AddressSpace::Private],
            (true, true) => &[AddressSpace::Generic],
            (false, true) if self.takes_generic(AddressSpace::Generic) => &[
                AddressSpace::Global,
                AddressSpace::Constant,
                AddressSpace::Local,
                AddressSpace::Private,
                AddressSpace::Generic,
            ],
            (false, _) => self.spaces,
        };
        Scalar::ALL
            .into_iter()
            .filter(move |&component| half || component != Scalar::Half)
            .filter(move |&component| self.components & bit(component) != 0)
            .flat_map(move |component| {
                [1u8, 2, 3, 4, 8, 16]
                    .into_iter()
                    .filter(move |&width| self.widths & (1 << width) != 0)
                    .flat_map(move |width| {
                        spaces
                            .iter()
                            .filter_map(move |&space| self.at(component, width, space, called))
                    })
            })
    }
}

impl Pattern {
    fn instance(self, component: Scalar, width: u8, called: Called) -> Option<TypeId> {
        match self {
            Gentype => TypeId::vector(component, width),
            Component => Some(TypeId::scalar(component)),
            Fixed(ty) => Some(ty),
            Of(scalar) => TypeId::vector(scalar, width),
            Signed => TypeId::vector(component.to_signed(), width),
            Unsigned => TypeId::vector(component.to_unsigned(), width),
            Relation if width == 1 => Some(TypeId::INT),
            Relation => TypeId::vector(component.to_signed(), width),
            Wider => {
                let wider = match component {
                    Scalar::Char => Scalar::Short,
                    Scalar::UChar => Scalar::UShort,
                    Scalar::Short => Scalar::Int,
                    Scalar::UShort => Scalar::UInt,
                    Scalar::Int => Scalar::Long,
                    _ => Scalar::ULong,
                };
                TypeId::vector(wider, width)
            }
            Named => TypeId::vector(component, called.width),
            NamedOf(scalar) => TypeId::vector(scalar, called.width),
            Wide(width) => TypeId::vector(component, width),
            Mask(width) => TypeId::vector(component.to_unsigned(), width),
            Pattern::Pointer(..) => None,
        }
    }
}

const fn bit(scalar: Scalar) -> u16 {
    1 << scalar as u16
}

const FLOATS: u16 = bit(Scalar::Half) | bit(Scalar::Float) | bit(Scalar::Double);
const FLOAT: u16 = bit(Scalar::Float);
const SIGNED: u16 = bit(Scalar::Char) | bit(Scalar::Short) | bit(Scalar::Int) | bit(Scalar::Long);
const UNSIGNED: u16 =
    bit(Scalar::UChar) | bit(Scalar::UShort) | bit(Scalar::UInt) | bit(Scalar::ULong);
const INTEGERS: u16 = SIGNED | UNSIGNED;
const ANY: u16 = INTEGERS | FLOATS;
const INT32: u16 = bit(Scalar::Int) | bit(Scalar::UInt);
const INT64: u16 = bit(Scalar::Long) | bit(Scalar::ULong);
const BELOW64: u16 = INTEGERS & !INT64;

const ONE: u32 = 1 << 1;
const VECTORS: u32 = 1 << 2 | 1 << 3 | 1 << 4 | 1 << 8 | 1 << 16;
const ALL: u32 = ONE | VECTORS;
const TO_FOUR: u32 = ONE | 1 << 2 | 1 << 3 | 1 << 4;
const THREE_FOUR: u32 = 1 << 3 | 1 << 4;
const FOUR: u32 = 1 << 4;
const EVEN: u32 = VECTORS & !(1 << 3);

const PLAIN: Qualifiers = Qualifiers {
    constant: false,
    volatile: false,
    restrict: false,
};
const CONST: Qualifiers = Qualifiers {
    constant: true,
    ..PLAIN
};
const VOLATILE: Qualifiers = Qualifiers {
    volatile: true,
    ..PLAIN
};
const WRITABLE: &[AddressSpace] = &[
    AddressSpace::Global,
    AddressSpace::Local,
    AddressSpace::Private,
];
const READABLE: &[AddressSpace] = &[
    AddressSpace::Global,
    AddressSpace::Constant,
    AddressSpace::Local,
    AddressSpace::Private,
];
const SHARED: &[AddressSpace] = &[AddressSpace::Global, AddressSpace::Local];

use Pattern::{
    Component, Fixed, Gentype, Mask, Named, NamedOf, Of, Relation, Signed, Unsigned, Wide, Wider,
};

const VOID: Pattern = Fixed(TypeId::VOID);
const INT: Pattern = Fixed(TypeId::INT);
const UINT: Pattern = Fixed(TypeId::scalar(Scalar::UInt));
const SIZE: Pattern = Fixed(TypeId::SIZE);
const EVENT: Pattern = Fixed(TypeId::EVENT);
const HALF: Pattern = Fixed(TypeId::scalar(Scalar::Half));

const fn to(pointee: &'static Pattern) -> Pattern {
    Pattern::Pointer(None, PLAIN, pointee)
}

const fn from(pointee: &'static Pattern) -> Pattern {
    Pattern::Pointer(None, CONST, pointee)
}

const fn volatile(pointee: &'static Pattern) -> Pattern {
    Pattern::Pointer(None, VOLATILE, pointee)
}

const fn within(space: AddressSpace, qualifiers: Qualifiers, pointee: &'static Pattern) -> Pattern {
    Pattern::Pointer(Some(space), qualifiers, pointee)
}

const fn sig(
    components: u16,
    widths: u32,
    result: Pattern,
    parameters: &'static [Pattern],
) -> Signature {
    Signature {
        components,
        widths,
        spaces: &[],
        result,
        parameters,
    }
}

const fn sig_in(
    spaces: &'static [AddressSpace],
    components: u16,
    widths: u32,
    result: Pattern,
    parameters: &'static [Pattern],
) -> Signature {
    Signature {
        spaces,
        ..sig(components, widths, result, parameters)
    }
}

/// A function of one type: its components do not matter.
const fn single(result: Pattern, parameters: &'static [Pattern]) -> Signature {
    sig(bit(Scalar::Int), ONE, result, parameters)
}

const FLOAT_1: &[Signature] = &[sig(FLOATS, ALL, Gentype, &[Gentype])];
const FLOAT_2: &[Signature] = &[sig(FLOATS, ALL, Gentype, &[Gentype, Gentype])];
const FLOAT_3: &[Signature] = &[sig(FLOATS, ALL, Gentype, &[Gentype, Gentype, Gentype])];
const SINGLE_1: &[Signature] = &[sig(FLOAT, ALL, Gentype, &[Gentype])];
const SINGLE_2: &[Signature] = &[sig(FLOAT, ALL, Gentype, &[Gentype, Gentype])];
const INTEGER_1: &[Signature] = &[sig(INTEGERS, ALL, Gentype, &[Gentype])];
const INTEGER_2: &[Signature] = &[sig(INTEGERS, ALL, Gentype, &[Gentype, Gentype])];
const INTEGER_3: &[Signature] = &[sig(INTEGERS, ALL, Gentype, &[Gentype, Gentype, Gentype])];
const RELATION_1: &[Signature] = &[sig(FLOATS, ALL, Relation, &[Gentype])];
const RELATION_2: &[Signature] = &[sig(FLOATS, ALL, Relation, &[Gentype, Gentype])];
const WRITES_GENTYPE: &[Signature] = &[sig_in(
    WRITABLE,
    FLOATS,
    ALL,
    Gentype,
    &[Gentype, to(&Gentype)],
)];
const WRITES_INT: &[Signature] = &[sig_in(
    WRITABLE,
    FLOATS,
    ALL,
    Gentype,
    &[Gentype, to(&Of(Scalar::Int))],
)];
const WORK_ITEM: &[Signature] = &[single(SIZE, &[UINT])];
const FENCE: &[Signature] = &[single(VOID, &[UINT])];
const ATOMIC: &[Signature] = &[sig_in(
    SHARED,
    INT32,
    ONE,
    Gentype,
    &[volatile(&Gentype), Gentype],
)];
const ATOM: &[Signature] = &[sig_in(
    SHARED,
    INT32 | INT64,
    ONE,
    Gentype,
    &[volatile(&Gentype), Gentype],
)];
const SHUFFLE: &[Signature] = &[
    sig(ANY, EVEN, Wide(2), &[Gentype, Mask(2)]),
    sig(ANY, EVEN, Wide(4), &[Gentype, Mask(4)]),
    sig(ANY, EVEN, Wide(8), &[Gentype, Mask(8)]),
    sig(ANY, EVEN, Wide(16), &[Gentype, Mask(16)]),
];
const SHUFFLE_2: &[Signature] = &[
    sig(ANY, EVEN, Wide(2), &[Gentype, Gentype, Mask(2)]),
    sig(ANY, EVEN, Wide(4), &[Gentype, Gentype, Mask(4)]),
    sig(ANY, EVEN, Wide(8), &[Gentype, Gentype, Mask(8)]),
    sig(ANY, EVEN, Wide(16), &[Gentype, Gentype, Mask(16)]),
];
const fn block_read(element: Scalar) -> Signature {
    const PARAMETERS: &[Pattern] = &[from(&Component)];
    sig_in(SHARED, bit(element), ONE, Named, PARAMETERS)
}
const fn block_write(element: Scalar) -> Signature {
    const PARAMETERS: &[Pattern] = &[to(&Component), Named];
    sig_in(SHARED, bit(element), ONE, VOID, PARAMETERS)
}
const LOAD_HALF: &[Signature] = &[sig_in(
    READABLE,
    bit(Scalar::Float),
    ONE,
    NamedOf(Scalar::Float),
    &[SIZE, from(&HALF)],
)];
const STORE_HALF: &[Signature] = &[sig_in(
    WRITABLE,
    bit(Scalar::Float) | bit(Scalar::Double),
    ONE,
    VOID,
    &[Named, SIZE, to(&HALF)],
)];

/// A table that lives as long as the program.
macro_rules! table {
    ($($signature:expr),+) => {{
        const SIGNATURES: &[Signature] = &[$($signature),+];
        SIGNATURES
    }};
}

/// The overloads of a built-in function; none for those that have rules of their own.
pub(crate) fn signatures(called: Called) -> &'static [Signature] {
    use AddressSpace::{Global, Local};
    use Name::*;
    match called.builtin.name {
        GetWorkDim => table![single(UINT, &[])],
        GetGlobalSize | GetGlobalId | GetLocalSize | GetLocalId | GetNumGroups | GetGroupId
        | GetGlobalOffset | GetEnqueuedLocalSize => WORK_ITEM,
        GetGlobalLinearId | GetLocalLinearId => table![single(SIZE, &[])],
        GetSubGroupSize
        | GetMaxSubGroupSize
        | GetNumSubGroups
        | GetEnqueuedNumSubGroups
        | GetSubGroupId
        | GetSubGroupLocalId => table![single(UINT, &[])],
        GetSubGroupEqMask | GetSubGroupGeMask | GetSubGroupGtMask | GetSubGroupLeMask
        | GetSubGroupLtMask => table![sig(bit(Scalar::UInt), ONE, Wide(4), &[])],

        Acos | Acosh | Acospi | Asin | Asinh | Asinpi | Atan | Atanh | Atanpi | Cbrt | Ceil
        | Cos | Cosh | Cospi | Erfc | Erf | Exp | Exp2 | Exp10 | Expm1 | Fabs | Floor | Lgamma
        | Log | Log2 | Log10 | Log1p | Logb | Rint | Round | Rsqrt | Sin | Sinh | Sinpi | Sqrt
        | Tan | Tanh | Tanpi | Tgamma | Trunc | Degrees | Radians | Sign => FLOAT_1,
        Atan2 | Atan2pi | Copysign | Fdim | Fmod | Hypot | Maxmag | Minmag | Nextafter | Pow
        | Powr | Remainder => FLOAT_2,
        Fma | Mad => FLOAT_3,
        Fmax | Fmin => {
            table![
                sig(FLOATS, ALL, Gentype, &[Gentype, Gentype]),
                sig(FLOATS, VECTORS, Gentype, &[Gentype, Component])
            ]
        }
        Fract | Modf | Sincos => WRITES_GENTYPE,
        Frexp | LgammaR => WRITES_INT,
        Ilogb => table![sig(FLOATS, ALL, Of(Scalar::Int), &[Gentype])],
        Ldexp => {
            table![
                sig(FLOATS, ALL, Gentype, &[Gentype, Of(Scalar::Int)]),
                sig(FLOATS, VECTORS, Gentype, &[Gentype, INT])
            ]
        }
        Nan => table![sig(FLOATS, ALL, Gentype, &[Unsigned])],
        Pown | Rootn => table![sig(FLOATS, ALL, Gentype, &[Gentype, Of(Scalar::Int)])],
        Remquo => {
            table![sig_in(
                WRITABLE,
                FLOATS,
                ALL,
                Gentype,
                &[Gentype, Gentype, to(&Of(Scalar::Int))],
            )]
        }
        HalfCos | HalfExp | HalfExp2 | HalfExp10 | HalfLog | HalfLog2 | HalfLog10 | HalfRecip
        | HalfRsqrt | HalfSin | HalfSqrt | HalfTan | NativeCos | NativeExp | NativeExp2
        | NativeExp10 | NativeLog | NativeLog2 | NativeLog10 | NativeRecip | NativeRsqrt
        | NativeSin | NativeSqrt | NativeTan => SINGLE_1,
        HalfDivide | HalfPowr | NativeDivide | NativePowr => SINGLE_2,

        Abs => table![sig(INTEGERS, ALL, Unsigned, &[Gentype])],
        AbsDiff => table![sig(INTEGERS, ALL, Unsigned, &[Gentype, Gentype])],
        AddSat | Hadd | Rhadd | MulHi | Rotate | SubSat => INTEGER_2,
        Clz | Ctz | Popcount => INTEGER_1,
        MadHi | MadSat => INTEGER_3,
        Mad24 => table![sig(INT32, ALL, Gentype, &[Gentype, Gentype, Gentype])],
        Mul24 => table![sig(INT32, ALL, Gentype, &[Gentype, Gentype])],
        Upsample => table![sig(BELOW64, ALL, Wider, &[Gentype, Unsigned])],
        Max | Min => {
            table![
                sig(ANY, ALL, Gentype, &[Gentype, Gentype]),
                sig(ANY, VECTORS, Gentype, &[Gentype, Component])
            ]
        }
        Clamp => {
            table![
                sig(ANY, ALL, Gentype, &[Gentype, Gentype, Gentype]),
                sig(ANY, VECTORS, Gentype, &[Gentype, Component, Component])
            ]
        }

        Mix => {
            table![
                sig(FLOATS, ALL, Gentype, &[Gentype, Gentype, Gentype]),
                sig(FLOATS, VECTORS, Gentype, &[Gentype, Gentype, Component])
            ]
        }
        Step => {
            table![
                sig(FLOATS, ALL, Gentype, &[Gentype, Gentype]),
                sig(FLOATS, VECTORS, Gentype, &[Component, Gentype])
            ]
        }
        Smoothstep => {
            table![
                sig(FLOATS, ALL, Gentype, &[Gentype, Gentype, Gentype]),
                sig(FLOATS, VECTORS, Gentype, &[Component, Component, Gentype])
            ]
        }

        Cross => table![sig(FLOATS, THREE_FOUR, Gentype, &[Gentype, Gentype])],
        Dot => {
            table![
                sig(FLOATS, TO_FOUR, Component, &[Gentype, Gentype]),
                sig(bit(Scalar::UChar), FOUR, UINT, &[Gentype, Gentype]),
                sig(bit(Scalar::Char), FOUR, INT, &[Gentype, Gentype]),
                sig(bit(Scalar::UChar), FOUR, INT, &[Gentype, Signed]),
                sig(bit(Scalar::Char), FOUR, INT, &[Gentype, Unsigned])
            ]
        }
        DotAccSat => {
            table![
                sig(bit(Scalar::UChar), FOUR, UINT, &[Gentype, Gentype, UINT]),
                sig(bit(Scalar::Char), FOUR, INT, &[Gentype, Gentype, INT]),
                sig(bit(Scalar::UChar), FOUR, INT, &[Gentype, Signed, INT]),
                sig(bit(Scalar::Char), FOUR, INT, &[Gentype, Unsigned, INT])
            ]
        }
        DotPackedUu => table![single(UINT, &[UINT, UINT])],
        DotPackedSs | DotPackedUs | DotPackedSu => table![single(INT, &[UINT, UINT])],
        DotAccSatPackedUu => table![single(UINT, &[UINT, UINT, UINT])],
        DotAccSatPackedSs | DotAccSatPackedUs | DotAccSatPackedSu => {
            table![single(INT, &[UINT, UINT, INT])]
        }
        Distance => table![sig(FLOATS, TO_FOUR, Component, &[Gentype, Gentype])],
        Length => table![sig(FLOATS, TO_FOUR, Component, &[Gentype])],
        Normalize => table![sig(FLOATS, TO_FOUR, Gentype, &[Gentype])],
        FastDistance => table![sig(FLOAT, TO_FOUR, Component, &[Gentype, Gentype])],
        FastLength => table![sig(FLOAT, TO_FOUR, Component, &[Gentype])],
        FastNormalize => table![sig(FLOAT, TO_FOUR, Gentype, &[Gentype])],

        Isequal | Isnotequal | Isgreater | Isgreaterequal | Isless | Islessequal
        | Islessgreater | Isordered | Isunordered => RELATION_2,
        Isfinite | Isinf | Isnan | Isnormal | Signbit => RELATION_1,
        Any | All => table![sig(SIGNED, ALL, INT, &[Gentype])],
        Bitselect => table![sig(ANY, ALL, Gentype, &[Gentype, Gentype, Gentype])],
        Select => {
            table![
                sig(ANY, ALL, Gentype, &[Gentype, Gentype, Signed]),
                sig(ANY, ALL, Gentype, &[Gentype, Gentype, Unsigned])
            ]
        }

        Vload => table![sig_in(READABLE, ANY, ONE, Named, &[SIZE, from(&Component)])],
        Vstore => {
            table![sig_in(
                WRITABLE,
                ANY,
                ONE,
                VOID,
                &[Named, SIZE, to(&Component)],
            )]
        }
        IntelSubGroupBlockRead => table![block_read(Scalar::UInt)],
        IntelSubGroupBlockReadUc => table![block_read(Scalar::UChar)],
        IntelSubGroupBlockReadUs => table![block_read(Scalar::UShort)],
        IntelSubGroupBlockReadUl => table![block_read(Scalar::ULong)],
        IntelSubGroupBlockWrite => table![block_write(Scalar::UInt)],
        IntelSubGroupBlockWriteUc => table![block_write(Scalar::UChar)],
        IntelSubGroupBlockWriteUs => table![block_write(Scalar::UShort)],
        IntelSubGroupBlockWriteUl => table![block_write(Scalar::ULong)],
        VloadHalf | VloadaHalf => LOAD_HALF,
        VstoreHalf | VstoreaHalf => STORE_HALF,

        Barrier if called.explicit => {
            table![single(VOID, &[UINT]), single(VOID, &[UINT, UINT])]
        }
        AtomicWorkItemFence => table![single(VOID, &[UINT, UINT, UINT])],
        Barrier | MemFence | ReadMemFence | WriteMemFence => FENCE,
        AsyncWorkGroupCopy => {
            table![
                sig(
                    ANY,
                    ALL,
                    EVENT,
                    &[
                        within(Local, PLAIN, &Gentype),
                        within(Global, CONST, &Gentype),
                        SIZE,
                        EVENT,
                    ],
                ),
                sig(
                    ANY,
                    ALL,
                    EVENT,
                    &[
                        within(Global, PLAIN, &Gentype),
                        within(Local, CONST, &Gentype),
                        SIZE,
                        EVENT,
                    ],
                )
            ]
        }
        AsyncWorkGroupStridedCopy => &STRIDED_COPY,
        WaitGroupEvents => {
            table![single(
                VOID,
                &[INT, within(AddressSpace::Private, PLAIN, &EVENT)],
            )]
        }
        Prefetch => {
            table![sig(
                ANY,
                ALL,
                VOID,
                &[within(Global, CONST, &Gentype), SIZE],
            )]
        }

        AtomicAdd | AtomicSub | AtomicMin | AtomicMax | AtomicAnd | AtomicOr | AtomicXor => {
            if called.atom {
                ATOM
            } else {
                ATOMIC
            }
        }
        AtomicXchg if called.atom => ATOM,
        AtomicXchg => {
            table![sig_in(
                SHARED,
                INT32 | FLOAT,
                ONE,
                Gentype,
                &[volatile(&Gentype), Gentype],
            )]
        }
        AtomicInc | AtomicDec if called.atom => {
            table![sig_in(
                SHARED,
                INT32 | INT64,
                ONE,
                Gentype,
                &[volatile(&Gentype)],
            )]
        }
        AtomicInc | AtomicDec => {
            table![sig_in(SHARED, INT32, ONE, Gentype, &[volatile(&Gentype)])]
        }
        AtomicCmpxchg if called.atom => {
            table![sig_in(
                SHARED,
                INT32 | INT64,
                ONE,
                Gentype,
                &[volatile(&Gentype), Gentype, Gentype],
            )]
        }
        AtomicCmpxchg => {
            table![sig_in(
                SHARED,
                INT32,
                ONE,
                Gentype,
                &[volatile(&Gentype), Gentype, Gentype],
            )]
        }

        Shuffle => SHUFFLE,
        Shuffle2 => SHUFFLE_2,
        // These have rules of their own.
        _ => &[],
    }
}

/// `async_work_group_strided_copy`, which has the most parameters of all: a stride stands before the
/// event.
const STRIDED_COPY: [Signature; 2] = [
    sig(
        ANY,
        ALL,
        EVENT,
        &[
            within(AddressSpace::Local, PLAIN, &Gentype),
            within(AddressSpace::Global, CONST, &Gentype),
            SIZE,
            SIZE,
            EVENT,
        ],
    ),
    sig(
        ANY,
        ALL,
        EVENT,
        &[
            within(AddressSpace::Global, PLAIN, &Gentype),
            within(AddressSpace::Local, CONST, &Gentype),
            SIZE,
            SIZE,
            EVENT,
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::{Known, lookup};

    fn count(name: &str, half: bool) -> usize {
        let Some(Known::Function(called)) = lookup(name) else {
            return 0;
        };
        signatures(called)
            .iter()
            .flat_map(|signature| signature.candidates(called, half, false))
            .count()
    }

    #[test]
    fn every_function_without_rules_of_its_own_has_overloads() {
        for name in Name::ALL {
            let text = match name {
                Name::Vload | Name::Vstore => format!("{}4", name.text()),
                Name::Printf | Name::VecStep => continue,
                own if own.has_own_rules() => continue,
                other => other.text().to_owned(),
            };
            assert_ne!(count(&text, false), 0, "{text}");
        }
    }

    #[test]
    fn tables_hold_as_many_overloads_as_the_standard_lists() {
        for (name, overloads) in [
            ("sqrt", 2 * 6),
            ("native_sqrt", 6),
            ("max", 10 * 6 + 10 * 5),
            ("abs", 8 * 6),
            ("mad24", 2 * 6),
            ("upsample", 6 * 6),
            ("fract", 2 * 6 * 3),
            ("ldexp", 2 * 6 + 2 * 5),
            ("dot", 2 * 4 + 4),
            ("cross", 2 * 2),
            ("select", 10 * 6 * 2),
            ("any", 4 * 6),
            ("shuffle", 10 * 4 * 4),
            ("vload4", 10 * 4),
            ("vstore4", 10 * 3),
            ("vstore_half_rtz", 2 * 3),
            ("async_work_group_copy", 10 * 6 * 2),
            ("atomic_add", 2 * 2),
            ("atom_add", 4 * 2),
            ("atomic_xchg", 3 * 2),
            ("get_global_id", 1),
            ("barrier", 1),
        ] {
            assert_eq!(count(name, false), overloads, "{name}");
        }
        assert_eq!(count("sqrt", true), 3 * 6);
    }
}
