//! `grader watch`: checks an exercise again whenever its file is saved.
//!
//! It is only a loop around other commands: a check is `grader check`, `h` is `grader hint --more`, `l` is
//! `grader list --short`, `r` is `grader reset`. Keys are read only between these; input during a check is
//! dropped. Reports go to standard output and stay in the terminal's history, so there is no alternate
//! screen; the line of keys goes to standard error.
//!
//! If standard input, output or error is not a terminal, there are no keys. Then it ends by Ctrl-C, or when
//! the other end of a pipe, at standard input or output, is closed.

use super::check::{self, Engines};
use super::{Exit, hint, list, reset};
use crate::arguments::{Check, Format, Hint, List, ReportFormat, Reset, Watch};
use crate::exercises::course_folder::CourseFolder;
use crate::exercises::selection;
use crate::files::file_watcher::FileWatcher;
use crate::files::progress_file::Store;
use crate::refusal::{Refusal, shown};
use crate::render::{self, Page, Tone};
use crate::session::Session;
use crate::terminal::keyboard::Keyboard;
use crate::terminal::waker::{self, WakePipe, Waker};
use crate::terminal::{Woken, output};
use course::{Blame, Exercise, Progress, State};
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A device's process that was idle for this long is ended; the next check starts another.
const WARM: Duration = Duration::from_secs(60);

/// Ctrl-D, which ends the input of other programs.
const END_OF_INPUT: u8 = 4;

pub(super) fn run(arguments: &Watch, session: &Session) -> Result<Exit, Refusal> {
    let folder = session.course()?;
    let exercise = match arguments.exercise.as_slice() {
        [] => first_open(&folder),
        words => Some(selection::one(words, &folder.course)?),
    };
    let Some(exercise) = exercise else {
        let command = format!("{} watch 1", session.program);
        let text = format!(
            "Every exercise has passed. To go on with one of them: {}\n",
            session.page.command(&command)
        );
        session.show(&text, None)?;
        return Ok(Exit::Good);
    };
    let (wake, sleep) = waker::pair().map_err(Refusal::Wait)?;
    // A pager for the reports reads keys of the same terminal, so it gets them.
    let keyboard = match io::stdout().is_terminal() && io::stderr().is_terminal() {
        true => Keyboard::open(&wake),
        false => None,
    };
    let check = Check {
        exercise: Vec::new(),
        file: None,
        cases: None,
        seed: None,
        on: arguments.on,
        device: arguments.device,
        format: ReportFormat::Text,
        output: None,
        replay: None,
        repair: false,
        all: false,
        others: false,
        allow_unsandboxed: false,
    };
    // A missing requested device is reported first.
    let engines = Some(Engines::open(&check, session)?);
    let watching = Watching {
        folder: &folder,
        session: session.clone(),
        saves: watch_files(&folder, exercise, arguments.poll, &wake),
        exercise,
        poll: arguments.poll,
        check,
        checks: 0,
        engines,
        idle_since: Instant::now(),
        keyboard,
        wake,
        sleep,
        status: (String::new(), Tone::Strong),
        line: None,
    };
    watching.run()
}

struct Watching<'f> {
    folder: &'f CourseFolder,
    session: Session,
    exercise: &'f Exercise,
    saves: FileWatcher,
    poll: bool,
    check: Check,
    /// Checks of this exercise so far.
    checks: usize,
    engines: Option<Engines>,
    idle_since: Instant,
    keyboard: Option<Keyboard>,
    wake: Arc<Waker>,
    sleep: WakePipe,
    /// The status of the exercise, for the line of keys.
    status: (String, Tone),
    /// The width of the line of keys, while it is on the screen.
    line: Option<usize>,
}

/// The next action of the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// Poll the files.
    Look,
    /// Redraw the line of keys.
    Draw,
    Key(u8),
    /// The terminal or the reader is gone.
    End,
}

