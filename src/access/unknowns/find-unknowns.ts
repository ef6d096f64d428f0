import type { ServerModel, Unknown, Scope } from '../../model/index.ts';
import { isInHtaccess } from '../../model/index.ts';
import { compiledInRules } from './compiled-in-rules.ts';
import { farMappings } from './far-mappings.ts';
import { lostLinks } from './lost-links.ts';
import { missingGroups } from './missing-groups.ts';
import { linesMessage, openRules } from './open-rules.ts';
import { rootWithoutDrive, spelledFolders } from './spelled-folders.ts';
import { thirdPartyRules } from './third-party-rules.ts';
import { openLines } from '../states/open-lines.ts';
import { isControlWord } from '../unread/strange-lines.ts';
import { calledBlocks } from '../unread/called-blocks.ts';
import { holdsRules, wholeLines } from '../unread/whole-lines.ts';
import { unreadScopes } from '../unread/unread-rules.ts';

/** Each finds the unknowns of one kind that are met when addresses, rules and modules are read. */
const FINDERS: readonly ((model: ServerModel) => readonly Unknown[])[] = [
  lostLinks,
  farMappings,
  madeLines,
  openRules,
  thirdPartyRules,
  compiledInRules,
  missingGroups,
  spelledFolders,
  rootWithoutDrive,
  unreadSections,
  heldRules,
];

/** All that is not known of a tree and could matter: what was met while it was read, and what its access rules depend on. */
export function findUnknowns(model: ServerModel): Unknown[] {
  return [...model.unknowns, ...FINDERS.flatMap((find) => find(model))];
}

/** The same of a tree that is 2.4's already, which stays as it is: files that were not read, as they may hold lines of 2.2. */
export function findUnreadFiles(model: ServerModel): Unknown[] {
  const unread = [...model.unknowns, ...lostLinks(model)].filter(({ kind }) => kind === 'context');
  return unread.map((unknown) => ({ ...unknown, bearing: 'unread' as const }));
}

/** Lines that a template puts in whole where no access rules are that they could affect: what they say is migrated by nobody. */
function madeLines(model: ServerModel): Unknown[] {
  const reported = new Set(openLines(model).map(({ line }) => line.node));
  return wholeLines(model).flatMap(({ line, placeholder }): Unknown[] => {
    const { kind, text } = placeholder;
    const { node, file } = line;
    // report-unknown-directives names what is no placeholder.
    if (node === null || reported.has(node) || line.type === 'scope' || isControlWord(line)) return [];
    const { start } = line.node.name.span;
    const place = { kind, path: file.path, offset: start, subject: text, below: null };
    if (holdsRules(line)) return [{ ...place, message: linesMessage(line, placeholder), bearing: 'access' }];
    const message = `${text} stands for whole lines, or for the name of a directive: what will be there is not known, and is not migrated. Look through it for lines of 2.2.`;
    return [{ ...place, message, bearing: 'none' }];
  });
}

/** Access rules that a template puts out where their block is called. */
function heldRules(model: ServerModel): Unknown[] {
  const old = calledBlocks(model).filter(({ isOf22 }) => isOf22);
  return old.map(({ file: { path }, offset, tag }) => {
    const message = `The access rules in ${tag} stay as they are, for mod_access_compat: beside which lines they are put in is not known. Write them where it is called, then run again; or migrate what the template makes.`;
    return { kind: 'template', path, offset, subject: tag, below: null, message, bearing: 'access' };
  });
}

/** Macros with access rules, and configuration that a program makes. Conditions are 2.4's, and refused where 2.2 ignores them. */
function unreadSections(model: ServerModel): Unknown[] {
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
