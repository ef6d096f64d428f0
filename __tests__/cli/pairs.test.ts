import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { makeFolder, snapshot } from '../output/tree-on-disk.ts';
import { PROGRAM, rejectStaleBuild, runProgram } from './run-program.ts';
import { writeFiles } from './temp-tree.ts';

/** Pairs of each kind; FAULTS=all: two hundred in all. */
const PAIRS = process.env['FAULTS'] === 'all' ? 50 : 3;

const FILES: Readonly<Record<string, string>> = Object.fromEntries([
  ['httpd.conf', 'ServerRoot "/etc/httpd"\nListen 80\nInclude conf.d/*.conf\nInclude more.d/*.conf\n'],
  ...Array.from({ length: 40 }, (_, at) => [
    `${at % 2 === 0 ? 'conf.d' : 'more.d'}/${at}.conf`,
    `<VirtualHost *:${8000 + at}>\n  <Directory /srv/${at}>\n    Order allow,deny\n    Allow from all\n  </Directory>\n</VirtualHost>\n`,
  ]),
]);

let root: string;
let old: Tree;
let made: Tree;
beforeAll(() => {
  rejectStaleBuild();
  root = makeFolder();
  const place = makeServer();
  old = contents(place);
  expect(run(place, WRITE)).toBe(0);
  made = contents(place);
  expect(Object.keys(made)).toEqual(Object.keys(old));
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

type Tree = Record<string, string>;

interface Place {
  readonly folder: string;
  readonly state: string;
}

const WRITE = ['.', '--write', '--quiet'];
const UNDO = ['undo', '.', '--quiet'];

let places = 0;

function makeServer(): Place {
  const base = join(root, String(places++));
  writeFiles(join(base, 'server'), FILES);
  return { folder: join(base, 'server'), state: join(base, 'state') };
}

function run({ folder, state }: Place, words: readonly string[]): number | null {
  return runProgram(words, { folder, env: { XDG_STATE_HOME: state } }).exitCode;
}

function start({ folder, state }: Place, words: readonly string[]): Promise<number | null> {
  const env = { PATH: process.env['PATH'], XDG_STATE_HOME: state };
  const child = spawn(process.execPath, [PROGRAM, ...words], { cwd: folder, env, stdio: 'ignore' });
  return new Promise((resolve) => child.on('close', resolve));
}

/** Bytes by name, locks and all that should not be there included. */
function contents({ folder }: Place): Tree {
  return Object.fromEntries(
    Object.entries(snapshot(folder)).map(([name, facts]) => [name, facts.replace(/^\S+ \S+ \d+ /, '')]),
  );
}

function pending({ state }: Place): string[] {
  return fs.readdirSync(join(state, 'httpd-codemod/pending'));
}

/** From nothing to more than a run takes, so that over many pairs every moment meets every other. */
function delay(pair: number): number {
  return (pair % 10) * 45;
}

function whole(place: Place): 'old' | 'new' | 'mixed' {
  const now = JSON.stringify(contents(place));
  return now === JSON.stringify(old) ? 'old' : now === JSON.stringify(made) ? 'new' : 'mixed';
}

function inTurn<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<unknown> {
  return items.reduce<Promise<unknown>>((before, item) => before.then(() => work(item)), Promise.resolve());
}

async function eachPair(work: (pair: number, place: Place) => Promise<object>): Promise<void> {
  const seen = new Map<string, number>();
  const pairs = Array.from({ length: PAIRS }, (_, pair) => pair);
  await inTurn(pairs, async (pair) => {
    const place = makeServer();
    const ended = JSON.stringify(await work(pair, place));
    seen.set(ended, (seen.get(ended) ?? 0) + 1);
    expect(pending(place)).toEqual([]);
    fs.rmSync(join(place.folder, '..'), { recursive: true });
  });
  if (PAIRS > 10) console.log(Object.fromEntries(seen));
}

describe('two at once on one tree', () => {
  test('two writes: one writes, the other stands back or has nothing to do', async () => {
    await eachPair(async (pair, place) => {
      const first = start(place, WRITE);
      await wait(delay(pair) / 5);
      const codes = [await start(place, WRITE), await first].toSorted();
      expect([
        [0, 0],
        [0, 2],
      ]).toContainEqual(codes);
      expect({ pair, tree: whole(place) }).toEqual({ pair, tree: 'new' });
      return { codes };
    });
  }, 600_000);

  test('a write and an undo: the one or the other is last', async () => {
    await eachPair(async (pair, place) => {
      run(place, WRITE);
      const undo = start(place, UNDO);
      await wait(delay(pair) / 3);
      const write = await start(place, WRITE);
      const codes = { write, undo: await undo };
      const tree = whole(place);
      expect({ pair, tree }).not.toEqual({ pair, tree: 'mixed' });
      return { ...codes, tree };
    });
  }, 600_000);

  test('two undos: one gives all back', async () => {
    await eachPair(async (pair, place) => {
      run(place, WRITE);
      const first = start(place, UNDO);
      await wait(delay(pair) / 8);
      const codes = [await start(place, UNDO), await first].toSorted();
      expect({ pair, codes, tree: whole(place) }).toEqual({ pair, codes: [0, 2], tree: 'old' });
      return { codes };
    });
  }, 600_000);

  test('a write and somebody who adds a line to each file: no line is lost, and no file of ours is torn', async () => {
    await eachPair(async (pair, place) => {
      const write = start(place, WRITE);
      await wait(delay(pair));
      await inTurn(Object.keys(FILES), (name) => {
        fs.appendFileSync(join(place.folder, name), `# by hand ${pair}\n`);
        return wait(2);
      });
      const code = await write;
      const now = contents(place);
      const line = `# by hand ${pair}\n`;
      const lost = Object.keys(FILES).filter((name) => !now[name]!.endsWith(line));
      expect({ pair, lost }).toEqual({ pair, lost: [] });
      const trees = Object.fromEntries(
        Object.entries(now).map(([name, text]) => [name, text.replace(line, '')]),
      );
      const tree =
        JSON.stringify(trees) === JSON.stringify(old)
          ? 'old'
          : JSON.stringify(trees) === JSON.stringify(made)
            ? 'new'
            : 'mixed';
      expect({ pair, code, tree }).toEqual({ pair, code, tree: code === 0 ? 'new' : 'old' });
      return { code, tree };
    });
  }, 600_000);
});
