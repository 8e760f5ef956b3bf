//! The words that the language names: keywords with all their spellings, and the types that are
//! declared before the first line. Both have fixed symbols, so the parser compares numbers.

use crate::token::Symbol;
use crate::types::{ImageKind, Scalar};

/// What a word means before the program says anything about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Word {
    /// A keyword: never a name of the program's.
    Keyword(Keyword),
    /// The name of a type, as if by a typedef before the first line: an inner scope may reuse it.
    Type(TypeWord),
}

/// A type that has a name of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeWord {
    /// `uint`, `size_t`, ...
    Scalar(Scalar),
    /// `float4`, ...
    Vector(Scalar, u8),
    /// `event_t`
    Event,
    /// `sampler_t`
    Sampler,
    /// An image; of depths?
    Image(ImageKind, bool),
    /// `atomic_int` and its like, of OpenCL C 2.0.
    Atomic(Scalar),
    /// `memory_order`, `memory_scope`, of OpenCL C 2.0: an `int`.
    Order,
    /// Types of OpenCL C 2.x and of extensions: known by name only.
    Unsupported,
}

/// What `symbol` means, if the language names it.
pub fn word(symbol: Symbol) -> Option<Word> {
    SPELLINGS.get(symbol.0 as usize).map(|&(_, word)| word)
}

/// The keyword that `symbol` spells.
pub fn keyword(symbol: Symbol) -> Option<Keyword> {
    match word(symbol) {
        Some(Word::Keyword(keyword)) => Some(keyword),
        _ => None,
    }
}

macro_rules! keywords {
    ($($name:ident $text:literal $($other:literal)*;)*) => {
        /// Keywords. `__global` and `global` are one keyword with two spellings.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Keyword {
            $(#[doc = concat!("`", $text, "`")] $name,)*
        }

        impl Keyword {
            /// Every keyword.
            pub const ALL: &[Keyword] = &[$(Keyword::$name,)*];

            /// The symbol of its usual spelling.
            pub const fn symbol(self) -> Symbol {
                let mut index = 0;
                loop {
                    if let Word::Keyword(keyword) = KEYWORD_SPELLINGS[index].1
                        && keyword as usize == self as usize
                    {
                        return Symbol(index as u32);
                    }
                    index += 1;
                }
            }

            /// Its usual spelling.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Keyword::$name => $text,)*
                }
            }
        }

        const KEYWORD_SPELLINGS: &[(&str, Word)] = &[
            $(
                ($text, Word::Keyword(Keyword::$name)),
                $(($other, Word::Keyword(Keyword::$name)),)*
            )*
        ];
    };
}

keywords! {
    // C
    Auto "auto";
    Break "break";
    Case "case";
    Char "char";
    Const "const" "__const" "__const__";
    Continue "continue";
    Default "default";
    Do "do";
    Double "double";
    Else "else";
    Enum "enum";
    Extern "extern";
    Float "float";
    For "for";
    Goto "goto";
    If "if";
    Inline "inline" "__inline" "__inline__";
    Int "int";
    Long "long";
    Register "register";
    Restrict "restrict" "__restrict" "__restrict__";
    Return "return";
    Short "short";
    Signed "signed" "__signed" "__signed__";
    Sizeof "sizeof";
    Static "static";
    Struct "struct";
    Switch "switch";
    Typedef "typedef";
    Union "union";
    Unsigned "unsigned";
    True "true";
    False "false";
    Void "void";
    Volatile "volatile" "__volatile" "__volatile__";
    While "while";
    Bool "bool" "_Bool";
    Complex "_Complex" "__complex__" "__complex";
    Imaginary "_Imaginary";
    Alignas "_Alignas";
    Alignof "_Alignof" "__alignof" "__alignof__";
    Atomic "_Atomic";
    Generic "_Generic";
    Noreturn "_Noreturn";
    StaticAssert "_Static_assert";
    ThreadLocal "_Thread_local" "__thread";
    // Extensions that compilers share
    Attribute "__attribute__" "__attribute";
    Asm "__asm__" "__asm";
    Extension "__extension__";
    Typeof "__typeof__" "__typeof";
    BuiltinOffsetof "__builtin_offsetof";
    BuiltinAstype "__builtin_astype";
    BuiltinConvertvector "__builtin_convertvector";
    BuiltinTypesCompatible "__builtin_types_compatible_p";
    BuiltinChooseExpr "__builtin_choose_expr";
    BuiltinVaArg "__builtin_va_arg";
    FunctionName "__func__" "__FUNCTION__" "__PRETTY_FUNCTION__";
    // OpenCL C
    Half "half";
    Kernel "kernel" "__kernel";
    Global "global" "__global";
    Local "local" "__local";
    Constant "constant" "__constant";
    Private "private" "__private";
    GenericSpace "generic" "__generic";
    ReadOnly "read_only" "__read_only";
    WriteOnly "write_only" "__write_only";
    ReadWrite "read_write" "__read_write";
    VecStep "vec_step";
}

