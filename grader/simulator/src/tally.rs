//! From counts of blocks and sites to counts of source lines.

use crate::code::{BinOp, Code, Inst, SiteId, UnOp, Work};
use crate::counters::{
    AccessCounters, AccessKind, BlockCounters, Counters, LineCounters, SiteCounters,
};
use opencl_c::types::Scalar;
use std::collections::{BTreeMap, BTreeSet};

impl Work {
    const fn name(self) -> &'static str {
        match self {
            Work::IntegerAdd => "integer-add",
            Work::IntegerMultiply => "integer-multiply",
            Work::IntegerDivide => "integer-divide",
            Work::Bits => "bits",
            Work::FloatAdd => "float-add",
            Work::FloatMultiply => "float-multiply",
            Work::FloatDivide => "float-divide",
            Work::MultiplyAdd => "multiply-add",
            Work::Function => "function",
            Work::Compare => "compare",
            Work::Convert => "convert",
            Work::Select => "select",
            Work::Atomic => "atomic",
        }
    }
}

fn work(inst: &Inst) -> Option<Work> {
    let arithmetic =
        |ty: Scalar, integer, floating| Some(if ty.is_floating() { floating } else { integer });
    match inst {
        Inst::Unary { op, ty, .. } => match op {
            UnOp::Negate => arithmetic(*ty, Work::IntegerAdd, Work::FloatAdd),
            UnOp::Complement => Some(Work::Bits),
            UnOp::IsZero | UnOp::IsNonZero => Some(Work::Compare),
            UnOp::Widen | UnOp::TopBit => Some(Work::Bits),
        },
        Inst::Binary { op, ty, .. } => match op {
            BinOp::Add | BinOp::Subtract => arithmetic(*ty, Work::IntegerAdd, Work::FloatAdd),
            BinOp::Multiply => arithmetic(*ty, Work::IntegerMultiply, Work::FloatMultiply),
            BinOp::Divide | BinOp::Remainder => {
                arithmetic(*ty, Work::IntegerDivide, Work::FloatDivide)
            }
            BinOp::ShiftLeft | BinOp::ShiftRight | BinOp::And | BinOp::Or | BinOp::Xor => {
                Some(Work::Bits)
            }
            _ => Some(Work::Compare),
        },
        Inst::MultiplyAdd { .. } => Some(Work::MultiplyAdd),
        Inst::Select { .. } => Some(Work::Select),
        Inst::Convert { .. } => Some(Work::Convert),
        Inst::Call(_) => Some(Work::Function),
        Inst::Offset { .. } => Some(Work::IntegerAdd),
        Inst::Atomic(_) => Some(Work::Atomic),
        _ => None,
    }
}

/// Counts of a whole run.
pub(crate) fn tally(
    code: &Code,
    blocks: &[BlockCounters],
    sites: &[SiteCounters],
    barriers: &[u64],
) -> Counters {
    let mut lines: Vec<LineCounters> = code
        .lines
        .iter()
        .map(|(file, line)| LineCounters {
            file: file.clone(),
            line: *line,
            ..LineCounters::default()
        })
        .collect();
    let mut block = None;
    let mut seen: BTreeSet<(u32, u32)> = BTreeSet::new();
    for (inst, &line) in code.insts.iter().zip(&code.inst_lines) {
        if let Inst::Block(number) = inst {
            block = Some(*number);
            continue;
        }
        let structure = matches!(
            inst,
            Inst::Else { .. }
                | Inst::EndIf { .. }
                | Inst::LoopBegin { .. }
                | Inst::LoopNext { .. }
                | Inst::LoopBack { .. }
                | Inst::LoopEnd { .. }
                | Inst::SwitchEnd { .. }
                | Inst::FunctionBegin { .. }
                | Inst::FunctionEnd { .. }
                | Inst::End
        );
        let Some(number) = block.filter(|_| !structure) else {
            continue;
        };
        let counts = blocks[number as usize];
        let counters = &mut lines[line as usize];
        if seen.insert((line, number)) {
            counters.executions = counters.executions.max(counts.active);
            counters.active_lanes += counts.active;
            counters.lanes += counts.lanes;
        }
        if let Some(work) = work(inst).filter(|_| counts.active > 0) {
            *counters.operations.entry(work.name()).or_default() += counts.active;
        }
    }
    let mut accesses: BTreeMap<(String, u32, u32, AccessKind), (AccessCounters, SiteCounters)> =
        BTreeMap::new();
    for (site, counts) in sites.iter().enumerate() {
        let Some(kind) = counts.kind else {
            continue;
        };
        let site = &code.sites[site];
        let key = (
            site.place.file.clone(),
            site.place.line,
            site.place.column,
            kind,
        );
        let entry = accesses.entry(key).or_insert_with(|| {
            let counters = AccessCounters {
                place: site.place.clone(),
                text: site.text.clone(),
                kind,
                global: Default::default(),
                local: Default::default(),
            };
            (counters, SiteCounters::default())
        });
        entry.1.add(counts);
    }
    let accesses: Vec<AccessCounters> = accesses
        .into_values()
        .map(|(counters, sums)| AccessCounters {
            global: sums.global,
            local: sums.local,
            ..counters
        })
        .collect();
    let at = |file: &str, line: u32| {
        code.lines
            .iter()
            .position(|(other, number)| other == file && *number == line)
    };
    for access in &accesses {
        if let Some(line) = at(&access.place.file, access.place.line) {
            lines[line].add_access(access);
        }
    }
    for (site, &count) in barriers.iter().enumerate().filter(|&(_, &count)| count > 0) {
        let place = &code.sites[site as SiteId as usize].place;
        if let Some(line) = at(&place.file, place.line) {
            lines[line].barriers += count;
        }
    }
    lines.retain(|line| line.executions > 0);
    lines.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    let mut total = LineCounters::default();
    for line in &lines {
        total.add(line);
    }
    total.file = String::new();
    Counters {
        total,
        lines,
        accesses,
        ..Counters::default()
    }
}
