//! Costs in the text: what each access moves in a run of the kernel, bank conflicts, and which branches divide a warp.

use crate::analysis::Analysis;
use crate::document::Document;
use crate::launches::{Launches, NotRun, Run, run_all};
use crate::server::Server;
use lsp_types::{InlayHint, InlayHintLabel, InlayHintTooltip, MarkupContent, MarkupKind, Range};
use mistakes::analysis::uniformity::Uniformity;
use opencl_c::program::{ExprId, Program, Stmt, StmtKind};
use opencl_c::token::{Punctuator, TokenKind};
use simulator::{AccessCounters, AccessKind, Counters};
use std::collections::BTreeMap;

/// Bytes that the memory moves at once.
const SECTOR: u64 = 32;

/// A hint before it has a position.
struct Hint {
    label: String,
    tooltip: String,
}

/// The hints of a range of a document.
pub(crate) fn of(
    server: &Server,
    document: &Document,
    analysis: &Analysis,
    range: Range,
) -> Vec<InlayHint> {
    let mut hints: BTreeMap<usize, Vec<Hint>> = BTreeMap::new();
    let Launches { runs, not_run } = run_all(server, document, analysis);
    for NotRun { kernel, file, why } in not_run {
        if let Some(range) = analysis.range_of(kernel) {
            hints.entry(range.end).or_default().push(Hint {
                label: format!("{file} does not run"),
                tooltip: why,
            });
        }
    }
    for run in &runs {
        for access in &run.ran.outcome.counters.accesses {
            if access.place.file == analysis.name
                && let Some(hint) = of_access(access, run)
            {
                let at = analysis.lines.of_place(&analysis.text, &access.place).end;
                let all = hints.entry(at).or_default();
                // `a[i] += 1` reads and writes alike.
                if all.iter().all(|it| it.label != hint.label) {
                    all.push(hint);
                }
            }
        }
    }
    if let Some(program) = &analysis.program {
        let uniformity = Uniformity::of(program);
        for branch in branches(program) {
            let Some(at) = behind_condition(analysis, program, branch.condition) else {
                continue;
            };
            let hint = of_branch(&branch, analysis, program, &uniformity, &runs);
            if let Some(hint) = hint {
                hints.entry(at).or_default().push(hint);
            }
        }
    }
    let bytes = analysis.lines.bytes(&analysis.text, range);
    let shown = hints
        .into_iter()
        .filter(|(at, _)| (bytes.start..=bytes.end).contains(at));
    let placed = shown.flat_map(|(at, hints)| {
        let position = analysis.lines.position(&analysis.text, at);
        hints.into_iter().map(move |hint| InlayHint {
            position,
            label: InlayHintLabel::String(hint.label),
            kind: None,
            text_edits: None,
            tooltip: Some(InlayHintTooltip::MarkupContent(MarkupContent {
                kind: MarkupKind::Markdown,
                value: hint.tooltip,
            })),
            padding_left: Some(true),
            padding_right: None,
            data: None,
        })
    });
    placed.collect()
}

/// What an access costs: sectors for each request of a warp and the share of their bytes that is used; in local
/// memory the passes that bank conflicts cost.
fn of_access(access: &AccessCounters, run: &Run) -> Option<Hint> {
    let (global, local) = (&access.global, &access.local);
    let what = match access.kind {
        AccessKind::Load => "Read",
        AccessKind::Store => "Written",
        AccessKind::Atomic => "Changed atomically",
    };
    let requests = |count: u64| match count {
        1 => "by 1 request of a warp".to_owned(),
        _ => format!("by {count} requests of warps"),
    };
    if global.requests > 0 {
        let sectors = global.bytes_moved as f64 / SECTOR as f64 / global.requests as f64;
        let percent = 100.0 * global.efficiency();
        return Some(Hint {
            label: format!("{} {}, {percent:.0} %", tenths(sectors), plural(sectors)),
            tooltip: format!(
                "{what} {}: {} bytes asked for, {} bytes moved in sectors of {SECTOR} bytes.\n\n{}",
                requests(global.requests),
                global.bytes_asked,
                global.bytes_moved,
                of_run(run)
            ),
        });
    }
    if local.requests > 0 && local.passes > local.least_passes {
        let degree = local.conflict_degree();
        return Some(Hint {
            label: format!("bank conflicts: {} passes for 1", tenths(degree)),
            tooltip: format!(
                "{what} {} in {} passes; without bank conflicts {} would do.\n\n{}",
                requests(local.requests),
                local.passes,
                local.least_passes,
                of_run(run)
            ),
        });
    }
    None
}

fn of_run(run: &Run) -> String {
    format!("Counted in a simulated run: {}.", run.launch)
}

