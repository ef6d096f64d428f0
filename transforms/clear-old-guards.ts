import {
  linesLostWithModules,
  linesThatRefuse,
  loginsOf22,
  oldGuards,
  oneVersionSetters,
} from '../src/access/index.ts';
import { occurrencesOf } from '../src/model/index.ts';
import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { unwrapEach } from '../src/syntax/index.ts';
import { groupBy } from '../src/text/index.ts';
import { defineTransform, inFile } from '../src/transform/index.ts';

export const clearOldGuards = defineTransform({
  id: 'clear-old-guards',
  title: 'Take guards away that only 2.2 passes, around access rules and lines that refuse',
  stage: 'access',
  rows: [],
  directives: ['IfModule', 'IfVersion'],
  keptForDual: true,
  applicability: 'safe',
  docs: {
    does: 'Takes away the lines of an `<IfVersion>` or `<IfModule>` that 2.2 passes and 2.4 does not (`< 2.4`, a module that 2.4 does not have) or need not (`!` before a module that only 2.4 has), where sections with access rules stand in it, a login or a line of one (AuthBasicProvider, AuthUserFile), a line that sets a variable for rules, one that names the files of rules (AccessFileName), or one that refuses requests by itself (`RewriteRule - [F]`, `Redirect 403`, SSLRequire). Around lines that lead requests elsewhere (Alias, Redirect, DirectoryIndex) it takes away the guards for modules that 2.4 does not have. What is in it stays, and is converted.',
    why: '2.4 would skip the rules: what they kept shut would be open. A variable that it does not set keeps out those whom rules let in by it, or lets in those whom they kept out.',
    before:
      '<IfVersion < 2.4>\n    <Directory /srv/www>\n        Order allow,deny\n        Deny from all\n    </Directory>\n</IfVersion>',
    after: '<Directory /srv/www>\n    Order allow,deny\n    Deny from all\n</Directory>',
    undo: 'Write the guard around the lines again, for a 2.2 server.',
    limits:
      'A guard with another one for 2.4 right beside it stays: both versions have rules of their own then, which are compared. So does a guard around lines that 2.4 does not know.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_version.html',
  },
  messages: {
    cleared:
      'Only 2.2 passes this guard, and access rules or lines that refuse requests stand in it: 2.4 would skip them. The guard is taken away, what is in it stays.',
    clearedLeading:
      'Only 2.2 has the module that this guard asks for, and lines that lead requests stand in it: 2.4 would skip them. The guard is taken away, what is in it stays.',
  },
  run({ model, options, writtenFor, report }) {
    if (options.access !== 'require' || writtenFor === '2.4') return;
    const ruled = new Set(oldGuards(model, () => linesNeeded(model)).map(({ node }) => node));
    const all = oldGuards(model, () => [...linesNeeded(model), ...linesLostWithModules(model)]);
    for (const [file, guards] of groupBy(all, (guard) => guard.file)) {
      const nodes = guards.map(({ node }) => node);
      for (const [index, edits] of unwrapEach(file.document, nodes).entries()) {
        const node = nodes[index]!;
        report({ file, span: node.open.span }, ruled.has(node) ? 'cleared' : 'clearedLeading', {
          level: 'info',
          fix: { title: 'Take the guard away', applicability: 'safe', edits: inFile(file, edits) },
        });
      }
    }
  },
});

function linesNeeded(model: ServerModel): Occurrence[] {
  const setters = oneVersionSetters(model).filter(({ readBy }) => readBy === '2.2');
  // Without its AccessFileName 2.4 would not open the files in which the rules of folders stand.
  const named = occurrencesOf(model, 'accessfilename');
  return [...setters.map(({ line }) => line), ...linesThatRefuse(model), ...loginsOf22(model), ...named];
}
