//! Registers to slots: uniform ones get a slot each, varying ones share slots by linear scan over
//! their lives. Labels become indices, instructions that turned out to be needless go.

use super::uniformity;
use super::useful;
use super::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

pub(super) fn finish(
    mut lowering: Lowering<'_>,
    kernel: FunctionId,
    uniform: bool,
) -> Result<Code> {
    let function = lowering.program.function(kernel);
    let mut insts = std::mem::take(&mut lowering.insts);
    let mut found = uniformity::analyse(&mut insts, &lowering.virtuals, &lowering.parameters);
    if !uniform {
        found.forget(&lowering.virtuals);
    }
    // Who steps through the code is shown which work-items have written a variable.
    let unchecked: HashSet<Reg> = lowering
        .flags
        .values()
        .filter(|flag| lowering.marks.is_none() && !lowering.checked.contains(flag))
        .copied()
        .collect();
    let useful = useful::analyse(&mut insts, lowering.virtuals.len());
    for inst in &mut insts {
        if let Inst::Access(access) = inst
            && !access.store
        {
            access.idle = useful.idle(&access.regs);
        }
        let needless = match inst {
            Inst::BodyBegin { .. } => true,
            Inst::CheckDefined {
                component: Some(component),
                ..
            } => !useful.is_useful(*component),
            Inst::Move { dst, src } => unchecked.contains(dst) || dst == src,
            _ => false,
        };
        if needless {
            *inst = Inst::Nop;
        }
    }
    for inst in &insts {
        if let Inst::Atomic(atomic) = inst
            && useful.is_useful(atomic.dst)
            && atomic.op != AtomicOp::Store
        {
            let place = &lowering.sites[atomic.site as usize].place;
            let (file, line) = (place.file.clone(), place.line);
            let what = Open::AtomicOrder;
            lowering.open.push(LeftOpen { what, file, line });
            break;
        }
    }
    let slots = slots(&mut insts, &lowering.virtuals, &found.varying);
    let kept = |register: usize| !lowering.virtuals[register].temporary;
    let place = |reg: Reg| {
        let register = reg.0 as usize;
        let slot = slots.of[register];
        let varying = !matches!(slot, Slot::Uniform(_));
        Reg::at(slot, varying && kept(register))
    };
    let mut indices = vec![0; insts.len() + 1];
    let mut code = Vec::with_capacity(insts.len());
    let mut inst_lines = Vec::with_capacity(insts.len());
    for (at, inst) in insts.into_iter().enumerate() {
        indices[at] = code.len() as u32;
        if !matches!(inst, Inst::Nop) {
            code.push(inst);
            inst_lines.push(lowering.inst_lines[at]);
        }
    }
    if let Some(last) = indices.last_mut() {
        *last = code.len() as u32;
    }
    for inst in &mut code {
        inst.visit(&mut |reg, _| *reg = place(*reg));
        inst.targets(|target| *target = indices[lowering.labels[*target as usize] as usize]);
    }
    let ordered = code.iter().any(|inst| match inst {
        Inst::Atomic(atomic) => !atomic.local,
        Inst::Print(_) => true,
        _ => false,
    }) || lowering
        .objects
        .iter()
        .any(|it| it.kind == ObjectKind::Global);
    let constants = lowering
        .constants
        .iter()
        .map(|(&bits, &reg)| (place(reg), bits))
        .collect();
    let specials = lowering
        .specials
        .iter()
        .map(|(&special, &reg)| (special, place(reg)))
        .collect();
    for site in &mut lowering.sites {
        if let Some((_, formula)) = &mut site.index {
            formula.visit(&mut |reg| *reg = place(*reg));
        }
    }
    let parameters = lowering
        .parameters
        .iter()
        .map(|parameter| match parameter {
            Parameter::Pointer {
                reg,
                local,
                constant,
            } => Parameter::Pointer {
                reg: place(*reg),
                local: *local,
                constant: *constant,
            },
            Parameter::Value { scalar, regs, size } => Parameter::Value {
                scalar: *scalar,
                regs: regs.iter().map(|&reg| place(reg)).collect(),
                size: *size,
            },
            Parameter::Image { reg, ty } => Parameter::Image {
                reg: place(*reg),
                ty: *ty,
            },
            Parameter::Sampler { reg } => Parameter::Sampler { reg: place(*reg) },
            record => record.clone(),
        })
        .collect();
    let stepping = lowering.marks.take().map(|marks| {
        let mut stepping = marks.stepping;
        for variable in &mut stepping.variables {
            if let Storage::Registers { regs, written, .. } = &mut variable.storage {
                for reg in regs.iter_mut().chain(written.iter_mut().flatten()) {
                    *reg = place(*reg);
                }
            }
        }
        stepping.globals = std::mem::take(&mut lowering.globals);
        stepping.local_objects = std::mem::take(&mut lowering.local_objects);
        stepping
    });
    Ok(Code {
        kernel: function.name.to_string(),
        place: lowering.place_of(function.origin, function.origin),
        insts: code,
        inst_lines,
        lines: lowering.lines,
        blocks: lowering.blocks,
        frames: usize::from(lowering.most_frames),
        uniforms: slots.uniforms,
        narrows: slots.narrows,
        wides: slots.wides,
        constants,
        specials,
        parameters,
        objects: lowering.objects,
        private_bytes: lowering.private_bytes.next_multiple_of(16),
        sites: lowering.sites,
        required_work_group_size: function
            .kernel
            .as_ref()
            .and_then(|attributes| attributes.required_work_group_size),
        required_sub_group_size: function
            .kernel
            .as_ref()
            .and_then(|attributes| attributes.required_sub_group_size),
        written: found.written,
        ordered,
        elsewhere: lowering.elsewhere,
        open: lowering.open,
        stepping: stepping.unwrap_or_default(),
    })
}

