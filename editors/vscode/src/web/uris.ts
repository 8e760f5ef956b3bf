// The documents' addresses as the language server reads them: as paths, whatever file system they are of. Without VS
// Code, so that it is tried alone.

/** What of VS Code's `Uri` is needed. */
export interface Address {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
}

/** The path under which the server knows a file. */
export function pathOf({ scheme, authority, path }: Address): string {
  return `/${scheme}~${authority}${path}`;
}

/** The address that the server is given; a document that is no file keeps its own. */
export function toServer(address: Address): string {
  if (address.scheme === "untitled") return `untitled:${encodeURIComponent(address.path)}`;
  return `file://${pathOf(address).split("/").map(encodeURIComponent).join("/")}`;
}

/** The address that the server means. */
export function fromServer(uri: string): Address {
  const untitled = /^untitled:(.*)$/.exec(uri);
  if (untitled) return { scheme: "untitled", authority: "", path: decodeURIComponent(untitled[1] ?? "") };
  const path = uri.replace(/^file:\/\//, "").split("/").map(decodeURIComponent).join("/");
  const [, scheme = "file", authority = "", rest = path] = /^\/([^/~]+)~([^/]*)(\/.*)$/s.exec(path) ?? [];
  return { scheme, authority, path: rest };
}
