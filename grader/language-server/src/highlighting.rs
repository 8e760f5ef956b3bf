//! Colours by meaning. A name of memory that several work-items share has its address space as a modifier.

use crate::analysis::Analysis;
use crate::builtins;
use lsp_types::{
    Range, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens,
    SemanticTokensLegend,
};
use opencl_c::builtin::lookup;
use opencl_c::keyword::{Word, word};
use opencl_c::names::{Declaration, Kind};
use opencl_c::source::{Origin, Span};
use opencl_c::token::TokenKind;
use opencl_c::types::{AddressSpace, Type};
use std::collections::{HashMap, HashSet};

/// Kinds of token, by their place in the legend.
#[derive(Clone, Copy)]
enum Token {
    Macro,
    Type,
    Struct,
    Enum,
    EnumMember,
    Function,
    Parameter,
    Variable,
    Property,
    Label,
    Keyword,
    Number,
    String,
}

const TYPES: [SemanticTokenType; 13] = [
    SemanticTokenType::MACRO,
    SemanticTokenType::TYPE,
    SemanticTokenType::STRUCT,
    SemanticTokenType::ENUM,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::new("label"),
    SemanticTokenType::KEYWORD,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
];

/// Modifiers, by their place in the legend.
const MODIFIERS: [SemanticTokenModifier; 8] = [
    SemanticTokenModifier::DECLARATION,
    SemanticTokenModifier::READONLY,
    SemanticTokenModifier::DEFAULT_LIBRARY,
    SemanticTokenModifier::new("kernel"),
    SemanticTokenModifier::new("global"),
    SemanticTokenModifier::new("local"),
    SemanticTokenModifier::new("constant"),
    SemanticTokenModifier::new("private"),
];

const DECLARED: u32 = 1 << 0;
const READ_ONLY: u32 = 1 << 1;
const OF_LANGUAGE: u32 = 1 << 2;
const KERNEL: u32 = 1 << 3;

pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.to_vec(),
        token_modifiers: MODIFIERS.to_vec(),
    }
}

/// The tokens of a document, or of a range of it.
pub(crate) fn of(analysis: &Analysis, range: Option<Range>) -> SemanticTokens {
    let meanings = meanings(analysis);
    let macros = analysis.macros().iter().map(|it| it.name.as_str());
    let macros: HashSet<&str> = macros.collect();
    let bytes = range.map(|range| analysis.lines.bytes(&analysis.text, range));
    let mut data = Vec::new();
    let mut before = lsp_types::Position::default();
    let mut before_at = 0;
    for (at, written) in analysis.tokens.iter().enumerate() {
        let own = written.range();
        if let Some(bytes) = &bytes
            && (own.end < bytes.start || own.start > bytes.end)
        {
            continue;
        }
        let text = analysis.token_text(at);
        let span = written.span();
        let Some((token, modifiers)) = (match written.kind {
            TokenKind::Identifier(symbol) => match (meanings.get(&span), word(symbol)) {
                (Some(meaning), _) => Some(*meaning),
                _ if macros.contains(text) => Some((Token::Macro, 0)),
                (None, Some(Word::Keyword(_))) if builtins::type_text(text).is_none() => {
                    Some((Token::Keyword, 0))
                }
                (None, Some(_)) => Some((Token::Type, OF_LANGUAGE)),
                _ if builtins::macro_text(text).is_some() => Some((Token::Macro, OF_LANGUAGE)),
                _ if lookup(text).is_some() => Some((Token::Function, OF_LANGUAGE)),
                _ => None,
            },
            TokenKind::Number(_) | TokenKind::Character(_) => Some((Token::Number, 0)),
            TokenKind::String(_) => Some((Token::String, 0)),
            _ => None,
        }) else {
            continue;
        };
        let between = analysis.text.get(before_at..own.start).unwrap_or_default();
        let own_text = analysis.text.get(own.clone()).unwrap_or_default();
        // A token of several lines, by a splice, clients do not take.
        if own_text.contains('\n') {
            continue;
        }
        // In the same line the place follows from that of the token before: a line may be long.
        let place = match between.contains('\n') || data.is_empty() {
            true => analysis.lines.position(&analysis.text, own.start),
            false => lsp_types::Position {
                character: before.character
                    + analysis.lines.units(&analysis.text, before_at..own.start),
                ..before
            },
        };
        let delta_line = place.line - before.line;
        let delta_start = match delta_line {
            0 => place.character - before.character,
            _ => place.character,
        };
        before_at = own.start;
        data.push(SemanticToken {
            delta_line,
            delta_start,
            length: analysis.lines.units(&analysis.text, own),
            token_type: token as u32,
            token_modifiers_bitset: modifiers,
        });
        before = place;
    }
    SemanticTokens {
        result_id: None,
        data,
    }
}

/// What each name of the document stands for.
fn meanings(analysis: &Analysis) -> HashMap<Span, (Token, u32)> {
    let mut of_entity: HashMap<Origin, (Token, u32)> = HashMap::new();
    let mut meanings = HashMap::new();
    for declaration in &analysis.names.declarations {
        let meaning = meaning(declaration, analysis);
        of_entity.entry(declaration.entity).or_insert(meaning);
        let (token, modifiers) = meaning;
        meanings.insert(declaration.origin.spelling, (token, modifiers | DECLARED));
    }
    for it in &analysis.names.uses {
        if let Some(meaning) = of_entity.get(&it.entity) {
            meanings.entry(it.origin.spelling).or_insert(*meaning);
        }
    }
    meanings
}

fn meaning(declaration: &Declaration, analysis: &Analysis) -> (Token, u32) {
    let token = match declaration.kind {
        Kind::Parameter => Token::Parameter,
        Kind::Local | Kind::Global | Kind::Unknown => Token::Variable,
        Kind::Kernel => return (Token::Function, KERNEL),
        Kind::Function => return (Token::Function, 0),
        Kind::Typedef => return (Token::Type, 0),
        Kind::Struct | Kind::Union => return (Token::Struct, 0),
        Kind::Enum => return (Token::Enum, 0),
        Kind::Enumerator => return (Token::EnumMember, READ_ONLY),
        Kind::Field => Token::Property,
        Kind::Label => return (Token::Label, 0),
    };
    let pointee = match *analysis.names.types.get(declaration.ty) {
        Type::Pointer {
            space, qualifiers, ..
        } => Some((space, qualifiers.constant)),
        _ => None,
    };
    let (space, is_constant) = match pointee {
        Some((space, is_constant)) => (Some(space), is_constant),
        None => (declaration.space, declaration.qualifiers.constant),
    };
    let space = match space {
        Some(AddressSpace::Global) => 1 << 4,
        Some(AddressSpace::Local) => 1 << 5,
        Some(AddressSpace::Constant) => 1 << 6,
        Some(AddressSpace::Private) => 1 << 7,
        Some(AddressSpace::Generic) | None => 0,
    };
    let read_only = if is_constant { READ_ONLY } else { 0 };
    (token, space | read_only)
}
