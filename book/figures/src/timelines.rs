//! What happens beside what: rows over time. The lengths are chosen, not measured; who waits for whom follows from
//! the rules of each figure.

use crate::Figure;
use crate::svg::{Drawing, Fill, Label, Line};

const WIDTH: i32 = 480;
/// Where time begins, right of the names of the rows.
const LEFT: i32 = 110;
const ROW: i32 = 26;
const BAR: i32 = 20;

const COMPUTES: Fill = Fill::Owner(0);
const MOVES: Fill = Fill::Owner(1);
const WAITS: Fill = Fill::Hatched;

/// What a row does for a while.
struct Bar {
    row: i32,
    /// Begin and end.
    span: [i32; 2],
    fill: Fill,
    text: String,
}

impl Bar {
    fn new(row: i32, span: [i32; 2], fill: Fill, text: impl ToString) -> Bar {
        Bar {
            row,
            span,
            fill,
            text: text.to_string(),
        }
    }
}

/// Draws rows from `top` on; a unit of time is `unit` wide.
fn rows(drawing: &mut Drawing, top: i32, unit: i32, names: &[&str], bars: &[Bar]) {
    for (row, name) in (0..).zip(names) {
        drawing.label(Label::until([LEFT - 8, top + ROW * row + BAR / 2], name));
    }
    for Bar {
        row,
        span: [from, to],
        fill,
        text,
    } in bars
    {
        let corner = [LEFT + unit * from, top + ROW * row];
        let width = unit * (to - from);
        drawing.boxes(*fill, Line::Thin, [width, BAR], [corner]);
        if !text.is_empty() {
            let middle = [corner[0] + width / 2, corner[1] + BAR / 2];
            drawing.label(Label::new(middle, text).small());
        }
    }
}

/// Where the one arithmetic unit that `warps` share is busy, each of which computes for 1 and then waits for 3: the
/// spans of each warp's rounds until `end`.
fn shared_unit(warps: usize, end: i32) -> Vec<Vec<[i32; 2]>> {
    const WAIT: i32 = 3;
    let mut rounds = vec![Vec::new(); warps];
    let mut ready = vec![0; warps];
    for now in 0..end {
        let Some(next) = (0..warps).find(|warp| ready[*warp] <= now) else {
            continue;
        };
        rounds[next].push([now, now + 1]);
        ready[next] = now + 1 + WAIT;
    }
    rounds
}

/// Memory is waited for by a unit with one sequence, and hidden by one with four.
pub(crate) fn hidden_waiting() -> Figure {
    const END: i32 = 12;
    const UNIT: i32 = 30;
    const WARPS: usize = 4;
    let mut drawing = Drawing::new("hidden-waiting", WIDTH, 216);
    let mut busy = Vec::new();
    for (warps, top, title) in [
        (
            1,
            24,
            "One sequence of instructions: the unit waits with it",
        ),
        (
            WARPS,
            98,
            "Four of them: while three wait, the fourth computes",
        ),
    ] {
        drawing.label(Label::from([LEFT, top - 14], title));
        let names = if warps == 1 {
            vec!["a thread"]
        } else {
            vec!["warp 0", "warp 1", "warp 2", "warp 3"]
        };
        let mut bars = Vec::new();
        let mut sum = 0;
        for (row, rounds) in (0..).zip(shared_unit(warps, END)) {
            let ends = rounds.iter().skip(1).map(|[from, _]| *from).chain([END]);
            for ([from, to], next) in rounds.iter().zip(ends) {
                bars.push(Bar::new(row, [*from, *to], COMPUTES, ""));
                if next > *to {
                    bars.push(Bar::new(row, [*to, next], WAITS, ""));
                }
                sum += to - from;
            }
        }
        rows(&mut drawing, top, UNIT, &names, &bars);
        busy.push(100 * sum / END);
    }
    drawing.boxes(COMPUTES, Line::Thin, [14, 12], [[LEFT, 204]]);
    drawing.label(Label::from([LEFT + 20, 210], "computes").small());
    drawing.boxes(WAITS, Line::Thin, [14, 12], [[LEFT + 100, 204]]);
    drawing.label(Label::from([LEFT + 120, 210], "waits for memory").small());
    drawing.reach(222);
    let desc = format!(
        "Rows over time. Each sequence computes for one step and waits for memory for three. With one sequence the \
         arithmetic unit is busy {} % of the time. With {WARPS} that take turns it is busy {} % of the time, though \
         each of them waits as long as before.",
        busy[0], busy[1]
    );
    drawing.finish("Waiting for memory, alone and hidden by other work", &desc)
}

/// What a host and a device do with four commands; how long it takes, and how long the host is free meanwhile.
fn four_commands(is_blocking: bool) -> (Vec<Bar>, i32, i32) {
    /// The commands with how long the device takes, and whether a blocking call waits for it.
    const COMMANDS: [(&str, i32, bool); 4] = [
        ("write x", 2, true),
        ("write y", 2, true),
        ("kernel", 3, false),
        ("read y", 2, true),
    ];
    const WAITED: i32 = 2;
    let (mut host, mut device) = (0, 0);
    let mut bars = Vec::new();
    for (name, length, waits) in COMMANDS {
        bars.push(Bar::new(0, [host, host + 1], COMPUTES, ""));
        host += 1;
        let from = device.max(host);
        device = from + length;
        let fill = if name == "kernel" { COMPUTES } else { MOVES };
        bars.push(Bar::new(1, [from, device], fill, name));
        if is_blocking && waits {
            bars.push(Bar::new(0, [host, device], WAITS, ""));
            host = device;
        }
    }
    let free = if is_blocking {
        0
    } else {
        device - WAITED - host
    };
    if free > 0 {
        bars.push(Bar::new(
            0,
            [host, host + free],
            Fill::Shade(1),
            "other work",
        ));
        bars.push(Bar::new(0, [host + free, device], WAITS, ""));
    }
    (bars, device, free)
}

