use super::*;
use crate::token::Punctuator;

/// The tokens of a text, each as its spelling after splices; newlines as `⏎`.
fn spellings(text: &str) -> Vec<String> {
    let mut interner = Interner::default();
    let mut lexer = Lexer::new(text.into());
    let mut found = Vec::new();
    loop {
        found.push(match lexer.next(&mut interner).what {
            Lexed::End => return found,
            Lexed::Newline => "⏎".to_owned(),
            Lexed::Token(kind) => match kind {
                TokenKind::Identifier(symbol)
                | TokenKind::Number(symbol)
                | TokenKind::Character(symbol)
                | TokenKind::String(symbol) => interner.text(symbol).to_owned(),
                TokenKind::Punctuator(punctuator) => punctuator.text().to_owned(),
                TokenKind::Stray(stray) => format!("stray {stray}"),
                TokenKind::Pragma(_) | TokenKind::End => unreachable!("not the lexer's"),
            },
        });
    }
}

#[test]
fn every_punctuator_is_one_token() {
    for punctuator in Punctuator::ALL {
        assert_eq!(spellings(punctuator.text()), [punctuator.text()]);
    }
}

#[test]
fn digraphs_become_what_they_stand_for() {
    assert_eq!(
        spellings("<: :> <% %> %: %:%:"),
        ["[", "]", "{", "}", "#", "##"]
    );
}

#[test]
fn the_longest_token_wins() {
    assert_eq!(
        spellings("a+++b x<<=2 ...... .5.x"),
        ["a", "++", "+", "b", "x", "<<=", "2", "...", "...", ".5.x"]
    );
    assert_eq!(
        spellings("0x1.8p-3f 1e+5 1+e"),
        ["0x1.8p-3f", "1e+5", "1", "+", "e"]
    );
}

#[test]
fn comments_are_space_and_newlines_in_them_do_not_count() {
    assert_eq!(
        spellings("a/*\n*/b // c\nd /* e ***/ /"),
        ["a", "b", "⏎", "d", "/"]
    );
}

#[test]
fn a_splice_joins_lines_within_any_token() {
    assert_eq!(
        spellings("ab\\\ncd 1\\\r\n2 \"x\\ \ny\" +\\\n= // c\\\nstill\n/\\\n* c *\\\n/ e"),
        ["abcd", "12", "\"xy\"", "+=", "⏎", "e"]
    );
}

#[test]
fn a_token_ends_before_a_splice_that_ends_it() {
    let mut interner = Interner::default();
    let mut lexer = Lexer::new("ab\\\n+".into());
    assert_eq!(lexer.next(&mut interner).end, 2);
    assert_eq!(lexer.next(&mut interner).start, 4);
}

#[test]
fn literals_keep_escaped_quotes() {
    assert_eq!(
        spellings(r#""a\"b" '\'' '\\' "\\" 'ab'"#),
        [r#""a\"b""#, r"'\''", r"'\\'", r#""\\""#, "'ab'"]
    );
}

#[test]
fn a_literal_without_its_quote_is_stray_to_the_end_of_its_line() {
    assert_eq!(spellings("x = \"ab\ny"), ["x", "=", "stray \"", "⏎", "y"]);
    assert_eq!(spellings("don't"), ["don", "stray '"]);
    assert_eq!(spellings("\"\\"), ["stray \""]);
}

#[test]
fn letters_beyond_ascii_are_letters_and_other_characters_are_stray() {
    assert_eq!(
        spellings("µ2 xé “ \u{a0}@\0"),
        ["µ2", "xé", "stray “", "stray \u{a0}", "stray @", "stray \0"]
    );
}

#[test]
fn an_unterminated_comment_is_remembered_by_its_start() {
    let mut interner = Interner::default();
    let mut lexer = Lexer::new("a /* b".into());
    lexer.next(&mut interner);
    assert_eq!(lexer.next(&mut interner).what, Lexed::End);
    assert_eq!(lexer.unterminated_comment, Some(2));
}

#[test]
fn a_skipped_line_ends_at_its_newline_whatever_stands_in_it() {
    let mut interner = Interner::default();
    let mut lexer = Lexer::new("\"/*\" '/*' /* \n */ x \\\n y // z\nnext".into());
    lexer.skip_line();
    assert_eq!(lexer.next(&mut interner).what, Lexed::Newline);
    assert!(matches!(
        lexer.next(&mut interner).what,
        Lexed::Token(TokenKind::Identifier(_))
    ));
}
