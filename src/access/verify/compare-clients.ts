import type { Occurrence, ServerModel } from '../../model/index.ts';
import { linesNamed, quotedLine } from '../../model/index.ts';
import { isEarly } from '../sections/early-headers.ts';
import { guardsAround } from '../unread/new-branches.ts';
import type { Version } from '../sections/worlds.ts';
import { canBeLive } from '../sections/worlds.ts';
import type { TreeNote } from './tree-note.ts';

/** What the rules ask is not what the client sent: another address (mod_remoteip.c), or a header put in before they are asked. */
const OTHER_CLIENT = 'the rules may be asked about another client';
const UNHEARD = 'clients may reach the server where they did not';
const MUTE = 'clients no longer reach the server there';
const UNNAMED = 'a request for a name that no virtual host has gets 400';
const PATTERNS = 'patterns after it match other addresses and files than in 2.2';

/** `open_logs` in the MPMs of 2.4 (server/mpm). */
const DEAF: TreeNote = {
  code: 'listen',
  level: 'difference',
  message: 'AFTER has no Listen line: 2.4 does not start without one',
  place: null,
};

/** A line by which it depends where clients reach the server and whom it takes them for. */
interface ClientLine {
  readonly line: Occurrence;
  /** The same for lines that say the same. */
  readonly key: string;
}

/** Rules are asked about the same clients on both servers: where the lines that decide on that differ, that is said. */
export function clientNotes(before: ServerModel, after: ServerModel): TreeNote[] {
  const clientLines = between(linesOf(before, '2.2', isRetelling), linesOf(after, '2.4', isRetelling));
  // A part of a server has no Listen line.
  const [old, made] = [linesOf(before, '2.2', isListen), linesOf(after, '2.4', isListen)];
  const listens = old.length > 0 && made.length > 0 ? between(old, made) : between([], []);
  const isDeaf = after.kind === 'server' && old.length > 0 && made.length === 0;
  return [
    ...clientLines.gone.map(({ line }) => note('client-retold', line, 'AFTER', OTHER_CLIENT)),
    ...clientLines.come.map(({ line }) => note('client-retold', line, 'BEFORE', OTHER_CLIENT)),
    ...(isDeaf ? [DEAF] : []),
    ...listens.gone.map(({ line }) => note('listen', line, 'AFTER', MUTE)),
    ...listens.come.map(({ line }) => note('listen', line, 'BEFORE', UNHEARD)),
    ...linesOf(after, '2.4', isStrict).map(({ line }) => note('protection', line, 'BEFORE', UNNAMED)),
    ...linesOf(after, '2.4', isOfPatterns).map(({ line }) => note('protection', line, 'BEFORE', PATTERNS)),
  ];
}

function note(code: TreeNote['code'], line: Occurrence, missingIn: string, effect: string): TreeNote {
  return {
    code,
    level: 'difference',
    message: `${quotedLine(line)} is not in ${missingIn}: ${effect}`,
    place: line,
  };
}

function linesOf(
  model: ServerModel,
  version: Version,
  isWanted: (line: Occurrence) => boolean,
): ClientLine[] {
  return linesNamed(model, (name) =>
    /^(?:remoteip|requestheader$|listen$|stricthostcheck$|regexdefaultoptions$)/.test(name),
  )
    .filter((line) => isWanted(line) && canBeLive(guardsAround(line), version))
    .map((line) => ({ line, key: keyOf(line) }));
}

function isListen({ name }: Occurrence): boolean {
  return name === 'listen';
}

/** 2.2 has no such line (`ap_update_vhost_from_headers_ex`, server/vhost.c). */
function isStrict({ name, args: [value = ''] }: Occurrence): boolean {
  return name === 'stricthostcheck' && value.toLowerCase() === 'on';
}

/** The other words are what 2.4 does by itself, or what 2.2 did (`set_regex_default_options`, server/core.c). */
function isOfPatterns({ name, args }: Occurrence): boolean {
  return name === 'regexdefaultoptions' && args.some((word) => /^\+?(?:icase|extended)$/i.test(word));
}

function isRetelling(line: Occurrence): boolean {
  return line.name.startsWith('remoteip') || (line.name === 'requestheader' && isEarly(line));
}

/**
 * Of a Listen line the address alone: 2.4 takes a protocol behind it (ap_set_listener, server/listen.c). It is no virtual host's: `[::]` is
 * not all of them.
 */
function keyOf({ name, args: [first = '', ...others] }: Occurrence): string {
  if (name !== 'listen') return [name, first, ...others].join(' ').toLowerCase();
  return /^\d+$/.test(first) ? `*:${first}` : first.replace(/^0\.0\.0\.0:/, '*:').toLowerCase();
}

function between(
  old: readonly ClientLine[],
  made: readonly ClientLine[],
): { readonly gone: ClientLine[]; readonly come: ClientLine[] } {
  const [oldKeys, madeKeys] = [old, made].map((lines) => new Set(lines.map(({ key }) => key)));
  return {
    gone: old.filter(({ key }) => madeKeys?.has(key) !== true),
    come: made.filter(({ key }) => oldKeys?.has(key) !== true),
  };
}
