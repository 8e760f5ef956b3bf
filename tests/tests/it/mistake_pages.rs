//! The book's pages of the mistakes are those of the catalogue, and their overview lists them by family.
//!
//! `UPDATE=1 cargo test -p tests mistake_pages` writes them anew.

use launch::Level;
use mistakes::{Family, Mistake};
use std::collections::BTreeSet;
use std::fs;
use tests::book::{is_fresh, pages, source};

/// The folder of the pages.
const CATALOGUE: &str = "mistakes";

/// The page of a mistake as the book shows it: mdBook highlights C.
fn page_of(mistake: &Mistake) -> String {
    let markdown = mistake.page().markdown.replace("```opencl\n", "```c\n");
    let (title, text) = markdown.split_once('\n').expect("a title");
    format!(
        "{title}\n\n`{}` · {} · chapter {} · `grader explain {}`\n{text}",
        mistake.id,
        level_of(mistake.level),
        mistake.chapter,
        mistake.id,
    )
}

fn level_of(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Performance => "performance",
    }
}

/// What stands before the families.
const HOW_TO_READ: &str = "\
# 14. The mistakes

<div class=\"at-a-glance\">

**15 minutes.** After this chapter you can read a finding from its first line to its last, say how certain it
is, and find the page that explains the mistake.

</div>

`grader` knows some fifty mistakes by name. Each has a page with what it is, why it hurts and on which hardware, a
wrong and a right program, and a source. In a terminal `grader explain ID` shows the same page. The project's
tests run the programs of these pages: each wrong one is reported under its name, and each right one, which looks
much like it, is not.

## How to read a finding

```text
{{#include ../../../tests/launches/race.txt::15}}
```

- **The first line** names the level and, in brackets, the id, which `grader explain` takes. Then it says what
  happened, with the numbers of this run.
- **The places** are marked in your source. `^^^` marks the place of the finding, and `---` a second place that
  belongs to it, such as the other access of a race.
- **The notes** name the work-items that showed it, and how often it was seen.
- **The help** proposes a repair for the common case. It does not know what the kernel is for.

Below the findings, a table shows the memory traffic of each line. [Chapter 10](../mappings/coalescing.md) explains
the columns.

## Level and evidence

| level | what it means | does a check fail? |
|---|---|---|
| error | wrong answers, hangs, crashes | yes, unless it is only likely |
| warning | suspicious: right in this run, or by luck | no |
| performance | right answers, late | no; some exercises have bounds of their own |

| evidence | what it rests on |
|---|---|
| observed | it happened in a simulated run: the case is real, and other cases may be worse |
| proven | it follows from the text alone, whatever the launch |
| likely | a rule of thumb that may be wrong here; it fails nobody |

An observed finding is no false alarm, short of a bug in the simulator, because it reports what work-items did. But
a run shows only what its sizes and data lead to, so a check tries many.

A likely finding may be wrong. A comment on the line above silences it:

```text
// grader: allow(float-equality)
```

## Where to begin

Repair the first finding and check again. One mistake causes others: a [missing barrier](missing-barrier.md)
leads to uninitialised reads and wrong sums, and two dimensions in the wrong order lead to indices out of bounds.
A report lists its findings in the order in which they are worth repairing. [Six
cases](../sharing/detective.md) practise the way from a symptom back to its mistake.
";

/// The number of a chapter and its page, for all that there are.
fn chapters() -> Vec<(u32, String)> {
    let number = |text: &str| text.strip_prefix("# ")?.split_once(". ")?.0.parse().ok();
    let pages = pages();
    pages
        .iter()
        .filter_map(|(path, text)| {
            let page = path.strip_prefix(source()).ok()?.to_str()?;
            Some((number(text)?, page.to_owned()))
        })
        .collect()
}

/// The page that tells how to read a finding and lists all mistakes.
fn overview() -> String {
    let chapters = chapters();
    let chapter = |number: u32| {
        let page = chapters.iter().find(|(of, _)| *of == number);
        page.map_or(number.to_string(), |(_, page)| {
            format!("[{number}](../{page})")
        })
    };
    let mut text = HOW_TO_READ.to_owned();
    for family in Family::ALL {
        let (heading, what) = family.words();
        text += &format!(
            "\n## {heading}\n\n{what}\n\n| mistake | | level | chapter |\n|---|---|---|---:|\n"
        );
        for mistake in mistakes::family(family) {
            let id = mistake.id;
            text += &format!(
                "| [`{id}`]({id}.md) | {} | {} | {} |\n",
                mistake.page().title(),
                level_of(mistake.level),
                chapter(mistake.chapter.into()),
            );
        }
    }
    text += "\n## Exercise\n\nTake a kernel of yours that passed, and remove a barrier, a guard or a flag of a fence. \
             Say\nbeforehand which id the report will name.\n\n```console\n$ grader explain --list\n```\n";
    text
}

#[test]
fn the_pages_of_the_mistakes_are_those_of_the_catalogue() {
    let mut names = BTreeSet::from(["index.md".to_owned()]);
    is_fresh(&format!("{CATALOGUE}/index.md"), &overview());
    for mistake in mistakes::catalogue() {
        let name = format!("{}.md", mistake.id);
        is_fresh(&format!("{CATALOGUE}/{name}"), &page_of(mistake));
        names.insert(name);
    }
    let entries = fs::read_dir(source().join(CATALOGUE)).expect("the pages");
    let there: BTreeSet<String> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("a plain name"))
        .collect();
    assert_eq!(there, names);
}

#[test]
fn the_summary_lists_the_mistakes_in_the_order_of_the_catalogue() {
    let summary = fs::read_to_string(source().join("SUMMARY.md")).expect("the summary");
    let listed = summary.lines().filter_map(|line| {
        let (_, path) = line.split_once("](mistakes/")?;
        path.strip_suffix(".md)").filter(|id| *id != "index")
    });
    assert!(listed.eq(mistakes::catalogue().map(|mistake| mistake.id.as_str())));
}
