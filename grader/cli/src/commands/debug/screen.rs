//! The debugger on a full screen: the program, the work-items of the group, their variables or memory, and a line for
//! commands.

use crate::terminal::full_screen::{FullScreen, KeyCode, KeyEvent, KeyModifiers, is_stop};
use debugger::{Console, HELP, Reply, Session, Unit, stop_text, unit_text};
use launch::sanitise::visible;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Paragraph, Wrap};
use std::io;

/// Work-items in a row.
const ROW: usize = 32;

/// The least width at which the program and the work-items stand side by side.
const SIDE_BY_SIDE: u16 = 100;

/// The keys that are needed most, in the last line: 80 columns.
const KEYS: &str = "n next  s into  c continue  b back  u unit  t table  m memory  ? help  q quit";

/// All keys.
const ALL_KEYS: &str = "\
n next  s into calls  o out of the call  c continue  b back  r back to a breakpoint
u whose statements are a step   left, right: another work-item
up, down: another line          . a breakpoint there
t table of all work-items       m memory, one object after the other
Page Up, Page Down: scroll the lower panel
: a command, of these:
";

/// What the lower panel shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Panel {
    Variables,
    /// Each variable for every work-item.
    Table,
    /// An object in memory, by its place among all.
    Memory(usize),
}

struct Screen {
    console: Console,
    panel: Panel,
    /// The first row of the panel that is shown.
    scroll: usize,
    /// The line that a breakpoint is set at, where it is not the statement's.
    cursor: Option<u32>,
    /// A command that is being typed.
    prompt: Option<String>,
    /// The answer to the last command, until the next key.
    answer: Option<String>,
    is_coloured: bool,
}

/// Shows the session until it is left.
pub(super) fn run(
    session: &mut Session<'_>,
    terminal: &mut FullScreen,
    is_coloured: bool,
) -> io::Result<()> {
    let mut screen = Screen::new(is_coloured);
    loop {
        terminal.draw(|frame| screen.draw(frame, session))?;
        if let Some(key) = terminal.key()?
            && screen.press(session, key)
        {
            return Ok(());
        }
    }
}

impl Screen {
    fn new(is_coloured: bool) -> Screen {
        Screen {
            console: Console {
                unit: Unit::WorkItem,
            },
            panel: Panel::Variables,
            scroll: 0,
            cursor: None,
            prompt: None,
            answer: None,
            is_coloured,
        }
    }

