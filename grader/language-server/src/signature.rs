//! The parameters of the call that is being written.

use crate::analysis::Analysis;
use crate::builtins::Text;
use crate::hover::text_of;
use crate::requests::At;
use crate::words;
use lsp_types::{
    Documentation, MarkupContent, MarkupKind, ParameterInformation, ParameterLabel, SignatureHelp,
    SignatureInformation,
};
use opencl_c::names::Kind;
use opencl_c::token::{Punctuator, TokenKind};

/// A call around a place.
pub(crate) struct Call {
    /// The token of the name.
    pub(crate) name: usize,
    /// The number of commas before the place.
    pub(crate) argument: usize,
}

/// The innermost call whose arguments hold a place.
pub(crate) fn call_at(analysis: &Analysis, offset: usize) -> Option<Call> {
    let before = analysis
        .tokens
        .partition_point(|token| (token.end as usize) <= offset);
    let (mut depth, mut argument) = (0, 0);
    for at in (0..before).rev() {
        let TokenKind::Punctuator(punctuator) = analysis.tokens[at].kind else {
            continue;
        };
        match punctuator {
            Punctuator::RightParen | Punctuator::RightBracket => depth += 1,
            Punctuator::LeftBracket => depth -= 1,
            Punctuator::LeftParen if depth > 0 => depth -= 1,
            Punctuator::LeftParen => {
                let name = at.checked_sub(1)?;
                let is_name = matches!(analysis.tokens[name].kind, TokenKind::Identifier(_));
                return is_name.then_some(Call { name, argument });
            }
            Punctuator::Comma if depth == 0 => argument += 1,
            Punctuator::Semicolon | Punctuator::LeftBrace | Punctuator::RightBrace => return None,
            _ => {}
        }
    }
    None
}

/// The forms of the function that is called at a place.
pub(crate) fn of(at: &At<'_>) -> Option<SignatureHelp> {
    let analysis = &at.analysis;
    let call = call_at(analysis, at.offset)?;
    let name = analysis.token_text(call.name);
    let mut signatures = own(analysis, name);
    if signatures.is_empty() {
        let Text {
            forms,
            means,
            notes,
        } = text_of(name)?;
        let mut text = means.to_owned();
        for note in notes {
            text += &format!("\n- {note}");
        }
        signatures = forms
            .iter()
            .map(|form| signature((*form).to_owned(), Some(text.clone())))
            .collect();
    }
    let takes = |it: &SignatureInformation| it.parameters.as_ref().map_or(0, Vec::len);
    let fits = signatures
        .iter()
        .position(|it| takes(it) > call.argument)
        .unwrap_or(0);
    Some(SignatureHelp {
        signatures,
        active_signature: Some(fits as u32),
        active_parameter: Some(call.argument as u32),
    })
}

/// The functions and macros of the program that have this name.
fn own(analysis: &Analysis, name: &str) -> Vec<SignatureInformation> {
    let declared = analysis.names.declarations.iter();
    let functions =
        declared.filter(|it| matches!(it.kind, Kind::Function | Kind::Kernel) && &*it.name == name);
    let mut signatures: Vec<_> = functions
        .map(|it| {
            let comment = words::comment_before(it, analysis);
            signature(words::declaration(it, analysis), comment)
        })
        .collect();
    signatures.dedup_by(|one, other| one.label == other.label);
    if signatures.is_empty() {
        let macros = crate::macros::all(analysis).into_iter();
        let own = macros.filter(|it| it.name == name);
        signatures = own
            .filter_map(|it| {
                Some(signature(
                    format!("{name}{}", it.parameters?),
                    Some(it.body),
                ))
            })
            .collect();
    }
    signatures
}

/// A form with its parameters, which stand between the parentheses behind its name.
fn signature(label: String, text: Option<String>) -> SignatureInformation {
    let mut parameters = Vec::new();
    let (mut depth, mut start) = (0, 0);
    let head = "__attribute__";
    let opens = label.match_indices('(').map(|(at, _)| at).find(|&at| {
        let before = label[..at].trim_end();
        before.ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '>'))
            && !before.ends_with(head)
    });
    let from = opens.unwrap_or(label.len());
    for (at, c) in label.char_indices().skip_while(|(at, _)| *at < from) {
        match c {
            '(' => {
                depth += 1;
                if depth == 1 {
                    start = at + 1;
                }
            }
            ')' if depth == 1 && label[start..at].trim().is_empty() => break,
            ')' | ',' if depth == 1 => {
                let whole = &label[start..at];
                let own = whole.trim();
                if !own.is_empty() && own != "void" {
                    let from = start + (whole.len() - whole.trim_start().len());
                    let units = |text: &str| text.encode_utf16().count() as u32;
                    let from_units = units(&label[..from]);
                    parameters.push(ParameterInformation {
                        label: ParameterLabel::LabelOffsets([from_units, from_units + units(own)]),
                        documentation: None,
                    });
                }
                start = at + 1;
                if c == ')' {
                    break;
                }
            }
            ')' => depth -= 1,
            _ => {}
        }
    }
    SignatureInformation {
        label,
        documentation: text.map(|value| {
            Documentation::MarkupContent(MarkupContent {
                kind: MarkupKind::Markdown,
                value,
            })
        }),
        parameters: Some(parameters),
        active_parameter: None,
    }
}
