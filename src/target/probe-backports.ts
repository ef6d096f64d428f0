import { directiveSince, patchRelease } from '../catalog/index.ts';
import type { TargetProfile } from './types.ts';

/**
 * Names that distributions are known to have put into older releases, with the fixes that they came with, and a line that only a server
 * with the name takes.
 */
const QUESTIONS: readonly {
  readonly name: string;
  readonly since: number;
  readonly module: string;
  readonly line: string;
}[] = [
  directive('HttpProtocolOptions', 'core_module', 'HttpProtocolOptions Unsafe'),
  directive('MergeSlashes', 'core_module', 'MergeSlashes Off'),
  directive('StrictHostCheck', 'core_module', 'StrictHostCheck Off'),
  directive('DirectoryCheckHandler', 'dir_module', 'DirectoryCheckHandler On'),
  flag('BNP', 26),
  flag('BCTLS', 57),
  flag('UnsafeAllow3F', 60),
  flag('UnsafePrefixStat', 60),
];

/** The LoadModule lines, and one line more: whether the server takes them (`-t`). */
export type TakesLines = (lines: readonly string[]) => boolean;

/** Which of them the binary takes although its release is older; asked one by one, those of modules that it has. */
export function probeBackports(profile: TargetProfile, takes: TakesLines): ReadonlySet<string> {
  const patch = patchRelease(profile.version);
  const found = QUESTIONS.filter(({ since, module, line }) => {
    if (since <= patch) return false;
    const load = loadLines(profile, [profile.mpm, 'authz_core_module', 'unixd_module', module]);
    return load !== null && takes([...load, line]);
  });
  return new Set(found.map(({ name }) => name));
}

/** Null if one of them is not there. */
function loadLines(
  { builtin, loadable, moduleFolder }: TargetProfile,
  identifiers: readonly (string | null)[],
): readonly string[] | null {
  const lines = identifiers.flatMap((identifier) => {
    if (identifier === null || builtin.has(identifier)) return [];
    const file = loadable.get(identifier);
    return [file === undefined ? null : `LoadModule ${identifier} "${moduleFolder}/${file}"`];
  });
  return lines.includes(null) ? null : lines.filter((line) => line !== null);
}

function directive(name: string, module: string, line: string) {
  return { name, since: directiveSince(name), module, line };
}

function flag(word: string, since: number) {
  return { name: `RewriteRule ${word}`, since, module: 'rewrite_module', line: `RewriteRule ^ - [${word}]` };
}
