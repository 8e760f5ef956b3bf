//! A slot for one child process: it is started when it is needed, and another one after it was lost.

use crate::child::{Child, NoReply};
use crate::fault::{Fault, StartError, garbage};
use crate::frame::encode;
use crate::options::Options;
use crate::outcome::Lost;
use crate::role::Role;
use launch::protocol::Request;
use std::time::Duration;

/// The place of a child. It is killed when this is dropped.
pub(crate) struct ChildSlot {
    role: Role,
    child: Option<Child>,
}

impl ChildSlot {
    /// An empty one.
    pub(crate) fn new(role: Role) -> ChildSlot {
        ChildSlot { role, child: None }
    }

    /// The child, if there is one.
    pub(crate) fn child(&mut self) -> Option<&mut Child> {
        self.child.as_mut()
    }

    /// The number of the child's process.
    pub(crate) fn process_id(&self) -> Option<u32> {
        self.child.as_ref().map(Child::process_id)
    }

    /// Is a child there?
    pub(crate) fn has_child(&self) -> bool {
        self.child.is_some()
    }

    /// Starts a child, unless one is there.
    pub(crate) fn child_or_start(&mut self, options: &Options) -> Result<&mut Child, StartError> {
        match &mut self.child {
            Some(child) => Ok(child),
            empty => {
                let program = options.program.as_deref();
                let child = Child::start(program, &self.role, options.start_deadline)?;
                Ok(empty.insert(child))
            }
        }
    }

    /// Kills the child; the next request gets a fresh one.
    pub(crate) fn clear(&mut self) {
        self.child = None;
    }

    /// Another role for the next child, and an end to one that has this one.
    pub(crate) fn set_role(&mut self, role: Role) {
        if self.role != role {
            self.clear();
            self.role = role;
        }
    }

    /// Sends one request and waits for its reply of at most `bytes` bytes. Where none comes the child is
    /// of no use any more.
    pub(crate) fn ask(
        &mut self,
        options: &Options,
        request: &Request<'_>,
        bytes: usize,
        deadline: Duration,
    ) -> Result<Vec<u8>, Lost> {
        let frame = encode(request).map_err(Lost::Fault)?;
        let child = self.child_or_start(options);
        let child = child.map_err(|error| Lost::Fault(Fault::Start(error)))?;
        child.expect(bytes);
        child.send(frame);
        self.receive(deadline).inspect_err(|_| self.clear())
    }

    /// Waits for the next reply.
    pub(crate) fn receive(&mut self, deadline: Duration) -> Result<Vec<u8>, Lost> {
        let Some(child) = &mut self.child else {
            return Err(Lost::Fault(garbage("none: it is not running")));
        };
        child.receive(deadline).map_err(|silence| match silence {
            NoReply::OutOfTime => Lost::OutOfTime,
            NoReply::Oversized(bytes) => {
                Lost::Fault(garbage(&format!("a message of {bytes} bytes")))
            }
            NoReply::Ended(exit) => Lost::Ended {
                exit,
                stderr: child.stderr(),
            },
        })
    }
}
