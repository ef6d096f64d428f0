import type { Migration } from '../types.ts';

/** One migration of several parts, none of which reads a file of another. What is not data of files is the first one's. */
export function mergeMigrations(all: readonly Migration[]): Migration {
  const [first] = all;
  if (first === undefined) throw new Error('internal error: no migration to merge');
  const files = new Map(all.flatMap(({ model }) => [...model.files]));
  return {
    ...first,
    model: { ...first.model, files },
    signOf24: all.every(({ signOf24 }) => signOf24 !== null) ? first.signOf24 : null,
    patchSet: {
      files: all.flatMap(({ patchSet }) => patchSet.files),
      links: all.flatMap(({ patchSet }) => patchSet.links),
    },
    findings: all.flatMap(({ findings }) => findings),
    silenced: all.flatMap(({ silenced }) => silenced),
    unknowns: all.flatMap(({ unknowns }) => unknowns),
    proof: all.some(({ proof }) => proof === 'made') ? 'made' : 'none',
    refused: all.flatMap(({ refused }) => refused),
  };
}
