import type { Scope } from '../src/model/index.ts';
import type { Section } from '../src/syntax/index.ts';
import type { TextEdit } from '../src/text/index.ts';
import { defineTransform, findScopes, groupByNode, inFile, placeOfScope } from '../src/transform/index.ts';

export const limitAtServerLevel = defineTransform({
  id: 'limit-at-server-level',
  title: 'Unwrap Limit sections outside of any directory',
  stage: 'directives',
  rows: [],
  directives: ['Limit', 'LimitExcept'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Takes away the opening and closing lines of `<Limit>` and `<LimitExcept>` that stand at server or virtual host level, and keeps what is between them.',
    why: '2.4 refuses such a section, even an empty one (its command table entry in server/core.c now allows it in directories and .htaccess files only). In 2.2 it did nothing: the directives that a method limit affects (Order, Allow, Deny, Require, Satisfy) are refused there, and all others ignore it.',
    before: '<Limit GET>\nErrorDocument 404 /none.html\n</Limit>',
    after: 'ErrorDocument 404 /none.html',
    undo: 'Nothing to undo: 2.4 does not start with the section.',
    limits: 'None known.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#limit',
  },
  messages: {
    unwrapped:
      '2.4 refuses <{name}> outside of a directory, location or file section. In 2.2 it limited nothing here, so what is in it stays as it is.',
  },
  run({ model, report }) {
    for (const scopes of groupByNode(findScopes(model, 'limit', 'limitexcept'))) {
      const [scope] = scopes;
      if (scope.node === null || !scopes.every(isAtServerLevel)) continue;
      // A part of a server with access rules outside of sections is the inside of one.
      if (model.kind !== 'server' && scopes.some(limitsRules)) continue;
      const edits = inFile(scope.file, unwrap(scope.node));
      report(placeOfScope(scope), 'unwrapped', {
        data: { name: scope.node.open.name.value },
        fix: { title: 'Unwrap the section', applicability: 'safe', edits },
      });
    }
  },
});

function isAtServerLevel({ parent }: Scope): boolean {
  // A fragment may be meant for the inside of a directory section.
  return (
    parent !== null && parent.server !== null && (parent.kind === 'server' || parent.kind === 'virtualhost')
  );
}

/** Those that read the methods they are limited to (cmd->limited), fewer than access rules are: AuthType or AllowOverride do not. */
const LIMITED = /^(?:order|allow|deny|satisfy|require(?:all|any|none)?)$/;

function limitsRules({ items }: Scope): boolean {
  return items.some(({ name }) => LIMITED.test(name));
}

function unwrap({ open, close }: Section): TextEdit[] {
  return [open, close].flatMap((line) => (line === null ? [] : [{ span: line.span, text: '' }]));
}
