import { moduleFacts } from '../catalog/index.ts';
import type { ServerModel } from '../model/index.ts';

/** What to know of a start that was tried, as sentences. @param leftOut names of what it was tried without */
export function startNotes({ modules }: ServerModel, leftOut: readonly string[]): string[] {
  const live = modules.filter(({ occurrence }) => occurrence.on24 !== 'no');
  const foreign = live.map(({ identifier }) => identifier).filter((name) => moduleFacts(name) === null);
  return [
    ...noteAbout('left out of the trial start, since it would act outside of it', leftOut),
    ...noteAbout('third-party modules, which were loaded and did whatever they do at start', foreign),
  ];
}

function noteAbout(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what}: ${[...new Set(names)].toSorted().join(', ')}`];
}
