import { defineTransform } from '../../transform/index.ts';
import type { Transform } from '../../transform/index.ts';
import type { HandEdit } from './choices.ts';

export const BY_HAND = 'edit-by-hand';

/** What a person wrote, as the last transform: so that what becomes of it is read and proven like all else. */
export function handEditor(edits: readonly HandEdit[]): Transform {
  return defineTransform({
    id: BY_HAND,
    title: 'Write what was edited by hand',
    stage: 'findings',
    rows: [],
    applicability: 'safe',
    docs: { does: '', why: '', before: '', after: '', undo: '', limits: '', link: '' },
    messages: { edited: 'Written by hand.' },
    run({ model, report }) {
      for (const { path, proposed, written } of edits) {
        const file = model.files.get(path);
        const start = file?.source.text.indexOf(proposed) ?? -1;
        if (file === undefined || start < 0) continue;
        const span = { start, end: start + proposed.length };
        const edit = { span, text: written };
        report({ file, span }, 'edited', {
          fix: { title: 'Write it as edited by hand', applicability: 'safe', edits: [{ file, edit }] },
        });
      }
    },
  }) as Transform;
}
