import { walkOccurrences, walkScopes } from '../../model/index.ts';
import type { Scope, ServerModel, Unknown } from '../../model/index.ts';

/** Sections that are not looked into, and could say who gets in: macros with access rules, and configuration that a program makes. */
export function unreadSections(model: ServerModel): Unknown[] {
  if (model.readBy === '2.4') return [];
  const live = [...walkScopes(model.main)].filter(({ on22, on24 }) => on22 !== 'no' && on24 !== 'no');
  return live.flatMap((scope) => {
    if (scope.name === 'macro' && saysWhoGetsIn(scope)) return unknownAt(scope, 'template', MACRO);
    return scope.name === 'perl' && makesConfiguration(scope) ? unknownAt(scope, 'module', PERL) : [];
  });
}

const MACRO =
  'The access rules in this macro are neither converted nor proven: what they mean depends on where it is used, and with which arguments. Beside the Require lines of the rest of the tree they may let in other people than before. Write out what the macro stands for, then run again; or write its rules as Require by hand.';

const PERL =
  'What mod_perl makes of this section is not known before the server starts: it is neither changed nor proven. If it makes sections, access rules or lines that lead addresses elsewhere, 2.4 may let in other people than 2.2. Look through it for directives of 2.2.';

const ACCESS = new Set(['order', 'allow', 'deny', 'satisfy', 'require', 'allowoverride']);

function saysWhoGetsIn(macro: Scope): boolean {
  return [...walkOccurrences(macro)].some(({ name }) => ACCESS.has(name));
}

/** Whether more stands in it than which modules of Perl are to be loaded: `use lib ...;`, comments. */
function makesConfiguration({ node, file }: Scope): boolean {
  const raw = node?.raw ?? null;
  if (raw === null) return false;
  const text = file.source.text.slice(raw.start, raw.end).replace(/(^|\s)#.*$/gm, '');
  return text.replace(/\b(?:use|no)\s[^;{}]*;|\b1\s*;/g, '').trim() !== '';
}

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
