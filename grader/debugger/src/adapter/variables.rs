//! Variables as an editor asks for them: a scope, or a value with parts, is a handle until the launch goes on.

use crate::console::{ids, position_text, positions, space_text, variable_named};
use crate::session::Session;
use crate::values::Shower;
use opencl_c::types::TypeId;
use serde_json::{Value, json};
use simulator::stepping::Bytes;

/// Parts of a value that are sent where the editor does not ask for a stretch of them.
const MOST_PARTS: usize = 1000;

/// What a handle stands for.
#[derive(Clone, Debug)]
enum Node {
    /// The variables of a work-item at a mark.
    Variables {
        lane: usize,
        mark: u32,
    },
    /// The variables at a mark, each with its values for all work-items.
    Table {
        mark: u32,
    },
    /// The values of one variable for all work-items; by its place among the visible ones.
    Column {
        mark: u32,
        variable: usize,
    },
    Memory,
    /// The elements of an object in memory.
    Elements {
        object: usize,
    },
    Group,
    /// A value that has parts.
    Parts {
        ty: TypeId,
        value: Bytes,
    },
}

/// Handles, which end when the launch goes on.
#[derive(Default)]
pub(super) struct Handles {
    nodes: Vec<Node>,
}

impl Handles {
    /// The number of a handle; 0 stands for none.
    fn of(&mut self, node: Node) -> u64 {
        self.nodes.push(node);
        self.nodes.len() as u64
    }

    pub(super) fn scopes(&mut self, session: &Session<'_>, lane: usize, mark: u32) -> Vec<Value> {
        let item = session.now().work_item(lane);
        let scope = |name: String, hint: &str, reference: u64| {
            let mut scope =
                json!({ "name": name, "variablesReference": reference, "expensive": false });
            if !hint.is_empty() {
                scope["presentationHint"] = hint.into();
            }
            scope
        };
        vec![
            scope(
                format!("Work-item {}", ids(&item.local)),
                "locals",
                self.of(Node::Variables { lane, mark }),
            ),
            scope(
                "All work-items".to_owned(),
                "",
                self.of(Node::Table { mark }),
            ),
            scope("Memory".to_owned(), "", self.of(Node::Memory)),
            scope("Work-group".to_owned(), "", self.of(Node::Group)),
        ]
    }

    /// The variables of a handle.
    pub(super) fn variables(&mut self, session: &Session<'_>, arguments: &Value) -> Vec<Value> {
        let number = arguments["variablesReference"].as_u64().unwrap_or(0);
        let node = (number as usize)
            .checked_sub(1)
            .and_then(|index| self.nodes.get(index))
            .cloned();
        let first = arguments["start"].as_u64().unwrap_or(0) as usize;
        let count = arguments["count"].as_u64().filter(|&count| count > 0);
        let count = count.map_or(MOST_PARTS, |count| (count as usize).min(MOST_PARTS));
        let (now, shower) = (session.now(), session.shower());
        match node {
            None => Vec::new(),
            Some(Node::Variables { lane, mark }) => {
                let variables = now.launch().variables(mark);
                let shown = variables.into_iter().map(|variable| {
                    let value = now.value(variable, lane);
                    self.shown(&shower, variable.name(), variable.ty(), value)
                });
                shown.collect()
            }
            Some(Node::Table { mark }) => {
                let variables = now.launch().variables(mark);
                let columns = variables.iter().enumerate().map(|(index, &variable)| {
                    let value = |lane| shower.show(variable.ty(), &now.value(variable, lane));
                    let lanes = now.work_items();
                    let few: Vec<String> = (0..lanes.min(8)).map(value).collect();
                    let dots = if lanes > few.len() { ", ..." } else { "" };
                    json!({
                        "name": variable.name(),
                        "type": shower.type_text(variable.ty()),
                        "value": format!("{}{dots}", few.join(", ")),
                        "indexedVariables": lanes,
                        "variablesReference": self.of(Node::Column { mark, variable: index }),
                    })
                });
                columns.collect()
            }
            Some(Node::Column { mark, variable }) => {
                let variables = now.launch().variables(mark);
                let Some(&variable) = variables.get(variable) else {
                    return Vec::new();
                };
                let lanes = first..(first + count).min(now.work_items());
                let values = lanes.map(|lane| {
                    let name = ids(&now.work_item(lane).local);
                    let value = now.value(variable, lane);
                    let mut shown = self.shown(&shower, &name, variable.ty(), value);
                    if !now.is_active(lane) {
                        let text = shown["value"].as_str().unwrap_or_default();
                        shown["value"] =
                            format!("{text} ({})", position_text(now.position(lane))).into();
                    }
                    shown
                });
                values.collect()
            }
            Some(Node::Memory) => {
                let objects = now.launch().objects();
                let shown = objects.iter().filter(|it| !it.name.is_empty()).map(|object| {
                    let (element, size) = shower.element(object.ty);
                    let count = object.bytes / size;
                    let plural = if count == 1 { "" } else { "s" };
                    json!({
                        "name": object.name,
                        "type": shower.type_text(element),
                        "value": format!("{} memory, {count} element{plural}", space_text(object.space)),
                        "indexedVariables": count,
                        "variablesReference": self.of(Node::Elements { object: object.object }),
                    })
                });
                shown.collect()
            }
            Some(Node::Elements { object }) => {
                let (element, size) = shower.element(now.launch().object(object).ty);
                let part = now.part(object, 0, first * size..(first + count) * size);
                let elements = 0..part.bytes.len() / size;
                let shown = elements.map(|index| {
                    let range = index * size..(index + 1) * size;
                    let value = Bytes {
                        bytes: part.bytes[range.clone()].to_vec(),
                        defined: part.defined[range].to_vec(),
                    };
                    self.shown(&shower, &format!("[{}]", first + index), element, value)
                });
                shown.collect()
            }
            Some(Node::Parts { ty, value }) => {
                let parts = shower.parts(ty).into_iter().skip(first).take(count);
                let shown = parts.map(|part| {
                    let size = shower.types.size(part.ty).unwrap_or(0) as usize;
                    let range = part.offset..(part.offset + size).min(value.bytes.len());
                    let value = Bytes {
                        bytes: value.bytes.get(range.clone()).unwrap_or_default().to_vec(),
                        defined: value.defined.get(range).unwrap_or_default().to_vec(),
                    };
                    self.shown(&shower, &part.name, part.ty, value)
                });
                shown.collect()
            }
            Some(Node::Group) => group(session),
        }
    }

