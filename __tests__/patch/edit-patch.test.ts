import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { EditConflictError, editPatch, startPatch } from '../../src/patch/index.ts';
import type { FilePatch, PatchEdit } from '../../src/patch/index.ts';
import { applyEdits } from '../../src/text/index.ts';

const by = (transform: string, title = 'Change it') => ({ transform, title });
const edit = (start: number, end: number, text: string, transform = 'one'): PatchEdit => ({
  span: { start, end },
  text,
  by: by(transform),
});
const start = (text: string): FilePatch => startPatch('/etc/httpd.conf', text, null);
/** As its pieces have it. */
const printed = ({ before, pieces }: FilePatch) =>
  pieces
    .map((piece) => (piece.type === 'made' ? piece.text : before.slice(piece.span.start, piece.span.end)))
    .join('');
const made = (patch: FilePatch) => patch.pieces.filter((piece) => piece.type === 'made');

describe('startPatch', () => {
  test('keeps all', () => {
    expect(start('abc').pieces).toEqual([{ type: 'kept', span: { start: 0, end: 3 } }]);
    expect(start('').pieces).toEqual([]);
  });
});

describe('editPatch: one step', () => {
  test('replaces, inserts and deletes in any order given', () => {
    const patch = editPatch(start('0123456789'), [edit(8, 9, ''), edit(2, 4, 'xyz'), edit(0, 0, '<')]);
    expect(patch.after).toBe('<01xyz45679');
    expect(patch.pieces).toEqual([
      { type: 'made', text: '<', replaces: { start: 0, end: 0 }, by: [by('one')] },
      { type: 'kept', span: { start: 0, end: 2 } },
      { type: 'made', text: 'xyz', replaces: { start: 2, end: 4 }, by: [by('one')] },
      { type: 'kept', span: { start: 4, end: 8 } },
      { type: 'made', text: '', replaces: { start: 8, end: 9 }, by: [by('one')] },
      { type: 'kept', span: { start: 9, end: 10 } },
    ]);
  });

  test('insertions at one place keep their order', () => {
    expect(editPatch(start('ab'), [edit(1, 1, '1'), edit(1, 1, '2', 'two')]).after).toBe('a12b');
  });

  test('an edit that changes nothing leaves nothing', () => {
    const patch = editPatch(start('abc'), [edit(1, 2, 'b'), edit(2, 2, '')]);
    expect(patch.pieces).toEqual(start('abc').pieces);
  });

  test('a neighbour that changes nothing is not drawn in', () => {
    const patch = editPatch(start('abcd'), [edit(0, 1, 'a'), edit(1, 2, 'B'), edit(2, 3, 'c')]);
    expect(made(patch).map((piece) => piece.replaces)).toEqual([{ start: 1, end: 2 }]);
    expect(editPatch(start('ab'), [edit(0, 1, ''), edit(1, 1, 'a')]).pieces).toEqual(start('ab').pieces);
  });

  test('neighbours of one transform and title are one piece, of two they are two', () => {
    expect(made(editPatch(start('abcd'), [edit(0, 1, 'A'), edit(1, 2, 'B')]))).toHaveLength(1);
    expect(made(editPatch(start('abcd'), [edit(0, 1, 'A'), edit(1, 2, 'B', 'two')]))).toHaveLength(2);
  });

  test.each([
    ['the last line goes', 'a\r\nb', [edit(3, 4, '')], 'a'],
    ['it is written anew, with an end', 'a\nb', [edit(2, 3, 'c\n')], 'a\nc'],
    ['lines that came before it go, too', 'a\nb\nc', [edit(4, 5, ''), edit(2, 4, '', 'two')], 'a'],
    ['nothing is left', 'a', [edit(0, 1, '')], ''],
    ['the line before goes on', 'a \\\nb', [edit(4, 5, '')], 'a \\\n'],
  ])('a text whose last line has no end gets none: %s', (_, before, edits, after) => {
    const patch = editPatch(start(before), edits);
    expect(patch.after).toBe(after);
    expect(printed(patch)).toBe(after);
  });

  test('a text whose last line has an end keeps it', () => {
    expect(editPatch(start('a\nb\n'), [edit(2, 4, '')]).after).toBe('a\n');
  });

  test('the patch it was given stays as it was', () => {
    const patch = start('abc');
    const copy = structuredClone(patch);
    editPatch(patch, [edit(0, 3, '')]);
    expect(patch).toEqual(copy);
  });

  test.each([
    ['overlapping', edit(0, 3, 'x'), edit(2, 4, 'y', 'two')],
    ['the same', edit(0, 3, 'x'), edit(0, 3, 'x', 'two')],
    ['an insertion inside', edit(0, 3, 'x'), edit(1, 1, 'y', 'two')],
  ])('refuses %s edits and names both transforms', (_, first, second) => {
    const attempt = () => editPatch(start('abcdef'), [second, first]);
    expect(attempt).toThrow(EditConflictError);
    expect(attempt).toThrow(/internal error: .*one.*two.*\/etc\/httpd\.conf|two.*one/);
  });

  test('refuses an edit outside of the text and names the transform', () => {
    expect(() => editPatch(start('abc'), [edit(2, 4, 'x')])).toThrow(/one: bytes 2-4 lie outside/);
    expect(() => editPatch(start('abc'), [edit(-1, 0, 'x')])).toThrow(RangeError);
  });
});

