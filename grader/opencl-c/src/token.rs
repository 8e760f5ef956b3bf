//! Tokens as the parser sees them: after preprocessing, keywords not yet told from identifiers'
//! spelling by string comparison but by symbol.

use crate::source::Origin;

/// An interned spelling: identifier, number, string. Equal spellings have equal symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub u32);

/// One token after preprocessing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub origin: Origin,
}

/// Kinds of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A keyword or identifier; keywords have the lowest symbols, in the order of the table.
    Identifier(Symbol),
    /// A preprocessing number, its spelling; the parser makes it a constant.
    Number(Symbol),
    /// A character constant with its quotes, its spelling.
    Character(Symbol),
    /// A string literal with its quotes, its spelling; neighbours are not yet joined.
    String(Symbol),
    /// An operator or other punctuation.
    Punctuator(Punctuator),
    /// A `#pragma` that concerns the parser.
    Pragma(Pragma),
    /// A character that starts no token.
    Stray(char),
    /// The end of the program.
    End,
}

/// Pragmas that reach the parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pragma {
    /// `#pragma unroll` or `#pragma unroll N`; 0 where no number is given.
    Unroll(u32),
    /// `#pragma OPENCL EXTENSION name : enable|disable`; name by symbol.
    Extension {
        /// The extension's name, or `all`.
        name: Symbol,
        /// `enable` (or `require`, `warn`) rather than `disable`?
        enable: bool,
    },
    /// `#pragma OPENCL FP_CONTRACT ON|OFF|DEFAULT`.
    FpContract(bool),
}

macro_rules! punctuators {
    ($($name:ident $text:literal)*) => {
        /// Operators and punctuation, digraphs folded into what they stand for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Punctuator {
            $(#[doc = concat!("`", $text, "`")] $name,)*
        }

        impl Punctuator {
            /// Every punctuator.
            pub const ALL: &[Punctuator] = &[$(Punctuator::$name,)*];

            /// Its spelling.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Punctuator::$name => $text,)*
                }
            }
        }
    };
}

punctuators! {
    LeftParen "(" RightParen ")" LeftBracket "[" RightBracket "]" LeftBrace "{" RightBrace "}"
    Dot "." Arrow "->" PlusPlus "++" MinusMinus "--" Ampersand "&" Star "*" Plus "+" Minus "-"
    Tilde "~" Bang "!" Slash "/" Percent "%" ShiftLeft "<<" ShiftRight ">>" Less "<" Greater ">"
    LessEqual "<=" GreaterEqual ">=" EqualEqual "==" BangEqual "!=" Caret "^" Pipe "|"
    AmpersandAmpersand "&&" PipePipe "||" Question "?" Colon ":" Semicolon ";" Ellipsis "..."
    Equal "=" StarEqual "*=" SlashEqual "/=" PercentEqual "%=" PlusEqual "+=" MinusEqual "-="
    ShiftLeftEqual "<<=" ShiftRightEqual ">>=" AmpersandEqual "&=" CaretEqual "^=" PipeEqual "|="
    Comma "," Hash "#" HashHash "##"
}
