// What the page says of starters and solutions is what the command says of them.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** What the command says of a folder of exercises, by slug. */
function printed(grader, folder) {
  const { stdout } = spawnSync(grader, ["check", "all", "--on", "simulator", "--format", "json"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const reports = JSON.parse(stdout).checks.map(({ file, ...report }) => {
    for (const stage of report.stages) delete stage.times;
    return [report.exercise.slug, report];
  });
  return new Map(reports);
}

/** A report without the folders of its files, in an order of keys. */
const comparable = (report) =>
  JSON.parse(JSON.stringify(report, (key, value) => (key === "file" ? basename(value) : key === "text" ? undefined : value)));

export function reportTests({ test, solutions, grader }) {
  test("starters fail and solutions pass, with the reports of the command", async ({ page, address }) => {
    const folder = mkdtempSync(join(tmpdir(), "course-"));
    try {
      execFileSync(grader, ["init", folder]);
      const ofStarters = printed(grader, folder);
      const folders = readdirSync(join(folder, "exercises")).filter((name) => existsSync(join(solutions, name)));
      const files = {};
      for (const name of folders) {
        files[name.slice(3)] = {};
        for (const file of ["kernel.cl", "answers.toml"]) {
          if (!existsSync(join(solutions, name, file))) continue;
          cpSync(join(solutions, name, file), join(folder, "exercises", name, file));
          files[name.slice(3)][file] = readFileSync(join(solutions, name, file), "utf8");
        }
      }
      const ofSolutions = printed(grader, folder);
      await page.goto(`${address}start.html`);
      for (const slug of Object.keys(files)) {
        // A section as the loader makes one, on one page for all.
        const [starter, solution] = await page.evaluate(
          async ({ slug, files, address }) => {
            const folder = `${address}playground/`;
            const { open } = await import(`${folder}playground.js`);
            const section = document.createElement("section");
            section.className = "course-playground";
            section.dataset.exercise = slug;
            document.querySelector("main").append(section);
            const playground = await open(section, folder, address);
            const shown = () => [...section.querySelectorAll(".playground-finding")].map((it) => it.dataset.mistake);
            const reports = [{ report: await playground.check(), shown: shown() }];
            playground.files = files;
            reports.push({ report: await playground.check(), shown: shown() });
            section.remove();
            return reports;
          },
          { slug, files: files[slug], address },
        );
        for (const [{ report, shown }, command] of [
          [starter, ofStarters.get(slug)],
          [solution, ofSolutions.get(slug)],
        ]) {
          assert.deepEqual(comparable(report), comparable(command), slug);
          assert.deepEqual(shown, (command.findings ?? []).map(({ mistake }) => mistake), slug);
        }
        assert.notEqual(starter.report.verdict.kind, "passed", slug);
        assert.equal(solution.report.verdict.kind, "passed", slug);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
