import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exactSnapshot, makeFolderInMemory, snapshot } from '../output/tree-on-disk.ts';
import { PROJECT, rejectStaleBuild, runProgram } from './run-program.ts';
import { canTrace, runFailingFrom, runWithFault, tracePoints } from './traced-run.ts';
import type { Point, Traced } from './traced-run.ts';
import { byEffort, EFFORT } from '../effort.ts';

// The built program, stopped or failed by strace at the system calls that change files, one after another. All of them
// if EFFORT=all, which takes half an hour; else some.
const ALL = EFFORT === 'all';
const TRIALS = byEffort({ sample: 2, ci: 8, all: Infinity });
const CODES = ALL ? ['ENOSPC', 'EIO', 'EACCES', 'EROFS', 'EMFILE', 'EINTR'] : ['ENOSPC'];

const SERVER = join(PROJECT, '__fixtures__/transforms/load-needed-modules/mods-enabled-links/input');

let root: string;
beforeAll(() => {
  rejectStaleBuild();
  root = makeFolderInMemory();
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const write = (place: Place): Traced => ({
  ...place,
  words: ['.', '--write', '--target', 'debian', '--quiet'],
});
const undo = (place: Place): Traced => ({ ...place, words: ['undo', '.'] });

interface Place {
  readonly folder: string;
  readonly state: string;
}

let places = 0;

/** A server of Debian's: files, links to them that are read, links to be made, a file with two names. */
function makeServer(): Place {
  const base = join(root, String(places++));
  const folder = join(base, 'apache2');
  fs.cpSync(SERVER, folder, { recursive: true, verbatimSymlinks: true });
  fs.linkSync(join(folder, 'sites-available/default'), join(folder, 'sites-available/default.bak'));
  fs.chmodSync(join(folder, 'sites-available/default'), 0o640);
  for (const name of ['apache2.conf', 'sites-available/default'])
    fs.utimesSync(join(folder, name), 1_000_000, 1_000_000);
  return { folder, state: join(base, 'state') };
}

function run({ folder, state, words }: Traced) {
  return runProgram(words, { folder, env: { XDG_STATE_HOME: state } });
}

function makeWritten(): Place {
  const place = makeServer();
  expect(run(write(place)).exitCode).toBe(0);
  return place;
}

function some(points: readonly Point[]): Point[] {
  const step = Math.max(1, Math.ceil(points.length / TRIALS));
  return points.filter((_, at) => at % step === 0);
}

/** Old tree or new; or one in between, of which the next command tells, and undo takes it back, locks and all. */
function judge(place: Place, old: Tree, made: Tree, context: object): 'old' | 'new' | 'mixed' {
  const exact = exactSnapshot(place.folder);
  if (isSame(exact, old)) return 'old';
  const isOld = isSame(withoutLocks(exact), withoutLocks(old));
  const isNew = isSame(withoutLocks(snapshot(place.folder)), withoutLocks(made));
  if (!isOld && !isNew) {
    expect({ ...context, told: run({ ...place, words: ['.'] }).stderr }).toEqual(asksToUndo(context));
  }
  const undone = run(undo(place));
  const end = { code: undone.exitCode, said: undone.stderr, tree: exactSnapshot(place.folder) };
  expect({ ...context, ...end }).toEqual({ ...context, code: 0, said: '', tree: old });
  return isOld ? 'old' : isNew ? 'new' : 'mixed';
}

type Tree = Record<string, string>;

function isSame(one: Tree, other: Tree): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function withoutLocks(tree: Tree): Tree {
  const kept = Object.entries(tree).filter(([name]) => !name.includes('.httpd-codemod'));
  // Nor the number of names, which a file has more of while it is kept.
  return Object.fromEntries(kept.map(([name, facts]) => [name, facts.replace(/(\d+:\d+) \d+ /, '$1 ')]));
}

function asksToUndo(context: object): object {
  return { ...context, told: expect.stringContaining('httpd-codemod undo . ') };
}

/** Who was not killed says what has become of the tree. */
function honest(work: (place: Place) => Traced, context: object, exitCode: number): object {
  const [done, refused] = work === undo ? ['old', 'new'] : ['new', 'old'];
  return { ...context, exitCode, found: exitCode === 2 ? refused : done };
}

const traced = canTrace() ? describe : describe.skip;

traced('the program, stopped or failed at a system call', () => {
  let pointsOfWrite: Point[];
  beforeAll(() => {
    pointsOfWrite = tracePoints(write(makeServer()));
  });

  test.each([
    ['a write', write],
    ['an undo', undo],
  ])('in %s', (name, work) => {
    const made = snapshot(makeWritten().folder);
    const points = work === write ? pointsOfWrite : tracePoints(undo(makeWritten()));
    expect(points.length).toBeGreaterThan(60);
    const counts = { points: 0, old: 0, new: 0, mixed: 0 };
    for (const fault of ['signal=KILL', ...CODES.map((code) => `error=${code}`)]) {
      for (const point of some(points)) {
        const place = makeServer();
        const old = exactSnapshot(place.folder);
        if (work === undo) run(write(place));
        const context = { name, fault, ...point };
        const exitCode = runWithFault(work(place), point, fault);
        counts.points++;
        const found = judge(place, old, made, { ...context, exitCode });
        counts[found]++;
        if (exitCode !== null)
          expect({ ...context, exitCode, found }).toEqual(honest(work, context, exitCode));
        fs.rmSync(join(place.folder, '..'), { recursive: true });
      }
    }
    if (ALL) console.log(name, counts);
  });

  test('where no file can be put back either, it says what to type when the disk works again', () => {
    const place = makeServer();
    const old = exactSnapshot(place.folder);
    const renames = pointsOfWrite.filter(({ call }) => call === 'rename');
    const { exitCode, stderr } = runFailingFrom(write(place), renames.at(-2)!);
    expect(withoutLocks(exactSnapshot(place.folder))).not.toEqual(withoutLocks(old));
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(
        /could not be put back: the disk failed \(EIO\)\nhttpd-codemod: writing failed half way, and not all files could be put back\. Correct what is named above, then type\n {2}httpd-codemod undo \. {2}to have all files as they were\n$/,
      ),
    ]);
    expect(run(undo(place)).exitCode).toBe(0);
    expect(exactSnapshot(place.folder)).toEqual(old);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
    '%s while files change: that is brought to its end',
    (signal) => {
      const made = snapshot(makeWritten().folder);
      const place = makeServer();
      const point = pointsOfWrite.findLast(({ call }) => call === 'rename')!;
      const earlier = { ...point, number: point.number - 2 };
      expect(runWithFault(write(place), earlier, `signal=${signal}`)).toBeNull();
      expect(snapshot(place.folder)).toEqual(made);
      expect(run(undo(place)).exitCode).toBe(0);
    },
  );
});
