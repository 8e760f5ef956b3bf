//! The launches that are compared: what the tests of the command, of the simulator and of the
//! differential programs run, and what a host of 32 bits or a small stack might stumble over.

use super::writing::{launch_toml, quoted};
use opencl_c::preprocessor::{NoIncludes, Options, Standard};
use playground::{Request, Warp};
use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use testing::project;

/// A launch and what to call it.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) request: Request,
}

impl Case {
    /// A launch with a small budget: endless loops are among the launches.
    pub(crate) fn new(name: impl Into<String>, launch: String) -> Case {
        let name = name.into();
        Case {
            request: Request {
                name: name.clone(),
                launch,
                files: BTreeMap::new(),
                warp: Warp::default(),
                steps: Some(2_000_000),
                trace: None,
            },
            name,
        }
    }

    /// The request as the module takes it.
    pub(crate) fn request_text(&self) -> String {
        serde_json::to_string(&self.request).expect("JSON")
    }
}

/// The files of a folder that end like this, by their names.
fn files(folder: &Path, extension: &str) -> BTreeMap<String, String> {
    let files: BTreeMap<String, String> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy();
            let text = fs::read_to_string(&path).expect("text");
            (name.into_owned(), text)
        })
        .collect();
    assert!(!files.is_empty(), "{}", folder.display());
    files
}

fn command_folder() -> PathBuf {
    project().join("tests/launches")
}

pub(crate) fn of_the_command() -> Vec<Case> {
    let programs = files(&command_folder(), "cl");
    files(&command_folder(), "toml")
        .into_iter()
        .map(|(name, launch)| {
            let mut case = Case::new(name, launch);
            case.request.files = programs.clone();
            case.request.steps = None;
            case
        })
        .collect()
}

/// What `grader simulate --format json` says of one of them, where it says anything.
pub(crate) fn told_by_the_command(name: &str) -> Option<String> {
    fs::read_to_string(command_folder().join(name).with_extension("json")).ok()
}

pub(crate) fn of_the_simulator() -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, code) in ["simulator/tests/pass", "mistakes/tests/observed"]
        .into_iter()
        .flat_map(|folder| files(&project().join("grader").join(folder), "cl"))
    {
        let cases::Header {
            mut launch,
            defines,
            standard,
            sub_group_size,
            non_uniform,
        } = cases::parse(&code);
        if launch.kernel.is_empty() {
            let options = Options {
                defines: defines.clone(),
                standard: Standard::from_flag(&standard).expect("a version"),
                ..Options::default()
            };
            let checked =
                opencl_c::compile(&name, &code, &options, &mut NoIncludes).expect("a program");
            let (_, first) = checked.program.kernels().next().expect("a kernel");
            launch.kernel = first.name.to_string();
        }
        let toml = format!(
            "std = {}\nsub_group_size = {sub_group_size}\nnon_uniform = {non_uniform}\n{}",
            quoted(&standard),
            launch_toml(&code, &defines, &launch)
        );
        let mut wide = Case::new(format!("{name}, warps of 64"), toml.clone());
        wide.request.warp = Warp::Of64;
        cases.extend([Case::new(name, toml), wide]);
    }
    cases
}

/// Random programs, and each once more with every slip that can be made in it.
pub(crate) fn random(seeds: RangeInclusive<u64>) -> Vec<Case> {
    let mut cases = Vec::new();
    for seed in seeds {
        let program = differential::program(seed);
        let toml = |text: &str| launch_toml(text, &[], &program.launch);
        cases.push(Case::new(format!("program {seed}"), toml(&program.text)));
        for slip in &program.injections {
            let broken = program.text.replace(&slip.find, &slip.replace);
            let name = format!("program {seed} without {}", slip.find);
            cases.push(Case::new(name, toml(&broken)));
        }
    }
    cases
}

fn of_code(name: &str, code: &str) -> Case {
    let kernel = "kernel = \"k\"\nglobal = [1]\n[[arg]]\nbuffer = \"int\"\nlen = 1\nshow = true\n";
    Case::new(name, format!("code = {}\n{kernel}", quoted(code)))
}

/// Programs in which something is nested in itself, at depths on both sides of any limit.
pub(crate) fn nested() -> Vec<Case> {
    type Nest = (
        &'static str,
        &'static str,
        &'static str,
        &'static str,
        &'static str,
    );
    let nests: [Nest; 9] = [
        ("parentheses", "*a = ", "(", "1", ")"),
        ("unary operators", "*a = ", "- ", "1", ""),
        ("operators to the right", "*a = ", "1 ? 2 : ", "1", ""),
        ("operators to the left", "*a = 1", "", "", " + 1"),
        ("assignments", "int b; ", "b = ", "1; *a = b", ""),
        ("indices", "int b[1] = {0}; *a = ", "b[", "0", "]"),
        ("blocks", "", "{", "*a = 1;", "}"),
        ("branches", "", "if (a) ", "*a = 1;", ""),
        ("loops", "", "for (int i = 0; i < 1; i++) ", "*a = 1;", ""),
    ];
    let depths = [10, 60, 120, 200, 250, 255, 256, 257, 1000, 20_000];
    let mut cases = Vec::new();
    for (name, head, open, middle, close) in nests {
        for depth in depths {
            let (open, close) = (open.repeat(depth), close.repeat(depth));
            let code = format!("kernel void k(global int *a) {{ {head}{open}{middle}{close}; }}\n");
            cases.push(of_code(&format!("{depth} {name}"), &code));
        }
    }
    for depth in [10, 50, 60, 63, 64, 65, 1000] {
        let stars = "*".repeat(depth);
        let code = format!("kernel void k(global int *a) {{ int {stars}b = 0; *a = b == 0; }}\n");
        cases.push(of_code(&format!("{depth} pointers"), &code));
        let calls: String = (1..=depth)
            .map(|n| format!("int f{n}(int x) {{ return f{}(x) + 1; }}\n", n - 1))
            .collect();
        let code = format!(
            "int f0(int x) {{ return x; }}\n{calls}kernel void k(global int *a) {{ *a = f{depth}(1); }}\n"
        );
        cases.push(of_code(&format!("{depth} functions"), &code));
        let conditions = "#if 1\n".repeat(depth) + "int x;\n" + &"#endif\n".repeat(depth);
        let code = format!("{conditions}kernel void k(global int *a) {{ *a = 1; }}\n");
        cases.push(of_code(&format!("{depth} conditions"), &code));
        let arguments = format!("{}1{}", "F(".repeat(depth), ")".repeat(depth));
        let code =
            format!("#define F(x) (x + 1)\nkernel void k(global int *a) {{ *a = {arguments}; }}\n");
        cases.push(of_code(&format!("{depth} macros"), &code));
    }
    cases
}

