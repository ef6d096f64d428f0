import { hash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { framesOf, tracedReader } from '../../src/fleet/index.ts';
import type { Frame } from '../../src/fleet/index.ts';
import { TraceTree } from '../../src/fleet/trace-tree.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import type { TreeReader } from '../../src/model/index.ts';

/** What lies at a place: a text, a link to it, or an empty folder. */
type Place = { readonly text: string } | { readonly link: string } | null;
type Tree = ReadonlyMap<string, Place>;

const PLACES = ['httpd.conf', 'a', 'b', 'b/a', 'b/b', 'b/a/b'];
const LINKS = ['b', 'b/a', '/common/b', '.'];
/** Asked for besides. */
const BEHIND = ['a/a', 'a/b', 'a/a/b'];

const place: fc.Arbitrary<Place> = fc.oneof(
  fc.constantFrom('1', '2').map((text) => ({ text })),
  fc.constantFrom(...LINKS).map((link) => ({ link })),
  fc.constant(null),
);
const tree: fc.Arbitrary<Tree> = fc
  .array(fc.tuple(fc.constantFrom(...PLACES), place), { maxLength: 6 })
  .map((pairs) => new Map(pairs));

function diskOf(servers: Readonly<Record<string, Tree>>, common: Tree): TreeReader {
  const files: Record<string, string> = {};
  const links: Record<string, string> = {};
  const folders = Object.entries(servers).map(([name, each]) => [`/hosts/${name}`, each] as const);
  for (const [folder, each] of [...folders, ['/common', common] as const]) {
    files[`${folder}/`] = '';
    for (const [name, what] of each) {
      // Nothing lies in what is no folder.
      if ([...each].some(([other, its]) => its !== null && name.startsWith(`${other}/`))) continue;
      if (what === null) files[`${folder}/${name}/`] = '';
      else if ('text' in what) files[`${folder}/${name}`] = what.text;
      else links[`${folder}/${name}`] = what.link;
    }
  }
  return createMemoryReader(files, links);
}

/** A migration of sorts: what it asks next hangs on all that it was answered. Its result is all answers. */
function ask(reader: TreeReader, { folder }: Frame, seed: number): string {
  const answers: string[] = [];
  for (let at = 0; at < 12; at++) {
    const random = Number.parseInt(hash('sha1', `${seed} ${answers.join('\n')}`).slice(0, 8), 16);
    const paths = [...PLACES, ...BEHIND, '..'].flatMap((name) => [`${folder}/${name}`, `/common/${name}`]);
    const path = paths[(random >>> 3) % paths.length]!.replace(/\/\.\.$/, '');
    const answer = [
      () => reader.readFile(path),
      () => reader.readStart(path, 1),
      () => reader.list(path),
      () => reader.realPath(path),
      () => reader.kindOf(path),
      () => reader.readLink(path),
    ][random % 6]!();
    answers.push(JSON.stringify(answer).replaceAll(folder, '@'));
  }
  return answers.join('\n');
}

test('a tree that is taken for a known one would have given all the same answers', () => {
  let known = 0;
  fc.assert(
    fc.property(tree, tree, tree, tree, fc.nat(), (one, change, common, later, seed) => {
      const frames = framesOf(['/hosts/one', '/hosts/two']);
      const before = diskOf({ one, two: one }, common);
      const { reader, steps } = tracedReader(before, frames[0]!);
      const value = ask(reader, frames[0]!, seed);
      const trees = new TraceTree<string>();
      const nothing = { names: [], isPattern: false };
      trees.add(frames[0]!, '', steps, {
        value,
        mentions: { ...nothing, outer: nothing },
        folder: '/hosts/one',
      });
      expect(trees.find(frames[1]!, '', before)).toEqual({ type: 'known', value });
      const changed = new Map([...one, ...[...change].slice(0, 1)]);
      const after = diskOf({ one, two: changed }, new Map([...common, ...[...later].slice(0, 1)]));
      const found = trees.find(frames[1]!, '', after);
      if (found.type !== 'known') return;
      known++;
      expect(ask(after, frames[1]!, seed)).toBe(value);
    }),
    { numRuns: 5000 },
  );
  // Else nothing was shown.
  expect(known).toBeGreaterThan(100);
});
