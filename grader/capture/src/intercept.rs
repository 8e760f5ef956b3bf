//! A launch that Intel's Intercept Layer for OpenCL has captured: the folder `Replay/Enqueue_...` of its dump, written
//! under the controls `DumpReplayKernelName`, `DumpReplayKernelEnqueue` or `CaptureReplay`.
//!
//! What is in it: `kernel.cl`, or `kernel.spv` or `DeviceBinary0.bin`; `buildOptions.txt`; the kernel's name; the three
//! lines of `worksizes.txt`; for each argument its bytes, `Argument0.bin`, and for an object of memory what it held,
//! `Buffer0.bin`, or in newer ones a file in `Pre`, and where it was read after the launch one in `Post`; `Local0.txt`,
//! `Sampler0.txt` and `Image_MetaData_0.txt`.

use crate::not_taken::{BadArgument, NotTaken, Reason};
use launch::captured::{ADDRESS_NONE, After, Argument, Captured, FILTER_NEAREST, Memory, Program};
use std::collections::BTreeSet;

/// The file by which a folder of a dump is known.
pub const MARK: &str = "worksizes.txt";

/// The folder of what was read after the launch.
pub const POST: &str = "Post";

/// The folder of a whole dump, in its root, for what was read after all launches.
pub const POST_OF_ALL: &str = "memDumpPostEnqueue";

/// The modes by their names, as they count from `CL_ADDRESS_NONE`. A name that holds another comes before it.
const MODES: [(&str, u32); 5] = [
    ("CLAMP_TO_EDGE", 1),
    ("MIRRORED_REPEAT", 4),
    ("CLAMP", 2),
    ("REPEAT", 3),
    ("NONE", 0),
];

/// The files of a dump.
pub trait Dump {
    /// Names from the folder, slashes between the parts.
    fn names(&self) -> &[String];

    /// A file's bytes; an error as text.
    fn read(&mut self, name: &str) -> Result<Vec<u8>, String>;
}

/// The launch in a dump.
pub fn read(dump: &mut dyn Dump) -> Result<Captured, NotTaken> {
    let mut reader = Reader {
        names: dump.names().to_vec(),
        dump,
        reasons: Vec::new(),
    };
    let kernel = reader.kernel();
    match reader.captured(&kernel) {
        Some(captured) if reader.reasons.is_empty() => Ok(captured),
        _ => Err(NotTaken {
            kernel,
            reasons: reader.reasons,
        }),
    }
}

struct Reader<'d> {
    names: Vec<String>,
    dump: &'d mut dyn Dump,
    reasons: Vec<Reason>,
}

