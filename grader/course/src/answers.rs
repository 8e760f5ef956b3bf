//! The student's `answers.toml`, parsed against the questions of a sheet and judged. An error of the file or
//! of an answer is a finding with its line and column.

use crate::costs::costs_of_trial;
use crate::report::{AnswerState, Answered, Costs};
use kernels::{Answer, Answers, Form, Judgement, Question, Sheet};
use launch::{Evidence, Finding, Level, MistakeId, Place, Source, nearest};
use std::collections::HashMap;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// The placeholder of an open answer.
const OPEN: &str = "?";

/// A sheet with a student's answers.
pub(crate) struct Judged {
    /// Each question, in the order of the sheet.
    pub(crate) answered: Vec<Answered>,
    pub(crate) findings: Vec<Finding>,
    /// The costs of the answers, where points depend on them.
    pub(crate) costs: Vec<Costs>,
    /// Could the file not be read? Then no answer counts.
    pub(crate) refused: bool,
}

impl Judged {
    /// Parses and judges the file. A missing file has no answers.
    pub(crate) fn of(sheet: &dyn Sheet, file: Option<&Source>) -> Self {
        let questions = sheet.questions();
        let Some(file) = file else {
            return Judged::without_answers(&questions, Vec::new());
        };
        let read = match Read::of(&questions, file) {
            Ok(read) => read,
            Err(findings) => return Judged::without_answers(&questions, findings),
        };
        let mut judged = Judged {
            answered: Vec::new(),
            findings: Vec::new(),
            costs: Vec::new(),
            refused: false,
        };
        for question in &questions {
            let state = match read.answers.0.get(question.key) {
                None => AnswerState::Open,
                Some(_) => judged.state(sheet, question.key, &read, file),
            };
            judged.answered.push(Answered {
                key: question.key.to_owned(),
                asks: question.asks.to_owned(),
                given: read.answers.0.get(question.key).map(written),
                state,
            });
        }
        if judged.all_right()
            && let Some(trial) = sheet.trial(&read.answers)
        {
            judged.run_trial(&trial, &read, file);
        }
        judged
    }

    fn without_answers(questions: &[Question], findings: Vec<Finding>) -> Self {
        let open = |question: &Question| Answered {
            key: question.key.to_owned(),
            asks: question.asks.to_owned(),
            given: None,
            state: AnswerState::Open,
        };
        Judged {
            answered: questions.iter().map(open).collect(),
            refused: !findings.is_empty(),
            findings,
            costs: Vec::new(),
        }
    }

    fn state(&mut self, sheet: &dyn Sheet, key: &str, read: &Read, file: &Source) -> AnswerState {
        match sheet.judge(key, &read.answers) {
            Judgement::Right => AnswerState::Right,
            Judgement::Waits { on } => AnswerState::Waits { on },
            Judgement::Wrong { because, help } => {
                let place = read.place(key, file);
                self.findings
                    .push(finding(MistakeId::WrongAnswer, place, because, help));
                AnswerState::Wrong
            }
        }
    }

    /// Runs the launch that the answers describe, and compares its costs with their bounds.
    fn run_trial(&mut self, trial: &kernels::Trial, read: &Read, file: &Source) {
        let place = read.place(trial.key, file);
        let outcome = match costs_of_trial(trial) {
            Ok(costs) => {
                let kept = costs.requirements.iter().all(|it| it.met);
                self.costs.push(costs);
                kept.then_some(())
                    .ok_or_else(|| "it works, but it costs more than it must: see below".to_owned())
            }
            Err(reason) => Err(reason),
        };
        if let Err(because) = outcome {
            let help = "change the answers that it follows from".to_owned();
            self.findings
                .push(finding(MistakeId::WrongAnswer, place, because, help));
            for answered in &mut self.answered {
                if answered.key == trial.key {
                    answered.state = AnswerState::Wrong;
                }
            }
        }
    }

    pub(crate) fn all_right(&self) -> bool {
        self.answered
            .iter()
            .all(|answered| answered.state == AnswerState::Right)
    }

    /// The points that the answers earn, of `of` points. Each answer has the same weight.
    pub(crate) fn points(&self, of: u32) -> u32 {
        let right = self
            .answered
            .iter()
            .filter(|answered| answered.state == AnswerState::Right);
        let right = u32::try_from(right.count()).unwrap_or(u32::MAX);
        let all = u32::try_from(self.answered.len()).unwrap_or(u32::MAX);
        of.saturating_mul(right).checked_div(all).unwrap_or(0)
    }
}

/// The answers of a file, with their places.
struct Read {
    answers: Answers,
    spans: HashMap<&'static str, Range<usize>>,
}

