// Words of a command as the line of a shell, each word as it is. Without VS Code, so that it is tried alone.

type Shell = "posix" | "fish" | "pwsh" | "windows-powershell" | "cmd";

/** The kind of shell that a path starts; one that is not known is read as a POSIX shell. */
export function shellOf(path: string): Shell {
  const name = (path.split(/[\\/]/).at(-1) ?? "").toLowerCase().replace(/\.exe$/, "");
  if (name === "fish" || name === "cmd" || name === "pwsh") return name;
  return name === "powershell" ? "windows-powershell" : "posix";
}

/** The line that runs these words; none if a word holds what a line cannot. */
export function lineOf(shell: Shell, words: string[]): string | undefined {
  // A line end would run what stands before it.
  if (words.some((word) => /[\u0000-\u001f\u007f]/.test(word))) return undefined;
  const line = words.map((word) => quoted(shell, word)).join(" ");
  // PowerShell takes a quoted word at the beginning for text to be shown.
  return /powershell|pwsh/.test(shell) && line.startsWith("'") ? `& ${line}` : line;
}

function quoted(shell: Shell, word: string): string {
  const safe = shell === "posix" || shell === "fish" ? /^[\w./:+-]+$/ : /^[\w./\\:+-]+$/;
  if (safe.test(word)) return word;
  switch (shell) {
    case "posix":
      return `'${word.replaceAll("'", `'\\''`)}'`;
    case "fish":
      return `'${word.replace(/[\\']/g, "\\$&")}'`;
    case "pwsh":
      return `'${word.replace(/['‘’‚‛]/g, "$&$&")}'`;
    case "windows-powershell":
      // Version 5 hands double quotes on without the backslashes that programs expect before them.
      return `'${escapedQuotes(word).replace(/['‘’‚‛]/g, "$&$&")}'`;
    case "cmd":
      // Carets keep cmd from reading the quotes, so that %NAME% is not replaced between them.
      return `"${escapedQuotes(word)}"`.replace(/[()[\]%!^"`<>&|;, *?]/g, "^$&");
  }
}

/** As Windows programs split their line: a quote and the backslashes before it, and those at the end, are escaped. */
function escapedQuotes(word: string): string {
  return word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1");
}
