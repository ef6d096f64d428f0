import { defineTransform, placeOf, renameDirective } from '../src/transform/index.ts';

export const includeOptional = defineTransform({
  id: 'include-optional',
  title: 'Write Include as IncludeOptional where nothing matches',
  stage: 'directives',
  rows: [],
  directives: ['Include'],
  isIndependent: true,
  isListed: true,
  applicability: 'safe',
  docs: {
    does: 'Gives an Include whose wildcard matches no file the name IncludeOptional.',
    why: '2.2 passed over a wildcard that matches nothing. 2.4 refuses it, unless the directive is IncludeOptional (ap_process_fnmatch_configs in server/config.c).',
    before: 'Include conf/sites/*.conf',
    after: 'IncludeOptional conf/sites/*.conf',
    undo: 'Write Include again as soon as there is a file.',
    limits:
      'A wildcard that matches a file today is left as it is, though the last file may go one day. A wildcard after a variable of unknown content is not looked at.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#includeoptional',
  },
  messages: {
    renamed: 'Nothing matches {path}. 2.2 ignored that; 2.4 does so only for IncludeOptional.',
  },
  run({ model, writtenFor, report }) {
    // A tree that 2.4 reads already works with it: not one byte is changed for tidiness.
    if (writtenFor === '2.4') return;
    for (const { occurrence, outcome, path } of model.includes) {
      const { name, on24 } = occurrence;
      if (outcome !== 'no-match' || name !== 'include' || on24 === 'no') continue;
      const edits = renameDirective(occurrence, 'IncludeOptional');
      report(placeOf(occurrence), 'renamed', {
        data: { path },
        fix: { title: 'Rename Include to IncludeOptional', applicability: 'safe', edits },
      });
    }
  },
});
