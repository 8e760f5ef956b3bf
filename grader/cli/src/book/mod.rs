//! The built book, served to this machine's own browser.

mod compressed;
mod server;
mod site;

pub use server::{Server, ServerError};
pub use site::{Page, Site};
