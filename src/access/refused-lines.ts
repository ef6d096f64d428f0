import { directive24 } from '../catalog/index.ts';
import type { Guard, Occurrence, Scope, ServerModel } from '../model/index.ts';
import { walkScopes } from '../model/index.ts';
import { hasPlaceholder } from './placeholder-lines.ts';
import { classifyAllowWord, isKnownProvider, parseRequire } from './policy/index.ts';
import { readAllSections } from './read-sections.ts';
import { requireText } from './require-text.ts';
import type { AccessContainer, AccessLine } from './sections.ts';
import { isContainer } from './sections.ts';

/** A line about access that 2.4 does not take: it does not start, or answers 500 below a .htaccess file. */
export interface RefusedLine {
  readonly line: Occurrence | Scope;
  /** As the server puts it. */
  readonly message: string;
  readonly isInHtaccess: boolean;
}

type Entry = AccessLine | AccessContainer;

const CONTAINER_NAMES = { any: '<RequireAny>', all: '<RequireAll>', none: '<RequireNone>' } as const;
const OLD_DIRECTIVES: ReadonlySet<string> = new Set(['order', 'allow', 'deny', 'satisfy']);

/**
 * All lines of the tree that speak of access and that a 2.4 server refuses (mod_authz_core.c, mod_access_compat.c).
 * @param isRead whether lines inside of guards are read
 */
export function refusedLines(
  model: ServerModel,
  hasAccessCompat: boolean,
  isRead: (guards: readonly Guard[]) => boolean = isSurelyRead,
): RefusedLine[] {
  const aliases = providerAliases(model);
  const found: RefusedLine[] = [];
  for (const { entries, scope } of readAllSections(model)) {
    const isInHtaccess = scope.file.role === 'htaccess' || model.kind === 'htaccess';
    const add = (line: Occurrence | Scope, message: string) => found.push({ line, message, isInHtaccess });
    inspect(entries, 'any', { aliases, hasAccessCompat, isInHtaccess, isRead, add });
  }
  return distinct(found);
}

/** What may be read only, under guards that are open, is not said to be refused. */
function isSurelyRead(guards: readonly Guard[]): boolean {
  return guards.every(({ on24 }) => on24 === 'yes');
}

interface Inspection {
  readonly aliases: ReadonlySet<string>;
  readonly hasAccessCompat: boolean;
  /** There the server does not look for sections that only refuse: they refuse everybody. */
  readonly isInHtaccess: boolean;
  readonly isRead: (guards: readonly Guard[]) => boolean;
  readonly add: (line: Occurrence | Scope, message: string) => void;
}

/** @param inside what the entries stand in; a section is as a `<RequireAny>` */
function inspect(entries: readonly Entry[], inside: AccessContainer['kind'], inspection: Inspection): void {
  for (const entry of entries) {
    if (!inspection.isRead(entry.guards)) continue;
    if (isContainer(entry)) inspectContainer(entry, inside, inspection);
    else if (hasPlaceholder(entry)) continue;
    else inspectLine(entry, inside, inspection);
  }
}

function inspectContainer(
  { kind, scope, children }: AccessContainer,
  inside: AccessContainer['kind'],
  inspection: Inspection,
): void {
  const name = CONTAINER_NAMES[kind];
  if (kind === 'none' && inside !== 'all') {
    inspection.add(scope, `${name} directive has no effect in ${CONTAINER_NAMES[inside]} directive`);
    return;
  }
  const rules = children.filter((child) => isContainer(child) || child.name === 'require');
  if (rules.length === 0) inspection.add(scope, `${name} directive contains no authorization directives`);
  else if (kind === 'all' && !inspection.isInHtaccess && rules.every(isNegative)) {
    inspection.add(scope, `${name} directive contains only negative authorization directives`);
  }
  inspect(children, kind, inspection);
}

function isNegative(entry: Entry): boolean {
  if (isContainer(entry)) return entry.kind === 'none';
  const leaf = parseRequire(requireText(entry.occurrence));
  return 'negated' in leaf && leaf.negated;
}

function inspectLine(line: AccessLine, inside: AccessContainer['kind'], inspection: Inspection): void {
  const { occurrence, name } = line;
  const message = lineError(line, inspection);
  if (message !== null) inspection.add(occurrence, message);
  else if (name === 'require' && isNegative(line) && inside !== 'all') {
    inspection.add(
      occurrence,
      `negative Require directive has no effect in ${CONTAINER_NAMES[inside]} directive`,
    );
  }
}

function lineError(
  { occurrence, name, args }: AccessLine,
  { aliases, hasAccessCompat }: Inspection,
): string | null {
  const written = occurrence.node.name.value;
  const unknown = `Invalid command '${written}', perhaps misspelled or defined by a module not included in the server configuration`;
  if (OLD_DIRECTIVES.has(name) && !hasAccessCompat) return unknown;
  if (directive24(name) === null) return unknown;
  if (name === 'allow' || name === 'deny') return hostWordError(args);
  return name === 'require' ? requireError(occurrence, aliases) : null;
}

function requireError(line: Occurrence, aliases: ReadonlySet<string>): string | null {
  const leaf = parseRequire(requireText(line));
  if ('error' in leaf) return leaf.error;
  const { provider } = leaf;
  const isKnown = isKnownProvider(provider) || aliases.has(provider);
  // A word that 2.4 knows in small letters is misspelled for certain; another may be of somebody else's module.
  return !isKnown && isKnownProvider(provider.toLowerCase()) ? `Unknown Authz provider: ${provider}` : null;
}

function hostWordError(args: readonly string[]): string | null {
  const errors = args.slice(1).flatMap((word) => {
    const classified = classifyAllowWord(word, '2.4');
    return classified.kind === 'error' ? [`${classified.why}: ${word}`] : [];
  });
  return errors[0] ?? null;
}

function providerAliases({ main }: ServerModel): Set<string> {
  const aliases = [...walkScopes(main)].filter(({ name }) => name === 'authzprovideralias');
  return new Set(aliases.flatMap(({ args }) => args[1] ?? []));
}

/** A file that is included several times has each of its lines as often. */
function distinct(lines: readonly RefusedLine[]): RefusedLine[] {
  return [...new Map(lines.map((each) => [each.line.node, each])).values()];
}
