import { posix } from 'node:path';
import { isMpm, moduleFacts, UNIX_MPMS } from '../catalog/index.ts';
import type { CommentedModule, ModelFile, Occurrence, ServerModel } from '../model/index.ts';
import { appendToDocument, insertAfter, insertBefore, uncomment } from '../syntax/index.ts';
import type { TargetProfile } from '../target/index.ts';
import type { Span, TextEdit } from '../text/index.ts';
import { moduleLine, moduleLineStyle } from './module-line.ts';
import type { ModuleFile, ModuleLink } from './module-link.ts';
import { includeOfLinks, isReadInTime, moduleSwitch } from './module-link.ts';
import type { ModuleSlot } from './module-slot.ts';
import { findModuleSlot } from './module-slot.ts';
import { liveModuleLines } from './tree-modules.ts';
import type { Need } from './types.ts';

/** How a module comes to be loaded. */
export interface LoadPlan {
  readonly need: Need;
  readonly type: 'uncomment' | 'link' | 'insert';
  /** The file that is edited; for a link the one that includes mods-enabled. */
  readonly file: ModelFile;
  /** The comment, the Include, or the line beside which the new one comes; null for the end of the file. */
  readonly span: Span | null;
  readonly edits: readonly TextEdit[];
  readonly link: ModuleLink | null;
  /** The file that the link leads to, where that is to be made. */
  readonly made: ModuleFile | null;
}

/**
 * Plans the loading of modules that the target has, in the order given: in Debian's layout by a link in mods-enabled, and a file in
 * mods-available if there is none; else a commented-out LoadModule line of the tree is made live if it stands early enough, or a new
 * line comes where this tree loads modules.
 * Nothing is planned for a model without an entry file.
 * @param mayLink not where 2.2 is to read the same tree: it would follow a new link, too
 */
export function planLoading(
  model: ServerModel,
  target: TargetProfile,
  needs: readonly Need[],
  mayLink = true,
): readonly LoadPlan[] {
  const include = mayLink ? includeOfLinks(model) : null;
  const choices = needs.flatMap((need) => choose(model, target, need, include) ?? []);
  return choices.map((choice, index) => {
    if (choice.type === 'uncomment') return planUncommenting(choice);
    if (choice.type === 'link') return planLink(choice);
    const isLast = !choices.slice(index + 1).some((later) => isSameSlot(choice, later));
    return planInsertion(model, target, choice, isLast);
  });
}

interface Uncommenting {
  readonly type: 'uncomment';
  readonly need: Need;
  readonly line: CommentedModule;
}

interface Linking {
  readonly type: 'link';
  readonly need: Need;
  readonly link: ModuleLink;
  readonly file: ModuleFile | null;
  readonly include: Occurrence;
}

/** A slot of null is the end of the entry file. */
interface Insertion {
  readonly type: 'insert';
  readonly need: Need;
  readonly file: ModelFile;
  readonly slot: ModuleSlot | null;
}

type Choice = Uncommenting | Linking | Insertion;

function choose(
  model: ServerModel,
  target: TargetProfile,
  need: Need,
  include: Occurrence | null,
): Choice | null {
  if (include !== null) {
    const linking = moduleSwitch(model, target, need.identifier);
    if (linking !== null && isReadInTime(model, include, linking.link, need.limit))
      return { type: 'link', need, include, ...linking };
  }
  if (need.above !== undefined) {
    const { file, node } = need.above;
    return { type: 'insert', need, file, slot: { file, node, side: 'before' } };
  }
  const line = findCommentedLine(model, need);
  if (line !== null) return { type: 'uncomment', need, line };
  const slot = findModuleSlot(model, need.limit);
  const entry = model.entry === null ? undefined : model.files.get(model.entry);
  const file = slot?.file ?? entry;
  return file ? { type: 'insert', need, file, slot } : null;
}

