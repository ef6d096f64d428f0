import { linesNamed } from '../src/model/index.ts';
import type { ServerModel } from '../src/model/index.ts';
import {
  ACCESS_OF_22,
  defineTransform,
  findDirectives,
  placeOf,
  removeNode,
  signOf24,
} from '../src/transform/index.ts';

export const removeNameVirtualHost = defineTransform({
  id: 'remove-name-virtual-host',
  title: 'Remove NameVirtualHost',
  stage: 'directives',
  rows: ['remove-name-virtual-host', 'sym-warning'],
  directives: ['NameVirtualHost'],
  isIndependent: true,
  keptForDual: true,
  applicability: 'safe',
  docs: {
    does: 'Takes NameVirtualHost lines away, but from a text for both versions, whose access rules for 2.2 stay beside those for 2.4.',
    why: '2.4 treats every address and port that several virtual hosts share as name-based, and logs that the directive has no effect (AH00548, server/vhost.c). Where such a line is missing, see `keep-first-virtual-host`.',
    before: 'NameVirtualHost *:80',
    after: '(no line)',
    undo: 'Put the line back: its only effect is a line in the log.',
    limits: 'None known.',
    link: 'https://httpd.apache.org/docs/2.4/upgrading.html',
  },
  messages: {
    removed: '2.4 needs no NameVirtualHost: hosts that share an address are chosen by name.',
  },
  run({ model, writtenFor, report }) {
    // A tree that 2.4 reads already works with it: not one byte is changed for tidiness.
    if (writtenFor === '2.4' || isForBoth(model)) return;
    for (const directive of findDirectives(model, 'NameVirtualHost')) {
      const edits = removeNode(directive);
      report(placeOf(directive), 'removed', {
        fix: { title: 'Remove NameVirtualHost', applicability: 'safe', edits },
      });
    }
  },
});

/**
 * 2.2 still reads such a text, and answers everything from the first host without the line: the next run would take it so, too. A part that a
 * package wrote for both (phpMyAdmin's) is not the whole: where other access rules are 2.4's alone, 2.2 reads the text no more.
 */
function isForBoth(model: ServerModel): boolean {
  const oldLines = linesNamed(
    model,
    (name) => ACCESS_OF_22.has(name),
    ({ on22, on24, file }) => on22 !== 'no' && on24 === 'no' && file.role !== 'htaccess',
  );
  return oldLines.length > 0 && signOf24(model) === null;
}
