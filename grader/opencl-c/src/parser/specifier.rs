//! Specifiers: storage classes, qualifiers, type words, in any order, and words that are nearly them.

use super::cuda::CudaWord;
use super::names::Meaning;
use super::spelling::nearest;
use super::{Parse, Parser};
use crate::diagnostic::{Diagnostic, Undeclared};
use crate::keyword::{Keyword, SPELLINGS, TypeWord, Word};
use crate::source::Origin;
use crate::syntax::{
    Access, AddressSpaceName, Attribute, AttributeKind, BuiltinType, Name, QualifierSet,
    Specifiers, Storage, TypeOrExpr, TypeSpecifier,
};
use crate::token::{Punctuator as P, Symbol, TokenKind};
use crate::types::Scalar;
use launch::MistakeId;

/// Where specifiers stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// At program scope.
    Program,
    /// In a block.
    Block,
    /// In a function's parameters.
    Parameter,
    /// In a struct or union.
    Field,
    /// In a type name.
    TypeName,
}

/// The words of an arithmetic type as they come.
#[derive(Clone, Copy, Debug, Default)]
struct Words {
    base: Option<(TypeSpecifier, &'static str)>,
    signed: Option<bool>,
    short: bool,
    longs: u8,
    origin: Option<Origin>,
}

impl Words {
    fn is_empty(&self) -> bool {
        self.base.is_none() && self.signed.is_none() && !self.short && self.longs == 0
    }

    /// The type that the words make together.
    fn ty(&self) -> Option<TypeSpecifier> {
        let scalar = |scalar| Some(TypeSpecifier::Builtin(BuiltinType::Scalar(scalar)));
        let unsigned = self.signed == Some(false);
        let pick = |signed, other| scalar(if unsigned { other } else { signed });
        match self.base {
            Some((TypeSpecifier::Builtin(BuiltinType::Scalar(Scalar::Char)), "char"))
                if !self.short && self.longs == 0 =>
            {
                pick(Scalar::Char, Scalar::UChar)
            }
            Some((TypeSpecifier::Builtin(BuiltinType::Scalar(Scalar::Int)), "int")) | None => {
                match (self.short, self.longs) {
                    (true, 0) => pick(Scalar::Short, Scalar::UShort),
                    (false, 0) => pick(Scalar::Int, Scalar::UInt),
                    (false, _) => pick(Scalar::Long, Scalar::ULong),
                    (true, _) => None,
                }
            }
            Some((base, _)) if self.signed.is_none() && !self.short && self.longs == 0 => {
                Some(base)
            }
            Some(_) => None,
        }
    }
}

impl Parser<'_> {
    pub(super) fn is_unknown(&self, symbol: Symbol) -> bool {
        self.meaning(symbol) == Meaning::Unknown
    }

    fn token_starts_type(&self, distance: usize) -> bool {
        match self.ahead(distance).kind {
            TokenKind::Identifier(symbol) => match crate::keyword::keyword(symbol) {
                Some(keyword) => is_type_keyword(keyword),
                None => {
                    self.meaning(symbol).is_type() || self.cuda.get(symbol) == Some(CudaWord::Local)
                }
            },
            _ => false,
        }
    }

    /// Does a type name begin at this distance?
    pub(super) fn starts_type_name(&self, distance: usize) -> bool {
        self.token_starts_type(distance)
    }

    /// Does a declaration begin here? Also one whose type is misspelt: two words after one another
    /// can't be anything else.
    pub(super) fn starts_declaration(&self) -> bool {
        if let Some(keyword) = self.keyword() {
            return is_type_keyword(keyword) || is_declaration_keyword(keyword);
        }
        let Some(name) = self.identifier() else {
            return false;
        };
        if self.is_ahead(1, P::Colon) {
            return false;
        }
        if self.meaning(name.symbol).is_type() || self.cuda.get(name.symbol).is_some() {
            return true;
        }
        self.is_unknown(name.symbol) && self.is_misspelt_type(1)
    }

