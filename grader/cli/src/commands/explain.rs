//! `grader explain`

use super::Exit;
use crate::arguments::Explain;
use crate::refusal::{Refusal, UnknownMistake};
use crate::render;
use crate::session::Session;

pub(super) fn run(arguments: &Explain, session: &Session) -> Result<Exit, Refusal> {
    let text = match &arguments.id {
        Some(id) => {
            let mistake = mistakes::find(id).map(|it| render::explanation(session.page, it));
            let notice = || {
                let notice = mistakes::find_notice(id);
                notice.map(|it| render::notice_explanation(session.page, it))
            };
            mistake.or_else(notice).ok_or_else(|| {
                let mistakes = mistakes::catalogue().map(|it| it.id);
                let known = mistakes.chain(mistakes::notices().map(|it| it.id));
                UnknownMistake {
                    id: id.clone(),
                    nearest: launch::nearest(id, known),
                }
            })?
        }
        None => render::catalogue(session.page, &session.program),
    };
    session.show(&text, None)?;
    Ok(Exit::Good)
}
