//! The expression of an `#if`: integers of 128 bits, signed or not. `long long` has as many in OpenCL C, and
//! so has `intmax_t` in the compilers at hand: `0x7fffffffffffffff + 1` is positive there.
//!
//! Operators wait on a stack of their own until one that binds less arrives, so no depth of
//! parentheses deepens the call stack. What `&&`, `||` and `?:` leave unevaluated is read and computed
//! all the same, but is *dead*: a division by zero there is no error.

mod number;

use super::engine::{Engine, PpToken};
use crate::diagnostic::Diagnostic;
use crate::keyword::Keyword;
use crate::source::Origin;
use crate::token::{Punctuator, TokenKind};

/// A value, and whether it is of `uintmax_t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Value {
    bits: u128,
    unsigned: bool,
}

impl Value {
    fn truth(value: bool) -> Self {
        Value {
            bits: u128::from(value),
            unsigned: false,
        }
    }

    fn is_true(self) -> bool {
        self.bits != 0
    }
}

/// An operator that waits for its right operand.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    what: What,
    origin: Origin,
    /// Is its right operand dead by its own doing?
    dead: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Paren,
    Unary(Punctuator),
    Binary(Punctuator),
    /// After `condition ?`
    Question(bool),
    /// After `condition ? value :`
    Colon(bool, Value),
}

impl What {
    fn precedence(self) -> u8 {
        match self {
            What::Paren | What::Question(_) => 0,
            What::Colon(..) => 2,
            What::Binary(operator) => precedence(operator).unwrap_or(0),
            What::Unary(_) => 20,
        }
    }
}

/// How tightly a binary operator binds.
fn precedence(operator: Punctuator) -> Option<u8> {
    use Punctuator::*;
    Some(match operator {
        Comma => 1,
        PipePipe => 3,
        AmpersandAmpersand => 4,
        Pipe => 5,
        Caret => 6,
        Ampersand => 7,
        EqualEqual | BangEqual => 8,
        Less | Greater | LessEqual | GreaterEqual => 9,
        ShiftLeft | ShiftRight => 10,
        Plus | Minus => 11,
        Star | Slash | Percent => 12,
        _ => return None,
    })
}

#[derive(Debug, Default)]
struct Evaluation {
    values: Vec<Value>,
    waiting: Vec<Waiting>,
    /// How many waiting operators have a dead right operand.
    dead: usize,
}

