//! Findings as text: title, source lines with carets, other places, macros, what to try. Findings of the
//! front end, the catalogue and the simulator look alike because this is all that shows them.
//!
//! Sources, names and messages are untrusted: what is shown holds no control character, and of a line
//! that is too long only the part around its marks.

use super::cut::{Cut, Moved, renderer, room};
use super::{Page, Tone};
use crate::words::SEPARATOR;
use annotate_snippets::{Annotation, AnnotationKind, Element, Group, Level, Origin, Snippet};
use launch::sanitise::{visible, visible_line};
use launch::{Evidence, Finding, Level as Grade, Place, WorkItem};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Places further apart than this, in lines, are shown as excerpts of their own.
const GAP: u32 = 40;

/// Of more macros than this only the innermost and the outermost are shown.
const MOST_MACROS: usize = 6;

/// Of more work-items than this only the first are named.
const MOST_WORK_ITEMS: usize = 2;

/// The texts that findings are about, by the name of their file.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: HashMap<String, Text>,
}

#[derive(Clone, Debug)]
struct Text {
    text: Arc<str>,
    line_starts: Vec<usize>,
}

/// A place to mark, on one line.
struct Mark<'a> {
    place: &'a Place,
    kind: AnnotationKind,
}

impl Sources {
    pub fn of(texts: &[launch_file::Text]) -> Sources {
        let mut sources = Sources::default();
        for text in texts {
            sources.add(text.name.as_str(), text.text.clone());
        }
        sources
    }

    /// Adds a file.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) {
        let text = text.into();
        let starts = text.match_indices('\n').map(|(at, _)| at + 1);
        let line_starts = std::iter::once(0).chain(starts).collect();
        self.files.insert(name.into(), Text { text, line_starts });
    }

    /// The line of that number, from 1, of a file.
    pub fn line(&self, file: &str, number: u32) -> Option<&str> {
        self.files.get(file)?.line(number)
    }
}

impl Text {
    /// A line by its number from 1, without its end.
    fn line(&self, number: u32) -> Option<&str> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        let start = *self.line_starts.get(index)?;
        let end = self
            .line_starts
            .get(index + 1)
            .map_or(self.text.len(), |next| next - 1);
        let line = self.text.get(start..end)?;
        Some(line.strip_suffix('\r').unwrap_or(line))
    }
}

/// Each finding with its lines, an empty line after each; `program` is the command as it was typed.
pub fn findings(page: Page, program: &str, findings: &[Finding], sources: &Sources) -> String {
    counted_findings(page, Some(program), findings, &[], sources)
}

/// [`findings`], each with how often it was seen where `counts` says so. Without a program, no command to learn
/// more is shown.
pub(super) fn counted_findings(
    page: Page,
    program: Option<&str>,
    findings: &[Finding],
    counts: &[u64],
    sources: &Sources,
) -> String {
    let renderer = renderer(page);
    let mut text = String::new();
    for (index, finding) in findings.iter().enumerate() {
        let count = counts.get(index).copied().unwrap_or(1);
        let mut moved = Vec::new();
        let mut group = group(page, finding, count, sources, &mut moved);
        let is_explained = findings[..index]
            .iter()
            .any(|it| it.mistake == finding.mistake);
        if let Some(program) = program
            && !is_explained
            && mistakes::shows_in_a_run(finding.mistake)
        {
            let program = visible_line(program);
            let more = format!("more: {program} explain {}", finding.mistake);
            group = group.element(Level::NOTE.no_name().message(more));
        }
        let mut rendered = renderer.render(&[group]);
        for moved in &moved {
            rendered = moved.mended(&rendered);
        }
        text.push_str(&rendered);
        text.push_str("\n\n");
    }
    text
}

/// The closing lines of `grader lint`; `known` findings of a baseline are not shown.
pub fn lint_tally(
    page: Page,
    program: &str,
    files: usize,
    findings: &[Finding],
    known: usize,
) -> String {
    let files = plural(files, "file");
    let told = match (findings.is_empty(), known) {
        (true, 1..) => page.paint(Tone::Good, "nothing new"),
        _ => told(page, findings),
    };
    let mut text = format!("{files}: {told}\n");
    let fixes = findings.iter().map(|finding| finding.fix.len()).sum();
    if fixes > 0 {
        let fixes = plural(fixes, "place");
        let command = page.command(&format!("{program} lint --fix"));
        text.push_str(&format!("{fixes} can be mended: {command}\n"));
    }
    if findings.is_empty() {
        text.push_str(
            "not seen without a run: races, accesses out of bounds, values never written\n",
        );
    }
    // What does not compile does not run.
    let proven = |it: &Finding| it.level == Grade::Error && it.evidence == Evidence::Proven;
    if !findings.iter().any(proven) {
        let command = page.command(&format!("{program} run FILE"));
        text.push_str(&format!("a run in the simulator shows more: {command}\n"));
    }
    text
}

