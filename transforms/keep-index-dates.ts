import type { Occurrence } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import { appendArgument, defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const keepIndexDates = defineTransform({
  id: 'keep-index-dates',
  title: 'Keep the dates of listings as they were',
  stage: 'defaults',
  rows: [],
  directives: ['IndexOptions'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Adds UseOldDateFormat to IndexOptions lines that ask for fancy indexes.',
    why: '2.4 writes the dates of a listing as 2026-11-21 10:30, where 2.2 wrote 21-Nov-2026 10:30 (mod_autoindex.c). Programs that read listings may mind. The word brings the old form back since 2.4.26.',
    before: 'IndexOptions FancyIndexing',
    after: 'IndexOptions FancyIndexing UseOldDateFormat',
    undo: 'Take the word off.',
    limits: 'Before 2.4.26 the server refuses the word: there the new dates stay, and are reported.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_autoindex.html#indexoptions.useolddateformat',
  },
  messages: {
    kept: 'mod_autoindex of 2.4 writes the dates of listings as 2026-11-21 10:30, where 2.2 wrote 21-Nov-2026 10:30. IndexOptions {word} keeps them.',
    new: 'mod_autoindex of 2.4 writes the dates of listings as 2026-11-21 10:30, where 2.2 wrote 21-Nov-2026 10:30. What keeps them (UseOldDateFormat) came with 2.4.26, which {target} is older than: programs that read listings must be adapted.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, 'IndexOptions')) {
      const word = missingWord(directive);
      if (word === null) continue;
      if (!isSince(target, '2.4.26')) {
        report(placeOf(directive), 'new', { data: { target: target.name }, level: 'warning' });
        continue;
      }
      const edits = appendArgument(directive, word);
      report(placeOf(directive), 'kept', {
        data: { word },
        fix: { title: `Add ${word}`, applicability: 'safe', edits },
      });
    }
  },
});

/** With the sign of FancyIndexing: words with and without one are not mixed. Null where nothing is to be added. */
function missingWord({ args }: Occurrence): string | null {
  const fancy = args.findLast((word) => /^[+]?FancyIndexing$/i.test(word));
  if (fancy === undefined || args.some((word) => /^[+-]?UseOldDateFormat$/i.test(word))) return null;
  return `${fancy.startsWith('+') ? '+' : ''}UseOldDateFormat`;
}
