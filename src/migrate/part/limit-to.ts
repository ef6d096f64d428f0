import type { Migration } from '../types.ts';

/** A server's migration, as far as it is about these files: what changes and what was found elsewhere is left out. */
export function limitTo(whole: Migration, files: ReadonlySet<string>): Migration {
  const { patchSet, findings, silenced, model, unknowns } = whole;
  const isHere = ({ path }: { readonly path: string }): boolean => files.has(path);
  return {
    ...whole,
    model: { ...model, files: new Map([...model.files].filter(([path]) => files.has(path))) },
    patchSet: { files: patchSet.files.filter(isHere), links: [] },
    findings: findings.filter(isHere),
    silenced: silenced.filter(({ finding }) => isHere(finding)),
    unknowns: unknowns.filter(isHere),
    part: { type: 'in-server', entry: model.entry ?? model.serverRoot, unread: [], whole: patchSet },
  };
}
