//! Submissions that mean harm: the course's own answers, whose first work-item issues system calls first. On a
//! CPU device a kernel is native code; these are x86-64's.

use crate::project;
use std::fs;
use std::path::Path;

/// A system call, past all libraries.
const CALL: &str = "static long call(long number, long a, long b, long c) {
    long result;
    __asm__ volatile(\"syscall\" : \"=a\"(result) : \"a\"(number), \"D\"(a), \"S\"(b), \"d\"(c)
                     : \"rcx\", \"r11\", \"memory\");
    return result;
}
";

/// Opens a socket.
pub const SOCKET: &str = "call(41, 2, 1, 0);";

/// Kills the process that judges it.
pub const KILL: &str = "call(62, call(110, 0, 0, 0), 9, 0);";

/// Copies itself without end.
pub const FORK: &str = "while (call(57, 0, 0, 0) >= 0) ;";

/// Writes `text` into a file, in the place of what is there.
pub fn write(path: &Path, text: &str) -> String {
    format!(
        "private char path[] = \"{}\";
        private char text[] = \"{text}\";
        long fd = call(2, (long)path, 1 | 64 | 512, 0666);
        call(1, fd, (long)text, {});
        call(3, fd, 0, 0);",
        path.display(),
        text.len()
    )
}

/// The course's own answer to the exercise in that folder, with an attack before all else.
pub fn within(folder: &str, attack: &str) -> String {
    let path = project().join("solutions").join(folder).join("kernel.cl");
    let solution = fs::read_to_string(path).expect("a solution");
    let (begin, rest) = solution
        .split_once("get_global_id(0);")
        .expect("a work-item that asks for its id");
    format!("{CALL}{begin}get_global_id(0);\n    if (get_global_id(0) == 0) {{ {attack} }}\n{rest}")
}
