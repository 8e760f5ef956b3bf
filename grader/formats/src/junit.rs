//! JUnit XML as Jenkins and most of those that read it take it (the shape of the xunit plugin's `junit-10.xsd`):
//! a suite for each exercise, a case for each part of its check.

use crate::cut::{block, line};
use crate::entry::Entry;
use crate::part::{Part, State, parts};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use std::io;

/// The longest text of a failure, in bytes.
const MOST: usize = 64 << 10;

/// The suites of these checks. Characters that XML cannot write stand as others that can be seen.
pub fn junit(entries: &[Entry<'_>]) -> String {
    let mut bytes = Vec::new();
    let mut writer = Writer::new_with_indent(&mut bytes, b' ', 2);
    write(&mut writer, entries).expect("a vector takes every write");
    bytes.push(b'\n');
    String::from_utf8(bytes).expect("quick-xml writes the UTF-8 that it was given")
}

/// Counts of the cases of one suite or all.
#[derive(Clone, Copy, Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
    seconds: f64,
}

impl Counts {
    fn of(parts: &[Part]) -> Counts {
        parts.iter().fold(Counts::default(), |mut counts, part| {
            counts.tests += 1;
            counts.seconds += part.seconds.unwrap_or_default();
            match part.state {
                State::Passed => {}
                State::Failed(_) => counts.failures += 1,
                State::Error(_) => counts.errors += 1,
                State::Skipped(_) => counts.skipped += 1,
            }
            counts
        })
    }

    fn plus(self, other: Counts) -> Counts {
        Counts {
            tests: self.tests + other.tests,
            failures: self.failures + other.failures,
            errors: self.errors + other.errors,
            skipped: self.skipped + other.skipped,
            seconds: self.seconds + other.seconds,
        }
    }

    fn write_to(self, element: &mut BytesStart<'_>) {
        for (name, value) in [
            ("tests", self.tests.to_string()),
            ("failures", self.failures.to_string()),
            ("errors", self.errors.to_string()),
            ("time", seconds(self.seconds)),
        ] {
            element.push_attribute((name, value.as_str()));
        }
    }
}

fn seconds(seconds: f64) -> String {
    format!("{seconds:.3}")
}

fn write(writer: &mut Writer<&mut Vec<u8>>, entries: &[Entry<'_>]) -> io::Result<()> {
    let suites: Vec<(&Entry<'_>, Vec<Part>)> =
        entries.iter().map(|entry| (entry, parts(entry))).collect();
    let counts = |(_, parts): &(&Entry<'_>, Vec<Part>)| Counts::of(parts);
    let all = suites
        .iter()
        .map(counts)
        .fold(Counts::default(), Counts::plus);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let mut root = BytesStart::new("testsuites");
    root.push_attribute(("name", "grader"));
    all.write_to(&mut root);
    writer.write_event(Event::Start(root))?;
    for (entry, parts) in &suites {
        suite(writer, entry, parts)?;
    }
    writer.write_event(Event::End(BytesEnd::new("testsuites")))
}

fn suite(writer: &mut Writer<&mut Vec<u8>>, entry: &Entry<'_>, parts: &[Part]) -> io::Result<()> {
    let counts = Counts::of(parts);
    let mut suite = BytesStart::new("testsuite");
    suite.push_attribute(("name", entry.name().as_str()));
    counts.write_to(&mut suite);
    suite.push_attribute(("skipped", counts.skipped.to_string().as_str()));
    suite.push_attribute(("file", line(entry.file).as_str()));
    writer.write_event(Event::Start(suite))?;
    let mut is_told = false;
    for part in parts {
        let mut case = BytesStart::new("testcase");
        case.push_attribute(("classname", line(&entry.exercise.slug).as_str()));
        case.push_attribute(("name", part.name.as_str()));
        case.push_attribute(("time", seconds(part.seconds.unwrap_or_default()).as_str()));
        let (element, title) = match &part.state {
            State::Passed => {
                writer.write_event(Event::Empty(case))?;
                continue;
            }
            State::Failed(title) => ("failure", title),
            State::Error(title) => ("error", title),
            State::Skipped(title) => ("skipped", title),
        };
        let mut what = BytesStart::new(element);
        if element != "skipped" {
            what.push_attribute(("type", entry.verdict().as_str()));
        }
        what.push_attribute(("message", title.as_str()));
        writer.write_event(Event::Start(case))?;
        // The whole report stands once, at what failed first.
        if element == "skipped" || std::mem::replace(&mut is_told, true) {
            writer.write_event(Event::Empty(what))?;
        } else {
            let account = block(entry.account(), MOST);
            writer.write_event(Event::Start(what))?;
            writer.write_event(Event::Text(BytesText::new(&account)))?;
            writer.write_event(Event::End(BytesEnd::new(element)))?;
        }
        writer.write_event(Event::End(BytesEnd::new("testcase")))?;
    }
    writer.write_event(Event::End(BytesEnd::new("testsuite")))
}
