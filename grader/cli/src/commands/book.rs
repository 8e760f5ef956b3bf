//! `grader book`

use super::Exit;
use crate::arguments::Book;
use crate::book::{Server, ServerError, Site};
use crate::refusal::{BookRefusal, Refusal, shown};
use crate::render::Page;
use crate::session::Session;
use crate::terminal::interrupt;
use crate::terminal::output;
use std::env;
use std::fmt;
use std::path::PathBuf;
use std::thread;

/// The default port. A browser stores the page's data by its address with the port, so a reader finds earlier
/// work only at the same one.
const USUAL: u16 = 4190;

pub(super) fn run(arguments: &Book, session: &Session) -> Result<Exit, Refusal> {
    let site = site(arguments, session)?;
    let server = match arguments.port {
        Some(port) => {
            Server::bind(site, port).map_err(|error| BookRefusal::Serve { port, error })?
        }
        None => match Server::bind(site.clone(), USUAL) {
            Err(ServerError::PortTaken) => {
                session.remark(&Elsewhere);
                Server::bind(site, 0).map_err(|error| BookRefusal::Serve { port: 0, error })?
            }
            bound => bound.map_err(|error| BookRefusal::Serve { port: USUAL, error })?,
        },
    };
    let url = server.url();
    session.show(&format!("{url}\nCtrl-C ends it.\n"), None)?;
    if arguments.open {
        open(url);
    }
    interrupt::end_normally();
    server.run()
}

/// The built book: the named one, that of the course, or one beside this program.
fn site(arguments: &Book, session: &Session) -> Result<Site, Refusal> {
    let folders = match &arguments.dir {
        Some(folder) => vec![folder.clone()],
        None => folders(session),
    };
    let found = folders.iter().find_map(|folder| Site::open(folder));
    Ok(found.ok_or(BookRefusal::NoBook { looked: folders })?)
}

fn folders(session: &Session) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    if let Ok(course) = session.course() {
        // mdbook's output folder: one for each renderer, if it has more than one.
        folders.push(course.root.join("book/book/html"));
        folders.push(course.root.join("book/book"));
    }
    if let Some(beside) = env::current_exe()
        .ok()
        .as_deref()
        .and_then(|it| it.parent())
    {
        folders.push(beside.join("book"));
        // As packages of a system lay it: /usr/bin/grader and /usr/share/opencl-grader/book.
        if let Some(above) = beside.parent() {
            folders.push(above.join("share/opencl-grader/book"));
        }
    }
    folders
}

/// Opens the reader's browser; says so if there is none.
fn open(url: String) {
    // On some systems the opener ends with the browser, so it is not waited for.
    thread::spawn(move || {
        if open::that(&url).is_err() {
            output::remark(&shown::remark(Page::of_stderr(), &NoBrowser));
        }
    });
}

/// The usual port is taken.
struct Elsewhere;

impl fmt::Display for Elsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "port {USUAL} is taken, so it is another one: what you wrote in the pages stays with the usual \
             address"
        )
    }
}

/// No browser could be opened.
struct NoBrowser;

impl fmt::Display for NoBrowser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no browser could be opened here: open the address yourself")
    }
}
