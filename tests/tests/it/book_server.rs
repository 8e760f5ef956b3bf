//! `grader book`, from its first line to Ctrl-C: spoken to over its port, as a browser would and as one
//! would not.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;
use tempfile::TempDir;
use tests::grader;

/// A built book of a few files.
fn book() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, contents) in [
        ("index.html", "<title>the start</title>"),
        ("404.html", "<title>not here</title>"),
        ("models/index.html", "<title>the models</title>"),
        ("playground/module.wasm", "\0asm"),
        ("long.html", &*"<p>a long page</p>".repeat(500)),
    ] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, contents).expect("a file");
    }
    folder
}

/// A `grader book` that runs; it is killed in the end.
struct Served {
    child: Child,
    url: String,
}

impl Served {
    fn of(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = grader(folder);
        command.args(["book", "--dir", "."]).args(arguments);
        Self::start(command)
    }

    fn start(mut command: std::process::Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("grader starts");
        let mut first = String::new();
        let stdout = child.stdout.as_mut().expect("standard output");
        BufReader::new(stdout)
            .read_line(&mut first)
            .expect("a line");
        let url = first.trim().to_owned();
        assert!(url.starts_with("http://127.0.0.1:"), "{first}");
        Served { child, url }
    }

    /// `127.0.0.1:PORT`
    fn address(&self) -> &str {
        self.url.trim_start_matches("http://").trim_end_matches('/')
    }

    /// What comes for some bytes, up to the end of the connection.
    fn raw(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address()).expect("a connection");
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .expect("a limit");
        stream.write_all(request.as_bytes()).expect("a request");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        String::from_utf8(answer).expect("text")
    }

    fn request(&self, method: &str, path: &str, headers: &str) -> String {
        let host = self.address();
        self.raw(&format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{headers}\r\n"
        ))
    }

    fn get(&self, path: &str) -> String {
        self.request("GET", path, "")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The number in the first line of an answer.
fn status(answer: &str) -> u16 {
    let code = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
    code.unwrap_or_else(|| panic!("no answer: {answer}"))
}

fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").expect("a head and a body").1
}

/// The value of a header.
fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let (head, _) = answer.split_once("\r\n\r\n")?;
    head.lines().skip(1).find_map(|line| {
        let (key, value) = line.split_once(": ")?;
        key.eq_ignore_ascii_case(name).then_some(value)
    })
}

#[test]
fn a_browser_that_takes_gzip_gets_a_long_page_compressed() {
    let book = book();
    let served = Served::of(book.path(), &["--port", "0"]);
    let plain = served.get("/long.html");
    assert_eq!(header(&plain, "content-encoding"), None);
    assert_eq!(header(&plain, "vary"), Some("accept-encoding"));
    let length = |answer: &str| {
        let length = header(answer, "content-length").expect("a length");
        length.parse::<usize>().expect("a number")
    };
    // Without a body, which is no text.
    let packed = served.request("HEAD", "/long.html", "accept-encoding: gzip, br\r\n");
    assert_eq!(header(&packed, "content-encoding"), Some("gzip"));
    assert!(length(&packed) * 20 < length(&plain), "{packed}");
    // Each form has a tag of its own, and is not sent again to who has it.
    let tags = [&plain, &packed].map(|answer| header(answer, "etag").expect("a tag"));
    assert_ne!(tags[0], tags[1]);
    let again = format!("accept-encoding: gzip\r\nif-none-match: {}\r\n", tags[1]);
    assert_eq!(status(&served.request("GET", "/long.html", &again)), 304);
    let refused = served.request("GET", "/long.html", "accept-encoding: gzip;q=0\r\n");
    assert_eq!(header(&refused, "content-encoding"), None);
    assert_eq!(body(&refused), body(&plain));
}

