import { occurrencesOf } from '../src/model/index.ts';
import { defineTransform, isForSomeMpm24, placeOf, renameDirective } from '../src/transform/index.ts';

export const renameMaxRequestsPerChild = defineTransform({
  id: 'rename-max-requests-per-child',
  title: 'Rename MaxRequestsPerChild to MaxConnectionsPerChild',
  stage: 'directives',
  rows: ['rename-max-requests-per-child', 'version-aliases'],
  directives: ['MaxRequestsPerChild'],
  isIndependent: true,
  keptForDual: true,
  applicability: 'safe',
  docs: {
    does: 'Gives MaxRequestsPerChild its 2.4 name. The number, the spacing and the comments stay.',
    why: 'The number limits connections: a child process counts a kept-alive connection once, however many requests it carries. So 2.4 calls it MaxConnectionsPerChild. It still knows the old name (server/core.c): the rename is optional.',
    before: 'MaxRequestsPerChild 4000',
    after: 'MaxConnectionsPerChild 4000',
    undo: 'Write MaxRequestsPerChild again, or run with `--skip rename-max-requests-per-child`.',
    limits:
      'Where the directive is missing, its default changed from 10000 to 0 (no limit); that is not pinned here.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mpm_common.html#maxconnectionsperchild',
  },
  messages: {
    renamed: '2.4 calls MaxRequestsPerChild MaxConnectionsPerChild. The old name still works.',
  },
  run({ model, writtenFor, report }) {
    // A tree that 2.4 reads already works with it: not one byte is changed for tidiness.
    if (writtenFor === '2.4') return;
    for (const directive of occurrencesOf(model, 'MaxRequestsPerChild').filter(isForSomeMpm24)) {
      const edits = renameDirective(directive, 'MaxConnectionsPerChild');
      report(placeOf(directive), 'renamed', {
        fix: { title: 'Rename MaxRequestsPerChild to MaxConnectionsPerChild', applicability: 'safe', edits },
      });
    }
  },
});