/** One that 2.4 reads for certain, in the place of which the module would be there in time and what it needs is there already. */
function findCommentedLine(model: ServerModel, { identifier, limit }: Need): CommentedModule | null {
  const first = lastRequirement(model, identifier);
  const isInTime = ({ seq }: CommentedModule) => seq > first && seq < (limit?.seq ?? Infinity);
  const folders = new Set(liveModuleLines(model).map(({ modulePath }) => posix.dirname(modulePath)));
  // A line that names another folder than those that are loaded from is of another server, or of another version.
  const isAtHome = ({ modulePath }: CommentedModule) =>
    folders.size === 0 || folders.has(posix.dirname(modulePath));
  const lines = model.commentedModules.filter(
    (line) => line.identifier === identifier && line.on24 === 'yes' && isAtHome(line),
  );
  return lines.find(isInTime) ?? null;
}

function lastRequirement(model: ServerModel, identifier: string): number {
  const required = liveModuleLines(model).filter((line) => loadsBefore(line.identifier, identifier));
  return Math.max(-1, ...required.map(({ occurrence }) => occurrence.seq));
}

function isSameSlot({ slot }: Insertion, other: Choice): boolean {
  if (other.type !== 'insert') return false;
  return slot?.node === other.slot?.node && slot?.side === other.slot?.side;
}

function planUncommenting({ need, line }: Uncommenting): LoadPlan {
  const { file, comment } = line;
  const edits = uncomment(file.document, comment);
  return { need, type: 'uncomment', file, span: comment.body, edits, link: null, made: null };
}

function planLink({ need, link, file: made, include }: Linking): LoadPlan {
  const { file, node } = include;
  return { need, type: 'link', file, span: node.span, edits: [], link, made };
}

/** @param isLast no other line comes to the same place behind this one */
function planInsertion(
  model: ServerModel,
  target: TargetProfile,
  { need, file, slot }: Insertion,
  isLast: boolean,
): LoadPlan {
  const { identifier } = need;
  const style = moduleLineStyle(model, slot, target.moduleFolder);
  const line = moduleLine(style, identifier, target.loadable.get(identifier) ?? '');
  const isUnsure = isMpm(identifier) && target.mayHaveBuiltinMpm;
  const own = isUnsure ? whereNoMpm(line) : [line];
  const lines = isLast && slot && startsParagraph(slot) ? [...own, ''] : own;
  const edits = insertAt(file, slot, lines);
  return { need, type: 'insert', file, span: slot?.node.span ?? null, edits, link: null, made: null };
}

/** A second MPM is refused (AH00534), and so is a line for one that is compiled in. */
function whereNoMpm(line: string): readonly string[] {
  return UNIX_MPMS.reduce<readonly string[]>(
    (lines, mpm) => [`<IfModule !${mpm}>`, ...lines.map((each) => `    ${each}`), '</IfModule>'],
    [line],
  );
}

function insertAt(
  { document }: ModelFile,
  slot: ModuleSlot | null,
  lines: readonly string[],
): readonly TextEdit[] {
  if (slot === null) return appendToDocument(document, lines);
  return (slot.side === 'after' ? insertAfter : insertBefore)(document, slot.node, lines);
}

/** Whether a blank line, or nothing, is above the node that the lines come before: they are a paragraph of their own, then. */
function startsParagraph({ file, node, side }: ModuleSlot): boolean {
  const { children } = file.document;
  const at = children.indexOf(node);
  const previous = children[at - 1];
  return side === 'before' && at !== -1 && (previous === undefined || previous.type === 'blank');
}

/** The needs with the MPM first, the others by name, but each behind those without which it cannot be loaded. */
export function inLoadingOrder(needs: readonly Need[]): readonly Need[] {
  const byName = [...needs].toSorted((a, b) => rank(a) - rank(b) || (a.identifier < b.identifier ? -1 : 1));
  const ordered = new Set<Need>();
  for (const need of byName) {
    for (const required of byName.filter(({ identifier }) => loadsBefore(identifier, need.identifier))) {
      ordered.add(required);
    }
    ordered.add(need);
  }
  return [...ordered];
}

/** Whether the second module's file holds symbols of the first one's, so that it cannot be loaded before it. */
function loadsBefore(first: string, second: string): boolean {
  const requires = moduleFacts(second)?.requires ?? [];
  return requires.some(({ kind, always, anyOf }) => kind === 'load' && always && anyOf.includes(first));
}

function rank({ identifier }: Need): number {
  return isMpm(identifier) ? 0 : 1;
}
