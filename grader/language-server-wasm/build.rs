//! The stack of the WebAssembly module: 1 MiB is the linker's choice, and deeply nested input takes
//! more before the front end's own limit is reached.

/// Bytes of the stack, as much as a main thread has on most hosts.
const STACK: u32 = 8 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK}");
    }
}