macro_rules! vectors {
    ($($scalar:ident $w2:literal $w3:literal $w4:literal $w8:literal $w16:literal;)*) => {
        const VECTOR_SPELLINGS: &[(&str, Word)] = &[
            $(
                ($w2, Word::Type(TypeWord::Vector(Scalar::$scalar, 2))),
                ($w3, Word::Type(TypeWord::Vector(Scalar::$scalar, 3))),
                ($w4, Word::Type(TypeWord::Vector(Scalar::$scalar, 4))),
                ($w8, Word::Type(TypeWord::Vector(Scalar::$scalar, 8))),
                ($w16, Word::Type(TypeWord::Vector(Scalar::$scalar, 16))),
            )*
        ];
    };
}

vectors! {
    Char "char2" "char3" "char4" "char8" "char16";
    UChar "uchar2" "uchar3" "uchar4" "uchar8" "uchar16";
    Short "short2" "short3" "short4" "short8" "short16";
    UShort "ushort2" "ushort3" "ushort4" "ushort8" "ushort16";
    Int "int2" "int3" "int4" "int8" "int16";
    UInt "uint2" "uint3" "uint4" "uint8" "uint16";
    Long "long2" "long3" "long4" "long8" "long16";
    ULong "ulong2" "ulong3" "ulong4" "ulong8" "ulong16";
    Half "half2" "half3" "half4" "half8" "half16";
    Float "float2" "float3" "float4" "float8" "float16";
    Double "double2" "double3" "double4" "double8" "double16";
}

macro_rules! types {
    ($($text:literal $word:expr;)*) => {
        const TYPE_SPELLINGS: &[(&str, Word)] = &[$(($text, Word::Type($word)),)*];
    };
}

types! {
    "uchar" TypeWord::Scalar(Scalar::UChar);
    "ushort" TypeWord::Scalar(Scalar::UShort);
    "uint" TypeWord::Scalar(Scalar::UInt);
    "ulong" TypeWord::Scalar(Scalar::ULong);
    "size_t" TypeWord::Scalar(Scalar::ULong);
    "uintptr_t" TypeWord::Scalar(Scalar::ULong);
    "ptrdiff_t" TypeWord::Scalar(Scalar::Long);
    "intptr_t" TypeWord::Scalar(Scalar::Long);
    "event_t" TypeWord::Event;
    "sampler_t" TypeWord::Sampler;
    "image1d_t" TypeWord::Image(ImageKind::D1, false);
    "image1d_array_t" TypeWord::Image(ImageKind::D1Array, false);
    "image1d_buffer_t" TypeWord::Image(ImageKind::D1Buffer, false);
    "image2d_t" TypeWord::Image(ImageKind::D2, false);
    "image2d_array_t" TypeWord::Image(ImageKind::D2Array, false);
    "image2d_depth_t" TypeWord::Image(ImageKind::D2, true);
    "image2d_array_depth_t" TypeWord::Image(ImageKind::D2Array, true);
    "image2d_msaa_t" TypeWord::Unsupported;
    "image2d_array_msaa_t" TypeWord::Unsupported;
    "image2d_msaa_depth_t" TypeWord::Unsupported;
    "image2d_array_msaa_depth_t" TypeWord::Unsupported;
    "image3d_t" TypeWord::Image(ImageKind::D3, false);
    "pipe" TypeWord::Unsupported;
    "queue_t" TypeWord::Unsupported;
    "ndrange_t" TypeWord::Unsupported;
    "clk_event_t" TypeWord::Unsupported;
    "reserve_id_t" TypeWord::Unsupported;
    "cl_mem_fence_flags" TypeWord::Scalar(Scalar::UInt);
    "atomic_int" TypeWord::Atomic(Scalar::Int);
    "atomic_half" TypeWord::Atomic(Scalar::Half);
    "atomic_uint" TypeWord::Atomic(Scalar::UInt);
    "atomic_long" TypeWord::Atomic(Scalar::Long);
    "atomic_ulong" TypeWord::Atomic(Scalar::ULong);
    "atomic_float" TypeWord::Atomic(Scalar::Float);
    "atomic_double" TypeWord::Atomic(Scalar::Double);
    "atomic_flag" TypeWord::Atomic(Scalar::Int);
    "atomic_intptr_t" TypeWord::Atomic(Scalar::Long);
    "atomic_uintptr_t" TypeWord::Atomic(Scalar::ULong);
    "atomic_size_t" TypeWord::Atomic(Scalar::ULong);
    "atomic_ptrdiff_t" TypeWord::Atomic(Scalar::Long);
    "memory_order" TypeWord::Order;
    "memory_scope" TypeWord::Order;
}