impl Engine<'_> {
    /// The truth of the line after `#if` or `#elif`; an error in it is reported and counts as false.
    pub(super) fn condition(&mut self, line: Vec<PpToken>, directive: Origin) -> bool {
        if line.is_empty() {
            let error = Diagnostic::error(directive, "an expression must follow")
                .help("write `#if defined(NAME)` or `#if NAME > 1`");
            self.report(error);
            return false;
        }
        let tokens = self.expand_line(line, true);
        let result = self.evaluate(&tokens, directive);
        self.give_list(tokens);
        match result {
            Ok(value) => value.is_true(),
            Err(error) => {
                self.report(*error);
                false
            }
        }
    }

    /// The value of a constant expression; `None` where it is none.
    pub(super) fn constant_quietly(&self, tokens: &[PpToken]) -> Option<u128> {
        let first = tokens.first()?;
        let value = self.evaluate(tokens, first.origin).ok()?;
        Some(value.bits)
    }

    fn evaluate(&self, tokens: &[PpToken], directive: Origin) -> Result<Value, Box<Diagnostic>> {
        let mut evaluation = Evaluation::default();
        let mut last = directive;
        let mut operand_wanted = true;
        for (index, &token) in tokens.iter().enumerate() {
            last = token.origin;
            if operand_wanted {
                match token.kind {
                    TokenKind::Punctuator(Punctuator::LeftParen) => {
                        evaluation.wait(What::Paren, token.origin, false);
                    }
                    TokenKind::Punctuator(
                        operator @ (Punctuator::Plus
                        | Punctuator::Minus
                        | Punctuator::Bang
                        | Punctuator::Tilde),
                    ) => evaluation.wait(What::Unary(operator), token.origin, false),
                    _ => {
                        let value = self.operand(token, tokens.get(index + 1))?;
                        evaluation.values.push(value);
                        operand_wanted = false;
                    }
                }
            } else {
                operand_wanted = evaluation.operator(token).map_err(|()| {
                    let mut text = String::new();
                    self.push_spelling(token, &mut text);
                    Box::new(
                        Diagnostic::error(
                            token.origin,
                            format!("`{text}` is not an operator of `#if`"),
                        )
                        .help("an operator such as `==`, `&&` or `+`, or the end of the line, is expected here"),
                    )
                })??;
            }
        }
        if operand_wanted {
            return Err(Box::new(Diagnostic::error(
                last,
                "a value must follow in this `#if`",
            )));
        }
        evaluation.reduce(1)?;
        match evaluation.waiting.pop() {
            Some(Waiting {
                what: What::Question(_),
                origin,
                ..
            }) => Err(Box::new(Diagnostic::error(origin, "this `?` has no `:`"))),
            Some(open) => Err(Box::new(Diagnostic::error(
                open.origin,
                "this `(` has no `)`",
            ))),
            None => evaluation.values.pop().ok_or_else(|| {
                Box::new(Diagnostic::error(last, "a value must follow in this `#if`"))
            }),
        }
    }

    fn operand(&self, token: PpToken, next: Option<&PpToken>) -> Result<Value, Box<Diagnostic>> {
        let error = |message: String| Err(Box::new(Diagnostic::error(token.origin, message)));
        match token.kind {
            TokenKind::Number(symbol) => match number::integer(self.interner.text(symbol)) {
                Ok((bits, unsigned)) => Ok(Value { bits, unsigned }),
                Err(why) => error(why.to_owned()),
            },
            TokenKind::Character(symbol) => match number::character(self.interner.text(symbol)) {
                Ok(value) => Ok(Value {
                    bits: value as u128,
                    unsigned: false,
                }),
                Err(why) => error(why.to_owned()),
            },
            TokenKind::Identifier(symbol) => {
                let called = next
                    .is_some_and(|next| next.kind == TokenKind::Punctuator(Punctuator::LeftParen));
                if called {
                    let name = self.interner.text(symbol);
                    return error(format!("there is no function-like macro `{name}`"));
                }
                Ok(Value::truth(symbol == Keyword::True.symbol()))
            }
            TokenKind::String(_) => error("an `#if` can't compare strings".to_owned()),
            _ => {
                let mut text = String::new();
                self.push_spelling(token, &mut text);
                error(format!("a value is expected before `{text}` in this `#if`"))
            }
        }
    }
}

impl Evaluation {
    fn wait(&mut self, what: What, origin: Origin, dead: bool) {
        self.dead += usize::from(dead);
        self.waiting.push(Waiting { what, origin, dead });
    }

    /// A token after a complete operand: is an operand wanted after it? `Err(())` if it is no operator.
    fn operator(&mut self, token: PpToken) -> Result<Result<bool, Box<Diagnostic>>, ()> {
        let TokenKind::Punctuator(operator) = token.kind else {
            return Err(());
        };
        Ok(match operator {
            Punctuator::RightParen => self.close(token.origin).map(|()| false),
            Punctuator::Question => self.question(token.origin).map(|()| true),
            Punctuator::Colon => self.colon(token.origin).map(|()| true),
            _ => {
                let precedence = precedence(operator).ok_or(())?;
                self.binary(operator, precedence, token.origin)
                    .map(|()| true)
            }
        })
    }

    fn binary(
        &mut self,
        operator: Punctuator,
        precedence: u8,
        origin: Origin,
    ) -> Result<(), Box<Diagnostic>> {
        self.reduce(precedence)?;
        let left = self.values.last().is_some_and(|value| value.is_true());
        let dead = match operator {
            Punctuator::AmpersandAmpersand => !left,
            Punctuator::PipePipe => left,
            _ => false,
        };
        self.wait(What::Binary(operator), origin, dead);
        Ok(())
    }

    fn close(&mut self, origin: Origin) -> Result<(), Box<Diagnostic>> {
        self.reduce(1)?;
        match self.waiting.pop() {
            Some(Waiting {
                what: What::Paren, ..
            }) => Ok(()),
            Some(open) => Err(Box::new(Diagnostic::error(
                open.origin,
                "this `?` has no `:`",
            ))),
            None => Err(Box::new(Diagnostic::error(origin, "this `)` has no `(`"))),
        }
    }

    fn question(&mut self, origin: Origin) -> Result<(), Box<Diagnostic>> {
        self.reduce(3)?;
        let condition = self.values.pop().is_some_and(Value::is_true);
        self.wait(What::Question(condition), origin, !condition);
        Ok(())
    }

