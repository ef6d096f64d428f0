import { isInHtaccess } from '../../model/index.ts';
import type { Scope, ServerModel, Unknown } from '../../model/index.ts';
import { unreadScopes } from '../unread/unread-rules.ts';

/** Macros with access rules, and configuration that a program makes. Conditions are 2.4's, and refused where 2.2 ignores them. */
export function unreadSections(model: ServerModel): Unknown[] {
  if (model.readBy === '2.4') return [];
  const live = unreadScopes(model).filter(({ on22, on24 }) => on22 !== 'no' && on24 !== 'no');
  return live.flatMap((scope) => {
    if (isInHtaccess(scope)) return [];
    if (scope.name === 'macro') return unknownAt(scope, 'template', MACRO);
    return scope.name === 'perl' ? unknownAt(scope, 'module', PERL) : [];
  });
}

const MACRO =
  'The access rules in this macro are neither converted nor proven: what they mean depends on where it is used, and with which arguments. Together with the Require lines of the rest of the tree they may let in other people than before. Write out what the macro stands for, then run again; or write its rules as Require by hand.';

const PERL =
  'What mod_perl makes of this section is not known before the server starts: it is neither changed nor proven. If it makes sections, access rules or lines that lead addresses elsewhere, 2.4 may let in other people than 2.2. Look through it for directives of 2.2.';

function unknownAt(scope: Scope, kind: Unknown['kind'], message: string): Unknown[] {
  const { file, node } = scope;
  if (node === null) return [];
  const { start, end } = node.open.span;
  return [
    {
      kind,
      path: file.path,
      offset: node.open.span.start,
      subject: file.source.text.slice(start, end).trim(),
      below: null,
      message,
      bearing: 'access',
    },
  ];
}
