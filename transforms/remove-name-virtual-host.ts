import { defineTransform, findDirectives, placeOf, removeNode } from '../src/transform/index.ts';

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
    does: 'Takes NameVirtualHost lines away.',
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
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, 'NameVirtualHost')) {
      const edits = removeNode(directive);
      report(placeOf(directive), 'removed', {
        fix: { title: 'Remove NameVirtualHost', applicability: 'safe', edits },
      });
    }
  },
});