    /// The value of an expression for a work-item, in the scope `calls` calls further out; with a handle for
    /// its parts. An error is a sentence.
    pub(super) fn evaluated(
        &mut self,
        session: &mut Session<'_>,
        text: &str,
        (lane, calls): (usize, usize),
    ) -> Result<Value, String> {
        let here = session
            .now()
            .mark()
            .map(|mark| session.now().launch().calls(mark));
        let mark = here
            .as_deref()
            .and_then(|here| here.get(calls))
            .map(|&(_, mark)| mark);
        if let Some((ty, value)) = mark.and_then(|mark| variable_named(session, text, mark, lane)) {
            let shown = self.shown(&session.shower(), text, ty, value);
            return Ok(result(shown));
        }
        let answer = session.evaluate_outside(text, calls, &[lane])?;
        let shower = answer.shower(session.now().launch());
        let value = answer.values[0].clone();
        // The parts of a value are shown by the types of the program: those of the expression may be others.
        let is_known = shower.parts(answer.ty()).is_empty() || answer.ty().shape().is_some();
        if is_known {
            let shown = self.shown(&shower, text, answer.ty(), value);
            return Ok(result(shown));
        }
        Ok(json!({
            "result": shower.show(answer.ty(), &value),
            "type": shower.type_text(answer.ty()),
            "variablesReference": 0,
        }))
    }

    fn shown(&mut self, shower: &Shower<'_>, name: &str, ty: TypeId, value: Bytes) -> Value {
        let parts = shower.parts(ty).len();
        let mut shown = json!({
            "name": if name.is_empty() { "(unnamed)" } else { name },
            "type": shower.type_text(ty),
            "value": shower.show(ty, &value),
            "variablesReference": 0,
        });
        if parts > 0 {
            shown["variablesReference"] = self.of(Node::Parts { ty, value }).into();
            if parts > 16 {
                shown["indexedVariables"] = parts.into();
            }
        }
        shown
    }
}

/// A variable as the result of an evaluation.
fn result(shown: Value) -> Value {
    json!({
        "result": shown["value"],
        "type": shown["type"],
        "variablesReference": shown["variablesReference"],
        "indexedVariables": shown["indexedVariables"].as_u64().unwrap_or(0),
    })
}

/// The ids and sizes of the group, and where its work-items are.
fn group(session: &Session<'_>) -> Vec<Value> {
    let now = session.now();
    let item = now.work_item(session.focus());
    let row = |name: &str, value: String| json!({ "name": name, "value": value, "variablesReference": 0 });
    let mut rows = vec![
        row("group id", ids(&item.group)),
        row("groups", ids(now.launch().group_counts())),
        row("local size", ids(now.launch().local())),
        row("global id of the work-item", ids(&item.global)),
        row(
            "work-items here",
            format!("{} of {}", now.active().count(), now.work_items()),
        ),
    ];
    rows.extend(
        positions(session)
            .into_iter()
            .map(|(who, does)| row(&who, does)),
    );
    rows
}
