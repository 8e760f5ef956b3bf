//! What each token is, from what stands before it and little behind it.

use super::words::{is_angle, is_cast, is_type, keyword_of, starts_statement};
use super::{Base, Kind, Nesting, Previous};
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
    /// The `)` of `if (...)` and its like.
    CloseHead,
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

impl Nesting {
    /// Passes a token that stands at `place`. `rest` holds the tokens behind it in its line.
    pub(crate) fn token(
        &mut self,
        token: TokenKind,
        place: Base,
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
        let opened_here = matches!(
            self.state.previous,
            Some(Previous {
                role: Role::OpenCall | Role::OpenGroup | Role::OpenDeclarator | Role::OpenSubscript,
                ..
            })
        );
        if opened_here && place.author > self.line.author {
            let frame = self.state.frame as usize;
            self.frames[frame].inside.get_or_insert(place);
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
        let role = match token {
            TokenKind::Identifier(symbol) => self.word(symbol, starts, chooser, rest),
            TokenKind::Punctuator(punctuator) => self.punctuator(punctuator, rest),
            TokenKind::Number(_) | TokenKind::Character(_) | TokenKind::String(_) => Role::Word,
            TokenKind::Pragma(_) | TokenKind::Stray(_) | TokenKind::End => Role::Other,
        };
        let is_word = matches!(token, TokenKind::Identifier(_)) && role == Role::Word;
        self.state.words = if is_word { self.state.words + 1 } else { 0 };
        self.state.previous = Some(Previous { token, role });
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
                    self.state.head = Some(keyword);
                }
                Role::ControlWord
            }
            Keyword::Else if starts && chooser != 0 => {
                let chosen = self.frames[chooser as usize];
                self.state = chosen.before;
                self.control(chosen.line, keyword);
                Role::ControlWord
            }
            Keyword::Else | Keyword::Do => {
                if starts {
                    self.state.started = None;
                    self.control(self.line, keyword);
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
                    let keyword = self.state.head.take().unwrap_or(Keyword::While);
                    self.state.started = None;
                    self.control(line, keyword);
                    return Role::CloseHead;
                }
                if cast { Role::CloseCast } else { Role::Close }
            }
            LeftBracket => {
                let designates = self.top().kind == Kind::List && !self.ends_operand();
                self.open(Kind::Bracket, self.line);
                match designates {
                    true => Role::OpenGroup,
                    false => Role::OpenSubscript,
                }
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
            // A designator: `.x = 1`, `[2] = 3`.
            Dot if !self.ends_operand() => Role::Prefix,
            Dot | Arrow => Role::Member,
            Question => {
                self.state.conditionals += 1;
                Role::Conditional
            }
            Colon => self.colon(),
            Tilde | Bang => Role::Prefix,
            PlusPlus | MinusMinus if self.ends_operand() => Role::Postfix,
            PlusPlus | MinusMinus => Role::Prefix,
            // A reference of C++, or the launch of CUDA: no rule of this language speaks of them.
            Ampersand if self.previous_is_type() => Role::Other,
            ShiftLeft | ShiftRight if is_angle(rest.next()) => Role::Other,
            Less | Greater if self.previous_is_shift() => Role::Other,
            Plus | Minus | Ampersand if self.ends_operand() => Role::Binary,
            Plus | Minus | Ampersand => Role::Prefix,
            // A block of Clang.
            Caret if !self.ends_operand() => Role::Prefix,
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
        let label = self.state.words == 1 && self.state.words_start && !self.previous_is_type();
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
            Some((TokenKind::String(_), _)) => Role::OpenDeclarator,
            Some((TokenKind::Identifier(_), Role::Word)) => Role::OpenCall,
            Some((_, Role::CloseSubscript)) => Role::OpenCall,
            Some((_, Role::Close)) => Role::OpenCall,
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

    fn previous_is_shift(&self) -> bool {
        use Punctuator::*;
        self.state.previous.is_some_and(|previous| {
            previous.role == Role::Other
                && matches!(
                    previous.token,
                    TokenKind::Punctuator(ShiftLeft | ShiftRight)
                )
        })
    }

    fn previous_is_type(&self) -> bool {
        self.state.previous.is_some_and(
            |previous| matches!(previous.token, TokenKind::Identifier(symbol) if is_type(symbol)),
        )
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
            Role::Close | Role::CloseSubscript | Role::CloseList | Role::Postfix => true,
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
