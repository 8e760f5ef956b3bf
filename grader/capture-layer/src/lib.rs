//! An OpenCL layer: the loader puts it between a program and its driver, and it writes down launches of kernels with
//! all that they were given and left, for `grader capture`. Its interface is that of `CL/cl_layer.h`.
//!
//! Invariants:
//!
//! - The program runs as it does without the layer: every call goes on to the next layer with the arguments it came
//!   with, and its answer goes back. What the layer does beside is to read, before and after a launch.
//! - A capture that fails is one line on standard error, and the program goes on.
//! - It never waits for the program: while a user event has no status yet, nothing is captured.
//! - Nothing panics into foreign code (`calls::guarded`).
//! - `unsafe` is in the modules `calls`, `dispatch` and `query`, where foreign functions are called and foreign
//!   pointers are read, and at the two functions that the loader finds by name.

mod calls;
mod capture;
mod dispatch;
mod failure;
mod files;
mod query;
mod records;
mod settings;

use dispatch::{Dispatch, Handle};
use files::Files;
use records::Records;
use settings::Settings;
use std::ffi::c_void;
use std::sync::OnceLock;

/// What the layer knows, from its start to the end of the process.
#[derive(Debug)]
struct Layer {
    next: Dispatch,
    settings: Settings,
    files: Files,
    records: Records,
}

static LAYER: OnceLock<Layer> = OnceLock::new();

const SUCCESS: i32 = 0;
const INVALID_VALUE: i32 = -30;

/// `CL_LAYER_API_VERSION`, and its value.
const API_VERSION: u32 = 0x4240;
const API_VERSION_100: u32 = 100;
/// `CL_LAYER_NAME`, and its value.
const NAME: u32 = 0x4241;
const OWN_NAME: &[u8] = b"grader capture\0";

/// Answers the loader what the layer is.
// The loader finds it by its name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub extern "system" fn clGetLayerInfo(
    name: u32,
    size: usize,
    value: *mut c_void,
    size_ret: *mut usize,
) -> i32 {
    let version = API_VERSION_100.to_ne_bytes();
    let answer: &[u8] = match name {
        API_VERSION => &version,
        NAME => OWN_NAME,
        _ => return INVALID_VALUE,
    };
    dispatch::answer(answer, size, value, size_ret)
}

/// Takes the functions of the next layer, and gives those of this one.
// The loader finds it by its name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub extern "system" fn clInitLayer(
    entries: u32,
    target: *const Handle,
    entries_ret: *mut u32,
    table_ret: *mut *const Handle,
) -> i32 {
    if target.is_null() || entries_ret.is_null() || table_ret.is_null() {
        return INVALID_VALUE;
    }
    let next = Dispatch::of(target, entries as usize);
    let mut table = next.entries().to_vec();
    // Without a folder there is nothing to do, and every call goes straight on.
    if let Some(settings) = Settings::of_environment() {
        let files = Files::new(settings.folder.clone());
        files.note_loaded();
        let layer = Layer {
            next,
            settings,
            files,
            records: Records::default(),
        };
        if LAYER.set(layer).is_ok() {
            calls::put_into(&mut table);
        }
    }
    dispatch::give(table, entries_ret, table_ret);
    SUCCESS
}
