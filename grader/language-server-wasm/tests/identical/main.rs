//! What the modules answer is what the server answers natively, byte for byte. They are built by
//! `grader/playground/build` and run by an interpreter.

mod module;

use language_server_wasm::Session;
use module::Instance;
use serde_json::{Value, json};

const KERNEL: &str = "#include \"lib/half.h\"
kernel void scale(global float *in, float factor, uint n)
{
    size_t x = get_global_id(0);
    size_t lid = threadIdx.x;
    if (x < n) in[x] = HALF*in[x]*facto;
}
";

/// A kernel whose launch shows that its guard is missing.
const UNGUARDED: &str = "kernel void scale(global float *in, float factor, uint n)
{
    in[get_global_id(0) + 1] *= factor;
}
";

const LAUNCH: &str = "source = \"k.cl\"
kernel = \"scale\"
global = [64]
local = [32]
arg = [
  { buffer = \"float\", len = 64, init = \"iota\" },
  { scalar = \"float\", value = 2 },
  { scalar = \"uint\", value = 64 },
]
";

/// A call of an exported function, with its request.
type Call = (&'static str, String);

fn files() -> Call {
    let files = json!({
        "/p/lib/half.h": "#define HALF 0.5f\n",
        "/p/LAUNCH.toml": LAUNCH,
        "/.grader.toml": "book = \"http://localhost/\"\n",
    });
    ("files", files.to_string())
}

fn request(id: i32, method: &str, params: Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

fn notify(method: &str, params: Value) -> String {
    json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string()
}

fn receive(messages: &[String]) -> Call {
    ("receive", messages.join("\n"))
}

fn idle() -> Call {
    ("idle", String::new())
}

fn initialize() -> Call {
    receive(&[
        request(0, "initialize", json!({"capabilities": {}})),
        notify("initialized", json!({})),
    ])
}

fn open(text: &str) -> String {
    let document =
        json!({"uri": "file:///p/k.cl", "languageId": "opencl", "version": 1, "text": text});
    notify("textDocument/didOpen", json!({"textDocument": document}))
}

fn at(line: u32, character: u32) -> Value {
    let position = json!({"line": line, "character": character});
    json!({"textDocument": {"uri": "file:///p/k.cl"}, "position": position})
}

fn hints() -> Call {
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
    let params = json!({"textDocument": {"uri": "file:///p/k.cl"}, "range": range});
    receive(&[request(9, "textDocument/inlayHint", params)])
}

fn natively(calls: &[Call]) -> Vec<String> {
    let mut session = Session::default();
    let answer = |(name, request): &Call| match *name {
        "files" => session.files(request),
        "receive" => session.receive(request),
        _ => session.idle(),
    };
    calls.iter().map(answer).collect()
}

fn in_wasm(mut instance: Instance, calls: &[Call]) -> Vec<String> {
    let answer = |(name, request): &Call| instance.answer(name, request);
    calls.iter().map(answer).collect()
}

#[test]
fn what_an_editor_asks() {
    let whole = json!({"textDocument": {"uri": "file:///p/k.cl"}, "options": {"tabSize": 4, "insertSpaces": true}});
    let calls = [
        files(),
        initialize(),
        receive(&[open(KERNEL)]),
        idle(),
        receive(&[
            request(1, "textDocument/hover", at(3, 18)),
            request(2, "textDocument/hover", at(5, 25)),
            request(3, "textDocument/completion", at(5, 38)),
            request(4, "textDocument/completion", at(0, 14)),
            request(5, "textDocument/signatureHelp", at(3, 30)),
            request(6, "textDocument/definition", at(5, 32)),
            request(7, "textDocument/formatting", whole),
        ]),
    ];
    let native = natively(&calls);
    assert_eq!(in_wasm(Instance::with_runs(), &calls), native);
    // Only runs are left out of the page's module.
    assert_eq!(in_wasm(Instance::without_runs(), &calls), native);
    assert!(native[3].contains("http://localhost/mistakes/cuda-ism.html"));
    assert!(native[4].contains("#define HALF 0.5f"));
    assert_eq!(native[4].lines().count(), 7);
}

#[test]
fn runs_of_launches_and_none_without_the_feature() {
    let calls = [
        files(),
        initialize(),
        receive(&[open(UNGUARDED)]),
        idle(),
        hints(),
        idle(),
    ];
    let native = natively(&calls);
    assert_eq!(in_wasm(Instance::with_runs(), &calls), native);
    assert!(native[3].contains("out-of-bounds"), "{}", native[3]);
    let without = in_wasm(Instance::without_runs(), &calls);
    assert!(!without[3].contains("out-of-bounds"), "{}", without[3]);
    assert!(without[5].contains("\"result\":[]"), "{}", without[5]);
}

#[test]
fn a_request_that_is_cancelled_and_a_line_that_is_no_message() {
    let calls = [
        initialize(),
        receive(&[
            open(KERNEL),
            request(1, "textDocument/hover", at(3, 18)),
            "{\"id\": ".to_owned(),
            notify("$/cancelRequest", json!({"id": 1})),
        ]),
        ("files", "[]".to_owned()),
    ];
    let native = natively(&calls);
    assert_eq!(in_wasm(Instance::without_runs(), &calls), native);
    assert!(native[1].contains("could not be read"));
    assert!(native[1].contains("-32800"));
    assert!(native[2].contains("expected a map"));
}

#[test]
fn what_is_nested_deeper_than_it_may_be() {
    let deep = |open: &str, close: &str| {
        let (open, close) = (open.repeat(20_000), close.repeat(20_000));
        format!("kernel void k(global int *a)\n{{\n    a[0] = {open}1{close};\n}}\n")
    };
    for text in [deep("(", ")"), deep("-", ""), deep("{", "}")] {
        let calls = [initialize(), receive(&[open(&text)]), idle()];
        assert_eq!(in_wasm(Instance::without_runs(), &calls), natively(&calls));
    }
}