#[test]
fn pages_come_with_their_types_and_folders_by_their_index() {
    let book = book();
    let served = Served::of(book.path(), &["--port", "0"]);
    let start = served.get("/");
    assert_eq!(
        (status(&start), body(&start)),
        (200, "<title>the start</title>")
    );
    assert_eq!(
        header(&start, "content-type"),
        Some("text/html; charset=utf-8")
    );
    assert_eq!(header(&start, "x-content-type-options"), Some("nosniff"));
    let module = served.get("/playground/module.wasm?v=1");
    assert_eq!(header(&module, "content-type"), Some("application/wasm"));
    assert_eq!(body(&module), "\0asm");
    let folder = served.get("/models");
    assert_eq!(
        (status(&folder), header(&folder, "location")),
        (308, Some("/models/"))
    );
    assert_eq!(body(&served.get("/models/")), "<title>the models</title>");
    // No index, and so no list of what is there.
    assert_eq!(status(&served.get("/playground/")), 404);
}

#[test]
fn what_is_not_there_is_answered_by_the_books_own_page() {
    let book = book();
    let served = Served::of(book.path(), &["--port", "0"]);
    let missing = served.get("/absent.html");
    assert_eq!(
        (status(&missing), body(&missing)),
        (404, "<title>not here</title>")
    );
}

#[test]
fn no_path_leads_out_of_the_book() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("secret.txt"), "secret").expect("a file");
    let inside = folder.path().join("book");
    fs::create_dir(&inside).expect("a folder");
    fs::write(inside.join("index.html"), "start").expect("a file");
    let served = Served::of(&inside, &["--port", "0"]);
    for path in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/x/../../secret.txt",
        "/%2e%2e%5csecret.txt",
        "//../secret.txt",
        "/etc/passwd",
    ] {
        let answer = served.get(path);
        assert_eq!(status(&answer), 404, "{path}");
        assert!(!answer.contains("secret"), "{path}");
    }
}

#[test]
fn only_reading_is_answered() {
    let book = book();
    let served = Served::of(book.path(), &["--port", "0"]);
    let head = served.request("HEAD", "/", "");
    assert_eq!((status(&head), body(&head)), (200, ""));
    assert_eq!(header(&head, "content-length"), Some("24"));
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let answer = served.request(method, "/", "");
        assert_eq!(status(&answer), 405, "{method}");
        assert_eq!(header(&answer, "allow"), Some("GET, HEAD"));
    }
    assert_eq!(status(&served.raw("what is this\r\n\r\n")), 400);
}

