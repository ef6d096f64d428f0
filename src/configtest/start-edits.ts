import { posix } from 'node:path';
import { walkOccurrences } from '../model/index.ts';
import type { Occurrence, ServerModel } from '../model/index.ts';
import { commentOut, setFirst } from './left-out.ts';
import type { StagedEdit } from './staged-edits.ts';
import { PATH_PREFIX, TREATMENTS } from './start-table.ts';

export interface StartPlan {
  readonly edits: readonly StagedEdit[];
  /** What was left out or replaced by something harmless, each once: `DBDriver`, `CustomLog |`, `RewriteMap prg:`. */
  readonly leftOut: readonly string[];
}

export interface StartPlace {
  /** Folder for all that the server makes. */
  readonly run: string;
  /** A free port of the loopback address; asked once for each Listen line. */
  nextPort(): number;
  /** Where a file is that the configuration names so. */
  locate(path: string): string;
  isFolder(path: string): boolean;
}

/** Turns a configuration into one whose start leaves no trace outside of `run`. */
export function startEdits(model: ServerModel, place: StartPlace): StartPlan {
  const edits: StagedEdit[] = [];
  const leftOut = new Set<string>();
  const seen = new Set<object>();
  for (const occurrence of walkOccurrences(model.main)) {
    // A file that is read several times has its lines several times.
    if (seen.has(occurrence.node)) continue;
    seen.add(occurrence.node);
    const change = changeFor(occurrence, place);
    if (change === null) continue;
    edits.push(change.edit);
    if (change.leftOut !== null) leftOut.add(change.leftOut);
  }
  return { edits, leftOut: [...leftOut] };
}

interface Change {
  readonly edit: StagedEdit;
  readonly leftOut: string | null;
}

function changeFor(occurrence: Occurrence, place: StartPlace): Change | null {
  const { name, args, node } = occurrence;
  const written = node.name.value;
  const [first = '', second = ''] = args;
  switch (TREATMENTS.get(name)) {
    case 'listen':
      return { edit: setFirst(occurrence, `127.0.0.1:${place.nextPort()}`), leftOut: null };
    case 'log': {
      const file = name === 'errorlog' ? 'error_log' : 'other_log';
      const leftOut = first.startsWith('|') ? `${written} |` : null;
      return { edit: setFirst(occurrence, `${place.run}/${file}`), leftOut };
    }
    case 'path':
      return pathChange(occurrence, place);
    case 'own':
      return { edit: commentOut(occurrence), leftOut: null };
    case 'leave-out':
      return { edit: commentOut(occurrence), leftOut: written };
  }
  if (name === 'rewritemap' && /^prg:/i.test(second)) {
    return { edit: setSecond(occurrence, 'int:tolower'), leftOut: `${written} prg:` };
  }
  const runs =
    name === 'sslpassphrasedialog' ? /^(?:exec:|\|)/i : name === 'sslrandomseed' ? /^(?:exec|egd):/i : null;
  if (runs === null || !runs.test(name === 'sslrandomseed' ? second : first)) return null;
  return { edit: commentOut(occurrence), leftOut: `${written} exec:` };
}

function pathChange(occurrence: Occurrence, place: StartPlace): Change | null {
  const { name, args } = occurrence;
  const [first = ''] = args;
  const [prefix] = PATH_PREFIX.exec(first)!;
  const [, path = '', size = ''] = /^([^(]*)(\(.*)?$/.exec(first.slice(prefix.length)) ?? [];
  if (path === '' || (prefix === '' && !isPlainPath(name, path))) return null;
  const isThere = holdsFolder(place.locate(path), name, place);
  // The stage's own is waited for.
  if (name === 'pidfile' && isThere) return { edit: commentOut(occurrence), leftOut: null };
  const staged = isThere ? inRun(path, name, place) : missingFolder(place.run) + place.locate(path);
  const text = `"${prefix}${staged.replaceAll(/["\\$]/g, '_')}${size}"`;
  return { edit: setFirst(occurrence, text), leftOut: null };
}

/** A folder that is not there: what names a file below it fails, as it would with the missing folder that was meant. */
export function missingFolder(run: string): string {
  return `${run}/missing`;
}

/** `Mutex` names a folder, all others a file in one. */
function holdsFolder(path: string, name: string, { isFolder }: StartPlace): boolean {
  return isFolder(name === 'mutex' ? path : posix.dirname(path));
}

function inRun(path: string, name: string, { run }: StartPlace): string {
  return name === 'mutex' ? run : `${run}/${posix.basename(path)}`;
}

/** `Mutex default`, `SSLSessionCache none`, `CacheSocache shmcb`: words of these that are no paths. */
function isPlainPath(name: string, path: string): boolean {
  return !/^mutex$|cache$/.test(name) && !path.includes(':');
}

function setSecond({ file, node }: Occurrence, text: string): StagedEdit {
  const { span } = node.args[1] ?? node.args[0] ?? node.name;
  return { file, edit: { span, text } };
}
