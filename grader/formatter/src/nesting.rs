//! What each token is (a cast, a unary minus, a pointer's star), and how deep each line stands. One pass with a
//! stack of what is open; no part of it is asked twice.
//!
//! The stack is a list whose elements never change, so that its state at an `#if` is a number, to which an
//! `#else` goes back.

use opencl_c::keyword::{Keyword, Word, word};
use opencl_c::token::{Punctuator, Symbol, TokenKind};

/// What a token is, as far as the space around it depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A name, a keyword that is none of the next, a constant.
    Word,
    /// A keyword that stands apart from a `(` behind it.
    ControlWord,
    /// `+ - ! ~ & * ++ --` before their operand.
    Prefix,
    /// `++ --` behind their operand.
    Postfix,
    Binary,
    /// The star of a declaration.
    Pointer,
    /// `(` of a call or of parameters.
    OpenCall,
    /// `(` behind a type, where both ways are usual.
    OpenDeclarator,
    /// Any other `(`.
    OpenGroup,
    Close,
    CloseCast,
    OpenSubscript,
    CloseSubscript,
    OpenBlock,
    CloseBlock,
    OpenList,
    CloseList,
    /// `.` and `->`
    Member,
    Comma,
    Semicolon,
    /// `?`, and the `:` that belongs to it.
    Conditional,
    /// `:` behind a label.
    LabelColon,
    /// What no rule speaks of.
    Other,
}

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
    },
    /// The body of `if`, `else`, `for`, `while`, `do`, `switch` while it is no block.
    Control {
        chooses: bool,
    },
}

