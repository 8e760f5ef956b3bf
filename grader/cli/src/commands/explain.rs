//! `grader explain`

use super::Exit;
use crate::arguments::Explain;
use crate::refusal::{Refusal, UnknownMistake};
use crate::render;
use crate::session::Session;

pub(super) fn run(arguments: &Explain, session: &Session) -> Result<Exit, Refusal> {
    let text = match &arguments.id {
        Some(id) => {
            let known = || mistakes::catalogue().map(|mistake| mistake.id);
            let mistake = mistakes::find(id).ok_or_else(|| UnknownMistake {
                id: id.clone(),
                nearest: launch::nearest(id, known()),
            })?;
            render::explanation(session.page, mistake)
        }
        None => render::catalogue(session.page, &session.program),
    };
    session.show(&text, None)?;
    Ok(Exit::Good)
}
