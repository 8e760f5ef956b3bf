//! The page of a board: an exercise a section, its entries by rank.

use super::{counted, document};
use crate::board::{Board, By, Costs, Ranked, Ranking};
use crate::text::html_text;
use launch::digits::grouped;
use std::fmt::Write;

/// The page of a board.
pub fn board_html(board: &Board) -> String {
    let [checked, counted_in] = board.cases;
    let mut text = format!(
        "<p>Ranked by {}; of equals the shorter text comes first. Each kernel passed its check in {}, and what it costs \
         was counted in {} others, the same for all entries. The size is in tokens, macros expanded.</p>\n\
         <p class=\"soft\">The simulator counts the same on every machine: <code>--seed {}</code> draws the same cases \
         and data, and makes this board again.</p>\n",
        board.by.name(),
        counted(checked as usize, "case"),
        counted_in,
        html_text(&board.seed),
    );
    if let Some(device) = &board.device {
        let _ = writeln!(
            text,
            "<p class=\"soft\">Times are predicted for {}; nothing was measured.</p>",
            html_text(device)
        );
    }
    if !board.unread.is_empty() {
        text.push_str("<p class=\"soft\">Not read:</p>\n");
        list(&mut text, &board.unread);
    }
    text.push_str("<nav>");
    for ranking in &board.rankings {
        let slug = html_text(&ranking.slug);
        let _ = write!(text, "<a href=\"#{slug}\">{slug}</a> ");
    }
    text.push_str("</nav>\n");
    for ranking in &board.rankings {
        section(&mut text, ranking, board);
    }
    document(&board.title, &text)
}

fn section(text: &mut String, ranking: &Ranking, board: &Board) {
    let slug = html_text(&ranking.slug);
    let _ = writeln!(
        text,
        "<h2 id=\"{slug}\">{slug}: {}</h2>",
        html_text(&ranking.title)
    );
    if ranking.ranked.is_empty() {
        text.push_str("<p>No entry is ranked.</p>\n");
    } else {
        table(text, ranking, board);
    }
    if !ranking.left_out.is_empty() {
        text.push_str("<p class=\"soft\">Not ranked:</p>\n");
        list(text, &ranking.left_out);
    }
}

/// Entries, each with the reason why it is not ranked.
fn list(text: &mut String, entries: &[(String, String)]) {
    text.push_str("<ul class=\"soft\">\n");
    for (entry, why) in entries {
        let (entry, why) = (html_text(entry), html_text(why));
        let _ = writeln!(text, "<li><bdi>{entry}</bdi>: {why}</li>");
    }
    text.push_str("</ul>\n");
}

fn table(text: &mut String, ranking: &Ranking, board: &Board) {
    let times = board.device.is_some();
    text.push_str(
        "<div class=\"wide board\"><table>\n<thead><tr><th>rank</th><th>entry</th><th>of the best</th>\
         <th>bytes moved</th><th>conflict passes</th>",
    );
    if times {
        text.push_str("<th>predicted</th>");
    }
    text.push_str("<th>size</th></tr></thead>\n<tbody>\n");
    let best = ranking
        .ranked
        .first()
        .map_or(0.0, |it| board.by.figure(&it.costs));
    let mut row = |rank: &str, entry: &str, costs: &Costs| {
        let figure = board.by.figure(costs);
        let share = match (best > 0.0, figure > 0.0) {
            (true, _) => format!("{:.2}x", figure / best),
            (false, true) => "\u{2013}".to_owned(),
            (false, false) => "1.00x".to_owned(),
        };
        let _ = write!(
            text,
            "<tr><td class=\"n\">{rank}</td><td dir=\"auto\">{entry}</td><td class=\"n\">{share}</td>\
             <td class=\"n\">{}</td><td class=\"n\">{}</td>",
            grouped(costs.bytes, ','),
            grouped(costs.conflicts, ',')
        );
        if times {
            let time = costs.seconds.map_or("-".to_owned(), microseconds);
            let _ = write!(text, "<td class=\"n\">{time}</td>");
        }
        let _ = writeln!(text, "<td class=\"n\">{}</td></tr>", costs.size);
    };
    for Ranked { rank, entry, costs } in &ranking.ranked {
        row(&rank.to_string(), &html_text(entry), costs);
    }
    let is_there = |own: &&Costs| board.by != By::Time || own.seconds.is_some();
    if let Some(own) = ranking.own.as_ref().filter(is_there) {
        row("", "<i>the course\u{2019}s own kernel</i>", own);
    }
    text.push_str("</tbody>\n</table></div>\n");
}

fn microseconds(seconds: f64) -> String {
    format!("{:.2} \u{b5}s", seconds * 1e6)
}
