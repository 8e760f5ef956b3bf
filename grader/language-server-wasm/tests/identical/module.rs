//! The modules, built and run: the page's, and the web editor's, which runs launches.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use wasmi::{Config, Engine, Linker, Memory, Module, Store, TypedFunc};

/// Calls within calls that the interpreter allows; the front end takes what it is given to its own limits of nesting.
const DEEPEST: usize = 100_000;
/// Bytes of the interpreter's own stack.
const STACK: usize = 64 << 20;

/// Without runs of launches, and with them. The one build takes the place of the other, so they are read in turn.
static MODULES: LazyLock<[(Engine, Module); 2]> =
    LazyLock::new(|| [&[][..], &["--features", "runs"]].map(built));

fn built(options: &[&str]) -> (Engine, Module) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../playground/build");
    let output = Command::new(script)
        .arg("language-server-wasm")
        .args(options)
        .output()
        .expect("the script starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the module is not built:\n{said}");
    let path = String::from_utf8(output.stdout).expect("a path");
    let mut config = Config::default();
    config.set_max_recursion_depth(DEEPEST);
    config.set_max_stack_height(STACK);
    let engine = Engine::new(&config);
    let bytes = std::fs::read(path.trim_end()).expect("the module");
    let module = Module::new(&engine, &bytes).expect("a module");
    (engine, module)
}

/// One instance of a module, as a worker has it.
pub(crate) struct Instance {
    store: Store<()>,
    instance: wasmi::Instance,
    memory: Memory,
}

impl Instance {
    pub(crate) fn without_runs() -> Instance {
        Instance::of(&MODULES[0])
    }

    pub(crate) fn with_runs() -> Instance {
        Instance::of(&MODULES[1])
    }

    fn of((engine, module): &(Engine, Module)) -> Instance {
        let mut store = Store::new(engine, ());
        // It asks its host for nothing: no clock, no randomness, no threads.
        let instance = Linker::new(engine)
            .instantiate_and_start(&mut store, module)
            .expect("a module without imports");
        let memory = instance.get_memory(&store, "memory").expect("a memory");
        Instance {
            store,
            instance,
            memory,
        }
    }

    /// What the function of this name answers.
    pub(crate) fn answer(&mut self, function: &str, request: &str) -> String {
        let store = &mut self.store;
        let (instance, memory) = (&self.instance, self.memory);
        let number = |store: &Store<()>, name: &str| -> TypedFunc<(), u32> {
            instance.get_typed_func(store, name).expect("a function")
        };
        let request_of: TypedFunc<u32, u32> = instance
            .get_typed_func(&*store, "request_of")
            .expect("a function");
        let room = request_of
            .call(&mut *store, request.len() as u32)
            .expect("room");
        memory
            .write(&mut *store, room as usize, request.as_bytes())
            .expect("room");
        let (asked, answer_length) = (number(store, function), number(store, "answer_length"));
        let at = asked.call(&mut *store, ()).expect("an answer");
        let length = answer_length.call(&mut *store, ()).expect("a length");
        let mut answer = vec![0; length as usize];
        memory
            .read(&*store, at as usize, &mut answer)
            .expect("the answer");
        String::from_utf8(answer).expect("UTF-8")
    }
}