fn plural(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

/// The number of findings of each level: `1 error, 2 warnings`; performance in words, since it is not wrong.
pub(super) fn told(page: Page, findings: &[Finding]) -> String {
    let count = |level| findings.iter().filter(|it| it.level == level).count();
    let levels = [
        (Grade::Error, "error", Tone::Bad),
        (Grade::Warning, "warning", Tone::Warning),
        (Grade::Performance, "performance finding", Tone::Warning),
    ];
    let told: Vec<(Tone, String)> = levels
        .into_iter()
        .filter(|(level, ..)| count(*level) > 0)
        .map(|(level, name, tone)| (tone, plural(count(level), name)))
        .collect();
    let texts: Vec<&str> = told.iter().map(|(_, text)| text.as_str()).collect();
    match told.first() {
        None => page.paint(Tone::Good, "nothing found"),
        Some((tone, _)) => page.paint(*tone, &texts.join(", ")),
    }
}

/// Columns before a source line: a line's number of three digits, and ` | `.
const GUTTER: usize = 6;

/// Columns before a note: the gutter of a line's number, and `= note: `.
const NOTE_LEAD: usize = 14;

/// Text wrapped to the page after a lead of `lead` columns.
fn folded(page: Page, lead: usize, text: &str) -> String {
    let options = textwrap::Options::new(page.width.saturating_sub(lead).max(20))
        .word_separator(SEPARATOR)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit)
        .break_words(false);
    textwrap::fill(text, options)
}

fn group<'a>(
    page: Page,
    finding: &'a Finding,
    count: u64,
    sources: &'a Sources,
    moved: &mut Vec<Moved>,
) -> Group<'a> {
    let level = match finding.level {
        Grade::Error => Level::ERROR,
        Grade::Warning => Level::WARNING,
        Grade::Performance => Level::WARNING.with_name("performance"),
    };
    let lead = finding.mistake.as_str().len() + "performance[]: ".len();
    let title = level
        .primary_title(folded(page, lead, &visible_line(&finding.message)))
        .id(finding.mistake.as_str());
    let mut group = Group::with_title(title);
    let mut roomy = finding.clone();
    let crowded = take_crowded(page, &mut roomy.spans);
    for excerpt in excerpts(&roomy) {
        group = group.elements(show(page, &excerpt, sources, moved));
    }
    for label in crowded {
        group = group.element(Level::NOTE.message(folded(page, NOTE_LEAD, &visible_line(&label))));
    }
    let more = finding.macro_backtrace.len().saturating_sub(MOST_MACROS);
    if more > 0 {
        group = group.element(Level::NOTE.message(format!("through {more} more macros")));
    }
    for work_item in finding.work_items.iter().take(MOST_WORK_ITEMS) {
        group = group.element(Level::NOTE.message(folded(page, NOTE_LEAD, &describe(work_item))));
    }
    if count > 1 {
        group = group.element(Level::NOTE.message(format!("seen {count} times")));
    }
    if finding.evidence == Evidence::Likely {
        group = group.element(Level::NOTE.message("this is likely, not certain"));
    }
    if !finding.help.is_empty() {
        group =
            group.element(Level::HELP.message(folded(page, NOTE_LEAD, &visible(&finding.help))));
    }
    group
}

/// Takes the labels that would not fit next to their marks: they become notes.
fn take_crowded(page: Page, places: &mut [Place]) -> Vec<String> {
    let mut moved = Vec::new();
    for place in places {
        let label = place.label.chars().count();
        let mark = place.end_column.max(place.column) as usize;
        if label > 0 && GUTTER + mark + 1 + label > page.width {
            let label = std::mem::take(&mut place.label);
            moved.push(match place.primary {
                true => label,
                false => format!("line {}: {label}", place.line),
            });
        }
    }
    moved
}