/// Four commands with calls that wait, and with calls that return at once.
pub(crate) fn commands() -> Figure {
    const UNIT: i32 = 28;
    let mut drawing = Drawing::new("commands", WIDTH, 176);
    let names = ["host", "device"];
    let (bars, blocking, _) = four_commands(true);
    drawing.label(Label::from(
        [LEFT, 10],
        "Blocking: the host waits in each transfer",
    ));
    rows(&mut drawing, 24, UNIT, &names, &bars);
    let (bars, without, free) = four_commands(false);
    drawing.label(Label::from(
        [LEFT, 102],
        "Non-blocking: it waits once, for the result",
    ));
    rows(&mut drawing, 116, UNIT, &names, &bars);
    let desc = format!(
        "Rows over time of a host and a device. The commands are write x, write y, kernel, read y. With blocking \
         transfers the host puts a command into the queue, which takes one step, and waits until the device is done, \
         which gets its next command only then: {blocking} steps in all. Without, the host puts all four into the \
         queue, has {free} steps for other work, and waits once: {without} steps in all, for the device finds its \
         next command in the queue."
    );
    drawing.finish(
        "Four commands, with calls that wait and calls that return",
        &desc,
    )
}

/// The four moments of an event, and which clock spans which.
pub(crate) fn event_times() -> Figure {
    const MOMENTS: [(&str, i32); 4] = [
        ("queued", 130),
        ("submit", 205),
        ("start", 280),
        ("end", 400),
    ];
    const STRETCHES: [(&str, &str); 3] = [
        ("waits in", "the queue"),
        ("price of", "a launch"),
        ("the kernel", "itself"),
    ];
    let mut drawing = Drawing::new("event-times", WIDTH, 176);
    let axis = 62;
    let spans = MOMENTS.windows(2).zip(STRETCHES);
    for (index, (pair, (first, second))) in spans.enumerate() {
        let [(_, from), (_, to)] = pair else { continue };
        let fill = if index == 2 { COMPUTES } else { Fill::Shade(1) };
        drawing.boxes(fill, Line::Thin, [to - from, 34], [[*from, axis - 34]]);
        drawing.label(Label::new([(from + to) / 2, axis - 24], first).small());
        drawing.label(Label::new([(from + to) / 2, axis - 10], second).small());
    }
    for (name, x) in MOMENTS {
        drawing.path(Fill::Empty, Line::Thick, &format!("M{x} 22V{axis}"));
        drawing.label(Label::new([x, 12], name));
    }
    drawing.label(Label::until([LEFT, 45], "device's clock"));
    for (row, (name, from, to, text)) in (0..).zip([
        (
            "host's clock",
            118,
            462,
            "the call and the wait: what a user waits for",
        ),
        ("", 118, 150, "the call alone: nothing has begun"),
    ]) {
        let y = 92 + 38 * row;
        drawing.label(Label::until([LEFT, y], name));
        drawing.path(
            Fill::Empty,
            Line::Thick,
            &format!("M{from} {}v12M{from} {y}H{to}M{to} {}v12", y - 6, y - 6),
        );
        drawing.label(Label::from([from, y + 16], text).small());
    }
    drawing.reach(156);
    drawing.finish(
        "The times of an event, and what each clock spans",
        "A line of time with the four moments that an event tells by the device's clock: queued, submit, start, end. \
         From queued to submit a command waits in the queue. From submit to start is the price of a \
         launch, and other commands. From start to end the kernel runs. The host's clock around the call and the wait \
         spans all of it and more. Around the call alone it ends before the command is submitted.",
    )
}

/// A loop over tiles that fetches, waits and computes, and one that fetches ahead.
pub(crate) fn fetch_ahead() -> Figure {
    const UNIT: i32 = 18;
    const FETCH: i32 = 3;
    const COMPUTE: i32 = 4;
    const STEPS: i32 = 3;
    let mut drawing = Drawing::new("fetch-ahead", WIDTH, 190);
    let mut ends = Vec::new();
    for (ahead, top, title) in [
        (false, 24, "Fetch, then compute: each waits for the other"),
        (true, 116, "Fetch the next tile while this one is used"),
    ] {
        drawing.label(Label::from([LEFT - 80, top - 14], title));
        let mut bars = Vec::new();
        let (mut fetched, mut computed) = (0, 0);
        for step in 0..STEPS {
            let from = if ahead {
                fetched.max(computed - COMPUTE)
            } else {
                computed
            };
            fetched = from + FETCH;
            bars.push(Bar::new(0, [from, fetched], MOVES, step));
            let begin = fetched.max(computed);
            computed = begin + COMPUTE;
            bars.push(Bar::new(1, [begin, computed], COMPUTES, step));
        }
        rows(
            &mut drawing,
            top,
            UNIT - 2,
            &["fetches tile", "uses tile"],
            &bars,
        );
        ends.push(computed);
    }
    drawing.reach(174);
    let desc = format!(
        "Two rows over time, for {STEPS} tiles: the fetches and the products. Without fetching ahead a tile is fetched, \
         then used, then the next is fetched: {} steps of time. With it the next tile is on its way while this one is \
         used: {} steps, and the arithmetic never waits after the first tile.",
        ends[0], ends[1]
    );
    drawing.finish("Fetching a tile before it is needed", &desc)
}
