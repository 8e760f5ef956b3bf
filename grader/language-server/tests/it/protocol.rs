//! The protocol itself: the life of a server, positions, documents that change, and messages that nobody sane sends.

use crate::client::{Client, Files, OneExercise, URI};
use language_server::{Checked, NoFiles, Server};
use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};

const KERNEL: &str = "\
kernel void k(global float *out, int n)
{
    int i = get_global_id(0);
    if (i < n)
        out[i] = missing;
}
";

fn range(from: (u32, u32), to: (u32, u32)) -> Value {
    let at = |place: (u32, u32)| json!({"line": place.0, "character": place.1});
    json!({"start": at(from), "end": at(to)})
}

fn error(client: &mut Client, method: &str, params: Value) -> i32 {
    let response = client.answer(method, params);
    response.response_result.expect_err("an error").code
}

#[test]
fn a_server_lives_from_initialize_to_exit() {
    let mut server = Server::new(Box::new(NoFiles));
    let request = |id: i32, method: &str| {
        Message::Request(Request {
            id: id.into(),
            method: method.to_owned(),
            params: json!({"capabilities": {}}),
        })
    };
    let answers = server.receive(vec![
        request(1, "textDocument/hover"),
        request(2, "initialize"),
        request(3, "initialize"),
        request(4, "no/such"),
        request(5, "shutdown"),
        request(6, "textDocument/hover"),
    ]);
    let codes = answers.iter().map(|answer| match answer {
        Message::Response(response) => response
            .response_result
            .as_ref()
            .map_or_else(|error| error.code, |_| 0),
        other => panic!("{other:?}"),
    });
    assert_eq!(
        codes.collect::<Vec<_>>(),
        [-32002, 0, -32600, -32601, 0, -32600]
    );
    assert_eq!(server.ended(), None);
    let exit = Notification {
        method: "exit".to_owned(),
        params: Value::Null,
    };
    server.receive(vec![exit.into()]);
    assert_eq!(server.ended(), Some(0));
}

#[test]
fn an_exit_without_a_shutdown_is_an_error() {
    let mut client = Client::new();
    client.notify("exit", Value::Null);
    assert_eq!(client.server.ended(), Some(1));
}

#[test]
fn a_request_that_is_cancelled_is_not_worked_on() {
    let mut client = Client::new();
    client.open(KERNEL);
    let hover = Request {
        id: 77.into(),
        method: "textDocument/hover".to_owned(),
        params: json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 15}}),
    };
    let cancel = Notification {
        method: "$/cancelRequest".to_owned(),
        params: json!({"id": 77}),
    };
    let answers = client.server.receive(vec![hover.into(), cancel.into()]);
    let [Message::Response(response)] = answers.as_slice() else {
        panic!("{answers:?}");
    };
    let error = response.response_result.as_ref().expect_err("an error");
    assert_eq!(error.code, -32800);
}

#[test]
fn unknown_parameters_are_refused_and_change_nothing() {
    let mut client = Client::new();
    client.open(KERNEL);
    for method in [
        "hover",
        "completion",
        "rename",
        "codeAction",
        "documentSymbol",
    ] {
        let method = format!("textDocument/{method}");
        assert_eq!(error(&mut client, &method, json!({"position": 3})), -32602);
    }
    client.notify("textDocument/didChange", json!({"textDocument": []}));
    client.notify("textDocument/didOpen", json!(null));
    assert_eq!(client.diagnostics().len(), 0);
    assert!(client.at("hover", (0, 29), json!({})).is_object());
}

#[test]
fn edits_are_applied_in_order_and_diagnostics_are_those_of_the_last() {
    let mut client = Client::new();
    assert_eq!(client.open(KERNEL).len(), 1);
    client.change(json!([
        {"range": range((4, 17), (4, 24)), "text": "1.0f"},
        {"range": range((4, 21), (4, 22)), "text": " + alsomissing;"},
    ]));
    let found = client.diagnostics();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["range"], range((4, 24), (4, 35)));
    client.change(json!([{"range": range((4, 21), (4, 35)), "text": ""}]));
    assert_eq!(client.diagnostics(), Vec::<Value>::new());
    client.change(json!([{"text": "kernel void k(global int *a) { b; }"}]));
    assert_eq!(client.diagnostics().len(), 1);
}

