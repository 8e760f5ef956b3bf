//! Each feature on small documents. A case is a file `cases/FEATURE/NAME.cl`, in which `<|>` marks places; what the
//! server answers there stands beside it in `NAME.out`.

use crate::client::{Client, URI};
use language_server::{Exercise, Host};
use launch::Standard;
use lsp_types::{Position, SemanticTokensLegend};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;
use std::{fs, io};
use testing::golden;

const MARK: &str = "<|>";

/// A launch beside the cases, for a kernel called `strided`.
const LAUNCH: &str = "\
source = \"k.cl\"
kernel = \"strided\"
global = [64]
local = [32]
arg = [{ buffer = \"float\", len = 2048, init = \"iota\" }, { scalar = \"int\", value = 8 }]
";

/// One for a kernel called `racy`.
const RACY: &str = "\
source = \"k.cl\"
kernel = \"racy\"
global = [64]
local = [64]
arg = [{ buffer = \"int\", len = 64, init = \"iota\" }, { local = 256 }]
";

/// Headers that the cases include.
struct Headers;

impl Host for Headers {
    fn read(&self, path: &Path) -> io::Result<String> {
        match path.to_str() {
            Some("/kernels/body.h") => {
                Ok("// A body.\nstruct Body { float mass; };\n#define G 9.5f\n".to_owned())
            }
            Some("/kernels/LAUNCH.toml") => Ok(LAUNCH.to_owned()),
            Some("/kernels/.grader.toml") => {
                Ok("launch = [\"wrong.toml\"]\ndefine = [\"N=4\"]\ninclude = [\"inc\"]".to_owned())
            }
            Some("/kernels/wrong.toml") => {
                Ok("source = \"k.cl\"\nkernel = \"refused\"\n".to_owned())
            }
            Some("/kernels/k.toml") => Ok(RACY.to_owned()),
            Some("/kernels/wrong.h") => Ok("int half_of(int x) { return y / 2; }\n".to_owned()),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn entries(&self, _: &Path) -> Vec<String> {
        ["body.h", "data/", "notes.txt", "k.cl"]
            .map(str::to_owned)
            .to_vec()
    }

    fn exercise(&self, _: &Path) -> Option<Exercise> {
        Some(Exercise {
            slug: "strided".to_owned(),
            standard: Standard::V1_2,
        })
    }
}

/// The text without its marks, and where they stood.
fn marked(text: &str) -> (String, Vec<(u32, u32)>) {
    let (mut plain, mut places) = (String::new(), Vec::new());
    for (at, part) in text.split(MARK).enumerate() {
        if at > 0 {
            let line = plain.matches('\n').count();
            let before = plain.rsplit('\n').next().unwrap_or_default();
            places.push((line as u32, before.encode_utf16().count() as u32));
        }
        plain.push_str(part);
    }
    (plain, places)
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

/// A range as lines and characters from 1, and what stands there.
fn range(range: &Value, text: &str) -> String {
    let place = |end: &str| {
        (
            number(&range[end]["line"]),
            number(&range[end]["character"]),
        )
    };
    let (start, end) = (place("start"), place("end"));
    let shown = if start.0 == end.0 {
        let line: Vec<u16> = text
            .lines()
            .nth(start.0 as usize)
            .unwrap_or_default()
            .encode_utf16()
            .collect();
        let part = line
            .get(start.1 as usize..end.1 as usize)
            .unwrap_or_default();
        String::from_utf16_lossy(part)
    } else {
        "...".to_owned()
    };
    format!(
        "{}:{} to {}:{} `{shown}`",
        start.0 + 1,
        start.1 + 1,
        end.0 + 1,
        end.1 + 1
    )
}

fn location(location: &Value, text: &str) -> String {
    let uri = location["uri"].as_str().expect("a URI");
    if uri == URI {
        return range(&location["range"], text);
    }
    let start = &location["range"]["start"];
    format!(
        "{uri} {}:{}",
        number(&start["line"]) + 1,
        number(&start["character"]) + 1
    )
}

/// The text after the edits of a workspace edit or of a list of edits.
fn edited(text: &str, edits: &Value) -> String {
    let edits = match edits {
        Value::Array(_) => edits,
        _ => &edits["documentChanges"][0]["edits"],
    };
    let mut edits: Vec<_> = edits.as_array().expect("edits").iter().collect();
    let start = |edit: &Value| {
        let start = &edit["range"]["start"];
        (number(&start["line"]), number(&start["character"]))
    };
    edits.sort_by_key(|edit| std::cmp::Reverse(start(edit)));
    let mut changed = text.to_owned();
    let offset = |text: &str, place: &Value| {
        let place: Position = serde_json::from_value(place.clone()).expect("a position");
        let before: usize = text
            .split_inclusive('\n')
            .take(place.line as usize)
            .map(str::len)
            .sum();
        let units = place.character as usize;
        let mut passed = 0;
        let rest = &text[before..];
        let within = rest.char_indices().find(|(_, c)| {
            let reached = passed >= units;
            passed += c.len_utf16();
            reached
        });
        before + within.map_or(rest.len(), |it| it.0)
    };
    for edit in edits {
        let from = offset(&changed, &edit["range"]["start"]);
        let to = offset(&changed, &edit["range"]["end"]);
        changed.replace_range(from..to, edit["newText"].as_str().expect("a text"));
    }
    changed
}

/// The lines of the second text that are not those of the first.
fn changed_lines(from: &str, to: &str) -> String {
    let mut out = String::new();
    let (from, to): (Vec<_>, Vec<_>) = (from.lines().collect(), to.lines().collect());
    let same = from
        .iter()
        .zip(&to)
        .take_while(|(one, other)| one == other)
        .count();
    let behind = from[same..].iter().rev().zip(to[same..].iter().rev());
    let same_end = behind.take_while(|(one, other)| one == other).count();
    for line in &to[same..to.len() - same_end] {
        writeln!(out, "  | {line}").expect("a string");
    }
    out
}

fn diagnostics(text: &str, found: &[Value]) -> String {
    let mut out = String::new();
    for it in found {
        let severity = match it["severity"].as_u64() {
            Some(1) => "error",
            Some(2) => "warning",
            Some(3) => "information",
            _ => "hint",
        };
        let code = it["code"].as_str().unwrap_or("-");
        writeln!(out, "{severity} {code} {}", range(&it["range"], text)).expect("a string");
        for line in it["message"].as_str().expect("a message").lines() {
            writeln!(out, "  {line}").expect("a string");
        }
        for other in it["relatedInformation"].as_array().into_iter().flatten() {
            let place = location(&other["location"], text);
            writeln!(
                out,
                "  see {place}: {}",
                other["message"].as_str().unwrap_or_default()
            )
            .expect("a string");
        }
        if !it["tags"].is_null() {
            writeln!(out, "  tags {}", it["tags"]).expect("a string");
        }
    }
    out
}

fn completions(list: &Value, text: &str, place: (u32, u32)) -> String {
    let line = text.lines().nth(place.0 as usize).unwrap_or_default();
    let before: String = line.chars().take(place.1 as usize).collect();
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let typed = &before[before.trim_end_matches(word).len()..];
    let short = typed.rsplit('.').next().unwrap_or_default();
    let mut items: Vec<_> = list["items"].as_array().expect("items").iter().collect();
    let text = |item: &Value, key: &str| item[key].as_str().map(str::to_owned);
    items.retain(|item| {
        let filter = text(item, "filterText")
            .or_else(|| text(item, "label"))
            .unwrap_or_default();
        filter.starts_with(short) || filter.starts_with(typed)
    });
    items.sort_by_key(|item| text(item, "sortText").or_else(|| text(item, "label")));
    let mut out = String::new();
    for item in items.iter().take(12) {
        let detail = text(item, "detail")
            .map(|it| format!(" - {it}"))
            .unwrap_or_default();
        let edit = item["textEdit"]["newText"]
            .as_str()
            .map(|it| format!(" => {it}"))
            .unwrap_or_default();
        writeln!(
            out,
            "{}{edit}{detail}",
            text(item, "label").expect("a label")
        )
        .expect("a string");
    }
    if items.len() > 12 {
        writeln!(out, "and {} more", items.len() - 12).expect("a string");
    }
    out
}

fn signature(help: &Value) -> String {
    let mut out = String::new();
    let active = help["activeSignature"].as_u64().unwrap_or(0) as usize;
    for (at, it) in help["signatures"]
        .as_array()
        .into_iter()
        .flatten()
        .enumerate()
    {
        let mark = if at == active { ">" } else { " " };
        writeln!(out, "{mark} {}", it["label"].as_str().unwrap_or_default()).expect("a string");
        let parameter = &it["parameters"][help["activeParameter"].as_u64().unwrap_or(0) as usize];
        if at == active && !parameter.is_null() {
            let label: Vec<u16> = it["label"]
                .as_str()
                .unwrap_or_default()
                .encode_utf16()
                .collect();
            let bounds = [0, 1].map(|end| number(&parameter["label"][end]) as usize);
            let shown = String::from_utf16_lossy(&label[bounds[0]..bounds[1]]);
            writeln!(out, "    here: {shown}").expect("a string");
        }
    }
    out
}

fn symbols(symbols: &Value, depth: usize, text: &str, out: &mut String) {
    for it in symbols.as_array().into_iter().flatten() {
        let (name, detail) = (
            it["name"].as_str().unwrap_or_default(),
            it["detail"].as_str().unwrap_or_default(),
        );
        let kind = number(&it["kind"]);
        let place = range(&it["range"], text);
        writeln!(
            out,
            "{}{name} (kind {kind}) {detail}; {place}",
            "  ".repeat(depth)
        )
        .expect("a string");
        symbols_below(it, depth, text, out);
    }
}

fn symbols_below(it: &Value, depth: usize, text: &str, out: &mut String) {
    symbols(&it["children"], depth + 1, text, out);
}

fn highlighting(client: &mut Client, text: &str) -> String {
    let tokens = client.request(
        "textDocument/semanticTokens/full",
        json!({"textDocument": {"uri": URI}}),
    );
    let legend = client.capabilities["semanticTokensProvider"]["legend"].clone();
    let legend: SemanticTokensLegend = serde_json::from_value(legend).expect("a legend");
    let data: Vec<u64> = tokens["data"]
        .as_array()
        .expect("tokens")
        .iter()
        .map(number)
        .collect();
    let (mut line, mut start) = (0, 0);
    let mut out = String::new();
    for token in data.chunks_exact(5) {
        line += token[0];
        start = if token[0] == 0 {
            start + token[1]
        } else {
            token[1]
        };
        let shown: String = text
            .lines()
            .nth(line as usize)
            .unwrap_or_default()
            .chars()
            .skip(start as usize)
            .take(token[2] as usize)
            .collect();
        let kind = legend.token_types[token[3] as usize].as_str();
        let modifiers: Vec<_> = legend
            .token_modifiers
            .iter()
            .enumerate()
            .filter(|(bit, _)| token[4] >> bit & 1 == 1)
            .map(|(_, it)| it.as_str())
            .collect();
        writeln!(out, "{}: {shown} {kind} {}", line + 1, modifiers.join(" ")).expect("a string");
    }
    out
}

/// What the server answers to a case of a feature.
fn answers(feature: &str, source: &str) -> String {
    let (text, places) = marked(source);
    let mut client = Client::with(Box::new(Headers), json!({}));
    let found = client.open(&text);
    let document = json!({"textDocument": {"uri": URI}});
    let mut out = String::new();
    match feature {
        "diagnostics" => return diagnostics(&text, &found),
        "symbols" => {
            symbols(
                &client.request("textDocument/documentSymbol", document),
                0,
                &text,
                &mut out,
            );
            return out;
        }
        "folding" => {
            let folds = client.request("textDocument/foldingRange", document);
            for it in folds.as_array().expect("ranges") {
                let kind = it["kind"].as_str().unwrap_or("block");
                let lines = [&it["startLine"], &it["endLine"]].map(|line| number(line) + 1);
                writeln!(out, "{kind} {} to {}", lines[0], lines[1]).expect("a string");
            }
            return out;
        }
        "formatting" => {
            let options = json!({"tabSize": 4, "insertSpaces": true});
            let whole = json!({"textDocument": {"uri": URI}, "options": options});
            let laid_out = client.request("textDocument/formatting", whole.clone());
            if let Some(why) = laid_out["error"].as_str() {
                return format!("refused: {why}\n");
            }
            out += &edited(&text, &laid_out);
            if let [from, to] = places[..] {
                let at = |line: u32| json!({"line": line, "character": 0});
                let mut part = whole;
                part["range"] = json!({"start": at(from.0), "end": at(to.0)});
                let laid_out = client.request("textDocument/rangeFormatting", part);
                out += "== between the marks\n";
                out += &edited(&text, &laid_out);
            }
            return out;
        }
        "inlay-hints" => {
            let hints = client.hints();
            for it in hints.as_array().expect("hints") {
                let (line, at) = (
                    number(&it["position"]["line"]),
                    number(&it["position"]["character"]),
                );
                let before = text.lines().nth(line as usize).unwrap_or_default();
                let before: String = before.chars().take(at as usize).collect();
                writeln!(
                    out,
                    "{}: {}  <{}>",
                    line + 1,
                    before.trim(),
                    it["label"].as_str().unwrap_or_default()
                )
                .expect("a string");
                let tooltip = it["tooltip"]["value"].as_str().unwrap_or_default();
                writeln!(out, "    {}", tooltip.replace("\n\n", " ")).expect("a string");
            }
            return out;
        }
        "code-lenses" => {
            let lenses = client.request("textDocument/codeLens", document);
            for it in lenses.as_array().expect("lenses") {
                let words: Vec<_> = it["command"]["arguments"][0]
                    .as_array()
                    .expect("words")
                    .iter()
                    .map(|it| it.as_str().unwrap_or_default())
                    .collect();
                writeln!(
                    out,
                    "{}: {}; {} {}",
                    range(&it["range"], &text),
                    it["command"]["title"].as_str().unwrap_or_default(),
                    it["command"]["command"].as_str().unwrap_or_default(),
                    words.join(" ")
                )
                .expect("a string");
            }
            return out;
        }
        "highlighting" => return highlighting(&mut client, &text),
        _ => {}
    }
    for place in places {
        writeln!(out, "== {}:{}", place.0 + 1, place.1 + 1).expect("a string");
        let answer = match feature {
            "hover" => {
                let hover = client.at("hover", place, json!({}));
                let markdown = hover["contents"]["value"].as_str().unwrap_or("nothing");
                format!("{markdown}\n")
            }
            "definition" => {
                let found = client.at("definition", place, json!({}));
                let of_type = client.at("typeDefinition", place, json!({}));
                let shown = |found: &Value| match found.is_null() {
                    true => "nothing".to_owned(),
                    false => location(found, &text),
                };
                format!("{}\ntype: {}\n", shown(&found), shown(&of_type))
            }
            "references" => {
                let context = json!({"context": {"includeDeclaration": true}});
                let found = client.at("references", place, context);
                let lines = found.as_array().into_iter().flatten();
                lines.map(|it| location(it, &text) + "\n").collect()
            }
            "rename" => {
                let prepared = client.at("prepareRename", place, json!({}));
                let name = text
                    .lines()
                    .next()
                    .and_then(|line| line.strip_prefix("// to "))
                    .expect("a name");
                let renamed = client.at("rename", place, json!({"newName": name}));
                match (prepared["error"].as_str(), renamed["error"].as_str()) {
                    (Some(why), _) | (None, Some(why)) => format!("refused: {why}\n"),
                    _ => changed_lines(&text, &edited(&text, &renamed)),
                }
            }
            "completion" => {
                let list = client.at("completion", place, json!({}));
                completions(&list, &text, place)
            }
            "signature" => signature(&client.at("signatureHelp", place, json!({}))),
            "actions" => {
                let at = json!({"line": place.0, "character": place.1});
                let range =
                    json!({"range": {"start": at, "end": at}, "context": {"diagnostics": found}});
                let list = client.at("codeAction", place, range);
                let mut shown = String::new();
                for it in list.as_array().into_iter().flatten() {
                    let preferred = if it["isPreferred"] == true {
                        " (preferred)"
                    } else {
                        ""
                    };
                    writeln!(
                        shown,
                        "{} [{}]{preferred}",
                        it["title"].as_str().unwrap_or_default(),
                        it["kind"].as_str().unwrap_or_default()
                    )
                    .expect("a string");
                    let resolved = match it["data"].is_null() {
                        true => it.clone(),
                        false => client.request("codeAction/resolve", it.clone()),
                    };
                    match resolved["error"].as_str() {
                        Some(why) => writeln!(shown, "  refused: {why}").expect("a string"),
                        None => shown += &changed_lines(&text, &edited(&text, &resolved["edit"])),
                    }
                }
                shown
            }
            other => panic!("there is no feature `{other}`"),
        };
        out += &answer;
    }
    out
}

#[test]
fn each_feature_answers_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut checks = Vec::new();
    for feature in fs::read_dir(&folder).expect("the cases") {
        let feature = feature.expect("a folder").path();
        let name = feature
            .file_name()
            .and_then(|it| it.to_str())
            .expect("a name");
        for case in fs::read_dir(&feature).expect("cases") {
            let case = case.expect("a file").path();
            if case.extension().is_some_and(|it| it == "cl") {
                let source = fs::read_to_string(&case).expect("a text");
                checks.push(golden::check(
                    case.with_extension("out"),
                    &answers(name, &source),
                ));
            }
        }
    }
    assert!(checks.len() > 20, "{}", checks.len());
    golden::assert_all(checks);
}
