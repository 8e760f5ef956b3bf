//! Calls of built-in functions, by subject.

mod atomics;
mod groups;
mod images;
mod integers;
mod math;
mod relations;
mod vectors;
mod work_items;

use crate::emit::Emit;
use crate::refusal::{Reason, Result};
use crate::value::{Lane, Value};
use opencl_c::builtin::{Builtin, Name};
use opencl_c::program::ExprId;
use opencl_c::types::Scalar;

impl Emit<'_> {
    pub(crate) fn built_in(
        &mut self,
        id: ExprId,
        builtin: Builtin,
        arguments: &[ExprId],
    ) -> Result<Value> {
        let name = builtin.name;
        if let Some(what) = name.of_image() {
            return self.image_call(id, name, what, arguments);
        }
        if let Some(rule) = name.of_group() {
            return self.group_call(id, builtin, rule, arguments);
        }
        if name.is_atomic() {
            return self.atomic(id, name, arguments);
        }
        if name.is_c11_atomic() {
            return self.c11_atomic(id, builtin, arguments);
        }
        if let Some(value) = self.work_item(id, name, arguments)? {
            return Ok(value);
        }
        if let Some(value) = self.relation(id, name, arguments)? {
            return Ok(value);
        }
        if let Some(value) = self.vector_call(id, builtin, arguments)? {
            return Ok(value);
        }
        if let Some(value) = self.integer_call(id, name, arguments)? {
            return Ok(value);
        }
        if let Some(value) = self.math_call(id, name, arguments)? {
            return Ok(value);
        }
        self.unknown(id, name)
    }

    pub(crate) fn unknown<T>(&self, id: ExprId, name: Name) -> Result<T> {
        self.refuse(id, Reason::BuiltIn(name.text().to_owned()))
    }

    /// The arguments' components, each list as wide as the widest.
    pub(crate) fn columns(&mut self, arguments: &[ExprId]) -> Result<(Scalar, Vec<Vec<Lane>>)> {
        let mut scalar = Scalar::Int;
        let mut columns = Vec::new();
        for (at, &argument) in arguments.iter().enumerate() {
            let (of, lanes) = self.lanes(argument)?;
            if at == 0 {
                scalar = of;
            }
            columns.push(lanes);
        }
        let width = columns.iter().map(Vec::len).max().unwrap_or(1);
        for column in &mut columns {
            if column.len() == 1 && width > 1 {
                let lane = self.simple_lane(&column[0]);
                *column = vec![lane; width];
            }
        }
        Ok((scalar, columns))
    }
}