/// The marks of a finding, those of one excerpt together, the primary place's first.
fn excerpts(finding: &Finding) -> Vec<Vec<Mark<'_>>> {
    let spans = finding.spans.iter().map(|place| Mark {
        place,
        kind: if place.primary {
            AnnotationKind::Primary
        } else {
            AnnotationKind::Context
        },
    });
    let steps = &finding.macro_backtrace;
    let half = MOST_MACROS / 2;
    let macros = steps
        .iter()
        .enumerate()
        .filter(|&(index, _)| {
            steps.len() <= MOST_MACROS || index < half || index >= steps.len() - half
        })
        .map(|(_, place)| Mark {
            place,
            kind: AnnotationKind::Context,
        });
    let mut excerpts: Vec<Vec<Mark<'_>>> = Vec::new();
    for mark in spans.chain(macros) {
        let near = |excerpt: &&mut Vec<Mark<'_>>| {
            excerpt.iter().any(|other| {
                other.place.file == mark.place.file
                    && other.place.line.abs_diff(mark.place.line) <= GAP
            })
        };
        match excerpts.iter_mut().find(near) {
            Some(excerpt) => excerpt.push(mark),
            None => excerpts.push(vec![mark]),
        }
    }
    excerpts
}

fn show<'a>(
    page: Page,
    marks: &[Mark<'_>],
    sources: &Sources,
    moved: &mut Vec<Moved>,
) -> Vec<Element<'a>> {
    let Some(head) = marks
        .iter()
        .find(|mark| matches!(mark.kind, AnnotationKind::Primary))
        .or(marks.first())
    else {
        return Vec::new();
    };
    let origin = Origin::path(visible_line(&head.place.file))
        .line(head.place.line as usize)
        .char_column(head.place.column as usize);
    let lines = marks.iter().map(|mark| mark.place.line);
    let first = lines.clone().min().unwrap_or(1);
    let last = lines.max().unwrap_or(1);
    let Some(file) = sources.files.get(&head.place.file) else {
        return vec![origin.into()];
    };
    let mut text = String::new();
    let mut annotations = Vec::new();
    for number in first..=last {
        let Some(line) = file.line(number) else {
            return vec![origin.into()];
        };
        let on_line: Vec<_> = marks
            .iter()
            .filter(|mark| mark.place.line == number)
            .collect();
        let start = text.len();
        // A tab is white space to the reader, not something to be made visible.
        let line = visible_line(line).replace('\u{2409}', "\t");
        let shown = Cut::of(&line, marked(&on_line), room(page, last));
        if number == head.place.line {
            let character = (head.place.column as usize).saturating_sub(1);
            moved.extend(shown.moved(&visible_line(&head.place.file), number, character));
        }
        text.push_str(&shown.text);
        for mark in on_line {
            annotations.push(annotation(mark, &shown, start));
        }
        text.push('\n');
    }
    let snippet = Snippet::source(text)
        .line_start(first as usize)
        .annotations(annotations);
    vec![snippet.path(visible_line(&head.place.file)).into()]
}

/// The characters of a line from its first mark on to the end of the last.
fn marked(marks: &[&Mark<'_>]) -> Range<usize> {
    let character = |column: u32| (column as usize).saturating_sub(1);
    let starts = marks.iter().map(|mark| character(mark.place.column));
    let ends = marks.iter().map(|mark| character(mark.place.end_column));
    let start = starts.min().unwrap_or(0);
    start..ends.max().unwrap_or(start).max(start)
}

/// Marks a place on a line that starts at byte `offset` of the excerpt. A place of several lines is
/// marked on its first.
fn annotation<'a>(mark: &Mark<'_>, line: &Cut, offset: usize) -> Annotation<'a> {
    let byte_of = |column: u32| line.byte_of((column as usize).saturating_sub(1));
    let start = byte_of(mark.place.column);
    let end = if mark.place.end_line == mark.place.line {
        byte_of(mark.place.end_column)
    } else {
        line.text.trim_end().len()
    };
    let annotation = mark.kind.span(offset + start..offset + end.max(start));
    if mark.place.label.is_empty() {
        annotation
    } else {
        annotation.label(visible_line(&mark.place.label))
    }
}

