// What the reader has passed, kept in the browser: marks beside chapters and exercises, and the page on which all of
// it is exported, imported and downloaded as a submission.

import { element, many } from "./dom.js";
import { Work } from "./work.js";

const PREFIX = "opencl-course:";
const kept = new Work("progress");

/** Those passed and answered, each with its day. */
export function progress() {
  try {
    return { exercises: {}, quizzes: {}, ...JSON.parse(kept.text ?? "{}") };
  } catch {
    return { exercises: {}, quizzes: {} };
  }
}

let course = null;

/** What the chapters have: `{ exercises: [[slug, chapter, files]], quizzes: { chapter: [id] } }`. */
export function courseAt(folder) {
  course ??= fetch(new URL("course.json", folder)).then((response) => response.json());
  course.catch(() => (course = null));
  return course;
}

/** Keeps that one of `kind` ("exercises", "quizzes") is done, and shows it. */
export async function record(kind, name, folder, root) {
  const all = progress();
  all[kind][name] ??= new Date().toISOString().slice(0, 10);
  kept.text = JSON.stringify(all);
  await mark(folder, root);
}

/** How many things there are to do in each chapter, and how many are done. */
function chapters({ exercises, quizzes }, done) {
  const counts = new Map();
  const count = (chapter, isDone) => {
    const [some, all] = counts.get(chapter) ?? [0, 0];
    counts.set(chapter, [some + (isDone ? 1 : 0), all + 1]);
  };
  for (const [slug, chapter] of exercises) count(chapter, done.exercises[slug]);
  for (const [chapter, ids] of Object.entries(quizzes)) for (const id of ids) count(chapter, done.quizzes[id]);
  return counts;
}

/** Puts a mark into the sidebar beside each chapter that is begun, and on each exercise and quiz of this page that is done. */
export async function mark(folder, root) {
  const done = progress();
  for (const section of document.querySelectorAll(".course-playground[data-exercise]")) section.toggleAttribute("data-done", Boolean(done.exercises[section.dataset.exercise]));
  for (const section of document.querySelectorAll(".course-playground[data-quiz]")) section.toggleAttribute("data-done", Boolean(done.quizzes[section.dataset.quiz]));
  const counts = chapters(await courseAt(folder), done);
  for (const link of document.querySelectorAll("mdbook-sidebar-scrollbox .chapter-link-wrapper > a[href]")) {
    if (link.closest(".on-this-page")) continue;
    const [some, all] = counts.get(link.href.slice(root.length).replace(/\.html.*$/, "")) ?? [0, 0];
    const wrapper = link.parentElement;
    wrapper.querySelector(".progress-mark")?.remove();
    if (some === 0) continue;
    const text = some === all ? "✓" : `${some}/${all}`;
    wrapper.append(element("span", { class: "progress-mark", role: "img", "aria-label": some === all ? "done" : `${some} of ${all} done` }, text));
  }
}

/** The exercise after this one that is not passed yet: its slug and the address of its place; null behind the last. */
export async function nextOf(slug, folder, root) {
  const { exercises } = await courseAt(folder);
  const done = progress().exercises;
  const at = exercises.findIndex(([each]) => each === slug);
  const next = [...exercises.slice(at + 1), ...exercises.slice(0, at)].find(([each]) => !done[each]);
  return next ? { slug: next[0], address: new URL(`${next[1]}.html#work-${next[0]}`, root) } : null;
}

/** All that the course keeps in this browser. */
function everything() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  return Object.fromEntries(keys.map((key) => [key.slice(PREFIX.length), localStorage.getItem(key)]));
}

/** Takes what another browser exported: its texts in place of those here, and all that either has passed. */
function take(text) {
  const given = JSON.parse(text);
  if (typeof given?.["opencl-course"] !== "object") throw new Error("this file is no export of this course");
  const { progress: theirs, ...rest } = given["opencl-course"];
  const other = JSON.parse(theirs ?? "{}");
  const texts = Object.entries(rest).filter(([, value]) => typeof value === "string");
  const replaced = texts.filter(([name, value]) => (new Work(name).text ?? value) !== value);
  if (replaced.length > 0 && !confirm(`${many(replaced.length, "text")} of yours in this browser will be replaced. Import all the same?`)) {
    throw new Error("the texts of this browser were kept");
  }
  for (const [name, value] of texts) new Work(name).text = value;
  const mine = progress();
  kept.text = JSON.stringify({ exercises: { ...other.exercises, ...mine.exercises }, quizzes: { ...other.quizzes, ...mine.quizzes } });
}

