import type { Guard, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import type { KnownDirectives } from '../sections/known-directives.ts';
import { isOpenAccessLine } from '../sections/placeholder-lines.ts';
import { isKnownProvider, parseRequire, splitWords } from '../policy/index.ts';
import { analysisOf } from '../sections/analysis.ts';
import { requireText } from '../sections/require-text.ts';
import type { AccessContainer, AccessLine } from '../sections/types.ts';
import { isContainer } from '../sections/types.ts';
import type { KnownMethods } from '../sections/limit-error.ts';
import { requireExpressionError } from './expression-errors.ts';
import { aliasesOf, isProvided } from './provided-names.ts';
import type { RefusedLine } from './refused-line.ts';
import { isOfHtaccess } from './refused-line.ts';

type Entry = AccessLine | AccessContainer;

const CONTAINER_NAMES = { any: '<RequireAny>', all: '<RequireAll>', none: '<RequireNone>' } as const;

interface Reading {
  readonly known: KnownDirectives;
  readonly methods: KnownMethods;
  readonly isRead: (guards: readonly Guard[]) => boolean;
}

/** Require lines and their containers that make no sense to a 2.4 server. */
export function refusedRules(model: ServerModel, reading: Reading): RefusedLine[] {
  const aliases = aliasesOf(model, 'authz');
  const found: RefusedLine[] = [];
  for (const { entries, scope } of analysisOf(model).allSections) {
    const isInHtaccess = isOfHtaccess(scope, model);
    const add = (line: Occurrence | Scope, message: string) => found.push({ line, message, isInHtaccess });
    inspect(entries, 'any', { ...reading, aliases, isInHtaccess, add });
  }
  return found;
}

interface Inspection extends Reading {
  readonly aliases: ReadonlySet<string>;
  /** There the server does not look for sections that only refuse: they refuse everybody. */
  readonly isInHtaccess: boolean;
  readonly add: (line: Occurrence | Scope, message: string) => void;
}

/** @param inside what the entries stand in; a section is as a `<RequireAny>` */
function inspect(entries: readonly Entry[], inside: AccessContainer['kind'], inspection: Inspection): void {
  for (const entry of entries) {
    if (!inspection.isRead(entry.guards)) continue;
    if (isContainer(entry)) inspectContainer(entry, inside, inspection);
    else if (isOpenAccessLine(entry)) continue;
    else inspectLine(entry, inside, inspection);
  }
}

function inspectContainer(
  { kind, scope, children }: AccessContainer,
  inside: AccessContainer['kind'],
  inspection: Inspection,
): void {
  const name = CONTAINER_NAMES[kind];
  if (scope.args.length > 0) inspection.add(scope, `${name} directive doesn't take additional arguments`);
  if (kind === 'none' && inside !== 'all') {
    inspection.add(scope, `${name} directive has no effect in ${CONTAINER_NAMES[inside]} directive`);
    return;
  }
  const rules = rulesAmong(children);
  if (rules.length === 0) inspection.add(scope, `${name} directive contains no authorization directives`);
  else if (
    kind === 'all' &&
    inside !== 'all' &&
    !inspection.isInHtaccess &&
    merged(rules).every(isNegative)
  ) {
    inspection.add(scope, `${name} directive contains only negative authorization directives`);
  }
  inspect(children, kind, inspection);
}

function rulesAmong(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter((entry) => isContainer(entry) || entry.name === 'require');
}

/** The server takes what is in a `<RequireAll>` of a `<RequireAll>` for the outer one's own (`authz_core_check_section`, mod_authz_core.c). */
function merged(rules: readonly Entry[]): readonly Entry[] {
  return rules.flatMap((rule) =>
    isContainer(rule) && rule.kind === 'all' ? merged(rulesAmong(rule.children)) : [rule],
  );
}

function isNegative(entry: Entry): boolean {
  if (isContainer(entry)) return entry.kind === 'none';
  const leaf = parseRequire(requireText(entry.occurrence));
  return 'negated' in leaf && leaf.negated;
}

function inspectLine(line: AccessLine, inside: AccessContainer['kind'], inspection: Inspection): void {
  if (line.name !== 'require') return;
  const message = requireError(line.occurrence, inspection);
  if (message !== null) inspection.add(line.occurrence, message);
  else if (isNegative(line) && inside !== 'all') {
    const message24 = `negative Require directive has no effect in ${CONTAINER_NAMES[inside]} directive`;
    inspection.add(line.occurrence, message24);
  }
}

function requireError(line: Occurrence, inspection: Inspection): string | null {
  const { aliases, known } = inspection;
  const leaf = parseRequire(requireText(line));
  if ('error' in leaf) return leaf.error;
  const { provider, args } = leaf;
  // A word that 2.4 knows in small letters is misspelled for certain; another may be of somebody else's module.
  const isMisspelled = !isKnownProvider(provider) && isKnownProvider(provider.toLowerCase());
  const isThere = aliases.has(provider) || (!isMisspelled && isProvided('authz', provider, known));
  if (!isThere) return `Unknown Authz provider: ${provider}`;
  if (provider === 'expr') return requireExpressionError(args, known);
  return provider === 'method' ? methodError(splitWords(args), line, inspection) : null;
}

function methodError(
  names: readonly string[],
  { seq }: Occurrence,
  { methods, isInHtaccess }: Inspection,
): string | null {
  const odd = names.find((name) => {
    const since = methods.get(name);
    return since === undefined || (since > seq && !isInHtaccess);
  });
  return odd === undefined ? null : `Invalid Method '${odd}'`;
}