const SPELLING_COUNT: usize =
    KEYWORD_SPELLINGS.len() + VECTOR_SPELLINGS.len() + TYPE_SPELLINGS.len();

/// Every word that the language names, in the order of the symbols, from 0.
pub const SPELLINGS: &[(&str, Word); SPELLING_COUNT] = &{
    let mut all = [("", Word::Type(TypeWord::Event)); SPELLING_COUNT];
    let mut at = 0;
    let tables = [KEYWORD_SPELLINGS, VECTOR_SPELLINGS, TYPE_SPELLINGS];
    let mut table = 0;
    while table < tables.len() {
        let mut row = 0;
        while row < tables[table].len() {
            all[at] = tables[table][row];
            at += 1;
            row += 1;
        }
        table += 1;
    }
    all
};

macro_rules! directive_words {
    ($($name:ident $text:literal;)*) => {
        /// The words of the preprocessor; their symbols follow those of [`SPELLINGS`].
        pub(crate) const DIRECTIVE_WORDS: &[&str] = &[$($text,)*];

        #[expect(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u32)]
        enum DirectiveWord {
            $($name,)*
        }

        /// The symbols of the preprocessor's words.
        pub(crate) mod directive {
            use super::{DirectiveWord, SPELLING_COUNT, Symbol};
            $(
                #[doc = concat!("`", $text, "`")]
                pub(crate) const $name: Symbol =
                    Symbol(SPELLING_COUNT as u32 + DirectiveWord::$name as u32);
            )*
        }
    };
}

directive_words! {
    DEFINE "define";
    UNDEF "undef";
    INCLUDE "include";
    INCLUDE_NEXT "include_next";
    IMPORT "import";
    IFDEF "ifdef";
    IFNDEF "ifndef";
    ELIF "elif";
    ELIFDEF "elifdef";
    ELIFNDEF "elifndef";
    ENDIF "endif";
    ERROR "error";
    WARNING "warning";
    LINE "line";
    PRAGMA "pragma";
    IDENT "ident";
    SCCS "sccs";
    DEFINED "defined";
    VA_ARGS "__VA_ARGS__";
    PRAGMA_OPERATOR "_Pragma";
    MACRO_LINE "__LINE__";
    MACRO_FILE "__FILE__";
    MACRO_BASE_FILE "__BASE_FILE__";
    MACRO_INCLUDE_LEVEL "__INCLUDE_LEVEL__";
    MACRO_COUNTER "__COUNTER__";
    MACRO_DATE "__DATE__";
    MACRO_TIME "__TIME__";
    MACRO_TIMESTAMP "__TIMESTAMP__";
    HAS_INCLUDE "__has_include";
    HAS_INCLUDE_NEXT "__has_include_next";
    HAS_ATTRIBUTE "__has_attribute";
    HAS_BUILTIN "__has_builtin";
    HAS_FEATURE "__has_feature";
    HAS_EXTENSION "__has_extension";
    HAS_WARNING "__has_warning";
    ONCE "once";
    UNROLL "unroll";
    NOUNROLL "nounroll";
    OPENCL "OPENCL";
    EXTENSION "EXTENSION";
    FP_CONTRACT "FP_CONTRACT";
    ENABLE "enable";
    DISABLE "disable";
    REQUIRE "require";
    WARN "warn";
    ON "ON";
    OFF "OFF";
    DEFAULT "DEFAULT";
    GCC "GCC";
    CLANG "clang";
    STDC "STDC";
    LOOP "loop";
    UNROLL_COUNT "unroll_count";
    FULL "full";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interner::Interner;
    use std::collections::HashSet;

    #[test]
    fn a_word_is_spelled_as_its_symbol_says() {
        let interner = Interner::default();
        for (index, (text, meaning)) in SPELLINGS.iter().enumerate() {
            assert_eq!(interner.text(Symbol(index as u32)), *text);
            assert_eq!(interner.get(text), Some(Symbol(index as u32)));
            assert_eq!(word(Symbol(index as u32)), Some(*meaning));
        }
        assert_eq!(interner.text(directive::DEFINE), "define");
        assert_eq!(interner.text(directive::FULL), "full");
        assert_eq!(word(directive::DEFINE), None);
    }

    #[test]
    fn no_word_is_named_twice() {
        let words = SPELLINGS.iter().map(|&(text, _)| text);
        let all: Vec<_> = words.chain(DIRECTIVE_WORDS.iter().copied()).collect();
        let distinct: HashSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
    }
}
