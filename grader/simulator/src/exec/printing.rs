//! `printf`: each work-item's arguments, formatted.

use super::Machine;
use crate::code::{Print, PrintArgument};
use crate::math::printf;

impl Machine<'_> {
    pub(super) fn print(&mut self, print: &Print) {
        for lane in self.mask.first..self.mask.end {
            if self.mask.lanes[lane] == 0 {
                continue;
            }
            if self.printed.len() >= self.options.print {
                return;
            }
            let values: Vec<Vec<u64>> = print
                .arguments
                .iter()
                .map(|argument| match argument {
                    PrintArgument::Values(_, regs) => regs
                        .iter()
                        .map(|&reg| self.registers.get(reg, lane))
                        .collect(),
                    PrintArgument::Text(_) => Vec::new(),
                })
                .collect();
            let arguments: Vec<printf::Argument<'_>> = print
                .arguments
                .iter()
                .zip(&values)
                .map(|(argument, bits)| match argument {
                    PrintArgument::Values(scalar, regs) if regs.len() == 1 => {
                        printf::Argument::Scalar(*scalar, bits[0])
                    }
                    PrintArgument::Values(scalar, _) => printf::Argument::Vector(*scalar, bits),
                    PrintArgument::Text(text) => printf::Argument::String(text),
                })
                .collect();
            let formatted = printf::format(&print.format, &arguments);
            let room = self.options.print - self.printed.len();
            let text = &formatted.text[..formatted.text.len().min(room)];
            self.printed.extend_from_slice(text);
        }
    }
}