/// A number with one decimal, where it is not whole.
fn tenths(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// A share below 1 in whole percent, never 100.
fn percent(share: f64) -> String {
    format!("{:.0} %", (100.0 * share).min(99.0))
}

fn plural(sectors: f64) -> &'static str {
    if sectors == 1.0 { "sector" } else { "sectors" }
}

/// An `if` or a loop.
struct Branch<'a> {
    condition: ExprId,
    /// What is executed where the condition holds.
    body: &'a Stmt,
}

/// The branches of all functions.
fn branches(program: &Program) -> Vec<Branch<'_>> {
    let mut found = Vec::new();
    let mut open: Vec<&Stmt> = program.functions.iter().map(|it| &it.body).collect();
    while let Some(stmt) = open.pop() {
        match &stmt.kind {
            StmtKind::Block(all) => open.extend(all),
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                found.push(Branch {
                    condition: *condition,
                    body: then,
                });
                open.push(then);
                open.extend(otherwise.as_deref());
            }
            StmtKind::While {
                condition, body, ..
            }
            | StmtKind::DoWhile {
                condition, body, ..
            } => {
                found.push(Branch {
                    condition: *condition,
                    body,
                });
                open.push(body);
            }
            StmtKind::For {
                condition, body, ..
            } => {
                if let Some(condition) = condition {
                    found.push(Branch {
                        condition: *condition,
                        body,
                    });
                }
                open.push(body);
            }
            StmtKind::Switch { body, .. }
            | StmtKind::Case { body, .. }
            | StmtKind::Labelled { body, .. } => open.push(body),
            _ => {}
        }
    }
    found
}

/// Where a branch's hint stands: behind the `)` of its condition, if it is written in the document.
fn behind_condition(analysis: &Analysis, program: &Program, condition: ExprId) -> Option<usize> {
    let end = program.expr(condition).end;
    if end != opencl_c::source::Origin::written(end.spelling) {
        return None;
    }
    let end = analysis.range_of(end)?.end;
    let next = analysis
        .tokens
        .iter()
        .find(|token| token.start as usize >= end)?;
    let closes = next.kind == TokenKind::Punctuator(Punctuator::RightParen);
    Some(if closes { next.end as usize } else { end })
}

fn of_branch(
    branch: &Branch<'_>,
    analysis: &Analysis,
    program: &Program,
    uniformity: &Uniformity,
    runs: &[Run],
) -> Option<Hint> {
    match uniformity.is_uniform(branch.condition)? {
        true => Some(Hint {
            label: "uniform".to_owned(),
            tooltip: "All work-items of a work-group decide alike: the branch divides no warp."
                .to_owned(),
        }),
        false => {
            let line = |origin| {
                let at = analysis.range_of(origin)?.start;
                Some(
                    analysis
                        .names
                        .sources
                        .line(crate::analysis::MAIN, at as u32),
                )
            };
            let own = line(program.expr(branch.condition).end)?;
            let first = line(branch.body.origin)?;
            let last = line(branch.body.end)?;
            let share = runs.iter().find_map(|run| {
                let active = active_share(&run.ran.outcome.counters, analysis, own, first, last)?;
                Some((active, run))
            });
            Some(match share {
                Some((share, run)) if share < 1.0 => Hint {
                    label: format!("divergent: {} of lanes go in", percent(share)),
                    tooltip: format!(
                        "Work-items of a warp may decide otherwise. Of the lanes of the warps that go in {} are \
                         active there.\n\n{}",
                        percent(share),
                        of_run(run)
                    ),
                },
                Some((_, run)) => Hint {
                    label: "no warp divided in this run".to_owned(),
                    tooltip: format!(
                        "Work-items of a warp may decide otherwise; in this run all did alike.\n\n{}",
                        of_run(run)
                    ),
                },
                None => Hint {
                    label: "may diverge".to_owned(),
                    tooltip: "Work-items of a warp may decide otherwise: a warp then takes both ways, one after the \
                              other."
                        .to_owned(),
                },
            })
        }
    }
}

/// The share of the lanes at a condition that are active in the first line of its body that was executed, where that
/// is a line of its own.
fn active_share(
    counters: &Counters,
    analysis: &Analysis,
    own: u32,
    first: u32,
    last: u32,
) -> Option<f64> {
    let executed = |wanted: &dyn Fn(u32) -> bool| {
        let mut lines = counters.lines.iter();
        let line = lines.find(|it| it.file == analysis.name && wanted(it.line) && it.lanes > 0)?;
        Some(line.active_lanes as f64 / line.lanes as f64)
    };
    let at_condition = executed(&|line| line == own)?;
    let within = executed(&|line| line > own && (first..=last).contains(&line))?;
    Some((within / at_condition).min(1.0))
}
