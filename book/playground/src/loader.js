// Stands on every page of the book, and is all that a page loads of the playground before a reader asks
// for it: behind each command `grader check SLUG` a button that opens the exercise in the page, and behind
// each figure of a mapping in one dimension one that puts sliders to it.
(() => {
  // mdBook copies this file to playground/src/; what is built of the others lies in playground/.
  const folder = new URL("../", document.currentScript.src).href;
  const root = new URL("../", folder).href;
  const COMMAND = /^\$ grader check ([a-z][a-z0-9-]*)$/;

  const slugs = (code) =>
    code.textContent
      .split("\n")
      .map((line) => COMMAND.exec(line.trim())?.[1])
      .filter((slug) => slug !== undefined);

  /** The heading of the figure of a mapping: its first row tells elements, its second work-items. */
  function mapping(code) {
    if (!/^element .*\nwork-item /.test(code.textContent)) return null;
    const headings = [...document.querySelectorAll("main h2[id]")];
    const before = headings.filter((it) => it.compareDocumentPosition(code) & Node.DOCUMENT_POSITION_FOLLOWING);
    return before.at(-1)?.id ?? null;
  }

  /** A section with a button; `fill` makes it what it is about. */
  function section(kind, name, label, text, fill) {
    const made = document.createElement("section");
    made.className = "playground";
    made.dataset[kind] = name;
    made.setAttribute("aria-label", label);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "playground-open";
    button.textContent = text;
    button.addEventListener("click", () => open(made, button, fill));
    made.append(button);
    return made;
  }

  const exercise = (slug) =>
    section("exercise", slug, `Exercise ${slug}`, `Work on ${slug} in this page`, async (made, playground) => {
      await playground.open(made, folder, root);
      made.querySelector(".cm-content")?.focus();
    });

  const sliders = (heading) =>
    section("mapping", heading, "The mapping with other sizes", "Try other sizes", (made, playground) =>
      playground.openMapping(made, folder),
    );

  async function open(made, button, fill) {
    button.disabled = true;
    button.textContent = "Loading ...";
    try {
      await fill(made, await import(new URL("playground.js", folder).href));
    } catch (error) {
      const told = document.createElement("p");
      told.setAttribute("role", "status");
      told.textContent = `The playground could not be loaded (${error.message}). A copy of the book that was built without it has none; the command works everywhere.`;
      made.replaceChildren(told);
    }
  }

  function attach() {
    // The printed book is read on paper.
    if (location.pathname.endsWith("/print.html")) return;
    for (const code of document.querySelectorAll("main pre > code.language-console")) {
      code.parentElement.after(...slugs(code).map(exercise));
    }
    for (const code of document.querySelectorAll("main pre > code.language-text")) {
      const heading = mapping(code);
      if (heading) code.parentElement.after(sliders(heading));
    }
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", attach);
  else attach();
})();
