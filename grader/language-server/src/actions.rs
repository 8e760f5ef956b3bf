//! Quick fixes: what the findings suggest, what was probably meant, and all certain fixes at once.

use crate::analysis::Analysis;
use crate::diagnostics;
use crate::document::{Document, Observed};
use crate::launches::{self, NotRepaired};
use crate::server::Server;
use launch::{Finding, Replacement};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse,
    Diagnostic, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, Range,
    TextDocumentEdit, TextEdit, WorkspaceEdit,
};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The actions for a range of a document.
pub(crate) fn of(
    server: &Server,
    document: &Document,
    analysis: &Analysis,
    params: &CodeActionParams,
) -> CodeActionResponse {
    if !analysis.is_as_written {
        return Vec::new();
    }
    let only = params.context.only.as_deref();
    let wants = |kind: &CodeActionKind| {
        only.is_none_or(|only| {
            only.iter().any(|it| {
                let (it, kind) = (it.as_str(), kind.as_str());
                kind == it || it.is_empty() || kind.starts_with(&format!("{it}."))
            })
        })
    };
    let mut actions = Vec::new();
    if wants(&CodeActionKind::QUICKFIX) {
        for finding in &analysis.findings {
            if touch(diagnostics::range_of(finding, analysis), params.range) {
                actions.extend(fixes(
                    finding,
                    document,
                    analysis,
                    &params.context.diagnostics,
                ));
            }
        }
    }
    if wants(&CodeActionKind::QUICKFIX)
        && let Observed::Known(observed) = &document.observed
    {
        for (launch, finding) in observed {
            if touch(diagnostics::range_of(finding, analysis), params.range) {
                actions.push(search(launch, finding, document));
            }
        }
    }
    // Only where it is asked for, or in a list that has something to fix.
    let has_fix = analysis.findings.iter().any(|it| !it.fix.is_empty());
    if has_fix && (only.is_some() || !actions.is_empty()) && wants(&CodeActionKind::SOURCE_FIX_ALL)
    {
        actions.extend(fix_all(server, document, analysis));
    }
    actions
        .into_iter()
        .map(CodeActionOrCommand::CodeAction)
        .collect()
}

/// What a client keeps of a repair until it is wanted.
#[derive(Serialize, Deserialize)]
struct Wanted {
    uri: String,
    version: i32,
    launch: PathBuf,
}

/// The search for a repair, which begins when it is chosen: it may take seconds.
fn search(launch: &Path, finding: &Finding, document: &Document) -> CodeAction {
    let wanted = Wanted {
        uri: document.uri.as_str().to_owned(),
        version: document.version,
        launch: launch.to_owned(),
    };
    let file = launch.file_name().unwrap_or_default().display();
    CodeAction {
        title: format!(
            "Search for a change with which {file} shows no {}",
            finding.mistake.as_str()
        ),
        kind: Some(CodeActionKind::QUICKFIX),
        data: serde_json::to_value(wanted).ok(),
        ..CodeAction::default()
    }
}

/// Searches for the repair that a client has chosen: every change is tried in the simulator before it is shown.
pub(crate) fn resolve(server: &Server, action: CodeAction) -> Result<CodeAction, NotRepaired> {
    let Some(wanted) = action
        .data
        .clone()
        .and_then(|data| serde_json::from_value::<Wanted>(data).ok())
    else {
        return Ok(action);
    };
    let document = server.documents.get(&wanted.uri);
    let document = document
        .filter(|it| it.version == wanted.version && !it.is_too_large())
        .ok_or(NotRepaired::Changed)?;
    let analysis = server.analysis(document);
    let text = launches::repaired(server, document, &analysis, &wanted.launch)?;
    let edit = difference(&analysis.text, &text, &analysis);
    Ok(CodeAction {
        edit: edit.map(|edit| workspace_edit([(document, vec![edit])])),
        ..action
    })
}

fn touch(one: Range, other: Range) -> bool {
    one.start <= other.end && other.start <= one.end
}

