import type { MigrateOptions } from '../../migrate/index.ts';
import { transforms } from '../../../transforms/index.ts';
import type { FixCandidate, Transform } from '../../transform/index.ts';
import { defineTransform } from '../../transform/index.ts';
import type { NamedMigration } from '../migrate/migrate-all.ts';
import type { Choices, HandEdit } from './choices.ts';
import type { Decision } from './decisions.ts';
import { ACCESS_ID, decisionsOf, fixId } from './decisions.ts';

/** Migrates the tree anew with other wishes; a sentence where that can't be done. */
export type Make = (
  wishes: Partial<Omit<MigrateOptions, 'target'>>,
  transforms?: readonly Transform[],
) => NamedMigration | string;

/** What there is to decide, and what each decision is shown by. */
export interface Agenda {
  readonly decisions: readonly Decision[];
  /** Fixes for review held back: what happens where nothing is decided. */
  readonly base: NamedMigration;
  /** All fixes made. */
  readonly all: NamedMigration;
}

/** @param access `compat` where the access rules are to stay; the decision about them stays on the list. */
export function agendaOf(make: Make, access: 'require' | 'compat'): Agenda | string {
  const base = make({ apply: 'safe', access });
  const all = make({ apply: 'review', access });
  if (typeof base === 'string') return base;
  if (typeof all === 'string') return all;
  const decisions = decisionsOf(base.migration, transforms);
  if (access === 'require') return { decisions, base, all };
  const before = agendaOf(make, 'require');
  if (typeof before === 'string') return before;
  const rules = before.decisions.filter(({ kind }) => kind === 'access');
  return { decisions: [...rules, ...decisions.filter(({ kind }) => kind !== 'access')], base, all };
}

/** The tree as it was chosen, read and proven anew. */
export function resultOf(make: Make, { wanted, edits }: Choices): NamedMigration | string {
  const access = wanted.get(ACCESS_ID) === false ? { access: 'compat' as const } : {};
  const wishes = { apply: 'review', isDeclined: declining(wanted), ...access } as const;
  return make(wishes, edits.length === 0 ? undefined : [...transforms, handEditor(edits)]);
}

/** Edits that found their lines in the result. */
export function placedEdits({ migration }: NamedMigration, edits: readonly HandEdit[]): number {
  const placed = migration.findings.filter(({ transform, applied }) => transform === BY_HAND && applied);
  return Math.min(placed.length, edits.length);
}

function declining(wanted: ReadonlyMap<string, boolean>): (fix: FixCandidate) => boolean {
  const access = new Set(transforms.flatMap(({ id, stage }) => (stage === 'access' ? [id] : [])));
  return (fix) => {
    const isSafe = fix.applicability === 'safe';
    if (fix.transform === BY_HAND || (isSafe && access.has(fix.transform))) return false;
    return !(wanted.get(fixId(fix)) ?? isSafe);
  };
}

const BY_HAND = 'edit-by-hand';

/** What a person wrote, as the last transform: so that what becomes of it is read and proven like all else. */
function handEditor(edits: readonly HandEdit[]): Transform {
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
