//! An open document.

use crate::analysis::Analysis;
use crate::host::{Checked, Exercise, Host, path_of};
use crate::positions::{Encoding, Lines};
use crate::settings::Settings;
use launch::Finding;
use lsp_types::{TextDocumentContentChangeEvent, Uri};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The largest document that is read, in bytes: a kernel of other tools has no more either.
pub(crate) const MOST_BYTES: usize = 1 << 20;

/// An open document.
pub(crate) struct Document {
    pub(crate) uri: Uri,
    /// Its path, where it is a file.
    pub(crate) path: Option<PathBuf>,
    pub(crate) version: i32,
    pub(crate) text: String,
    pub(crate) settings: Rc<Settings>,
    pub(crate) exercise: Option<Exercise>,
    /// The launches that were guessed for its kernels, as LAUNCH.toml: kept while the text is being edited.
    pub(crate) guessed: RefCell<BTreeMap<String, String>>,
    /// What the runs of its LAUNCH.toml files show: of the text as it was opened or saved.
    pub(crate) observed: Observed,
    /// What a check of its exercise shows: of the text as it was saved.
    pub(crate) checking: Checking,
    /// What is known of the text, once it is asked for.
    analysis: OnceCell<Rc<Analysis>>,
}

/// What runs of launches show.
#[derive(Clone, Debug, Default)]
pub(crate) enum Observed {
    /// The text is another than that which ran.
    #[default]
    OutOfDate,
    /// The launches are to be run when there is time.
    Wanted,
    /// Each finding with its LAUNCH.toml.
    Known(Vec<(PathBuf, Finding)>),
}

/// A check of a document's exercise.
#[derive(Clone, Debug, Default)]
pub(crate) enum Checking {
    /// None of this text was asked for.
    #[default]
    OutOfDate,
    /// The text was saved.
    Wanted,
    /// The result has not come yet.
    Runs,
    Known(Box<Checked>),
}

/// Is a document one of OpenCL C? Of other languages that look like it the server says nothing.
pub(crate) fn is_opencl(language: &str, uri: &str) -> bool {
    let extension = uri.rsplit('.').next().unwrap_or_default();
    let is_named = ["cl", "clh", "ocl", "opencl"]
        .iter()
        .any(|it| extension.eq_ignore_ascii_case(it));
    match language.to_ascii_lowercase().as_str() {
        "opencl" | "opencl-c" | "openclc" => true,
        "cuda" | "cuda-cpp" | "hip" | "metal" => false,
        _ => is_named,
    }
}

impl Document {
    pub(crate) fn open(uri: Uri, version: i32, text: String, host: &dyn Host) -> Document {
        let mut document = Document {
            path: path_of(uri.as_str()),
            uri,
            version,
            text,
            settings: Rc::default(),
            exercise: None,
            guessed: RefCell::default(),
            observed: Observed::Wanted,
            checking: Checking::OutOfDate,
            analysis: OnceCell::new(),
        };
        document.take_settings(host);
        document
    }

    /// Reads the settings again, and guesses anew.
    pub(crate) fn take_settings(&mut self, host: &dyn Host) {
        let path = self.path.as_deref();
        self.guessed.get_mut().clear();
        self.exercise = path.and_then(|path| host.exercise(path));
        self.settings = Rc::new(path.map_or_else(Settings::default, |it| Settings::of(it, host)));
        self.forget();
    }

    /// Forgets what is known: the text, or what it includes, has changed.
    pub(crate) fn forget(&mut self) {
        self.analysis = OnceCell::new();
        if matches!(self.observed, Observed::Known(_)) {
            self.observed = Observed::OutOfDate;
        }
        if matches!(self.checking, Checking::Known(_)) {
            self.checking = Checking::OutOfDate;
        }
    }

    /// Changes the text.
    pub(crate) fn change(
        &mut self,
        changes: Vec<TextDocumentContentChangeEvent>,
        version: i32,
        encoding: Encoding,
    ) {
        for change in changes {
            match change.range {
                None => self.text = change.text,
                Some(range) => {
                    let bytes = Lines::of(&self.text, encoding).bytes(&self.text, range);
                    self.text.replace_range(bytes, &change.text);
                }
            }
        }
        self.version = version;
        self.observed = Observed::OutOfDate;
        self.checking = Checking::OutOfDate;
        self.forget();
    }

    pub(crate) fn is_too_large(&self) -> bool {
        self.text.len() > MOST_BYTES
    }

    /// What is known; `read` finds it out the first time.
    pub(crate) fn analysis(&self, read: impl FnOnce() -> Analysis) -> Rc<Analysis> {
        self.analysis.get_or_init(|| Rc::new(read())).clone()
    }

    /// Does it include this file, as far as it is known?
    pub(crate) fn includes(&self, path: &Path) -> bool {
        self.analysis.get().is_none_or(|known| {
            known
                .included
                .iter()
                .chain(&known.missing)
                .any(|it| it == path)
        })
    }
}
