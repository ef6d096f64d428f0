import type { ArgumentKind, DirectiveFacts, Place } from '../../catalog/index.ts';
import { permittedPlaces } from '../../catalog/index.ts';
import type { Occurrence, Scope } from '../../model/index.ts';

/** What the server says against a line before a module looks at it: where it stands, how many words it has (server/config.c). */
export function commandError(item: Occurrence | Scope, facts: DirectiveFacts): string | null {
  const name = writtenName(item);
  const place = placeOf(item);
  // What may stand in .htaccess files is the matter of AllowOverride.
  if (place === 'server' || place === 'directory') {
    if (!permittedPlaces(facts).includes(place)) return `${name} not allowed here`;
  }
  return item.type === 'scope' ? null : argumentsError(name, item, facts.argumentKind);
}

/** As the server names it in messages: `<Limit` for a section. */
export function writtenName(item: Occurrence | Scope): string {
  if (item.type === 'occurrence') return item.node.name.value;
  return item.node === null ? '' : `<${item.node.open.name.value}`;
}

/** Null where that is another module's matter, such as in `<AuthnProviderAlias>`. */
function placeOf(item: Occurrence | Scope): Place | null {
  let around = item.type === 'occurrence' ? item.scope : item.parent;
  let isInside = false;
  for (; around !== null; around = around.parent) {
    const { kind, name } = around;
    if (kind === 'htaccess') return 'htaccess';
    if (kind === 'server' || kind === 'virtualhost') return isInside ? 'directory' : 'server';
    if (kind === 'other' && !LIKE_FOLDERS.has(name)) return null;
    isInside = true;
  }
  return null;
}

/** Sections in which stands what may stand in the section around them. */
const LIKE_FOLDERS: ReadonlySet<string> = new Set([
  'requireall',
  'requireany',
  'requirenone',
  'if',
  'elseif',
  'else',
]);

/** How many words `invoke_cmd` takes, none of which may be empty. */
const COUNTS: Partial<Record<ArgumentKind, readonly [least: number, most: number, said: string]>> = {
  NO_ARGS: [0, 0, 'takes no arguments'],
  TAKE1: [1, 1, 'takes one argument'],
  TAKE2: [2, 2, 'takes two arguments'],
  TAKE3: [3, 3, 'takes three arguments'],
  TAKE12: [1, 2, 'takes 1-2 arguments'],
  TAKE23: [2, 3, 'takes two or three arguments'],
  TAKE123: [1, 3, 'takes one, two or three arguments'],
  ITERATE2: [2, Infinity, 'requires at least two arguments'],
};

function argumentsError(name: string, line: Occurrence, kind: ArgumentKind | null): string | null {
  const { args } = line;
  if (kind === null) return null;
  if (kind === 'FLAG') return /^(?:on|off)$/i.test(args[0] ?? '') ? null : `${name} must be On or Off`;
  const count = COUNTS[kind];
  if (count === undefined) return null;
  const [least, most, said] = count;
  const isMissing = args.length < least || args.slice(0, least).includes('');
  return isMissing || args.length > most ? `${name} ${said}` : null;
}
