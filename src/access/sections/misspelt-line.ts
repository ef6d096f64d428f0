import type { Occurrence, Scope } from '../../model/index.ts';
import { isLimit, isFilledIn } from '../../model/index.ts';
import { untilEmpty } from '../../text/index.ts';
import { classifyAllowWord } from '../policy/index.ts';
import { HOST_AND_SATISFY } from './access-directives.ts';
import type { Version, World } from './worlds.ts';
import { isLive } from './worlds.ts';

/** A line about hosts or methods that the server does not take as it is written: no server starts, and 500 below a .htaccess file. */
export interface MisspeltLine {
  readonly line: Occurrence | Scope;
  /** As the server puts it. */
  readonly message: string;
}

const ORDERS: ReadonlySet<string> = new Set(['allow,deny', 'deny,allow', 'mutual-failure']);

/** The first of these lines that a server reads in the scope; null if it takes all of them. */
export function misspeltLine(scope: Scope, version: Version, world: World): MisspeltLine | null {
  return misspeltInside(scope, { version, world });
}

interface Reading {
  readonly version: Version;
  readonly world: World;
}

function misspeltInside({ items }: Scope, reading: Reading): MisspeltLine | null {
  for (const item of items) {
    if (!isLive(item.guards, reading.version, reading.world)) continue;
    const message =
      item.type === 'occurrence' ? hostLineError(item, reading.version) : limitError(item, reading.version);
    if (message !== null) return { line: item, message };
    if (item.type === 'occurrence') continue;
    const inside = misspeltInside(item, reading);
    if (inside !== null) return inside;
  }
  return null;
}

/** `ap_limit_section`, server/core.c: 2.2 takes no Limit in another one. */
export function limitError22(scope: Scope): string | null {
  return limitError(scope, '2.2');
}

function limitError(scope: Scope, version: Version): string | null {
  if (!isLimit(scope)) return null;
  const { kind, args } = scope;
  const name = kind === 'limit' ? 'Limit' : 'LimitExcept';
  if (version === '2.2' && isInLimit(scope)) return `<${name}> cannot occur within <Limit> section`;
  if (args.length === 0) return `<${name}> directive requires additional arguments`;
  const isTrace = kind === 'limit' && args.includes('TRACE');
  return isTrace ? 'TRACE cannot be controlled by <Limit>, see TraceEnable' : null;
}

function isInLimit({ parent }: Scope): boolean {
  return parent !== null && (isLimit(parent) || isInLimit(parent));
}

/**
 * What the server says against the words of Order, Allow, Deny and Satisfy: the commands of mod_authz_host.c and, of Satisfy, of
 * server/core.c in 2.2; of mod_access_compat.c in 2.4. Null for all other lines.
 */
export function hostLineError({ name, args, file }: Occurrence, version: Version): string | null {
  if (!HOST_AND_SATISFY.has(name) || isFilledIn(args.join(' '), { file })) return null;
  switch (name) {
    case 'order':
      if (args.length !== 1) return 'order takes one argument';
      return ORDERS.has(args.join().toLowerCase()) ? null : 'unknown order';
    case 'satisfy':
      if (args.length !== 1) return 'Satisfy takes one argument';
      return /^(?:any|all)$/i.test(args.join()) ? null : "Satisfy either 'any' or 'all'.";
    case 'allow':
    case 'deny':
      return sourcesError(name, args, version);
    default:
      return null;
  }
}

/** The command is called for each word up to an empty one (ITERATE2, `invoke_cmd` of server/config.c). */
function sourcesError(
  name: string,
  [from = '', ...words]: readonly string[],
  version: Version,
): string | null {
  if (from === '' || words.length === 0) return `${name} requires at least two arguments`;
  for (const word of untilEmpty(words)) {
    if (from.toLowerCase() !== 'from') return "allow and deny must be followed by 'from'";
    const classified = classifyAllowWord(word, version);
    if (classified.kind === 'error') return classified.why;
  }
  return null;
}
