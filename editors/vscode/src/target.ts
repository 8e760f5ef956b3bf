// What is debugged for a file: a kernel by itself, for which the debugger finds the exercise or the launch beside it, or a
// launch.

export interface Paths {
  dirname(path: string): string;
  join(...parts: string[]): string;
}

export function targetOf(path: string, { dirname, join }: Paths): { program: string } | undefined {
  if (/\.(cl|toml)$/.test(path)) return { program: path };
  return /\.(clh|ocl)$/.test(path) ? { program: join(dirname(path), "LAUNCH.toml") } : undefined;
}
