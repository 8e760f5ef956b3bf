//! The JSON schemas that the book publishes are those of today's types, and what the programs write is
//! valid by them: reports, simulations, lists, readings, refusals. A slip in a key is not.
//!
//! `UPDATE=1 cargo test -p tests schemas` writes the schemas and their page anew.

use grader::render::schema::{self, Named};
use jsonschema::Validator;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use tests::book::{is_fresh, source};
use tests::{course, grader, project};

fn schema_of(name: &str) -> Value {
    schema::all()
        .into_iter()
        .find(|named| named.name == name)
        .unwrap_or_else(|| panic!("no schema {name}"))
        .schema
        .to_value()
}

/// The schema as it lies in the book.
fn published(name: &str) -> Validator {
    let path = source().join(format!("schemas/{name}.json"));
    let text = fs::read_to_string(path).expect("a schema");
    let schema: Value = serde_json::from_str(&text).expect("a schema is JSON");
    jsonschema::draft202012::meta::validate(&schema).expect("a schema by its standard");
    jsonschema::validator_for(&schema).expect("a schema")
}

fn assert_valid(schema: &Validator, what: &str, value: &Value) {
    let errors: Vec<String> = schema
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{what}: {errors:#?}");
}

#[test]
fn the_schemas_in_the_book_are_those_of_the_types() {
    let mut names = BTreeSet::new();
    for Named { name, schema, .. } in schema::all() {
        let mut text = serde_json::to_string_pretty(&schema).expect("JSON");
        text.push('\n');
        is_fresh(&format!("schemas/{name}.json"), &text);
        names.insert(format!("{name}.json"));
    }
    let there: BTreeSet<String> = fs::read_dir(source().join("schemas"))
        .expect("the schemas")
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("a plain name"))
        .collect();
    assert_eq!(there, names);
}

/// The type of a value in a few words; types with a table of their own are linked.
fn type_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|it| it.rsplit('/').next()) {
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(value) = schema.get("const") {
        return format!("`{value}`");
    }
    if let Some(values) = schema["enum"].as_array() {
        return alternatives(values.iter().map(|value| format!("`{value}`")));
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(branches) = schema[key].as_array() {
            return alternatives(branches.iter().map(type_of));
        }
    }
    let named = |name: &str| match name {
        "array" => format!("list of {}", type_of(&schema["items"])),
        "object" if schema["additionalProperties"].is_object() => {
            format!("object of {}", type_of(&schema["additionalProperties"]))
        }
        name => name.to_owned(),
    };
    match &schema["type"] {
        Value::Array(types) => alternatives(types.iter().filter_map(Value::as_str).map(named)),
        Value::String(name) => named(name),
        _ => "any value".to_owned(),
    }
}

fn alternatives(types: impl Iterator<Item = String>) -> String {
    types.collect::<Vec<String>>().join(" or ")
}

/// The first sentences of a type or a key, on one line.
fn description(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    // Links within the code lead nowhere here.
    text.replace('\n', " ")
        .replace('|', "\\|")
        .replace("[`", "`")
        .replace("`]", "`")
}

fn is_object(schema: &Value) -> bool {
    schema["properties"].is_object()
}

