// Which `grader` is started: that of the setting, else the one packed in the extension, else the first on the PATH.
// Without VS Code, so that it is tried alone.

import { isAbsolute, join } from "node:path";

/** What is known of the machine. */
export interface Machine {
  /** Is there a file that can be started? */
  isProgram(path: string): boolean;
  /** `process.platform`. */
  platform: string;
  /** The variable PATH. */
  searchPath: string;
}

export function findCommand(setting: string, extensionFolder: string, machine: Machine): string | undefined {
  const windows = machine.platform === "win32";
  const name = windows ? "grader.exe" : "grader";
  if (setting !== "") {
    // A path is taken as it is, so that a wrong one is not silently replaced by another grader.
    if (isAbsolute(setting)) return machine.isProgram(setting) ? setting : undefined;
    return onPath(windows && !setting.endsWith(".exe") ? `${setting}.exe` : setting, machine);
  }
  const packed = join(extensionFolder, "bin", name);
  return machine.isProgram(packed) ? packed : onPath(name, machine);
}

/** Relative folders of the PATH are left out: a folder that is opened must not bring the command along. */
function onPath(name: string, machine: Machine): string | undefined {
  if (/[\\/]/.test(name)) return undefined;
  return machine.searchPath
    .split(machine.platform === "win32" ? ";" : ":")
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find((path) => machine.isProgram(path));
}
