//! The built book as a site: the file and the media type for each path.
//!
//! A path comes from a browser, or from any other program on this machine. Nothing outside the book's folder
//! is read, folders are not listed, and hidden files are not served.

use percent_encoding::percent_decode_str;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The file that is served for a folder.
const INDEX: &str = "index.html";

/// The page for missing pages, if the book has one.
const NOT_FOUND: &str = "404.html";

/// A folder with a built book.
#[derive(Clone, Debug)]
pub struct Site {
    /// Without symbolic links, so that files can be tested to be inside it.
    root: PathBuf,
}

/// The response to a path.
#[derive(Debug, PartialEq, Eq)]
pub enum Page {
    File {
        /// Without symbolic links.
        file: PathBuf,
        contents: Vec<u8>,
        media_type: &'static str,
        /// Changes when the file does.
        tag: String,
    },
    /// A folder whose path lacks its final slash.
    Folder {
        /// The right path.
        instead: String,
    },
    Missing {
        /// The book's own page for that, as HTML.
        page: Option<Vec<u8>>,
    },
}

impl Site {
    /// The book in a folder; `None` where no built book lies there.
    pub fn open(folder: &Path) -> Option<Self> {
        let root = dunce::canonicalize(folder).ok()?;
        root.join(INDEX).is_file().then_some(Site { root })
    }

    /// The response to the path of a request: still encoded, without the query.
    pub fn page(&self, path: &str) -> Page {
        let Some(file) = self.locate(path) else {
            return self.missing();
        };
        if file.is_dir() {
            // Relative links of the page there need the slash.
            return match file.join(INDEX).is_file() {
                true if path.ends_with('/') => self.read(&file.join(INDEX)),
                // Exactly one slash in front: two would begin the name of another host.
                true => Page::Folder {
                    instead: format!("/{}/", path.trim_matches('/')),
                },
                false => self.missing(),
            };
        }
        self.read(&file)
    }

    /// The file or folder that a path names, if it lies in the book.
    fn locate(&self, path: &str) -> Option<PathBuf> {
        let decoded = percent_decode_str(path).decode_utf8().ok()?;
        let mut file = self.root.clone();
        for name in decoded.split('/').filter(|name| !name.is_empty()) {
            // `.`, `..` and hidden files; separators or drives of any system; control characters.
            let is_plain = !name.starts_with('.')
                && !name.contains(['\\', ':'])
                && !name.contains(|character: char| character.is_control());
            if !is_plain {
                return None;
            }
            file.push(name);
        }
        // A symbolic link may lead out of the book.
        let file = dunce::canonicalize(file).ok()?;
        file.starts_with(&self.root).then_some(file)
    }

    fn read(&self, file: &Path) -> Page {
        match contents(file) {
            Ok((contents, tag)) => Page::File {
                file: file.to_owned(),
                contents,
                media_type: media_type(file),
                tag,
            },
            Err(_) => self.missing(),
        }
    }

    fn missing(&self) -> Page {
        Page::Missing {
            page: fs::read(self.root.join(NOT_FOUND)).ok(),
        }
    }
}

/// A file's bytes, and a tag of their length and time.
fn contents(file: &Path) -> io::Result<(Vec<u8>, String)> {
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let time = metadata.modified()?.duration_since(UNIX_EPOCH);
    let time = time.map_or(0, |time| time.as_nanos());
    Ok((
        fs::read(file)?,
        format!("\"{:x}-{time:x}\"", metadata.len()),
    ))
}

/// The type of a file, by its extension. A browser compiles WebAssembly while it loads only if its type is
/// right.
fn media_type(file: &Path) -> &'static str {
    let extension = file.extension().and_then(|extension| extension.to_str());
    match extension.unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "ttf" => "font/ttf",
        "xml" => "application/xml",
        "txt" | "md" | "toml" | "cl" | "csv" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A book, and a file beside it that is not part of it.
    fn site() -> (tempfile::TempDir, Site) {
        let folder = tempfile::tempdir().expect("a folder");
        let book = folder.path().join("book");
        for (name, text) in [
            ("index.html", "the start"),
            ("404.html", "not here"),
            ("models/index.html", "the models"),
            ("a b.html", "a blank"),
            ("empty/only.txt", "no index"),
            (".hidden", "hidden"),
            ("../secret.html", "secret"),
        ] {
            let path = book.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let site = Site::open(&book).expect("a book");
        (folder, site)
    }

    fn text(page: Page) -> Option<String> {
        match page {
            Page::File { contents, .. } => String::from_utf8(contents).ok(),
            _ => None,
        }
    }

    #[test]
    fn a_path_is_answered_by_its_file_and_a_folder_by_its_index() {
        let (_folder, site) = site();
        assert_eq!(text(site.page("/")), Some("the start".to_owned()));
        assert_eq!(text(site.page("/models/")), Some("the models".to_owned()));
        assert_eq!(text(site.page("/a%20b.html")), Some("a blank".to_owned()));
        let instead = "/models/".to_owned();
        for path in ["/models", "//models"] {
            let instead = instead.clone();
            assert_eq!(site.page(path), Page::Folder { instead });
        }
    }

    #[test]
    fn nothing_outside_of_the_book_is_read_and_no_folder_is_listed() {
        let (_folder, site) = site();
        for path in [
            "/../secret.html",
            "/models/../../secret.html",
            "/%2e%2e/secret.html",
            "/..%2fsecret.html",
            "/%2e%2e%2fsecret.html",
            "/..%5csecret.html",
            "/.hidden",
            "/empty/",
            "/empty",
            "/index.html%00",
            "/%ff",
            "/c:/secret.html",
            "//etc/passwd",
        ] {
            let page = Some(b"not here".to_vec());
            assert_eq!(site.page(path), Page::Missing { page }, "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_out_of_the_book_is_not_followed() {
        let (folder, site) = site();
        let book = folder.path().join("book");
        std::os::unix::fs::symlink("../secret.html", book.join("link.html")).expect("a link");
        std::os::unix::fs::symlink("..", book.join("up")).expect("a link");
        for path in ["/link.html", "/up/secret.html", "/up/"] {
            assert!(matches!(site.page(path), Page::Missing { .. }), "{path}");
        }
    }

    #[test]
    fn webassembly_has_the_type_that_browsers_ask_for() {
        assert_eq!(media_type(Path::new("a.wasm")), "application/wasm");
        assert_eq!(media_type(Path::new("a.html")), "text/html; charset=utf-8");
        assert_eq!(media_type(Path::new("a")), "application/octet-stream");
    }

    #[test]
    fn a_folder_without_a_start_page_is_no_book() {
        let (folder, _) = site();
        assert!(Site::open(folder.path()).is_none());
        assert!(Site::open(&folder.path().join("absent")).is_none());
    }
}