    /// Does what follows an unknown word show that it was meant as a type?
    fn is_misspelt_type(&self, distance: usize) -> bool {
        match self.ahead(distance).kind {
            TokenKind::Identifier(symbol) => {
                crate::keyword::keyword(symbol).is_none_or(is_type_keyword)
            }
            TokenKind::Punctuator(P::Star) => {
                let names = Self::name_of(self.ahead(distance + 1))
                    .is_some_and(|name| self.is_unknown(name.symbol));
                names
                    && matches!(
                        self.ahead(distance + 2).kind,
                        TokenKind::Punctuator(P::Equal | P::Semicolon | P::Comma)
                    )
            }
            _ => false,
        }
    }

    pub(super) fn specifiers(&mut self, context: Context) -> Parse<Specifiers> {
        let first = self.origin();
        let mut specifiers = Specifiers {
            storage: None,
            inline: None,
            kernel: None,
            ty: TypeSpecifier::Missing,
            ty_origin: first,
            qualifiers: QualifierSet::default(),
            attributes: Vec::new(),
            first,
            last: first,
        };
        let mut words = Words::default();
        let start = self.at;
        loop {
            let origin = self.origin();
            if let Some(word) = self.cuda_word() {
                self.cuda_specifier(word);
                apply_cuda(word, origin, &mut specifiers);
                continue;
            }
            let proceed = match self.keyword() {
                Some(keyword) => {
                    self.keyword_specifier(keyword, context, &mut specifiers, &mut words)?
                }
                None => self.name_specifier(context, &mut specifiers, &mut words),
            };
            if !proceed || self.implied_semicolon {
                break;
            }
        }
        let implicit_int =
            matches!(context, Context::Program | Context::Parameter) && self.identifier().is_some();
        if self.at == start && !implicit_int {
            return Err(self.expected(match context {
                Context::Program => "a declaration",
                Context::Block => "a declaration or a statement",
                Context::Parameter | Context::Field | Context::TypeName => "a type",
            }));
        }
        if self.at > start {
            specifiers.last = self.previous();
        }
        specifiers.ty_origin = words.origin.unwrap_or(first);
        self.finish_type(&mut specifiers, &words);
        Ok(specifiers)
    }

    fn finish_type(&mut self, specifiers: &mut Specifiers, words: &Words) {
        if words.is_empty() {
            let place = self.origin();
            self.warn(
                Diagnostic::warning(specifiers.first, "no type is given, so C takes `int`")
                    .to(specifiers.last)
                    .with(place, "for this"),
            );
            return;
        }
        match words.ty() {
            Some(ty) => specifiers.ty = ty,
            None => {
                specifiers.ty = TypeSpecifier::Error;
                let base = words.base.map_or("short", |(_, text)| text);
                let diagnostic = if base == "double" && words.longs == 1 {
                    Diagnostic::unsupported(
                        specifiers.ty_origin,
                        "`long double` is reserved in OpenCL C",
                    )
                } else {
                    Diagnostic::error(
                        specifiers.ty_origin,
                        format!(
                            "these words make no type together: `{base}` does not go with the others"
                        ),
                    )
                };
                let diagnostic = diagnostic.to(specifiers.last);
                self.report(diagnostic);
            }
        }
        if words.longs > 1 {
            let diagnostic = Diagnostic::warning(
                specifiers.ty_origin,
                "`long long` is reserved in OpenCL C; `long` has 64 bits already",
            );
            self.warn(diagnostic);
        }
    }

