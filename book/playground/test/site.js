// The built book as a static host serves it, on loopback.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

/** What is compressed as it is. */
const PACKED = new Set([".png", ".woff2"]);

/** Compressed files by their paths: the built book does not change while it is served. */
const known = new Map();
function packed(path, contents) {
  if (!known.has(path)) known.set(path, gzipSync(contents, { level: 6 }));
  return known.get(path);
}

/** Compresses what lies in a folder and is large, as a host has done before it is asked. */
export async function pack(folder, names) {
  for (const name of names) packed(join(folder, name), await readFile(join(folder, name)));
}

/** Where a page is cut for a network that is slow: within tables, formulas, drawings and bars of buttons. */
const CUTS = /(?<=<\/tr>|<\/mtr>|<\/mrow>|<\/p>|<\/svg>|<\/button>|<\/pre>|<div class="right-buttons">)/;
/** Between two pieces, in milliseconds: more than a frame. */
const PAUSE = 20;

/**
 * Serves a folder under a path, as GitHub Pages does; gives the address and a function that ends it. With `inPieces`
 * a page comes in pieces, each of which is shown before the next arrives.
 */
export async function serve(folder, { inPieces = false } = {}) {
  const under = "/course/";
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const within = normalize(decodeURIComponent(pathname.slice(under.length)) || "index.html");
    try {
      if (!pathname.startsWith(under) || within.startsWith("..")) throw new Error("outside");
      const contents = await readFile(join(folder, within));
      const head = { "content-type": TYPES[extname(within)] ?? "application/octet-stream" };
      if (inPieces && extname(within) === ".html") {
        response.writeHead(200, head);
        for (const piece of contents.toString().split(CUTS)) {
          response.write(piece);
          await new Promise((later) => setTimeout(later, PAUSE));
        }
        response.end();
        return;
      }
      const packs = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "") && !PACKED.has(extname(within));
      response.writeHead(200, packs ? { ...head, "content-encoding": "gzip" } : head);
      response.end(packs ? packed(join(folder, within), contents) : contents);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" });
      response.end("not there");
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}${under}`, end: () => server.close() };
}
