//! One conversation with the parent: takes requests in order, answers each.

use crate::adapters::{self, Listed};
use crate::measure::Bench;
use crate::program::{self, Built, Checks};
use crate::run::{self, Open};
use child_streams::Streams;
use launch::Source;
use launch::protocol::{Failure, Hello, Ran, Reply, Request, Run, VERSION};
use serde_bytes::Bytes;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// Answers requests until the parent closes the connection.
pub(crate) fn serve(mut streams: Streams) -> ExitCode {
    // A panic is reported as a fault; its message and place are of no use to a student.
    std::panic::set_hook(Box::new(|_| {}));
    streams.send(&Hello {
        protocol: VERSION,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    });
    let mut session = Session {
        adapters: catch_unwind(adapters::list)
            .map_err(|_| "a driver could not be loaded".to_owned()),
        loaded: None,
        bench: Bench::default(),
    };
    while let Ok(frame) = streams.requests.recv() {
        let answered = catch_unwind(AssertUnwindSafe(|| session.answer(&frame, &mut streams)));
        if answered.is_err() {
            streams.send(&fault("it panicked".to_owned()));
        }
    }
    ExitCode::SUCCESS
}

struct Session {
    /// The adapters, or why there are none.
    adapters: Result<Vec<Listed>, String>,
    loaded: Option<Loaded>,
    bench: Bench,
}

/// A program, and where its launches go.
struct Loaded {
    adapter: usize,
    open: Open,
    built: Option<Built>,
}

fn fault(message: String) -> Reply<'static> {
    Reply::Fault { message }
}

impl Session {
    fn answer(&mut self, frame: &[u8], streams: &mut Streams) {
        match postcard::from_bytes::<Request<'_>>(frame) {
            Ok(Request::Devices) => streams.send(&self.list()),
            Ok(Request::Build { device, source, .. }) => {
                let reply = self.build(device, &source);
                streams.send(&reply);
            }
            Ok(Request::Run(run)) => self.run(&run, streams),
            Ok(Request::Measure(request)) => {
                let measured = match &self.adapters {
                    Ok(adapters) => self.bench.step(adapters, &request),
                    Err(message) => Err(message.clone()),
                };
                match measured {
                    Ok(measured) => streams.send(&Reply::Measured(measured)),
                    Err(message) => streams.send(&fault(message)),
                }
            }
            Ok(Request::Compile { .. } | Request::Load(_)) => {
                streams.send(&fault(
                    "it has no box for other people's kernels".to_owned(),
                ));
            }
            Err(error) => streams.send(&fault(format!("it got an unreadable request: {error}"))),
        }
    }

    fn list(&self) -> Reply<'static> {
        match &self.adapters {
            Ok(adapters) => {
                Reply::Devices(adapters.iter().map(|known| known.device.clone()).collect())
            }
            Err(message) => fault(message.clone()),
        }
    }

    fn build(&mut self, index: usize, source: &Source) -> Reply<'static> {
        let adapters = match &self.adapters {
            Ok(adapters) => adapters,
            Err(message) => return fault(message.clone()),
        };
        let Some(known) = adapters.get(index) else {
            return Reply::NoSuchDevice {
                devices: adapters.len(),
            };
        };
        if self
            .loaded
            .as_ref()
            .is_none_or(|loaded| loaded.adapter != index)
        {
            match adapters::open(&known.adapter) {
                Ok((device, queue)) => {
                    self.loaded = Some(Loaded {
                        adapter: index,
                        open: Open { device, queue },
                        built: None,
                    });
                }
                Err(error) => {
                    return Reply::Failed(Failure::Refused {
                        code: error,
                        call: "opening the device".to_owned(),
                    });
                }
            }
        }
        let built = program::build(source, Checks::Kept);
        match (built, &mut self.loaded) {
            (Ok(built), Some(loaded)) => {
                let kernels = built.kernels();
                loaded.built = Some(built);
                Reply::Built {
                    log: String::new(),
                    kernels,
                }
            }
            (Err(log), _) => Reply::BuildFailed { log },
            (Ok(_), None) => fault("it has no device".to_owned()),
        }
    }

    fn run(&mut self, run: &Run<'_>, streams: &mut Streams) {
        let (Ok(adapters), Some(loaded)) = (&self.adapters, &mut self.loaded) else {
            return streams.send(&fault("it was asked to run before it had built".to_owned()));
        };
        let Some(built) = &mut loaded.built else {
            return streams.send(&fault("it was asked to run before it had built".to_owned()));
        };
        let known = &adapters[loaded.adapter];
        match run::run(known, &loaded.open, built, run) {
            Ok(launched) => streams.send(&Reply::Ran(Ran {
                buffers: launched
                    .buffers
                    .iter()
                    .map(|bytes| Bytes::new(bytes))
                    .collect(),
                images: launched
                    .images
                    .iter()
                    .map(|bytes| Bytes::new(bytes))
                    .collect(),
                nanoseconds: launched.nanoseconds,
                printf: Bytes::new(&[]),
                printf_cut: false,
            })),
            Err(failure) => streams.send(&Reply::Failed(failure)),
        }
    }
}
