//! Contents compressed with gzip, for browsers that take it: kept until the file changes.

use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::Bytes;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Fewer bytes than this fit a packet as they are.
const LEAST: usize = 1024;

/// The compressed contents of files that were asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Compressed {
    /// By the file, which many paths can name, with its tag.
    kept: Arc<Mutex<HashMap<PathBuf, (String, Bytes)>>>,
}

impl Compressed {
    /// `contents`, those of the file with this tag, compressed.
    pub(super) fn of(&self, file: &Path, tag: &str, contents: &[u8]) -> io::Result<Bytes> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        match kept.get(file) {
            Some((known, compressed)) if known == tag => Ok(compressed.clone()),
            _ => {
                let compressed = Bytes::from(gzip(contents)?);
                kept.insert(file.to_owned(), (tag.to_owned(), compressed.clone()));
                Ok(compressed)
            }
        }
    }
}

fn gzip(contents: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(contents)?;
    encoder.finish()
}

/// Do contents of this type and size get smaller? Pictures and fonts are compressed already.
pub(super) fn gets_smaller(media_type: &str, bytes: usize) -> bool {
    let is_packed = (media_type.starts_with("image/") && media_type != "image/svg+xml")
        || media_type.starts_with("font/woff")
        || media_type == "application/octet-stream";
    bytes >= LEAST && !is_packed
}

/// Does a request's `accept-encoding` name gzip?
pub(super) fn is_accepted(accept_encoding: &str) -> bool {
    accept_encoding.split(',').any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_gzip = matches!(parts.next(), Some("gzip" | "*"));
        let weight = parts.find_map(|it| it.strip_prefix("q=")?.parse().ok());
        is_gzip && weight != Some(0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use std::io::Read;

    #[test]
    fn contents_are_kept_until_the_tag_changes() {
        let compressed = Compressed::default();
        let of = |file: &str, tag, contents| {
            let made = compressed.of(Path::new(file), tag, contents);
            made.expect("compressed contents")
        };
        let unpacked = |bytes: Bytes| {
            let mut text = String::new();
            GzDecoder::new(&*bytes)
                .read_to_string(&mut text)
                .expect("gzip");
            text
        };
        let one = of("/a", "1", b"one");
        assert_eq!(unpacked(one.clone()), "one");
        assert_eq!(of("/a", "1", b"not read"), one);
        assert_eq!(unpacked(of("/a", "2", b"two")), "two");
        assert_eq!(unpacked(of("/b", "1", b"three")), "three");
    }

    #[test]
    fn a_browser_says_whether_it_takes_gzip() {
        for accepted in ["gzip", "br, gzip;q=0.5", "deflate,gzip , br", "*"] {
            assert!(is_accepted(accepted), "{accepted}");
        }
        for refused in ["", "br", "gzip;q=0", "identity, x-gzip-not", "*;q=0.0"] {
            assert!(!is_accepted(refused), "{refused}");
        }
    }

    #[test]
    fn what_is_packed_or_small_is_sent_as_it_is() {
        assert!(gets_smaller("text/html; charset=utf-8", 5000));
        assert!(gets_smaller("image/svg+xml", 5000));
        assert!(!gets_smaller("image/png", 5000));
        assert!(!gets_smaller("font/woff2", 5000));
        assert!(!gets_smaller("text/html; charset=utf-8", 100));
    }
}
