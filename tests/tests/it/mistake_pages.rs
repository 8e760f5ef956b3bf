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

**15 minutes.** After this chapter you can read a finding from its first line to its last, say how sure it is,
and find the page that tells what to do about it.

</div>

`grader` knows some fifty mistakes by name. Each has a page: what it is, why it hurts and on which hardware, a
wrong and a right program, a source. In a terminal `grader explain ID` shows the same page. The programs on
these pages are run in the project's tests: the wrong ones are caught under their name, and the right ones,
which look much like them, are not.

## How to read a finding

```text
{{#include ../../../tests/launches/race.txt::15}}
```

- **The first line** has the level and the id in brackets, and says what happened, with the numbers of this
  run. The id is what `grader explain` takes.
- **The places** are marked in your source. `^^^` is the place the finding is about, `---` belongs to it: of a
  race, the other access.
- **The notes** tell where it was seen: which work-items, and how often in all.
- **The help** is a way to mend it. It is written for the common case; you know what the kernel is for.

Below the findings, `grader simulate` and a check show what memory did, line by line. [What
coalesces](../mappings/coalescing.md) reads such a table.

## How grave, how sure

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

An observed finding has no false alarms, short of a bug in the simulator: it tells what two work-items did. But
a run shows only what its sizes and its data lead to. That is why a check tries many. What is likely may be
wrong, and then a comment on the line above silences it:

```text
// grader: allow(float-equality)
```

## Where to begin

Mend the first finding and check again. Mistakes have heirs: a [missing
barrier](missing-barrier.md) makes uninitialised reads and wrong sums, and a dimension mixed up makes stray
indices. The report is in the order in which mending pays. To practise the way back, from what is seen to
what is wrong, there are [six cases](../sharing/detective.md).
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
    text += "\n## Exercise\n\nTake a kernel of yours that passed, and break it: take out a barrier, a guard, a fence's flag. \
             Say\nbeforehand what the report will call it.\n\n```console\n$ grader explain --list\n```\n";
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
