//! What the front end has to say about a program: data, rendered elsewhere.

use crate::fix;
use crate::source::{Origin, SourceMap};
use launch::{Evidence, Finding, Level, MistakeId, Place};

/// How grave a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Not a program of OpenCL C 1.2.
    Error,
    /// A program, but surely not what was meant.
    Warning,
    /// A construct of OpenCL C that this project does not analyse: not the student's mistake.
    Unsupported,
}

/// A second place with something to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub origin: Origin,
    /// The last token there; the label covers everything between.
    pub end: Origin,
    /// What stands there.
    pub text: String,
}

/// A replacement that would mend the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The first token that is replaced; an empty place for something to insert.
    pub origin: Origin,
    /// The last one.
    pub end: Origin,
    /// By what; empty to leave it out.
    pub replacement: String,
    /// Is it only what was probably meant? Then nothing is replaced without being asked.
    pub guess: bool,
}

/// What a name that nothing declares stands in place of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Undeclared {
    /// A type.
    Type,
    /// A value.
    Value,
}

/// One thing the front end has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How grave.
    pub severity: Severity,
    /// One sentence in a learner's words, lower case, no full stop.
    pub message: String,
    /// The first token concerned.
    pub origin: Origin,
    /// The last token concerned.
    pub end: Origin,
    /// What stands under the caret; may be empty.
    pub label: String,
    /// Other places.
    pub labels: Vec<Label>,
    /// What to try; may be empty.
    pub help: String,
    /// A replacement, where there is one.
    pub suggestion: Option<Suggestion>,
    /// The same for later places of which the same is to be said, and which are not reported again.
    pub repeated: Vec<Suggestion>,
    /// The mistake of the catalogue that it is, where it is one.
    pub mistake: Option<MistakeId>,
    /// Set where the origin is a name that nothing declares: a macro may be missing.
    pub undeclared: Option<Undeclared>,
}

impl Diagnostic {
    /// An error at one token.
    pub fn error(origin: Origin, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            mistake: None,
            undeclared: None,
            message: message.into(),
            origin,
            end: origin,
            label: String::new(),
            labels: Vec::new(),
            help: String::new(),
            suggestion: None,
            repeated: Vec::new(),
        }
    }

    /// A warning at one token.
    pub fn warning(origin: Origin, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(origin, message)
        }
    }

    /// Something this project does not analyse, at one token.
    pub fn unsupported(origin: Origin, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Unsupported,
            ..Diagnostic::error(origin, message)
        }
    }

    /// Extends the place to `end`.
    pub fn to(mut self, end: Origin) -> Self {
        self.end = end;
        self
    }

    /// Says something under the caret.
    pub fn labelled(mut self, text: impl Into<String>) -> Self {
        self.label = text.into();
        self
    }

    /// Points at a second place.
    pub fn with(mut self, origin: Origin, text: impl Into<String>) -> Self {
        self.labels.push(Label {
            origin,
            end: origin,
            text: text.into(),
        });
        self
    }

    /// Points at a second place, from one token to another.
    pub fn with_end(mut self, origin: Origin, end: Origin, text: impl Into<String>) -> Self {
        self.labels.push(Label {
            origin,
            end,
            text: text.into(),
        });
        self
    }

    /// Says what to try.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = text.into();
        self
    }

    /// Offers a replacement for one token.
    pub fn suggest(self, origin: Origin, replacement: impl Into<String>) -> Self {
        self.suggest_for(origin, origin, replacement)
    }

    /// Offers a replacement for everything from one token to another.
    pub fn suggest_for(
        mut self,
        origin: Origin,
        end: Origin,
        replacement: impl Into<String>,
    ) -> Self {
        self.suggestion = Some(Suggestion {
            origin,
            end,
            replacement: replacement.into(),
            guess: false,
        });
        self
    }

    /// Offers what was probably meant in place of one token.
    pub fn guess(self, origin: Origin, replacement: impl Into<String>) -> Self {
        let mut this = self.suggest(origin, replacement);
        if let Some(suggestion) = &mut this.suggestion {
            suggestion.guess = true;
        }
        this
    }

    /// Names the mistake of the catalogue that it is.
    pub fn mistake(mut self, id: MistakeId) -> Self {
        self.mistake = Some(id);
        self
    }

    /// Says that the origin is a name that nothing declares.
    pub fn undeclared(mut self, as_what: Undeclared) -> Self {
        self.undeclared = Some(as_what);
        self
    }

    /// The same as a finding: of its mistake, else `compile-error` (a warning is `compile-warning`, and
    /// what this project does not analyse `not-analysed`), places as lines and columns.
    pub fn to_finding(&self, sources: &SourceMap) -> Finding {
        let place = |origin, end, label: &str, primary| {
            sources.place(origin, end, label.to_owned(), primary)
        };
        let mut spans = vec![place(self.origin, self.end, &self.label, true)];
        spans.extend(
            self.labels
                .iter()
                .map(|label| place(label.origin, label.end, &label.text, false)),
        );
        let macro_backtrace = self.macro_backtrace(sources);
        Finding {
            mistake: match (self.mistake, self.severity) {
                (Some(id), _) => id,
                (None, Severity::Error) => MistakeId::CompileError,
                (None, Severity::Warning) => MistakeId::CompileWarning,
                (None, Severity::Unsupported) => MistakeId::NotAnalysed,
            },
            level: match self.severity {
                Severity::Error => Level::Error,
                Severity::Warning | Severity::Unsupported => Level::Warning,
            },
            evidence: Evidence::Proven,
            message: self.message.clone(),
            help: match &self.suggestion {
                Some(suggestion) if self.help.is_empty() => {
                    if suggestion.replacement.is_empty() {
                        "leave it out".to_owned()
                    } else {
                        format!("write `{}`", suggestion.replacement)
                    }
                }
                _ => self.help.clone(),
            },
            kernel: String::new(),
            spans,
            work_items: Vec::new(),
            macro_backtrace,
            fix: fix::replacements(self, sources),
        }
    }

    /// For each macro that the primary place came through and whose definition is in the source, the
    /// innermost first: where in its body that place, or the next macro's invocation, stands.
    fn macro_backtrace(&self, sources: &SourceMap) -> Vec<Place> {
        let seen = sources.use_site(self.origin);
        let mut inner = self.origin.spelling;
        let mut places = Vec::new();
        for step in sources.backtrace(self.origin) {
            let within = std::mem::replace(&mut inner, step.invocation);
            // What came as an argument is no part of the body.
            if let Some(definition) = step.definition
                && within != seen
            {
                let place = if within.file == definition.file {
                    within
                } else {
                    definition
                };
                let label = format!("in expansion of macro `{}`", step.name);
                places.push(sources.place_of_span(place, label, false));
            }
        }
        places
    }
}