/// The keys of an object: a row each.
fn table(object: &Value) -> String {
    let mut text = String::from("| key | type | what it is |\n|---|---|---|\n");
    let required: Vec<&str> = object["required"]
        .as_array()
        .map(|keys| keys.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    for (key, value) in object["properties"].as_object().into_iter().flatten() {
        let absent = if required.contains(&key.as_str()) {
            ""
        } else {
            " May be absent."
        };
        let row = format!(
            "| `{key}` | {} | {}{absent} |",
            type_of(value),
            description(value)
        );
        // Writing into a String cannot fail.
        let _ = writeln!(text, "{row}");
    }
    text.push('\n');
    text
}

/// A type: its description, its keys, or what it may be instead.
fn type_text(schema: &Value) -> String {
    let mut text = String::new();
    let described = description(schema);
    if !described.is_empty() {
        text += &format!("{described}\n\n");
    }
    if is_object(schema) {
        text += &table(schema);
    }
    for key in ["oneOf", "anyOf"] {
        let branches = schema[key].as_array().into_iter().flatten();
        let branches: Vec<&Value> = branches.collect();
        if branches.is_empty() {
            continue;
        }
        text += "One of:\n\n";
        for branch in branches {
            let shape = if is_object(branch) {
                let keys = branch["properties"].as_object().into_iter().flatten();
                let keys = keys.map(|(key, value)| format!("`{key}`: {}", type_of(value)));
                keys.collect::<Vec<String>>().join(", ")
            } else {
                type_of(branch)
            };
            let described = description(branch);
            let told = match described.as_str() {
                "" => String::new(),
                told => format!(": {told}"),
            };
            let _ = writeln!(text, "- {shape}{told}");
        }
        text.push('\n');
    }
    if !is_object(schema) && schema.get("oneOf").is_none() && schema.get("anyOf").is_none() {
        text += &format!("{}\n\n", type_of(schema));
    }
    text
}

/// The page that describes the schemas, below what is written by hand.
fn tables() -> String {
    let mut text = String::new();
    let mut told = BTreeSet::new();
    for Named { name, what, schema } in schema::all() {
        let schema = schema.to_value();
        let _ = write!(
            text,
            "## `{name}.json`\n\n[The schema](schemas/{name}.json) of {what}.\n\n"
        );
        text += &type_text(&schema);
        for (name, schema) in schema["$defs"].as_object().into_iter().flatten() {
            if told.insert(name.clone()) {
                let _ = write!(text, "### {name}\n\n{}", type_text(schema));
            }
        }
    }
    text
}

#[test]
fn the_page_of_the_schemas_tells_every_key_of_every_type() {
    const GENERATED: &str = "<!-- From here on written by the tests from the types. -->\n\n";
    let path = source().join("schemas.md");
    let kept = fs::read_to_string(&path).expect("the page");
    let (by_hand, _) = kept.split_once(GENERATED).expect("the mark in the page");
    is_fresh("schemas.md", &format!("{by_hand}{GENERATED}{}", tables()));
}

#[test]
fn no_two_types_of_the_schemas_share_a_name() {
    let mut types: Map<String, Value> = Map::new();
    for Named { name, schema, .. } in schema::all() {
        for (of, schema) in schema.to_value()["$defs"].as_object().into_iter().flatten() {
            if let Some(other) = types.insert(of.clone(), schema.clone()) {
                assert_eq!(&other, schema, "{of} in {name}");
            }
        }
    }
    assert!(types.len() > 20);
}

/// Every file with that ending in a folder and those in it.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(self::files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            files.push(path);
        }
    }
    files
}

#[test]
fn every_report_that_is_kept_is_valid() {
    let schema = published("report");
    let reports = files(&project().join("tests/snapshots"), ".json.snap");
    for path in &reports {
        let text = fs::read_to_string(path).expect("a snapshot");
        let (_, json) = text.split_once("\n---\n").expect("a snapshot's head");
        let report = serde_json::from_str(json).expect("JSON");
        assert_valid(&schema, &path.display().to_string(), &report);
    }
    assert!(reports.len() > 100);
}

#[test]
fn every_simulation_is_valid_also_of_what_is_not_supported() {
    let schema = published("simulate");
    let kept = files(&project().join("tests/launches"), ".json");
    let mut unsupported = 0;
    for path in kept {
        let text = fs::read_to_string(&path).expect("an answer");
        let answer: Value = serde_json::from_str(&text).expect("JSON");
        assert_valid(&schema, &path.display().to_string(), &answer);
        unsupported += usize::from(answer.get("unsupported").is_some());
    }
    assert!(unsupported > 0);
    let folder = project().join("book/launches");
    for path in files(&folder, ".toml") {
        let name = path.file_name().expect("a name").to_string_lossy();
        let answer = written(&run(&folder, &["simulate", &name, "--format", "json"]));
        assert_valid(&schema, &name, &answer);
    }
}

