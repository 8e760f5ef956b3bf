//! How findings are worded: one sentence, about the program and never about who wrote it.

use launch::Finding;

/// Words that accuse, excuse or belittle, and one of another language for what is a work-item here.
const UNWANTED: &[&str] = &[
    "bad",
    "forgot",
    "forgotten",
    "illegal",
    "invalid",
    "obviously",
    "oops",
    "please",
    "simply",
    "sorry",
    "stupid",
    "thread",
    "threads",
    "you",
    "your",
    "yours",
];

/// Names with which a sentence may begin although they are written with a capital.
const NAMES: &[&str] = &["C", "CUDA", "NDRange", "OpenCL"];

/// The longest message, in characters; what it quotes of a program counts as one word.
const LONGEST: usize = 120;

/// The length of a word.
const WORD: usize = 8;

/// What is wrong with the words of a finding; nothing where all is well.
pub fn faults(finding: &Finding) -> Vec<String> {
    let mut faults = Vec::new();
    let message = &finding.message;
    if message.is_empty() {
        faults.push("there is no message".to_owned());
    }
    let parts = message.split('`').enumerate();
    let lengths = parts.map(|(index, part)| match index % 2 {
        0 => part.chars().count(),
        _ => part.chars().count().min(WORD),
    });
    if lengths.sum::<usize>() > LONGEST {
        faults.push(format!("it is long: {message}"));
    }
    let places = finding.spans.iter().chain(&finding.macro_backtrace);
    let labels = places.map(|place| place.label.as_str());
    for text in [message.as_str(), &finding.help].into_iter().chain(labels) {
        faults.extend(of_text(text));
    }
    faults
}

fn of_text(text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let mut fault = |what: &str| faults.push(format!("{what}: {text}"));
    if text.matches('`').count() % 2 == 1 {
        fault("a quotation is not closed");
    }
    // What a program holds is its own.
    let prose: Vec<&str> = text.split('`').step_by(2).collect();
    let prose = prose.join("` `");
    let prose = prose.replace("did you mean", "is it");
    if text.ends_with('.') {
        fault("a full stop");
    }
    if prose.contains('!') {
        fault("an exclamation mark");
    }
    if text.trim() != text || text.contains(['\n', '\t']) || prose.contains("  ") {
        fault("blanks");
    }
    let first = prose.split(|c: char| !c.is_alphanumeric()).next();
    let first = first.unwrap_or_default();
    if first.starts_with(char::is_uppercase) && !NAMES.contains(&first) {
        fault("a capital at the start");
    }
    let mut words = prose.split(|c: char| !c.is_alphanumeric() && c != '_');
    if let Some(word) = words.find(|word| UNWANTED.contains(&word.to_lowercase().as_str())) {
        fault(&format!("the word \"{word}\""));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::of_text;

    #[test]
    fn each_rule_is_kept() {
        for (text, fault) in [
            ("this is wrong.", "full stop"),
            ("no!", "exclamation"),
            ("This is wrong", "capital"),
            ("you read past the end", "\"you\""),
            ("the index is Invalid", "\"Invalid\""),
            ("`x is read", "quotation"),
            ("two  blanks", "blanks"),
            ("two\nlines", "blanks"),
        ] {
            let faults = of_text(text);
            assert!(faults.len() == 1 && faults[0].contains(fault), "{faults:?}");
        }
    }

    #[test]
    fn what_a_program_holds_is_its_own() {
        for text in [
            "`You! .` is read",
            "did you mean `your`?",
            "OpenCL C has no `thread`",
            "`a` and `b  c`",
            "",
        ] {
            assert!(of_text(text).is_empty(), "{text}");
        }
    }
}
