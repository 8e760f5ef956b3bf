//! The difference of a value between neighbouring work-items, as far as a compiler knows it.

/// The difference along one dimension of the work-group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    None,
    /// A compile-time constant.
    Constant,
    /// A kernel argument.
    Argument,
}

/// The differences along the first and second dimension of an affine value: a sum of work-item ids times
/// uniform factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Steps {
    pub(crate) along_row: Step,
    pub(crate) along_column: Step,
    /// Whether an argument, or data, is part of the value.
    pub(crate) uses_argument: bool,
}

impl Steps {
    /// A compile-time constant.
    pub(crate) const SAME: Steps = Steps {
        along_row: Step::None,
        along_column: Step::None,
        uses_argument: false,
    };

    /// A uniform value that is not a compile-time constant.
    pub(crate) const ARGUMENT: Steps = Steps {
        uses_argument: true,
        ..Steps::SAME
    };

    /// A work-item id.
    pub(crate) fn of_id(dimension: usize) -> Steps {
        let is = |of: usize| {
            if dimension == of {
                Step::Constant
            } else {
                Step::None
            }
        };
        Steps {
            along_row: is(0),
            along_column: is(1),
            uses_argument: false,
        }
    }

    pub(crate) fn plus(self, other: Steps) -> Steps {
        Steps {
            along_row: self.along_row.max(other.along_row),
            along_column: self.along_column.max(other.along_column),
            uses_argument: self.uses_argument || other.uses_argument,
        }
    }

    /// The product with a uniform factor.
    pub(crate) fn times(self, is_constant: bool) -> Steps {
        let of = |step: Step| match step {
            Step::Constant if !is_constant => Step::Argument,
            step => step,
        };
        Steps {
            along_row: of(self.along_row),
            along_column: of(self.along_column),
            uses_argument: self.uses_argument || !is_constant,
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
                along_row: Step::Constant,
                along_column: Step::Argument,
                uses_argument: true
            }
        );
        // x * pitch + 4
        let column = x.times(false).plus(Steps::SAME);
        assert_eq!(
            column,
            Steps {
                along_row: Step::Argument,
                along_column: Step::None,
                uses_argument: true
            }
        );
    }
    #[test]
    fn an_argument_moves_what_it_is_added_to() {
        let x = Steps::of_id(0);
        assert!(!x.times(true).plus(Steps::SAME).uses_argument);
        assert!(x.plus(Steps::ARGUMENT).uses_argument);
    }
}
