import { appendFileSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { digest } from '../../fleet/index.ts';
import type { ServerOutcome, TreeSummary } from '../../fleet/index.ts';
import { describeError } from '../../output/index.ts';
import { printable } from '../../report/index.ts';
import type { PatchSet } from '../../patch/index.ts';

/** What a server's tree has when it is written: paths with digests of their texts, or with what links lead to; null for what is gone. */
export type WrittenState = readonly (readonly [path: string, state: string | null])[];

/** A server that a run has begun to write, or has written. */
export interface LoggedServer {
  /** The server's place; each has at most one end. */
  readonly path: string;
  readonly state: WrittenState;
  /** What was changed, by the names of before. */
  readonly changed: readonly string[];
  readonly summary: TreeSummary;
  /** By which it can be taken back; null if it is not known to be written. */
  readonly run: string | null;
  /** Null: begun, and not known to be ended. */
  readonly end: Pick<ServerOutcome, 'exitCode' | 'failure' | 'written'> | null;
}

/** A server that a run is about to write. */
export interface PlannedServer {
  readonly path: string;
  readonly summary: TreeSummary;
}

/**
 * What a run that writes many servers has done so far. A run that was killed is taken up by the same command: what it had written is told as it
 * would have told it. Gone when everything was said.
 */
export interface RunLog {
  readonly before: ReadonlyMap<string, LoggedServer>;
  /** What was found out of each server before the first one was written, by its place: files that they share are others since. */
  readonly planned: ReadonlyMap<string, TreeSummary>;
  /** Before the first one is written. Why that can't be kept, or null: nothing may be written then. */
  plan(servers: readonly PlannedServer[]): string | null;
  /** The same of one server: what is not kept could not be taken up. */
  add(server: LoggedServer): string | null;
  close(): void;
}

/** Or a sentence about why it can't be kept. */
export function openRunLog(file: string): RunLog | string {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  } catch (error) {
    return notKept(file, error);
  }
  const before = new Map<string, LoggedServer>();
  const planned = new Map<string, TreeSummary>();
  for (const line of textOf(file).split('\n')) {
    const at = line.indexOf(' ');
    const json = line.slice(at + 1);
    if (at <= 0 || digest(json) !== line.slice(0, at)) continue;
    const server = JSON.parse(json) as LoggedServer | PlannedServer;
    if ('state' in server) before.set(server.path, server);
    else planned.set(server.path, server.summary);
  }
  const append = (servers: readonly object[]): string | null => {
    const lines = servers.map((server) => JSON.stringify(server));
    const text = lines.map((json) => `\n${digest(json)} ${json}\n`).join('');
    try {
      if (text !== '') appendFileSync(file, text, { mode: 0o600 });
      return null;
    } catch (error) {
      return notKept(file, error);
    }
  };
  return {
    before,
    planned,
    plan: append,
    add: (server) => append([server]),
    close: () => rmSync(file, { force: true }),
  };
}

function notKept(file: string, error: unknown): string {
  return `${describeError(error)}: what is written can't be noted in ${printable(file)}, so nothing is`;
}

export function writtenState({ files, links }: PatchSet): WrittenState {
  return [
    ...files.map((file) => [file.newPath, digest(file.after)] as const),
    ...links.map((link) => [link.path, link.type === 'link' ? `-> ${link.target}` : null] as const),
  ];
}

/** Whether the tree is as it was when it had been written. */
export function isAsWritten(state: WrittenState): boolean {
  return state.every(([path, wanted]) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return wanted === null;
    const found = stat.isSymbolicLink() ? `-> ${readlinkSync(path)}` : digest(textOf(path));
    return found === wanted;
  });
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