#[test]
fn positions_are_counted_as_agreed() {
    // Two code units of UTF-16, four bytes.
    let text = "kernel void k(global int *a) { /* 𝄞 */ a[0] = missing; }";
    let at = text.find("missing").expect("the name") as u32;
    let offered = |kinds: Value| json!({"general": {"positionEncodings": kinds}});
    for (kinds, agreed, column) in [
        (json!(["utf-16"]), "utf-16", at - 2),
        (json!(["utf-8", "utf-16"]), "utf-8", at),
    ] {
        let mut client = Client::with(Box::new(NoFiles), offered(kinds));
        let found = client.open(text);
        assert_eq!(found[0]["range"]["start"]["character"], column, "{agreed}");
        let hover = client.at("hover", (0, column - 7), json!({}));
        assert_eq!(hover["range"]["start"]["character"], column - 7, "{agreed}");
    }
}

#[test]
fn lines_that_end_as_on_windows_have_the_same_places() {
    let text = KERNEL.replace('\n', "\r\n");
    let mut client = Client::new();
    let found = client.open(&text);
    assert_eq!(found[0]["range"], range((4, 17), (4, 24)));
    client.change(json!([{"range": range((4, 17), (4, 24)), "text": "n"}]));
    assert_eq!(client.diagnostics(), Vec::<Value>::new());
    let renamed = client.at("rename", (0, 37), json!({"newName": "count"}));
    let edits = renamed["documentChanges"][0]["edits"]
        .as_array()
        .expect("edits");
    let places: Vec<_> = edits.iter().map(|edit| edit["range"].clone()).collect();
    assert_eq!(
        places,
        [
            range((0, 37), (0, 38)),
            range((3, 12), (3, 13)),
            range((4, 17), (4, 18))
        ]
    );
}

#[test]
fn other_languages_are_left_alone() {
    for (language, uri) in [
        ("cuda", "file:///k.cu"),
        ("metal", "file:///k.cl"),
        ("cpp", "file:///k.cpp"),
        ("c", "file:///k.h"),
    ] {
        let mut client = Client::new();
        let document = json!({"uri": uri, "languageId": language, "version": 1, "text": "__global__ void k() {}"});
        client.notify("textDocument/didOpen", json!({"textDocument": document}));
        assert!(client.server.idle().is_empty(), "{language}");
    }
}

#[test]
fn a_document_too_large_is_refused_with_its_size() {
    let mut client = Client::new();
    let text = "// a line of a file of ten megabytes\n".repeat(300_000);
    let found = client.open(&text);
    assert_eq!(found.len(), 1);
    let message = found[0]["message"].as_str().expect("a message");
    assert!(message.contains("11100000 bytes"), "{message}");
    assert_eq!(client.at("hover", (0, 0), json!({})), Value::Null);
    client.change(json!([{"text": KERNEL}]));
    assert_eq!(client.diagnostics().len(), 1);
    assert!(client.at("hover", (0, 29), json!({})).is_object());
}

/// A header that is open counts as the editor shows it.
#[test]
fn a_document_that_includes_another_follows_its_changes() {
    let disk = Files(&[("/kernels/n.h", "#define N 4\n")]);
    let mut client = Client::with(Box::new(disk), json!({}));
    assert_eq!(
        client
            .open("#include \"n.h\"\nkernel void k(global int *a) { a[0] = N; }\n")
            .len(),
        0
    );
    let header = json!({"uri": "file:///kernels/n.h", "languageId": "opencl", "version": 1, "text": "#define M 4\n"});
    client.notify("textDocument/didOpen", json!({"textDocument": header}));
    assert_eq!(client.diagnostics().len(), 1);
    client.notify(
        "textDocument/didClose",
        json!({"textDocument": {"uri": "file:///kernels/n.h"}}),
    );
    assert_eq!(client.diagnostics().len(), 0);
}

