//! Lengths and numbers of a problem, as its file writes them: `n`, `n + 2`, `rows * (columns - 1)`, `n / 4`.

use std::collections::BTreeMap;
use std::fmt;

/// An integer expression in the sizes of a case. A division rounds down, and by 0 it is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expression {
    Number(i64),
    Size(String),
    Binary(Box<[Expression; 2]>, Operator),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// Why a text is no expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpressionError {
    /// Something else than a number, a name, an operator or parentheses.
    Unexpected { found: String },
    /// A name that is no size of the problem.
    NoSize { name: String, sizes: Vec<String> },
}

/// The deepest nesting of parentheses.
const DEEPEST: usize = 20;

struct Tokens<'t> {
    rest: &'t str,
    depth: usize,
}

impl Expression {
    /// The expression of a text, whose names are among `sizes`.
    pub(crate) fn parse(text: &str, sizes: &[String]) -> Result<Expression, ExpressionError> {
        let mut tokens = Tokens {
            rest: text.trim(),
            depth: 0,
        };
        let expression = tokens.sum()?;
        if !tokens.rest.is_empty() {
            return Err(tokens.unexpected());
        }
        expression.check(sizes)?;
        Ok(expression)
    }

    fn check(&self, sizes: &[String]) -> Result<(), ExpressionError> {
        match self {
            Expression::Number(_) => Ok(()),
            Expression::Size(name) if sizes.contains(name) => Ok(()),
            Expression::Size(name) => Err(ExpressionError::NoSize {
                name: name.clone(),
                sizes: sizes.to_vec(),
            }),
            Expression::Binary(sides, _) => sides.iter().try_for_each(|side| side.check(sizes)),
        }
    }

    /// Its value; what does not fit stays at the largest number.
    pub(crate) fn value(&self, sizes: &BTreeMap<&str, i64>) -> i64 {
        match self {
            Expression::Number(number) => *number,
            Expression::Size(name) => sizes.get(name.as_str()).copied().unwrap_or(0),
            Expression::Binary(sides, operator) => {
                let [left, right] = [&sides[0], &sides[1]].map(|side| side.value(sizes));
                match operator {
                    Operator::Add => left.saturating_add(right),
                    Operator::Subtract => left.saturating_sub(right),
                    Operator::Multiply => left.saturating_mul(right),
                    Operator::Divide => left.checked_div(right).unwrap_or(0),
                }
            }
        }
    }
}

impl Tokens<'_> {
    fn sum(&mut self) -> Result<Expression, ExpressionError> {
        let mut left = self.product()?;
        while let Some(operator) = self.operator([('+', Operator::Add), ('-', Operator::Subtract)])
        {
            left = Expression::Binary(Box::new([left, self.product()?]), operator);
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Expression, ExpressionError> {
        let mut left = self.operand()?;
        while let Some(operator) =
            self.operator([('*', Operator::Multiply), ('/', Operator::Divide)])
        {
            left = Expression::Binary(Box::new([left, self.operand()?]), operator);
        }
        Ok(left)
    }

    fn operator(&mut self, known: [(char, Operator); 2]) -> Option<Operator> {
        let (_, operator) = known.into_iter().find(|(c, _)| self.rest.starts_with(*c))?;
        self.advance(1);
        Some(operator)
    }

    fn operand(&mut self) -> Result<Expression, ExpressionError> {
        if self.rest.starts_with('(') && self.depth < DEEPEST {
            self.depth += 1;
            self.advance(1);
            let within = self.sum()?;
            if !self.rest.starts_with(')') {
                return Err(self.unexpected());
            }
            self.depth -= 1;
            self.advance(1);
            return Ok(within);
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        let word = &self.rest[..end];
        let expression = match word.parse::<i64>() {
            Ok(number) => Expression::Number(number),
            Err(_) if word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') => {
                Expression::Size(word.to_owned())
            }
            Err(_) => return Err(self.unexpected()),
        };
        self.advance(end);
        Ok(expression)
    }

    fn advance(&mut self, bytes: usize) {
        self.rest = self.rest[bytes..].trim_start();
    }

    fn unexpected(&self) -> ExpressionError {
        ExpressionError::Unexpected {
            found: self.rest.chars().take(20).collect(),
        }
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpressionError::Unexpected { found } if found.is_empty() => {
                f.write_str("the expression ends too early")
            }
            ExpressionError::Unexpected { found } => write!(
                f,
                "`{}` is not understood here: an expression has numbers, sizes, + - * / and parentheses",
                found.escape_default()
            ),
            ExpressionError::NoSize { name, sizes } => {
                write!(
                    f,
                    "there is no size `{name}`; the sizes are {}",
                    sizes.join(", ")
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<i64, String> {
        let sizes = ["n".to_owned(), "m".to_owned()];
        let parsed = Expression::parse(text, &sizes).map_err(|error| error.to_string())?;
        Ok(parsed.value(&BTreeMap::from([("n", 10), ("m", 3)])))
    }

    #[test]
    fn the_usual_rules_hold_and_a_division_rounds_down() {
        assert_eq!(value("n"), Ok(10));
        assert_eq!(value(" n - 2*m+1 "), Ok(5));
        assert_eq!(value("(n-2)*m / 5"), Ok(4));
        assert_eq!(value("n / (m - 3)"), Ok(0));
        assert_eq!(
            value("n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n"),
            Ok(i64::MAX)
        );
    }

    #[test]
    fn what_is_no_expression_is_told() {
        assert_eq!(
            value("k").unwrap_err(),
            "there is no size `k`; the sizes are n, m"
        );
        assert_eq!(value("n +").unwrap_err(), "the expression ends too early");
        assert!(
            value("n ^ 2")
                .unwrap_err()
                .starts_with("`^ 2` is not understood here")
        );
        assert!(value(&"(".repeat(1000)).is_err());
    }
}
