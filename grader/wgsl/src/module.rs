//! The whole shader: memory, bindings, functions, the entry point.

use crate::bindings::{Binding, Content, GEOMETRY_WORDS, Launch, Shader, Slot};
use crate::classes::{Class, Space};
use crate::constants::{self, Known};
use crate::emit::Emit;
use crate::library;
use crate::pointers::{self, Home, ObjectKind, Pointers};
use crate::refusal::{Reason, Refusal, Result, refuse};
use crate::sharing;
use crate::split::Split;
use crate::uniform::{self, Uniform};
use crate::value::Pointer;
use opencl_c::builtin::Scope;
use opencl_c::program::{ExprKind, Program, VarId};
use opencl_c::types::Type;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write;

/// The shader of a kernel for launches of this kind. Where sub-groups call a function under conditions of their own,
/// each work-item becomes a sub-group: the functions of sub-groups wait for the whole work-group else.
pub fn translate(
    program: &Program,
    kernel: &str,
    launch: &Launch,
) -> std::result::Result<Shader, Refusal> {
    let usual = bindable(program, kernel, launch)?;
    if usual.parted.is_some() && calls_sub_groups(program) {
        let alone = Launch {
            sub_group: 1,
            ..launch.clone()
        };
        if let Ok(shader) = bindable(program, kernel, &alone)
            && shader.parted.is_none()
        {
            return Ok(shader);
        }
    }
    Ok(usual)
}

fn calls_sub_groups(program: &Program) -> bool {
    program.exprs.iter().any(|expr| match &expr.kind {
        ExprKind::Builtin { builtin, .. } => builtin
            .name
            .of_group()
            .is_some_and(|rule| rule.scope == Scope::SubGroup),
        _ => false,
    })
}

/// The shader, with buffers that share a binding if the device does not bind them all.
fn bindable(
    program: &Program,
    kernel: &str,
    launch: &Launch,
) -> std::result::Result<Shader, Refusal> {
    let shader = translated(program, kernel, launch, None)?;
    match launch.buffers.map(|most| most as usize) {
        Some(most) if shader.storage_buffers() > most => {
            // Shared buffers may prove less uniform, and one binding more then says whether work-items parted.
            translated(program, kernel, launch, Some(most.saturating_sub(1)))
        }
        _ => Ok(shader),
    }
}

fn translated(
    program: &Program,
    kernel: &str,
    launch: &Launch,
    most_bindings: Option<usize>,
) -> std::result::Result<Shader, Refusal> {
    let found = program
        .kernels()
        .find(|(_, function)| &*function.name == kernel);
    let Some((id, _)) = found else {
        return Err(Refusal {
            reason: Reason::NoKernel,
            origin: None,
        });
    };
    let mut pointers = pointers::analyse(program, id, launch)?;
    if let Some(most) = most_bindings {
        sharing::share(&mut pointers, most);
    }
    check_spaces(program, &pointers)?;
    let sizes = lay_out(&mut pointers);
    let mut emit = Emit {
        program,
        pointers: &pointers,
        launch,
        at: 0,
        uniform: Uniform::default(),
        body: String::new(),
        depth: 1,
        names: 0,
        variables: BTreeSet::new(),
        known: Known::default(),
        variants: Vec::new(),
        inlined: Vec::new(),
        inlinings: 0,
        called: Vec::new(),
        only_calls: false,
        narrow: HashSet::new(),
        module: BTreeSet::new(),
        used: BTreeSet::new(),
        block: Vec::new(),
        broadcasts: false,
    };
    let mut slots = Vec::new();
    let main = emit.main(&mut slots)?;
    let of_main = std::mem::take(&mut emit.used);
    let mut functions = String::new();
    let mut written = 0;
    // Writing one may need others.
    while let Some(variant) = emit.variants.get(written).cloned() {
        let text = emit.function(&variant)?;
        functions.push_str(&with_ids(&text));
        if functions.len() > 4 << 20 {
            return refuse(Reason::TooLarge, program.function(id).origin);
        }
        written += 1;
    }
    let (own, shared): (Vec<Class>, Vec<Class>) = of_main
        .into_iter()
        .partition(|&class| emit.is_own(class) && !emit.used.contains(&class));
    emit.used.extend(shared);
    let split = match cfg!(feature = "inline") {
        true => {
            let is_private = |class: &&Class| {
                let spaces = &emit.pointers.classes.facts(**class).spaces;
                matches!(spaces.first(), Some(Space::Private) | None)
            };
            let shared = emit.used.iter().filter(is_private);
            let private: Vec<Class> = own.iter().chain(shared).copied().collect();
            Split::of(&[&functions, &main], &emit.module, &private)
        }
        false => Split::default(),
    };
    let words = |class: Class| sizes.get(&class).copied().unwrap_or(0).max(4).div_ceil(4);
    let arrays = own
        .iter()
        .map(|&class| split.declared(class, "  var", words(class)));
    let arrays: String = arrays.collect();
    let main = split.applied(main);
    let main = main.replacen(" {\n", &format!(" {{\n{arrays}"), 1);
    emit.shader(split.applied(functions) + &main, slots, &sizes, &split)
}