impl Read {
    fn of(questions: &[Question], file: &Source) -> Result<Self, Vec<Finding>> {
        let refused = |span: Range<usize>, message: String, help: String| {
            finding(MistakeId::AnswersFile, place(file, span), message, help)
        };
        let table = DeTable::parse(&file.text).map_err(|error| {
            let message = format!("this is no TOML: {}", error.message());
            let help = "an answer is a line of the form `key = value`".to_owned();
            vec![refused(error.span().unwrap_or(0..0), message, help)]
        })?;
        let mut read = Read {
            answers: Answers::default(),
            spans: HashMap::new(),
        };
        let mut findings = Vec::new();
        let mut take = |key: String, at: Range<usize>, value: &DeValue<'_>, span: Range<usize>| {
            let keys = || questions.iter().map(|question| question.key);
            let Some(question) = questions.iter().find(|question| question.key == key) else {
                let message = format!("nothing is asked under `{key}`");
                let help = match nearest(&key, keys()) {
                    Some(nearest) => format!("did you mean `{nearest}`?"),
                    None => format!("the keys are {}", keys().collect::<Vec<_>>().join(", ")),
                };
                findings.push(refused(at, message, help));
                return;
            };
            if value.as_str() == Some(OPEN) {
                return;
            }
            match answer(&question.form, value) {
                Ok(answer) => {
                    read.answers.0.insert(question.key, answer);
                    read.spans.insert(question.key, span);
                }
                Err((message, help)) => findings.push(refused(span, message, help)),
            }
        };
        for (key, value) in table.get_ref() {
            match value.get_ref() {
                DeValue::Table(within) => {
                    for (inner, value) in within {
                        let name = format!("{}.{}", key.get_ref(), inner.get_ref());
                        take(name, inner.span(), value.get_ref(), value.span());
                    }
                }
                other => take(key.get_ref().to_string(), key.span(), other, value.span()),
            }
        }
        if findings.is_empty() {
            Ok(read)
        } else {
            findings.sort_by_key(|finding| {
                finding
                    .spans
                    .first()
                    .map(|place| (place.line, place.column))
            });
            Err(findings)
        }
    }

    fn place(&self, key: &str, file: &Source) -> Place {
        place(file, self.spans.get(key).cloned().unwrap_or(0..0))
    }
}

/// A value as an answer of that form; otherwise its error and the expected form.
fn answer(form: &Form, value: &DeValue<'_>) -> Result<Answer, (String, String)> {
    let wrong = |help: String| {
        let message = match value.as_str() {
            Some(text) => format!("`{text}` is no answer to this"),
            None => format!("this is of type {}", value.type_str()),
        };
        Err((message, help))
    };
    match form {
        Form::Whole => match whole(value) {
            Some(number) => Ok(Answer::Whole(number)),
            None => wrong("it must be a whole number, 0 or more".to_owned()),
        },
        Form::Sizes(count) => {
            let sizes = value.as_array().and_then(|array| {
                let sizes = array.iter().map(|entry| whole(entry.get_ref()));
                sizes.collect::<Option<Vec<u64>>>()
            });
            match sizes {
                Some(sizes) if sizes.len() == *count && !sizes.contains(&0) => {
                    Ok(Answer::Sizes(sizes))
                }
                _ => {
                    let example = vec!["8"; *count].join(", ");
                    wrong(format!(
                        "it must be {count} sizes of 1 or more, such as [{example}]"
                    ))
                }
            }
        }
        Form::Word(words) => match value.as_str() {
            Some(word) if words.contains(&word) => Ok(Answer::Word(word.to_owned())),
            Some(word) => wrong(match nearest(word, words.iter().copied()) {
                Some(nearest) => format!("did you mean \"{nearest}\"?"),
                None => format!("it must be one of {}", words.join(", ")),
            }),
            None => wrong(format!("it must be one of \"{}\"", words.join("\", \""))),
        },
        Form::Mistake => match value.as_str() {
            Some(id) if id.parse().is_ok_and(|id| mistakes::find(id).is_some()) => {
                Ok(Answer::Word(id.to_owned()))
            }
            Some(id) => {
                let ids = mistakes::catalogue().map(|mistake| mistake.id.as_str());
                wrong(match nearest(id, ids) {
                    Some(nearest) => format!("did you mean \"{nearest}\"?"),
                    None => "it must be the id of a mistake: `grader explain --list` has them all"
                        .to_owned(),
                })
            }
            None => wrong("it must be the id of a mistake, in quotation marks".to_owned()),
        },
    }
}

fn whole(value: &DeValue<'_>) -> Option<u64> {
    let integer = value.as_integer()?;
    u64::from_str_radix(integer.as_str(), integer.radix()).ok()
}

/// An answer in the syntax of the file.
fn written(answer: &Answer) -> String {
    match answer {
        Answer::Whole(number) => number.to_string(),
        Answer::Sizes(sizes) => {
            let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
            format!("[{}]", sizes.join(", "))
        }
        Answer::Word(word) => format!("\"{word}\""),
    }
}

fn finding(mistake: MistakeId, place: Place, message: String, help: String) -> Finding {
    Finding {
        mistake,
        level: Level::Error,
        evidence: Evidence::Proven,
        message,
        help,
        kernel: String::new(),
        spans: vec![place],
        work_items: Vec::new(),
        macro_backtrace: Vec::new(),
        fix: Vec::new(),
    }
}

fn place(file: &Source, span: Range<usize>) -> Place {
    Place::primary(&file.name, &file.text, span)
}
