// Bundles the extension into dist/extension.js, and the one for browsers with its worker into dist/web, with the
// licences of what is in them beside.

import { build } from "esbuild";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

rmSync("dist", { recursive: true, force: true });
const bundle = async (options) =>
  build({ bundle: true, minify: true, format: "cjs", external: ["vscode"], metafile: true, logLevel: "warning", ...options });
const web = { platform: "browser", target: "es2022" };
const bundles = await Promise.all([
  bundle({ entryPoints: ["src/extension.ts"], outfile: "dist/extension.js", platform: "node", target: "node20" }),
  bundle({ entryPoints: ["src/memory/view.js", "src/memory/view.css"], outdir: "dist/memory", ...web, format: "iife" }),
  bundle({ entryPoints: ["src/web/extension.ts"], outfile: "dist/web/extension.js", ...web }),
  bundle({ entryPoints: ["src/web/worker.ts"], outfile: "dist/web/worker.js", ...web, format: "iife" }),
]);

const folders = new Set();
for (const input of bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs))) {
  const found = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input);
  if (found) folders.add(found[0]);
}
const licences = [...folders].sort().map((folder) => {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined || !existsSync(join(folder, file))) throw new Error(`${name} has no licence file`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
});
writeFileSync("dist/licences.txt", licences.join(`\n${"-".repeat(80)}\n\n`));