impl Reader<'_> {
    fn has(&self, name: &str) -> bool {
        self.names.iter().any(|it| it == name)
    }

    fn bytes(&mut self, name: &str) -> Option<Vec<u8>> {
        match self.dump.read(name) {
            Ok(bytes) => Some(bytes),
            Err(why) => {
                let name = name.to_owned();
                self.reasons.push(Reason::File { name, why });
                None
            }
        }
    }

    /// A text, without the zero that may end it.
    fn text(&mut self, name: &str) -> Option<String> {
        let bytes = self.bytes(name)?;
        let text = String::from_utf8_lossy(&bytes);
        Some(text.trim_end_matches('\0').to_owned())
    }

    fn is_wrong<T>(&mut self, name: &str) -> Option<T> {
        let name = name.to_owned();
        self.reasons.push(Reason::Content { name });
        None
    }

    fn kernel(&mut self) -> String {
        let names = ["kernelName.txt", "knlName.txt"];
        let name = names.into_iter().find(|name| self.has(name));
        let text = self.text(name.unwrap_or(names[0]));
        text.unwrap_or_default().trim().to_owned()
    }

    fn captured(&mut self, kernel: &str) -> Option<Captured> {
        let program = self.program()?;
        let options = match self.has("buildOptions.txt") {
            true => self.text("buildOptions.txt")?,
            false => String::new(),
        };
        let [global, local, offset] = self.sizes()?;
        let launch = match self.has("enqueueNumber.txt") {
            true => self.text("enqueueNumber.txt")?,
            false => String::new(),
        };
        let arguments = self.arguments();
        Some(Captured {
            program,
            options,
            kernel: kernel.to_owned(),
            launch: launch.trim().parse().unwrap_or(0),
            device: "a device of Intel's Intercept Layer".to_owned(),
            folder: String::new(),
            global,
            // The host gave none where it is all zeros.
            local: local.iter().any(|&size| size > 0).then_some(local),
            offset: Some(offset),
            arguments,
        })
    }

    fn program(&mut self) -> Option<Program> {
        if self.has("kernel.cl") {
            let mut text = self.bytes("kernel.cl")?;
            while text.last() == Some(&0) {
                text.pop();
            }
            let headers = Vec::new();
            return Some(Program::Source { text, headers });
        }
        let binary = |name: &String| name.ends_with(".bin") && name.contains("Binary");
        let reason = if self.has("kernel.spv") {
            Reason::Intermediate
        } else if self.names.iter().any(binary) {
            Reason::Binary
        } else {
            Reason::File {
                name: "kernel.cl".to_owned(),
                why: "there is no such file".to_owned(),
            }
        };
        self.reasons.push(reason);
        None
    }

    /// Global size, size of a work-group and global offset: a line each, a number for each dimension.
    fn sizes(&mut self) -> Option<[Vec<u64>; 3]> {
        let text = self.text(MARK)?;
        let line = |line: &str| -> Option<Vec<u64>> {
            let numbers = line.split_whitespace().map(|number| number.parse().ok());
            numbers.collect()
        };
        let lines: Option<Vec<Vec<u64>>> = text.lines().map(line).collect();
        match lines.as_deref() {
            Some([global, local, offset, ..])
                if (1..=3).contains(&global.len())
                    && global.len() == local.len()
                    && global.len() == offset.len() =>
            {
                Some([global.clone(), local.clone(), offset.clone()])
            }
            _ => self.is_wrong(MARK),
        }
    }

    fn arguments(&mut self) -> Vec<Argument> {
        let kinds = [
            ("Argument", ".bin"),
            ("Local", ".txt"),
            ("Sampler", ".txt"),
            ("Buffer", ".bin"),
            ("Image_MetaData_", ".txt"),
            ("Image", ".raw"),
        ];
        let plain = self.names.iter().flat_map(|name| {
            let of = |(start, end): (&str, &str)| between(name, start, end);
            kinds.into_iter().filter_map(of)
        });
        let placed = self.names.iter().filter_map(|name| placed(name));
        let indices: BTreeSet<usize> = plain.chain(placed.map(|(_, index)| index)).collect();
        let count = indices.last().map_or(0, |last| last + 1);
        // More than any kernel has: a name of a file that is none of an argument.
        if count > 4096 {
            let name = "Argument".to_owned();
            self.reasons.push(Reason::Content { name });
            return Vec::new();
        }
        (0..count).map(|index| self.argument(index)).collect()
    }

    fn argument(&mut self, index: usize) -> Argument {
        match self.attempt(index) {
            Some(argument) => argument,
            // The reason is noted; what stands here is never used.
            None => Argument::Unset,
        }
    }

    fn attempt(&mut self, index: usize) -> Option<Argument> {
        if self.has(&format!("Sampler{index}.txt")) {
            return self.sampler(index);
        }
        let metadata = format!("Image_MetaData_{index}.txt");
        let old_buffer = format!("Buffer{index}.bin");
        let old_image = format!("Image{index}.raw");
        let is_image = self.has(&metadata);
        let old = if is_image { &old_image } else { &old_buffer };
        let before = match self.has(old) {
            true => Some(old.clone()),
            false => self.of_place("Pre", index),
        };
        if let Some(before) = before {
            let memory = self.memory(index, &before)?;
            return match is_image {
                true => self.image(&metadata, memory),
                false => Some(Argument::Buffer(memory)),
            };
        }
        if is_image {
            let why = BadArgument::NoBytes;
            self.reasons.push(Reason::Argument { index, why });
            return None;
        }
        let local = format!("Local{index}.txt");
        if self.has(&local) {
            return match self.text(&local)?.trim().parse() {
                Ok(bytes) => Some(Argument::Sized(bytes)),
                Err(_) => self.is_wrong(&local),
            };
        }
        let value = format!("Argument{index}.bin");
        match self.has(&value) {
            true => Some(Argument::Value(self.bytes(&value)?)),
            false => Some(Argument::Unset),
        }
    }

    /// The file in a folder of those of the argument.
    fn of_place(&self, place: &str, index: usize) -> Option<String> {
        let is_it = |name: &&String| placed(name) == Some((place, index));
        self.names.iter().find(is_it).cloned()
    }

    fn memory(&mut self, index: usize, before: &str) -> Option<Memory> {
        let mut contents = self.bytes(before)?;
        let mut begin = 0;
        let mut after = match self.of_place(POST, index) {
            None => After::Unknown,
            Some(after) => After::Changed(self.bytes(&after)?),
        };
        // The pointer of shared memory may begin within its allocation.
        let offset = format!("SVM_Arg_Offset{index}.txt");
        if self.has(&offset) {
            let Ok(offset) = self.text(&offset)?.trim().parse::<usize>() else {
                return self.is_wrong(&offset);
            };
            begin = offset as u64;
            let from = |bytes: &mut Vec<u8>| bytes.drain(..offset.min(bytes.len())).count();
            from(&mut contents);
            if let After::Changed(bytes) = &mut after {
                from(bytes);
            }
        }
        if let After::Changed(bytes) = &after {
            if bytes.len() != contents.len() {
                return self.is_wrong(before);
            }
            if *bytes == contents {
                after = After::Unchanged;
            }
        }
        // The handle tells which arguments are one buffer.
        let handle = format!("Argument{index}.bin");
        let handle = match self.has(&handle) {
            true => self.bytes(&handle)?.try_into().ok(),
            false => None,
        };
        let handle = handle.map(u64::from_le_bytes);
        Some(Memory {
            object: handle.map_or(u64::MAX - index as u64, |it| it.wrapping_sub(begin)),
            offset: begin,
            flags: 0,
            before: contents,
            after,
        })
    }

    /// Region, bytes of a pixel, pitches, channel type, channel order and, in newer dumps, kind: a line each.
    fn image(&mut self, metadata: &str, memory: Memory) -> Option<Argument> {
        let text = self.text(metadata)?;
        let numbers: Option<Vec<u64>> = text.lines().map(|line| line.trim().parse().ok()).collect();
        let Some([width, height, third, pixel, _, _, channel, order, rest @ ..]) =
            numbers.as_deref()
        else {
            return self.is_wrong(metadata);
        };
        const IMAGE_2D: u64 = 0x10F1;
        const IMAGE_3D: u64 = 0x10F2;
        const IMAGE_2D_ARRAY: u64 = 0x10F3;
        const IMAGE_1D_ARRAY: u64 = 0x10F5;
        let guessed = if *third > 1 { IMAGE_3D } else { IMAGE_2D };
        let kind = rest.first().copied().unwrap_or(guessed);
        let bytes = [*width, *height, *third, *pixel]
            .iter()
            .try_fold(1_u64, |all, &it| all.checked_mul(it));
        if bytes != Some(memory.before.len() as u64) {
            return self.is_wrong(metadata);
        }
        let layers = match kind {
            IMAGE_2D_ARRAY => *third,
            IMAGE_1D_ARRAY => *height,
            _ => 0,
        };
        Some(Argument::Image {
            kind: u32::try_from(kind).ok()?,
            order: u32::try_from(*order).ok()?,
            channel: u32::try_from(*channel).ok()?,
            size: [*width, *height, *third, layers],
            memory,
        })
    }

    fn sampler(&mut self, index: usize) -> Option<Argument> {
        let name = format!("Sampler{index}.txt");
        let text = self.text(&name)?;
        let Some((_, mode)) = MODES.into_iter().find(|(mode, _)| text.contains(mode)) else {
            return self.is_wrong(&name);
        };
        Some(Argument::Sampler {
            normalized: text.contains("TRUE"),
            addressing: ADDRESS_NONE + mode,
            filter: FILTER_NEAREST + u32::from(text.contains("LINEAR")),
        })
    }
}

