//! `options = "-cl-... -D ..."`: the build options of clBuildProgram (OpenCL 1.2, 5.6.4), as the simulator takes them.
//!
//! Options that only permit a compiler to be less exact change nothing here: what is computed is what a program that
//! they permit nothing may rely on.

use opencl_c::preprocessor::Standard;

/// What a launch's options ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuildOptions {
    /// `-D`, each `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// `-I`, folders relative to the LAUNCH.toml.
    pub includes: Vec<String>,
    /// `-cl-std`.
    pub standard: Option<Standard>,
    /// `-cl-single-precision-constant`: a constant without a suffix is a `float`.
    pub single_precision_constant: bool,
    /// `-w`: warnings are not shown.
    pub silent: bool,
    /// `-Werror`: warnings are errors.
    pub strict: bool,
}

/// Options that are not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// No option of OpenCL 1.2.
    Unknown(String),
    /// `-D` or `-I` at the end.
    Incomplete(String),
    /// `-cl-std` with no version that is known.
    Standard(String),
    /// A quotation mark without its second.
    Quotation,
}

/// Options that permit, or that ask for what is there anyway.
const PERMIT: [&str; 14] = [
    "-cl-denorms-are-zero",
    "-cl-fp32-correctly-rounded-divide-sqrt",
    "-cl-opt-disable",
    "-cl-strict-aliasing",
    "-cl-mad-enable",
    "-cl-no-signed-zeros",
    "-cl-unsafe-math-optimizations",
    "-cl-finite-math-only",
    "-cl-fast-relaxed-math",
    "-cl-kernel-arg-info",
    "-cl-uniform-work-group-size",
    "-cl-no-subgroup-ifp",
    "-g",
    "-s",
];

impl BuildOptions {
    /// Reads them; words are separated by blanks, and may be quoted.
    pub fn parse(text: &str) -> Result<BuildOptions, OptionError> {
        let mut options = BuildOptions::default();
        let mut words = split(text)?.into_iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "-w" => options.silent = true,
                "-Werror" => options.strict = true,
                "-cl-single-precision-constant" => options.single_precision_constant = true,
                "-D" | "-I" => {
                    let Some(value) = words.next() else {
                        return Err(OptionError::Incomplete(word));
                    };
                    match word.as_str() {
                        "-D" => options.defines.push(value),
                        _ => options.includes.push(value),
                    }
                }
                other if PERMIT.contains(&other) => {
                    if other == "-cl-fast-relaxed-math" {
                        options.defines.push("__FAST_RELAXED_MATH__=1".to_owned());
                    }
                }
                other => {
                    if let Some(value) = other.strip_prefix("-D") {
                        options.defines.push(value.to_owned());
                    } else if let Some(folder) = other.strip_prefix("-I") {
                        options.includes.push(folder.to_owned());
                    } else if let Some(version) = other.strip_prefix("-cl-std=") {
                        let standard = Standard::from_flag(version);
                        let unknown = || OptionError::Standard(version.to_owned());
                        options.standard = Some(standard.ok_or_else(unknown)?);
                    } else {
                        return Err(OptionError::Unknown(other.to_owned()));
                    }
                }
            }
        }
        Ok(options)
    }
}

impl BuildOptions {
    /// The options that are understood, each with its value, and those that are not.
    pub fn known(text: &str) -> (Vec<Vec<String>>, Vec<String>) {
        let Ok(words) = split(text) else {
            return (Vec::new(), vec![text.to_owned()]);
        };
        let (mut known, mut unknown) = (Vec::new(), Vec::new());
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let mut option = vec![word];
            if matches!(option[0].as_str(), "-D" | "-I") {
                option.extend(words.next());
            }
            let quoted: Vec<String> = option.iter().map(|word| quote(word)).collect();
            match BuildOptions::parse(&quoted.join(" ")) {
                Ok(_) => known.push(option),
                Err(_) => unknown.push(option.join(" ")),
            }
        }
        (known, unknown)
    }
}

/// A word as it is read back.
pub fn quote(word: &str) -> String {
    let needs_none = |c: char| !c.is_whitespace() && c != '"' && c != '\'';
    if !word.is_empty() && word.chars().all(needs_none) {
        return word.to_owned();
    }
    if word.is_empty() {
        return "\"\"".to_owned();
    }
    // Each quotation mark is put between two of the other kind.
    let mut quoted = String::new();
    for part in word.split_inclusive('"') {
        let (plain, mark) = match part.strip_suffix('"') {
            Some(plain) => (plain, "'\"'"),
            None => (part, ""),
        };
        quoted += &format!("\"{plain}\"{mark}");
    }
    quoted
}

fn split(text: &str) -> Result<Vec<String>, OptionError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quotation = None;
    for c in text.chars() {
        match quotation {
            Some(mark) if c == mark => quotation = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quotation = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match quotation {
        Some(_) => Err(OptionError::Quotation),
        None => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_and_folders_stand_with_their_option_or_behind_it() {
        let options =
            BuildOptions::parse("-D N=4 -DSIDE='1 + 2' -I lib -I\"my lib\" -cl-std=CL1.1");
        let options = options.expect("known options");
        assert_eq!(options.defines, ["N=4", "SIDE=1 + 2"]);
        assert_eq!(options.includes, ["lib", "my lib"]);
        assert_eq!(options.standard, Some(Standard::V1_1));
    }

    #[test]
    fn what_is_not_understood_is_told_apart_from_what_is() {
        let (known, unknown) =
            BuildOptions::known("-D 'A=1 + 2' -cl-nv-verbose -w -x clc++ -DB=\"c d\"");
        assert_eq!(known, [vec!["-D", "A=1 + 2"], vec!["-w"], vec!["-DB=c d"]]);
        assert_eq!(unknown, ["-cl-nv-verbose", "-x", "clc++"]);
        let cut = BuildOptions::known("-D 'N=4");
        assert_eq!(cut, (Vec::new(), vec!["-D 'N=4".to_owned()]));
    }

    #[test]
    fn a_quoted_word_is_read_back_as_it_was() {
        for word in ["N=4", "N=a b", "N=\"a b\"", "N='\"'", "", "N='a'"] {
            assert_eq!(split(&quote(word)), Ok(vec![word.to_owned()]), "{word}");
        }
    }

    #[test]
    fn what_only_permits_is_taken_and_what_is_unknown_is_named() {
        let text = "-cl-denorms-are-zero -cl-fast-relaxed-math -w";
        let options = BuildOptions::parse(text).expect("known options");
        assert_eq!(options.defines, ["__FAST_RELAXED_MATH__=1"]);
        assert!(options.silent && !options.strict);
        for (text, error) in [
            ("-O3", OptionError::Unknown("-O3".to_owned())),
            ("-w -D", OptionError::Incomplete("-D".to_owned())),
            ("-cl-std=CL9", OptionError::Standard("CL9".to_owned())),
            ("-D 'N=4", OptionError::Quotation),
        ] {
            assert_eq!(BuildOptions::parse(text), Err(error));
        }
    }
}
