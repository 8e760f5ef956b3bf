//! `grader explain`

use super::Exit;
use crate::arguments::Explain;
use crate::refusal::{Refusal, UnknownMistake};
use crate::render;
use crate::session::Session;
use launch::{Bottleneck, MistakeId};

pub(super) fn run(arguments: &Explain, session: &Session) -> Result<Exit, Refusal> {
    let text = match &arguments.id {
        Some(id) => {
            let known: Option<MistakeId> = id.parse().ok();
            let mistake = known.and_then(mistakes::find);
            let mistake = mistake.map(|it| render::explanation(session.page, it));
            let notice = || {
                let notice = known.and_then(mistakes::find_notice);
                notice.map(|it| render::notice_explanation(session.page, it))
            };
            let bottleneck = || {
                let bottleneck = id.parse::<Bottleneck>().ok();
                bottleneck.map(|it| render::bottleneck_explanation(session.page, it))
            };
            mistake.or_else(notice).or_else(bottleneck).ok_or_else(|| {
                let mistakes = mistakes::catalogue().map(|it| it.id.as_str());
                let known = mistakes.chain(mistakes::notices().map(|it| it.id.as_str()));
                let known =
                    known.chain(Bottleneck::ALL.iter().map(|bottleneck| bottleneck.as_str()));
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
