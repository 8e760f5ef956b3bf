//! What each token is (a cast, a unary minus, a pointer's star), and how deep each line stands. One pass with a
//! stack of what is open; no part of it is asked twice.
//!
//! The stack is a list whose elements never change, so that its state at an `#if` is a number, to which an
//! `#else` goes back.

mod roles;
mod words;

pub(crate) use roles::Role;
pub(crate) use words::is_type;

use opencl_c::keyword::Keyword;
use opencl_c::token::{Punctuator, TokenKind};
use words::{keyword_of, starts_statement};

/// The first column of a line: the author's, and the new one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Base {
    pub(crate) author: usize,
    pub(crate) new: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    File,
    Paren {
        head: bool,
        cast: bool,
    },
    Bracket,
    List,
    Block {
        record: bool,
        switch: bool,
    },
    /// The body of `if`, `else`, `for`, `while`, `do`, `switch` while it is no block.
    Control {
        keyword: Keyword,
    },
}

/// Something open: its kind, and what is true again when it is closed.
#[derive(Clone, Copy, Debug)]
struct Frame {
    kind: Kind,
    before: State,
    line: Base,
    /// The first token within, if it stands on the same line.
    inside: Option<Base>,
    number: u32,
    /// The innermost block, `if` (of this statement) and first control of this statement; itself, if it is one.
    block: u32,
    chooser: u32,
    first_control: u32,
}

#[derive(Clone, Copy, Debug)]
struct State {
    frame: u32,
    /// The column of statements.
    body: usize,
    /// The column of this switch's labels, once there is one.
    labels: Option<usize>,
    /// The line on which this statement starts, or the first line within a list.
    started: Option<Base>,
    /// A control keyword that waits for its `(`.
    head: Option<Keyword>,
    /// Is it a struct, union, enum or typedef, and has it a `=`, or is it an enum?
    record: bool,
    listing: bool,
    case: bool,
    conditionals: u32,
    previous: Option<Previous>,
    /// How many words precede, and do they start a statement?
    words: u32,
    words_start: bool,
    /// The `if` that an `else` would belong to; 0 if there is none.
    chooser: u32,
}

#[derive(Clone, Copy, Debug)]
struct Previous {
    token: TokenKind,
    role: Role,
}

struct Conditional {
    before: State,
    first: Option<State>,
    /// Nothing of it is compiled: `#if 0`.
    dead: bool,
}

/// The state of the pass.
pub(crate) struct Nesting {
    unit: usize,
    frames: Vec<Frame>,
    state: State,
    conditionals: Vec<Conditional>,
    line: Base,
    number: u32,
    unbalanced: Option<u32>,
    excused: bool,
}

/// What two lines have in common that certainly get the same column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Depth {
    frame: u32,
    /// Does the line go on with a statement or a bracket?
    pub(crate) within: bool,
}

impl Nesting {
    /// Outside of everything. `unit` is the width of one level.
    pub(crate) fn new(unit: usize) -> Self {
        let state = State {
            frame: 0,
            body: 0,
            labels: None,
            started: None,
            head: None,
            record: false,
            listing: false,
            case: false,
            conditionals: 0,
            previous: None,
            words: 0,
            words_start: false,
            chooser: 0,
        };
        let file = Frame {
            kind: Kind::File,
            before: state,
            line: Base::default(),
            inside: None,
            number: 0,
            block: 0,
            chooser: 0,
            first_control: 0,
        };
        Nesting {
            unit,
            frames: vec![file],
            state,
            conditionals: Vec::new(),
            line: Base::default(),
            number: 0,
            unbalanced: None,
            excused: false,
        }
    }

    fn top(&self) -> &Frame {
        &self.frames[self.state.frame as usize]
    }

    /// The line of the first bracket without its partner. There is none where a conditional or a macro may hold
    /// the partner.
    pub(crate) fn unbalanced(&self) -> Option<u32> {
        if self.excused {
            return None;
        }
        let open = match self.top().kind {
            Kind::File => None,
            Kind::Control { .. } => {
                let block = self.top().block as usize;
                (block != 0).then(|| self.frames[block].number)
            }
            _ => Some(self.top().number),
        };
        self.unbalanced.or(open)
    }

    /// Brackets may have their partners elsewhere.
    pub(crate) fn excuse(&mut self) {
        self.excused = true;
    }

    /// A directive of the preprocessor: its name, and the word behind it.
    pub(crate) fn directive(&mut self, name: &str, argument: &str) {
        match name {
            "if" | "ifdef" | "ifndef" => {
                self.excused = true;
                self.conditionals.push(Conditional {
                    before: self.state,
                    first: None,
                    dead: name == "if" && argument == "0",
                });
            }
            "else" | "elif" | "elifdef" | "elifndef" => {
                if let Some(conditional) = self.conditionals.last_mut() {
                    if !conditional.dead {
                        conditional.first.get_or_insert(self.state);
                    }
                    conditional.dead = false;
                    self.state = conditional.before;
                }
            }
            "endif" => {
                if let Some(conditional) = self.conditionals.pop() {
                    self.state = match (conditional.first, conditional.dead) {
                        (Some(first), _) => first,
                        (None, true) => conditional.before,
                        (None, false) => self.state,
                    };
                }
            }
            _ => {}
        }
    }

