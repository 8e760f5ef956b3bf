//! What the WebAssembly module exports. Text crosses as UTF-8 in the module's own memory, and numbers
//! are all that is passed:
//!
//! ```js
//! const { memory, request_of, simulate, answer_length } = instance.exports;
//! const bytes = new TextEncoder().encode(JSON.stringify(request));
//! const room = request_of(bytes.length); // The memory may grow, and then has another buffer.
//! new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
//! const at = simulate(); // Or check, run, exercises.
//! const text = new TextDecoder().decode(new Uint8Array(memory.buffer, at, answer_length()));
//! ```
//!
//! A check on a GPU takes turns: `gpu_begin`, then `gpu_go_on` after each set of launches, whose bytes lie in the
//! module's memory and are written there; `gpu_launches` says whether there are launches to be done. `gpu_measure` says
//! what to launch for its time; the bytes stay until the next one.
//!
//! A module that trapped, because its memory ran out, is spent: a new instance takes the next request.

use crate::gpu::{GpuCheck, GpuMeasurement, Turn};
use std::cell::RefCell;
use std::sync::{Mutex, MutexGuard, PoisonError};

static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<String> = Mutex::new(String::new());

thread_local! {
    /// The check on a GPU that is under way.
    static CHECK: RefCell<Option<GpuCheck>> = const { RefCell::new(None) };
    /// The launch that the page measures.
    static MEASURED: RefCell<Option<GpuMeasurement>> = const { RefCell::new(None) };
}

fn lock<T>(text: &Mutex<T>) -> MutexGuard<'_, T> {
    text.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps the answer to the request, and tells where it lies until the next one.
fn answered(answer_to: impl Fn(&str) -> String) -> *const u8 {
    let request = std::mem::take(&mut *lock(&REQUEST));
    let mut answer = lock(&ANSWER);
    *answer = answer_to(&String::from_utf8_lossy(&request));
    answer.as_ptr()
}

/// Makes room for a request of so many bytes, and tells where to write it.
#[expect(unsafe_code, reason = "a name for the host; no other object has it")]
#[unsafe(no_mangle)]
pub extern "C" fn request_of(length: usize) -> *mut u8 {
    let mut request = lock(&REQUEST);
    request.clear();
    request.resize(length, 0);
    request.as_mut_ptr()
}

/// [`crate::simulate`]
#[expect(unsafe_code, reason = "a name for the host; no other object has it")]
#[unsafe(no_mangle)]
pub extern "C" fn simulate() -> *const u8 {
    answered(crate::simulate)
}

/// [`crate::check`]
#[expect(unsafe_code, reason = "a name for the host; no other object has it")]
#[unsafe(no_mangle)]
pub extern "C" fn check() -> *const u8 {
    answered(crate::check)
}

/// [`crate::run`]
#[expect(unsafe_code, reason = "a name for the host; no other object has it")]
#[unsafe(no_mangle)]
pub extern "C" fn run() -> *const u8 {
    answered(crate::run)
}

/// [`crate::exercises`]; the request is not looked at.
#[expect(unsafe_code, reason = "a name for the host; no other object has it")]
#[unsafe(no_mangle)]
pub extern "C" fn exercises() -> *const u8 {
    answered(|_| crate::exercises())
}

/// [`GpuCheck::begin`]
#[expect(unsafe_code, reason = "a name for the host; no other object has it")]
#[unsafe(no_mangle)]
pub extern "C" fn gpu_begin() -> *const u8 {
    answered(|request| {
        let (check, answer) = GpuCheck::begin(request);
        CHECK.set(check);
        answer
    })
}

/// [`GpuCheck::go_on`]
#[expect(unsafe_code, reason = "a name for the host; no other object has it")]
#[unsafe(no_mangle)]
pub extern "C" fn gpu_go_on() -> *const u8 {
    answered(|request| {
        let Some(mut check) = CHECK.take() else {
            return crate::refusal::of_request("no check is under way".to_owned());
        };
        match check.go_on(request) {
            Turn::Launch(text) => {
                CHECK.set(Some(check));
                text
            }
            Turn::Report(text) => text,
        }
    })
}

/// [`GpuMeasurement::begin`]
#[expect(unsafe_code, reason = "a name for the host; no other object has it")]
#[unsafe(no_mangle)]
pub extern "C" fn gpu_measure() -> *const u8 {
    // The bytes of the launch before it may be many.
    MEASURED.set(None);
    answered(|request| {
        let (measured, answer) = GpuMeasurement::begin(request);
        MEASURED.set(measured);
        answer
    })
}

/// Are there launches to be done? 1 or 0.
#[expect(unsafe_code, reason = "a name for the host; no other object has it")]
#[unsafe(no_mangle)]
pub extern "C" fn gpu_launches() -> u32 {
    CHECK.with_borrow(|check| u32::from(check.is_some()))
}

/// The length of the answer in bytes.
#[expect(unsafe_code, reason = "a name for the host; no other object has it")]
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    lock(&ANSWER).len()
}
