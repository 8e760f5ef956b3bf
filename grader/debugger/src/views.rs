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
        let lanes = 0..now.work_items();
        let mut columns: Vec<Vec<String>> = Vec::new();
        for variable in now.launch().variables(mark) {
            let values = lanes.clone().map(|lane| {
                let shown = shower.show(variable.ty(), &now.value(variable, lane));
                match shown.chars().count() > MOST_COLUMN {
                    true => shown
                        .chars()
                        .take(MOST_COLUMN - 3)
                        .chain("...".chars())
                        .collect(),
                    false => shown,
                }
            });
            columns.push(
                std::iter::once(variable.name().to_owned())
                    .chain(values)
                    .collect(),
            );
        }
        // What differs between work-items comes first.
        columns.sort_by_key(|column| column[1..].windows(2).all(|pair| pair[0] == pair[1]));
        let items = lanes.map(|lane| {
            let id = ids(&now.work_item(lane).local);
            match now.is_active(lane) {
                true => id,
                false => format!("[{id}]"),
            }
        });
        columns.insert(
            0,
            std::iter::once("work-item".to_owned())
                .chain(items)
                .collect(),
        );
        let widths: Vec<usize> = columns
            .iter()
            .map(|column| {
                column
                    .iter()
                    .map(|cell| cell.chars().count())
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        let lines = (0..=now.work_items()).map(|row| {
            let cells = columns.iter().zip(&widths);
            let cells = cells.map(|(column, &width)| format!("{:<width$}", column[row]));
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