#[test]
fn every_comparison_is_valid() {
    let schema = published("compare");
    let mut comparisons = 0;
    for folder in fs::read_dir(project().join("tests/comparisons")).expect("comparisons") {
        let path = folder.expect("an entry").path().join("expected.json");
        if let Ok(text) = fs::read_to_string(&path) {
            let comparison: Value = serde_json::from_str(&text).expect("JSON");
            assert_valid(&schema, &path.display().to_string(), &comparison);
            comparisons += 1;
        }
    }
    assert!(comparisons > 2);
}

#[test]
fn every_guess_is_valid_also_of_what_does_not_compile() {
    let schema = published("run");
    let folder = project().join("grader/launch-guess/tests/guesses");
    for path in files(&folder, ".cl") {
        let name = path.file_name().expect("a name").to_string_lossy();
        let answer = written(&run(&folder, &["run", &name, "--format", "json"]));
        assert_valid(&schema, &name, &answer);
    }
    let folder = project().join("grader/cli/tests/errors");
    let arguments = ["run", "missing_semicolon.cl", "--format", "json"];
    let answer = written(&run(&folder, &arguments));
    assert_valid(&schema, "missing_semicolon.cl", &answer);
    assert!(answer["guess"].is_null());
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let output = grader(folder).args(arguments).output();
    output.expect("grader starts")
}

fn written(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
fn what_is_read_in_kernels_of_every_mistake_is_valid() {
    let schema = published("lint");
    let cases = project().join("grader/mistakes/tests/cases");
    let kernels = files(&cases, ".cl");
    assert!(kernels.len() > 400);
    let names: Vec<&str> = kernels.iter().filter_map(|path| path.to_str()).collect();
    let mut arguments = vec!["lint", "--format", "json"];
    arguments.extend(names);
    let answer = written(&run(&cases, &arguments));
    assert_valid(&schema, "lint", &answer);
    let findings = answer["findings"].as_array().expect("findings");
    let alone = published("finding");
    for finding in findings {
        assert_valid(&alone, "a finding", finding);
    }
    assert!(findings.len() > 100);
    assert!(findings.iter().any(|finding| finding.get("fix").is_some()));
}

#[test]
fn lists_devices_and_checks_are_valid_also_where_a_file_is_refused() {
    let course = course();
    let folder = course.path();
    let exercises = folder.join("exercises");
    fs::write(exercises.join("01-fill/kernel.cl"), "").expect("an empty file");
    fs::copy(
        project().join("solutions/02-saxpy/kernel.cl"),
        exercises.join("02-saxpy/kernel.cl"),
    )
    .expect("a copy");
    fs::write(
        exercises.join("03-map-contiguous/kernel.cl"),
        "kernel void f(",
    )
    .expect("a file");
    let check = |exercise: &str| {
        let options = ["check", exercise, "--on", "simulator", "--format", "json"];
        written(&run(folder, &options))
    };
    let schema = published("check");
    for exercise in ["saxpy", "map-contiguous", "device-query", "transpose"] {
        assert_valid(&schema, exercise, &check(exercise));
    }
    let all = written(&run(
        folder,
        &["check", "all", "--cases", "3", "--format", "json"],
    ));
    assert_valid(&schema, "all", &all);
    let checks = all["checks"].as_array().expect("checks");
    assert!(checks.iter().any(|check| check.get("refused").is_some()));
    for (name, arguments) in [
        ("list", ["list", "--format", "json"]),
        ("devices", ["devices", "--format", "json"]),
    ] {
        assert_valid(&published(name), name, &written(&run(folder, &arguments)));
    }
}

/// Submissions that come to whatever one can come to.
fn odd_class(class: &Path) {
    let hand_in = |student: &str, name: &str, contents: &[u8]| {
        let file = class.join(student).join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, contents).expect("a file");
    };
    let read = |path: &str| fs::read(project().join(path)).expect("a file");
    let right = read("solutions/02-saxpy/kernel.cl");
    hand_in("right", "saxpy.cl", &right);
    let answers = read("solutions/14-device-query/answers.toml");
    hand_in("right", "device-query/answers.toml", &answers);
    let lost = read("solutions/02-saxpy/mistakes/y-is-lost.cl");
    hand_in("wrong", "saxpy.cl", &lost);
    hand_in("wrong", "a.out", b"what nobody asked for");
    hand_in("broken", "saxpy.cl", b"kernel void saxpy(");
    hand_in("empty", "saxpy.cl", b" ");
    hand_in("binary", "saxpy.cl", b"a\0b");
    hand_in("latin", "saxpy.cl", b"// caf\xe9\n");
    hand_in("long", "saxpy.cl", &[b' '; 5 << 10]);
    hand_in("twice", "saxpy.cl", &right);
    hand_in("twice", "saxpy/kernel.cl", &right);
    fs::create_dir(class.join("nothing")).expect("a folder");
    fs::create_dir(class.join("link")).expect("a folder");
    std::os::unix::fs::symlink("/etc/passwd", class.join("link/saxpy.cl")).expect("a link");
    fs::write(class.join("damaged.zip"), "no archive").expect("a file");
    let plan = "deadline = 2020-11-20T23:59:00Z\nlate = { percent_a_day = 25 }\n\
                hidden_seed = \"some words that nobody guesses\"\nlimits = { kernel_kib = 4 }\n\
                [[exercise]]\nname = \"saxpy\"\n[[exercise]]\nname = \"device-query\"\n";
    fs::write(class.join("class.toml"), plan).expect("a file");
}