/// The fixes of a finding: the certain one, or what was probably meant.
fn fixes(
    finding: &Finding,
    document: &Document,
    analysis: &Analysis,
    shown: &[Diagnostic],
) -> Vec<CodeAction> {
    let range = diagnostics::range_of(finding, analysis);
    let mended: Vec<_> = shown
        .iter()
        .filter(|it| it.range == range && it.message.starts_with(&finding.message))
        .cloned()
        .collect();
    let action = |title: String, edits: Vec<TextEdit>, is_certain: bool| CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: (!mended.is_empty()).then(|| mended.clone()),
        edit: Some(workspace_edit([(document, edits)])),
        is_preferred: is_certain.then_some(true),
        ..CodeAction::default()
    };
    let mut actions = Vec::new();
    let own = |it: &&Replacement| it.file == analysis.name;
    let certain: Vec<&Replacement> = finding.fix.iter().filter(own).collect();
    if !certain.is_empty() && certain.len() == finding.fix.len() {
        let edits = certain.iter().map(|it| text_edit(it, analysis)).collect();
        let title = match certain.as_slice() {
            [only] => title(only, analysis),
            _ if finding.help.is_empty() => "Apply the fix".to_owned(),
            _ => crate::words::capital(&finding.help),
        };
        actions.push(action(title, edits, true));
    }
    let guesses = analysis.guesses.iter();
    let guesses = guesses.filter(|guess| guess.message == finding.message);
    for guess in guesses.filter(|guess| own(&&guess.replacement)) {
        let edit = text_edit(&guess.replacement, analysis);
        if touch(edit.range, range) {
            actions.push(action(
                title(&guess.replacement, analysis),
                vec![edit],
                false,
            ));
        }
    }
    actions
}

/// What a replacement does, as the title of an action.
fn title(replacement: &Replacement, analysis: &Analysis) -> String {
    let bytes = bytes_of(replacement, analysis);
    let was = analysis.text.get(bytes).unwrap_or_default().trim();
    let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    match (line(was), line(&replacement.text)) {
        (was, now) if now.is_empty() => format!("Remove `{was}`"),
        (was, now) if was.is_empty() => format!("Insert `{now}`"),
        (was, now) => format!("Replace `{was}` by `{now}`"),
    }
}

fn bytes_of(replacement: &Replacement, analysis: &Analysis) -> std::ops::Range<usize> {
    let Replacement {
        line,
        column,
        end_line,
        end_column,
        ..
    } = replacement;
    analysis
        .lines
        .of_columns(&analysis.text, (*line, *column), (*end_line, *end_column))
}

fn text_edit(replacement: &Replacement, analysis: &Analysis) -> TextEdit {
    let bytes = bytes_of(replacement, analysis);
    TextEdit {
        range: analysis.lines.range(&analysis.text, bytes),
        new_text: replacement.text.clone(),
    }
}

/// Everything that `grader lint --fix` would write.
fn fix_all(server: &Server, document: &Document, analysis: &Analysis) -> Option<CodeAction> {
    let mut files = server.files(document);
    let name = &analysis.name;
    let mended = mistakes::mend(name, &analysis.text, &analysis.options, &mut files);
    let edit = difference(&analysis.text, &mended.text, analysis)?;
    Some(CodeAction {
        title: "Apply all certain fixes of this file".to_owned(),
        kind: Some(CodeActionKind::SOURCE_FIX_ALL),
        edit: Some(workspace_edit([(document, vec![edit])])),
        ..CodeAction::default()
    })
}

/// One edit that makes one text the other: from the first difference to the last.
pub(crate) fn difference(from: &str, to: &str, analysis: &Analysis) -> Option<TextEdit> {
    if from == to {
        return None;
    }
    let ahead = from.char_indices().zip(to.chars());
    let start = ahead
        .take_while(|((_, one), other)| one == other)
        .last()
        .map_or(0, |((at, one), _)| at + one.len_utf8());
    let (rest, new) = (&from[start..], &to[start..]);
    let behind = rest.chars().rev().zip(new.chars().rev());
    let same: usize = behind
        .take_while(|(one, other)| one == other)
        .map(|(one, _)| one.len_utf8())
        .sum();
    let bytes = start..from.len() - same;
    Some(TextEdit {
        range: analysis.lines.range(from, bytes),
        new_text: new[..new.len() - same].to_owned(),
    })
}

/// Edits of documents at the versions that were looked at.
pub(crate) fn workspace_edit<'a>(
    edits: impl IntoIterator<Item = (&'a Document, Vec<TextEdit>)>,
) -> WorkspaceEdit {
    let edits = edits.into_iter().map(|(document, edits)| TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier {
            uri: document.uri.clone(),
            version: Some(document.version),
        },
        edits: edits.into_iter().map(OneOf::Left).collect(),
    });
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(edits.collect())),
        ..WorkspaceEdit::default()
    }
}
