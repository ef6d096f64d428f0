import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { makeFolder } from '../output/tree-on-disk.ts';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { canTrace, runWithPauses, tracePathPoints } from './traced-run.ts';
import type { Point, Traced } from './traced-run.ts';
import { byEffort, EFFORT, someOf } from '../effort.ts';

// A tenant's folder becomes a link, to a folder of root's that looks the same, between two system calls of the built program: each
// two of those that are made by a path, if EFFORT=all, which takes half an hour; else some. (__tests__/output/exchanged-folders.test.ts has
// it between the calls of the room.)
const ALL = EFFORT === 'all';
const TRIALS = byEffort({ sample: 1, ci: 4, all: Infinity });

const OLD = 'Order allow,deny\nAllow from all\n';
const SECRET = 'hunter2-KEEP-OUT';
const NAMES = ['.htaccess', 'a/.htaccess', 'b/.htaccess'];
const TENANT = 12345;

interface Scene {
  readonly base: string;
  readonly traced: (words: readonly string[]) => Traced;
  /** The tenant's folder, and the link to `outside` that he has ready. */
  readonly site: string;
  readonly link: string;
  readonly outside: string;
}

let root: string;
let scenes = 0;
beforeAll(() => {
  rejectStaleBuild();
  root = makeFolder();
  fs.chmodSync(root, 0o755);
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

/** @param text what the files outside hold */
function makeScene(text = OLD): Scene {
  const base = join(root, String(scenes++));
  const [site, outside, link] = [join(base, 'www/site'), join(base, 'outside'), join(base, 'link')];
  for (const folder of [site, outside]) {
    for (const name of ['a', 'b']) fs.mkdirSync(join(folder, name), { recursive: true });
    for (const name of NAMES)
      fs.writeFileSync(join(folder, name), folder === site ? OLD : text, {
        mode: folder === site ? 0o644 : 0o600,
      });
  }
  fs.symlinkSync(outside, link);
  // Whoever reads a file outside now changes its time of access.
  for (const name of NAMES) fs.utimesSync(join(outside, name), 1_000_000, 1_000_000);
  for (const path of [join(base, 'www'), site, link, ...NAMES.map((name) => join(site, name))]) own(path);
  const traced = (words: readonly string[]): Traced => ({
    folder: join(base, 'www'),
    state: join(base, 'state'),
    words,
  });
  return { base, traced, site, link, outside };
}

function own(path: string): void {
  if (process.getuid?.() === 0) fs.lchownSync(path, TENANT, TENANT);
}

function exchange({ base, site, link }: Scene): void {
  fs.renameSync(site, join(base, 'away'));
  fs.renameSync(link, site);
}

function putBack({ base, site, link }: Scene): void {
  if (!fs.lstatSync(site).isSymbolicLink()) return;
  fs.renameSync(site, link);
  fs.renameSync(join(base, 'away'), site);
}

/** What would tell of a change, be it one that was taken back, and of a file that was read. */
function facts({ outside }: Scene, isReadToo: boolean): string[] {
  const names = fs.readdirSync(outside, { recursive: true, encoding: 'utf8' }).toSorted();
  return ['.', ...names].map((name) => {
    const stat = fs.lstatSync(join(outside, name));
    const { ino, mode, uid, nlink, mtimeMs, ctimeMs } = stat;
    return [
      name,
      ino,
      mode,
      uid,
      nlink,
      mtimeMs,
      ctimeMs,
      isReadToo && stat.isFile() ? stat.atimeMs : '',
    ].join(' ');
  });
}

function texts({ site }: Scene): Set<string> {
  return new Set(NAMES.map((name) => fs.readFileSync(join(site, name), 'latin1')));
}

function run({ traced }: Scene, words: readonly string[]) {
  const { folder, state } = traced([]);
  return runProgram(words, { folder, env: { XDG_STATE_HOME: state } });
}

const WRITE = ['.', '--write', '--format', 'diff'];
const UNDO = ['undo', '.', '--quiet'];
const WORKS: readonly (readonly [string, readonly string[], (scene: Scene) => unknown])[] = [
  ['a write', WRITE, () => {}],
  ['an undo', UNDO, (scene) => expect(run(scene, WRITE).exitCode).toBe(0)],
];

const traced = canTrace() ? describe : describe.skip;

traced.each(WORKS)('a folder that becomes a link between two system calls of %s', (name, words, prepare) => {
  let points: ReturnType<typeof tracePathPoints>;
  beforeAll(() => {
    const model = makeScene();
    prepare(model);
    points = tracePathPoints(model.traced(words));
  });

  test.each(someOf([true, false], 2))(
    '(for good: %s): nothing outside is touched or seen, and all is old or all is new',
    async (stays) => {
      const { reading, writing } = points;
      expect(writing.length).toBeGreaterThan(100);
      const counts = { reading: 0, writing: 0, unpaused: 0, done: 0, refused: 0, unfinished: 0 };
      for (const [all, phase] of [
        [reading, 'reading'],
        [writing, 'writing'],
      ] as const) {
        const step = Math.max(1, Math.ceil(all.length / TRIALS));
        for (let at = 0; at < all.length - 1; at += step) {
          counts[phase]++;
          const where = all.slice(at, at + (stays ? 1 : 2));
          // oxlint-disable-next-line no-await-in-loop -- each takes a processor
          counts[await pausedAttempt({ words, prepare, points: where, isWriting: phase === 'writing' })]++;
        }
      }
      if (ALL) console.log(name, stays ? 'for good' : 'for one call', counts);
      expect(counts.unpaused).toBe(0);
      expect(stays ? counts.refused : counts.done).toBeGreaterThan(0);
    },
  );
});

interface Attempt {
  readonly words: readonly string[];
  readonly prepare: (scene: Scene) => unknown;
  /** Behind the first call the folder is exchanged, behind the second, if there is one, put back. */
  readonly points: readonly Point[];
  readonly isWriting: boolean;
}

/** Runs differ by a call or two that node itself makes: one that ended before its point is made again. */
async function pausedAttempt(made: Attempt, tries = 3): Promise<Outcome> {
  const outcome = await attempt(made);
  return outcome === 'unpaused' && tries > 1 ? pausedAttempt(made, tries - 1) : outcome;
}

type Outcome = 'unpaused' | 'done' | 'refused' | 'unfinished';

/**
 * One run. What is to be written is taken for the right one if what lies outside looks the same. What is read may be something else,
 * and must then not be seen; that it was read (where it lies is known when it is open) can be.
 */
async function attempt({ words, prepare, points, isWriting }: Attempt): Promise<Outcome> {
  const scene = makeScene(isWriting ? OLD : `Require user ${SECRET}\n`);
  prepare(scene);
  const before = facts(scene, isWriting);
  const { exitCode, pauses, printed } = await runWithPauses(scene.traced(words), points, (pause) =>
    pause === 0 ? exchange(scene) : putBack(scene),
  );
  putBack(scene);
  const context = { points, exitCode };
  expect({ ...context, outside: facts(scene, isWriting), leaks: printed.includes(SECRET) }).toEqual({
    ...context,
    outside: before,
    leaks: false,
  });
  const isWhole = texts(scene).size === 1;
  // Who exchanges a folder while it is read may be left out.
  if (isWriting && !isWhole) {
    expect({ ...context, told: run(scene, ['.']).stderr }).toEqual({
      ...context,
      told: expect.stringContaining('undo .'),
    });
  }
  const { stderr } = run(scene, UNDO);
  expect({ ...context, stderr, texts: texts(scene) }).toEqual({ ...context, stderr, texts: new Set([OLD]) });
  fs.rmSync(scene.base, { recursive: true });
  if (pauses === 0) return 'unpaused';
  if (exitCode === 0) return 'done';
  return isWhole ? 'refused' : 'unfinished';
}