#[test]
fn every_result_of_a_class_is_valid_and_a_slip_in_one_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    odd_class(&folder.path().join("class"));
    let course = project().to_str().expect("a path");
    let options = ["--course", course, "class", "class", "--on", "simulator"];
    // Which of two files counts is for a person to say.
    assert_eq!(run(folder.path(), &options).status.code(), Some(2));
    let schema = published("class");
    let (mut standings, mut refusals) = (BTreeSet::new(), BTreeSet::new());
    let mut late = 0;
    for path in files(&folder.path().join("class-results/results"), ".json") {
        let text = fs::read_to_string(&path).expect("a result");
        let result: Value = serde_json::from_str(&text).expect("JSON");
        assert_valid(&schema, &path.display().to_string(), &result);
        for spoilt in spoilt(&result) {
            assert!(!schema.is_valid(&spoilt), "{spoilt:#}");
        }
        for exercise in result["exercises"].as_array().expect("exercises") {
            let standing = &exercise["standing"];
            standings.insert(standing["kind"].to_string());
            refusals.extend(standing["why"]["kind"].as_str().map(str::to_owned));
        }
        late += usize::from(result.get("late").is_some());
    }
    let kinds = [
        "\"checked\"",
        "\"missing\"",
        "\"not-graded\"",
        "\"refused\"",
    ];
    assert!(standings.iter().eq(kinds), "{standings:?}");
    let kinds = ["binary", "damaged", "empty", "link", "too-long"];
    assert!(refusals.iter().eq(kinds), "{refusals:?}");
    assert!(late > 0);
}

#[test]
fn predictions_are_valid_also_as_formulas_and_of_several_launches() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let profile = project().join("book/data/h200/profile.toml");
    let profile = profile.to_str().expect("text");
    let code =
        "kernel void k(global float *y)\n{\n    while (y[0] > 1.0f)\n        y[0] *= 0.5f;\n}\n";
    let text = format!(
        "code = \"\"\"\n{code}\"\"\"\nkernel = \"k\"\nglobal = [64]\n[[arg]]\nbuffer = \"float\"\nlen = 64\n\
         name = \"all\"\n"
    );
    fs::write(folder.join("k.toml"), text).expect("written");
    let predict = |more: &[&str]| {
        let options = [
            "predict",
            "--profile",
            profile,
            "--format",
            "json",
            "k.toml",
        ];
        written(&run(folder, &[&options[..], more].concat()))
    };
    for (name, more) in [
        ("predict-formula", &[][..]),
        ("predict", &["--trips", "3=5"]),
        ("predict-several", &["k.toml", "--trips", "3=5"]),
    ] {
        let (schema, answer) = (published(name), predict(more));
        assert_valid(&schema, name, &answer);
        for spoilt in spoilt(&answer) {
            assert!(!schema.is_valid(&spoilt), "{name}: {spoilt:#}");
        }
    }
}

