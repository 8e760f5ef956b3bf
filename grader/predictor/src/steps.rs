//! By how much a value differs from one work-item to the next, as far as a compiler sees it.

/// Along one dimension of the work-group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    /// By nothing.
    None,
    /// By what the text tells.
    Told,
    /// By an argument, which a compiler does not know.
    Argument,
}

/// Along the first and the second dimension, of a value that is made of ids and of what is the same everywhere
/// by sums and products alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Steps {
    pub(crate) across: Step,
    pub(crate) down: Step,
}

impl Steps {
    /// Of a value that is the same everywhere.
    pub(crate) const SAME: Steps = Steps {
        across: Step::None,
        down: Step::None,
    };

    /// Of an id.
    pub(crate) fn of_id(dimension: usize) -> Steps {
        let is = |of: usize| {
            if dimension == of {
                Step::Told
            } else {
                Step::None
            }
        };
        Steps {
            across: is(0),
            down: is(1),
        }
    }

    /// Of a sum.
    pub(crate) fn plus(self, other: Steps) -> Steps {
        Steps {
            across: self.across.max(other.across),
            down: self.down.max(other.down),
        }
    }

    /// Of a product with a factor that is the same everywhere, and told by the text or not.
    pub(crate) fn times(self, is_told: bool) -> Steps {
        let of = |step: Step| match step {
            Step::Told if !is_told => Step::Argument,
            step => step,
        };
        Steps {
            across: of(self.across),
            down: of(self.down),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_a_matrix_steps_by_what_the_text_tells_and_a_column_by_an_argument() {
        let (x, y) = (Steps::of_id(0), Steps::of_id(1));
        // y * pitch + 3 * x
        let row = y.times(false).plus(x.times(true));
        assert_eq!(
            row,
            Steps {
                across: Step::Told,
                down: Step::Argument
            }
        );
        // x * pitch + 4
        let column = x.times(false).plus(Steps::SAME);
        assert_eq!(
            column,
            Steps {
                across: Step::Argument,
                down: Step::None
            }
        );
    }
}
