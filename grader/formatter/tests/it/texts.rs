//! Texts that are no programs: nothing panics, and whatever is laid out says the same and stays.

use formatter::{Indent, MOST_BYTES, NotFormatted, Style, format, format_lines};
use std::fs;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// Lays a text out; it has to stay when it is laid out again.
fn try_on(text: &str, style: &Style) {
    match format(text, style) {
        Ok(once) => {
            let twice = format(&once, style);
            assert_eq!(twice.as_ref(), Ok(&once), "from {text:?}");
        }
        Err(error) => assert_ne!(error, NotFormatted::Different, "{text:?}"),
    }
    let some = format_lines(text, style, 2..=4);
    assert_ne!(some, Err(NotFormatted::Different), "{text:?}");
}

fn style(random: &mut Random) -> Style {
    let indent = match random.below(4) {
        0 => Indent::Tab,
        1 => Indent::Spaces(2),
        2 => Indent::Spaces(0),
        _ => Indent::Spaces(4),
    };
    Style { indent }
}

#[test]
fn random_tokens_are_laid_out_or_refused() {
    const TOKENS: &[&str] = &[
        "a",
        "b",
        "int",
        "float4",
        "const",
        "global",
        "if",
        "else",
        "for",
        "while",
        "do",
        "switch",
        "case",
        "default",
        "return",
        "struct",
        "enum",
        "1",
        "2.5f",
        "0x1p",
        ".5",
        "'c'",
        "\"s\"",
        "(",
        ")",
        "(",
        ")",
        "{",
        "}",
        "{",
        "}",
        "[",
        "]",
        ";",
        ";",
        ";",
        ",",
        ",",
        ":",
        "?",
        "=",
        "=",
        "+",
        "-",
        "*",
        "*",
        "&",
        "&&",
        "<",
        "<<",
        ">",
        ">>",
        "/",
        "%",
        "!",
        "~",
        "^",
        ".",
        "->",
        "++",
        "--",
        "...",
        "#",
        "\n#if A\n",
        "\n#if 0\n",
        "\n#else\n",
        "\n#elif B\n",
        "\n#endif\n",
        "\n#define X { (\n",
        "// c\n",
        "// d \\\n",
        "/* e */",
        "/* f\n   g */",
        "\\\n",
        "\\",
        "'",
        "\"",
        "\n",
        "\n",
        "\n",
        "\n",
        "\n\n\n",
        " ",
        "  ",
        "   ",
        "    ",
        "\t",
        "\r",
        "\r\n",
        "??",
        "??/",
        "%:",
        "<:",
        "<%",
        "L",
        "@",
        "é",
        "\u{a0}",
        "// clang-format off\n",
        "// clang-format on\n",
        "__attribute__",
        "sizeof",
    ];
    for seed in 0..12_000 {
        let mut random = Random(seed);
        let style = style(&mut random);
        let kinds = 4 + random.below(TOKENS.len() - 4);
        let from = random.below(TOKENS.len());
        let text: String = (0..random.below(60))
            .map(|_| TOKENS[(from + random.below(kinds)) % TOKENS.len()])
            .collect();
        try_on(&text, &style);
    }
}

#[test]
fn random_characters_are_laid_out_or_refused() {
    const CHARACTERS: &[char] = &[
        'a', '1', 'e', '.', '+', '-', '/', '*', '\\', '\n', '\r', ' ', '\t', '#', '%', ':', '<',
        '>', '?', '\'', '"', '(', ')', '{', '}', '[', ']', ';', ',', '=', '\0', '\u{b}', '\u{c}',
        '\u{feff}', '\u{2028}', 'µ', '日', '😀', '&', '|', '!', 'L',
    ];
    for seed in 0..12_000 {
        let mut random = Random(seed);
        let style = style(&mut random);
        let text: String = (0..random.below(40))
            .map(|_| CHARACTERS[random.below(CHARACTERS.len())])
            .collect();
        try_on(&text, &style);
    }
}

#[test]
fn truncated_and_cut_kernels_are_laid_out_or_refused() {
    let mut random = Random(1);
    for entry in fs::read_dir(testing::project().join("solutions")).expect("the solutions") {
        let Ok(text) = fs::read_to_string(entry.expect("a solution").path().join("kernel.cl"))
        else {
            continue;
        };
        for end in (0..text.len())
            .step_by(7)
            .filter(|&end| text.is_char_boundary(end))
        {
            try_on(&text[..end], &Style::default());
            // The same with every indentation and line end drawn anew.
            let shaken: String = text[..end]
                .split_inclusive([';', ',', '\n'])
                .map(|part| part.to_owned() + [" ", "", "\n", "\n     ", "\t"][random.below(5)])
                .collect();
            try_on(&shaken, &Style::default());
        }
    }
}

#[test]
fn deep_and_long_texts_take_no_stack() {
    for part in [
        "(",
        "{",
        "[",
        "if(a)",
        "if(a){",
        "else ",
        "a?",
        "(a)",
        "/**/",
        "#if 1\n(\n",
        "{{1,\n",
        "a,\n    ",
    ] {
        let text = part.repeat(100_000 / part.len());
        let found = format(&text, &Style::default());
        assert_ne!(found, Err(NotFormatted::Different), "{part}");
    }
    let long = " ".repeat(MOST_BYTES + 1);
    let bytes = long.len();
    assert_eq!(
        format(&long, &Style::default()),
        Err(NotFormatted::TooLong { bytes })
    );
}

#[test]
fn what_cannot_be_laid_out_is_told_with_its_line() {
    let refused = |text| format(text, &Style::default()).expect_err(text);
    assert_eq!(
        refused("int a;\nvoid f() {\n"),
        NotFormatted::Unbalanced { line: 2 }
    );
    assert_eq!(refused("int a;\n}\n"), NotFormatted::Unbalanced { line: 2 });
    assert_eq!(refused("f(1;\n\n]"), NotFormatted::Unbalanced { line: 3 });
    assert_eq!(
        refused("a\n/* b\n"),
        NotFormatted::UnterminatedComment { line: 2 }
    );
    assert_eq!(
        refused("a\nb 'c\n"),
        NotFormatted::UnterminatedString { line: 2 }
    );
}

#[test]
fn marks_and_ends_stay() {
    let laid_out = |text| format(text, &Style::default()).expect(text);
    assert_eq!(
        laid_out("\u{feff}int  a;\r\nint b;"),
        "\u{feff}int a;\r\nint b;\r\n"
    );
    assert_eq!(laid_out(""), "");
    assert_eq!(laid_out("\n\n"), "");
    assert_eq!(laid_out("// a \\"), "// a \\");
}