#[test]
fn a_refused_request_leaves_standard_output_empty() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [
        &["check", "saxpy"][..],
        &["simulate", "absent.toml"],
        &["lint", "absent.cl"],
        &["list"],
    ] {
        let mut arguments = arguments.to_vec();
        arguments.extend(["--format", "json"]);
        let output = run(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}

/// Every way to spoil a value in one place: a key more, a key less, a number or a text for another type.
fn spoilt(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    match value {
        Value::Object(members) => {
            let mut more = members.clone();
            more.insert("mesage".to_owned(), json!("a slip"));
            all.push(Value::Object(more));
            for (key, member) in members {
                for spoilt in spoilt(member) {
                    let mut other = members.clone();
                    other.insert(key.clone(), spoilt);
                    all.push(Value::Object(other));
                }
            }
        }
        Value::Array(elements) => {
            // One element tells as much as many of its type.
            if let Some(first) = elements.first() {
                for spoilt in spoilt(first) {
                    let mut other = elements.clone();
                    other[0] = spoilt;
                    all.push(Value::Array(other));
                }
            }
            all.push(json!("no list"));
        }
        Value::String(_) => all.push(json!(true)),
        Value::Number(_) | Value::Bool(_) | Value::Null => all.push(json!({})),
    }
    all
}

#[test]
fn a_slip_anywhere_in_a_finding_or_a_report_is_none_by_the_schema() {
    let text = fs::read_to_string(project().join("tests/launches/race.json")).expect("an answer");
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    let schema = published("finding");
    let finding = &answer["findings"][0];
    assert_valid(&schema, "the finding", finding);
    let spoilt_findings = spoilt(finding);
    assert!(spoilt_findings.len() > 20);
    let shown = serde_json::to_string_pretty(finding).expect("JSON");
    is_fresh("transcripts/finding.json", &format!("{shown}\n"));
    for spoilt in spoilt_findings {
        assert!(!schema.is_valid(&spoilt), "{spoilt:#}");
    }
    for key in [
        "mistake", "level", "evidence", "message", "help", "kernel", "spans",
    ] {
        let mut without = finding.clone();
        without
            .as_object_mut()
            .and_then(|it| it.remove(key))
            .expect("the key");
        assert!(!schema.is_valid(&without), "{key}");
    }
    let path = project().join("tests/snapshots/saxpy/no-tail-guard.json.snap");
    let text = fs::read_to_string(path).expect("a snapshot");
    let (_, json) = text.split_once("\n---\n").expect("a snapshot's head");
    let report: Value = serde_json::from_str(json).expect("JSON");
    let schema = published("report");
    for spoilt in spoilt(&report) {
        assert!(!schema.is_valid(&spoilt), "{spoilt:#}");
    }
    let schema = published("simulate");
    for spoilt in spoilt(&answer) {
        // The keys of `outputs` and `operations` are names from the kernel: a key more is one more.
        let names_more = |map: &Value| map.get("mesage").is_some();
        let total = &spoilt["counters"]["total"];
        let line = &spoilt["counters"]["lines"][0];
        let is_a_name = [
            &spoilt["outputs"],
            &total["operations"],
            &line["operations"],
        ]
        .into_iter()
        .any(names_more);
        assert!(is_a_name || !schema.is_valid(&spoilt), "{spoilt:#}");
    }
}

#[test]
fn the_finding_of_the_schema_has_the_keys_of_the_command_reference() {
    let keys: BTreeSet<String> = schema_of("finding")["properties"]
        .as_object()
        .expect("keys")
        .keys()
        .cloned()
        .collect();
    let wanted = [
        "evidence",
        "fix",
        "help",
        "kernel",
        "level",
        "macro_backtrace",
        "message",
        "mistake",
        "spans",
        "work_items",
    ];
    assert!(keys.iter().eq(wanted.iter()), "{keys:?}");
}
