//! Findings as diagnostics.

use crate::analysis::{Analysis, MAIN};
use crate::document::{Checking, Document, MOST_BYTES, Observed};
use crate::host::{Checked, uri_of};
use crate::positions::Lines;
use launch::{Finding, Level, MistakeId, Place};
use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    Location, NumberOrString, Range, Uri,
};
use opencl_c::names::Kind;
use std::collections::HashSet;
use std::path::Path;

/// What `source` of each diagnostic says.
const SOURCE: &str = "grader";

/// The diagnostics of a document.
pub(crate) fn of(analysis: &Analysis, document: &Document) -> Vec<Diagnostic> {
    let found = analysis.findings.iter();
    let mut all: Vec<_> = found
        .map(|finding| diagnostic(finding, analysis, document))
        .collect();
    if let Observed::Known(observed) = &document.observed {
        for (launch, finding) in observed {
            let mut one = diagnostic(finding, analysis, document);
            // What the text shows by itself is not said again.
            if all
                .iter()
                .all(|it: &Diagnostic| (it.range, &it.code) != (one.range, &one.code))
            {
                let file = launch.file_name().unwrap_or_default().display();
                one.message = format!("{}\nseen in a run of {file}", one.message);
                all.push(one);
            }
        }
    }
    if let Checking::Known(checked) = &document.checking {
        add_checked(checked, analysis, document, &mut all);
    }
    all.extend(unused(analysis));
    all
}

/// Adds what a check of the exercise found. The smallest case stands with the first of it, the cause.
fn add_checked(
    checked: &Checked,
    analysis: &Analysis,
    document: &Document,
    all: &mut Vec<Diagnostic>,
) {
    let findings = checked.findings.iter();
    let mut found: Vec<Diagnostic> = findings
        .map(|finding| diagnostic(finding, analysis, document))
        .collect();
    if let Some((message, place)) = &checked.failure {
        let bytes = match place.as_ref().filter(|place| place.file == analysis.name) {
            Some(place) => analysis.lines.of_place(&analysis.text, place),
            None => kernel_name(analysis),
        };
        found.push(Diagnostic {
            range: analysis.lines.range(&analysis.text, bytes),
            severity: Some(DiagnosticSeverity::ERROR),
            source: Some(SOURCE.to_owned()),
            message: message.clone(),
            ..Diagnostic::default()
        });
    }
    for (index, mut one) in found.into_iter().enumerate() {
        let case = checked.case.as_ref().filter(|_| index == 0);
        let is_same = |it: &Diagnostic| (it.range, &it.code) == (one.range, &one.code);
        if let Some(case) = case {
            one.message = format!("{}\n{case}", one.message);
            // In place of the same without its case.
            all.retain(|it| !is_same(it));
        } else if all.iter().any(is_same) {
            continue;
        }
        all.push(one);
    }
}

/// The bytes of the name of the document's first kernel.
fn kernel_name(analysis: &Analysis) -> std::ops::Range<usize> {
    let declared = analysis.names.declarations.iter();
    let mut kernels = declared.filter(|it| it.kind == Kind::Kernel && it.body.is_some());
    let origin = kernels.next().map(|it| it.origin);
    origin
        .and_then(|origin| analysis.range_of(origin))
        .unwrap_or_default()
}

/// Says that a document is not read.
pub(crate) fn too_large(document: &Document) -> Diagnostic {
    let message = format!(
        "this file has {} bytes; a program of more than {MOST_BYTES} bytes is not read",
        document.text.len()
    );
    Diagnostic {
        severity: Some(DiagnosticSeverity::INFORMATION),
        source: Some(SOURCE.to_owned()),
        message,
        ..Diagnostic::default()
    }
}

/// Where the document shows a finding: its primary place, or the `#include` that brings that place in.
pub(crate) fn range_of(finding: &Finding, analysis: &Analysis) -> Range {
    let place = finding.spans.iter().find(|place| place.primary);
    let Some(place) = place.or_else(|| finding.spans.first()) else {
        return Range::default();
    };
    let bytes = if place.file == analysis.name {
        analysis.lines.of_place(&analysis.text, place)
    } else {
        include_of(&place.file, analysis).unwrap_or_default()
    };
    analysis.lines.range(&analysis.text, bytes)
}