    fn keyword_specifier(
        &mut self,
        keyword: Keyword,
        context: Context,
        specifiers: &mut Specifiers,
        words: &mut Words,
    ) -> Parse<bool> {
        let origin = self.origin();
        if self.qualifier(keyword, &mut specifiers.qualifiers)? {
            return Ok(true);
        }
        match keyword {
            Keyword::Typedef
            | Keyword::Extern
            | Keyword::Static
            | Keyword::Auto
            | Keyword::Register => self.storage(keyword, specifiers),
            Keyword::Inline => {
                specifiers.inline = Some(origin);
                self.advance();
            }
            Keyword::Kernel => {
                specifiers.kernel = Some(origin);
                self.advance();
            }
            Keyword::Extension | Keyword::Noreturn => {
                self.advance();
            }
            Keyword::ThreadLocal => {
                let diagnostic = Diagnostic::error(
                    origin,
                    format!("`{}` is not part of OpenCL C", keyword.text()),
                );
                self.report(diagnostic);
                self.advance();
            }
            Keyword::Attribute => self.attributes(&mut specifiers.attributes)?,
            Keyword::Alignas => self.alignas(specifiers)?,
            Keyword::Signed | Keyword::Unsigned => {
                let signed = keyword == Keyword::Signed;
                let odd = words.signed.is_some_and(|before| before != signed)
                    || matches!(words.base, Some((_, base)) if base != "char" && base != "int");
                if odd {
                    self.conflict(words, keyword.text());
                } else {
                    words.signed = Some(signed);
                }
                words.origin.get_or_insert(origin);
                self.advance();
            }
            Keyword::Short => {
                words.short = true;
                words.origin.get_or_insert(origin);
                self.advance();
            }
            Keyword::Long => {
                words.longs = words.longs.saturating_add(1);
                words.origin.get_or_insert(origin);
                self.advance();
                if words.longs == 3 {
                    let diagnostic =
                        Diagnostic::error(origin, "`long long long` is too long for C");
                    self.report(diagnostic);
                }
            }
            Keyword::Struct | Keyword::Union | Keyword::Enum => {
                if !words.is_empty() {
                    return Ok(self.second_type(words, keyword.text()));
                }
                words.origin = Some(origin);
                let (ty, has_body) = self.nested_declaration(|parser| parser.tagged(keyword))?;
                words.base = Some((ty, keyword.text()));
                if has_body && context != Context::TypeName {
                    self.check_semicolon_after_body();
                }
            }
            Keyword::Typeof => {
                if !words.is_empty() {
                    return Ok(self.second_type(words, keyword.text()));
                }
                words.origin = Some(origin);
                let operand = self.typeof_operand()?;
                words.base = Some((TypeSpecifier::Typeof(operand), keyword.text()));
            }
            Keyword::Complex | Keyword::Imaginary => {
                let diagnostic = Diagnostic::error(origin, "OpenCL C has no complex numbers")
                    .help("a `float2` holds a real and an imaginary part; write the products out");
                self.report(diagnostic);
                words.origin.get_or_insert(origin);
                self.advance();
            }
            _ => {
                let Some(ty) = type_of_keyword(keyword) else {
                    return Ok(false);
                };
                let text = keyword.text();
                if words.base.is_some() {
                    return Ok(self.second_type(words, text));
                }
                if words.signed.is_some() && text != "char" && text != "int" {
                    self.conflict(words, text);
                    words.signed = None;
                }
                words.base = Some((TypeSpecifier::Builtin(ty), text));
                words.origin.get_or_insert(origin);
                self.advance();
            }
        }
        Ok(true)
    }

    /// Reports that a type word does not go with those before it.
    fn conflict(&mut self, words: &Words, text: &str) {
        let before = match (words.base, words.signed) {
            (Some((_, base)), _) => base,
            (None, Some(true)) => "signed",
            (None, Some(false)) => "unsigned",
            (None, None) if words.short => "short",
            (None, None) => "long",
        };
        let mut diagnostic = Diagnostic::error(
            self.origin(),
            format!("`{text}` does not go with the `{before}` before it"),
        );
        if let Some(origin) = words.origin {
            diagnostic = diagnostic.with(origin, "the type begins here");
        }
        self.report(diagnostic);
    }

    /// A second type in one declaration: passed over.
    fn second_type(&mut self, words: &Words, text: &str) -> bool {
        self.conflict(words, text);
        self.advance();
        true
    }

