import type { MigrateCommand, TargetOption } from './command.ts';
import { shellWords } from '../text/index.ts';

/** How the program was called: `npm start --` is another name for it; '' if the caller says what to type next (tools/start.mjs). */
export function programName(): string {
  return process.env['HTTPD_CODEMOD_NAME'] ?? 'httpd-codemod';
}

/**
 * The command line that asks for the same migration once more, with other words behind it.
 * @param found whose 2.4 it was for
 */
export function sameCommand(
  command: MigrateCommand,
  found: TargetOption | null,
  more: readonly string[],
): string {
  const option = (name: string, value: string | null, usual: string | null = null) =>
    value === usual || value === null || more.includes(name) ? [] : [name, value];
  const words = [
    ...command.paths.map(asPath),
    ...(found ?? []),
    ...configtestWords(command),
    ...option('--access', command.access, 'require'),
    ...option('--semantics', command.semantics, 'contract'),
    ...(command.dual && !more.includes('--dual') ? ['--dual'] : []),
    ...command.defines.flatMap((name) => ['-D', name]),
    ...command.environment.files.flatMap((file) => ['--env-file', file]),
    ...option('--modules', command.modules),
    ...option('--server-root', command.serverRoot),
    ...command.maps.flatMap(({ from, to }) => ['--map', `${from}=${to}`]),
    ...(command.template === 'auto' ? [] : ['--template', command.template]),
    ...[...command.assumptions].flatMap(([name, kind]) => ['--assume', `${name}=${kind}`]),
    ...option('--as', command.readAs),
    ...option('--apply', command.apply, 'safe'),
    ...option('--only', command.only?.join(',') ?? null),
    ...option('--skip', command.skip.join(','), ''),
    ...more,
  ];
  return `${programName()} ${shellWords(words)}`;
}

/** Null: each tree shows its own. */
export function givenTarget({ target, httpd }: MigrateCommand): TargetOption | null {
  if (httpd !== null) return ['--httpd', httpd];
  return target === null ? null : ['--target', target];
}

/**
 * What `--env` said, in no report: values may be secrets. On a terminal they are for the eyes of who typed them; elsewhere, as in the log of a job,
 * stands `--env NAME`, which is an error until the value is put in.
 */
export function environmentWords({ environment }: MigrateCommand, isTerminal: boolean): string[] {
  return Object.entries(environment.values).flatMap(([name, value]) => [
    '--env',
    isTerminal ? `${name}=${value}` : name,
  ]);
}

/** One that looks like an option, typed behind `--`. */
function asPath(path: string): string {
  return path.startsWith('-') && path !== '-' ? `./${path}` : path;
}

function configtestWords({ configtest }: MigrateCommand): string[] {
  if (configtest === null) return [];
  if (configtest.type === 'command') return [`--configtest=${configtest.command}`];
  return configtest.type === 'start' ? ['--configtest', 'start'] : ['--configtest'];
}
