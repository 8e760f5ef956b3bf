//! A sheet of questions: what is asked, what form each answer has, and which answers are right. A
//! student answers it in a small TOML file; others read that file.

use crate::bound::Bound;
use launch::{Launch, MistakeId, Source};
use std::collections::BTreeMap;
use std::fmt;

/// Questions that belong together. What is right follows from rules, not from a key: where several
/// answers are right, each is taken.
pub trait Sheet: fmt::Debug + Sync {
    /// The name by which an exercise refers to it.
    fn name(&self) -> &'static str;

    /// The questions, in the order of the file.
    fn questions(&self) -> Vec<Question>;

    /// Is the answer to the question `key` right? It is there, and of its question's form.
    fn judge(&self, key: &str, answers: &Answers) -> Judgement;

    /// What is run to judge the answers further, where the rules alone do not settle it. Asked only
    /// once [`Sheet::judge`] has nothing against any answer.
    fn trial(&self, _answers: &Answers) -> Option<Trial> {
        None
    }

    /// The id of the mistake that the exercise's starter makes, where naming it is what is asked: then
    /// a check shows no more than symptoms until it is named.
    fn diagnosis(&self) -> Option<MistakeId> {
        None
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its key in the file; `table.key` where it stands in a table.
    pub key: &'static str,
    /// What is asked, in some words.
    pub asks: &'static str,
    /// What an answer looks like.
    pub form: Form,
}

/// What an answer looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A whole number, 0 or more.
    Whole,
    /// So many sizes, each 1 or more.
    Sizes(usize),
    Word(&'static [&'static str]),
    /// The id of a mistake of the catalogue.
    Mistake,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A whole number.
    Whole(u64),
    /// Sizes, as many as were asked for.
    Sizes(Vec<u64>),
    /// A word, or an id.
    Word(String),
}

/// The answers that were given, by their questions' keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers(pub BTreeMap<&'static str, Answer>);

impl Answers {
    /// The whole number that was given.
    pub fn whole(&self, key: &str) -> Option<u64> {
        match self.0.get(key) {
            Some(Answer::Whole(number)) => Some(*number),
            _ => None,
        }
    }

    pub fn sizes(&self, key: &str) -> Option<&[u64]> {
        match self.0.get(key) {
            Some(Answer::Sizes(sizes)) => Some(sizes),
            _ => None,
        }
    }

    pub fn word(&self, key: &str) -> Option<&str> {
        match self.0.get(key) {
            Some(Answer::Word(word)) => Some(word),
            _ => None,
        }
    }
}

/// What an answer is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    Right,
    Wrong {
        /// What is against it, with the numbers, without the right answer.
        because: String,
        /// What to do about it; may be empty.
        help: String,
    },
    /// It hangs on the answer to another question, which is not there or not right.
    Waits {
        /// That question's key.
        on: String,
    },
}

impl Judgement {
    /// A wrong answer.
    pub fn wrong(because: impl Into<String>, help: impl Into<String>) -> Self {
        Judgement::Wrong {
            because: because.into(),
            help: help.into(),
        }
    }

    /// An answer that hangs on the one to the question `on`.
    pub fn waits(on: impl Into<String>) -> Self {
        Judgement::Waits { on: on.into() }
    }
}

/// A launch that settles the answers: what it costs decides.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The key of the question whose answer is wrong where a bound is not kept.
    pub key: &'static str,
    /// The program, with the definitions that follow from the answers.
    pub source: Source,
    pub launch: Launch,
    /// What the launch may cost.
    pub bounds: Vec<Bound>,
    /// The same with the best answers there are, for comparison.
    pub best: (Source, Launch),
}

/// The one question of a detective exercise: which mistake does the starter make?
#[derive(Clone, Copy, Debug)]
pub struct Diagnosis {
    pub name: &'static str,
    /// The mistake's id in the catalogue.
    pub mistake: MistakeId,
}

impl Sheet for Diagnosis {
    fn name(&self) -> &'static str {
        self.name
    }

    fn questions(&self) -> Vec<Question> {
        vec![Question {
            key: "mistake",
            asks: "what the kernel does wrong, by its id",
            form: Form::Mistake,
        }]
    }

    fn judge(&self, key: &str, answers: &Answers) -> Judgement {
        if answers.word(key) == Some(self.mistake.as_str()) {
            return Judgement::Right;
        }
        Judgement::wrong(
            "the kernel as it was handed out does not make this mistake",
            "`grader explain --list` has them all, each with what it is",
        )
    }

    fn diagnosis(&self) -> Option<MistakeId> {
        Some(self.mistake)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_sheet_has_its_own_name_and_each_question_its_own_key() {
        let mut names = HashSet::new();
        for sheet in crate::sheets() {
            assert!(names.insert(sheet.name()), "{}", sheet.name());
            let mut keys = HashSet::new();
            for question in sheet.questions() {
                assert!(keys.insert(question.key), "{}", question.key);
                assert!(!question.asks.is_empty());
                assert!(question.key.split('.').count() <= 2);
            }
            assert!(!keys.is_empty(), "{}", sheet.name());
        }
        assert!(crate::sheet("no-such-sheet").is_none());
    }

    #[test]
    fn a_diagnosis_is_right_where_it_names_the_mistake_and_nowhere_else() {
        let sheet = Diagnosis {
            name: "case",
            mistake: MistakeId::DataRace,
        };
        let named = |id: &str| Answers(BTreeMap::from([("mistake", Answer::Word(id.to_owned()))]));
        assert_eq!(
            sheet.judge("mistake", &named("data-race")),
            Judgement::Right
        );
        let other = sheet.judge("mistake", &named("missing-barrier"));
        assert!(matches!(other, Judgement::Wrong { .. }));
    }

    #[test]
    fn an_answer_is_given_as_what_it_is_and_as_nothing_else() {
        let answers = Answers(BTreeMap::from([
            ("n", Answer::Whole(3)),
            ("local", Answer::Sizes(vec![8, 8])),
            ("word", Answer::Word("a".to_owned())),
        ]));
        assert_eq!(answers.whole("n"), Some(3));
        assert_eq!(answers.sizes("local"), Some(&[8, 8][..]));
        assert_eq!(answers.word("word"), Some("a"));
        assert_eq!(answers.whole("local"), None);
        assert_eq!(answers.word("other"), None);
    }
}
