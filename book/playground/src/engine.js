// The page's side of the worker: one request at a time, each with a deadline. A worker that is late is
// ended, and another takes the next request: whatever a kernel does, the page stays alive.

import { compile } from "./module.js";

/** Seconds that a run may take. */
export const RUN_SECONDS = 10;

/** The request did not end in time. */
export class Late extends Error {
  constructor(seconds) {
    super(`no end after ${seconds} s`);
    this.seconds = seconds;
  }
}

/** The reader ended it. */
export class Stopped extends Error {}

/** The module could not be loaded. */
export class Unavailable extends Error {}

/** The module ran out of memory, or into a fault of its own. */
export class Trapped extends Error {}

/** Steps of a request whose answer nobody wants: enough to go everywhere once. */
const REHEARSED_STEPS = 100_000;

export class Engine {
  /** Where the modules lie. */
  folder;
  #module = null;
  #ahead = null;
  #worker = null;
  #running = null;
  #queue = Promise.resolve();

  constructor(folder) {
    this.folder = folder;
  }

  /** Loads the module ahead of the first request. */
  load() {
    return this.#enqueue(null, null, 60);
  }

  /** The module. The page compiles it, and each worker gets it: it is fetched while the first worker starts. */
  module(response) {
    if (!this.#module) {
      this.#module = compile(String(new URL("playground.wasm", this.folder)), response);
      this.#module.catch(() => (this.#module = null));
    }
    return this.#module;
  }

  /** The answer to a request as text, and how long it took. */
  async ask(name, request, seconds) {
    const ahead = this.#ahead;
    this.#ahead = null;
    if (ahead?.asked === JSON.stringify([name, request])) return ahead.answer;
    await this.load();
    return this.#enqueue(name, request, seconds);
  }

  /** Asks for what is likely to be asked for next: who then does gets this answer. */
  askAhead(name, request, seconds) {
    const asked = JSON.stringify([name, request]);
    if (this.#ahead?.asked === asked) return;
    const answer = this.ask(name, request, seconds);
    answer.catch(() => {});
    this.#ahead = { asked, answer };
  }

  /**
   * Asks for something whose answer nobody wants, so that what it takes is compiled when somebody asks: a
   * browser compiles a function of the module when it is called for the first time.
   */
  rehearse(name, request) {
    this.ask(name, { ...request, steps: REHEARSED_STEPS }, RUN_SECONDS).catch(() => {});
  }

  /** Ends what runs now. */
  stop() {
    this.#running?.(new Stopped());
  }

  #enqueue(name, request, seconds) {
    const turn = this.#queue.then(() => this.#run(name, request, seconds));
    this.#queue = turn.catch(() => {});
    return turn;
  }

  #run(name, request, seconds) {
    this.#worker ??= new Worker(new URL("worker.js", this.folder));
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const end = (outcome, error) => {
        clearTimeout(timer);
        this.#running = null;
        worker.onmessage = worker.onerror = null;
        if (error) reject(error);
        else resolve(outcome);
      };
      const abandon = (error) => {
        worker.terminate();
        this.#worker = null;
        end(null, error);
      };
      const timer = setTimeout(() => abandon(new Late(seconds)), 1000 * seconds);
      this.#running = abandon;
      worker.onerror = (event) => abandon(new Unavailable(event.message || "the worker does not start"));
      worker.onmessage = ({ data }) => {
        if (data.trapped) end(null, new Trapped(data.trapped));
        else end(data);
      };
      this.module().then(
        (module) => worker.postMessage({ module, name, request }),
        (error) => end(null, new Unavailable(String(error))),
      );
    });
  }
}
