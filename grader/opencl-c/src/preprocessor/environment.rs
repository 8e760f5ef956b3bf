//! What a text can ask of the place where it is read: macros of compilers, drivers and processors, and
//! what a compiler says of itself.
//!
//! OpenCL C has macros that mean the same everywhere ([`super::predefined`]). Beside them every compiler
//! defines its own. A program whose results depend on those is another program elsewhere, so each question
//! is kept ([`Consulted`]), and a text can be read as another compiler would read it ([`Environment`]).

use super::dynamic;
use super::engine::Engine;
use super::macros::Meaning;
use super::predefined::{FEATURE, FEATURES};
use crate::keyword::directive as word;
use crate::source::Origin;
use crate::token::Symbol;
use launch::{Place, Standard};

/// Who reads the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Environment {
    /// Nobody in particular: what the standard names is defined, and the optional extensions that are simulated.
    #[default]
    Portable,
    /// A compiler made of Clang for an x86-64 processor, as PoCL's: its own macros are defined too, it has
    /// every feature of compilers that a text asks for, and its dates and file names are others. Of the optional
    /// features of OpenCL C 3.0 it has those of PoCL's processor alone.
    Clang,
}

/// Macros of PoCL 3.1 with Clang 15 on an x86-64 processor that the standard does not have, with their
/// values: what `clang -dM -E` and PoCL's own options and headers define.
const CLANG: &str = include_str!("environment.txt");

/// Optional extensions that the simulator has, in every version and from 2.0 on. A device may lack them.
const FP16: &str = "cl_khr_fp16 1\n";
const EXTENSIONS_OF_2_0: &str = include_str!("extensions_2_0.txt");

/// The macros that a text may ask for by these names are the business of a compiler, a driver or a
/// device, even where none of those here defines them.
const RESERVED: &[&str] = &[
    "__", "cl_", "cles_", "CL_", "CLANG_", "POCL", "NV_", "NVIDIA", "AMD_", "INTEL_", "ARM_",
    "QCOM_",
];

/// A name that the text asked for, and that stands for the place where it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consulted {
    /// The name.
    pub name: String,
    /// Does [`Environment::Clang`] answer as that compiler does? Otherwise the name is another compiler's.
    pub is_known: bool,
    /// Where it is asked for first.
    pub place: Place,
}

impl Environment {
    /// The definitions that come with it in a version of the language, one a line.
    pub(super) fn definitions(self, standard: Standard) -> [&'static str; 2] {
        match self {
            Environment::Portable if standard >= Standard::V2_0 => [FP16, EXTENSIONS_OF_2_0],
            Environment::Portable => [FP16, ""],
            Environment::Clang => [CLANG, ""],
        }
    }
}

/// Is it a dynamic macro to which another compiler gives another answer?
fn differs(name: Symbol) -> bool {
    let same = [
        word::MACRO_LINE,
        word::MACRO_COUNTER,
        word::MACRO_INCLUDE_LEVEL,
    ];
    dynamic::NAMES.contains(&name) && !same.contains(&name)
}

/// Is it defined beside what every implementation has, by Clang or for what the simulator has besides?
fn is_optional(name: &str) -> bool {
    if name
        .strip_prefix(FEATURE)
        .is_some_and(|of| FEATURES.contains(&of))
    {
        return true;
    }
    let lines = CLANG.lines().chain(EXTENSIONS_OF_2_0.lines());
    let mut names = lines.filter_map(|line| line.split([' ', '(']).next());
    names.any(|known| known == name)
}

impl Engine<'_> {
    /// The text asks whether `name` is defined, or what it stands for.
    pub(super) fn consult(&mut self, name: Symbol, origin: Origin) {
        if self.consulted.iter().all(|(asked, _)| *asked != name) {
            self.consulted.push((name, origin));
        }
    }

    /// What was asked for that stands for the place where the text is read. A name that the text defines
    /// itself is its own, as that of an include guard, unless some compiler has it.
    pub(super) fn places_consulted(&self) -> Vec<Consulted> {
        let of = |&(name, origin): &(Symbol, Origin)| {
            let text = self.interner.text(name);
            let is_known = differs(name) || is_optional(text);
            let is_foreign = || {
                let mut prefixes = RESERVED.iter();
                let is_own = self.defined_by_text.contains(&name);
                !is_own
                    && !self.is_standard(name)
                    && prefixes.any(|prefix| text.starts_with(prefix))
            };
            (is_known || is_foreign()).then(|| Consulted {
                name: text.to_owned(),
                is_known,
                place: self.sources.place(origin, origin, String::new(), true),
            })
        };
        self.consulted.iter().filter_map(of).collect()
    }

    fn is_standard(&self, name: Symbol) -> bool {
        match self.meaning(name) {
            Meaning::Nothing => false,
            Meaning::Dynamic => true,
            Meaning::Macro(definition) => definition.predefined,
        }
    }
}
