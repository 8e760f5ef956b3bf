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
    /// Does an argument, or data, have a part in the value?
    pub(crate) is_moved: bool,
}

impl Steps {
    /// Of a value that is the same everywhere.
    pub(crate) const SAME: Steps = Steps {
        across: Step::None,
        down: Step::None,
        is_moved: false,
    };

    /// The same where the text does not tell it.
    pub(crate) const MOVED: Steps = Steps {
        is_moved: true,
        ..Steps::SAME
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
            is_moved: false,
        }
    }

    /// Of a sum.
    pub(crate) fn plus(self, other: Steps) -> Steps {
        Steps {
            across: self.across.max(other.across),
            down: self.down.max(other.down),
            is_moved: self.is_moved || other.is_moved,
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
            is_moved: self.is_moved || !is_told,
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
                down: Step::Argument,
                is_moved: true
            }
        );
        // x * pitch + 4
        let column = x.times(false).plus(Steps::SAME);
        assert_eq!(
            column,
            Steps {
                across: Step::Argument,
                down: Step::None,
                is_moved: true
            }
        );
    }
    #[test]
    fn an_argument_moves_what_it_is_added_to() {
        let x = Steps::of_id(0);
        assert!(!x.times(true).plus(Steps::SAME).is_moved);
        assert!(x.plus(Steps::MOVED).is_moved);
    }
}
