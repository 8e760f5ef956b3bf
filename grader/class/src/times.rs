//! Moments: deadlines and times of submission.

use jiff::tz::Offset;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::SystemTime;
use toml::value::Datetime;

/// A moment, and the offset from UTC in which it was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instant {
    moment: Timestamp,
    offset: Offset,
}

impl Instant {
    /// A time of TOML; nothing where date, hour or offset is missing, or there is no such moment.
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

    /// A time of a file system, to the second, told in the offset of `like`.
    pub(crate) fn of_system(time: SystemTime, like: Option<Instant>) -> Option<Instant> {
        let moment = Timestamp::try_from(time).ok()?;
        Some(Instant {
            moment: Timestamp::from_second(moment.as_second()).ok()?,
            offset: like.map_or(Offset::UTC, |like| like.offset),
        })
    }

    /// A time that names no offset, as archives hold it: taken to be in that of `like`.
    pub(crate) fn of_local(
        [year, month, day, hour, minute, second]: [u16; 6],
        like: Option<Instant>,
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
        let offset = like.map_or(Offset::UTC, |like| like.offset);
        let moment = offset.to_timestamp(civil.ok()?).ok()?;
        Some(Instant { moment, offset })
    }

    /// Seconds from `earlier` to here; negative where it is later.
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
    /// As RFC 3339 has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moment.display_with_offset(self.offset).fmt(f)
    }
}

/// When something was handed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Submitted {
    /// As RFC 3339 has it.
    pub time: String,
    /// Where that is from.
    pub from: TimeSource,
}

/// Where a time of submission is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TimeSource {
    /// The instructor's file of times.
    List,
    /// The newest of the files that are graded, by the file system.
    Folder,
    /// The newest of the files that are graded, by the archive. It names no time zone: taken to be that of
    /// the deadline.
    Archive,
}

impl TimeSource {
    /// In words, behind "submitted ...".
    pub fn told(self) -> &'static str {
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
