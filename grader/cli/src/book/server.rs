//! Serves a browser on this machine: HTTP over the loopback address only, and only for requests whose host is
//! that address. Without the second condition, a foreign page whose name resolves to this machine could read
//! the book (DNS rebinding).

use super::compressed::{Compressed, gets_smaller, is_accepted};
use super::site::{Page, Site};
use http_body_util::Full;
use hyper::body::{Body, Bytes};
use hyper::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HOST, HeaderName,
    IF_NONE_MATCH, LOCATION, VARY,
};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::{self, Runtime};

/// The time limit of a request's head: silent connections are closed.
const HEAD_TIME: Duration = Duration::from_secs(30);

/// The pause after the system accepted no connection.
const PAUSE: Duration = Duration::from_millis(100);

/// Headers of every response: no sniffing of its type, only for pages of this origin, and not in a frame of
/// another one.
const GUARDS: [(HeaderName, &str); 4] = [
    (HeaderName::from_static("x-content-type-options"), "nosniff"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (HeaderName::from_static("x-frame-options"), "SAMEORIGIN"),
    (HeaderName::from_static("referrer-policy"), "no-referrer"),
];

#[derive(Debug)]
pub struct Server {
    site: Site,
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
}

#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    #[error("is taken")]
    PortTaken,
    #[error("cannot be served: {0}")]
    System(io::Error),
}

impl From<io::Error> for ServerError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::AddrInUse => ServerError::PortTaken,
            _ => ServerError::System(error),
        }
    }
}

impl Server {
    /// Starts to listen; port 0 means any free port.
    pub fn bind(site: Site, port: u16) -> Result<Self, ServerError> {
        let runtime = runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()?;
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, port)))?;
        let address = listener.local_addr()?;
        Ok(Server {
            site,
            runtime,
            listener,
            address,
        })
    }

    /// The address of the book's first page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Answers until the process ends.
    pub fn run(self) -> ! {
        let Server {
            site,
            runtime,
            listener,
            ..
        } = self;
        let compressed = Compressed::default();
        runtime.block_on(async move {
            loop {
                match listener.accept().await {
                    Ok((stream, _)) => {
                        let (site, compressed) = (site.clone(), compressed.clone());
                        tokio::spawn(async move {
                            let answering = service_fn(move |request: Request<_>| {
                                let answer = answer(&site, &compressed, &request);
                                async move { Ok::<_, Infallible>(answer) }
                            });
                            let served = http1::Builder::new()
                                .timer(TokioTimer::new())
                                .header_read_timeout(HEAD_TIME)
                                .serve_connection(TokioIo::new(stream), answering)
                                .await;
                            // A browser that closed the connection is no error.
                            drop(served);
                        });
                    }
                    // Too many connections are open: some will close.
                    Err(_) => tokio::time::sleep(PAUSE).await,
                }
            }
        })
    }
}

/// The response to a request. hyper drops the body for methods without one.
fn answer<B: Body>(
    site: &Site,
    compressed: &Compressed,
    request: &Request<B>,
) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::default());
    let headers = request.headers();
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let plain = |status, text: &'static str| (status, Bytes::from_static(text.as_bytes()));
    let (status, contents) = if !host.is_some_and(is_loopback) {
        plain(
            StatusCode::MISDIRECTED_REQUEST,
            "This server answers to 127.0.0.1 and localhost alone.\n",
        )
    } else if !matches!(*request.method(), Method::GET | Method::HEAD) {
        set(&mut response, ALLOW, "GET, HEAD");
        plain(StatusCode::METHOD_NOT_ALLOWED, "A book can only be read.\n")
    } else {
        match site.page(request.uri().path()) {
            Page::File {
                file,
                contents,
                media_type,
                mut tag,
            } => {
                let accepted = headers.get(ACCEPT_ENCODING);
                let accepts = accepted.and_then(|codings| codings.to_str().ok());
                let wants =
                    gets_smaller(media_type, contents.len()) && accepts.is_some_and(is_accepted);
                let packed = match wants {
                    true => compressed.of(&file, &tag, &contents).ok(),
                    false => None,
                };
                let is_compressed = packed.is_some();
                if is_compressed {
                    // Other bytes have another tag.
                    tag = format!("{}-gzip\"", tag.trim_end_matches('"'));
                }
                let contents = packed.unwrap_or_else(|| contents.into());
                set(&mut response, VARY, "accept-encoding");
                // Revalidated each time, so that a rebuilt book is seen; sent again only if it changed.
                set(&mut response, CACHE_CONTROL, "no-cache");
                set(&mut response, ETAG, &tag);
                let known = headers
                    .get(IF_NONE_MATCH)
                    .and_then(|tags| tags.to_str().ok());
                if known.is_some_and(|tags| tags.split(',').any(|known| known.trim() == tag)) {
                    (StatusCode::NOT_MODIFIED, Bytes::new())
                } else {
                    set(&mut response, CONTENT_TYPE, media_type);
                    if is_compressed {
                        set(&mut response, CONTENT_ENCODING, "gzip");
                    }
                    (StatusCode::OK, contents)
                }
            }
            Page::Folder { instead } => {
                set(&mut response, LOCATION, &instead);
                plain(StatusCode::PERMANENT_REDIRECT, "It is a folder.\n")
            }
            Page::Missing { page: Some(page) } => {
                set(&mut response, CONTENT_TYPE, "text/html; charset=utf-8");
                (StatusCode::NOT_FOUND, page.into())
            }
            Page::Missing { page: None } => {
                plain(StatusCode::NOT_FOUND, "There is no such page.\n")
            }
        }
    };
    if status != StatusCode::NOT_MODIFIED && !response.headers().contains_key(CONTENT_TYPE) {
        set(&mut response, CONTENT_TYPE, "text/plain; charset=utf-8");
    }
    for (name, value) in GUARDS {
        set(&mut response, name, value);
    }
    *response.status_mut() = status;
    *response.body_mut() = Full::new(contents);
    response
}

/// Sets a header; an invalid value is left out.
fn set(response: &mut Response<Full<Bytes>>, name: HeaderName, value: &str) {
    if let Ok(value) = value.parse() {
        response.headers_mut().insert(name, value);
    }
}

/// Is the request's host the loopback address, with any port?
fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    name == "127.0.0.1" || name.eq_ignore_ascii_case("localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_itself_are_answered() {
        for host in ["127.0.0.1", "127.0.0.1:4190", "localhost", "LocalHost:80"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "",
            "example.org",
            "127.0.0.1.example.org",
            "localhost.example.org:4190",
            "127.0.0.1:80@example.org",
            "192.168.0.1",
            "127.0.0.2",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
