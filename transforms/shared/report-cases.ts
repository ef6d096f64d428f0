import {
  flagLine,
  lineAskingWithin,
  mayStopWalks,
  sectionsToldBy,
  tellsFilesApart,
} from '../../src/access/index.ts';
import type { RewritePlan } from '../../src/access/index.ts';
import { quotedLine } from '../../src/model/index.ts';
import { placeOfScope, prependChild } from '../../src/transform/index.ts';
import type { FileEdit, Place, TransformContext } from '../../src/transform/index.ts';

export const CASE_MESSAGES = {
  cases:
    'This section inherits different rules for different requests, so no single list of Require lines is right: expressions tell the cases apart. Writing the rules of each place out would be simpler.',
  'files-met':
    'Whether `<Directory>` with a wildcard, or with the path of a file, meets a file of that name, and not only folders, depends on Options: with FollowSymLinks it does. That may be off where this expression asks, and it takes it for on: somebody may get in to such files whom 2.2 kept out. Write the section for the folders by name, or check these files.',
  'asked-within':
    "The rules of this section depend on whether a file meets `<Directory>` with {sections}. `{line}` makes the server ask for another file within a request, of which that can't be told: somebody may get in to it whom 2.2 kept out. Write that section for the folders by name, or its rules into `<FilesMatch>`, or check these files.",
  flagged:
    'Virtual hosts have different rules for the same folder. This line marks the requests of this host, for the expressions that tell the hosts apart.',
} as const;

type CaseMessage = keyof typeof CASE_MESSAGES;

/** Says of new lines that expressions in them tell requests apart, and of which requests they may not. */
export function reportCases(
  { model, report }: Pick<TransformContext<CaseMessage>, 'model' | 'report'>,
  place: Place,
  edits: readonly FileEdit[],
  isByCases: boolean,
): void {
  if (isByCases) report(place, 'cases', { level: 'info' });
  const texts = edits.map(({ edit }) => edit.text);
  if (texts.some((text) => mayStopWalks(model, text))) report(place, 'files-met', { level: 'error' });
  const telling = texts.filter(tellsFilesApart);
  const asking = telling.length > 0 ? lineAskingWithin(model, telling) : null;
  if (asking === null) return;
  const data = { line: quotedLine(asking), sections: sectionsToldBy(telling) };
  report(place, 'asked-within', { level: 'error', data });
}

/** Writes the lines by which expressions know the requests of a virtual host. */
export function reportFlags(
  report: TransformContext<CaseMessage>['report'],
  flags: RewritePlan['flags'],
): void {
  for (const { host, flag } of flags) {
    const { file, node } = host;
    if (node === null) continue;
    report(placeOfScope(host), 'flagged', {
      level: 'info',
      fix: {
        title: 'Tell the virtual host apart',
        applicability: 'safe',
        edits: prependChild({ file, node }, [flagLine(flag)]),
      },
    });
  }
}
