// The extension's parts that need no VS Code, its schemas and its snippets: `GRADER=... node --test parts.test.mjs`.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, posix, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const project = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const extension = join(project, "editors/vscode");
const grader = resolve(process.env.GRADER ?? join(project, "target/release/grader"));
const require = createRequire(join(extension, "package.json"));
const { buildSync } = require("esbuild");
const { default: Ajv } = require("ajv");
const { parse } = await import(require.resolve("smol-toml"));

/** A source of the extension, as a module. */
function load(name) {
  const options = { bundle: true, platform: "node", format: "esm", write: false };
  const { outputFiles } = buildSync({ entryPoints: [join(extension, "src", name)], ...options });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

const { findCommand } = await load("command.ts");
const { lineOf, shellOf } = await load("quoting.ts");
const { targetOf } = await load("target.ts");
const { exercisesIn, kernelLine, resultIn } = await load("report.ts");
const json = (path) => JSON.parse(readFileSync(join(extension, path), "utf8"));

function inFolder(run) {
  const folder = mkdtempSync(join(tmpdir(), "vscode-parts-"));
  try {
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const machine = (...programs) => ({
  platform: "linux",
  searchPath: ".:bin:/usr/bin:/opt/bin",
  isProgram: (path) => programs.includes(path),
});

test("a kernel or a launch is debugged, for a header the launch beside it", () => {
  const of = (path) => targetOf(path, posix);
  assert.deepEqual(of("/course/exercises/02-saxpy/kernel.cl"), { program: "/course/exercises/02-saxpy/kernel.cl" });
  assert.deepEqual(of("/project/LAUNCH.toml"), { program: "/project/LAUNCH.toml" });
  assert.deepEqual(of("/project/tile.clh"), { program: "/project/LAUNCH.toml" });
  assert.equal(of("/project/host.cpp"), undefined);
});

test("the setting's command comes first, then the packed one, then that of the PATH", () => {
  const all = machine("/own/grader", "/ext/bin/grader", "/opt/bin/grader");
  assert.equal(findCommand("/own/grader", "/ext", all), "/own/grader");
  assert.equal(findCommand("", "/ext", all), "/ext/bin/grader");
  assert.equal(findCommand("", "/ext", machine("/opt/bin/grader")), "/opt/bin/grader");
  assert.equal(findCommand("grader-2", "/ext", machine("/usr/bin/grader-2")), "/usr/bin/grader-2");
});

test("a setting that names nothing is not replaced by another grader", () => {
  assert.equal(findCommand("/gone/grader", "/ext", machine("/ext/bin/grader", "/opt/bin/grader")), undefined);
});

test("a command in a folder that is opened is never taken", () => {
  assert.equal(findCommand("", "/ext", machine("grader", "bin/grader", "./grader")), undefined);
  assert.equal(findCommand("./grader", "/ext", machine("grader", "./grader")), undefined);
});

const WORDS = ["check", "--file", "my kernel.cl", "it's", 'a"b', "$HOME", "`id`", "a\\b", "a\\", "50%", "%PATH%", "a;b", "1024,1024", "", "*", "~", "!x", "é‘x", "#1", "@a", "=ls"];

test("each shell that is here reads each word as it is", () => {
  const shells = ["bash", "zsh", "dash", "fish", "pwsh"].filter((name) => spawnSync(name, ["-c", "exit 0"]).status === 0);
  assert.ok(shells.includes("bash"));
  for (const name of shells) {
    const show = [process.execPath, "-e", "console.log(JSON.stringify(process.argv.slice(1)))", "--", ...WORDS];
    const output = execFileSync(name, ["-c", lineOf(shellOf(`/usr/bin/${name}`), show)], { encoding: "utf8" });
    assert.deepEqual(JSON.parse(output), WORDS, name);
  }
});

test("PowerShell and cmd, as their rules are written down", () => {
  const program = "C:\\Program Files\\grader.exe";
  assert.equal(lineOf("pwsh", [program, "check", "saxpy"]), "& 'C:\\Program Files\\grader.exe' check saxpy");
  assert.equal(lineOf("pwsh", ["grader", "it's", 'a"b', "1,2"]), "grader 'it''s' 'a\"b' '1,2'");
  assert.equal(lineOf("windows-powershell", ["grader", 'a"b', "a b\\"]), "grader 'a\\\"b' 'a b\\\\'");
  assert.equal(lineOf("cmd", ["C:\\grader.exe", "check", "saxpy"]), "C:\\grader.exe check saxpy");
  assert.equal(lineOf("cmd", [program, "%PATH%"]), '^"C:\\Program^ Files\\grader.exe^" ^"^%PATH^%^"');
  assert.equal(shellOf("C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe"), "windows-powershell");
  assert.equal(shellOf("C:\\Program Files\\Git\\bin\\bash.exe"), "posix");
});

test("a word with a line end is no command", () => {
  assert.equal(lineOf("posix", ["check", "a\nrm b"]), undefined);
});

test("a course's exercises and a check of each kind are read from what grader writes", () =>
  inFolder((folder) => {
    const course = join(folder, "course");
    execFileSync(grader, ["init", course], { stdio: "ignore" });
    const run = (...words) => spawnSync(grader, words, { cwd: course, encoding: "utf8" }).stdout;
    const exercises = exercisesIn(run("list", "--format", "json"));
    assert.deepEqual(
      exercises.map(({ file }) => dirname(file).replace(/.*\/\d+-/, "")),
      exercises.map(({ slug }) => slug),
    );
    const { file } = exercises.find(({ slug }) => slug === "saxpy");
    const check = (text) => {
      writeFileSync(join(course, file), text);
      return resultIn(run("check", "saxpy", "--on", "simulator", "--format", "json"), "saxpy");
    };
    const solved = join(project, "solutions", dirname(file).split("/").at(-1));
    const mistake = (name) => readFileSync(join(solved, "mistakes", name), "utf8");

    assert.equal(check(readFileSync(join(solved, "kernel.cl"), "utf8")).outcome, "passed");

    const refused = check("kernel void saxpy( {\n");
    assert.equal(refused.outcome, "failed");
    assert.deepEqual([refused.place.file, refused.place.line], [file, 1]);

    const observed = check(mistake("does-all-alone.cl"));
    assert.match(observed.message, /work-item 0 writes element 1/);
    assert.equal(observed.place.line, 9);

    const wrong = check(mistake("alpha-times-y.cl"));
    assert.equal(wrong.message, "y[0] is 21, but should be 12");
    assert.equal(wrong.place.line, 8);

    const other = check("kernel void other(float a) {}\n");
    assert.equal(other.outcome, "failed");
    assert.match(other.message, /^no such kernel: 0 of 10 points\. .*grader check saxpy$/);
  }));

test("a failure of the machine is no failure of the kernel", () => {
  const check = { verdict: { kind: "runner-fault" }, points: { earned: 0, of: 10 }, counterexample: null };
  assert.equal(resultIn(JSON.stringify({ checks: [check] }), "saxpy").outcome, "errored");
});

test("an exercise stands at its kernel", () => {
  assert.equal(kernelLine("// The kernel\n\n  kernel void a() {}\n"), 2);
  assert.equal(kernelLine("#define N 1\n__kernel void a() {}"), 1);
  assert.equal(kernelLine("a = 1\n"), 0);
});

const validate = (name) => new Ajv({ allowUnionTypes: true, strict: false }).compile(json(`schemas/${name}.schema.json`));

test("the schema of a LAUNCH.toml knows the keys that grader reads, and no others", () => {
  const source = readFileSync(join(project, "grader/launch-file/src/file.rs"), "utf8");
  const keys = /pub const KEYS: .*?\[([^\]]*)\];/s.exec(source.replace(/\[&str; \d+\]/, ""))[1].match(/\w+/g);
  const schema = json("schemas/launch.schema.json");
  const known = [schema, ...schema.definitions.argument.oneOf].flatMap(({ properties }) => Object.keys(properties));
  assert.deepEqual([...new Set(known)].sort(), keys.sort());
});

test("the project's launch files agree with the schema, and wrong ones do not", () => {
  const valid = validate("launch");
  const files = readdirSync(join(project, "tests"), { recursive: true }).filter((name) => name.endsWith("LAUNCH.toml"));
  assert.ok(files.length > 3);
  for (const name of files) {
    const agrees = valid(parse(readFileSync(join(project, "tests", name), "utf8")));
    assert.ok(agrees, `${name}: ${JSON.stringify(valid.errors)}`);
  }
  const head = 'source = "a.cl"\nkernel = "a"\nglobal = [4]\n';
  assert.ok(valid(parse(`${head}[[arg]]\nbuffer = "float4"\nlen = 4\ninit = { random = 7, min = 0, max = 9 }\n`)));
  for (const wrong of [
    `${head}code = "kernel void a() {}"\n`,
    `${head}size = 4\n`,
    `${head}[[arg]]\nbuffer = "float5"\n`,
    `${head}[[arg]]\nbuffer = "float"\nscalar = "int"\n`,
    `${head}[[arg]]\nbuffer = "float"\ninit = "ones"\n`,
    `${head}[[arg]]\nimage = "2d"\nsize = [4, 4]\n`,
    'source = "a.cl"\nkernel = "a"\nglobal = []\n',
  ]) {
    assert.ok(!valid(parse(wrong)), wrong);
  }
});

test("the schema of a .grader.toml takes what the server takes", () => {
  const valid = validate("grader");
  assert.ok(valid(parse('std = "CL2.0"\ndefine = ["A=1"]\ninclude = ["lib"]\nextensions = []\nlaunch = ["LAUNCH.toml"]\nbook = "http://a/"\n')));
  assert.ok(!valid(parse('standard = "CL2.0"\n')));
  assert.ok(!valid(parse('std = "CL2.1"\n')));
  const source = readFileSync(join(project, "grader/language-server/src/settings.rs"), "utf8");
  const fields = /struct File \{(.*?)\n\}/s.exec(source)[1].match(/^ {4}\w+(?=:)/gm).map((field) => field.trim());
  assert.deepEqual(Object.keys(json("schemas/grader.schema.json").properties).sort(), fields.sort());
});

/** The text of a snippet that is taken as it stands. */
function expanded({ body }) {
  let text = [body].flat().join("\n");
  const defaults = {};
  // Inner places first: a default may hold another place.
  for (const [, number, value] of text.matchAll(/\$\{(\d+):([^{}$]*)\}/g)) defaults[number] ??= value;
  while (/\$\{/.test(text)) {
    text = text
      .replace(/\$\{(\d+)\|([^,|]*)[^|]*\|\}/g, (_, number, first) => (defaults[number] ??= first))
      .replace(/\$\{(\d+):([^{}$]*)\}/g, (_, number, value) => defaults[number] ?? value);
  }
  return text.replace(/\$0/g, "");
}

test("each kernel of the snippets is right", () =>
  inFolder((folder) => {
    for (const [name, snippet] of Object.entries(json("snippets/opencl.json"))) {
      if (!name.startsWith("Kernel")) continue;
      const path = join(folder, "kernel.cl");
      writeFileSync(path, `${expanded(snippet)}\n`);
      const lint = spawnSync(grader, ["lint", path], { encoding: "utf8" });
      assert.equal(lint.status, 0, `${name}: ${lint.stdout}${lint.stderr}`);
      const run = spawnSync(grader, ["run", path], { encoding: "utf8" });
      assert.equal(run.status, 0, `${name}: ${run.stdout}${run.stderr}`);
    }
  }));

test("each launch of the snippets agrees with the schema, and the whole one runs", () =>
  inFolder((folder) => {
    const valid = validate("launch");
    for (const [name, snippet] of Object.entries(json("snippets/launch.json"))) {
      const head = name === "LAUNCH.toml" ? "" : 'source = "a.cl"\nkernel = "a"\nglobal = [4]\n';
      assert.ok(valid(parse(head + expanded(snippet))), `${name}: ${JSON.stringify(valid.errors)}`);
    }
    writeFileSync(join(folder, "LAUNCH.toml"), expanded(json("snippets/launch.json")["LAUNCH.toml"]));
    writeFileSync(join(folder, "kernel.cl"), "kernel void name(global float *a, uint n) { if (get_global_id(0) < n) a[get_global_id(0)] *= 2; }\n");
    const run = spawnSync(grader, ["simulate", folder], { encoding: "utf8" });
    assert.equal(run.status, 0, run.stdout + run.stderr);
  }));

const { fromServer, pathOf, toServer } = await load("web/uris.ts");

test("the server's address of a file leads back to it, whatever file system it is of", () => {
  for (const address of [
    { scheme: "vscode-vfs", authority: "github", path: "/owner/a repo/kü+%~1.cl" },
    { scheme: "vscode-remote", authority: "localhost:8080", path: "/home/k.cl" },
    { scheme: "file", authority: "", path: "/k.cl" },
    { scheme: "untitled", authority: "", path: "Untitled-1" },
  ]) {
    assert.deepEqual(fromServer(toServer(address)), address);
  }
  assert.equal(toServer({ scheme: "vscode-vfs", authority: "github", path: "/o/r/k.cl" }), "file:///vscode-vfs~github/o/r/k.cl");
  assert.equal(pathOf({ scheme: "vscode-vfs", authority: "github", path: "/o/r/a b.h" }), "/vscode-vfs~github/o/r/a b.h");
});

test("what package.json names is there", () => {
  const { browser, contributes, main } = json("package.json");
  const named = [
    main,
    browser,
    ...contributes.languages.map(({ configuration }) => configuration),
    ...contributes.grammars.map(({ path }) => path),
    ...contributes.snippets.map(({ path }) => path),
    ...contributes.tomlValidation.map(({ url }) => url),
  ].filter(Boolean);
  for (const path of named) assert.ok(existsSync(join(extension, path)), path);
});

test("the extension has the workspace's version", () => {
  const [, version] = /^version = "(.*)"$/m.exec(readFileSync(join(project, "Cargo.toml"), "utf8"));
  assert.equal(json("package.json").version, version);
});
