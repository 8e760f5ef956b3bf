// The WebAssembly module as a language server in a worker, of a page and of a web editor: messages in and out, each
// as text.

/** Milliseconds without a message before diagnostics are made: no work is done on a text that is out of date. */
const SILENCE = 15;

/** JSON escapes half a character of UTF-16, which Rust's text cannot hold; another escape is passed whole. */
const HALF = /\\(?:ud[89a-f][\da-f]{2}|.)/g;
const whole = (json) => json.replace(HALF, (escape) => (escape.length > 2 ? "\\ufffd" : escape));

export class Server {
  #exports;
  #send;
  #failed;
  #waiting = [];
  #timer;

  /** `send` is given each message of the server; `failed` why the module can answer no more. */
  constructor(instance, send, failed) {
    this.#exports = instance.exports;
    this.#send = send;
    this.#failed = failed;
  }

  /** Files that the server may read: texts by absolute paths, null for a file that is gone. */
  files(changes) {
    const why = this.#call("files", JSON.stringify(changes));
    if (why) throw new Error(why);
  }

  /** Takes a message. Those that wait together are answered together, so that one can cancel another. */
  receive(message) {
    this.#waiting.push(whole(message));
    this.#later(0, () => {
      this.#answer("receive", this.#waiting.splice(0).join("\n"));
      this.#later(SILENCE, () => this.#answer("idle", ""));
    });
  }

  #later(milliseconds, act) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      try {
        act();
      } catch (error) {
        this.#failed(error);
      }
    }, milliseconds);
  }

  #answer(name, request) {
    for (const message of this.#call(name, request).split("\n")) if (message !== "") this.#send(message);
  }

  #call(name, request) {
    const { memory, request_of, answer_length, [name]: call } = this.#exports;
    const bytes = new TextEncoder().encode(request);
    const room = request_of(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
    const at = call() >>> 0;
    return new TextDecoder().decode(new Uint8Array(memory.buffer, at, answer_length() >>> 0));
  }
}
