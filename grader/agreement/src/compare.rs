//! Two verdicts on one program, and what many such pairs come to.

use crate::Verdict;
use std::fmt;

/// How two verdicts on one program relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    Accepted,
    /// Both reject it, with the first error on the same line.
    SameLine,
    /// Both reject it, with the first error on different lines.
    OtherLine,
    /// The front end does not analyse it.
    Unsupported,
    /// The front end alone rejects it: a false alarm.
    FalseAlarm,
    /// The device's compiler alone rejects it: an error missed.
    Missed,
}

/// Compares the front end's verdict with that of the device's compiler.
pub fn compare(ours: &Verdict, theirs: &Verdict) -> Agreement {
    match (ours, theirs) {
        (Verdict::Unsupported { .. }, _) | (_, Verdict::Unsupported { .. }) => {
            Agreement::Unsupported
        }
        (Verdict::Accepted, Verdict::Accepted) => Agreement::Accepted,
        (Verdict::Rejected { line: ours, .. }, Verdict::Rejected { line: theirs, .. }) => {
            if theirs.is_none() || ours == theirs {
                Agreement::SameLine
            } else {
                Agreement::OtherLine
            }
        }
        (Verdict::Rejected { .. }, Verdict::Accepted) => Agreement::FalseAlarm,
        (Verdict::Accepted, Verdict::Rejected { .. }) => Agreement::Missed,
    }
}

/// A program on which the two do not agree.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// Where it came from, so that it can be had again.
    pub name: String,
    pub text: String,
    /// How they relate.
    pub agreement: Agreement,
    /// The front end's verdict.
    pub ours: Verdict,
    /// The verdict of the device's compiler.
    pub theirs: Verdict,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {:?}", self.name, self.agreement)?;
        for (who, verdict) in [("front end", &self.ours), ("device", &self.theirs)] {
            match verdict {
                Verdict::Accepted => writeln!(f, "  {who}: accepted")?,
                Verdict::Rejected { line, message } => {
                    let line = line.unwrap_or(0);
                    writeln!(f, "  {who}: line {line}: {message}")?;
                    self.quote(f, line)?;
                }
                Verdict::Unsupported { line, message } => {
                    writeln!(f, "  {who}: not analysed, line {line}: {message}")?;
                }
            }
        }
        Ok(())
    }
}

impl Disagreement {
    fn quote(&self, f: &mut fmt::Formatter<'_>, line: u32) -> fmt::Result {
        let text = (line as usize)
            .checked_sub(1)
            .and_then(|index| self.text.lines().nth(index));
        match text {
            Some(text) => writeln!(f, "    | {}", text.trim_end()),
            None => Ok(()),
        }
    }
}

/// How many programs came to what.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub accepted: usize,
    /// Both reject, on the same line.
    pub same_line: usize,
    /// Both reject, on different lines.
    pub other_line: usize,
    /// The front end does not analyse it.
    pub unsupported: usize,
    /// The front end alone rejects.
    pub false_alarms: usize,
    /// The device's compiler alone rejects.
    pub missed: usize,
}

impl Tally {
    /// Counts one more.
    pub fn add(&mut self, agreement: Agreement) {
        let count = match agreement {
            Agreement::Accepted => &mut self.accepted,
            Agreement::SameLine => &mut self.same_line,
            Agreement::OtherLine => &mut self.other_line,
            Agreement::Unsupported => &mut self.unsupported,
            Agreement::FalseAlarm => &mut self.false_alarms,
            Agreement::Missed => &mut self.missed,
        };
        *count += 1;
    }

    /// How many programs were compared.
    pub fn total(&self) -> usize {
        self.accepted
            + self.same_line
            + self.other_line
            + self.unsupported
            + self.false_alarms
            + self.missed
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} programs: {} accepted by both, {} rejected by both on the same line and {} on another, \
             {} false alarms, {} errors missed, {} not analysed",
            self.total(),
            self.accepted,
            self.same_line,
            self.other_line,
            self.false_alarms,
            self.missed,
            self.unsupported
        )
    }
}