    /// The same for two lines one after the other that get the same column if the author gave them one.
    pub(crate) fn depth(&self) -> Depth {
        Depth {
            frame: self.state.frame,
            within: self.is_within_statement(),
        }
    }

    /// Does a line that starts here stand in an initialiser list?
    pub(crate) fn in_list(&self) -> bool {
        self.top().kind == Kind::List
    }

    /// Does a line that starts here go on with a statement?
    pub(crate) fn is_within_statement(&self) -> bool {
        match self.top().kind {
            Kind::File | Kind::Block { .. } | Kind::Control { .. } => self.state.started.is_some(),
            _ => true,
        }
    }

    /// The column of a line that starts a statement here.
    pub(crate) fn body(&self) -> usize {
        self.state.body
    }

    /// The column of the line that a line here goes on with.
    pub(crate) fn line_column(&self) -> usize {
        let top = self.top();
        match top.kind {
            Kind::Paren { .. } | Kind::Bracket | Kind::List => top.line.new,
            _ => self.state.started.map_or(self.state.body, |base| base.new),
        }
    }

    /// The column of a line whose first token is `first`, `next` behind it, at the author's column `author`.
    /// `above` finds the new column of the token that stands at that column of the line above.
    pub(crate) fn column(
        &mut self,
        first: TokenKind,
        next: Option<TokenKind>,
        author: usize,
        above: impl Fn(usize) -> Option<usize>,
    ) -> usize {
        let unit = self.unit;
        let top = *self.top();
        let go_on = |base: Base, otherwise: usize| {
            if author <= base.author {
                return otherwise;
            }
            let inside = top.inside.filter(|inside| author >= inside.author);
            let from = inside.unwrap_or(base);
            let moved = from.new + (author - from.author);
            above(author).filter(|&new| new > base.new).unwrap_or(moved)
        };
        let punctuator = match first {
            TokenKind::Punctuator(punctuator) => Some(punctuator),
            _ => None,
        };
        use Punctuator::*;
        match top.kind {
            Kind::Paren { .. } | Kind::Bracket => match punctuator {
                Some(RightParen | RightBracket) => go_on(top.line, top.line.new),
                Some(RightBrace) => self.frames[top.block as usize].line.new,
                _ => go_on(top.line, top.line.new + unit),
            },
            Kind::List if punctuator == Some(RightBrace) => {
                if author > top.line.author {
                    above(author)
                        .filter(|&new| new > top.line.new)
                        .unwrap_or(top.line.new)
                } else {
                    top.line.new
                }
            }
            Kind::List => {
                let inside = top.line.new + unit;
                match self.state.started {
                    Some(_) if author <= top.line.author => inside,
                    Some(base) => above(author)
                        .filter(|&new| new > top.line.new)
                        .unwrap_or((base.new + author).saturating_sub(base.author))
                        .max(top.line.new + 1),
                    // A first number without a sign may leave its place to those below it.
                    None if author == top.line.author + unit + 1 => inside + 1,
                    None => inside,
                }
            }
            _ if punctuator == Some(RightBrace) => self.frames[top.block as usize].line.new,
            _ => match self.state.started.filter(|_| !starts_statement(first)) {
                Some(base) if punctuator == Some(LeftBrace) => {
                    if self.opens_list() {
                        go_on(base, base.new)
                    } else {
                        base.new
                    }
                }
                Some(base) if self.continues(first) => go_on(base, base.new + unit),
                Some(base) => go_on(base, base.new),
                None => self.statement_column(first, next, author),
            },
        }
    }

    fn statement_column(
        &mut self,
        first: TokenKind,
        next: Option<TokenKind>,
        author: usize,
    ) -> usize {
        let top = *self.top();
        let block = self.frames[top.block as usize];
        let keyword = keyword_of(first);
        if first == TokenKind::Punctuator(Punctuator::LeftBrace) {
            if matches!(top.kind, Kind::Control { .. }) {
                return top.line.new;
            }
            // The block of a label may stand below the label.
            let labelled = self
                .state
                .previous
                .is_some_and(|previous| previous.role == Role::LabelColon);
            if labelled && author <= self.line.author {
                return self.line.new;
            }
        }
        if keyword == Some(Keyword::Else) && self.state.chooser != 0 {
            return self.frames[self.state.chooser as usize].line.new;
        }
        let colon = next == Some(TokenKind::Punctuator(Punctuator::Colon));
        let label = keyword == Some(Keyword::Case) || (keyword == Some(Keyword::Default) && colon);
        if label && matches!(block.kind, Kind::Block { switch: true, .. }) {
            let indented = author > block.line.author;
            let first_label = block.line.new + if indented { self.unit } else { 0 };
            let labels = *self.state.labels.get_or_insert(first_label);
            self.state.body = labels + self.unit;
            return labels;
        }
        if colon
            && matches!(first, TokenKind::Identifier(symbol) if !is_type(symbol))
            && top.block != 0
        {
            return match author {
                0 => 0,
                _ if author <= block.line.author => block.line.new,
                _ => self.state.body,
            };
        }
        self.state.body
    }

