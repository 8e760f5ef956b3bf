//! Instants: deadlines and times of submission.

use jiff::tz::Offset;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::SystemTime;
use toml::value::Datetime;

/// An instant, and the UTC offset it is displayed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instant {
    moment: Timestamp,
    offset: Offset,
}

impl Instant {
    /// An instant from a TOML time; none if date, hour or offset is missing or invalid.
    pub(crate) fn of_toml(time: &Datetime) -> Option<Instant> {
        let offset = match time.offset? {
            toml::value::Offset::Z => Offset::UTC,
            toml::value::Offset::Custom { minutes } => {
                Offset::from_seconds(i32::from(minutes) * 60).ok()?
            }
        };
        time.date?;
        time.time?;
        let moment = time.to_string().parse().ok()?;
        Some(Instant { moment, offset })
    }

    /// The time of a file, to the second, in the offset of `zone`.
    pub(crate) fn of_system(time: SystemTime, zone: Option<Instant>) -> Option<Instant> {
        let moment = Timestamp::try_from(time).ok()?;
        Some(Instant {
            moment: Timestamp::from_second(moment.as_second()).ok()?,
            offset: zone.map_or(Offset::UTC, |zone| zone.offset),
        })
    }

    /// A local time without an offset, as archives store it, taken to be in the offset of `zone`.
    pub(crate) fn of_local(
        [year, month, day, hour, minute, second]: [u16; 6],
        zone: Option<Instant>,
    ) -> Option<Instant> {
        let small = |number: u16| i8::try_from(number).ok();
        let civil = jiff::civil::DateTime::new(
            i16::try_from(year).ok()?,
            small(month)?,
            small(day)?,
            small(hour)?,
            small(minute)?,
            small(second)?,
            0,
        );
        let offset = zone.map_or(Offset::UTC, |zone| zone.offset);
        let moment = offset.to_timestamp(civil.ok()?).ok()?;
        Some(Instant { moment, offset })
    }

    /// An instant from the text of RFC 3339 that [`fmt::Display`] writes.
    pub(crate) fn parse(text: &str) -> Option<Instant> {
        Instant::of_toml(&text.parse().ok()?)
    }

    /// Seconds from `earlier` to this instant; negative if `earlier` is later.
    pub fn seconds_since(self, earlier: Instant) -> i64 {
        let passed: SignedDuration = self.moment.duration_since(earlier.moment);
        passed.as_secs()
    }
}

impl PartialOrd for Instant {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Instant {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |instant: &Instant| (instant.moment, instant.offset);
        key(self).cmp(&key(other))
    }
}

impl fmt::Display for Instant {
    /// RFC 3339.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moment.display_with_offset(self.offset).fmt(f)
    }
}

/// When a student handed in, by the instructor's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandedIn {
    /// The last time, which counts.
    pub last: Instant,
    /// How often.
    pub times: u32,
}

/// A time of submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Submitted {
    /// RFC 3339.
    pub time: String,
    /// Its source.
    pub from: TimeSource,
}

/// The source of a time of submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TimeSource {
    /// The instructor's file of times.
    List,
    /// The newest graded file, by the file system.
    Folder,
    /// The newest graded file, by the archive, which stores no time zone: that of the deadline is
    /// assumed.
    Archive,
}

impl TimeSource {
    /// Words for "submitted ... (...)".
    pub fn description(self) -> &'static str {
        match self {
            TimeSource::List => "by the list of times",
            TimeSource::Folder => "by the newest graded file",
            TimeSource::Archive => "by the newest graded file in the archive",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instant(text: &str) -> Option<Instant> {
        Instant::of_toml(&text.parse().unwrap())
    }

    #[test]
    fn a_moment_keeps_the_offset_it_was_told_in() {
        let due = instant("2026-11-20T23:59:00+01:00").unwrap();
        assert_eq!(due.to_string(), "2026-11-20T23:59:00+01:00");
        let utc = instant("2026-11-20T23:00:30Z").unwrap();
        assert_eq!(utc.seconds_since(due), 90);
        let same = Instant::of_local([2026, 11, 20, 23, 59, 0], Some(due)).unwrap();
        assert_eq!(same, due);
    }

    #[test]
    fn a_time_without_date_hour_or_offset_is_none() {
        for text in ["2026-11-20", "23:59:00", "2026-11-20T23:59:00"] {
            assert_eq!(instant(text), None, "{text}");
        }
        assert_eq!(Instant::of_local([2026, 13, 1, 0, 0, 0], None), None);
    }
}
