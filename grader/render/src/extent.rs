//! How much of a failure a report shows.

use launch::{Finding, Level};

/// The lines of a terminal that a failing report has to fit, with the prompt below it.
const SCREEN: usize = 23;

/// How much of a failure a report shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    /// All that is known.
    All,
    /// The cause, the smallest case and the next step; of these as much as fits a screen.
    Screen(Fit),
}

/// The steps in which a report is shortened until it fits a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// The first finding with all its places.
    Whole,
    /// Two places of it, one work-item, one wrong element.
    Brief,
    /// One place of it, and none of what the smallest case or the next step says as well.
    Briefest,
}

impl Extent {
    /// What a student sees first.
    pub const SCREEN: Extent = Extent::Screen(Fit::Whole);

    pub(super) fn is_all(self) -> bool {
        self == Extent::All
    }

    pub(super) fn is_brief(self) -> bool {
        self >= Extent::Screen(Fit::Brief)
    }

    pub(super) fn is_briefest(self) -> bool {
        self == Extent::Screen(Fit::Briefest)
    }

    /// The first of the texts, from this extent on, that fits a screen, and its extent; else the shortest.
    pub(super) fn fitting(self, mut text_of: impl FnMut(Extent) -> String) -> (Extent, String) {
        let (mut extent, mut text) = (self, text_of(self));
        for fit in [Fit::Brief, Fit::Briefest] {
            if self.fits(&text) {
                break;
            }
            extent = Extent::Screen(fit);
            text = text_of(extent);
        }
        (extent, text)
    }

    /// Is a text short enough?
    pub(super) fn fits(self, text: &str) -> bool {
        self.is_all() || text.lines().count() <= SCREEN
    }

    /// The most of these that are shown.
    pub(super) fn most<T>(self, all: Vec<T>) -> Vec<T> {
        let most = match self {
            Extent::All | Extent::Screen(Fit::Whole) => usize::MAX,
            Extent::Screen(Fit::Brief) => 2,
            Extent::Screen(Fit::Briefest) => 0,
        };
        all.into_iter().take(most).collect()
    }

    /// A finding with the places that are shown.
    pub(super) fn of(self, finding: &Finding) -> Finding {
        let mut finding = finding.clone();
        if self.is_brief() {
            let (mut kept, most) = (0, if self.is_briefest() { 1 } else { 2 });
            finding.spans.retain(|place| {
                let is_kept = kept < most && (place.primary || place.label != "declared here");
                kept += usize::from(is_kept);
                is_kept
            });
            finding
                .work_items
                .truncate(usize::from(!self.is_briefest()));
        }
        finding
    }
}

/// The findings that are not shown, after the one that is: "3 more like it in lines 20, 21 and 26, and 1
/// warning".
pub(super) fn others(first: Option<&Finding>, rest: &[Finding]) -> String {
    let is_like = |finding: &&Finding| {
        first.is_some_and(|it| (it.level, it.mistake) == (finding.level, finding.mistake))
    };
    let like = rest.iter().filter(is_like);
    let mut lines: Vec<u32> = like
        .clone()
        .filter_map(|finding| Some(finding.spans.first()?.line))
        .collect();
    lines.sort_unstable();
    lines.dedup();
    let mut parts = Vec::new();
    match like.count() {
        0 => {}
        count => parts.push(format!("{count} more like it in {}", listed(&lines))),
    }
    for (level, name) in [
        (Level::Error, "error"),
        (Level::Warning, "warning"),
        (Level::Performance, "performance finding"),
    ] {
        let of_level = |finding: &&Finding| finding.level == level && !is_like(finding);
        let other = match first {
            Some(first) if first.level == level => "other ",
            _ => "",
        };
        match rest.iter().filter(of_level).count() {
            0 => {}
            1 => parts.push(format!("1 {other}{name}")),
            count => parts.push(format!("{count} {other}{name}s")),
        }
    }
    joined(&parts)
}

fn listed(lines: &[u32]) -> String {
    const MOST: usize = 4;
    let mut texts: Vec<String> = lines.iter().take(MOST).map(u32::to_string).collect();
    if lines.len() > MOST {
        texts.push("others".to_owned());
    }
    match lines {
        [one] => format!("line {one}"),
        _ => format!("lines {}", joined(&texts)),
    }
}

fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
