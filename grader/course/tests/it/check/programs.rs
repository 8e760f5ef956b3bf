//! Programs that no case can be run of.

use super::*;
use launch::fault::{Exit, Fault};
use launch::protocol::Failure;

#[test]
fn a_program_that_does_not_build_runs_nothing() {
    for (failure, exit_code) in [
        (
            BuildError::Compiler {
                messages: Vec::new(),
                log: "error".to_owned(),
            },
            1,
        ),
        (
            BuildError::Crashed {
                exit: Exit::Code(139),
            },
            1,
        ),
        (
            BuildError::OutOfTime {
                deadline: Duration::from_millis(5),
            },
            1,
        ),
        (
            BuildError::Failed(Failure::DeviceLost {
                code: String::new(),
            }),
            2,
        ),
        (BuildError::Fault(Fault::DeviceUnresponsive), 2),
    ] {
        let mut engine = engine("saxpy", saxpy);
        engine.built = Err(failure);
        let report = checked("saxpy", &mut engine);
        assert_eq!(report.exit_code(), exit_code);
        assert_eq!((report.stages[0].cases, engine.launches.len()), (0, 0));
    }
}

#[test]
fn a_kernel_of_another_name_or_other_arguments_is_not_launched() {
    let mut engine = engine("saxpy", saxpy).with_kernel("saxpi", None);
    let report = checked("saxpy", &mut engine);
    assert!(matches!(
        report.verdict,
        Verdict::NoSuchKernel { nearest: Some(nearest), .. } if nearest == "saxpi"
    ));
    let fill = kernels::problem("fill").unwrap().signature();
    let mut engine = self::engine("saxpy", saxpy).with_kernel("saxpy", Some(fill.parameters));
    let report = checked("saxpy", &mut engine);
    assert!(matches!(
        report.verdict,
        Verdict::OtherArguments { first: Some(0), .. }
    ));
    assert!(engine.launches.is_empty());
}
