// Runs every test of the workspace that cargo has built, and the book's pages in a browser beside them: two
// programs at a time, because a program whose last test waits leaves cores idle. Each program's output is
// printed when it ends, the programs that failed once more at the end, then one line with the sums.
//
//     node tests/run.mjs        after `cargo test --workspace --lib --bins --tests --no-run` and the book

import { spawn, spawnSync } from "node:child_process";
import { cpus } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const project = resolve(dirname(fileURLToPath(import.meta.url)), "..");

const AT_A_TIME = 2;
const start = Date.now();

/** The longest first, so that no core waits for them at the end. All others follow in cargo's order. */
const LONGEST_FIRST = [
  "tests/tests/it",
  "book in a browser",
  "grader/device/tests/it",
  "grader/course/tests/it",
  "grader/playground/tests/identical",
  "grader/agreement/tests/agreement",
  "tests/differential/tests/it",
];

// More threads than cores: some tests wait for a cluster, a terminal or a deadline.
process.env.RUST_TEST_THREADS ??= String(cpus().length + 1);

/** The test programs, as cargo names them. Nothing is built here unless it is stale. */
function built() {
  const cargo = process.env.CARGO ?? "cargo";
  const { status, stdout } = spawnSync(
    cargo,
    "test --locked --quiet --workspace --lib --bins --tests --no-run --message-format=json-render-diagnostics".split(" "),
    { cwd: project, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] },
  );
  if (status !== 0) process.exit(1);
  return stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
    .filter(({ reason, profile, executable }) => reason === "compiler-artifact" && profile.test && executable)
    .map(({ manifest_path, target, executable }) => {
      const folder = dirname(manifest_path);
      return {
        name: relative(project, target.src_path).replace(/(\/main)?\.rs$/, ""),
        command: executable,
        // As cargo runs them.
        options: { cwd: folder, env: { ...process.env, CARGO: cargo, CARGO_MANIFEST_DIR: folder } },
      };
    });
}

function inBrowser() {
  const grader = join(process.env.GRADER_BINARIES ?? join(project, "target/debug"), "grader");
  return { name: "book in a browser", command: process.execPath, arguments: ["book/playground/test/run.js", grader], options: { cwd: project } };
}

/** Runs a program to its end, keeps what it prints, and counts its tests. */
function run(program) {
  const begin = Date.now();
  return new Promise((ended) => {
    const child = spawn(program.command, program.arguments ?? [], { ...program.options, stdio: ["ignore", "pipe", "pipe"] });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => chunks.push(chunk));
    let problem = "";
    child.on("error", (error) => (problem = `${error}\n`));
    child.on("close", (code, signal) => {
      const output = Buffer.concat(chunks).toString() + problem;
      const end = code === 0 ? "" : `: ${signal ?? `exit code ${code}`}`;
      console.log(`\n== ${program.name} (${((Date.now() - begin) / 1000).toFixed(0)} s${end})\n${output.trimEnd()}`);
      ended({ name: program.name, output, succeeded: code === 0, ...counted(output) });
    });
  });
}

function counted(output) {
  const of = (pattern) => [...output.matchAll(pattern)].length;
  const sums = [...output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm)];
  const sum = (index) => sums.reduce((sum, result) => sum + Number(result[index]), 0);
  return {
    passed: sum(1) + of(/^ok   /gm),
    failed: sum(2) + of(/^FAIL /gm),
    skipped: sum(3) + of(/^SKIPPED/gm),
  };
}

const rank = ({ name }) => (LONGEST_FIRST.indexOf(name) + LONGEST_FIRST.length + 1) % (LONGEST_FIRST.length + 1);
const programs = [...built(), inBrowser()].sort((one, other) => rank(one) - rank(other));

const results = [];
async function lane() {
  for (let next = programs.shift(); next; next = programs.shift()) results.push(await run(next));
}
await Promise.all(Array.from({ length: AT_A_TIME }, lane));

const fallen = results.filter(({ succeeded }) => !succeeded);
for (const { name, output } of fallen) {
  const named = [...output.matchAll(/^(?:test (.*) \.\.\. FAILED|FAIL (.*))$/gm)].map((match) => match[1] ?? match[2]);
  console.log(`\nfailed in ${name}: ${named.join(", ") || "the program itself; see its output above"}`);
}
if (results.every(({ passed }) => passed === 0)) throw new Error("no test ran");
const sum = (key) => results.reduce((sum, result) => sum + result[key], 0);
// A program that fails without naming a test counts as one.
const failed = sum("failed") + fallen.filter((result) => result.failed === 0).length;
const verdict = failed > 0 ? "FAILED" : "ok";
const seconds = ((Date.now() - start) / 1000).toFixed(2);
// In the form of cargo's summaries, which other programs read.
console.log(
  `\ntest result: ${verdict}. ${sum("passed")} passed; ${failed} failed; ${sum("skipped")} ignored; 0 measured; 0 filtered out; finished in ${seconds}s`,
);
process.exit(failed > 0 ? 1 : 0);
