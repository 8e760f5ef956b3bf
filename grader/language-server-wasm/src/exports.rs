//! What the WebAssembly module exports. Text crosses as UTF-8 in the module's own memory, and numbers are all that is
//! passed:
//!
//! ```js
//! const { memory, request_of, receive, answer_length } = instance.exports;
//! const bytes = new TextEncoder().encode(lines);
//! const room = request_of(bytes.length); // The memory may grow, and then has another buffer.
//! new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
//! const at = receive(); // Or files, or idle.
//! const text = new TextDecoder().decode(new Uint8Array(memory.buffer, at, answer_length()));
//! ```
//!
//! A module that trapped, because its memory or its stack ran out, is spent: a new instance takes the next messages.

use crate::Session;
use std::cell::RefCell;

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the answer to the request, and says where it lies until the next one.
fn answered(answer_to: impl Fn(&mut Session, &str) -> String) -> *const u8 {
    let request = REQUEST.take();
    let answer =
        SESSION.with_borrow_mut(|session| answer_to(session, &String::from_utf8_lossy(&request)));
    ANSWER.with_borrow_mut(|kept| {
        *kept = answer;
        kept.as_ptr()
    })
}

/// Makes room for a request of `length` bytes, and says where to write it.
#[expect(unsafe_code, reason = "a name for the host; no other object has it")]
#[unsafe(no_mangle)]
pub extern "C" fn request_of(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// [`Session::files`]
#[expect(unsafe_code, reason = "a name for the host; no other object has it")]
#[unsafe(no_mangle)]
pub extern "C" fn files() -> *const u8 {
    answered(Session::files)
}

/// [`Session::receive`]
#[expect(unsafe_code, reason = "a name for the host; no other object has it")]
#[unsafe(no_mangle)]
pub extern "C" fn receive() -> *const u8 {
    answered(Session::receive)
}

/// [`Session::idle`]; the request is not looked at.
#[expect(unsafe_code, reason = "a name for the host; no other object has it")]
#[unsafe(no_mangle)]
pub extern "C" fn idle() -> *const u8 {
    answered(|session, _| session.idle())
}

/// The length of the answer in bytes.
#[expect(unsafe_code, reason = "a name for the host; no other object has it")]
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(String::len)
}