    /// A typedef name, or a word that was meant as one or as a keyword.
    fn name_specifier(
        &mut self,
        context: Context,
        specifiers: &mut Specifiers,
        words: &mut Words,
    ) -> bool {
        let Some(name) = self.identifier() else {
            return false;
        };
        if !words.is_empty() {
            return false;
        }
        let ty = match self.meaning(name.symbol) {
            Meaning::Typedef { .. } => TypeSpecifier::Typedef(name.symbol),
            Meaning::Type(TypeWord::Scalar(scalar)) => {
                TypeSpecifier::Builtin(BuiltinType::Scalar(scalar))
            }
            Meaning::Type(TypeWord::Vector(scalar, width)) => {
                TypeSpecifier::Builtin(BuiltinType::Vector(scalar, width))
            }
            Meaning::Type(TypeWord::Event) => TypeSpecifier::Builtin(BuiltinType::Event),
            Meaning::Type(TypeWord::Sampler) => TypeSpecifier::Builtin(BuiltinType::Sampler),
            Meaning::Type(TypeWord::Image(kind, depth)) => {
                TypeSpecifier::Builtin(BuiltinType::Image(kind, depth))
            }
            Meaning::Type(TypeWord::Atomic(scalar)) => {
                TypeSpecifier::Builtin(BuiltinType::Atomic(scalar, name.symbol))
            }
            Meaning::Type(TypeWord::Order) => {
                TypeSpecifier::Builtin(BuiltinType::Order(name.symbol))
            }
            Meaning::Type(TypeWord::Unsupported) => {
                if self.interner.text(name.symbol) == "pipe" && self.token_starts_type(1) {
                    specifiers.qualifiers.pipe = Some(name.origin);
                    self.advance();
                    return true;
                }
                TypeSpecifier::Builtin(BuiltinType::Unsupported(name.symbol))
            }
            meaning => return self.unknown_word(name, meaning, context, specifiers, words),
        };
        words.base = Some((ty, "type"));
        words.origin = Some(name.origin);
        self.advance();
        true
    }

    fn unknown_word(
        &mut self,
        name: Name,
        meaning: Meaning,
        context: Context,
        specifiers: &mut Specifiers,
        words: &mut Words,
    ) -> bool {
        let text = self.interner.text(name.symbol);
        let unknown = meaning == Meaning::Unknown;
        if unknown && self.token_starts_type(1) {
            self.misspelt_specifier(name, specifiers);
            return true;
        }
        let is_type = match context {
            Context::Program | Context::Parameter => !self.ends_declarator(1),
            Context::Block => unknown && self.is_misspelt_type(1),
            Context::Field | Context::TypeName => true,
        };
        if !is_type {
            return false;
        }
        let message = if unknown {
            format!("there is no type `{text}`")
        } else {
            format!("`{text}` is no type")
        };
        let mut diagnostic = Diagnostic::error(name.origin, message);
        if unknown {
            diagnostic = diagnostic.undeclared(Undeclared::Type);
        }
        let exact = EXACT_TYPES.iter().find(|(foreign, _)| *foreign == text);
        let of_cuda = CUDA_TYPES.iter().find(|(foreign, _)| *foreign == text);
        if let (Some((_, known)), true) = (exact, unknown) {
            diagnostic = diagnostic
                .help(format!("OpenCL C calls it `{known}`"))
                .suggest(name.origin, *known);
        } else if let (Some((_, meaning)), true) = (of_cuda, unknown) {
            diagnostic = diagnostic.help(*meaning).mistake(MistakeId::CudaIsm);
        } else if let Some(better) = self.type_like(text) {
            diagnostic = diagnostic
                .labelled(format!("did you mean `{better}`?"))
                .guess(name.origin, better);
        } else if unknown {
            diagnostic = diagnostic
                .help("define it before it is used, with `typedef`, `struct` or `#define`");
        }
        self.report(diagnostic);
        words.base = Some((TypeSpecifier::Error, "type"));
        words.origin = Some(name.origin);
        self.advance();
        true
    }

    /// May what stands at this distance follow the name in a declarator? Then the word before it is that
    /// name, and its type is missing.
    fn ends_declarator(&self, distance: usize) -> bool {
        matches!(
            self.ahead(distance).kind,
            TokenKind::Punctuator(
                P::LeftBracket
                    | P::LeftParen
                    | P::RightParen
                    | P::Semicolon
                    | P::Comma
                    | P::Equal
                    | P::LeftBrace
                    | P::Colon
            ) | TokenKind::End
        )
    }

