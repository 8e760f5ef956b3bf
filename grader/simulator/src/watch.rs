//! A run of a few work-groups of a launch, watched: who ran each stretch of the text, and which addresses
//! each access touched. Nothing is stored here: a watcher is called while the groups run.
//!
//! Buffers may be larger than one cares to fill for a few groups: a watcher may give their contents page by
//! page, when a page is touched first.

use crate::code::Code;
use crate::counters::{AccessKind, BlockCounters};
use crate::event::Event;
use crate::outcome::End;
use crate::trace::AddressRun;
use opencl_c::program::ExprId;
use opencl_c::stretch::Stretch;

/// Bytes of a buffer that are filled at once.
const PAGE: usize = 4096;

/// Observes some work-groups.
pub trait Watcher {
    /// The bytes from `from` on of the buffer that is the argument of this number, before any of them is
    /// touched: as they are in the launch, and to be replaced where the launch does not say.
    fn fill(&mut self, _argument: usize, _from: usize, _bytes: &mut [u8]) {}

    /// Work-items accessed global or local memory.
    fn accessed(&mut self, accessed: &Accessed<'_>);

    /// A work-item reads or writes an image.
    fn image_accessed(&mut self, _accessed: &ImageAccessed) {}

    /// A work-group came to its end.
    fn ended(&mut self, group: usize, ran: &[Ran<'_>]);
}

/// What the active work-items of a group did to a memory at once.
#[derive(Clone, Copy, Debug)]
pub struct Accessed<'a> {
    /// The work-group's flat number; dimension 0 counts fastest.
    pub group: usize,
    /// The place in memory, or the call of a built-in function, that the text has there.
    pub expr: Option<ExprId>,
    /// How.
    pub kind: AccessKind,
    /// Local memory, rather than global or constant?
    pub local: bool,
    /// Bytes of each work-item's access.
    pub size: usize,
    /// Who touched what; an argument's object has the argument's number.
    pub runs: &'a [AddressRun],
}

/// What a work-item does to an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageAccessed {
    /// The argument's number.
    pub argument: usize,
    /// The call.
    pub expr: Option<ExprId>,
    /// The pixel at its coordinate, of one number a dimension and then the layer, before the sampler moves it to within
    /// the image; none where the coordinate is normalised or no number.
    pub pixel: Option<[i64; 3]>,
    /// A write?
    pub write: bool,
    /// Does a sampler say what lies outside of the image?
    pub addressed: bool,
}

/// How often a stretch of the text ran in a work-group.
#[derive(Clone, Copy, Debug)]
pub struct Ran<'a> {
    /// Which.
    pub stretch: &'a Stretch,
    /// By how many warps, each time counted.
    pub warps: u64,
    /// By how many work-items.
    pub work_items: u64,
}

/// How a watched run ended.
#[derive(Clone, Debug)]
pub struct Watched {
    /// What the groups did that a correct kernel does not, races left out.
    pub events: Vec<Event>,
    /// Steps taken, in the unit of [`Options::steps`](crate::Options::steps).
    pub steps: u64,
    /// How it ended.
    pub end: End,
}

/// A watcher, and what of the buffers it has filled.
pub(crate) struct Watch<'a> {
    watcher: &'a mut dyn Watcher,
    /// For each argument, a bit for each page.
    filled: Vec<Vec<u64>>,
    runs: Vec<AddressRun>,
}

/// The observer of a machine. A copy of the machine has none.
#[derive(Default)]
pub(crate) struct Observer<'a>(pub(crate) Option<Watch<'a>>);

impl Clone for Observer<'_> {
    fn clone(&self) -> Self {
        Observer(None)
    }
}

impl<'a> Watch<'a> {
    /// `sizes` are the bytes of each argument's buffer, 0 where it has none.
    pub(crate) fn new(
        watcher: &'a mut dyn Watcher,
        sizes: impl Iterator<Item = usize>,
    ) -> Watch<'a> {
        Watch {
            watcher,
            filled: sizes
                .map(|size| vec![0; size.div_ceil(PAGE).div_ceil(64)])
                .collect(),
            runs: Vec::new(),
        }
    }

    pub(crate) fn fill(&mut self, argument: usize, low: usize, high: usize, bytes: &mut [u8]) {
        let Some(filled) = self.filled.get_mut(argument) else {
            return;
        };
        for page in low / PAGE..high.div_ceil(PAGE) {
            let (word, bit) = (page / 64, 1 << (page % 64));
            if word < filled.len() && filled[word] & bit == 0 {
                filled[word] |= bit;
                let range = page * PAGE..((page + 1) * PAGE).min(bytes.len());
                self.watcher
                    .fill(argument, range.start, &mut bytes[range.clone()]);
            }
        }
    }

    pub(crate) fn accessed(
        &mut self,
        accessed: Accessed<'_>,
        runs: impl Iterator<Item = AddressRun>,
    ) {
        self.runs.clear();
        self.runs.extend(runs);
        self.watcher.accessed(&Accessed {
            runs: &self.runs,
            ..accessed
        });
    }

    pub(crate) fn image_accessed(&mut self, accessed: &ImageAccessed) {
        self.watcher.image_accessed(accessed);
    }

    /// `warp` is how many lanes a warp has.
    pub(crate) fn ended(
        &mut self,
        group: usize,
        code: &Code,
        blocks: &[BlockCounters],
        warp: usize,
    ) {
        let ran: Vec<Ran<'_>> = code
            .blocks
            .iter()
            .zip(blocks)
            .filter_map(|(stretch, counts)| {
                Some(Ran {
                    stretch: stretch.as_ref()?,
                    warps: counts.lanes / warp.max(1) as u64,
                    work_items: counts.active,
                })
            })
            .collect();
        self.watcher.ended(group, &ran);
    }
}
