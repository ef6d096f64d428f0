import { afterEach, describe, expect, test } from '@jest/globals';
import { framesOf, isWhole, openBriefStore, runFleet, tracedReader } from '../../src/fleet/index.ts';
import type { FleetTask, TreeStore, TreeSummary, WorkedTree } from '../../src/fleet/index.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import type { TreeReader } from '../../src/model/index.ts';
import { findAllMentions } from '../../src/fleet/mentions.ts';

const stores: TreeStore[] = [];
afterEach(() => stores.splice(0).forEach((store) => store.discard()));

function emptyStore(): TreeStore {
  const store = openBriefStore();
  if (typeof store === 'string') throw new Error(store);
  stores.push(store);
  return store;
}

const SUMMARY: TreeSummary = {
  id: null,
  exitCode: 0,
  failure: null,
  target: { name: '', version: '', why: '' },
  filesRead: 0,
  filesChanged: 0,
  edits: 0,
  findings: { error: 0, warning: 0, info: 0, heldBack: 0 },
  isFor24: false,
  change: '',
  variant: '',
  shared: [],
};

function tasksOf(paths: readonly string[]): FleetTask[] {
  const frames = framesOf(paths);
  return paths.map((path, at) => ({ server: { name: path, path, target: null }, frame: frames[at]! }));
}

/** A migration that follows one Include and looks for one more file: its result is all that it read. */
function readTree(disk: TreeReader, { server, frame }: FleetTask): WorkedTree {
  const { reader, steps, texts } = tracedReader(disk, frame);
  const main = reader.readFile(`${server.path}/httpd.conf`);
  const include = 'text' in main ? /^Include (.*)$/m.exec(main.text)?.[1] : undefined;
  if (include !== undefined) reader.readFile(include.replace(/^@/, server.path));
  reader.kindOf(`${server.path}/absent.conf`);
  reader.readFile('/common/.htaccess');
  const mentions = findAllMentions(texts, frame, true);
  return { summary: { ...SUMMARY, change: texts.join('|') }, mentions, steps: isWhole(steps) ? steps : null };
}

/** Whoever works waits for another to begin, which a busy machine may delay; where none does, not for ever. */
async function turnsUntil(isReached: () => boolean, turns = 1000): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (turns > 0 && !isReached()) await turnsUntil(isReached, turns - 1);
}

async function run(
  files: Readonly<Record<string, string>>,
  names: readonly string[],
  jobs = 1,
  store = emptyStore(),
) {
  const memory = createMemoryReader(files);
  const asked: string[] = [];
  const worked: string[] = [];
  let [atATime, most] = [0, 0];
  const disk: TreeReader = {
    ...memory,
    readFile(path) {
      asked.push(path);
      return memory.readFile(path);
    },
  };
  const results = await runFleet({
    tasks: tasksOf(names.map((name) => `/hosts/${name}`)),
    store,
    jobs,
    disk: () => disk,
    async work(task) {
      worked.push(task.server.name);
      most = Math.max(most, ++atATime);
      await turnsUntil(() => most >= Math.min(jobs, 2));
      atATime--;
      return readTree(memory, task);
    },
    tell() {},
  });
  return { worked, most, asked, changes: results.map(({ summary }) => summary.change) };
}

const tree = (name: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [`/hosts/${name}/${file}`, text]));

describe('equal trees', () => {
  const files = {
    ...tree('a', { 'httpd.conf': 'Include @/x.conf\n', 'x.conf': 'one' }),
    ...tree('b', { 'httpd.conf': 'Include @/x.conf\n', 'x.conf': 'one' }),
    ...tree('c', { 'httpd.conf': 'Include @/x.conf\n', 'x.conf': 'two' }),
    ...tree('d', { 'httpd.conf': 'Include @/x.conf\n', 'x.conf': 'one', 'absent.conf': '' }),
  };

  test.each([1, 2, 8])('are worked on once, with %d jobs, and others each', async (jobs) => {
    const { worked, changes } = await run(files, ['a', 'b', 'c', 'd'], jobs);
    expect(worked.toSorted()).toEqual(['/hosts/a', '/hosts/c', '/hosts/d']);
    expect(changes[0]).toBe(changes[1]);
    expect(changes[2]).not.toBe(changes[0]);
  });

  test('wait for the first of them, while others are worked on, and are not asked again what they have answered', async () => {
    const unlike = { ...files, ...tree('e', { 'httpd.conf': '# another\n' }) };
    const { worked, most, asked } = await run(unlike, ['a', 'b', 'e'], 2);
    expect({ worked, most }).toEqual({ worked: ['/hosts/a', '/hosts/e'], most: 2 });
    expect(asked.filter((path) => path === '/hosts/b/httpd.conf')).toHaveLength(1);
  });

  test('are known in the next run as long as nothing that was read, or found absent, changes', async () => {
    const store = emptyStore();
    await run(files, ['a', 'b', 'c', 'd'], 2, store);
    expect((await run(files, ['a', 'b', 'c', 'd'], 2, store)).worked).toEqual([]);
    const changed = { ...files, '/hosts/b/x.conf': 'three', '/hosts/a/absent.conf': '' };
    expect((await run(changed, ['a', 'b', 'c'], 1, store)).worked).toEqual(['/hosts/b']);
    expect((await run({ ...files, '/common/.htaccess': 'x' }, ['a', 'b'], 1, store)).worked).toEqual([
      '/hosts/a',
    ]);
    expect((await run({ ...files, '/hosts/a/y.conf': 'not read' }, ['a'], 1, store)).worked).toEqual([]);
  });
});