/// A carriage return alone ends a line too.
#[test]
fn lines_that_end_each_in_their_own_way_are_laid_out_once() {
    let mut client = Client::new();
    client.open("int  a;\rint b;\nint  c;\n");
    let options = json!({"tabSize": 4, "insertSpaces": true});
    let document = json!({"textDocument": {"uri": URI}, "options": options});
    let edits = client.request("textDocument/formatting", document);
    client.change(json!(
        edits
            .as_array()
            .expect("edits")
            .iter()
            .rev()
            .map(|edit| { json!({"range": edit["range"], "text": edit["newText"]}) })
            .collect::<Vec<_>>()
    ));
    let text = client.server.text(URI).expect("the document");
    let lines: Vec<_> = text.split(['\r', '\n']).collect();
    assert_eq!(lines, ["int a;", "int b;", "int c;", ""]);
}

/// What edits need of a text that begins with a byte order mark, the server does not know.
#[test]
fn a_document_with_a_byte_order_mark_is_not_edited() {
    let mut client = Client::new();
    client.open("\u{feff}kernel void k(global float *a) { a[0] = threadIdx.x; }");
    let renamed = client.at("rename", (0, 29), json!({"newName": "b"}));
    assert!(renamed["error"].is_string(), "{renamed}");
    let at = json!({"line": 0, "character": 42});
    let params = json!({
        "textDocument": {"uri": URI},
        "range": {"start": at, "end": at},
        "context": {"diagnostics": []},
    });
    assert_eq!(client.request("textDocument/codeAction", params), json!([]));
}

#[test]
fn a_check_is_of_the_text_that_was_saved() {
    let mut client = Client::with(Box::new(OneExercise), json!({}));
    client.open("kernel void k(global int *a) { a[0] = 1; }\n");
    assert_eq!(client.server.take_checks(), []);
    let saved = json!({"textDocument": {"uri": URI}});
    client.notify("textDocument/didSave", saved.clone());
    let wanted = client.server.take_checks();
    assert_eq!((wanted.len(), wanted[0].version), (1, 1));
    assert_eq!(client.server.take_checks(), []);
    let checked = Checked {
        failure: Some(("`a[0]` is 1, but should be 2".to_owned(), None)),
        case: Some("fails with n = 1".to_owned()),
        ..Checked::default()
    };

    // The text has changed when the result comes.
    client.change(json!([{"text": "kernel void k(global int *a) { a[0] = 2; }\n"}]));
    client.server.checked(&wanted[0], checked.clone());
    assert_eq!(client.diagnostics(), Vec::<Value>::new());

    client.notify("textDocument/didSave", saved);
    let wanted = client.server.take_checks();
    client.server.checked(&wanted[0], checked);
    let shown = client.diagnostics();
    assert_eq!(shown.len(), 1, "{shown:?}");
    assert_eq!(
        shown[0]["message"],
        "`a[0]` is 1, but should be 2\nfails with n = 1"
    );
    // At the kernel's name.
    assert_eq!(shown[0]["range"], range((0, 12), (0, 13)));
    client.change(json!([{"text": "kernel void k(global int *a) { a[0] = 3; }\n"}]));
    assert_eq!(client.diagnostics(), Vec::<Value>::new());
}

/// Opens a second document, of which nothing is known until it is asked for.
fn open_beside(client: &mut Client, uri: &str, text: &str) {
    let document = json!({"uri": uri, "languageId": "opencl", "version": 1, "text": text});
    client.notify("textDocument/didOpen", json!({"textDocument": document}));
}