/// The number between the start and the end of a name.
fn between(name: &str, start: &str, end: &str) -> Option<usize> {
    name.strip_prefix(start)?.strip_suffix(end)?.parse().ok()
}

/// The folder of a file of an argument, and the argument: `Pre/Enqueue_0004_Kernel_add_Arg_2_Buffer_0001.bin`.
fn placed(name: &str) -> Option<(&str, usize)> {
    let (place, file) = name.split_once('/')?;
    // A kernel's name may hold the words that come behind it.
    let (_, rest) = file.rsplit_once("_Arg_")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    Some((place, rest[..digits].parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    struct Files {
        names: Vec<String>,
        files: BTreeMap<String, Vec<u8>>,
    }

    impl Dump for Files {
        fn names(&self) -> &[String] {
            &self.names
        }

        fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
            let file = self.files.get(name);
            file.cloned().ok_or_else(|| "it is not there".to_owned())
        }
    }

    /// What every dump has, then `more`.
    fn dump(more: &[(&str, &[u8])]) -> Result<Captured, NotTaken> {
        let common: [(&str, &[u8]); 4] = [
            ("kernel.cl", b"kernel void k() {}\0"),
            ("buildOptions.txt", b"-DA=1"),
            ("knlName.txt", b"k"),
            ("worksizes.txt", b"64 2 \n0 0 \n0 1 \n"),
        ];
        let all = common.iter().chain(more);
        let files: BTreeMap<String, Vec<u8>> = all
            .map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec()))
            .collect();
        let names = files.keys().cloned().collect();
        read(&mut Files { names, files })
    }

    #[test]
    fn sizes_options_and_program_are_those_of_the_dump() {
        let captured = dump(&[("enqueueNumber.txt", b"7\n")]).expect("a launch");
        let text = b"kernel void k() {}".to_vec();
        let headers = Vec::new();
        assert_eq!(captured.program, Program::Source { text, headers });
        assert_eq!(captured.options, "-DA=1");
        assert_eq!((captured.kernel.as_str(), captured.launch), ("k", 7));
        assert_eq!(captured.global, [64, 2]);
        assert_eq!(captured.local, None);
        assert_eq!(captured.offset, Some(vec![0, 1]));
    }

    #[test]
    fn buffers_are_found_in_old_dumps_and_in_new_ones() {
        let handle = 5_u64.to_le_bytes();
        let old = dump(&[("Argument0.bin", &handle), ("Buffer0.bin", &[1, 2])]).expect("a launch");
        let new = dump(&[
            ("Argument0.bin", &handle),
            (
                "Pre/Enqueue_0007_Kernel_a_Arg_9_b_Arg_0_Buffer_0001.bin",
                &[1, 2],
            ),
            (
                "Post/Enqueue_0007_Kernel_a_Arg_9_b_Arg_0_Buffer_0001.bin",
                &[1, 3],
            ),
        ])
        .expect("a launch");
        let memory = |after| Memory {
            object: 5,
            offset: 0,
            flags: 0,
            before: vec![1, 2],
            after,
        };
        assert_eq!(old.arguments, [Argument::Buffer(memory(After::Unknown))]);
        let changed = After::Changed(vec![1, 3]);
        assert_eq!(new.arguments, [Argument::Buffer(memory(changed))]);
    }

    #[test]
    fn a_pointer_into_shared_memory_begins_at_its_offset() {
        let captured = dump(&[
            ("Argument0.bin", &12_u64.to_le_bytes()),
            ("Buffer0.bin", &[1, 2, 3, 4]),
            ("SVM_Arg_Offset0.txt", b"2"),
        ]);
        let argument = &captured.expect("a launch").arguments[0];
        let Argument::Buffer(memory) = argument else {
            panic!("no buffer: {argument:?}");
        };
        assert_eq!((memory.object, memory.offset), (10, 2));
        assert_eq!(memory.before, [3, 4]);
    }

    #[test]
    fn values_local_memory_samplers_and_images_are_told_apart() {
        let captured = dump(&[
            ("Argument0.bin", &[7, 0, 0, 0]),
            ("Local1.txt", b"256"),
            (
                "Sampler2.txt",
                b"CL_SAMPLER_NORMALIZED_COORDS = CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR",
            ),
            ("Image_MetaData_3.txt", b"2\n1\n1\n4\n8\n0\n4306\n4277\n4337"),
            ("Image3.raw", &[0; 8]),
        ]);
        let arguments = captured.expect("a launch").arguments;
        assert_eq!(arguments[0], Argument::Value(vec![7, 0, 0, 0]));
        assert_eq!(arguments[1], Argument::Sized(256));
        let sampler = Argument::Sampler {
            normalized: true,
            addressing: 0x1134,
            filter: 0x1141,
        };
        assert_eq!(arguments[2], sampler);
        let Argument::Image {
            kind,
            order,
            channel,
            size,
            ..
        } = arguments[3]
        else {
            panic!("no image: {:?}", arguments[3]);
        };
        assert_eq!((kind, order, channel), (0x10F1, 0x10B5, 0x10D2));
        assert_eq!(size, [2, 1, 1, 0]);
    }

    #[test]
    fn a_dump_that_is_not_whole_is_refused_by_its_file() {
        let content = |name: &str| Reason::Content {
            name: name.to_owned(),
        };
        let reasons = |more: &[(&str, &[u8])]| dump(more).expect_err("no launch").reasons;
        assert_eq!(
            reasons(&[("worksizes.txt", b"64\n")]),
            [content("worksizes.txt")]
        );
        assert_eq!(reasons(&[("Local0.txt", b"some")]), [content("Local0.txt")]);
        assert_eq!(reasons(&[("Sampler0.txt", b"")]), [content("Sampler0.txt")]);
        let image: &[(&str, &[u8])] = &[
            (
                "Image_MetaData_0.txt",
                b"2\n1\n1\n4\n8\n0\n4306\n4277\n4337",
            ),
            ("Image0.raw", &[0; 7]),
        ];
        assert_eq!(reasons(image), [content("Image_MetaData_0.txt")]);
        assert_eq!(reasons(&image[..1]).len(), 1);
    }

    #[test]
    fn a_program_without_a_text_is_named_by_what_it_is() {
        let without = |file: &str| {
            let names = [file, "knlName.txt", MARK].map(str::to_owned);
            let files = names.clone().map(|name| (name, b"k".to_vec()));
            let (names, files) = (names.to_vec(), files.into());
            read(&mut Files { names, files })
                .expect_err("no launch")
                .reasons
        };
        assert_eq!(without("kernel.spv"), [Reason::Intermediate]);
        assert_eq!(without("DeviceBinary0.bin"), [Reason::Binary]);
        assert!(matches!(without("run.py")[..], [Reason::File { .. }]));
    }
}
