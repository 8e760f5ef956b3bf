//! The figures of the book as SVG text: accessible, in the colours of the page's theme, and drawn from runs
//! in the simulator wherever a run can show it (who has which element, what moves, which bank, which lanes
//! are active). No I/O: the book's test writes the files and holds them against what is drawn today.

mod banks;
mod divergence;
mod first_request;
mod halo;
mod layouts;
mod lines;
mod models;
mod planes;
mod reuse;
mod run;
mod svg;
mod tiles;
mod timelines;
mod traffic;
mod tree;
mod utilisation;

pub use run::Fault;

use std::fmt::Display;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The name of its file, without the ending.
    pub name: &'static str,
    /// Its text.
    pub svg: String,
}

/// Every figure of the book.
pub fn all() -> Result<Vec<Figure>, Fault> {
    let mut all = vec![
        models::platform(),
        models::execution(),
        models::memory(),
        first_request::figure()?,
        tree::reduction()?,
        tree::scan()?,
        tiles::figure()?,
        reuse::figure()?,
        divergence::figure()?,
        halo::cell(),
        halo::figure()?,
        utilisation::figure(),
        timelines::hidden_waiting(),
        timelines::commands(),
        timelines::event_times(),
        timelines::fetch_ahead(),
        layouts::volume(),
        layouts::compressed_rows(),
        layouts::prediction(),
    ];
    for mapping in lines::MAPPINGS {
        all.push(lines::figure(mapping)?);
    }
    for mapping in planes::MAPPINGS {
        all.push(planes::figure(mapping)?);
    }
    for tile in banks::TILES {
        all.push(banks::figure(tile)?);
    }
    Ok(all)
}

/// "0, 1 and 2".
fn listed<T: Display>(all: &[T]) -> String {
    match all {
        [] => "nothing".to_owned(),
        [only] => only.to_string(),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(T::to_string).collect();
            format!("{} and {last}", first.join(", "))
        }
    }
}
