//! What a screen shows of a session, as lines.

use crate::console::{ids, position_text};
use crate::session::Session;

/// The widest column of a table, in characters.
const MOST_COLUMN: usize = 24;

impl Session<'_> {
    /// The variables of a work-item that are visible, one a line: `i = 3`.
    pub fn variables(&self, lane: usize) -> Vec<String> {
        let now = self.now();
        let Some(mark) = now.mark() else {
            return vec!["the launch has ended: no variable is there any more".to_owned()];
        };
        let shower = self.shower();
        let variables = now.launch().variables(mark).into_iter();
        let lines: Vec<String> = variables
            .map(|variable| {
                let value = shower.show(variable.ty(), &now.value(variable, lane));
                format!("{} = {value}", variable.name())
            })
            .collect();
        match lines.is_empty() {
            true => vec!["no variable is visible here".to_owned()],
            false => lines,
        }
    }

    /// The variables of all work-items: a line of names, then a line for each work-item. Those that are elsewhere are in
    /// brackets.
    pub fn table(&self) -> Vec<String> {
        let now = self.now();
        let Some(mark) = now.mark() else {
            return self.variables(0);
        };
        let shower = self.shower();
        let variables = now.launch().variables(mark);
        let mut rows = vec![vec!["work-item".to_owned()]];
        rows[0].extend(variables.iter().map(|it| it.name().to_owned()));
        for lane in 0..now.work_items() {
            let id = ids(&now.work_item(lane).local);
            let id = match now.is_active(lane) {
                true => id,
                false => format!("[{id}]"),
            };
            let mut row = vec![id];
            row.extend(variables.iter().map(|&variable| {
                let shown = shower.show(variable.ty(), &now.value(variable, lane));
                match shown.chars().count() > MOST_COLUMN {
                    true => shown
                        .chars()
                        .take(MOST_COLUMN - 3)
                        .chain("...".chars())
                        .collect(),
                    false => shown,
                }
            }));
            rows.push(row);
        }
        let width = |column: usize| {
            let cells = rows.iter().map(|row| row[column].chars().count());
            cells.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
        let lines = rows.iter().map(|row| {
            let cells = row
                .iter()
                .zip(&widths)
                .map(|(cell, &width)| format!("{cell:<width$}"));
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        });
        lines.collect()
    }

    /// Elements of an object in memory, one a line: `[3] 1.5`.
    pub fn elements(&self, object: usize, first: usize, count: usize) -> Vec<String> {
        let now = self.now();
        let shower = self.shower();
        let (element, size) = shower.element(now.launch().object(object).ty);
        let part = now.part(object, 0, first * size..(first + count) * size);
        let elements = 0..part.bytes.len() / size;
        elements
            .map(|index| {
                let value = shower.show_at(element, &part, index * size);
                format!("[{}] {value}", first + index)
            })
            .collect()
    }

    /// What the focused work-item does, as the end of a sentence, where it is not at the statement.
    pub fn focus_elsewhere(&self) -> Option<String> {
        let is_here = self.now().is_active(self.focus());
        (!is_here).then(|| position_text(self.now().position(self.focus())))
    }
}