/// The texts of the documents after a rename, by the last part of their addresses.
fn renamed(client: &Client, answer: &Value) -> Vec<(String, String)> {
    let changes = answer["documentChanges"].as_array();
    let changes = changes.unwrap_or_else(|| panic!("no edits: {answer}"));
    let texts = changes.iter().map(|change| {
        let uri = change["textDocument"]["uri"].as_str().expect("an address");
        let text = client.server.text(uri).expect("an open document");
        let edits = change["edits"].as_array().expect("edits");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for edit in edits.iter().rev() {
            let at = |end: &str, part: &str| {
                edit["range"][end][part].as_u64().expect("a place") as usize
            };
            let new = edit["newText"].as_str().expect("a text");
            let range = at("start", "character")..at("end", "character");
            lines[at("start", "line")].replace_range(range, new);
        }
        let name = uri.rsplit('/').next().expect("a name");
        (name.to_owned(), lines.join("\n"))
    });
    texts.collect()
}

#[test]
fn a_rename_reaches_every_open_document_that_uses_the_name() {
    for (text, place) in [
        ("int helper(int x) { return x; }", (0, 5)),
        ("#define helper(x) (x)", (0, 9)),
    ] {
        let mut client = Client::new();
        client.open(text);
        let main = "#include \"k.cl\"\nkernel void m(global int *a) { a[0] = helper(1); }";
        open_beside(&mut client, "file:///kernels/m.cl", main);
        open_beside(
            &mut client,
            "file:///kernels/apart.cl",
            "int helper(int x) { return -x; }",
        );
        let answer = client.at("rename", place, json!({"newName": "other"}));
        let replaced = |text: &str| text.replace("helper", "other");
        let expected = [("k.cl", replaced(text)), ("m.cl", replaced(main))];
        let expected = expected.map(|(name, text)| (name.to_owned(), text));
        assert_eq!(renamed(&client, &answer), expected);
        let context = json!({"context": {"includeDeclaration": true}});
        let found = client.at("references", place, context);
        assert_eq!(found.as_array().map(Vec::len), Some(2), "{found}");
    }
}

/// The other document has a name of its own that the new one would collide with.
#[test]
fn a_rename_that_breaks_another_open_document_is_refused() {
    let mut client = Client::new();
    client.open("int helper(int x) { return x; }\n");
    let main = "#include \"k.cl\"\nint other(int x) { return helper(x); }\n";
    open_beside(&mut client, "file:///kernels/m.cl", main);
    let renamed = client.at("rename", (0, 5), json!({"newName": "other"}));
    let why = renamed["error"].as_str().expect("a reason");
    assert!(why.contains("/kernels/m.cl"), "{why}");
}

/// The document that includes another changes the other's text with its own.
#[test]
fn a_name_that_an_open_header_declares_is_renamed_from_where_it_is_used() {
    let mut client = Client::new();
    client.open("#include \"h.h\"\nint twice(int x) { return helper(helper(x)); }\n");
    open_beside(&mut client, "file:///kernels/h.h", "int helper(int x);\n");
    let answer = client.at("rename", (1, 33), json!({"newName": "f"}));
    let expected = [
        ("h.h", "int f(int x);"),
        (
            "k.cl",
            "#include \"h.h\"\nint twice(int x) { return f(f(x)); }",
        ),
    ];
    let expected = expected.map(|(name, text)| (name.to_owned(), text.to_owned()));
    assert_eq!(renamed(&client, &answer), expected);
}

/// A client may say of itself what no server knows yet.
#[test]
fn unknown_capabilities_are_let_pass() {
    let unknown = json!({"workspace": {"workspaceEdit": {"failureHandling": "unheard-of"}}, "trace": "compact"});
    let mut client = Client::with(Box::new(NoFiles), unknown);
    assert_eq!(client.open(KERNEL).len(), 1);
    assert_eq!(error(&mut client, "initialize", json!({})), -32600);
}

#[test]
fn completions_get_their_texts_when_they_are_shown() {
    let mut client = Client::new();
    client.open("kernel void k(global float *a) { }");
    let list = client.at("completion", (0, 33), json!({}));
    let items = list["items"].as_array().expect("items").clone();
    for (label, expected) in [
        ("barrier", "every work-item"),
        ("float4", ".w"),
        ("kernel", "host"),
        ("FLT_MAX", "greatest"),
    ] {
        let item = items
            .iter()
            .find(|item| item["label"] == label)
            .expect("the item");
        assert!(item["documentation"].is_null(), "{item}");
        let shown = client.request("completionItem/resolve", item.clone());
        let text = shown["documentation"]["value"].as_str().expect("a text");
        assert!(text.contains(expected), "{label}: {text}");
    }
}