#[test]
fn a_request_in_another_hosts_name_is_not_answered() {
    let book = book();
    let served = Served::of(book.path(), &["--port", "0"]);
    for host in [
        "host: example.org\r\n",
        "host: 127.0.0.1.example.org:80\r\n",
        "",
    ] {
        let answer = served.raw(&format!(
            "GET / HTTP/1.1\r\n{host}connection: close\r\n\r\n"
        ));
        assert_eq!(status(&answer), 421, "{host}");
        assert!(!answer.contains("the start"));
    }
    let answer = served.raw("GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    assert_eq!(status(&answer), 200);
}

#[test]
fn a_page_that_did_not_change_is_not_sent_again() {
    let book = book();
    let served = Served::of(book.path(), &["--port", "0"]);
    let first = served.get("/");
    let tag = header(&first, "etag").expect("a tag");
    let again = served.request("GET", "/", &format!("if-none-match: {tag}\r\n"));
    assert_eq!((status(&again), body(&again)), (304, ""));
    fs::write(book.path().join("index.html"), "<title>another</title>").expect("a file");
    let changed = served.request("GET", "/", &format!("if-none-match: {tag}\r\n"));
    assert_eq!(
        (status(&changed), body(&changed)),
        (200, "<title>another</title>")
    );
}

#[test]
fn a_connection_that_says_nothing_keeps_no_other_one_waiting() {
    let book = book();
    let served = Served::of(book.path(), &["--port", "0"]);
    let silent: Vec<TcpStream> = (0..50)
        .map(|_| TcpStream::connect(served.address()).expect("a connection"))
        .collect();
    assert_eq!(status(&served.get("/")), 200);
    assert_eq!(silent.len(), 50);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_well_and_frees_the_port() {
    use rustix::process::{Pid, Signal, kill_process};
    let book = book();
    let mut served = Served::of(book.path(), &["--port", "0"]);
    assert_eq!(status(&served.get("/")), 200);
    let pid = Pid::from_child(&served.child);
    kill_process(pid, Signal::INT).expect("a signal");
    assert_eq!(served.child.wait().expect("an end").code(), Some(0));
    let port = served
        .address()
        .rsplit(':')
        .next()
        .expect("a port")
        .to_owned();
    let again = Served::of(book.path(), &["--port", &port]);
    assert_eq!(again.url, served.url);
}

#[test]
fn a_port_that_is_taken_is_told_with_what_helps() {
    let book = book();
    let served = Served::of(book.path(), &["--port", "0"]);
    let port = served.address().rsplit(':').next().expect("a port");
    let output = grader(book.path())
        .args(["book", "--dir", ".", "--port", port])
        .output()
        .expect("grader starts");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).expect("text");
    assert!(told.contains(&format!("port {port} is taken")), "{told}");
    assert!(told.contains("--port 0"), "{told}");
}

#[test]
fn without_a_built_book_it_says_how_to_build_one() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [&["book"][..], &["book", "--dir", "."]] {
        let output = grader(folder.path())
            .args(arguments)
            .output()
            .expect("grader starts");
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8(output.stderr).expect("text");
        assert!(told.contains("there is no built book"), "{told}");
        let words: Vec<&str> = told.split_whitespace().collect();
        assert!(words.join(" ").contains("mdbook build book"), "{told}");
    }
}

#[test]
fn the_book_of_the_course_is_found_from_within_it() {
    let course = tests::course();
    let built = course.path().join("book/book/html");
    fs::create_dir_all(&built).expect("a folder");
    fs::write(built.join("index.html"), "the course's own").expect("a file");
    let mut command = grader(&course.path().join("exercises"));
    command.args(["book", "--port", "0"]);
    let served = Served::start(command);
    assert_eq!(body(&served.get("/")), "the course's own");
}

/// A folder for `PATH` in which `xdg-open` writes down what it is to open.
#[cfg(target_os = "linux")]
fn opener(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let script = folder.join("xdg-open");
    fs::write(
        &script,
        "#!/bin/sh\nprintf %s \"$1\" > \"$OPENED.part\" && /bin/mv \"$OPENED.part\" \"$OPENED\"\n",
    )
    .expect("a script");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("permissions");
}

#[cfg(target_os = "linux")]
#[test]
fn open_hands_the_address_to_the_browser() {
    let book = book();
    let folder = tempfile::tempdir().expect("a folder");
    opener(folder.path());
    let opened = folder.path().join("opened");
    let mut command = grader(book.path());
    command
        .args(["book", "--dir", ".", "--port", "0", "--open"])
        .env("PATH", folder.path())
        .env("OPENED", &opened);
    let served = Served::start(command);
    let url = tests::wait_for("opened address", || fs::read_to_string(&opened).ok());
    assert_eq!(url, served.url);
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_browser_open_says_so_and_the_book_is_served() {
    let book = book();
    let nothing = tempfile::tempdir().expect("a folder");
    let mut command = grader(book.path());
    command
        .args(["book", "--dir", ".", "--port", "0", "--open"])
        .env("PATH", nothing.path());
    let mut served = Served::start(command);
    let stderr = served.child.stderr.as_mut().expect("standard error");
    let mut told = String::new();
    BufReader::new(stderr).read_line(&mut told).expect("a line");
    assert!(told.contains("no browser could be opened"), "{told}");
    assert_eq!(status(&served.get("/")), 200);
}