    /// Does a line that starts with this token certainly go on with the expression above it?
    fn continues(&self, first: TokenKind) -> bool {
        use Punctuator::*;
        let operator = matches!(
            first,
            TokenKind::Punctuator(punctuator) if !matches!(
                punctuator,
                LeftParen | LeftBrace | RightBrace | Semicolon | Hash | HashHash | Star | LeftBracket
                    | PlusPlus | MinusMinus | Tilde | Bang
            )
        );
        let open = self.state.previous.is_some_and(|previous| {
            matches!(
                previous.role,
                Role::Binary | Role::Comma | Role::Conditional | Role::Prefix | Role::Member
            )
        });
        operator || open
    }

    fn opens_list(&self) -> bool {
        match self.top().kind {
            Kind::Paren { .. } | Kind::Bracket | Kind::List => true,
            _ => {
                self.state.listing
                    || self
                        .state
                        .previous
                        .is_some_and(|previous| previous.role == Role::CloseCast)
            }
        }
    }

    /// Starts a line at these columns.
    pub(crate) fn start_line(&mut self, line: Base, number: u32) {
        self.line = line;
        self.number = number;
    }

    fn open_brace(&mut self) -> Role {
        if self.opens_list() {
            // A brace on a line of its own is what the lines within are compared with.
            self.open(Kind::List, self.line);
            return Role::OpenList;
        }
        let line = match (self.state.started, self.top().kind) {
            (Some(base), _) => base,
            (None, Kind::Control { .. }) => self.top().line,
            (None, _) => self.line,
        };
        let record = self.state.record && self.state.started.is_some();
        let switch = self.state.started.is_none()
            && self.top().kind
                == (Kind::Control {
                    keyword: Keyword::Switch,
                });
        self.open(Kind::Block { record, switch }, line);
        self.state.body = line.new + self.unit;
        Role::OpenBlock
    }

    fn close_brace(&mut self) -> Role {
        if self.top().kind == Kind::List {
            self.state = self.state_before();
            return Role::CloseList;
        }
        if !matches!(self.top().kind, Kind::Block { .. } | Kind::Control { .. }) {
            self.report();
        }
        let block = self.top().block;
        if block == 0 {
            self.report();
            return Role::CloseBlock;
        }
        let frame = self.frames[block as usize];
        self.state = frame.before;
        if !matches!(frame.kind, Kind::Block { record: true, .. }) {
            self.end_statement();
        }
        Role::CloseBlock
    }

    fn end_statement(&mut self) {
        let top = *self.top();
        if let Kind::Control { .. } = top.kind {
            self.state = self.frames[top.first_control as usize].before;
            self.state.chooser = top.chooser;
        }
        self.state.started = None;
        self.state.head = None;
        self.state.case = false;
        self.state.conditionals = 0;
        self.state.words = 0;
    }

    fn state_before(&self) -> State {
        self.top().before
    }

    fn open(&mut self, kind: Kind, line: Base) {
        let index = self.frames.len() as u32;
        let top = *self.top();
        let controls = matches!(top.kind, Kind::Control { .. });
        let (mut block, mut chooser, mut first_control) = (top.block, 0, index);
        match kind {
            Kind::Block { .. } => block = index,
            Kind::Control { keyword } => {
                if controls {
                    (chooser, first_control) = (top.chooser, top.first_control);
                }
                if keyword == Keyword::If {
                    chooser = index;
                }
            }
            _ => {}
        }
        self.frames.push(Frame {
            kind,
            before: self.state,
            line,
            inside: None,
            number: self.number,
            block,
            chooser,
            first_control,
        });
        self.state = State {
            frame: index,
            labels: None,
            started: None,
            head: None,
            case: false,
            conditionals: 0,
            words: 0,
            words_start: false,
            chooser: 0,
            ..self.state
        };
    }

    fn control(&mut self, line: Base, keyword: Keyword) {
        self.open(Kind::Control { keyword }, line);
        self.state.body = line.new + self.unit;
    }

    fn report(&mut self) {
        self.unbalanced.get_or_insert(self.number);
    }
}
