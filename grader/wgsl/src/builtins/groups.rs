//! Functions that the work-items of a work-group or sub-group compute together. Both go through local memory: the
//! sub-groups are stretches of the work-group, and all of the work-group must call the function together. Where they
//! do not, each work-item is a sub-group of its own: its functions wait for nobody.

use crate::convert::zero;
use crate::emit::Emit;
use crate::refusal::{Reason, Result};
use crate::value::{Atom, Lane, Value};
use opencl_c::builtin::{Builtin, Combine, GroupKind, Name, Rule, Scope};
use opencl_c::program::{BinaryOp, ExprId};
use opencl_c::types::Scalar;

impl Emit<'_> {
    pub(crate) fn group_size(&self) -> u32 {
        self.launch.local.iter().product()
    }

    /// The work-items of a sub-group but for the last: a power of two, as on devices.
    fn sub_group_size(&self) -> u32 {
        let most = self.launch.sub_group.clamp(1, self.group_size());
        1 << most.ilog2()
    }

    pub(super) fn group_call(
        &mut self,
        id: ExprId,
        builtin: Builtin,
        rule: Rule,
        arguments: &[ExprId],
    ) -> Result<Value> {
        let alone = self.pointers.alone && rule.scope == Scope::SubGroup;
        if rule.kind == GroupKind::Barrier {
            if !alone {
                self.barrier(self.fence(arguments));
            }
            return Ok(Value::Nothing);
        }
        if rule.clustered {
            return self.unknown(id, builtin.name);
        }
        if alone {
            return self.alone(id, builtin, rule, arguments);
        }
        let (first, count) = self.members(rule.scope);
        let (scalar, lanes) = match arguments.first() {
            Some(&argument) => self.lanes(argument)?,
            None => return self.unknown(id, builtin.name),
        };
        let origin = self.program.expr(id).origin;
        let register = self.register(scalar, origin)?;
        if scalar.size() == 8 {
            return self.unknown(id, builtin.name);
        }
        let second = match arguments.get(1) {
            Some(&argument) => {
                let (_, lane) = self.lane(argument)?;
                let text = format!("u32({})", self.not_literal(&lane.lo));
                Some(self.named(&text))
            }
            None => None,
        };
        let second = second.unwrap_or_else(|| "0u".to_owned());
        let me = self.named(&format!("item_index - {first}"));
        let mut results = Vec::new();
        for lane in &lanes {
            let array = self.shared_values(scalar, lane);
            let at = |index: &str| format!("bitcast<{register}>({array}[{first} + ({index})])");
            let text = match rule.kind {
                GroupKind::Broadcast if arguments.len() > 2 => {
                    return self.unknown(id, builtin.name);
                }
                GroupKind::Broadcast | GroupKind::Shuffle => {
                    at(&format!("min({second}, {count} - 1u)"))
                }
                GroupKind::First => at("0u"),
                GroupKind::ShuffleXor => at(&format!("min({me} ^ {second}, {count} - 1u)")),
                GroupKind::ShuffleUp => {
                    at(&format!("select(0u, {me} - {second}, {me} >= {second})"))
                }
                GroupKind::ShuffleDown => at(&format!("min({me} + {second}, {count} - 1u)")),
                GroupKind::Rotate => at(&format!("({me} + {second}) % {count}")),
                GroupKind::Reduce | GroupKind::Inclusive | GroupKind::Exclusive => {
                    let Some(combine) = builtin.combine else {
                        return self.unknown(id, builtin.name);
                    };
                    let end = match rule.kind {
                        GroupKind::Reduce => count.clone(),
                        GroupKind::Inclusive => format!("{me} + 1u"),
                        _ => me.clone(),
                    };
                    self.combined(id, builtin.name, combine, scalar, &at, &end)?
                }
                GroupKind::All | GroupKind::Any => {
                    let sum = self.fresh();
                    let index = self.fresh();
                    let all = rule.kind == GroupKind::All;
                    self.line(&format!("var {sum} = {all};"));
                    self.open(&format!(
                        "for (var {index} = 0u; {index} < {count}; {index}++) {{"
                    ));
                    let sign = if all { "&&" } else { "||" };
                    self.line(&format!(
                        "{sum} = {sum} {sign} ({array}[{first} + {index}] != 0u);"
                    ));
                    self.close("}");
                    format!("select(0i, 1i, {sum})")
                }
                _ => return self.unknown(id, builtin.name),
            };
            let name = self.named(&text);
            // None writes the next values before all have read these.
            self.line("workgroupBarrier();");
            results.push(Lane::one(Atom::name(name)));
        }
        let (to, _) = self.shape(self.program.expr(id).ty, origin)?;
        Ok(Value::Lanes(to, results))
    }

    /// What a function gives where each work-item is a sub-group of its own.
    fn alone(
        &mut self,
        id: ExprId,
        builtin: Builtin,
        rule: Rule,
        arguments: &[ExprId],
    ) -> Result<Value> {
        let (scalar, lanes) = match arguments.first() {
            Some(&argument) => self.lanes(argument)?,
            None => return self.unknown(id, builtin.name),
        };
        let origin = self.program.expr(id).origin;
        let mut results = Vec::new();
        for lane in lanes {
            results.push(match rule.kind {
                GroupKind::Exclusive => {
                    let Some(combine) = builtin.combine else {
                        return self.unknown(id, builtin.name);
                    };
                    let none = |_: &str| lane.lo.text.clone();
                    let text = self.combined(id, builtin.name, combine, scalar, &none, "0u")?;
                    Lane::one(Atom::name(text))
                }
                GroupKind::All | GroupKind::Any => {
                    Lane::one(Atom::truth(self.truth(&lane, scalar)))
                }
                _ => lane,
            });
        }
        let (to, _) = self.shape(self.program.expr(id).ty, origin)?;
        Ok(Value::Lanes(to, results))
    }

    /// The first work-item and the number of those of one's group.
    fn members(&mut self, scope: Scope) -> (String, String) {
        let all = self.group_size();
        if scope == Scope::WorkGroup {
            return ("0u".to_owned(), format!("{all}u"));
        }
        let size = self.sub_group_size();
        let first = self.named(&format!("(item_index / {size}u) * {size}u"));
        let count = self.named(&format!("min({size}u, {all}u - {first})"));
        (first, count)
    }

    /// Puts a value of each work-item into local memory. The array.
    fn shared_values(&mut self, scalar: Scalar, lane: &Lane) -> String {
        let all = self.group_size();
        self.module
            .insert(format!("var<workgroup> group_values: array<u32, {all}>;\n"));
        let bits = Self::bits(&lane.lo, scalar);
        self.line(&format!("group_values[item_index] = {bits};"));
        self.line("workgroupBarrier();");
        "group_values".to_owned()
    }

    fn combined(
        &mut self,
        id: ExprId,
        name: Name,
        combine: Combine,
        scalar: Scalar,
        at: &dyn Fn(&str) -> String,
        end: &str,
    ) -> Result<String> {
        if scalar == Scalar::Half {
            return self.refuse(id, Reason::Type(scalar.name().to_owned()));
        }
        let float = scalar == Scalar::Float;
        let least = match scalar {
            Scalar::Float => return self.combined_floats(id, name, combine, at, end),
            Scalar::UInt => "0u",
            _ => "i32(-2147483648)",
        };
        let most = if scalar == Scalar::UInt {
            "0xffffffffu"
        } else {
            "2147483647i"
        };
        let (start, op) = match combine {
            Combine::Add => (zero(scalar).lo.text, Ok(BinaryOp::Add)),
            Combine::Mul => ("1".to_owned(), Ok(BinaryOp::Multiply)),
            Combine::And => ("~0".to_owned(), Ok(BinaryOp::And)),
            Combine::Or => (zero(scalar).lo.text, Ok(BinaryOp::Or)),
            Combine::Xor => (zero(scalar).lo.text, Ok(BinaryOp::Xor)),
            Combine::Min => (most.to_owned(), Err("min")),
            Combine::Max => (least.to_owned(), Err("max")),
            _ => return self.unknown(id, name),
        };
        if !matches!(scalar, Scalar::Int | Scalar::UInt) || float {
            return self.unknown(id, name);
        }
        let register = self.register(scalar, self.program.expr(id).origin)?;
        let (sum, index) = (self.fresh(), self.fresh());
        self.line(&format!("var {sum}: {register} = {start};"));
        self.open(&format!(
            "for (var {index} = 0u; {index} < {end}; {index}++) {{"
        ));
        let value = at(&index);
        match op {
            Ok(op) => self.line(&format!("{sum} = {sum} {} {value};", op.text())),
            Err(function) => self.line(&format!("{sum} = {function}({sum}, {value});")),
        }
        self.close("}");
        Ok(sum)
    }

    fn combined_floats(
        &mut self,
        id: ExprId,
        name: Name,
        combine: Combine,
        at: &dyn Fn(&str) -> String,
        end: &str,
    ) -> Result<String> {
        let (start, form) = match combine {
            Combine::Add => ("0.0f", "SUM + VALUE"),
            Combine::Mul => ("1.0f", "SUM * VALUE"),
            Combine::Min => ("infinity_of(0u)", "fmin_of(SUM, VALUE)"),
            Combine::Max => ("-infinity_of(0u)", "fmax_of(SUM, VALUE)"),
            _ => return self.unknown(id, name),
        };
        let (sum, index) = (self.fresh(), self.fresh());
        self.line(&format!("var {sum} = {start};"));
        self.open(&format!(
            "for (var {index} = 0u; {index} < {end}; {index}++) {{"
        ));
        let text = form.replace("SUM", &sum).replace("VALUE", &at(&index));
        self.line(&format!("{sum} = {text};"));
        self.close("}");
        Ok(sum)
    }

    /// What a work-item knows of its sub-group.
    pub(super) fn sub_group_query(&mut self, name: Name) -> Option<Value> {
        let (all, size) = (self.group_size(), self.sub_group_size());
        let text = match name {
            Name::GetMaxSubGroupSize => format!("{size}u"),
            Name::GetNumSubGroups | Name::GetEnqueuedNumSubGroups => {
                format!("{}u", all.div_ceil(size))
            }
            Name::GetSubGroupId => format!("(item_index / {size}u)"),
            Name::GetSubGroupLocalId => format!("(item_index % {size}u)"),
            Name::GetSubGroupSize => {
                format!("min({size}u, {all}u - (item_index / {size}u) * {size}u)")
            }
            _ => return None,
        };
        Some(Value::Lanes(
            Scalar::UInt,
            vec![Lane::one(Atom::text(text))],
        ))
    }
}
