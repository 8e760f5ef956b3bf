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
