// What is debugged for a file: the exercise whose kernel it is, or the launch that it is or lies beside.

export interface Paths {
  basename(path: string): string;
  dirname(path: string): string;
  join(...parts: string[]): string;
}

export type Target = { exercise: string; course: string } | { program: string };

export function targetOf(path: string, { basename, dirname, join }: Paths): Target | undefined {
  const folder = dirname(path);
  const [, slug] = /^\d+-(.+)$/.exec(basename(folder)) ?? [];
  const exercises = dirname(folder);
  if (slug !== undefined && basename(path) === "kernel.cl" && basename(exercises) === "exercises") {
    return { exercise: slug, course: dirname(exercises) };
  }
  if (/\.(cl|clh|ocl)$/.test(path)) return { program: join(folder, "LAUNCH.toml") };
  return path.endsWith(".toml") ? { program: path } : undefined;
}
