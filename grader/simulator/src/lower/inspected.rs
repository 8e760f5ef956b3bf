//! An expression that somebody asks for while code is stepped through, as code of its own: it reads the variables of
//! that code, which are copied into its registers before it runs, and the same objects of memory.

use super::*;
use crate::code::{CallId, MarkId, Stepping, Storage, VariableId, Visible};

/// An expression as code.
#[derive(Clone, Debug)]
pub(crate) struct Inspected {
    pub(crate) code: Code,
    /// Registers of the code that is stepped through, and those that they are copied into.
    pub(crate) inputs: Vec<(Reg, Reg)>,
    pub(crate) result: InspectedResult,
}

/// The registers that hold the result.
#[derive(Clone, Debug)]
pub(crate) enum InspectedResult {
    Nothing,
    Components(Scalar, Vec<Reg>),
    /// The address of a record, and its size in bytes.
    Record(Reg, u64),
}

/// The variables that are visible at a mark, the one declared last first; of those of one name only that.
pub(crate) fn visible(stepping: &Stepping, mark: MarkId) -> Vec<(VariableId, &Visible)> {
    let mut found: Vec<(VariableId, &Visible)> = Vec::new();
    let mut next = stepping.marks[mark as usize].newest;
    while let Some(id) = next {
        let variable = &stepping.variables[id as usize];
        if !found.iter().any(|(_, it)| it.var == variable.var) {
            found.push((id, variable));
        }
        next = variable.before;
    }
    found
}

/// Lowers `expr` of `program`, which is the program of `code` with that expression added before `mark`.
pub(crate) fn lower_inspected(
    program: &Program,
    code: &Code,
    mark: MarkId,
    expr: ExprId,
) -> Result<Inspected> {
    let of_mark = &code.stepping.marks[mark as usize];
    let function = code.stepping.calls[of_mark.call as usize].function;
    let mut lowering = Lowering::new(program, false);
    lowering.objects.clone_from(&code.objects);
    lowering.private_bytes = code.private_bytes;
    lowering.globals.clone_from(&code.stepping.globals);
    lowering
        .local_objects
        .clone_from(&code.stepping.local_objects);
    let mut marks = marks::Marks::of(function, program.function(function));
    let mut homes = HashMap::new();
    let mut from = Vec::new();
    for (_, variable) in visible(&code.stepping, mark) {
        let home = match &variable.storage {
            Storage::Object(object) => Home::Object(*object),
            Storage::Registers { scalar, regs, .. } => {
                let copies = regs.iter().map(|&reg| {
                    let copy = lowering.variable(scalar.size() == 8);
                    let register = &mut lowering.virtuals[copy.0 as usize];
                    (register.varying, register.dies) = (true, usize::MAX);
                    from.push(reg);
                    copy
                });
                let copies: Vec<Reg> = copies.collect();
                marks.stepping.variables.push(Visible {
                    storage: Storage::Registers {
                        scalar: *scalar,
                        regs: copies.clone(),
                        written: Vec::new(),
                    },
                    ..variable.clone()
                });
                Home::Registers(*scalar, copies)
            }
        };
        homes.insert(variable.var, home);
    }
    let inputs = marks.stepping.variables.len();
    lowering.activations.push(Activation {
        function,
        homes,
        defined: HashMap::new(),
        addressed: HashSet::new(),
        result: Vec::new(),
        result_object: None,
        frame: None,
        jumps: jump::Jumps::default(),
    });
    let end = lowering.label();
    lowering.joins.push(end);
    lowering.at_line(program.expr(expr).origin);
    lowering.block();
    let value = lowering.value(expr)?;
    let (scalar, from_value) = match value {
        Value::Nothing => (Scalar::Int, Vec::new()),
        Value::Registers(scalar, regs) => (scalar, regs),
        Value::Bytes(addr, _) => (Scalar::ULong, vec![lowering.pointer(addr)]),
    };
    let is_record = matches!(
        lowering.program.types.get(program.expr(expr).ty),
        Type::Record(_)
    );
    let results: Vec<Reg> = from_value
        .iter()
        .map(|&from| {
            lowering.variable(lowering.virtuals[from.0 as usize].wide || scalar.size() == 8)
        })
        .collect();
    for (&dst, &src) in results.iter().zip(&from_value) {
        lowering.emit(Inst::Move { dst, src });
    }
    marks.stepping.variables.push(Visible {
        var: VarId(u32::MAX),
        name: String::new(),
        ty: program.expr(expr).ty,
        scalar: None,
        storage: Storage::Registers {
            scalar,
            regs: results,
            written: Vec::new(),
        },
        before: None,
    });
    lowering.bind(end);
    lowering.emit(Inst::End);
    let last = lowering.insts.len();
    for register in &mut lowering.virtuals {
        if !register.temporary && register.dies == 0 {
            register.dies = last;
        }
    }
    lowering.close();
    lowering.marks = Some(marks);
    let size = lowering.size(program.expr(expr).ty);
    let code = allocate::finish(lowering, function, true)?;
    let registers = |variable: &Visible| match &variable.storage {
        Storage::Registers { regs, .. } => regs.clone(),
        Storage::Object(_) => Vec::new(),
    };
    let to = code.stepping.variables[..inputs].iter().flat_map(registers);
    let inputs: Vec<(Reg, Reg)> = from.into_iter().zip(to).collect();
    let result = match code.stepping.variables.last().map(registers) {
        Some(regs) if regs.is_empty() => InspectedResult::Nothing,
        Some(regs) if is_record => InspectedResult::Record(regs[0], size),
        Some(regs) => InspectedResult::Components(scalar, regs),
        None => InspectedResult::Nothing,
    };
    Ok(Inspected {
        code,
        inputs,
        result,
    })
}

/// The calls that lead to a mark, the innermost first, each with the mark at which it stands.
pub(crate) fn calls_at(stepping: &Stepping, mark: MarkId) -> Vec<(CallId, MarkId)> {
    let mut found = Vec::new();
    let mut at = Some(mark);
    while let Some(mark) = at {
        let call = stepping.marks[mark as usize].call;
        found.push((call, mark));
        at = stepping.calls[call as usize].caller;
    }
    found
}
