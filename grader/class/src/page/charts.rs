//! How the points are distributed, and when submissions came: bars of HTML.

use crate::overview::Overview;
use crate::text::html_text;
use crate::times::Instant;
use std::fmt::Write;

/// Bars of the time line.
const BARS: usize = 48;

/// How many submissions earned how many percent of the points.
pub(super) fn distribution(overview: &Overview) -> String {
    let points: Vec<f64> = overview.rows.iter().filter_map(|row| row.points).collect();
    if points.is_empty() || overview.of <= 0.0 {
        return String::new();
    }
    let mut bins = [0_usize; 10];
    for points in &points {
        let share = points / overview.of * 10.0;
        bins[(share as usize).min(9)] += 1;
    }
    let most = bins.iter().max().copied().unwrap_or(0).max(1);
    let mut text = "<p class=\"soft\">Submissions by percent of the points, deductions for lateness included.</p>\n\
                    <div class=\"bars\">"
        .to_owned();
    for (bin, count) in bins.iter().enumerate().rev() {
        let to = match bin {
            9 => "to 100".to_owned(),
            _ => format!("to {}", bin * 10 + 9),
        };
        let width = 80.0 * *count as f64 / most as f64;
        let _ = write!(
            text,
            "<span>{} {to} %</span><span><i style=\"width:{width:.1}%\"></i>{count}</span>",
            bin * 10
        );
    }
    text.push_str("</div>\n");
    text
}

/// When submissions came, where their times are known.
pub(super) fn time_line(overview: &Overview) -> String {
    let mut times: Vec<Instant> = overview.rows.iter().filter_map(|row| row.time).collect();
    times.sort();
    let (Some(&first), Some(&last)) = (times.first(), times.last()) else {
        return String::new();
    };
    let unknown = overview.rows.len() - times.len();
    let unknown = match unknown {
        0 => String::new(),
        _ => format!(" Of {unknown} the time is unknown."),
    };
    if first == last {
        return format!(
            "<p>All of them came {}.{unknown}</p>\n",
            html_text(&first.to_string())
        );
    }
    let span = last.seconds_since(first).max(1);
    let bar_of = |time: Instant| {
        let share = time.seconds_since(first) as f64 / span as f64;
        ((share * BARS as f64) as usize).min(BARS - 1)
    };
    // What came in time and what came late, of each bar.
    let mut bars = [[0_usize; 2]; BARS];
    for &time in &times {
        let is_late = overview.due.is_some_and(|due| time > due);
        bars[bar_of(time)][usize::from(is_late)] += 1;
    }
    let of = |bar: &[usize; 2]| bar[0] + bar[1];
    let most = bars.iter().map(of).max().unwrap_or(0).max(1);
    let each = span as f64 / BARS as f64;
    let late = match overview.due {
        Some(due) => {
            let late = times.iter().filter(|&&time| time > due).count();
            format!(
                " {late} of {} came after the deadline: bars with an outline.",
                times.len()
            )
        }
        None => String::new(),
    };
    let mut text = format!(
        "<p class=\"soft\">A bar is {}, the highest has {most}.{late}{unknown}</p>\n\
         <div class=\"time\" role=\"img\" aria-label=\"Submissions from {first} to {last}\">",
        duration(each)
    );
    for bar in &bars {
        let height = 100.0 * of(bar) as f64 / most as f64;
        let class = match bar {
            [_, 0] => "",
            _ => " class=\"late\"",
        };
        let _ = write!(text, "<i{class} style=\"height:{height:.1}%\"></i>");
    }
    let _ = writeln!(
        text,
        "</div>\n<div class=\"ends\"><span>{first}</span><span>{last}</span></div>"
    );
    text
}

fn duration(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{:.0} min", seconds / 60.0),
        ..172_800.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.1} days", seconds / 86_400.0),
    }
}
