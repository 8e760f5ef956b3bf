//! Words for the learner: names of types, and what an unknown name was meant to be.

use super::Checker;
use super::convert::space_name;
use super::foreign::{Foreign, Use, Written, made_vector, of_a_family, of_every_type};
use crate::builtin::{self, Known, Name};
use crate::diagnostic::{Diagnostic, Suggestion, Undeclared};
use crate::preprocessor::Standard;
use crate::source::{Origin, Span};
use crate::token::Symbol;
use crate::types::{AddressSpace, Type, TypeId};
use launch::MistakeId;
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
/// A report stays of a size to be read; mending comes back for the rest.
const MOST_REPEATED: usize = 1000;
/// Names longer than this are not compared.
const LONGEST_COMPARED: usize = 48;

impl<'a> Checker<'a> {
    /// What the language knows under this name, for a call.
    pub(super) fn known(&mut self, symbol: Symbol) -> Option<Known> {
        let text = self.text(symbol);
        let slot = &mut self.known[symbol.0 as usize];
        if let Cached::Unasked = slot {
            *slot = match builtin::lookup(text) {
                Some(Known::Function(called))
                    if called.builtin.name.since() > self.standard
                        || called.explicit && self.standard < Standard::V2_0 =>
                {
                    Cached::None
                }
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
            Type::Sampler => "sampler_t".to_owned(),
            Type::Image(image) => format!("{} {}", image.access.text(), image.text()),
            Type::Scalar(scalar) => scalar.name().to_owned(),
            Type::Vector(scalar, width) => format!("{}{width}", scalar.name()),
            Type::Atomic(scalar) => format!("atomic_{}", scalar.name()),
            Type::Unsupported(name) => name.to_string(),
            Type::Record(record) => {
                let record = self.types.record(*record);
                let keyword = if record.is_union { "union" } else { "struct" };
                match (&record.tag, &record.typedef) {
                    (Some(tag), _) => format!("{keyword} {tag}"),
                    (None, Some(name)) => name.to_string(),
                    (None, None) => format!("unnamed {keyword}"),
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
                let mut words = String::new();
                if !matches!(space, AddressSpace::Private | AddressSpace::Generic) {
                    words.push_str("__");
                    words.push_str(space_name(*space));
                    words.push(' ');
                }
                for (set, word) in [
                    (qualifiers.constant, "const "),
                    (qualifiers.volatile, "volatile "),
                ] {
                    if set {
                        words.push_str(word);
                    }
                }
                let name = self.name_of(*pointee);
                // A pointer's own words stand after its `*`.
                if name.ends_with('*') {
                    format!("{name}{words}*")
                } else {
                    format!("{words}{name} *")
                }
            }
        }
    }

    /// An error about a name that nothing declares, with what was meant, if that can be guessed. `end`
    /// is the last token of the use.
    pub(super) fn unknown_name(
        &mut self,
        symbol: Symbol,
        origin: Origin,
        used: Use<'_>,
        end: Origin,
    ) {
        let name = self.text(symbol);
        let foreign = Foreign::of(name);
        let vector = made_vector(name);
        let called = matches!(used, Use::Call(..));
        let typed = of_every_type(name).filter(|_| called);
        let family = of_a_family(name);
        let suggestion = foreign
            .and_then(|foreign| foreign.written(used))
            .or_else(|| Some(Written::Name(format!("({})", vector.as_ref()?))))
            .or_else(|| Some(Written::Name(typed?.to_owned())))
            .map(|written| match written {
                Written::Name(word) => (origin, word),
                Written::Whole(text) => (end, text),
            });
        if let Some(&first) = self.body.unknown.get(&symbol) {
            if let Some((end, replacement)) = suggestion
                && let Some(first) = first.and_then(|first| self.diagnostics.get_mut(first))
                && first.repeated.len() < MOST_REPEATED
            {
                first.repeated.push(Suggestion {
                    origin,
                    end,
                    replacement,
                    guess: false,
                });
            }
            return;
        }
        self.body.unknown.insert(symbol, None);
        // What declared the name may be what could not be read; CUDA's own words nobody declares.
        let place = self.sources.use_site(origin);
        let of_cuda =
            vector.is_some() || family.is_some() || foreign.is_some_and(|foreign| foreign.cuda);
        if !of_cuda
            && self
                .unread
                .is_some_and(|unread| unread < (place.file, place.start))
        {
            return;
        }
        if let Some(Known::Function(called)) = builtin::lookup(name)
            && called.builtin.name.since() > self.standard
            && self.standard < Standard::V1_2
        {
            let since = called.builtin.name.since();
            self.report(
                Diagnostic::error(
                    origin,
                    format!(
                        "`{name}` comes with OpenCL C {}, and this is {}",
                        since.text(),
                        self.standard.text()
                    ),
                )
                .help(format!(
                    "`--std CL{}`, on a device that has it",
                    since.text()
                )),
            );
            return;
        }
        if let Some(why) = builtin::unsupported_function(name, self.standard) {
            self.report(Diagnostic::unsupported(
                origin,
                format!("`{name}` is not analysed: {why}"),
            ));
            return;
        }
        let what = if called { "function" } else { "name" };
        let mut error = Diagnostic::error(origin, format!("there is no {what} `{name}` here"));
        if !called {
            error = error.undeclared(Undeclared::Value);
        }
        if let Some((end, replacement)) = suggestion {
            error = error.suggest_for(origin, end, replacement);
        }
        if let Some(foreign) = foreign {
            error = error.help(foreign.meaning);
            if foreign.cuda {
                error = error.mistake(MistakeId::CudaIsm);
            }
        } else if let Some(vector) = vector {
            error = error.mistake(MistakeId::CudaIsm).help(format!(
                "CUDA's `{name}(...)` is the vector literal `({vector})(...)`"
            ));
        } else if let Some(typed) = typed {
            error = error.help(format!("OpenCL C's functions take every type: `{typed}`"));
        } else if let Some(meaning) = family {
            error = error.mistake(MistakeId::CudaIsm).help(meaning);
        } else if let Some(meant) = self.similar(symbol, called) {
            error = error
                .help(format!("did you mean `{meant}`?"))
                .guess(origin, meant);
        } else if called {
            error = error.help("a function must be declared above the place where it is called");
        }
        let index = self.diagnostics.len();
        self.report(error);
        if self.diagnostics.len() > index {
            self.body.unknown.insert(symbol, Some(index));
        }
    }

    /// What stands behind a name up to the last token of its use, where both are written in one place.
    pub(super) fn written_after(&self, name: Origin, last: Origin) -> Option<&'a str> {
        let (start, end) = (name.spelling.end, last.spelling.end);
        let same = name.expansion == last.expansion && name.spelling.file == last.spelling.file;
        (same && start <= end).then(|| {
            self.sources.text(Span {
                file: name.spelling.file,
                start,
                end,
            })
        })
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
            .filter(|_| called)
            .flat_map(|name| name.spellings());
        let flags = ["CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE"].map(str::to_owned);
        own.map(str::to_owned)
            .chain(builtins)
            .chain(flags)
            .filter(|other| other.len() <= LONGEST_COMPARED && *other != name)
            .map(|other| (strsim::osa_distance(name, &other), other))
            .min_by_key(|&(distance, _)| distance)
            .filter(|&(distance, _)| distance <= name.len() / 4 + usize::from(name.len() > 2))
            .map(|(_, other)| other)
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
