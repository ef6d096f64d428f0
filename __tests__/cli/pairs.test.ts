import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { makeFolder, snapshot } from '../output/tree-on-disk.ts';
import { PROGRAM, rejectStaleBuild, runProgram } from './run-program.ts';
import { writeFiles } from './temp-tree.ts';
import { byEffort } from '../effort.ts';

/** Pairs of each kind. */
const PAIRS = byEffort({ sample: 1, ci: 3, all: 50 });

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

async function start(place: Place, words: readonly string[]): Promise<number | null> {
  return (await startAndListen(place, words)).code;
}

/** What it says on stderr, too. */
function startAndListen(
  { folder, state }: Place,
  words: readonly string[],
): Promise<{ code: number | null; said: string }> {
  const env = { PATH: process.env['PATH'], XDG_STATE_HOME: state };
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })));
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

/** How a pair ended; `left`: so many files could not be put back, for which the run stays pending. */
type Ended = Readonly<Record<string, unknown>> & { readonly left?: number };

async function eachPair(work: (pair: number, place: Place) => Promise<Ended>): Promise<void> {
  const seen = new Map<string, number>();
  const pairs = Array.from({ length: PAIRS }, (_, pair) => pair);
  await inTurn(pairs, async (pair) => {
    const place = makeServer();
    const ended = await work(pair, place);
    const key = JSON.stringify(ended);
    seen.set(key, (seen.get(key) ?? 0) + 1);
    expect(pending(place)).toHaveLength((ended.left ?? 0) > 0 ? 1 : 0);
    fs.rmSync(join(place.folder, '..'), { recursive: true });
  });
  if (PAIRS > 10) console.log(Object.fromEntries(seen));
}

function isToldOf(name: string, said: string): boolean {
  return said.split('\n').some((text) => text.includes(`/${name}`) && text.includes('could not be put back'));
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
  });

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
  });

  test('two undos: one gives all back', async () => {
    await eachPair(async (pair, place) => {
      run(place, WRITE);
      const first = start(place, UNDO);
      await wait(delay(pair) / 8);
      const codes = [await start(place, UNDO), await first].toSorted();
      expect({ pair, codes, tree: whole(place) }).toEqual({ pair, codes: [0, 2], tree: 'old' });
      return { codes };
    });
  });

  test('a write and somebody who adds a line to each file: no line is lost, and what could not be put back is told', async () => {
    await eachPair(async (pair, place) => {
      const write = startAndListen(place, WRITE);
      await wait(delay(pair));
      const line = `# by hand ${pair}\n`;
      await inTurn(Object.keys(FILES), (name) => {
        fs.appendFileSync(join(place.folder, name), line);
        return wait(2);
      });
      const { code, said } = await write;
      const now = contents(place);
      const lost = Object.keys(FILES).filter((name) => !now[name]!.endsWith(line));
      expect({ pair, lost }).toEqual({ pair, lost: [] });
      const isNew = (name: string): boolean => now[name]!.replace(line, '') === made[name];
      const isOld = (name: string): boolean => now[name]!.replace(line, '') === old[name];
      // A line that came to a file behind its switch, while one that came before it to another file has the write taken back.
      const left = Object.keys(FILES).filter((name) => code !== 0 && !isOld(name));
      const untold = left.filter((name) => !isNew(name) || !isToldOf(name, said));
      expect({ pair, code, untold, said: untold.length === 0 ? '' : said }).toEqual({
        pair,
        code,
        untold: [],
        said: '',
      });
      if (code === 0) expect(Object.keys(FILES).filter((name) => !isNew(name))).toEqual([]);
      return { code, left: left.length };
    });
  });
});