/// Numbers that 32 bits do not hold, wherever a launch or a kernel may name one.
pub(crate) fn huge() -> Vec<Case> {
    let launches = [
        ("global size", "global = [4294967297]", ""),
        ("product of sizes", "global = [65536, 65536, 65536]", ""),
        (
            "product that wraps",
            "global = [2147483648, 2147483648, 4]",
            "",
        ),
        ("largest range", "global = [4294967295]", ""),
        ("local size", "global = [4]\nlocal = [4294967297]", ""),
        (
            "length",
            "global = [1]",
            "buffer = \"int\"\nlen = 4294967297",
        ),
        (
            "length that wraps",
            "global = [1]",
            "buffer = \"int\"\nlen = 4611686018427387905",
        ),
        ("local memory", "global = [1]", "local = 4294967300"),
        ("most local memory", "global = [1]", "local = 1073741824"),
        (
            "buffer",
            "global = [1]",
            "buffer = \"uchar\"\nlen = 4294967296",
        ),
    ];
    let mut cases: Vec<Case> = launches
        .into_iter()
        .map(|(name, range, argument)| {
            let pointer = if argument.contains("local") {
                "local"
            } else {
                "global"
            };
            let code = format!("kernel void k({pointer} int *a) {{ a[0] = 1; }}");
            let argument = if argument.is_empty() {
                "buffer = \"int\"\nlen = 4"
            } else {
                argument
            };
            Case::new(
                name,
                format!("code = '{code}'\nkernel = 'k'\n{range}\n[[arg]]\n{argument}\n"),
            )
        })
        .collect();
    let codes = [
        (
            "index",
            "kernel void k(global int *a) { a[4294967296] = 1; }",
        ),
        (
            "index below",
            "kernel void k(global int *a) { a[-4294967296] = 1; }",
        ),
        (
            "index of its own work-item",
            "kernel void k(global int *a) { a[get_global_id(0) + 0x4000000000000000] = 1; }",
        ),
        (
            "byte",
            "kernel void k(global int *a) { ((global char *)a)[0x100000001] = 1; }",
        ),
        (
            "pointer difference",
            "kernel void k(global int *a) { *a = (a + 0x80000000) - a == 0x80000000; }",
        ),
        (
            "array",
            "kernel void k(global int *a) { int b[4294967297]; b[0] = *a; *a = b[0]; }",
        ),
        (
            "local array",
            "kernel void k(global int *a) { local int b[1073741825]; b[0] = 1; *a = b[0]; }",
        ),
        (
            "constant array",
            "constant int b[1073741825] = {1}; kernel void k(global int *a) { *a = b[0]; }",
        ),
        (
            "record",
            "typedef struct { char b[4294967297]; } S; kernel void k(global S *a) { a[0] = a[1]; }",
        ),
        (
            "size of a type",
            "kernel void k(global int *a) { *a = sizeof(int[1073741825]) >> 32; }",
        ),
        (
            "work-group asked for",
            "__attribute__((reqd_work_group_size(4294967297, 1, 1))) kernel void k(global int *a) { *a = 1; }",
        ),
        (
            "size_t",
            "kernel void k(global int *a) { size_t n = (size_t)*a - 1; *a = n >> 40; }",
        ),
        (
            "printf",
            "kernel void k(global int *a) { printf(\"%.4294967298d|%4294967298d|%ld|%p\\n\", 1, 2, 0x123456789aL, a); }",
        ),
        (
            "line",
            "#line 4294967297\nkernel void k(global int *a) { *a = b; }",
        ),
        (
            "literal",
            "kernel void k(global int *a) { *a = 0x1ffffffff >> 32; }",
        ),
        (
            "async copy",
            "kernel void k(global int *a) { local int b[1]; event_t e = async_work_group_copy(b, a, 0x100000001, 0); wait_group_events(1, &e); }",
        ),
        (
            "stride",
            "kernel void k(global int *a) { local int b[2]; event_t e = async_work_group_strided_copy(b, a, 2, 0x4000000000000000, 0); wait_group_events(1, &e); }",
        ),
        (
            "shift",
            "kernel void k(global int *a) { *a = 1L << 4294967297L; }",
        ),
        (
            "vload",
            "kernel void k(global int *a) { int4 v = vload4(0x1000000000000000, a); *a = v.x; }",
        ),
    ];
    cases.extend(codes.map(|(name, code)| of_code(name, code)));
    cases
}