    /// Does what a key says. True where the session is left.
    fn press(&mut self, session: &mut Session<'_>, key: KeyEvent) -> bool {
        if let Some(prompt) = &mut self.prompt {
            match key.code {
                KeyCode::Enter => {
                    let line = self.prompt.take().unwrap_or_default();
                    return self.command(session, &line);
                }
                KeyCode::Backspace => {
                    prompt.pop();
                }
                KeyCode::Char(typed) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                    prompt.push(typed);
                }
                _ if is_stop(key) => self.prompt = None,
                _ => {}
            }
            return false;
        }
        if self.answer.take().is_some() && matches!(key.code, KeyCode::Esc | KeyCode::Enter) {
            return false;
        }
        if key.code == KeyCode::Char('q') || (is_stop(key) && key.code != KeyCode::Esc) {
            return true;
        }
        match key.code {
            KeyCode::Char('n') => self.go(session, "n"),
            KeyCode::Char('s') => self.go(session, "s"),
            KeyCode::Char('o') => self.go(session, "out"),
            KeyCode::Char('c') => self.go(session, "c"),
            KeyCode::Char('b') => self.go(session, "b"),
            KeyCode::Char('r') => self.go(session, "rc"),
            KeyCode::Char('u') => {
                self.console.unit = match self.console.unit {
                    Unit::WorkItem => Unit::Warp,
                    Unit::Warp => Unit::Group,
                    Unit::Group => Unit::WorkItem,
                };
            }
            KeyCode::Char('t') => {
                self.panel = if self.panel == Panel::Table {
                    Panel::Variables
                } else {
                    Panel::Table
                };
                self.scroll = 0;
            }
            KeyCode::Char('m') => {
                let objects = session.now().launch().objects().len();
                self.panel = match self.panel {
                    Panel::Memory(index) if index + 1 < objects => Panel::Memory(index + 1),
                    Panel::Memory(_) => Panel::Variables,
                    _ if objects > 0 => Panel::Memory(0),
                    other => other,
                };
                self.scroll = 0;
            }
            KeyCode::Char('.') => self.toggle_breakpoint(session),
            KeyCode::Char(':') => self.prompt = Some(String::new()),
            KeyCode::Char('?') | KeyCode::F(1) => self.answer = Some(format!("{ALL_KEYS}{HELP}")),
            KeyCode::Left => self.follow(session, session.focus().saturating_sub(1)),
            KeyCode::Right => self.follow(session, session.focus() + 1),
            KeyCode::Up => self.move_cursor(session, -1),
            KeyCode::Down => self.move_cursor(session, 1),
            KeyCode::PageDown => self.scroll += 8,
            KeyCode::PageUp => self.scroll = self.scroll.saturating_sub(8),
            _ => {}
        }
        false
    }

    fn go(&mut self, session: &mut Session<'_>, command: &str) {
        self.console
            .run(session, command, &mut FullScreen::is_stop_typed);
        self.cursor = None;
    }

    fn command(&mut self, session: &mut Session<'_>, line: &str) -> bool {
        let before = session.now().steps();
        match self
            .console
            .run(session, line, &mut FullScreen::is_stop_typed)
        {
            Reply::Quit => return true,
            // What the picture shows anyway needs no answer.
            Reply::Text(_) if session.now().steps() != before => self.cursor = None,
            Reply::Text(text) => self.answer = Some(text),
        }
        false
    }

    fn follow(&mut self, session: &mut Session<'_>, lane: usize) {
        session.set_focus(lane);
    }

    fn move_cursor(&mut self, session: &Session<'_>, by: i64) {
        let (text, line) = source(session);
        let lines = text.lines().count() as i64;
        let at = i64::from(self.cursor.or(line).unwrap_or(1)) + by;
        self.cursor = Some(at.clamp(1, lines.max(1)) as u32);
    }

    fn toggle_breakpoint(&mut self, session: &mut Session<'_>) {
        let (_, line) = source(session);
        let Some(line) = self.cursor.or(line) else {
            return;
        };
        let file = file(session);
        let known = session
            .breakpoints()
            .iter()
            .find(|it| it.file == file && it.line == line);
        if let Some(id) = known.map(|it| it.id) {
            session.retain_breakpoints(|it| it.id != id);
            return;
        }
        if session.add_breakpoint(&file, line, |_| {}).is_none() {
            self.answer = Some(format!(
                "no statement of the kernel stands at or after line {line}"
            ));
        }
    }

    fn draw(&self, frame: &mut Frame<'_>, session: &Session<'_>) {
        let area = frame.area();
        let rows = Layout::vertical([
            Constraint::Length(1),
            Constraint::Min(4),
            Constraint::Length(2),
            Constraint::Length(1),
        ]);
        let [title, middle, status, keys] = rows.areas(area);
        let now = session.now();
        let item = now.work_item(session.focus());
        let numbers = |ids: &[usize]| {
            let numbers: Vec<String> = ids.iter().map(usize::to_string).collect();
            numbers.join(",")
        };
        let heading = format!(
            "{} | group {} of {} | work-item {} | {} of {} here | steps of {}",
            session.debuggee().launch.kernel,
            numbers(&item.group),
            now.launch().groups(),
            numbers(&item.local),
            now.active().count(),
            now.work_items(),
            unit_text(self.console.unit),
        );
        frame.render_widget(
            Paragraph::new(visible(&heading)).style(self.strong()),
            title,
        );
        match &self.answer {
            Some(text) => self.draw_answer(frame, middle, text),
            None => self.draw_session(frame, middle, session),
        }
        let why = stop_text(session).unwrap_or_default();
        let style = match session.stop() {
            debugger::Stop::Finding(_) => self.bad(),
            _ => Style::new(),
        };
        let why = Paragraph::new(visible(&why))
            .style(style)
            .wrap(Wrap { trim: true });
        frame.render_widget(why, status);
        let last = match &self.prompt {
            Some(typed) => Line::from(format!(":{}_", visible(typed))),
            None => Line::from(KEYS).style(self.faint()),
        };
        frame.render_widget(Paragraph::new(last), keys);
    }

    fn draw_answer(&self, frame: &mut Frame<'_>, area: Rect, text: &str) {
        let block = Block::bordered().title("Escape closes this");
        let lines = Text::from(visible(text));
        let lines = Paragraph::new(lines)
            .block(block)
            .wrap(Wrap { trim: false });
        frame.render_widget(lines, area);
    }

    fn draw_session(&self, frame: &mut Frame<'_>, area: Rect, session: &Session<'_>) {
        let grid_rows = (session.now().work_items().div_ceil(ROW)).clamp(1, 8) as u16;
        if area.width >= SIDE_BY_SIDE {
            let [left, right] =
                Layout::horizontal([Constraint::Min(50), Constraint::Length(46)]).areas(area);
            let [grid, panel] =
                Layout::vertical([Constraint::Length(grid_rows + 2), Constraint::Min(3)])
                    .areas(right);
            self.draw_source(frame, left, session);
            self.draw_grid(frame, grid, session);
            self.draw_panel(frame, panel, session);
            return;
        }
        let [source, grid, panel] = Layout::vertical([
            Constraint::Fill(3),
            Constraint::Length(grid_rows.min(4) + 2),
            Constraint::Fill(2),
        ])
        .areas(area);
        self.draw_source(frame, source, session);
        self.draw_grid(frame, grid, session);
        self.draw_panel(frame, panel, session);
    }

    fn draw_source(&self, frame: &mut Frame<'_>, area: Rect, session: &Session<'_>) {
        let (text, current) = source(session);
        let file = file(session);
        let middle = self.cursor.or(current).unwrap_or(1) as usize;
        let height = area.height.saturating_sub(2) as usize;
        let total = text.lines().count();
        let first = middle
            .saturating_sub(height / 2 + 1)
            .min(total.saturating_sub(height));
        let lines = text
            .lines()
            .enumerate()
            .skip(first)
            .take(height)
            .map(|(index, line)| {
                let number = index as u32 + 1;
                let has_breakpoint = session
                    .breakpoints()
                    .iter()
                    .any(|it| it.line == number && it.file == file);
                let mark = if has_breakpoint { '*' } else { ' ' };
                let arrow = if current == Some(number) { '>' } else { ' ' };
                let line = format!(
                    "{mark}{number:>4} {arrow} {}",
                    visible(&line.replace('\t', "    "))
                );
                let style = match (current == Some(number), self.cursor == Some(number)) {
                    (true, _) => self.current(),
                    (false, true) => Style::new().add_modifier(Modifier::UNDERLINED),
                    (false, false) => Style::new(),
                };
                Line::styled(line, style)
            });
        let lines: Vec<Line<'_>> = lines.collect();
        let block = Block::bordered().title(visible(&file));
        frame.render_widget(Paragraph::new(lines).block(block), area);
    }

    /// One character a work-item: `#` is here, `.` waits, `-` has returned.
    fn draw_grid(&self, frame: &mut Frame<'_>, area: Rect, session: &Session<'_>) {
        use simulator::stepping::Position;
        let now = session.now();
        let rows = area.height.saturating_sub(2) as usize;
        let focused = session.focus() / ROW;
        let first = focused.saturating_sub(rows.saturating_sub(1));
        let lines = (first..now.work_items().div_ceil(ROW))
            .take(rows)
            .map(|row| {
                let lanes = row * ROW..((row + 1) * ROW).min(now.work_items());
                let cells = lanes.map(|lane| {
                    let (text, style) = match now.position(lane) {
                        Position::Active => ("#", self.good()),
                        Position::Waits(..) => (".", self.faint()),
                        Position::Returned => ("-", self.faint()),
                    };
                    let style = match lane == session.focus() {
                        true => Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD),
                        false => style,
                    };
                    Span::styled(text, style)
                });
                Line::from(cells.collect::<Vec<_>>())
            });
        let lines: Vec<Line<'_>> = lines.collect();
        let block = Block::bordered().title("work-items: # here  . waits  - returned");
        frame.render_widget(Paragraph::new(lines).block(block), area);
    }

    fn draw_panel(&self, frame: &mut Frame<'_>, area: Rect, session: &Session<'_>) {
        let height = area.height.saturating_sub(2) as usize;
        let (title, lines) = match self.panel {
            Panel::Variables => {
                let item = format!("variables of work-item {}", session.focus());
                (item, session.variables(session.focus()))
            }
            Panel::Table => ("variables of all work-items".to_owned(), session.table()),
            Panel::Memory(index) => match session.now().launch().objects().get(index) {
                Some(object) => {
                    let name = object.name.to_owned();
                    (name, session.elements(object.object, self.scroll, height))
                }
                None => (String::new(), Vec::new()),
            },
        };
        let skipped = match self.panel {
            Panel::Memory(_) => 0,
            _ => self.scroll.min(lines.len().saturating_sub(1)),
        };
        let shown = lines.iter().skip(skipped).take(height);
        let shown: Vec<Line<'_>> = shown.map(|line| Line::from(visible(line))).collect();
        let block = Block::bordered().title(visible(&title));
        frame.render_widget(Paragraph::new(shown).block(block), area);
    }

    fn current(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    fn strong(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    fn faint(&self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    fn good(&self) -> Style {
        match self.is_coloured {
            true => Style::new().fg(Color::Green),
            false => Style::new(),
        }
    }

    fn bad(&self) -> Style {
        match self.is_coloured {
            true => Style::new().fg(Color::Red).add_modifier(Modifier::BOLD),
            false => Style::new().add_modifier(Modifier::BOLD),
        }
    }
}

/// The text of the file that the launch is in, and the line.
fn source<'a>(session: &Session<'a>) -> (&'a str, Option<u32>) {
    let now = session.now();
    let place = now.mark().map(|mark| now.launch().mark(mark).place);
    let debuggee = session.debuggee();
    match place.and_then(|place| Some((debuggee.text_of(&place.file)?, place.line))) {
        Some((text, line)) => (text, Some(line)),
        None => (debuggee.text(), None),
    }
}

fn file(session: &Session<'_>) -> String {
    let now = session.now();
    match now.mark() {
        Some(mark) => now.launch().mark(mark).place.file.clone(),
        None => session.debuggee().name().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debugger::Debuggee;
    use launch::{Access, Argument, Buffer, Launch, NdRange, Scalar};
    use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::KeyEvent;
    use std::path::Path;
    use testing::golden;

    const SUM: &str = "// The sum of a work-group's elements, in steps.
kernel void sum(global const float *x, global float *sums, local float *tile)
{
    int lid = get_local_id(0);
    tile[lid] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
        if (lid < half_size)
            tile[lid] += tile[lid + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    sums[get_group_id(0)] = tile[0];
}
";

    fn debuggee() -> Debuggee {
        let preprocessing = Preprocessing::default();
        let checked = opencl_c::compile("sum.cl", SUM, &preprocessing, &mut NoIncludes);
        let buffer = |name: &str, elements: u32, access| {
            let numbers = (0..elements).flat_map(|it| (it as f32).to_le_bytes());
            Argument::Buffer(Buffer {
                name: name.to_owned(),
                element: Scalar::Float.into(),
                contents: numbers.collect(),
                access,
                initialized: true,
            })
        };
        Debuggee {
            program: checked.expect("a program").program,
            preprocessing,
            launch: Launch {
                kernel: "sum".to_owned(),
                arguments: vec![
                    buffer("x", 128, Access::Read),
                    buffer("sums", 2, Access::ReadWrite),
                    Argument::Local {
                        name: "tile".to_owned(),
                        bytes: 256,
                    },
                ],
                range: NdRange {
                    offset: None,
                    global: vec![128],
                    local: Some(vec![64]),
                    sub_group: None,
                },
            },
            options: simulator::Options::default(),
        }
    }

    /// The screen after these keys, as text.
    fn screen_after(keys: &str, (columns, rows): (u16, u16)) -> String {
        let debuggee = debuggee();
        let launch = debuggee.prepare().expect("a launch");
        let mut session = Session::new(&debuggee, &launch);
        let mut screen = Screen::new(false);
        for key in keys.chars() {
            let code = match key {
                '\n' => KeyCode::Enter,
                '>' => KeyCode::Right,
                '^' => KeyCode::Up,
                '\u{1b}' => KeyCode::Esc,
                typed => KeyCode::Char(typed),
            };
            assert!(!screen.press(&mut session, KeyEvent::new(code, KeyModifiers::NONE)));
        }
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a terminal");
        terminal
            .draw(|frame| screen.draw(frame, &session))
            .expect("a picture");
        let buffer = terminal.backend().buffer();
        let row = |y: u16| -> String {
            let cells = (0..columns).map(|x| buffer[(x, y)].symbol());
            cells.collect::<String>().trim_end().to_owned() + "\n"
        };
        (0..rows).map(row).collect()
    }

    #[test]
    fn the_screen_shows_the_program_the_work_items_and_their_values() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens");
        let shots = [
            ("small", "nnn>>>", (80, 24)),
            ("wide", "unnnnnnnnnnn", (110, 20)),
            ("table", "unnnnnnt", (110, 20)),
            ("memory", "nnmmm", (80, 24)),
            ("breakpoint", "^^^^^^.", (80, 24)),
            ("mistake", "c", (80, 24)),
            ("answer", ":p lid + 1\n", (80, 24)),
            ("help", "?", (80, 40)),
            ("prompt", ":all til", (80, 24)),
            ("tiny", "n", (30, 9)),
        ];
        golden::assert_all(shots.iter().map(|(name, keys, size)| {
            golden::check(
                folder.join(format!("{name}.txt")),
                &screen_after(keys, *size),
            )
        }));
    }
}
