//! Only some lines are laid out.

use formatter::{Style, format_lines};

#[test]
fn other_lines_stay_byte_for_byte() {
    let text = "int  a ;\r\nint  b ;\n  int c ;\nint  d ;";
    let found = format_lines(text, &Style::default(), 2..=3);
    assert_eq!(
        found.as_deref(),
        Ok("int  a ;\r\nint b;\r\nint c;\r\nint  d ;")
    );
    let found = format_lines(text, &Style::default(), 9..=12);
    assert_eq!(found.as_deref(), Ok(text));
}

#[test]
fn lines_are_indented_from_what_stands_around_them() {
    let text = "void f(int a)\n  {\n      if (a) {\na=1;\n}\n  }\n";
    let found = format_lines(text, &Style::default(), 4..=4);
    let expected = "void f(int a)\n  {\n      if (a) {\n          a = 1;\n}\n  }\n";
    assert_eq!(found.as_deref(), Ok(expected));
}

#[test]
fn a_comment_partly_asked_for_stays() {
    let text = "/* a\n   b */ int  c ;\nint  d ;\n";
    let found = format_lines(text, &Style::default(), 2..=3);
    assert_eq!(found.as_deref(), Ok("/* a\n   b */ int  c ;\nint d;\n"));
}
