import { expect, test } from '@jest/globals';
import { buildPatchSet, editPatch, renamePatch, startPatch } from '../../src/patch/index.ts';

const by = { transform: 'one', title: 'Change it' };

test('holds what changes, in path order', () => {
  const same = startPatch('/c', 'text', null);
  const edited = editPatch(startPatch('/b', 'text', null), [{ span: { start: 0, end: 1 }, text: 'T', by }]);
  const renamed = renamePatch(startPatch('/B', 'text', null), '/B.conf');
  const undone = editPatch(
    editPatch(startPatch('/a', 'text', null), [{ span: { start: 0, end: 4 }, text: '', by }]),
    [{ span: { start: 0, end: 0 }, text: 'text', by }],
  );
  const links = [
    { type: 'unlink', path: '/z', by },
    { type: 'link', path: '/y', target: '../y', by },
  ] as const;
  const set = buildPatchSet([same, edited, renamed, undone], links);
  expect(set.files).toEqual([renamed, edited]);
  expect(set.links.map((link) => link.path)).toEqual(['/y', '/z']);
});

test('renaming keeps text and pieces', () => {
  const patch = startPatch('/sites-enabled/a', 'x', { mtimeMs: 1, size: 1 });
  expect(renamePatch(patch, '/sites-enabled/a.conf')).toEqual({ ...patch, newPath: '/sites-enabled/a.conf' });
});
