import { readFileSync } from 'node:fs';

/** Paths of this process's mounts, proc_pid_mountinfo(5); null where the system does not tell them. */
export function mountPoints(): ReadonlySet<string> | null {
  try {
    const lines = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
    return new Set(lines.map((line) => unescape(line.split(' ')[4] ?? '')));
  } catch {
    return null;
  }
}

/** Space, tab, line feed and backslash stand there as octal numbers. */
function unescape(field: string): string {
  return field.replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}
