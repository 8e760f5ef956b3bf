//! A slot for one child process: it is started on demand, and again after it was lost.

use crate::child::{Child, NoReply};
use crate::frame::encode;
use crate::lost::Lost;
use crate::lost::garbage;
use crate::options::Options;
use crate::role::Role;
use launch::fault::{Fault, StartError};
use launch::protocol::Request;
use std::time::Duration;

/// A slot for one child process, which is killed on drop.
pub(crate) struct ChildSlot {
    role: Role,
    child: Option<Child>,
}

impl ChildSlot {
    pub(crate) fn new(role: Role) -> ChildSlot {
        ChildSlot { role, child: None }
    }

    pub(crate) fn child(&mut self) -> Option<&mut Child> {
        self.child.as_mut()
    }

    pub(crate) fn process_id(&self) -> Option<u32> {
        self.child.as_ref().map(Child::process_id)
    }

    pub(crate) fn has_child(&self) -> bool {
        self.child.is_some()
    }

    /// Returns the child and starts it first if there is none.
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

    /// Kills the child; the next request starts a new one.
    pub(crate) fn clear(&mut self) {
        self.child = None;
    }

    /// Sets the role of the next child, and kills a child that has another role.
    pub(crate) fn set_role(&mut self, role: Role) {
        if self.role != role {
            self.clear();
            self.role = role;
        }
    }

    /// Sends one request and waits for its reply of at most `bytes` bytes. If none comes, the child
    /// is killed.
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
