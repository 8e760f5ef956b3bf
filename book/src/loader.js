// Stands on every page of the book, and is all that a page loads of the playground before a reader asks
// for it: beside the kernel of the first page its Check, behind each command `grader check SLUG` a button that opens the exercise in the page, behind each
// figure of a mapping one that puts sliders to it and into the sentence before it, behind each figure that can be moved one that lets it, in each question of a quiz one that shows the choices, and where a page has a kernel of its own to try one that
// opens it. What they need begins to load when a pointer or the focus comes to a button.
//
// It stands in the page's head and puts the buttons in while the page is being read: later they would move
// what a reader sees already.
(() => {
  // mdBook copies this file to the book's root.
  const root = new URL("./", document.currentScript.src).href;
  const folder = new URL("playground/", root).href;
  const COMMAND = /^\$ grader check ([a-z][a-z0-9-]*)$/;

  const slugs = (code) =>
    code.textContent
      .split("\n")
      .map((line) => COMMAND.exec(line.trim())?.[1])
      .filter((slug) => slug !== undefined);

  let loaded = null;
  function load() {
    loaded ??= import(new URL("playground.js", folder).href);
    // What failed now may be there the next time.
    loaded.catch(() => (loaded = null));
    return loaded;
  }

  /** The marks of what the reader has passed, for one who has passed something. */
  const marks = () => import(new URL("progress.js", folder).href);
  const hasPassed = () => {
    try {
      return localStorage.getItem("opencl-course:progress") !== null;
    } catch {
      return false;
    }
  };

  /** The module is most of what a check has to wait for: it is asked for once. */
  let module = null;

  /** A button is about to be pressed. A failure is shown once it is. */
  const near = (kind) => {
    // The first page's editor comes before the module, of which it is a tenth, and shows what was found when the book was
    // built. It is asked for beside what imports it: each import that another begins waits for that one to come.
    const editor = kind === "first" ? import(new URL("first.js", folder).href).catch(() => {}) : null;
    module ??= (async () => {
      await editor;
      return fetch(`${folder}playground.wasm`);
    })();
    module.catch(() => (module = null));
    load().then(
      (playground) => playground.warm(folder, kind, module),
      () => {},
    );
  };

  /** A section with a button; `fill` makes it what it is about. */
  function section(kind, name, label, text, fill) {
    const made = document.createElement("section");
    // Not `playground` alone: by that mdBook knows its own, for which it asks another host.
    made.className = "course-playground";
    made.dataset[kind] = name;
    made.setAttribute("aria-label", label);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "playground-open";
    button.textContent = text;
    for (const comes of ["pointerenter", "focus"]) button.addEventListener(comes, () => near(kind), { once: true });
    button.addEventListener("click", () => open(made, button, fill));
    made.append(button);
    return made;
  }

  const EDITOR = ".cm-content";

  const exercise = (slug) => {
    const made = section("exercise", slug, `Exercise ${slug}`, `Work on ${slug} in this page`, async (made, playground, focus) => {
      await playground.open(made, folder, root);
      focus(EDITOR);
    });
    if (!document.getElementById(`work-${slug}`)) made.id = `work-${slug}`;
    return made;
  };

  /** A question of the chapter: its choices come when they are asked for. */
  const quiz = ({ dataset, textContent }) =>
    section("quiz", dataset.quiz, `Question: ${textContent.trim()}`, "Answer it", async (made, playground, focus) => {
      await playground.openQuiz(made, folder, root);
      focus("input");
    });

  const sliders = (figure) =>
    section("mapping", figure, `The mapping ${figure.replace(/^map-/, "").replaceAll("-", " ")} with other sizes`, "Try other sizes", (made, playground) =>
      playground.openMapping(made, folder),
    );

  const SIZES = { w: "elements W", width: "work-items of a group", perItem: "elements of a work-item N" };

  /** A number in a sentence becomes a slider, which opens the mapping's figure and sets its size: "MAPPING SIZE MOST". */
  function slides(number) {
    const [of, size, most] = number.dataset.slides.split(" ");
    const input = document.createElement("input");
    Object.assign(input, { type: "range", min: 1, max: most, value: number.textContent });
    input.setAttribute("aria-label", SIZES[size]);
    const shown = document.createElement("output");
    shown.textContent = number.textContent;
    shown.setAttribute("aria-hidden", "true");
    for (const comes of ["pointerenter", "focus"]) input.addEventListener(comes, () => near("mapping"), { once: true });
    input.addEventListener("input", () => {
      const figure = document.querySelector(`section[data-mapping="${of}"]`);
      shown.textContent = input.value;
      figure.asked = { ...figure.asked, [size]: Number(input.value) };
      if (figure.resize) figure.resize();
      else figure.querySelector(".playground-open")?.click();
    });
    // The figure has the same slider. Its section comes behind this sentence.
    document.addEventListener("resized", ({ target, detail }) => {
      if (target.dataset.mapping !== of || !(size in detail)) return;
      shown.textContent = input.value = detail[size];
    }, true);
    // The book has keys of its own, for turning pages.
    number.addEventListener("keydown", (event) => event.stopPropagation());
    number.replaceChildren(shown, input);
  }

  /** Takes the place of the still picture in the figure. */
  const explorable = ({ dataset }) =>
    section("explore", dataset.explore, dataset.title, dataset.title, async (made, playground, focus) => {
      await playground.openFigure(made, folder);
      focus("input, button");
    });

  const STIRS = ["pointermove", "keydown"];

  /** A press on the kernel itself opens its editor, and checks nothing yet. */
  const first = (place) => {
    let checks = true;
    const made = section("first", place.dataset.first, "Your first kernel", "Check", async (made, playground, focus) => {
      const opened = await playground.openFirst(made, folder, root, place);
      if (!checks) return focus(EDITOR);
      focus(".playground-bar button");
      await opened.check();
    });
    place.querySelector("pre").addEventListener("click", () => {
      checks = false;
      made.querySelector(".playground-open")?.click();
    });
    place.addEventListener("pointerenter", () => near("first"), { once: true });
    // Who moves a mouse or presses a key on the first page may check next. A finger may only scroll.
    const stirs = ({ pointerType }) => {
      if (pointerType === "touch") return;
      for (const stir of STIRS) document.removeEventListener(stir, stirs);
      near("first");
    };
    if (!navigator.connection?.saveData) for (const stir of STIRS) document.addEventListener(stir, stirs);
    return made;
  };

  /** The page of a mistake, and the figures that show some of them. */
  const mistake = /\/mistakes\/([a-z-]+)\.html$/.exec(location.pathname)?.[1];
  const RUNS = mistake !== undefined && mistake !== "index";
  const PICTURES = {
    "bank-conflict": ["banks", "A warp reads a column: drag the length of the rows"],
    "uncoalesced-access": ["coalescing", "One read of a warp: drag the stride"],
    "branch-divergence": ["divergence", "Two warps at a branch: step through it"],
    "missing-barrier": ["barrier", "A tile, and the barrier before it is used: step through it"],
    "unbarriered-reuse": ["barrier", "A tile, and the barrier before it is used: step through it"],
    "missing-bounds-guard": ["ndrange", "An NDRange is cut into groups: drag the sizes"],
    "global-size-not-multiple": ["ndrange", "An NDRange is cut into groups: drag the sizes"],
    "out-of-bounds": ["ndrange", "An NDRange is cut into groups: drag the sizes"],
    "idle-work-items": ["utilisation", "The lanes of a work-group: drag its size"],
    "atomic-contention": ["reduction", "The tree of a sum: step through it"],
    "low-occupancy": ["occupancy", "How many groups fit a compute unit: drag what each takes"],
    "redundant-global-read": ["convolution", "The window of a convolution: step through it, and drag it"],
  };

  const example = (block) => {
    const head = [...document.querySelectorAll("main h2")].findLast((each) => each.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING);
    const name = `The ${/^wrong/i.test(head.textContent) ? "wrong" : "right"} kernel of ${mistake}`;
    return section("example", mistake, name, "Run it", (made, playground) => playground.openExample(made, folder, root, block));
  };

  const own = (blocks) =>
    section("own", "", "A kernel of your own", "Edit and run these in this page", async (made, playground, focus) => {
      await playground.openOwn(made, folder, root, blocks);
      focus(EDITOR);
    });

  /** Fills a section. `fill` may move the focus to what a press has opened: that stays where the reader has moved it since. */
  async function open(made, button, fill) {
    const from = document.activeElement;
    const focus = (selector) => {
      if ([from, document.body].includes(document.activeElement)) made.querySelector(selector)?.focus();
    };
    button.disabled = true;
    button.textContent = "Loading ...";
    try {
      await fill(made, await load(), focus);
    } catch (error) {
      const failure = document.createElement("p");
      failure.setAttribute("role", "status");
      failure.textContent = `The playground could not be loaded (${error.message}). A copy of the book that was built without it has none; the command works everywhere.`;
      made.replaceChildren(failure);
    }
  }

  const seen = new WeakSet();

  /** The elements that are there to their end, and were not there before. */
  function* arrived(selector) {
    for (const element of document.querySelectorAll(selector)) {
      if (seen.has(element) || (document.readyState === "loading" && !element.nextSibling)) continue;
      seen.add(element);
      yield element;
    }
  }

  function attach() {
    for (const block of arrived("main pre:has(> code.language-console)")) {
      block.after(...slugs(block.querySelector("code")).map(exercise));
    }
    for (const place of arrived("main div[data-first]")) place.querySelector("pre").after(first(place));
    for (const number of arrived("main [data-slides]")) slides(number);
    for (const figure of arrived("main figure[data-mapping]")) figure.after(sliders(figure.dataset.mapping));
    for (const figure of arrived("main figure[data-explore]")) figure.after(explorable(figure));
    if (RUNS) for (const block of arrived("main pre > code.language-c")) block.parentElement.after(example(block));
    if (PICTURES[mistake]) {
      const [name, title] = PICTURES[mistake];
      for (const head of arrived("main h2:first-of-type")) head.before(explorable({ dataset: { explore: name, title } }));
    }
    for (const asked of arrived("main .quiz[data-quiz]")) asked.append(quiz(asked));
    for (const files of arrived('main [data-playground="own"]')) files.append(own([...files.querySelectorAll("pre > code")]));
  }

  /** What has to be scrolled to be read is reached with the keyboard. */
  function reachable() {
    for (const wide of document.querySelectorAll("main pre > code, main figure:has(> svg.figure)")) if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
  }

  // The printed book is read on paper.
  if (location.pathname.endsWith("/print.html")) return;
  // A table's columns get their widths anew with each row that arrives: the style shows no table before it is whole.
  document.documentElement.dataset.arriving = "";
  const watching = new MutationObserver(attach);
  watching.observe(document, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", () => {
    delete document.documentElement.dataset.arriving;
    watching.disconnect();
    attach();
    const progress = document.querySelector("main [data-progress]");
    if (progress) {
      progress.className = "course-playground";
      marks().then(({ openProgress }) => openProgress(progress, folder, root));
    }
    if (hasPassed()) marks().then(({ mark }) => mark(folder, root), () => {});
    // Where the exercise before this one leads.
    if (location.hash.startsWith("#work-")) document.getElementById(location.hash.slice(1))?.querySelector(".playground-open")?.click();
  });
  addEventListener("load", reachable);
})();