/// Where the book is served, a mistake leads to its page.
#[test]
fn mistakes_lead_to_their_pages_in_a_book_that_is_served() {
    let settings = Files(&[("/kernels/.grader.toml", "book = \"https://example.org/b/\"")]);
    let text = "kernel void k(global int *a) { a[0] = threadIdx.x + missing; }";
    let pages = |found: Vec<Value>| -> Vec<Value> {
        found
            .iter()
            .map(|it| it["codeDescription"]["href"].clone())
            .collect()
    };
    let found = Client::with(Box::new(settings), json!({})).open(text);
    // What is only an error of the compiler has no page.
    let page = json!("https://example.org/b/mistakes/cuda-ism.html");
    assert_eq!(pages(found), [Value::Null, page]);
    assert_eq!(pages(Client::new().open(text)), [Value::Null, Value::Null]);
}

/// A small generator: the same numbers on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// What an edit may insert.
const PIECES: [&str; 18] = [
    "{",
    "}",
    "(",
    ")",
    ";",
    "\"",
    "/*",
    "#",
    "#define f(x) x##",
    "\\\n",
    "µ𝄞",
    "get_global_id(0)",
    ".",
    "->x",
    "\r\n",
    "kernel void ",
    "float4 v = ",
    "",
];

fn ask(client: &mut Client, numbers: &mut Numbers) {
    let place = (numbers.below(60) as u32, numbers.below(90) as u32);
    let end = json!({"line": place.0 + 2, "character": 3});
    let start = json!({"line": place.0, "character": place.1});
    let methods: [(&str, Value); 12] = [
        ("hover", json!({})),
        ("completion", json!({})),
        ("signatureHelp", json!({})),
        ("definition", json!({})),
        ("typeDefinition", json!({})),
        (
            "references",
            json!({"context": {"includeDeclaration": true}}),
        ),
        ("documentHighlight", json!({})),
        ("prepareRename", json!({})),
        ("rename", json!({"newName": "renamed"})),
        ("documentSymbol", json!({})),
        ("foldingRange", json!({})),
        (
            "codeAction",
            json!({"range": {"start": start, "end": end}, "context": {"diagnostics": []}}),
        ),
    ];
    let (method, more) = methods[numbers.below(methods.len())].clone();
    client.at(method, place, more);
    let of_document = json!({"textDocument": {"uri": URI}});
    client.request("textDocument/semanticTokens/full", of_document);
}

/// Half documents, places outside, edits that cross one another: the server answers, and what it says belongs to the
/// text as it is.
#[test]
fn no_sequence_of_edits_and_requests_stops_the_server() {
    let solutions = testing::project().join("solutions");
    let mut numbers = Numbers(7);
    let folders = std::fs::read_dir(solutions).expect("the solutions");
    let mut tried = 0;
    for folder in folders {
        let kernel = folder.expect("a folder").path().join("kernel.cl");
        let Ok(text) = std::fs::read_to_string(kernel) else {
            continue;
        };
        tried += 1;
        let mut client = Client::new();
        client.open(&text);
        for _ in 0..12 {
            let from = (numbers.below(70) as u32, numbers.below(80) as u32);
            let to = (from.0 + numbers.below(3) as u32, numbers.below(80) as u32);
            let piece = PIECES[numbers.below(PIECES.len())];
            client.change(json!([{"range": range(from, to), "text": piece}]));
            ask(&mut client, &mut numbers);
        }
        let after = client.diagnostics();
        // A server that sees the text for the first time says the same.
        let text = client.server.text(URI).expect("the document").to_owned();
        assert_eq!(Client::new().open(&text), after, "{text}");
    }
    assert!(tried > 30, "{tried}");
}
