//! Exercises that were begun with `grader course new`. It copies `template.rs` and `template.cl` under
//! the exercise's name, and adds a line at each of the two marks below.

use crate::AnyProblem;

#[cfg(test)]
mod template;
// `grader course new` adds a module above this line.

/// The problems of this topic, in the order of the course.
pub(crate) static PROBLEMS: &[&dyn AnyProblem] = &[
    // `grader course new` adds a problem above this line.
];

#[cfg(test)]
mod tests {
    use super::template::Template;
    use crate::AnyProblem;

    #[test]
    fn the_template_is_a_problem_with_cases() {
        let problem: &'static dyn AnyProblem = &Template;
        assert_eq!(problem.name(), "template");
        let corners = problem.corners();
        let locals = corners.iter().map(|case| case.launch().range.local);
        assert!(locals.collect::<std::collections::HashSet<_>>().len() > 1);
        for case in corners {
            assert_eq!(
                case.launch().arguments.len(),
                problem.signature().parameters.len()
            );
            assert_eq!(case.expected().len(), 2);
        }
    }
}