describe('a tree that names a place where one of the servers lies', () => {
  test.each([
    ['its own folder', '<Directory /hosts/a>'],
    ['that of another', '<Directory /hosts/b>'],
    ['it with more slashes', '<Directory /hosts//./a/htdocs>'],
    ['a pattern of it', '<Directory /hosts/*>'],
    ['a pattern for any folder', '<DirectoryMatch "/[ab]/">'],
    ['a file in it', 'Include /hosts/b/x.conf'],
    ['the folder around it', 'Define HOSTS /hosts'],
  ])('is not taken for an equal one: %s', async (_, line) => {
    const text = `${line}\n`;
    const files = {
      ...tree('a', { 'httpd.conf': text, 'x.conf': 'same' }),
      ...tree('b', { 'httpd.conf': text, 'x.conf': 'same' }),
    };
    const { worked } = await run(files, ['a', 'b']);
    expect(worked).toEqual(['/hosts/a', '/hosts/b']);
  });

  test('is taken for it if what it names is neither', async () => {
    const files = {
      ...tree('a', { 'httpd.conf': '<Directory /hosts/shared>\n' }),
      ...tree('b', { 'httpd.conf': '<Directory /hosts/shared>\n' }),
    };
    expect((await run(files, ['a', 'b'])).worked).toEqual(['/hosts/a']);
  });
});

describe('equal trees in different folders', () => {
  const same = { 'httpd.conf': 'Include @/x.conf\n', 'x.conf': 'one' };

  test('are worked on once, and known to a run over one of the folders', async () => {
    const files = {
      ...tree('eu/a', same),
      ...tree('eu/b', same),
      ...tree('us/c', same),
      ...tree('us/d', same),
    };
    const store = emptyStore();
    expect((await run(files, ['eu/a', 'eu/b', 'us/c', 'us/d'], 1, store)).worked).toEqual(['/hosts/eu/a']);
    expect((await run(files, ['eu/a', 'eu/b'], 1, store)).worked).toEqual([]);
  });

  test.each([
    ['one that names the folder around it', { 'httpd.conf': '<Directory /hosts/eu>\n' }],
    ['one that names a server in another', { 'httpd.conf': '<Directory /hosts/us/c>\n' }],
    ['one with a pattern for any folder', { 'httpd.conf': '<DirectoryMatch "/[eu]s/">\n' }],
    ['one that reads what lies beside it', { 'httpd.conf': 'Include @/../common.conf\n' }],
  ])('are not taken for equal: %s', async (_, one) => {
    const files = {
      ...tree('eu/a', one),
      ...tree('us/c', one),
      '/hosts/eu/common.conf': '',
      '/hosts/us/common.conf': '',
    };
    expect((await run(files, ['eu/a', 'us/c'])).worked).toEqual(['/hosts/eu/a', '/hosts/us/c']);
  });

  test('are not taken for equal where one lies deeper', async () => {
    const files = {
      ...tree('eu/a', same),
      ...tree('us/new/c', same),
      ...tree('us/new/d', same),
      ...tree('eu/b', same),
    };
    const { worked } = await run(files, ['eu/a', 'eu/b', 'us/new/c', 'us/new/d']);
    expect(worked).toEqual(['/hosts/eu/a', '/hosts/us/new/c']);
  });
});

test('a line of the list of trees that was cut off is passed over', async () => {
  const store = emptyStore();
  const files = tree('a', { 'httpd.conf': 'Include @/x.conf\n', 'x.conf': 'one' });
  await run(files, ['a'], 1, store);
  const { appendFileSync } = await import('node:fs');
  appendFileSync(`${store.folder}/trees.jsonl`, 'cut {"frame":');
  await run({ ...files, '/hosts/a/x.conf': 'two' }, ['a'], 1, store);
  expect(store.load()).toHaveLength(2);
});