    /// The type that a word was probably meant to be.
    fn type_like(&self, text: &str) -> Option<String> {
        if let Some(&(_, known)) = FOREIGN_TYPES.iter().find(|(foreign, _)| *foreign == text) {
            return Some(known.to_owned());
        }
        let named = SPELLINGS.iter().filter_map(|&(spelling, word)| match word {
            Word::Type(TypeWord::Unsupported | TypeWord::Atomic(_) | TypeWord::Order) => None,
            Word::Type(_) => Some(spelling),
            Word::Keyword(keyword) => type_of_keyword(keyword)
                .is_some()
                .then_some(spelling)
                .or((spelling == "unsigned").then_some(spelling)),
        });
        let typedefs = self
            .names
            .typedefs()
            .map(|symbol| self.interner.text(symbol));
        nearest(text, named.chain(typedefs)).map(str::to_owned)
    }

    /// An unknown word before a type: a keyword with a slip, or a macro that is not defined.
    fn misspelt_specifier(&mut self, name: Name, specifiers: &mut Specifiers) {
        let text = self.interner.text(name.symbol);
        let words = SPELLINGS.iter().filter_map(|&(spelling, word)| match word {
            Word::Keyword(keyword) if is_declaration_keyword(keyword) || is_qualifier(keyword) => {
                Some((spelling, keyword))
            }
            _ => None,
        });
        let better = nearest(text, words.clone().map(|(spelling, _)| spelling));
        let mut diagnostic =
            Diagnostic::error(name.origin, format!("`{text}` means nothing before a type"));
        match better {
            Some(better) => {
                diagnostic = diagnostic
                    .labelled(format!("did you mean `{better}`?"))
                    .guess(name.origin, better);
            }
            None => diagnostic = diagnostic.help("if it is a macro, its `#define` is missing"),
        }
        self.report(diagnostic);
        self.advance();
        let keyword = words
            .filter(|&(spelling, _)| Some(spelling) == better)
            .map(|(_, keyword)| keyword)
            .next();
        match keyword {
            Some(Keyword::Kernel) => specifiers.kernel = Some(name.origin),
            Some(keyword) => {
                if let Some(space) = space_of_keyword(keyword) {
                    specifiers.qualifiers.space = Some((space, name.origin));
                }
            }
            None => {}
        }
    }

    fn storage(&mut self, keyword: Keyword, specifiers: &mut Specifiers) {
        let origin = self.origin();
        if keyword == Keyword::Extern && matches!(self.ahead(1).kind, TokenKind::String(_)) {
            self.advance();
            self.linkage(origin);
            return;
        }
        let storage = match keyword {
            Keyword::Typedef => Storage::Typedef,
            Keyword::Extern => Storage::Extern,
            Keyword::Static => Storage::Static,
            Keyword::Auto => Storage::Auto,
            _ => Storage::Register,
        };
        if matches!(storage, Storage::Auto | Storage::Register) {
            let diagnostic = Diagnostic::error(
                origin,
                format!("OpenCL C 1.2 does not have `{}`", keyword.text()),
            )
            .help("leave it out")
            .suggest(origin, "");
            self.report(diagnostic);
        }
        match specifiers.storage {
            Some((before, place)) if before != storage => {
                let diagnostic = Diagnostic::error(
                    origin,
                    format!("`{}` after another storage class", keyword.text()),
                )
                .with(place, "a declaration has one of them");
                self.report(diagnostic);
            }
            _ => specifiers.storage = Some((storage, origin)),
        }
        self.advance();
    }

    /// A qualifier, if `keyword` is one.
    pub(super) fn qualifier(&mut self, keyword: Keyword, set: &mut QualifierSet) -> Parse<bool> {
        let origin = self.origin();
        match keyword {
            Keyword::Const => set.constant = set.constant.or(Some(origin)),
            Keyword::Volatile => set.volatile = set.volatile.or(Some(origin)),
            Keyword::Restrict => set.restrict = set.restrict.or(Some(origin)),
            Keyword::Atomic => set.atomic = set.atomic.or(Some(origin)),
            Keyword::ReadOnly => set.access = Some((Access::ReadOnly, origin)),
            Keyword::WriteOnly => set.access = Some((Access::WriteOnly, origin)),
            Keyword::ReadWrite => set.access = Some((Access::ReadWrite, origin)),
            _ => {
                let Some(space) = space_of_keyword(keyword) else {
                    return Ok(false);
                };
                if let Some((before, place)) = set.space
                    && before != space
                {
                    let diagnostic = Diagnostic::error(
                        origin,
                        format!(
                            "`{}` after another address space: an object lies in one",
                            keyword.text()
                        ),
                    )
                    .with(place, "the first one");
                    self.report(diagnostic);
                } else {
                    set.space = Some((space, origin));
                }
            }
        }
        self.advance();
        Ok(true)
    }

