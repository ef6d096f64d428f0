import { describe, expect, test } from '@jest/globals';
import { KNOWS_ONLY, RANK, RANK_WITHIN } from './rooms.ts';
import { unusedExports } from './exports.ts';
import { importsOf, sourceFiles, textOf } from './source-imports.ts';
import type { SourceImport } from './source-imports.ts';

/** Who may ask the operating system for anything. */
const MAY_DO_IO =
  /^src\/(?:cli|configtest|output|testing)\/|^src\/model\/reader\/disk\/|^src\/fleet\/store\.ts$|^src\/target\/(?:probe|server-program|module-files)\.ts$/;
const IO_MODULES =
  /^(?:node:)?(?:fs|child_process|net|http|https|http2|dgram|dns|tls|worker_threads|cluster|readline|tty)(?:\/|$)/;
/** `isIPv4` and `isIPv6` are all that is taken from it. */
const HARMLESS: readonly string[] = ['src/access/policy/subnet.ts imports node:net'];
const PACKAGES: Readonly<Record<string, RegExp>> = {
  yargs: /^src\/cli\/arguments\/(?:parse-command-line|option-table)\.ts$/,
  re2js: /^src\/pattern\/compile-pattern\.ts$/,
  'jsonc-parser': /^src\/cli\/settings\/read-settings\.ts$/,
};

const files = [...sourceFiles('src'), ...sourceFiles('transforms')];
const imports = files.flatMap(importsOf);
const inside = imports.filter(({ to }) => to.endsWith('.ts'));
const outside = imports.filter(({ to }) => !to.endsWith('.ts') && !to.endsWith('.json'));

describe('the rooms', () => {
  test('there is something to look at, and no room that the table does not know', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(inside.length).toBeGreaterThan(100);
    expect([...new Set(files.map(roomOf))].filter((room) => RANK[room] === undefined)).toEqual([]);
  });

  test('import one way: down', () => {
    const wrong = inside.filter((one) => isBetweenRooms(one) && !isDownward(one));
    expect(wrong.map(show)).toEqual([]);
  });

  test('are entered through their index.ts', () => {
    const wrong = inside.filter(
      (one) => isBetweenRooms(one) && !/^(?:src\/[^/]+|transforms)\/index\.ts$/.test(one.to),
    );
    expect(wrong.map(show)).toEqual([]);
  });

  test.each(Object.keys(RANK_WITHIN))('have an order of their own, one way too: %s', (room) => {
    const own = inside.filter(({ from, to }) => roomOf(from) === room && roomOf(to) === room);
    expect(own.length).toBeGreaterThan(50);
    expect(own.filter((one) => !isDownwardWithin(one)).map(show)).toEqual([]);
  });

  test('open their index.ts with what lives there and what it promises', () => {
    const indexes = files.filter((file) => /^src\/[^/]+\/index\.ts$/.test(file));
    expect(indexes.filter((file) => !opensWithComment(file))).toEqual([]);
  });
});

describe('the outside world', () => {
  test('is asked only by cli, configtest, output, the disk reader and the probe', () => {
    const wrong = outside.filter(({ from, to }) => IO_MODULES.test(to) && !MAY_DO_IO.test(from));
    expect(wrong.map(show).filter((line) => !HARMLESS.includes(line))).toEqual([]);
  });

  test('packages are known to one place each', () => {
    const wrong = outside.filter(({ from, to }) => !to.startsWith('node:') && !PACKAGES[to]?.test(from));
    expect(wrong.map(show)).toEqual([]);
  });

  test('yargs costs nothing before it is needed', () => {
    const wrong = outside.filter(({ to, isType, isLazy }) => to === 'yargs' && !isType && !isLazy);
    expect(wrong.map(show)).toEqual([]);
  });
});

describe('the files', () => {
  test('give nothing to others that nobody takes', () => {
    const unused = unusedExports(['src/index.ts', 'src/cli/start.ts']);
    expect(unused.map(({ file, name }) => `${file} ${name}`)).toEqual([]);
  });

  test('never import each other in a circle', () => {
    expect(findCycle(inside.filter(({ isType }) => !isType))).toBeNull();
  });
});

function roomOf(file: string): string {
  const [top, room, rest] = file.split('/');
  if (top === 'transforms') return 'transforms';
  return rest === undefined ? 'library' : (room ?? '');
}

function isBetweenRooms({ from, to }: SourceImport): boolean {
  return roomOf(from) !== roomOf(to);
}

function isDownward({ from, to }: SourceImport): boolean {
  const known = KNOWS_ONLY[roomOf(from)];
  if (known !== undefined && !known.includes(roomOf(to))) return false;
  return (RANK[roomOf(from)] ?? -1) > (RANK[roomOf(to)] ?? Infinity);
}

/** Within one folder, and among files that have no height, circles alone are forbidden. */
function isDownwardWithin({ from, to }: SourceImport): boolean {
  const [above, below] = [placeOf(from), placeOf(to)];
  const ranks = RANK_WITHIN[roomOf(from)] ?? {};
  const [high, low] = [ranks[above] ?? 0, ranks[below] ?? 0];
  return above === below || high > low || (high === 0 && low === 0);
}

/** The folder, or the file beside folders, of a room. */
function placeOf(file: string): string {
  return file.split('/')[2] ?? '';
}

function show({ from, to }: SourceImport): string {
  return `${from} imports ${to}`;
}

function opensWithComment(file: string): boolean {
  return textOf(file).startsWith('// ');
}

/** The files of a circle of imports, in order; null if there is none. */
function findCycle(edges: readonly SourceImport[]): string[] | null {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const way: string[] = [];
  const walk = (file: string): string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    way.push(file);
    for (const imported of next.get(file) ?? []) {
      const cycle = walk(imported);
      if (cycle !== null) return cycle;
    }
    way.pop();
    done.add(file);
    return null;
  };
  for (const file of next.keys()) {
    const cycle = walk(file);
    if (cycle !== null) return cycle;
  }
  return null;
}
