//! The server as a client sees it: messages in, messages out.

mod client;
mod features;
mod protocol;
