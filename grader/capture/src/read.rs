//! A file of the layer of `grader capture`.

use launch::captured::{Captured, MAGIC};
use std::fmt;

/// Why a file is no capture that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotRead {
    /// It does not begin as a capture does.
    Another,
    /// It was written by a layer of another version.
    Version { theirs: u8, ours: u8 },
    /// It is cut short or damaged.
    Damaged,
}

impl fmt::Display for NotRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRead::Another => f.write_str("it is no capture of `grader capture`"),
            NotRead::Version { theirs, ours } => write!(
                f,
                "it was written by a layer of version {theirs}, and this is version {ours}"
            ),
            NotRead::Damaged => f.write_str("it is cut short or damaged"),
        }
    }
}

/// The launch in a file of the layer.
pub fn read(file: &[u8]) -> Result<Captured, NotRead> {
    let [name @ .., ours] = MAGIC;
    let rest = file.strip_prefix(&name).ok_or(NotRead::Another)?;
    let (&theirs, rest) = rest.split_first().ok_or(NotRead::Damaged)?;
    if theirs != ours {
        return Err(NotRead::Version { theirs, ours });
    }
    postcard::from_bytes(rest).map_err(|_| NotRead::Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use launch::captured::{Argument, Program};

    fn written() -> Vec<u8> {
        let captured = Captured {
            program: Program::Binary,
            options: String::new(),
            kernel: "k".to_owned(),
            launch: 1,
            device: "a device".to_owned(),
            folder: String::new(),
            global: vec![4],
            local: None,
            offset: None,
            arguments: vec![Argument::Value(vec![1, 2])],
        };
        postcard::to_extend(&captured, MAGIC.to_vec()).unwrap()
    }

    #[test]
    fn what_is_written_is_read_and_every_cut_of_it_is_an_error() {
        let whole = written();
        assert_eq!(read(&whole).unwrap().kernel, "k");
        for length in 0..whole.len() {
            assert!(read(&whole[..length]).is_err(), "{length}");
        }
    }

    #[test]
    fn another_file_and_another_version_are_told_apart() {
        assert_eq!(read(b"\x7fELF...."), Err(NotRead::Another));
        let mut other = written();
        other[7] = 0;
        let version = NotRead::Version { theirs: 0, ours: 1 };
        assert_eq!(read(&other), Err(version));
    }
}
