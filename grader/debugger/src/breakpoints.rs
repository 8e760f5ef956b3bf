//! Places at which a launch stops, each with a condition if it has one.

use simulator::stepping::SteppedLaunch;

/// A place at which a launch stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakpoint {
    /// Its number, which stays.
    pub id: u32,
    /// The file, as the program's places have it.
    pub file: String,
    /// The line of the statement that it was set at.
    pub line: u32,
    /// An expression: the launch stops if it is not zero for an active work-item.
    pub condition: Option<String>,
    /// Hits before the first one that stops.
    pub ignored: u64,
    /// Text to be shown instead of a stop; expressions in it stand in braces.
    pub log: Option<String>,
    /// The statements: one for each inlined call.
    pub(crate) marks: Vec<u32>,
    pub(crate) hits: u64,
}

impl Breakpoint {
    /// A breakpoint at the first statement of a line, or of the first line after it that has one. `None` where there is
    /// none up to the end of the file.
    pub(crate) fn at(launch: &SteppedLaunch, id: u32, file: &str, line: u32) -> Option<Breakpoint> {
        let of_file = launch.marks().filter(|(_, mark)| mark.place.file == file);
        let lines = of_file.map(|(_, mark)| mark.place.line);
        let found = lines.filter(|&it| it >= line).min()?;
        // A call that is inlined twice has the line twice; a loop's head and step count as its line too.
        let on_line = |mark: &(u32, simulator::stepping::MarkInfo<'_>)| {
            mark.1.place.file == file && mark.1.place.line == found
        };
        let mut marks: Vec<u32> = Vec::new();
        let mut seen = Vec::new();
        for (id, mark) in launch.marks().filter(on_line) {
            let function = launch.calls(id);
            let call = (function.len(), function.get(1).map(|&(_, mark)| mark));
            // Of several statements on a line the first of each call.
            if !seen.contains(&(call, mark.inside)) {
                seen.push((call, mark.inside));
                marks.push(id);
            }
        }
        // The head of a `for` alone has what is inside: its first statement is before it.
        let outside: Vec<u32> = marks
            .iter()
            .copied()
            .filter(|&id| !launch.mark(id).inside)
            .collect();
        Some(Breakpoint {
            id,
            file: file.to_owned(),
            line: found,
            condition: None,
            ignored: 0,
            log: None,
            marks: if outside.is_empty() { marks } else { outside },
            hits: 0,
        })
    }
}