    fn alignas(&mut self, specifiers: &mut Specifiers) -> Parse<()> {
        let origin = self.origin();
        let TokenKind::Identifier(name) = self.kind() else {
            return Ok(());
        };
        self.advance();
        let open = self.expect(P::LeftParen, "after `_Alignas`")?;
        if self.starts_type_name(0) {
            let ty = self.nested(Self::type_name)?;
            let at = self.tree.type_name(ty).first;
            let kind = crate::syntax::ExprKind::Alignof(TypeOrExpr::Type(ty));
            let value = self.push_expr(kind, at, self.previous(), at)?;
            specifiers.attributes.push(Attribute {
                kind: AttributeKind::Aligned(Some(value)),
                name,
                origin,
                end: self.previous(),
            });
        } else {
            let value = self.nested(Self::constant_expression)?;
            specifiers.attributes.push(Attribute {
                kind: AttributeKind::Aligned(Some(value)),
                name,
                origin,
                end: self.previous(),
            });
        }
        self.expect_closing(P::RightParen, open)?;
        Ok(())
    }

    fn typeof_operand(&mut self) -> Parse<TypeOrExpr> {
        self.advance();
        let open = self.expect(P::LeftParen, "after `__typeof__`")?;
        let operand = if self.starts_type_name(0) {
            TypeOrExpr::Type(self.nested_declaration(Self::type_name)?)
        } else {
            TypeOrExpr::Expr(self.nested_declaration(Self::expression)?)
        };
        self.expect_closing(P::RightParen, open)?;
        Ok(operand)
    }

    /// `struct S { ... }` and then another declaration on the next line: its `;` is missing.
    fn check_semicolon_after_body(&mut self) {
        let begins_another = match self.keyword() {
            Some(keyword) => {
                type_of_keyword(keyword).is_some()
                    || matches!(
                        keyword,
                        Keyword::Struct
                            | Keyword::Union
                            | Keyword::Enum
                            | Keyword::Typedef
                            | Keyword::Kernel
                            | Keyword::Static
                            | Keyword::Inline
                            | Keyword::Unsigned
                            | Keyword::Signed
                            | Keyword::Short
                            | Keyword::Long
                    )
            }
            None => self.identifier().is_some_and(|name| {
                self.meaning(name.symbol).is_type() && Self::name_of(self.ahead(1)).is_some()
            }),
        };
        if begins_another {
            let place = self.after_previous();
            let diagnostic =
                Diagnostic::error(place, "a `;` is missing after this `}`").suggest(place, ";");
            self.report(diagnostic);
            self.implied_semicolon = true;
        }
    }
}

fn apply_cuda(word: CudaWord, origin: Origin, specifiers: &mut Specifiers) {
    match word {
        CudaWord::Kernel => specifiers.kernel = Some(origin),
        CudaWord::Local => specifiers.qualifiers.space = Some((AddressSpaceName::Local, origin)),
        CudaWord::Constant => {
            specifiers.qualifiers.space = Some((AddressSpaceName::Constant, origin));
        }
        CudaWord::Helper | CudaWord::Inline | CudaWord::LaunchBounds => {}
    }
}

fn type_of_keyword(keyword: Keyword) -> Option<BuiltinType> {
    Some(match keyword {
        Keyword::Void => BuiltinType::Void,
        Keyword::Bool => BuiltinType::Scalar(Scalar::Bool),
        Keyword::Char => BuiltinType::Scalar(Scalar::Char),
        Keyword::Int => BuiltinType::Scalar(Scalar::Int),
        Keyword::Float => BuiltinType::Scalar(Scalar::Float),
        Keyword::Double => BuiltinType::Scalar(Scalar::Double),
        Keyword::Half => BuiltinType::Scalar(Scalar::Half),
        _ => return None,
    })
}

