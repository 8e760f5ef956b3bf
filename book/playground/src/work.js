// What a reader wrote, kept in the browser where it lets us.

export class Work {
  #key;

  constructor(name) {
    this.#key = `opencl-course:${name}`;
  }

  get text() {
    try {
      return localStorage.getItem(this.#key);
    } catch {
      return null;
    }
  }

  set text(text) {
    try {
      if (text === null) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, text);
    } catch {
      // A browser that keeps nothing loses the work with the page; there is nobody to ask.
    }
  }
}