struct Slots {
    of: Vec<Slot>,
    uniforms: usize,
    narrows: usize,
    wides: usize,
}

fn slots(insts: &mut [Inst], virtuals: &[Virtual], varying: &[bool]) -> Slots {
    // First write and last use of each temporary; the scope of each variable.
    let mut lives: Vec<Option<(usize, usize)>> = virtuals
        .iter()
        .map(|register| (!register.temporary).then_some((register.born, register.dies)))
        .collect();
    for (at, inst) in insts.iter_mut().enumerate() {
        inst.visit(&mut |reg, _| {
            let register = reg.0 as usize;
            if virtuals[register].temporary {
                let life = lives[register].get_or_insert((at, at));
                life.1 = at;
            }
        });
    }
    let mut order: Vec<(usize, usize, usize)> = lives
        .iter()
        .enumerate()
        .filter_map(|(register, life)| life.map(|(from, to)| (from, to, register)))
        .collect();
    order.sort_unstable();
    let mut of = vec![Slot::Uniform(0); virtuals.len()];
    let mut uniforms = 0;
    let mut made = [0_usize; 2];
    let mut free: [BinaryHeap<Reverse<usize>>; 2] = [BinaryHeap::new(), BinaryHeap::new()];
    let mut ending: [BinaryHeap<Reverse<(usize, usize)>>; 2] =
        [BinaryHeap::new(), BinaryHeap::new()];
    for (from, to, register) in order {
        if !varying[register] {
            of[register] = Slot::Uniform(uniforms);
            uniforms += 1;
            continue;
        }
        let class = usize::from(virtuals[register].wide);
        while let Some(&Reverse((end, slot))) = ending[class].peek() {
            if end >= from {
                break;
            }
            ending[class].pop();
            free[class].push(Reverse(slot));
        }
        let slot = match free[class].pop() {
            Some(Reverse(slot)) => slot,
            None => {
                made[class] += 1;
                made[class] - 1
            }
        };
        ending[class].push(Reverse((to, slot)));
        of[register] = if class == 1 {
            Slot::Wide(slot)
        } else {
            Slot::Narrow(slot)
        };
    }
    Slots {
        of,
        uniforms,
        narrows: made[0],
        wides: made[1],
    }
}