/// Something open: its kind, and what is true again when it is closed.
#[derive(Clone, Copy, Debug)]
struct Frame {
    kind: Kind,
    before: State,
    line: Base,
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
    /// A control keyword waits for its `(`; an `if`?
    head: Option<bool>,
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
    /// Is it the `)` of `if (...)` and its like?
    ends_head: bool,
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
pub(crate) type Depth = (u32, bool);

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
        (self.state.frame, self.state.started.is_none())
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
            let moved = base.new + (author - base.author);
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
        if matches!(top.kind, Kind::Control { .. })
            && first == TokenKind::Punctuator(Punctuator::LeftBrace)
        {
            return top.line.new;
        }
        if keyword == Some(Keyword::Else) && self.state.chooser != 0 {
            return self.frames[self.state.chooser as usize].line.new;
        }
        let colon = next == Some(TokenKind::Punctuator(Punctuator::Colon));
        if keyword == Some(Keyword::Case) || (keyword == Some(Keyword::Default) && colon) {
            let indented = author > block.line.author;
            let first_label = block.line.new + if indented { self.unit } else { 0 };
            let labels = *self.state.labels.get_or_insert(first_label);
            self.state.body = labels + self.unit;
            return labels;
        }
        if colon && matches!(first, TokenKind::Identifier(_)) && top.block != 0 {
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

    /// Passes a token. `rest` holds the tokens behind it in its line.
    pub(crate) fn token(
        &mut self,
        token: TokenKind,
        rest: impl Iterator<Item = TokenKind> + Clone,
    ) -> Role {
        let at_level = matches!(
            self.top().kind,
            Kind::File | Kind::Block { .. } | Kind::Control { .. }
        );
        if at_level && starts_statement(token) {
            self.state.started = None;
        }
        let starts = at_level && self.state.started.is_none();
        let chooser = std::mem::take(&mut self.state.chooser);
        if self.in_list() {
            self.state.started.get_or_insert(self.line);
        }
        self.state.words_start &= self.state.words > 0;
        if starts {
            self.state.words_start = true;
            let opens_or_closes = matches!(
                token,
                TokenKind::Punctuator(
                    Punctuator::LeftBrace | Punctuator::RightBrace | Punctuator::Semicolon
                )
            );
            if !opens_or_closes {
                self.state.started = Some(self.line);
                (self.state.record, self.state.listing) = (false, false);
            }
        }
        let mut ends_head = false;
        let role = match token {
            TokenKind::Identifier(symbol) => self.word(symbol, starts, chooser, rest),
            TokenKind::Punctuator(punctuator) => self.punctuator(punctuator, rest, &mut ends_head),
            TokenKind::Number(_) | TokenKind::Character(_) | TokenKind::String(_) => Role::Word,
            TokenKind::Pragma(_) | TokenKind::Stray(_) | TokenKind::End => Role::Other,
        };
        let is_word = matches!(token, TokenKind::Identifier(_)) && role == Role::Word;
        self.state.words = if is_word { self.state.words + 1 } else { 0 };
        self.state.previous = Some(Previous {
            token,
            role,
            ends_head,
        });
        role
    }

    fn word(
        &mut self,
        symbol: Symbol,
        starts: bool,
        chooser: u32,
        mut rest: impl Iterator<Item = TokenKind>,
    ) -> Role {
        let Some(Word::Keyword(keyword)) = word(symbol) else {
            return Role::Word;
        };
        match keyword {
            Keyword::If | Keyword::For | Keyword::While | Keyword::Switch => {
                if starts {
                    self.state.head = Some(keyword == Keyword::If);
                }
                Role::ControlWord
            }
            Keyword::Else if starts && chooser != 0 => {
                let chosen = self.frames[chooser as usize];
                self.state = chosen.before;
                self.control(chosen.line, false);
                Role::ControlWord
            }
            Keyword::Else | Keyword::Do => {
                if starts {
                    self.state.started = None;
                    self.control(self.line, false);
                }
                Role::ControlWord
            }
            Keyword::Case => {
                self.state.case = starts;
                Role::ControlWord
            }
            Keyword::Default => {
                self.state.case =
                    starts && rest.next() == Some(TokenKind::Punctuator(Punctuator::Colon));
                Role::Word
            }
            Keyword::Return | Keyword::Goto => Role::ControlWord,
            Keyword::Struct | Keyword::Union | Keyword::Typedef | Keyword::Enum => {
                self.state.record = true;
                self.state.listing |= keyword == Keyword::Enum;
                Role::Word
            }
            _ => Role::Word,
        }
    }

    fn punctuator(
        &mut self,
        punctuator: Punctuator,
        mut rest: impl Iterator<Item = TokenKind> + Clone,
        ends_head: &mut bool,
    ) -> Role {
        use Punctuator::*;
        match punctuator {
            LeftParen => self.open_paren(rest),
            RightParen => {
                let kind = self.top().kind;
                let Kind::Paren { head, cast } = kind else {
                    self.report();
                    return Role::Close;
                };
                let line = self.state_before().started.unwrap_or(self.line);
                self.state = self.state_before();
                if head {
                    *ends_head = true;
                    let chooses = self.state.head.take() == Some(true);
                    self.state.started = None;
                    self.control(line, chooses);
                }
                if cast { Role::CloseCast } else { Role::Close }
            }
            LeftBracket => {
                self.open(Kind::Bracket, self.line);
                Role::OpenSubscript
            }
            RightBracket => {
                match self.top().kind {
                    Kind::Bracket => self.state = self.state_before(),
                    _ => self.report(),
                }
                Role::CloseSubscript
            }
            LeftBrace => self.open_brace(),
            RightBrace => self.close_brace(),
            Semicolon => {
                if !matches!(
                    self.top().kind,
                    Kind::Paren { .. } | Kind::Bracket | Kind::List
                ) {
                    self.end_statement();
                }
                Role::Semicolon
            }
            Comma => Role::Comma,
            Dot | Arrow => Role::Member,
            Question => {
                self.state.conditionals += 1;
                Role::Conditional
            }
            Colon => self.colon(),
            Tilde | Bang => Role::Prefix,
            PlusPlus | MinusMinus if self.ends_operand() => Role::Postfix,
            PlusPlus | MinusMinus => Role::Prefix,
            Plus | Minus | Ampersand if self.ends_operand() => Role::Binary,
            Plus | Minus | Ampersand => Role::Prefix,
            Star => match self.is_pointer(rest.next()) {
                true => Role::Pointer,
                false if self.ends_operand() => Role::Binary,
                false => Role::Prefix,
            },
            Hash | HashHash => Role::Other,
            Ellipsis => Role::Word,
            Equal => {
                self.state.listing = true;
                Role::Binary
            }
            _ => Role::Binary,
        }
    }

    fn colon(&mut self) -> Role {
        if self.state.conditionals > 0 {
            self.state.conditionals -= 1;
            return Role::Conditional;
        }
        let label = self.state.words == 1 && self.state.words_start;
        if std::mem::take(&mut self.state.case) || label {
            self.state.started = None;
            return Role::LabelColon;
        }
        Role::Other
    }

    fn open_paren(&mut self, rest: impl Iterator<Item = TokenKind> + Clone) -> Role {
        let previous = self.state.previous;
        let behind = previous.map(|previous| (previous.token, previous.role));
        if self.state.head.is_some() && matches!(behind, Some((_, Role::ControlWord))) {
            let head = Kind::Paren {
                head: true,
                cast: false,
            };
            self.open(head, self.line);
            return Role::OpenGroup;
        }
        let role = match behind {
            _ if self.state.words_start && self.state.words == 0 => Role::OpenGroup,
            Some((TokenKind::Identifier(symbol), Role::Word)) if is_type(symbol) => {
                Role::OpenDeclarator
            }
            Some((TokenKind::Identifier(_), Role::Word)) => Role::OpenCall,
            Some((_, Role::CloseSubscript)) => Role::OpenCall,
            Some((_, Role::Close)) if !previous.is_some_and(|it| it.ends_head) => Role::OpenCall,
            _ => Role::OpenGroup,
        };
        let cast = role == Role::OpenGroup && is_cast(rest);
        if role == Role::OpenCall && self.state.words > 1 {
            // Parameters: what has them is a function, which is no record.
            let attribute = matches!(
                behind,
                Some((token, _)) if keyword_of(token) == Some(Keyword::Attribute)
            );
            self.state.record &= attribute;
        }
        self.open(Kind::Paren { head: false, cast }, self.line);
        role
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
        self.open(Kind::Block { record }, line);
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
        if frame.kind != (Kind::Block { record: true }) {
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
            Kind::Control { chooses } => {
                if controls {
                    (chooser, first_control) = (top.chooser, top.first_control);
                }
                if chooses {
                    chooser = index;
                }
            }
            _ => {}
        }
        self.frames.push(Frame {
            kind,
            before: self.state,
            line,
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

    fn control(&mut self, line: Base, chooses: bool) {
        self.open(Kind::Control { chooses }, line);
        self.state.body = line.new + self.unit;
    }

    fn report(&mut self) {
        self.unbalanced.get_or_insert(self.number);
    }

    /// Does the token before this one end an operand, so that an operator behind it has two?
    fn ends_operand(&self) -> bool {
        let Some(previous) = self.state.previous else {
            return false;
        };
        match previous.role {
            Role::Word => {
                previous.token != TokenKind::Punctuator(Punctuator::Ellipsis)
                    && keyword_of(previous.token) != Some(Keyword::Sizeof)
            }
            Role::Close => !previous.ends_head,
            Role::CloseSubscript | Role::CloseList | Role::Postfix => true,
            _ => false,
        }
    }

    /// Is a star here part of a declaration or of a type's name?
    fn is_pointer(&self, next: Option<TokenKind>) -> bool {
        let Some(previous) = self.state.previous else {
            return false;
        };
        let TokenKind::Identifier(symbol) = previous.token else {
            return previous.role == Role::Pointer;
        };
        if previous.role != Role::Word || keyword_of(previous.token) == Some(Keyword::Sizeof) {
            return false;
        }
        use Punctuator::*;
        let before_name = matches!(
            next,
            None | Some(TokenKind::Identifier(_) | TokenKind::Punctuator(Star))
        );
        let file_level = self.top().block == 0;
        let first_in_paren = matches!(self.top().kind, Kind::Paren { .. });
        is_type(symbol)
            || self.state.words > 1
            || matches!(next, Some(TokenKind::Punctuator(RightParen | Comma)))
            || (before_name && self.state.words_start)
            || (before_name && file_level && first_in_paren)
    }
}

fn keyword_of(token: TokenKind) -> Option<Keyword> {
    match token {
        TokenKind::Identifier(symbol) => opencl_c::keyword::keyword(symbol),
        _ => None,
    }
}

/// Does this keyword start a statement wherever it stands outside brackets? What stands before it without a
/// semicolon is a macro.
fn starts_statement(token: TokenKind) -> bool {
    use Keyword::*;
    matches!(
        keyword_of(token),
        Some(If | For | While | Switch | Do | Return | Break | Continue | Goto | Case)
    )
}

/// Does the word name a type, or part of one?
fn is_type(symbol: Symbol) -> bool {
    use Keyword::*;
    match word(symbol) {
        Some(Word::Type(_)) => true,
        Some(Word::Keyword(keyword)) => matches!(
            keyword,
            Char | Const
                | Double
                | Float
                | Int
                | Long
                | Register
                | Restrict
                | Short
                | Signed
                | Static
                | Unsigned
                | Void
                | Volatile
                | Bool
                | Atomic
                | Half
                | Global
                | Local
                | Constant
                | Private
                | GenericSpace
                | ReadOnly
                | WriteOnly
                | ReadWrite
        ),
        None => false,
    }
}

/// Does a cast start before these tokens? It holds a few words and stars, and an operand follows.
fn is_cast(rest: impl Iterator<Item = TokenKind>) -> bool {
    const MOST: usize = 12;
    let (mut words, mut known, mut star) = (0, false, false);
    let mut rest = rest.take(MOST);
    loop {
        match rest.next() {
            Some(TokenKind::Identifier(symbol)) => {
                let is_type = is_type(symbol);
                if star && !is_type {
                    return false;
                }
                words += 1;
                known |= is_type || opencl_c::keyword::keyword(symbol) == Some(Keyword::Struct);
            }
            Some(TokenKind::Punctuator(Punctuator::Star)) if words > 0 => star = true,
            Some(TokenKind::Punctuator(Punctuator::RightParen)) => break,
            _ => return false,
        }
    }
    use Punctuator::*;
    match rest.next() {
        _ if words == 0 => false,
        Some(TokenKind::Identifier(_) | TokenKind::Number(_) | TokenKind::Character(_)) => true,
        Some(TokenKind::Punctuator(LeftParen | LeftBrace)) => true,
        Some(TokenKind::Punctuator(
            Plus | Minus | Star | Ampersand | Tilde | Bang | PlusPlus | MinusMinus,
        ))
        | None => known || star,
        _ => false,
    }
}
