//! A guess as a LAUNCH.toml, with the reason of each part behind it.

use crate::Guessed;
use crate::guess::{Argument, Guess, Image, Value, sizes};
use launch::ElementType;
use launch_file::Filling;
use launch_file::written::{hex, key, quoted};

/// Columns of a line with its comment.
const WIDTH: usize = 78;

/// What a LAUNCH.toml says beside the guess.
#[derive(Clone, Debug, Default)]
pub struct Frame<'a> {
    /// The kernel file, relative to the LAUNCH.toml.
    pub source: &'a str,
    /// As after `-cl-std=`, unless it is the usual version.
    pub standard: Option<&'a str>,
    /// Definitions that were given, `NAME=VALUE`.
    pub defines: &'a [String],
    /// Folders of included files, relative to the LAUNCH.toml.
    pub includes: &'a [String],
}

/// The text of the LAUNCH.toml.
pub(crate) fn written(guessed: &Guessed, frame: &Frame<'_>) -> String {
    let guess = &guessed.guess;
    let mut text = String::new();
    line(&mut text, &format!("source = {}", quoted(frame.source)), "");
    let others: Vec<&str> = guessed
        .kernels
        .iter()
        .map(String::as_str)
        .filter(|name| *name != guess.kernel)
        .collect();
    let comment = match (&others[..], guessed.kernel_given) {
        (_, true) | ([], _) => String::new(),
        (others, false) => format!("the first one; others: {}", others.join(", ")),
    };
    line(
        &mut text,
        &format!("kernel = {}", quoted(&guess.kernel)),
        &comment,
    );
    if let Some(standard) = frame.standard {
        line(&mut text, &format!("std = {}", quoted(standard)), "");
    }
    for define in frame.defines {
        let (name, value) = define.split_once('=').unwrap_or((define, "1"));
        let pair = format!("defines.{} = {}", key(name), quoted(value));
        line(&mut text, &pair, "given");
    }
    for missing in &guessed.missing {
        let value = match missing.tried.parse::<i64>() {
            Ok(number) => number.to_string(),
            Err(_) => quoted(missing.tried),
        };
        let pair = format!("defines.{} = {value}", key(&missing.name));
        let comment = format!("not defined in the file: tried as {}", missing.tried);
        line(&mut text, &pair, &comment);
    }
    if !frame.includes.is_empty() {
        let folders: Vec<String> = frame.includes.iter().map(|it| quoted(it)).collect();
        line(
            &mut text,
            &format!("includes = [{}]", folders.join(", ")),
            "given",
        );
    }
    line(
        &mut text,
        &format!("global = {}", sizes(&guess.global)),
        &guess.global_from.to_string(),
    );
    line(
        &mut text,
        &format!("local = {}", sizes(&guess.local)),
        &guess.local_from.to_string(),
    );
    if guess.arguments.is_empty() {
        return text;
    }
    text.push_str("arg = [\n");
    for argument in &guess.arguments {
        let name = if argument.name.is_empty() {
            "(no name)"
        } else {
            &argument.name
        };
        let mut comment = format!("{name}: {}", argument.why);
        if let Value::Image(Image {
            function: Some(function),
            ..
        }) = &argument.value
        {
            comment += &format!("; a format for {function}");
        }
        line(
            &mut text,
            &format!("  {{ {} }},", pairs(argument, guess)),
            &comment,
        );
    }
    text.push_str("]\n");
    text
}

fn line(text: &mut String, own: &str, comment: &str) {
    // Names come from the text of a kernel, and a line of one may not end a comment.
    let comment: String = comment
        .chars()
        .filter(|letter| !letter.is_control())
        .collect();
    let fits = own.chars().count() + comment.chars().count() + 4 <= WIDTH;
    let written = match (comment.is_empty(), fits) {
        (true, _) => format!("{own}\n"),
        (false, true) => format!("{own}  # {comment}\n"),
        (false, false) => {
            let indent = own.len() - own.trim_start().len();
            format!("{:indent$}# {comment}\n{own}\n", "")
        }
    };
    text.push_str(&written);
}

fn pairs(argument: &Argument, guess: &Guess) -> String {
    match &argument.value {
        Value::Numbers { element, numbers } => {
            let number = |number| -> String {
                if element.scalar.is_floating() {
                    format!("{:?}", guess.number(number))
                } else {
                    guess.whole_as(number, element.scalar).to_string()
                }
            };
            let numbers: Vec<String> = numbers.iter().map(|it| number(*it)).collect();
            match &numbers[..] {
                [one] => format!("scalar = \"{element}\", value = {one}"),
                many => format!("scalar = \"{element}\", values = [{}]", many.join(", ")),
            }
        }
        Value::Bytes(bytes) => format!("scalar = \"bytes\", hex = \"{}\"", hex(bytes)),
        Value::Local { stride, len } => format!("local = {}", stride * len),
        Value::Buffer(buffer) => {
            let mut pairs = match buffer.element {
                Some(element) => format!("buffer = \"{element}\", len = {}", buffer.len),
                None => format!("buffer = \"bytes\", len = {}", buffer.len * buffer.stride),
            };
            let filling = match &buffer.file {
                Some(path) => format!("{{ file = {} }}", quoted(path)),
                None => filling(&buffer.filling, buffer.element),
            };
            if !filling.is_empty() {
                pairs += &format!(", init = {filling}");
            }
            if buffer.show {
                pairs += ", show = true";
            }
            pairs
        }
        Value::Image(image) => {
            let size = guess.image_size(image);
            let mut pairs = format!(
                "image = \"{}\", order = \"{}\", channel = \"{}\", size = {}",
                image.kind,
                image.format.order,
                image.format.channel,
                sizes(&size[..image.kind.sizes()])
            );
            let filling = match &image.file {
                Some(path) => format!("{{ png = {} }}", quoted(path)),
                None => filling(&image.filling, Some(image.format.stored())),
            };
            if !filling.is_empty() {
                pairs += &format!(", init = {filling}");
            }
            if image.show {
                pairs += ", show = true";
            }
            pairs
        }
        Value::Sampler(sampler) => {
            let mut pairs = format!(
                "sampler = \"{}\", filter = \"{}\"",
                sampler.addressing, sampler.filter
            );
            if sampler.normalized {
                pairs += ", normalized = true";
            }
            pairs
        }
    }
}

fn filling(filling: &Filling, element: Option<ElementType>) -> String {
    let floating = element.is_some_and(|element| element.scalar.is_floating());
    let number = |value: f64| -> String {
        if floating {
            format!("{value:?}")
        } else {
            (value as i64).to_string()
        }
    };
    match filling {
        Filling::Zeros => String::new(),
        Filling::Iota => "\"iota\"".to_owned(),
        Filling::Uninitialized => "\"uninit\"".to_owned(),
        Filling::Random { seed } => format!("{{ random = {seed} }}"),
        Filling::Between { seed, min, max } => format!(
            "{{ random = {seed}, min = {}, max = {} }}",
            number(*min),
            number(*max)
        ),
        Filling::Repeat(bytes) => format!("{{ repeat = \"{}\" }}", hex(bytes)),
        Filling::Bytes(bytes) => format!("{{ hex = \"{}\" }}", hex(bytes)),
    }
}