describe('editPatch: one step after the other', () => {
  test('spans of a later step are of the current text, pieces of the original', () => {
    const first = editPatch(start('MaxClients 5\nX y\n'), [edit(0, 10, 'MaxRequestWorkers')]);
    const second = editPatch(first, [
      edit(first.after.indexOf('y'), first.after.indexOf('y') + 1, 'z', 'two'),
    ]);
    expect(second.after).toBe('MaxRequestWorkers 5\nX z\n');
    expect(made(second).map((piece) => piece.replaces)).toEqual([
      { start: 0, end: 10 },
      { start: 15, end: 16 },
    ]);
  });

  test('an edit inside made text merges the two', () => {
    const first = editPatch(start('abcdef'), [edit(2, 4, 'XYZ')]);
    expect(made(editPatch(first, [edit(3, 4, '-', 'two')]))).toEqual([
      { type: 'made', text: 'X-Z', replaces: { start: 2, end: 4 }, by: [by('one'), by('two')] },
    ]);
  });

  test('an edit across made and kept text takes both in', () => {
    const first = editPatch(start('abcdef'), [edit(2, 3, 'XYZ'), edit(4, 5, '')]);
    expect(made(editPatch(first, [edit(4, 7, '-', 'two')]))).toEqual([
      { type: 'made', text: 'XY-', replaces: { start: 2, end: 6 }, by: [by('one'), by('two')] },
    ]);
  });

  test('an insertion behind a deletion stands behind what was deleted', () => {
    const first = editPatch(start('abcdef'), [edit(2, 4, '')]);
    expect(made(editPatch(first, [edit(2, 2, 'X', 'two')]))).toEqual([
      { type: 'made', text: '', replaces: { start: 2, end: 4 }, by: [by('one')] },
      { type: 'made', text: 'X', replaces: { start: 4, end: 4 }, by: [by('two')] },
    ]);
  });

  test('what a later step puts back as it was is kept again', () => {
    const first = editPatch(start('abcdef'), [edit(2, 4, 'XYZ')]);
    const second = editPatch(first, [edit(2, 5, 'cd', 'two')]);
    expect(second.pieces).toEqual(start('abcdef').pieces);
  });
});

describe('editPatch: properties', () => {
  const steps = fc.array(
    fc.array(fc.record({ at: fc.nat(), length: fc.nat(4), text: fc.stringMatching(/^[abx\n]{0,3}$/) }), {
      maxLength: 4,
    }),
    { maxLength: 5 },
  );

  /** Turns arbitrary numbers into edits of the text that do not overlap. */
  function toEdits(text: string, step: readonly { at: number; length: number; text: string }[], id: string) {
    const edits: PatchEdit[] = [];
    let free = 0;
    for (const one of step.toSorted((a, b) => (a.at % 16) - (b.at % 16))) {
      const from = Math.min(text.length, free + (one.at % 5));
      const to = Math.min(text.length, from + one.length);
      edits.push(edit(from, to, one.text, id));
      free = to;
    }
    return edits;
  }

  test('the text is that of the edits applied one after the other; the pieces cover the original and spell the text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab\n]{0,20}$/), steps, (text, all) => {
        let expected = text;
        let patch = start(text);
        for (const [index, step] of all.entries()) {
          const edits = toEdits(expected, step, `t${index}`);
          expected = applyEdits(expected, edits);
          if (text !== '' && !text.endsWith('\n')) expected = expected.replace(/\n+$/, '');
          patch = editPatch(patch, edits);
          expect(patch.after).toBe(expected);
          expectWellFormed(patch);
        }
      }),
      { numRuns: 500 },
    );
  });

  function expectWellFormed({ before, after, pieces }: FilePatch): void {
    let at = 0;
    let spelled = '';
    for (const [index, piece] of pieces.entries()) {
      const origin = piece.type === 'kept' ? piece.span : piece.replaces;
      expect(origin.start).toBe(at);
      at = origin.end;
      const old = before.slice(origin.start, origin.end);
      if (piece.type === 'kept') {
        expect(old).not.toBe('');
        expect(pieces[index - 1]?.type).not.toBe('kept');
      } else {
        expect(piece.text).not.toBe(old);
        expect(piece.by.length).toBeGreaterThan(0);
        expect(new Set(piece.by.map((one) => one.transform)).size).toBe(piece.by.length);
      }
      spelled += piece.type === 'kept' ? old : piece.text;
    }
    expect(at).toBe(before.length);
    expect(spelled).toBe(after);
  }
});