    fn colon(&mut self, origin: Origin) -> Result<(), Box<Diagnostic>> {
        self.reduce(1)?;
        let (
            Some(Waiting {
                what: What::Question(condition),
                dead,
                ..
            }),
            Some(value),
        ) = (self.waiting.pop(), self.values.pop())
        else {
            return Err(Box::new(Diagnostic::error(origin, "this `:` has no `?`")));
        };
        self.dead -= usize::from(dead);
        self.wait(What::Colon(condition, value), origin, condition);
        Ok(())
    }

    /// Computes the waiting operators that bind at least as tightly as `precedence`.
    fn reduce(&mut self, precedence: u8) -> Result<(), Box<Diagnostic>> {
        while let Some(top) = self
            .waiting
            .last()
            .copied()
            .filter(|top| top.what.precedence() >= precedence)
        {
            self.waiting.pop();
            let Some(right) = self.values.pop() else {
                return Ok(());
            };
            let value = match top.what {
                What::Unary(operator) => unary(operator, right),
                What::Colon(condition, first) => Value {
                    bits: if condition { first.bits } else { right.bits },
                    unsigned: first.unsigned || right.unsigned,
                },
                What::Binary(operator) => {
                    let Some(left) = self.values.pop() else {
                        return Ok(());
                    };
                    match binary(operator, left, right) {
                        Some(value) => value,
                        None if self.dead > 0 => Value::truth(false),
                        None => {
                            return Err(Box::new(Diagnostic::error(
                                top.origin,
                                "this `#if` divides by zero",
                            )));
                        }
                    }
                }
                What::Paren | What::Question(_) => right,
            };
            self.dead -= usize::from(top.dead);
            self.values.push(value);
        }
        Ok(())
    }
}

fn unary(operator: Punctuator, value: Value) -> Value {
    match operator {
        Punctuator::Minus => Value {
            bits: value.bits.wrapping_neg(),
            ..value
        },
        Punctuator::Tilde => Value {
            bits: !value.bits,
            ..value
        },
        Punctuator::Bang => Value::truth(!value.is_true()),
        _ => value,
    }
}

/// `None` for a division by zero.
fn binary(operator: Punctuator, left: Value, right: Value) -> Option<Value> {
    use Punctuator::*;
    let unsigned = left.unsigned || right.unsigned;
    let (a, b) = (left.bits, right.bits);
    let (signed_a, signed_b) = (a as i128, b as i128);
    let less = if unsigned { a < b } else { signed_a < signed_b };
    let of_both = |bits| Value { bits, unsigned };
    Some(match operator {
        Comma => right,
        PipePipe => Value::truth(left.is_true() || right.is_true()),
        AmpersandAmpersand => Value::truth(left.is_true() && right.is_true()),
        Pipe => of_both(a | b),
        Caret => of_both(a ^ b),
        Ampersand => of_both(a & b),
        EqualEqual => Value::truth(a == b),
        BangEqual => Value::truth(a != b),
        Less => Value::truth(less),
        GreaterEqual => Value::truth(!less),
        Greater => Value::truth(!less && a != b),
        LessEqual => Value::truth(less || a == b),
        ShiftLeft => Value {
            bits: shift_left(left.bits, right.bits),
            ..left
        },
        ShiftRight => Value {
            bits: shift_right(left, right.bits),
            ..left
        },
        Plus => of_both(a.wrapping_add(b)),
        Minus => of_both(a.wrapping_sub(b)),
        Star => of_both(a.wrapping_mul(b)),
        Slash if unsigned => of_both(a.checked_div(b)?),
        Percent if unsigned => of_both(a.checked_rem(b)?),
        Slash if b != 0 => of_both(signed_a.wrapping_div(signed_b) as u128),
        Percent if b != 0 => of_both(signed_a.wrapping_rem(signed_b) as u128),
        _ => return None,
    })
}

/// A count that is too big, as a negative one is, leaves nothing.
fn shift_left(bits: u128, count: u128) -> u128 {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    bits.checked_shl(count).unwrap_or(0)
}

/// A count that is too big, as a negative one is, leaves the sign.
fn shift_right(value: Value, count: u128) -> u128 {
    let count = count.min(127) as u32;
    if value.unsigned {
        value.bits >> count
    } else {
        ((value.bits as i128) >> count) as u128
    }
}