fn check_spaces(program: &Program, pointers: &Pointers) -> Result<()> {
    for object in &pointers.objects {
        if pointers.classes.facts(object.class).spaces.len() > 1 {
            let main = &pointers.instances[0];
            return refuse(Reason::MixedSpaces, program.function(main.function).origin);
        }
    }
    Ok(())
}

/// Gives each object its place in its class. The sizes of the classes, in bytes.
fn lay_out(pointers: &mut Pointers) -> BTreeMap<Class, u64> {
    let mut sizes: BTreeMap<Class, u64> = BTreeMap::new();
    for object in &mut pointers.objects {
        if let ObjectKind::Buffer(_) = object.kind {
            continue;
        }
        let size = sizes
            .entry(pointers.classes.find(object.class))
            .or_default();
        object.start = size.next_multiple_of(object.align.max(16));
        *size = object.start + object.bytes.next_multiple_of(4);
    }
    sizes
}

/// A helper's ids come from variables of the module.
fn with_ids(text: &str) -> String {
    let mut ids = String::new();
    for name in ["item", "group", "global_id", "item_index"] {
        let word = |part: &str| part == name;
        let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        if words.any(word) {
            let _ = writeln!(ids, "  let {name} = my_{name};");
        }
    }
    text.replacen(" {\n", &format!(" {{\n{ids}"), 1)
}