function download(name, contents, type) {
  const address = URL.createObjectURL(new Blob([contents], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The reader's files as a submission: `SLUG/kernel.cl` and `SLUG/answers.toml`, of each exercise that was changed. */
function submission({ exercises }) {
  const files = exercises.flatMap(([slug, , names]) => names.map((name) => [`${slug}/${name}`, new Work(`${slug}/${name}`).text]));
  return Object.fromEntries(files.filter(([, text]) => text !== null));
}

function chapterTable(counts, names) {
  const rows = [...counts].map(([chapter, [some, all]]) => {
    const bar = element("progress", { max: all, value: some, "aria-label": `${names(chapter).textContent}: ${some} of ${all}` });
    return element("tr", {}, element("th", { scope: "row" }, names(chapter)), element("td", {}, bar), element("td", {}, `${some} of ${all}`));
  });
  return element("table", { class: "progress-table" }, element("tbody", {}, ...rows));
}

/** Fills a section with the reader's progress, and what can be done with it. */
export async function openProgress(section, folder, root) {
  const known = await courseAt(folder);
  const status = element("p", { role: "status", class: "playground-status" });
  const tell = (text, tone = "") => {
    status.textContent = text;
    status.dataset.tone = tone;
  };
  const titles = new Map([...document.querySelectorAll("mdbook-sidebar-scrollbox .chapter-link-wrapper > a[href]")].map((link) => [link.href.slice(root.length).replace(/\.html$/, ""), link.textContent]));
  const link = (chapter) => element("a", { href: new URL(`${chapter}.html`, root) }, titles.get(chapter) ?? chapter);
  const table = element("div");
  const head = element("p", { class: "progress-head" });
  const show = () => {
    const done = progress();
    const counts = chapters(known, done);
    const passed = known.exercises.filter(([slug]) => done.exercises[slug]).length;
    const ids = Object.values(known.quizzes).flat();
    const answered = ids.filter((id) => done.quizzes[id]).length;
    head.textContent = `${passed} of ${many(known.exercises.length, "exercise")} passed, ${answered} of ${many(ids.length, "question")} answered.`;
    const ordered = [...titles.keys()].filter((chapter) => counts.has(chapter)).map((chapter) => [chapter, counts.get(chapter)]);
    table.replaceChildren(chapterTable(ordered, link));
  };
  const name = element("input", { type: "text", autocomplete: "name", placeholder: "your name" });
  const file = element("input", {
    type: "file",
    accept: "application/json,.json",
    change: async () => {
      try {
        take(await file.files[0].text());
        show();
        await mark(folder, root);
        tell("Imported: what either browser has passed counts.", "good");
      } catch (error) {
        tell(`Nothing was imported: ${error.message}.`, "bad");
      }
    },
  });
  const zip = async () => {
    const files = submission(known);
    const count = Object.keys(files).length;
    if (count === 0) return tell("There is no work to download yet.", "bad");
    const { strToU8, zipSync } = await import("fflate");
    const packed = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
    const plain = name.value.trim().replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, "");
    download(`${plain || "my-work"}.zip`, packed, "application/zip");
    tell(`${many(count, "file")} packed.`, "good");
  };
  const button = (text, click) => element("button", { type: "button", click }, text);
  section.replaceChildren(
    head,
    table,
    element("h2", {}, "Hand it in"),
    element("p", {}, "A zip with each kernel and each answer that you changed, as ", element("code", {}, "grader class"), " takes it. A submission is named for its student."),
    element("div", { class: "playground-bar" }, element("label", {}, "Name ", name), button("Download my work", zip)),
    element("h2", {}, "Take it to another browser"),
    element("div", { class: "playground-bar" }, button("Export", () => download("opencl-course.json", JSON.stringify({ "opencl-course": everything() }, null, 1), "application/json")), element("label", {}, "Import ", file)),
    status,
  );
  section.dataset.state = "open";
  section.addEventListener("keydown", (event) => event.stopPropagation());
  show();
}
