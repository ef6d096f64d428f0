import type {
  AuthState,
  HostLine,
  HostRecord,
  MethodSlot,
  Order,
  RequireLeaf,
  RequireTree,
  State22,
  State24,
} from '../policy/index.ts';
import {
  EMPTY_STATE_22,
  EMPTY_STATE_24,
  escapeString,
  isExpression,
  NO_AUTH,
  parseRequire,
} from '../policy/index.ts';
import { requireText } from '../sections/require-text.ts';
import type { AccessContainer, AccessLine, AccessSection } from '../sections/types.ts';
import { isContainer } from '../sections/types.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';
import { rememberPerForm } from './form.ts';
import type { Intern } from './intern.ts';
import { internerOf } from './intern.ts';
import { flatMap } from '../../text/index.ts';

/** Stands for a Require line that 2.4 refuses at start: no policy of 2.2 equals one with it. */
const REFUSED: Omit<RequireLeaf, 'methods'> = { type: 'leaf', provider: 'refused', args: '', negated: false };

/** What the section's own lines say to a 2.2 server. Equal states are one object, as their parts are: what is made of them is sooner known. */
export const ownState22 = rememberPerForm((section, world): State22 => {
  const { lines, host, satisfy } = ownLines22(section, world);
  const requires = lines.filter((line) => line.name === 'require');
  return internerOf(world)({
    ...EMPTY_STATE_22,
    host,
    requires:
      requires.length === 0
        ? null
        : requires.map((line) => ({
            text: line.text ?? requireText(line.occurrence),
            methods: line.methods,
          })),
    satisfy,
    auth: saysAuth(lines) ? { ...authFiles(lines), ...authorities(lines) } : NO_AUTH,
  });
});

/** What the section's own lines say to a 2.4 server, which has none of the Auth...Authoritative directives of authorization. */
export const ownState24 = rememberPerForm((section, world): State24 => {
  const { lines, host, satisfy } = ownLines24(section, world);
  return internerOf(world)({
    ...EMPTY_STATE_24,
    tree: requireTree(section.entries, world),
    merging: mergingOf(lines),
    forbiddenOnFailure: switchOf(lines, 'authzsendforbiddenonfailure'),
    compat:
      host === null && satisfy.length === 0
        ? null
        : { host: host ?? { orders: [], allow: [], deny: [] }, satisfy },
    auth: saysAuth(lines) ? authFiles(lines.filter(({ name }) => !name.endsWith('authoritative'))) : NO_AUTH,
  });
});

/** The lines of a section that a server reads, and its host rules: most sections say the same to both. */
interface OwnLines {
  readonly lines: readonly AccessLine[];
  readonly host: HostRecord | null;
  readonly satisfy: State22['satisfy'];
}

const ownLines22 = rememberPerForm((section, world): OwnLines =>
  ownLinesOf(liveLines(section, '2.2', world), internerOf(world)),
);

const ownLines24 = rememberPerForm((section, world): OwnLines => {
  const lines = liveLines(section, '2.4', world);
  const before = ownLines22(section, world);
  const isSame = lines.length === before.lines.length && lines.every((line, i) => line === before.lines[i]);
  return isSame ? before : ownLinesOf(lines, internerOf(world));
});

/** The directives of a section of its form that a server of that version reads. */
export function linesRead(section: AccessSection, version: Version, world: World): readonly AccessLine[] {
  return (version === '2.2' ? ownLines22 : ownLines24)(section, world).lines;
}

/** @param same makes what is a part of the state before and of that after known as such */
function ownLinesOf(lines: readonly AccessLine[], same: Intern): OwnLines {
  const host = hostRecord(lines);
  return { lines, host: host === null ? null : same(host), satisfy: same(satisfySlots(lines)) };
}

/**
 * The directives of the section that a server of that version reads. What stands in a `<RequireAll>` counts for the section
 * around it (`add_authz_section`, mod_authz_core.c); what the Require lines make together is told by the state's tree.
 */
export function liveLines(section: AccessSection, version: Version, world: World): AccessLine[] {
  return flatMap(section.entries, (entry) => linesIn(entry, version, world));
}

function linesIn(
  entry: AccessLine | AccessContainer,
  version: Version,
  world: World,
): AccessLine | readonly AccessLine[] {
  if (!isLive(entry.guards, version, world)) return NO_LINES;
  if (!isContainer(entry)) return entry;
  // A 2.2 server knows no such section.
  return version === '2.2' ? NO_LINES : flatMap(entry.children, (child) => linesIn(child, version, world));
}

const NO_LINES: readonly AccessLine[] = [];

