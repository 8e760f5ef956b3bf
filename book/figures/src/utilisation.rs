//! How much of the device a work-group of each size keeps busy: U = (n / x) / ceil(n / x), drawn.

use crate::Figure;
use crate::svg::{Drawing, Fill, Label, Line};

pub(crate) fn figure() -> Figure {
    const UNITS: i32 = 32;
    const MOST: i32 = 160;
    const LEFT: i32 = 56;
    const TOP: i32 = 14;
    const HEIGHT: i32 = 150;
    let x = |n: i32| LEFT + n * 5 / 2;
    let share = |n: i32| f64::from(n) / f64::from((n + UNITS - 1) / UNITS * UNITS);
    let y = |share: f64| f64::from(TOP) + f64::from(HEIGHT) * (1.0 - share);

    let mut drawing = Drawing::new("utilisation", 480, 216);
    for percent in [0, 25, 50, 75, 100] {
        let at = y(f64::from(percent) / 100.0) as i32;
        drawing.path(
            Fill::Empty,
            Line::Dashed,
            &format!("M{LEFT} {at}H{}", x(MOST)),
        );
        drawing.label(Label::until([LEFT - 6, at], format!("{percent} %")).small());
    }
    let line: String = (1..=MOST)
        .map(|n| {
            format!(
                "{}{} {:.1}",
                if n == 1 { 'M' } else { 'L' },
                x(n),
                y(share(n))
            )
        })
        .collect();
    drawing.path(Fill::Empty, Line::Thick, &line);
    let bottom = TOP + HEIGHT;
    drawing.path(
        Fill::Empty,
        Line::Thin,
        &format!("M{LEFT} {TOP}V{bottom}H{}", x(MOST)),
    );
    for n in (0..=MOST).step_by(UNITS as usize) {
        drawing.path(Fill::Empty, Line::Thin, &format!("M{} {bottom}v5", x(n)));
        drawing.label(Label::new([x(n), bottom + 14], n).small());
    }
    drawing.label(Label::new(
        [x(MOST / 2), bottom + 32],
        format!("work-items of a group, n (x = {UNITS})"),
    ));
    let told: Vec<String> = [1, 16, 32, 33, 48, 64, 65, 96, 97, 128, 129, 160]
        .map(|n| format!("{n}: {:.0} %", 100.0 * share(n)))
        .to_vec();
    let desc = format!(
        "The utilisation U over the size n of a work-group, for x = {UNITS} processing elements: a saw-tooth that rises to \
         100 % at each multiple of {UNITS} and falls behind it, each time less deep. {}.",
        crate::listed(&told)
    );
    drawing.finish("Utilisation over the size of a work-group", &desc)
}
