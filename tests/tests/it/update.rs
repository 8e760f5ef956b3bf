//! `grader update`, against a server of this machine that answers as code hosts do.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::Output;
use std::thread;
use tests::{grader, project};

/// A host whose newest release has that tag, until the process ends.
fn host(tag: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let mut lines = BufReader::new(stream.try_clone().expect("a copy")).lines();
            let first = lines.next().expect("a line").expect("text");
            while lines
                .next()
                .is_some_and(|line| line.is_ok_and(|it| !it.is_empty()))
            {}
            let answer = match first.contains("/releases/latest") {
                true => format!("302 Found\r\nLocation: /course/releases/tag/{tag}"),
                false => "200 OK".to_owned(),
            };
            let answer =
                format!("HTTP/1.1 {answer}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            stream.write_all(answer.as_bytes()).expect("an answer");
        }
    });
    format!("{address}/course")
}

fn update(repository: &str) -> Output {
    let mut command = grader(project());
    command.args(["update", "--repository", repository]);
    // The server is on this machine, whatever a network asks for.
    command.env("no_proxy", "127.0.0.1");
    command.output().expect("grader starts")
}

fn told(output: &Output) -> (Option<i32>, String) {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    let words = String::from_utf8_lossy(&text);
    let words: Vec<&str> = words.split_whitespace().collect();
    (output.status.code(), words.join(" "))
}

#[test]
fn a_newer_release_is_told_with_its_page() {
    let repository = host("v99.0.0");
    let (code, text) = told(&update(&repository));
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.starts_with("A newer release is out: v99.0.0."),
        "{text}"
    );
    assert!(
        text.ends_with(&format!("{repository}/releases/latest")),
        "{text}"
    );
}

#[test]
fn the_newest_release_says_so() {
    let (code, text) = told(&update(&host(concat!("v", env!("CARGO_PKG_VERSION")))));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.ends_with("the newest release."), "{text}");
}

#[test]
fn without_a_network_the_page_is_named() {
    // Nothing listens at the port of a listener that is gone.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let repository = format!("http://{}", listener.local_addr().expect("an address"));
    drop(listener);
    let (code, text) = told(&update(&repository));
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("there is no answer from"), "{text}");
    assert!(text.contains("works without a network"), "{text}");
    assert!(
        text.contains(&format!("{repository}/releases/latest")),
        "{text}"
    );
}

#[test]
fn what_is_no_address_is_refused() {
    let (code, text) = told(&update("--help-me"));
    assert_eq!(code, Some(2), "{text}");
    let (code, text) = told(&update("example.org"));
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("no address of a repository"), "{text}");
}
