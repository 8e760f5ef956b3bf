//! The findings that `lint` and `simulate` show, and those that make them fail: the command's own rule, what the
//! user allows and denies, and a baseline of findings that are known.

mod baseline;

pub use baseline::BaselineError;

use crate::arguments::FindingRules;
use crate::files::{replace, student_file};
use crate::refusal::Refusal;
use crate::render::{Page, Sources, Tone};
use baseline::Baseline;
use launch::{Finding, Level, MistakeId};
use std::str::FromStr;

/// The size limit of a baseline, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// What `--allow` and `--deny` name: one mistake, or all findings of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    Mistake(MistakeId),
    /// Every finding of the level.
    Level(Level),
    All,
}

const LEVELS: [(&str, Rule); 4] = [
    ("errors", Rule::Level(Level::Error)),
    ("warnings", Rule::Level(Level::Warning)),
    ("performance", Rule::Level(Level::Performance)),
    ("all", Rule::All),
];

impl Rule {
    fn covers(self, finding: &Finding) -> bool {
        match self {
            Rule::Mistake(id) => finding.mistake == id,
            Rule::Level(level) => finding.level == level,
            Rule::All => true,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Rule::Mistake(id) => id.as_str(),
            level => LEVELS
                .iter()
                .find(|(_, rule)| *rule == level)
                .map_or("", |(name, _)| name),
        }
    }
}

impl FromStr for Rule {
    type Err = String;

    fn from_str(name: &str) -> Result<Rule, String> {
        if let Some((_, rule)) = LEVELS.iter().find(|(known, _)| *known == name) {
            return Ok(*rule);
        }
        name.parse().map(Rule::Mistake).map_err(|_| {
            let ids = MistakeId::ALL.iter().map(|id| id.as_str());
            let known = ids.chain(LEVELS.iter().map(|(name, _)| *name));
            match launch::nearest(name, known) {
                Some(nearest) => format!("there is no such mistake; did you mean `{nearest}`?"),
                None => "there is no such mistake; see `grader explain --list`, or take `errors`, `warnings`, \
                         `performance` or `all`"
                    .to_owned(),
            }
        })
    }
}

/// Decides, for each finding of a command, whether it is shown and whether it fails.
#[derive(Debug)]
pub struct FindingFilter<'a> {
    rules: &'a FindingRules,
    /// The findings known before; each is taken out when it is met.
    known: Baseline,
    /// Every finding met that is not allowed: the next baseline.
    met: Baseline,
    known_met: usize,
    denied: Vec<MistakeId>,
    fails: bool,
}

impl<'a> FindingFilter<'a> {
    pub fn new(rules: &'a FindingRules) -> Result<FindingFilter<'a>, Refusal> {
        if let Some(both) = rules.allow.iter().find(|rule| rules.deny.contains(rule)) {
            return Err(Refusal::AllowedAndDenied { name: both.name() });
        }
        let known = match &rules.baseline {
            Some(path) if !rules.update_baseline => {
                let text = student_file::read_at_most(path, MOST_BYTES)
                    .map_err(Refusal::BaselineUnreadable)?;
                Baseline::parse(&text).map_err(|error| Refusal::Baseline {
                    path: path.clone(),
                    error,
                })?
            }
            _ => Baseline::default(),
        };
        Ok(FindingFilter {
            rules,
            known,
            met: Baseline::default(),
            known_met: 0,
            denied: Vec::new(),
            fails: false,
        })
    }

    /// Is each of these findings to be shown? `fails` is the command's own rule for what makes it fail.
    pub fn admit(
        &mut self,
        findings: &[Finding],
        sources: &Sources,
        fails: impl Fn(&Finding) -> bool,
    ) -> Vec<bool> {
        let admit = |finding| self.admit_one(finding, sources, &fails);
        findings.iter().map(admit).collect()
    }

    fn admit_one(
        &mut self,
        finding: &Finding,
        sources: &Sources,
        fails: impl Fn(&Finding) -> bool,
    ) -> bool {
        let covered_by = |rules: &[Rule]| rules.iter().any(|rule| rule.covers(finding));
        // The more exact rule decides: `--deny warnings --allow cuda-ism`, and the other way round.
        let exact = Rule::Mistake(finding.mistake);
        let is_denied = self.rules.deny.contains(&exact)
            || covered_by(&self.rules.deny) && !self.rules.allow.contains(&exact);
        if !is_denied && covered_by(&self.rules.allow) {
            return false;
        }
        self.met.add(finding, sources);
        if self.rules.update_baseline || self.known.take(finding, sources) {
            self.known_met += 1;
            return false;
        }
        if fails(finding) {
            self.fails = true;
        } else if is_denied {
            self.fails = true;
            if !self.denied.contains(&finding.mistake) {
                self.denied.push(finding.mistake);
            }
        }
        true
    }

    /// Keeps the findings that are to be shown.
    pub fn retain(
        &mut self,
        findings: &mut Vec<Finding>,
        sources: &Sources,
        fails: impl Fn(&Finding) -> bool,
    ) {
        let mut admitted = self.admit(findings, sources, fails).into_iter();
        findings.retain(|_| admitted.next().unwrap_or(true));
    }

    /// Does a finding that is shown make the command fail?
    pub fn fails(&self) -> bool {
        self.fails
    }

    /// The number of findings that are not shown because the baseline holds them.
    pub fn known(&self) -> usize {
        self.known_met
    }

    /// Writes the baseline if that was asked for.
    pub fn write_baseline(&self) -> Result<(), Refusal> {
        match &self.rules.baseline {
            Some(path) if self.rules.update_baseline => {
                let failed = |error| Refusal::Replace {
                    path: path.clone(),
                    error,
                };
                replace::write(path, self.met.to_text().as_bytes()).map_err(failed)
            }
            _ => Ok(()),
        }
    }

    /// Lines on what is known, gone and denied; empty if there is nothing to say.
    pub fn summary(&self, page: Page) -> String {
        let mut text = String::new();
        let file = self.rules.baseline.as_ref();
        let file = file.map(|path| launch::sanitise::visible_line(&path.to_string_lossy()));
        if let Some(file) = &file {
            let known = self.known_met;
            if self.rules.update_baseline {
                text += &format!("{} written to {file}\n", findings(known));
            } else if known > 0 {
                text += &format!("not shown: {} of {file}\n", findings(known));
            }
            let gone = self.known.len();
            if gone > 0 {
                text += &format!(
                    "gone: {} of {file}; --update-baseline takes them out\n",
                    findings(gone)
                );
            }
        }
        if !self.denied.is_empty() {
            let ids: Vec<&str> = self.denied.iter().map(|id| id.as_str()).collect();
            text += &format!("{} {}\n", page.paint(Tone::Bad, "denied:"), ids.join(", "));
        }
        text
    }
}

fn findings(count: usize) -> String {
    match count {
        1 => "1 finding".to_owned(),
        _ => format!("{count} findings"),
    }
}