fn describe(work_item: &WorkItem) -> String {
    let id = |numbers: &[usize]| {
        let numbers: Vec<_> = numbers.iter().map(usize::to_string).collect();
        format!("({})", numbers.join(","))
    };
    format!(
        "seen at work-item {}, local id {} of work-group {}",
        id(&work_item.global),
        id(&work_item.local),
        id(&work_item.group)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32, columns: Range<u32>, label: &str) -> Place {
        Place {
            file: "kernel.cl".to_owned(),
            line,
            column: columns.start,
            end_line: line,
            end_column: columns.end,
            label: label.to_owned(),
            primary: false,
        }
    }

    fn shown(source: &str, finding: Finding) -> String {
        let mut sources = Sources::default();
        sources.add("kernel.cl", source);
        findings(Page::PLAIN, "grader", &[finding], &sources)
    }

    fn finding(primary: Place) -> Finding {
        Finding {
            mistake: launch::MistakeId::CompileError,
            level: Grade::Error,
            evidence: Evidence::Proven,
            message: "there is no `lenght`".to_owned(),
            help: "did you mean `length`?".to_owned(),
            kernel: String::new(),
            spans: vec![Place {
                primary: true,
                ..primary
            }],
            work_items: Vec::new(),
            macro_backtrace: Vec::new(),
            fix: Vec::new(),
        }
    }

    #[test]
    fn an_error_shows_its_line_its_macro_and_what_to_try() {
        let source = "#define SIZE lenght\n\nkernel void f(global int *y) {\n\ty[0] = SIZE;\n}\n";
        let mut finding = finding(place(4, 9..13, "not declared"));
        finding.macro_backtrace = vec![place(1, 14..20, "in expansion of macro `SIZE`")];
        assert_eq!(
            shown(source, finding),
            "\
error[compile-error]: there is no `lenght`
 --> kernel.cl:4:9
  |
1 | #define SIZE lenght
  |              ------ in expansion of macro `SIZE`
...
4 |     y[0] = SIZE;
  |            ^^^^ not declared
  |
  = help: did you mean `length`?

"
        );
    }

    #[test]
    fn a_line_of_megabytes_is_cut_around_its_mark() {
        let source = format!("{}here{}", "x ".repeat(1 << 20), " y".repeat(1 << 20));
        let column = (2 << 20) + 1;
        let text = shown(&source, finding(place(1, column..column + 4, "this")));
        assert!(text.contains(&format!("kernel.cl:1:{column}")), "{text}");
        assert!(text.contains("^^^^\n"), "{text}");
        assert!(text.contains("= note: this"), "{text}");
        assert!(text.len() < 1000);
    }

    #[test]
    fn nothing_of_the_source_reaches_the_terminal_as_a_command() {
        let source = "int a\u{1b}[2J\u{202e}\u{7f} = \u{9b}5;\r\n";
        let mut finding = finding(place(1, 6..7, "\u{1b}]0;title\u{7}"));
        finding.message = "bad \u{1b}[31m name\nsecond line".to_owned();
        finding.help = "try \u{8}\u{8}".to_owned();
        let text = shown(source, finding);
        assert!(
            text.chars().all(|c| c == '\n' || !c.is_control()),
            "{text:?}"
        );
        assert!(!text.contains('\u{202e}'));
    }

    #[test]
    fn places_that_are_none_leave_the_title_alone() {
        for (line, start, end) in [(0, 1, 2), (99, 1, 2), (1, 0, 0), (1, 500, 600), (1, 3, 1)] {
            let text = shown("int x;\n", finding(place(line, start..end, "")));
            assert!(text.starts_with("error[compile-error]: there is"), "{text}");
        }
        let mut elsewhere = finding(place(1, 1..2, ""));
        elsewhere.spans[0].file = "unknown.h".to_owned();
        assert!(shown("", elsewhere).contains("--> unknown.h:1:1"));
    }

    #[test]
    fn places_far_apart_are_excerpts_of_their_own() {
        let source = "line\n".repeat(1000);
        let mut finding = finding(place(900, 1..5, "here"));
        finding.spans.push(place(3, 1..5, "and there"));
        let text = shown(&source, finding);
        assert!(
            text.contains("kernel.cl:900:1") && text.contains("kernel.cl:3:1"),
            "{text}"
        );
        assert!(text.lines().count() < 20, "{text}");
    }

    #[test]
    fn wide_characters_keep_the_caret_in_place() {
        let text = shown("// 漢字 x = é;\n", finding(place(1, 7..8, "")));
        let lines: Vec<_> = text.lines().collect();
        let width = |line: &str, what: char| {
            let before = line.split(what).next().unwrap_or_default();
            before
                .chars()
                .map(|c| if ('一'..='鿿').contains(&c) { 2 } else { 1 })
                .sum::<usize>()
        };
        let source = lines
            .iter()
            .find(|line| line.contains('漢'))
            .expect("the line");
        let carets = lines
            .iter()
            .find(|line| line.contains('^'))
            .expect("the caret");
        assert_eq!(width(source, 'x'), width(carets, '^'), "{text}");
    }
}
