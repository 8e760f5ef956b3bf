#!/usr/bin/env node
// Runs the program for this system, with the same arguments, and ends as it ends.
"use strict";

const { spawn } = require("node:child_process");
const { existsSync } = require("node:fs");
const { constants } = require("node:os");
const { join } = require("node:path");

const TARGETS = {
  "linux-x64": "x86_64-unknown-linux-gnu",
  "linux-arm64": "aarch64-unknown-linux-gnu",
  "darwin-x64": "x86_64-apple-darwin",
  "darwin-arm64": "aarch64-apple-darwin",
  "win32-x64": "x86_64-pc-windows-msvc",
};

const system = `${process.platform}-${process.arch}`;
const program = join(__dirname, TARGETS[system] ?? system, process.platform === "win32" ? "grader.exe" : "grader");
if (!existsSync(program)) {
  console.error(`error: this package holds no grader for ${system}. Build it from its sources with cargo.`);
  process.exit(2);
}

// The terminal sends its signals to both: the program decides what Ctrl-C means.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => {
  console.error(`error: ${program} does not start: ${error.message}`);
  process.exit(2);
});
child.on("exit", (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
