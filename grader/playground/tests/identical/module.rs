//! The module, built and run.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use wasmi::{Config, Engine, Linker, Memory, Module, Store, TypedFunc};

/// Calls within calls that the interpreter allows; the front end takes what it is given to its own
/// limits of nesting.
const DEEPEST: usize = 100_000;
/// Bytes of the interpreter's own stack.
const STACK: usize = 64 << 20;

static MODULE: LazyLock<(Engine, Module)> = LazyLock::new(|| {
    let mut config = Config::default();
    config.set_max_recursion_depth(DEEPEST);
    config.set_max_stack_height(STACK);
    let engine = Engine::new(&config);
    let bytes = std::fs::read(built()).expect("the module");
    let module = Module::new(&engine, &bytes).expect("a module");
    (engine, module)
});

fn built() -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("build");
    let output = Command::new(script).output().expect("the script starts");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the module is not built:\n{told}");
    let path = String::from_utf8(output.stdout).expect("a path");
    path.trim_end().to_owned()
}

/// One instance of the module, as a page has it.
pub(crate) struct Instance {
    store: Store<()>,
    instance: wasmi::Instance,
    memory: Memory,
    request_of: TypedFunc<u32, u32>,
    answer_length: TypedFunc<(), u32>,
}

impl Instance {
    pub(crate) fn new() -> Instance {
        let (engine, module) = &*MODULE;
        let mut store = Store::new(engine, ());
        // It asks its host for nothing: no clock, no randomness, no threads.
        let instance = Linker::new(engine)
            .instantiate_and_start(&mut store, module)
            .expect("a module without imports");
        Instance {
            memory: instance.get_memory(&store, "memory").expect("a memory"),
            request_of: instance.get_typed_func(&store, "request_of").expect("it"),
            answer_length: instance
                .get_typed_func(&store, "answer_length")
                .expect("it"),
            instance,
            store,
        }
    }

    /// What the function of this name answers.
    pub(crate) fn answer(&mut self, function: &str, request: &str) -> String {
        let asked: TypedFunc<(), u32> = self
            .instance
            .get_typed_func(&self.store, function)
            .expect("a function");
        let store = &mut self.store;
        let at = self
            .request_of
            .call(&mut *store, request.len() as u32)
            .expect("room");
        self.memory
            .write(&mut *store, at as usize, request.as_bytes())
            .expect("room");
        let at = asked.call(&mut *store, ()).expect("an answer");
        let length = self.answer_length.call(&mut *store, ()).expect("a length");
        let mut answer = vec![0; length as usize];
        self.memory
            .read(&*store, at as usize, &mut answer)
            .expect("the answer");
        String::from_utf8(answer).expect("UTF-8")
    }
}
