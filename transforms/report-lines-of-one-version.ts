import { linesOfOneVersion } from '../src/access/index.ts';
import { distinct } from '../src/text/index.ts';
import { defineTransform } from '../src/transform/index.ts';

export const reportLinesOfOneVersion = defineTransform({
  id: 'report-lines-of-one-version',
  title: 'Report lines for requests that one version alone reads',
  // Behind clear-old-guards; before guards ask for new names of modules, and before the lines go that load modules which 2.4 does not have:
  // guards for them are passed by 2.2 until then.
  stage: 'access',
  rows: [],
  directives: ['IfVersion', 'IfModule'],
  applicability: 'manual',
  docs: {
    does: 'Names each guard that only one of the versions passes, around lines that decide where requests lead (DocumentRoot, Alias, RewriteRule, Redirect, ProxyPass, UserDir, ServerName, ServerAlias, AllowEncodedSlashes and the like), who can log in (AuthBasicProvider, AuthUserFile and the like), or what a folder may do (Options).',
    why: 'What a text tells one version alone is taken for the wish of its author: it stays, and the proof does not compare it. Requests may then meet the rules of other folders than before, or passwords of other people count.',
    before: '<IfVersion < 2.4>\n    DocumentRoot /srv/old\n</IfVersion>',
    after: '(the lines stay, and are reported)',
    undo: 'Nothing is changed.',
    limits:
      'Lines that the other version reads in the same words are left out. So are those in a guard for a module that 2.4 does not have: the proof compares them.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_version.html',
  },
  messages: {
    onlyOld:
      '2.2 read what stands in this guard, and 2.4 does not: {names}. That is taken to be meant, so what it changes in who gets in is not compared. Write the lines outside of the guard if 2.4 is to have them, too.',
    onlyNew:
      '2.4 reads what stands in this guard, and 2.2 did not: {names}. That is taken to be meant, so what it changes in who gets in is not compared. Remove the lines if they are not to count.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const { guard, readBy, lines } of linesOfOneVersion(model)) {
      const names = distinct(lines.map(({ node }) => node.name.value)).join(', ');
      const place = { file: guard.file, span: guard.node.open.span };
      report(place, readBy === '2.2' ? 'onlyOld' : 'onlyNew', { level: 'warning', data: { names } });
    }
  },
});