function requireTree(entries: readonly (AccessLine | AccessContainer)[], world: World): RequireTree | null {
  const children = flatMap(entries, (entry) => requireNode(entry, world));
  return children.length === 0 ? null : { type: 'any', children };
}

function requireNode(
  entry: AccessLine | AccessContainer,
  world: World,
): RequireTree | readonly RequireTree[] {
  if (!isLive(entry.guards, '2.4', world)) return NO_TREES;
  if (isContainer(entry)) {
    return { type: entry.kind, children: flatMap(entry.children, (child) => requireNode(child, world)) };
  }
  if (entry.name !== 'require') return NO_TREES;
  const leaf = parseRequire(entry.text ?? requireText(entry.occurrence), entry.methods);
  if ('error' in leaf) return { ...REFUSED, methods: entry.methods };
  return (entry.release ?? Infinity) < 8 ? readPlainly(leaf) : leaf;
}

const NO_TREES: readonly RequireTree[] = [];

/**
 * The line that says to a later 2.4 what it says to one that reads no expressions: since 2.4.8 the arguments of `Require user` and others are
 * some (`user_parse_config`, mod_authz_user.c).
 */
function readPlainly(leaf: RequireLeaf): RequireLeaf {
  return isExpression(leaf.provider) ? { ...leaf, args: escapeString(leaf.args) } : leaf;
}

function hostRecord(lines: readonly AccessLine[]): HostRecord | null {
  const orders: MethodSlot<Order>[] = [];
  const allow: HostLine[] = [];
  const deny: HostLine[] = [];
  for (const line of lines) {
    if (line.name === 'order') orders.push(orderSlot(line));
    else if (line.name === 'allow') allow.push(hostLine(line));
    else if (line.name === 'deny') deny.push(hostLine(line));
  }
  return orders.length + allow.length + deny.length === 0 ? null : { orders, allow, deny };
}

function hostLine({ args, methods }: AccessLine): HostLine {
  return { words: args.slice(1), methods };
}

function orderSlot({ args, methods }: AccessLine): MethodSlot<Order> {
  const text = (args[0] ?? '').toLowerCase();
  const value = text === 'allow,deny' || text === 'mutual-failure' ? text : 'deny,allow';
  return { value, methods };
}

function satisfySlots(lines: readonly AccessLine[]): State22['satisfy'] {
  return lines
    .filter((line) => line.name === 'satisfy')
    .map(({ args, methods }) => ({
      value: (args[0] ?? '').toLowerCase() === 'any' ? 'any' : 'all',
      methods,
    }));
}

function saysAuth(lines: readonly AccessLine[]): boolean {
  return lines.some(({ name }) => name.startsWith('auth'));
}

function authFiles(lines: readonly AccessLine[]): AuthState {
  const source = (file: string, name: string) => {
    const value = lastArgument(lines, file);
    const authoritative = switchOf(lines, name);
    return value === null && authoritative === null
      ? null
      : { file: value, authoritative: authoritative ?? true };
  };
  return {
    ...NO_AUTH,
    type: lastArgument(lines, 'authtype'),
    groupfile: source('authgroupfile', 'authzgroupfileauthoritative'),
    dbm: source('authdbmgroupfile', 'authzdbmauthoritative'),
    ldap: ldapSource(lines),
  };
}

/** Any line of mod_authnz_ldap begins its record anew, without the URL of the sections around. */
function ldapSource(lines: readonly AccessLine[]): AuthState['ldap'] {
  const authoritative = switchOf(lines, 'authzldapauthoritative');
  const hasLines = lines.some(({ name }) => name.startsWith('authldap'));
  if (!hasLines && authoritative === null) return null;
  return { file: lastArgument(lines, 'authldapurl'), authoritative: authoritative ?? true };
}

function authorities(lines: readonly AccessLine[]): Partial<AuthState> {
  const authority = (name: string) => {
    const value = switchOf(lines, name);
    return value === null ? null : { authoritative: value };
  };
  return {
    user: authority('authzuserauthoritative'),
    owner: authority('authzownerauthoritative'),
    authzDefault: authority('authzdefaultauthoritative'),
    authnDefault: authority('authdefaultauthoritative'),
  };
}

function mergingOf(lines: readonly AccessLine[]): State24['merging'] {
  const value = lastArgument(lines, 'authmerging')?.toLowerCase();
  return value === 'and' || value === 'or' || value === 'off' ? value : null;
}

function switchOf(lines: readonly AccessLine[], name: string): boolean | null {
  const value = lastArgument(lines, name);
  return value === null ? null : value.toLowerCase() === 'on';
}

function lastArgument(lines: readonly AccessLine[], name: string): string | null {
  return lines.findLast((line) => line.name === name)?.args[0] ?? null;
}
