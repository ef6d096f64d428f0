import { walkOccurrences, walkScopes } from '../src/model/index.ts';
import type { Scope } from '../src/model/index.ts';
import { defineTransform, placeOfScope } from '../src/transform/index.ts';

export const reportUnreadSections = defineTransform({
  id: 'report-unread-sections',
  title: 'Report access rules in macros, and configuration made by Perl',
  stage: 'findings',
  rows: [],
  applicability: 'manual',
  docs: {
    does: 'Points out each `<Macro>` with access rules in it, which are neither converted nor proven, and each `<Perl>` section, whose configuration is not known before the server starts.',
    why: 'What the rules in a macro mean depends on the places where it is used and on its arguments. mod_access_compat tests old lines that are left in a macro apart from Require (mod_access_compat.c), and a `Require` in it replaces the Require lines that the rest of the tree has now.',
    before:
      '<Macro Site $name>\n    <Directory /srv/$name>\n        Order allow,deny\n        Allow from all\n    </Directory>\n</Macro>',
    after: '(the lines stay, and are reported)',
    undo: 'Nothing was changed.',
    limits: 'Whether and where a macro is used is not looked at.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_macro.html',
  },
  messages: {
    macro:
      'The access rules in this macro are neither converted nor proven: what they mean depends on where it is used, and with which arguments. Beside the Require lines of the rest of the tree they may let in other people than before. Write out what the macro stands for, then run again; or write its rules as Require by hand.',
    perl: 'What mod_perl makes of this section is not known before the server starts: it is neither changed nor proven. Look through it for directives of 2.2.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const live = [...walkScopes(model.main)].filter(({ on22, on24 }) => on22 !== 'no' && on24 !== 'no');
    for (const scope of live) {
      if (scope.name === 'macro' && saysWhoGetsIn(scope)) {
        report(placeOfScope(scope), 'macro', { level: 'error' });
      }
      if (scope.name === 'perl') report(placeOfScope(scope), 'perl', { level: 'warning' });
    }
  },
});

const ACCESS = new Set(['order', 'allow', 'deny', 'satisfy', 'require', 'allowoverride']);

function saysWhoGetsIn(macro: Scope): boolean {
  return [...walkOccurrences(macro)].some(({ name }) => ACCESS.has(name));
}
