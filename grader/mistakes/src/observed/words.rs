//! The words of one event.

use launch::{Level, Place, WorkItem};

/// What a mistake's file says of an event.
pub(crate) struct Words {
    pub(super) message: String,
    pub(super) label: String,
    pub(super) help: String,
    /// The level, where it is not the mistake's.
    pub(super) level: Option<Level>,
    pub(super) places: Vec<Place>,
    pub(super) work_items: Vec<WorkItem>,
}

impl Words {
    /// What happened.
    pub(crate) fn new(message: impl Into<String>) -> Words {
        Words {
            message: message.into(),
            label: String::new(),
            help: String::new(),
            level: None,
            places: Vec::new(),
            work_items: Vec::new(),
        }
    }

    /// The text under the caret.
    pub(crate) fn label(mut self, label: impl Into<String>) -> Words {
        self.label = label.into();
        self
    }

    /// What to try.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Words {
        self.help = help.into();
        self
    }

    /// The finding is a warning.
    pub(crate) fn warning(mut self) -> Words {
        self.level = Some(Level::Warning);
        self
    }

    /// A second place.
    pub(crate) fn with(mut self, place: &Place, label: impl Into<String>) -> Words {
        self.places.push(Place {
            label: label.into(),
            primary: false,
            ..place.clone()
        });
        self
    }

    /// A second work-item.
    pub(crate) fn with_work_item(mut self, item: &WorkItem) -> Words {
        self.work_items.push(item.clone());
        self
    }
}