impl Watching<'_> {
    fn run(mut self) -> Result<Exit, Refusal> {
        self.begin()?;
        loop {
            if self.line.is_none() {
                self.draw();
            }
            match self.wait() {
                Turn::End | Turn::Key(b'q' | END_OF_INPUT) => break,
                Turn::Key(b'n') => self.next()?,
                Turn::Key(b'h') => self.hint(),
                Turn::Key(b'l') => self.list(),
                Turn::Key(b'r') => self.reset(),
                Turn::Key(_) => {}
                Turn::Draw => self.draw(),
                Turn::Look => {
                    if self.saves.is_due() {
                        self.erase();
                        // The line of keys already leaves a gap.
                        let gap = if self.keyboard.is_some() { "" } else { "\n" };
                        let line = render::again(self.session.page, self.checks + 1);
                        self.session.show(&format!("{gap}{line}"), None)?;
                        self.check()?;
                    } else if self.idle_since.elapsed() > WARM {
                        self.engines = None;
                    }
                }
            }
        }
        self.erase();
        Ok(Exit::Good)
    }

    /// Says what is watched, and runs the first check.
    fn begin(&mut self) -> Result<(), Refusal> {
        let files = own_files(self.folder, self.exercise);
        let files: Vec<String> = files.iter().map(|it| it.display().to_string()).collect();
        let text = render::watching(
            self.page(),
            self.exercise,
            &files.join(" and "),
            self.saves.how(),
            self.keyboard.is_some(),
        );
        self.session.show(&(text + "\n"), None)?;
        self.check()
    }

    fn check(&mut self) -> Result<(), Refusal> {
        self.checks += 1;
        let name = format!(
            "{:02} {}",
            self.exercise.manifest.number, self.exercise.manifest.slug
        );
        let (check, session, folder) = (&self.check, &self.session, self.folder);
        let checked = check::check_one(self.exercise, check, session, folder, &mut self.engines);
        match checked {
            Ok(checked) => {
                let checked = [checked];
                let progress = check::record(&checked, check, session, folder);
                session.show(
                    &check::text(&checked, check, session, folder, &progress),
                    None,
                )?;
                if let Some(report) = checked[0].report() {
                    let points = report.points;
                    let tone = match report.verdict.blame() {
                        None => Tone::Good,
                        Some(_) => Tone::Bad,
                    };
                    let label = report.verdict.label();
                    self.status = (
                        format!("{name} {}/{} {label}", points.earned, points.of),
                        tone,
                    );
                    // A lost device is opened again.
                    if report.verdict.blame() == Some(Blame::Machine) {
                        self.engines = None;
                    }
                }
            }
            // The file may be usable after the next save; any other refusal would be repeated.
            Err(refusal @ Refusal::File { .. }) => {
                self.status = (format!("{name} not checked"), Tone::Bad);
                self.show_refusal(&refusal);
            }
            Err(refusal) => return Err(refusal),
        }
        self.idle_since = Instant::now();
        if let Some(keyboard) = &self.keyboard {
            keyboard.discard_input();
        }
        Ok(())
    }

    /// Continues with the exercise that a report suggests next.
    fn next(&mut self) -> Result<(), Refusal> {
        self.erase();
        let progress = Store::of(&self.folder.root).read();
        let exercises = self.folder.course.exercises();
        let slug = &self.exercise.manifest.slug;
        let next = check::next(exercises, slug, |exercise| has_passed(&progress, exercise));
        let next = next.and_then(|next| {
            let mut exercises = exercises.iter();
            exercises.find(|exercise| exercise.manifest.slug == next.slug)
        });
        let Some(next) = next else {
            return self
                .session
                .show("There is no other open exercise.\n", None);
        };
        self.exercise = next;
        self.saves = watch_files(self.folder, next, self.poll, &self.wake);
        self.checks = 0;
        self.session.show("\n", None)?;
        self.begin()
    }

    fn hint(&mut self) {
        let arguments = Hint {
            exercise: vec![self.exercise.manifest.slug.clone()],
            more: true,
        };
        self.erase();
        let done = hint::run(&arguments, &self.session);
        self.show_if_refused(done);
    }

    fn list(&mut self) {
        let arguments = List {
            format: Format::Text,
            short: true,
        };
        self.erase();
        let done = list::run(&arguments, &self.session);
        self.show_if_refused(done);
    }

    /// Asks like the command, so no single key or pasted text destroys anything.
    fn reset(&mut self) {
        let arguments = Reset {
            exercise: vec![self.exercise.manifest.slug.clone()],
            yes: false,
        };
        self.erase();
        let done = match &self.keyboard {
            Some(keyboard) => {
                keyboard.with_original_modes(|| reset::run(&arguments, &self.session))
            }
            None => return,
        };
        self.show_if_refused(done);
    }

    fn show_if_refused(&self, done: Result<Exit, Refusal>) {
        if let Err(refusal) = done {
            self.show_refusal(&refusal);
        }
    }

    fn show_refusal(&self, refusal: &Refusal) {
        let text = shown::refusal(Page::of_stderr(), &self.session.program, refusal);
        output::remark(&text);
    }

    /// Waits for a key, a save, or the time of the next look.
    fn wait(&mut self) -> Turn {
        let patience = self.saves.until_next_look();
        match self.sleep.wait(self.keyboard.as_ref(), patience) {
            Woken::Key(key) => Turn::Key(key.to_ascii_lowercase()),
            Woken::Screen => Turn::Draw,
            Woken::Files | Woken::Patience | Woken::Other => Turn::Look,
            Woken::Gone => Turn::End,
        }
    }

    /// A page with the terminal's current width.
    fn page(&mut self) -> Page {
        self.session.page = Page::of_stdout();
        self.session.page
    }

    /// Redraws the line of keys, or draws it below other output. A line that was wider than the terminal is
    /// now has been wrapped or cut: it stays, and the new one is drawn below it.
    fn draw(&mut self) {
        let Some(keyboard) = &self.keyboard else {
            return;
        };
        let page = Page::of_stderr();
        let gap = match self.line {
            Some(before) if before <= page.width => "",
            Some(_) | None => "\n",
        };
        let (status, tone) = &self.status;
        let line = render::keys(page, status, *tone);
        if keyboard.line(&format!("{gap}{line}")) {
            self.line = Some(page.width);
        }
    }

    /// Erases the line of keys before other output, and updates the page's width.
    fn erase(&mut self) {
        self.page();
        self.line = None;
        if let Some(keyboard) = &self.keyboard {
            keyboard.erase();
        }
    }
}

fn first_open(folder: &CourseFolder) -> Option<&Exercise> {
    let progress = Store::of(&folder.root).read();
    let mut exercises = folder.course.exercises().iter();
    exercises.find(|exercise| !has_passed(&progress, exercise))
}

fn has_passed(progress: &Progress, exercise: &Exercise) -> bool {
    progress.of(&exercise.manifest.slug).state() == State::Passed
}

fn watch_files(
    folder: &CourseFolder,
    exercise: &Exercise,
    poll: bool,
    wake: &Arc<Waker>,
) -> FileWatcher {
    let files = own_files(folder, exercise);
    FileWatcher::watch(&folder.of(exercise), files, poll, wake)
}

fn own_files(folder: &CourseFolder, exercise: &Exercise) -> Vec<PathBuf> {
    let files = folder.files_of(exercise).into_iter();
    files.map(|file| file.own.path().to_owned()).collect()
}
