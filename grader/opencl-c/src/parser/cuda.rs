//! Words of CUDA in OpenCL C: one error each, with OpenCL's word for it.

use super::{Parse, Parser};
use crate::diagnostic::Diagnostic;
use crate::interner::Interner;
use crate::source::Origin;
use crate::token::{Punctuator as P, Symbol, TokenKind};
use launch::MistakeId;

/// What a word of CUDA corresponds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CudaWord {
    /// `__global__`
    Kernel,
    /// `__shared__`
    Local,
    /// `__constant__`
    Constant,
    /// `__device__`, `__host__`: nothing.
    Helper,
    /// `__forceinline__`, `__noinline__`: a plain `inline` needs another definition in C, so nothing.
    Inline,
    /// `__launch_bounds__(...)`: an attribute.
    LaunchBounds,
}

const WORDS: &[(&str, CudaWord)] = &[
    ("__global__", CudaWord::Kernel),
    ("__shared__", CudaWord::Local),
    ("__constant__", CudaWord::Constant),
    ("__device__", CudaWord::Helper),
    ("__host__", CudaWord::Helper),
    ("__forceinline__", CudaWord::Inline),
    ("__noinline__", CudaWord::Inline),
    ("__launch_bounds__", CudaWord::LaunchBounds),
];

/// The words of CUDA that a program uses.
pub(super) struct CudaWords(Vec<(Symbol, CudaWord)>);

impl CudaWords {
    pub(super) fn new(interner: &Interner) -> Self {
        CudaWords(
            WORDS
                .iter()
                .filter_map(|&(text, word)| Some((interner.get(text)?, word)))
                .collect(),
        )
    }

    pub(super) fn get(&self, symbol: Symbol) -> Option<CudaWord> {
        self.0
            .iter()
            .find(|&&(word, _)| word == symbol)
            .map(|&(_, word)| word)
    }
}

impl Parser<'_> {
    pub(super) fn cuda_word(&self) -> Option<CudaWord> {
        match self.kind() {
            TokenKind::Identifier(symbol) => self.cuda.get(symbol),
            _ => None,
        }
    }

    /// Passes over a word of CUDA and reports it.
    pub(super) fn cuda_specifier(&mut self, word: CudaWord) {
        let origin = self.origin();
        let TokenKind::Identifier(symbol) = self.kind() else {
            return;
        };
        let name = self.interner.text(symbol);
        let cuda = |meaning: &str| {
            Diagnostic::error(origin, format!("`{name}` is a word of CUDA; {meaning}"))
                .mistake(MistakeId::CudaIsm)
        };
        let diagnostic = match word {
            CudaWord::Kernel => {
                cuda("OpenCL C marks a kernel with `__kernel`").suggest(origin, "__kernel")
            }
            CudaWord::Local => {
                cuda("memory that a work-group shares is `__local`").suggest(origin, "__local")
            }
            CudaWord::Constant => {
                cuda("constant memory is `__constant`").suggest(origin, "__constant")
            }
            CudaWord::Helper => {
                cuda("in OpenCL C a function that kernels call needs no mark").suggest(origin, "")
            }
            CudaWord::Inline => cuda("compilers of OpenCL C decide by themselves what they inline")
                .suggest(origin, ""),
            CudaWord::LaunchBounds => {
                self.advance();
                if self.eat(P::LeftParen).is_some() {
                    self.skip_to_closing_paren();
                }
                let diagnostic = cuda(
                    "OpenCL C fixes a work-group with `__attribute__((reqd_work_group_size(X, Y, Z)))`",
                );
                self.report(diagnostic.suggest_for(origin, self.previous(), ""));
                return;
            }
        };
        self.report(diagnostic);
        self.advance();
    }

    /// Passes over the `"C"` of `extern "C"`, which stands here, and reports both; `origin` is of `extern`.
    pub(super) fn linkage(&mut self, origin: Origin) {
        let last = self.origin();
        let diagnostic = Diagnostic::error(origin, "`extern \"C\"` is C++, and OpenCL C is C")
            .to(last)
            .help("leave it out: the host finds a kernel by its name");
        self.advance();
        let diagnostic = match self.is(P::LeftBrace) {
            true => diagnostic,
            false => diagnostic.suggest_for(origin, last, ""),
        };
        self.report(diagnostic);
    }

    /// `<<<blocks, threads>>>` stands here, after a function's name.
    pub(super) fn is_launch(&self) -> bool {
        self.is(P::ShiftLeft)
            && self.is_ahead(1, P::Less)
            && self.ahead(0).origin.spelling.end == self.ahead(1).origin.spelling.start
    }

    pub(super) fn launch<T>(&mut self) -> Parse<T> {
        let diagnostic = Diagnostic::error(
            self.origin(),
            "`<<<...>>>` is how CUDA starts a kernel; a kernel of OpenCL is started by the host",
        )
        .to(self.ahead(1).origin)
        .mistake(MistakeId::CudaIsm)
        .help("on the host: clEnqueueNDRangeKernel, with the global and the local size");
        Err(self.report(diagnostic))
    }
}
