// Elements of the page, made in one expression.

/** An element with its attributes (a function is a listener) and its children. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** A table with a caption, heads, and rows of cells; the first cell of a row is its head. */
export function table(caption, heads, rows) {
  const cell = (name, contents, attributes) => element(name, attributes, contents);
  return element(
    "div",
    { class: "playground-wide", tabindex: "0", role: "region", "aria-label": caption },
    element(
      "table",
      {},
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, ...heads.map((head) => cell("th", head, { scope: "col" })))),
      element(
        "tbody",
        {},
        ...rows.map(([first, ...rest]) =>
          element("tr", {}, cell("th", first, { scope: "row" }), ...rest.map((each) => cell("td", each))),
        ),
      ),
    ),
  );
}

/** A text as parts of an element: what stands in backquotes is code. */
export function withCode(text) {
  return text.split("`").map((part, index) => (index % 2 ? element("code", {}, part) : part));
}

/** "1 element", "2 elements". */
export function many(count, thing) {
  return `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;
}