fn space_of_keyword(keyword: Keyword) -> Option<AddressSpaceName> {
    Some(match keyword {
        Keyword::Private => AddressSpaceName::Private,
        Keyword::Local => AddressSpaceName::Local,
        Keyword::Global => AddressSpaceName::Global,
        Keyword::Constant => AddressSpaceName::Constant,
        Keyword::GenericSpace => AddressSpaceName::Generic,
        _ => return None,
    })
}

fn is_qualifier(keyword: Keyword) -> bool {
    space_of_keyword(keyword).is_some()
        || matches!(
            keyword,
            Keyword::Const
                | Keyword::Volatile
                | Keyword::Restrict
                | Keyword::Atomic
                | Keyword::ReadOnly
                | Keyword::WriteOnly
                | Keyword::ReadWrite
        )
}

fn is_type_keyword(keyword: Keyword) -> bool {
    is_qualifier(keyword)
        || type_of_keyword(keyword).is_some()
        || matches!(
            keyword,
            Keyword::Signed
                | Keyword::Unsigned
                | Keyword::Short
                | Keyword::Long
                | Keyword::Struct
                | Keyword::Union
                | Keyword::Enum
                | Keyword::Typeof
                | Keyword::Complex
                | Keyword::Imaginary
        )
}

fn is_declaration_keyword(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::Typedef
            | Keyword::Extern
            | Keyword::Static
            | Keyword::Auto
            | Keyword::Register
            | Keyword::Inline
            | Keyword::Kernel
            | Keyword::Alignas
            | Keyword::Noreturn
            | Keyword::ThreadLocal
    )
}

/// Types of other languages and headers that learners bring along.
/// Types of C that are exactly one of OpenCL C's.
const EXACT_TYPES: &[(&str, &str)] = &[
    ("int8_t", "char"),
    ("uint8_t", "uchar"),
    ("int16_t", "short"),
    ("uint16_t", "ushort"),
    ("int32_t", "int"),
    ("uint32_t", "uint"),
    ("int64_t", "long"),
    ("uint64_t", "ulong"),
];

/// Types of CUDA that have no twin, with what to say of them.
const CUDA_TYPES: &[(&str, &str)] = &[
    (
        "dim3",
        "the sizes of a launch belong to the host, as `size_t[3]`",
    ),
    (
        "cudaTextureObject_t",
        "textures are images in OpenCL: `image2d_t`",
    ),
    (
        "cudaSurfaceObject_t",
        "surfaces are images in OpenCL: `image2d_t`",
    ),
    (
        "cudaError_t",
        "this is for the host, where OpenCL has `cl_int`",
    ),
    (
        "cudaStream_t",
        "this is for the host, where OpenCL has `cl_command_queue`",
    ),
    (
        "cudaEvent_t",
        "this is for the host, where OpenCL has `cl_event`",
    ),
    (
        "__half",
        "OpenCL C has `half`, with the extension `cl_khr_fp16`",
    ),
    (
        "__half2",
        "OpenCL C has `half2`, with the extension `cl_khr_fp16`",
    ),
];

/// Types of other languages, with what was probably meant.
const FOREIGN_TYPES: &[(&str, &str)] = &[
    ("byte", "uchar"),
    ("boolean", "bool"),
    ("dword", "uint"),
    ("word", "ushort"),
    ("vec2", "float2"),
    ("vec3", "float3"),
    ("vec4", "float4"),
    ("uvec2", "uint2"),
    ("uvec3", "uint3"),
    ("uvec4", "uint4"),
    ("ivec2", "int2"),
    ("ivec3", "int3"),
    ("ivec4", "int4"),
    ("cl_int", "int"),
    ("cl_uint", "uint"),
    ("cl_float", "float"),
    ("cl_double", "double"),
    ("cl_long", "long"),
    ("cl_ulong", "ulong"),
    ("__half", "half"),
];