/// The bytes of the document's `#include` through which a file came.
fn include_of(file: &str, analysis: &Analysis) -> Option<std::ops::Range<usize>> {
    let sources = &analysis.names.sources;
    let mut at = sources.files().find(|(_, it)| &*it.name == file)?.0;
    loop {
        let span = sources.file(at).included_at?;
        if span.file == MAIN {
            return Some(span.start as usize..span.end as usize);
        }
        at = span.file;
    }
}

fn diagnostic(finding: &Finding, analysis: &Analysis, document: &Document) -> Diagnostic {
    let severity = match (finding.mistake, finding.level) {
        (MistakeId::NotAnalysed, _) | (_, Level::Performance) => DiagnosticSeverity::INFORMATION,
        (_, Level::Error) => DiagnosticSeverity::ERROR,
        (_, Level::Warning) => DiagnosticSeverity::WARNING,
    };
    let id = finding.mistake.as_str();
    let book = document.settings.book.as_deref();
    let page = book
        .filter(|_| mistakes::find(finding.mistake).is_some())
        .and_then(|book| {
            let address = format!("{}/mistakes/{id}.html", book.trim_end_matches('/'));
            address.parse().ok()
        });
    let mut message = finding.message.clone();
    let primary = finding.spans.iter().find(|place| place.primary);
    if let Some(label) = primary.map(|it| &it.label).filter(|it| !it.is_empty()) {
        message = format!("{message}: {label}");
    }
    // Folders of headers are options of a command there, and of the settings here.
    let of_include = !analysis.missing.is_empty() && finding.help.contains("`-I`");
    if of_include {
        let file = crate::settings::SETTINGS_FILE;
        message = format!("{message}\nhelp: name its folder in `{file}`: `include = [\"FOLDER\"]`");
    } else if !finding.help.is_empty() {
        message = format!("{message}\nhelp: {}", finding.help);
    }
    let others = finding.spans.iter().filter(|place| !place.primary);
    let related = others
        .chain(primary.filter(|place| place.file != analysis.name))
        .chain(&finding.macro_backtrace)
        .filter_map(|place| related(place, analysis, &document.uri));
    let related: Vec<_> = related.collect();
    Diagnostic {
        range: range_of(finding, analysis),
        severity: Some(severity),
        code: Some(NumberOrString::String(id.to_owned())),
        code_description: page.map(|href| CodeDescription { href }),
        source: Some(SOURCE.to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        tags: None,
        data: None,
    }
}

fn related(place: &Place, analysis: &Analysis, uri: &Uri) -> Option<DiagnosticRelatedInformation> {
    let location = if place.file == analysis.name {
        let bytes = analysis.lines.of_place(&analysis.text, place);
        Location {
            uri: uri.clone(),
            range: analysis.lines.range(&analysis.text, bytes),
        }
    } else {
        let mut files = analysis.names.sources.files();
        let (_, file) = files.find(|(_, it)| *it.name == *place.file)?;
        let lines = Lines::of(&file.text, analysis.lines.encoding());
        Location {
            uri: uri_of(Path::new(&place.file))?,
            range: lines.range(&file.text, lines.of_place(&file.text, place)),
        }
    };
    let message = match place.label.as_str() {
        "" => "here".to_owned(),
        label => label.to_owned(),
    };
    Some(DiagnosticRelatedInformation { location, message })
}

/// The objects of functions that nothing uses.
fn unused(analysis: &Analysis) -> Vec<Diagnostic> {
    if !analysis.was_checked {
        return Vec::new();
    }
    let used: HashSet<_> = analysis.names.uses.iter().map(|it| it.entity).collect();
    // A name that stands where the text is not read may be used there.
    let unread = analysis.unread_names();
    let declared = analysis.names.declarations.iter();
    let unused = declared.filter(|it| {
        it.kind == Kind::Local
            && it.origin.spelling.file == MAIN
            && it.origin == opencl_c::source::Origin::written(it.origin.spelling)
            && !used.contains(&it.entity)
            && !unread
                .iter()
                .any(|&at| analysis.token_text(at) == &*it.name)
    });
    let diagnostic = |it: &opencl_c::names::Declaration| {
        let span = it.origin.spelling;
        let bytes = span.start as usize..span.end as usize;
        Diagnostic {
            range: analysis.lines.range(&analysis.text, bytes),
            severity: Some(DiagnosticSeverity::HINT),
            source: Some(SOURCE.to_owned()),
            message: format!("`{}` is never used", it.name),
            tags: Some(vec![DiagnosticTag::UNNECESSARY]),
            ..Diagnostic::default()
        }
    };
    unused.map(diagnostic).collect()
}