impl Emit<'_> {
    /// May a class be an array of the kernel's own? Functions of the module store parts of words.
    fn is_own(&self, class: Class) -> bool {
        let facts = self.pointers.classes.facts(class);
        matches!(facts.spaces.first(), Some(Space::Private) | None) && !facts.bytes
    }

    /// The kernel itself, as the entry point.
    fn main(&mut self, slots: &mut Vec<Slot>) -> Result<String> {
        let program = self.program;
        self.at = 0;
        self.known = Known::default();
        self.narrow.clear();
        self.names = 0;
        self.depth = 1;
        self.uniform = uniform::analyse(program, self.pointers, 0, Vec::new(), true);
        let function = program.function(self.pointers.instances[0].function);
        let [x, y, z] = self.launch.local;
        if self.launch.folded {
            let words: Vec<String> = (0..12).map(|word| self.block_word(word)).collect();
            self.line(&format!("let group_number = my.x + my.y * {};", words[7]));
            self.line(&format!(
                "if group_number >= {} * {} * {} {{ return; }}",
                words[8], words[9], words[10]
            ));
            self.line(&format!(
                "let group = vec3<u32>(group_number % {}, group_number / {} % {}, group_number / {} / {});",
                words[8], words[8], words[9], words[8], words[9]
            ));
        } else {
            self.line("let group = my;");
        }
        self.line(&format!(
            "let global_id = group * vec3<u32>({x}u, {y}u, {z}u) + item + vec3<u32>({}, {}, {});",
            self.block_word(4),
            self.block_word(5),
            self.block_word(6)
        ));
        for name in ["item", "group", "global_id", "item_index"] {
            self.line(&format!("my_{name} = {name};"));
        }
        let mut word = GEOMETRY_WORDS;
        for index in 0..function.parameters {
            let var = VarId(index as u32);
            let declared = &function.vars[index];
            match self.home(var) {
                Home::Pointer(class) => {
                    let name = self.var_name(var);
                    self.variable(&name, "u32");
                    let class = self.class(class);
                    let Some(&object) = self.pointers.parameters.get(&index) else {
                        continue;
                    };
                    if self.pointers.objects[object].kind == ObjectKind::Local {
                        let start = self.object(object).text();
                        self.line(&format!("{name} = {start};"));
                        continue;
                    }
                    let start = self.block_word(word);
                    self.line(&format!("{name} = {start};"));
                    slots.push(Slot {
                        at: word * 4,
                        what: Content::Start {
                            parameter: index,
                            unit: self.unit(class) as u32,
                        },
                    });
                    word += 1;
                }
                Home::Registers => {
                    let bytes = program.types.size(declared.ty).unwrap_or(4) as u32;
                    self.value_parameter(var, word)?;
                    slots.push(Slot {
                        at: word * 4,
                        what: Content::Value {
                            parameter: index,
                            bytes,
                        },
                    });
                    word += bytes.div_ceil(4);
                }
                Home::Memory(object) => {
                    let bytes = self.pointers.objects[object].bytes as u32;
                    let to: Pointer = self.object(object);
                    for at in 0..bytes.div_ceil(4) {
                        let text = self.block_word(word + at);
                        let to = self.moved(&to, i64::from(at) * 4);
                        self.store_word(&to, &text);
                    }
                    slots.push(Slot {
                        at: word * 4,
                        what: Content::Value {
                            parameter: index,
                            bytes: program.types.size(declared.ty).unwrap_or(4) as u32,
                        },
                    });
                    word += bytes.div_ceil(4);
                }
                Home::Image(_) => {
                    let Some(&object) = self.pointers.parameters.get(&index) else {
                        continue;
                    };
                    let class = self
                        .pointers
                        .classes
                        .find(self.pointers.objects[object].class);
                    self.line(&format!(
                        "image{index}_start = {}; image{index}_size = bitcast<vec3<i32>>(vec3<u32>({}, {}, {}));",
                        self.block_word(word),
                        self.block_word(word + 1),
                        self.block_word(word + 2),
                        self.block_word(word + 3)
                    ));
                    self.module.insert(format!(
                        "var<private> image{index}_start: u32;\nvar<private> image{index}_size: vec3<i32>;\n"
                    ));
                    slots.push(Slot {
                        at: word * 4,
                        what: Content::Start {
                            parameter: index,
                            unit: self.unit(class) as u32,
                        },
                    });
                    slots.push(Slot {
                        at: (word + 1) * 4,
                        what: Content::Size { parameter: index },
                    });
                    word += 4;
                }
                Home::Sampler(_) | Home::Nothing => {}
            }
        }
        self.block.push(word);
        self.statement(&function.body)?;
        let head = format!(
            "@compute @workgroup_size({x}, {y}, {z})\nfn main(@builtin(local_invocation_id) item: vec3<u32>, \
             @builtin(local_invocation_index) item_index: u32, @builtin(workgroup_id) my: vec3<u32>)"
        );
        Ok(self.function_text(&head))
    }

    /// Reads a scalar or vector parameter from the block.
    fn value_parameter(&mut self, var: VarId, word: u32) -> Result<()> {
        let origin = self
            .program
            .function(self.pointers.instances[0].function)
            .origin;
        let ty = self.var_ty(var);
        if !matches!(
            self.program.types.get(ty),
            Type::Scalar(_) | Type::Vector(..)
        ) {
            return refuse(Reason::Expression("a parameter of this type"), origin);
        }
        let (scalar, _) = self.shape(ty, origin)?;
        let name = self.var_name(var);
        let parts = self.parts(&name, ty, origin)?;
        let size = scalar.size().min(4);
        for (at, (part, register)) in parts.iter().enumerate() {
            let byte = at as u32 * size;
            let text = self.block_word(word + byte / 4);
            let (shift, bits) = (byte % 4 * 8, size * 8);
            let text = match (scalar.is_signed() && scalar.size() < 4, size) {
                (true, _) => format!("extractBits(bitcast<i32>({text}), {shift}u, {bits}u)"),
                (false, 4) => format!("bitcast<{register}>({text})"),
                (false, _) if *register == "i32" => {
                    format!("i32(extractBits({text}, {shift}u, {bits}u))")
                }
                (false, _) => format!("extractBits({text}, {shift}u, {bits}u)"),
            };
            self.variable(part, register);
            self.line(&format!("{part} = {text};"));
        }
        Ok(())
    }

    fn shader(
        &mut self,
        functions: String,
        slots: Vec<Slot>,
        sizes: &BTreeMap<Class, u64>,
        split: &Split,
    ) -> Result<Shader> {
        let words = self.block.first().copied().unwrap_or(GEOMETRY_WORDS);
        let block = words.div_ceil(4) * 4;
        let mut head = String::new();
        let mut bindings = Vec::new();
        let (mut next, mut tables, mut local_memory) = (1u32, Vec::new(), 0u64);
        let _ = writeln!(
            head,
            "@group(0) @binding(0) var<uniform> block: array<vec4<u32>, {}>;",
            block / 4
        );
        for class in self.used.clone() {
            let facts = self.pointers.classes.facts(class).clone();
            let atomic = self.is_atomic(class);
            let fours = self.in_fours(class);
            let element = match (atomic, fours) {
                (true, _) => "atomic<u32>",
                (false, true) => "vec4<u32>",
                (false, false) => "u32",
            };
            let unit = if fours { 16 } else { 4 };
            let name = class.0;
            let size = sizes.get(&class).copied().unwrap_or(0).max(4);
            match facts.spaces.first() {
                Some(Space::Storage) => {
                    let written = facts.written || atomic;
                    let access = if written { "read_write" } else { "read" };
                    let _ = writeln!(
                        head,
                        "@group(0) @binding({next}) var<storage, {access}> m{name}: array<{element}>;"
                    );
                    let mut parameters: Vec<usize> = self
                        .pointers
                        .objects
                        .iter()
                        .filter(|object| self.pointers.classes.find(object.class) == class)
                        .filter_map(|object| match object.kind {
                            ObjectKind::Buffer(parameter) => Some(parameter),
                            _ => None,
                        })
                        .collect();
                    parameters.sort_unstable();
                    bindings.push(Binding {
                        number: next,
                        parameters,
                        written,
                    });
                    next += 1;
                }
                Some(Space::Workgroup) => {
                    local_memory += size;
                    let _ = writeln!(
                        head,
                        "var<workgroup> m{name}: array<{element}, {}>;",
                        size.div_ceil(unit)
                    );
                }
                Some(Space::Table) => {
                    tables.push((next, self.table(class)?));
                    let _ = writeln!(
                        head,
                        "@group(0) @binding({next}) var<storage, read> m{name}: array<u32>;"
                    );
                    next += 1;
                }
                Some(Space::Private) | None => {
                    head.push_str(&split.declared(class, "var<private>", size.div_ceil(4)));
                }
            }
        }
        let mut parted = None;
        if self.broadcasts {
            let _ = writeln!(
                head,
                "@group(0) @binding({next}) var<storage, read_write> parted: array<u32>;\n\
                 var<workgroup> shared_condition: u32;"
            );
            parted = Some(next);
            local_memory += 4;
        }
        head.push_str(
            "var<private> my_item: vec3<u32>;\nvar<private> my_group: vec3<u32>;\n\
             var<private> my_global_id: vec3<u32>;\nvar<private> my_item_index: u32;\n",
        );
        for line in &self.module {
            head.push_str(line);
        }
        if self.module.iter().any(|line| line.contains("group_values")) {
            local_memory += u64::from(self.group_size()) * 4;
        }
        head.push_str(&functions);
        let library = library::used(&head);
        let text = format!("{library}{head}");
        Ok(Shader {
            text,
            bindings,
            tables,
            parted,
            slots,
            block: block * 4,
            local_memory: local_memory as u32,
        })
    }

    /// The bytes of the constant objects of a class.
    fn table(&self, class: Class) -> Result<Vec<u8>> {
        let mut to = Vec::new();
        for object in &self.pointers.objects {
            let ObjectKind::Table(global) = object.kind else {
                continue;
            };
            if self.pointers.classes.find(object.class) != class {
                continue;
            }
            let bytes = constants::bytes(self.program, global)?;
            to.resize(object.start as usize, 0);
            to.extend(bytes);
            to.resize(to.len().next_multiple_of(4), 0);
        }
        Ok(to)
    }
}
