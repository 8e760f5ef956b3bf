//! A wait for an asynchronous copy.

use super::barrier::gaps;
use crate::change::Change;
use crate::kind::Kind;
use crate::subject::Subject;
use opencl_c::types::TypeId;

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    let gaps = gaps(subject);
    for gap in &gaps {
        let (at, _) = gap.edit("");
        let events = subject.visible(gap.function, at.start);
        for (_, name, _) in events.filter(|(_, _, ty)| *ty == TypeId::EVENT) {
            let call = format!("wait_group_events(1, &{name});");
            let message = format!(
                "the copy of `{name}` may not have arrived {}",
                gap.describe()
            );
            let help = format!("write `{call}` there");
            changes.extend(subject.change(Kind::Wait, vec![gap.edit(&call)], message, help));
        }
    }
    changes
}
