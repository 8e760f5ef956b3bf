// Stands on every page of the book, and is all that a page loads of the playground before a reader asks
// for it: behind each command `grader check SLUG` a button that opens the exercise in the page.
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

  function section(slug) {
    const made = document.createElement("section");
    made.className = "playground";
    made.dataset.exercise = slug;
    made.setAttribute("aria-label", `Exercise ${slug}`);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "playground-open";
    button.textContent = `Work on ${slug} in this page`;
    button.addEventListener("click", () => open(made, button));
    made.append(button);
    return made;
  }

  async function open(made, button) {
    button.disabled = true;
    button.textContent = "Loading ...";
    try {
      const playground = await import(new URL("playground.js", folder).href);
      await playground.open(made, folder, root);
      made.querySelector(".cm-content")?.focus();
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
      code.parentElement.after(...slugs(code).map(section));
    }
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", attach);
  else attach();
})();
