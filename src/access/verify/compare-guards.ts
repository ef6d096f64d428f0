import { directive24, moduleIdentifier } from '../../catalog/index.ts';
import type { Guard, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import {
  GUARD_NAMES,
  isNegated,
  lineText,
  linesNamed,
  moduleAsked,
  nameAsked,
  quotedLine,
} from '../../model/index.ts';
import { groupBy } from '../../text/index.ts';
import { isOfLogin } from '../sections/access-directives.ts';
import { SETENVIF_DIRECTIVES } from '../request/environment.ts';
import { speaksOfRoutes } from '../routes/canonical-line.ts';
import { isRewriting } from '../routes/rewrite-lines.ts';
import type { Version } from '../sections/worlds.ts';
import { canBeLive } from '../sections/worlds.ts';
import { guardsAround } from '../unread/new-branches.ts';
import type { HostMatch } from './match-hosts.ts';
import { hostNumbers } from './match-hosts.ts';
import { PERMISSIONS } from './permission-table.ts';
import type { TreeNote } from './tree-note.ts';

/**
 * Lines that both trees have, in guards that are open: access rules are compared in each world of these, and other lines as if all were read.
 * Where the guards of such a line are not the same, that is told.
 */
export function guardNotes(before: ServerModel, after: ServerModel, hosts: HostMatch): TreeNote[] {
  const numberOf = hostNumbers(before.virtualHosts);
  const placeOf = (server: Scope): string => String(numberOf(hosts.beforeOf.get(server) ?? server));
  const old = guardedLines(before, '2.2', placeOf);
  const made = guardedLines(after, '2.4', placeOf);
  return [...made].flatMap(([words, lines]): TreeNote[] => {
    const then = old.get(words) ?? [];
    const [line] = lines;
    if (line === undefined || then.length === 0 || guardsOf(then) === guardsOf(lines)) return [];
    const message = `${quotedLine(line.line)} was read ${guardsOf(then)}, and is read ${guardsOf(lines)}`;
    return [{ code: 'undecided', level: 'difference', message, place: line.line }];
  });
}

interface GuardedLine {
  readonly line: Occurrence;
  /** `where <IfDefine X> holds`. */
  readonly read: string;
}

function guardsOf(lines: readonly GuardedLine[]): string {
  return [...new Set(lines.map(({ read }) => read))].toSorted().join(' or ');
}

/** The lines that are compared beside the access rules, by their words and where they stand. */
function guardedLines(
  model: ServerModel,
  version: Version,
  placeOf: (server: Scope) => string,
): ReadonlyMap<string, readonly GuardedLine[]> {
  const lines = linesNamed(model, isComparedByWords).flatMap((line) => {
    const guards = guardsAround(line);
    return canBeLive(guards, version) ? [{ line, read: readWhere(line, guards, version) }] : [];
  });
  return groupBy(lines, ({ line }) =>
    [placeOf(line.scope.server), ...sectionsAround(line), lineText(line)].join(' '),
  );
}

/** Whether lines of that name are compared beside the access rules. */
export function isComparedByWords(name: string): boolean {
  return (
    speaksOfRoutes(name) ||
    isRewriting({ name }) ||
    isOfLogin(name) ||
    PERMISSIONS[name] !== undefined ||
    SETTING.has(name) ||
    name.startsWith('remoteip')
  );
}

const SETTING: ReadonlySet<string> = new Set(SETENVIF_DIRECTIVES);

export function sectionsAround({ scope }: Occurrence): string[] {
  const found: string[] = [];
  for (let at: Scope | null = scope; at !== null && at !== scope.server; at = at.parent) {
    found.push(at.kind, ...at.args);
  }
  return found;
}

function readWhere(line: Occurrence, guards: readonly Guard[], version: Version): string {
  const open = guards.filter(
    (guard) => (version === '2.2' ? guard.on22 : guard.on24) === 'maybe' && !isForOwnModule(line, guard),
  );
  const names = [...new Set(open.map(titleOf))].toSorted();
  return names.length === 0
    ? 'in any case'
    : `where ${names.join(' and ')} ${names.length > 1 ? 'hold' : 'holds'}`;
}

/** Without its module a server takes no such line: one that starts reads it, guarded or not. */
export function isForOwnModule({ name }: Pick<Occurrence, 'name'>, guard: Guard): boolean {
  const asked = isNegated(guard) ? null : moduleAsked(guard);
  return (
    asked !== null &&
    directive24(name)?.sourceFiles.some((file) => moduleIdentifier(file) === asked.identifier) === true
  );
}

function titleOf(guard: Guard): string {
  const name = moduleAsked(guard)?.identifier ?? nameAsked(guard);
  return guard.kind === 'template'
    ? `\`${guard.test}\``
    : `<${GUARD_NAMES.get(guard.kind) ?? guard.kind} ${isNegated(guard) ? '!' : ''}${name}>`;
}
