//! Another built-in function of the same kind, its arguments exchanged, or the call left out.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::Subject;
use opencl_c::program::ExprKind;
use opencl_c::source::Span;

/// Functions that are taken for each other.
const FAMILIES: [&[&str]; 27] = [
    &["min", "max"],
    &["fmin", "fmax"],
    &["floor", "ceil", "round", "rint", "trunc"],
    &["mem_fence", "barrier"],
    &["read_mem_fence", "barrier"],
    &["write_mem_fence", "barrier"],
    &["sin", "cos"],
    &[
        "atomic_add",
        "atomic_sub",
        "atomic_or",
        "atomic_xchg",
        "atomic_max",
        "atomic_min",
    ],
    &["atomic_max", "atomic_min", "atomic_add"],
    &["atomic_inc", "atomic_dec"],
    &["atomic_or", "atomic_and", "atomic_xor"],
    &["mul24", "mul_hi"],
    &["fabs", "fabs"],
    &["exp", "exp2", "log", "log2"],
    &["dot", "length"],
    &["any", "all"],
    &["isless", "islessequal"],
    &["isgreater", "isgreaterequal"],
    &["half_sqrt", "sqrt", "native_sqrt", "rsqrt"],
    &["native_exp", "exp"],
    &[
        "get_sub_group_size",
        "get_max_sub_group_size",
        "get_num_sub_groups",
    ],
    &["get_sub_group_id", "get_sub_group_local_id"],
    &[
        "work_group_reduce_add",
        "work_group_reduce_max",
        "work_group_reduce_min",
    ],
    &[
        "sub_group_reduce_add",
        "sub_group_reduce_max",
        "sub_group_reduce_min",
    ],
    &[
        "work_group_scan_exclusive_add",
        "work_group_scan_inclusive_add",
    ],
    &[
        "sub_group_scan_exclusive_add",
        "sub_group_scan_inclusive_add",
    ],
    &[
        "sub_group_shuffle",
        "sub_group_shuffle_xor",
        "sub_group_shuffle_up",
        "sub_group_shuffle_down",
    ],
];

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for site in &subject.sites {
        let node = subject.program.expr(site.expr);
        match &node.kind {
            ExprKind::Builtin { arguments, .. } | ExprKind::Call { arguments, .. } => {
                let text = subject.text(site.span);
                let Some(name) = text.split('(').next().map(str::trim) else {
                    continue;
                };
                let named = Span {
                    end: site.span.start + name.len() as u32,
                    ..site.span
                };
                // A barrier that costs too much goes: a fence in its place orders nothing between work-items.
                let families = FAMILIES
                    .iter()
                    .filter(|family| family.contains(&name) && name != "barrier");
                for other in families
                    .flat_map(|family| *family)
                    .filter(|it| **it != name)
                {
                    changes.extend(subject.exchange(Kind::Builtin, named, other));
                }
                changes.extend(others_by_name(subject, named));
                let spans: Option<Vec<Span>> = arguments
                    .iter()
                    .map(|argument| subject.span(*argument))
                    .collect();
                let Some(spans) = spans else {
                    continue;
                };
                for (one, first) in spans.iter().enumerate() {
                    for second in &spans[one + 1..] {
                        let (was, now) = (subject.text(*first), subject.text(*second));
                        let message =
                            format!("the arguments `{was}` and `{now}` of `{name}` are exchanged");
                        let help = "exchange them".to_owned();
                        let edits = vec![(*first, now.to_owned()), (*second, was.to_owned())];
                        changes.extend(subject.change(Kind::Builtin, edits, message, help));
                    }
                }
                if name == "mul24" && spans.len() == 2 {
                    let now = format!(
                        "{} * {}",
                        subject.operand(spans[0]),
                        subject.operand(spans[1])
                    );
                    changes.extend(subject.exchange(Kind::Builtin, site.span, &now));
                }
                if !name.starts_with("get_") {
                    for span in &spans {
                        let kept = subject.text(*span).to_owned();
                        changes.extend(subject.exchange(Kind::Builtin, site.span, &kept));
                    }
                }
            }
            // `convert_uchar4(x)`: a conversion is no call in the checked program.
            ExprKind::Convert { explicit: true, .. } | ExprKind::Reinterpret(_) => {
                let text = subject.text(site.span);
                let Some(name) = text.split('(').next().filter(|it| !it.is_empty()) else {
                    continue;
                };
                let named = Span {
                    end: site.span.start + name.len() as u32,
                    ..site.span
                };
                changes.extend(others_by_name(subject, named));
            }
            _ => {}
        }
    }
    changes
}

/// Conversions by name: with and without saturation and rounding, and bits in place of a value.
fn others_by_name(subject: &Subject<'_>, named: Span) -> Vec<Change> {
    let name = subject.text(named);
    let mut others = Vec::new();
    if let Some(target) = name.strip_prefix("convert_") {
        let plain = target.split('_').next().unwrap_or(target);
        for suffix in ["", "_sat", "_rte", "_rtz", "_rtn", "_rtp", "_sat_rte"] {
            others.push(format!("convert_{plain}{suffix}"));
        }
    } else if let Some(target) = name.strip_prefix("as_") {
        others.push(format!("convert_{target}"));
    }
    let each = others.into_iter().filter(|other| other != name);
    each.filter_map(|other| subject.exchange(Kind::Builtin, named, &other))
        .collect()
}
