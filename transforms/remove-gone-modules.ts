import { posix } from 'node:path';
import { fateOf, moduleFacts, moduleFateOf } from '../src/catalog/index.ts';
import { linesNamed, type ModuleLine, type ServerModel } from '../src/model/index.ts';
import {
  enabledLinksOf,
  hasModulesOf24,
  linesBehindOwnGuard,
  linesServedBy,
  liveModuleLines,
} from '../src/needs/index.ts';
import { positionAt } from '../src/text/index.ts';
import {
  defineTransform,
  placeOf,
  removeNode,
  type FileChange,
  type Fix,
  type TransformContext,
} from '../src/transform/index.ts';

type MessageId = 'gone' | 'in-use' | 'merged' | 'split' | 'builtin' | 'missing' | 'uncertain' | 'apart';

export const removeGoneModules = defineTransform({
  id: 'remove-gone-modules',
  title: 'Remove LoadModule lines that 2.4 refuses',
  stage: 'modules',
  rows: ['module-removed', 'moved-authn-provider-alias'],
  directives: ['LoadModule'],
  applicability: 'safe',
  refusedAtStart: ['missing'],
  docs: {
    does: 'Removes the LoadModule lines of modules that are gone in 2.4, and of those that the target has compiled in. Names the lines of distribution modules that the target lacks, or has in a package of their own.',
    why: '2.4 does not start when the file of a module is missing, nor when the module is compiled in ("is built-in and can\'t be loaded", mod_so.c). mod_authn_default, mod_authz_default and mod_mem_cache are gone, mod_authn_alias is part of mod_authn_core.',
    before: 'LoadModule authz_default_module modules/mod_authz_default.so',
    after: '(no line)',
    undo: 'Nothing to undo: 2.4 does not start with the line.',
    limits:
      'A guard that asks for a gone module stays: what is in it is not read any more. Comments above the line stay, too.',
    link: 'https://httpd.apache.org/docs/2.4/upgrading.html#misc',
  },
  messages: {
    gone: '2.4 has no {module}, and does not start with the line.{suggestion}',
    'in-use': '2.4 has no {module}, and these directives of it have no successor: {uses}.{suggestion}',
    merged: '{module} is part of {successors} in 2.4.',
    split: '{module} is gone since 2.2; its work is done by {successors}.',
    builtin: '{target} has {module} compiled in, and 2.4 refuses to load it once more.',
    missing:
      '{target} does not have {module}, and 2.4 does not start without the file. Install it, or remove this line and what needs it.{uses}',
    uncertain:
      '{target} may lack {module}, which not every build has, and 2.4 does not start without the file. See that yours has it, or ask the server with --httpd.{uses}',
    apart:
      '{target} has {module} in the package {package}, which has to be installed beside that of the server: 2.4 does not start without it.{uses}',
  },
  run(context) {
    if (hasModulesOf24(context.model, context.writtenFor)) return;
    const { model } = context;
    for (const line of [...liveModuleLines(model), ...linesBehindOwnGuard(model)]) reportLine(line, context);
  },
});

type Context = TransformContext<MessageId>;

function reportLine(line: ModuleLine, context: Context): void {
  const { target, report } = context;
  const { identifier, occurrence } = line;
  const place = placeOf(occurrence);
  const fate = moduleFateOf(identifier);
  const names = { module: identifier, target: targetName(target.name) };
  if (fate?.fate === 'removed') reportRemoved(line, context);
  else if (fate?.fate === 'merged' || fate?.fate === 'split') {
    const data = { ...names, successors: fate.to.join(', ') };
    report(place, fate.fate, { data, fix: removalOf(line, context) });
  } else if (target.builtin.has(identifier)) {
    report(place, 'builtin', { data: names, fix: removalOf(line, context) });
  } else if (isMissing(fate?.to ?? [identifier], context)) {
    // Whoever builds from source has the say over what is built; whoever starts the server, over -D.
    const isUrgent = target.name !== 'stock' && occurrence.on24 === 'yes';
    const data = { ...names, uses: usesText(identifier, context) };
    report(place, 'missing', { data, level: isUrgent ? 'error' : 'warning' });
  } else if (target.uncertain?.has(identifier) && occurrence.on24 === 'yes') {
    const data = { ...names, uses: usesText(identifier, context) };
    report(place, 'uncertain', { data, level: 'error' });
  } else if (target.apart?.has(identifier) && occurrence.on24 === 'yes') {
    const data = { ...names, package: target.apart.get(identifier)!, uses: usesText(identifier, context) };
    report(place, 'apart', { data, level: 'warning' });
  }
}

function reportRemoved(line: ModuleLine, context: Context): void {
  const { model, report } = context;
  const { identifier, occurrence } = line;
  const uses = usesWithoutSuccessor(identifier, model);
  const suggested = moduleFateOf(identifier)?.suggestion;
  const suggestion = suggested ? ` ${suggested} does something similar.` : '';
  const data = { module: identifier, uses: uses.join(', '), suggestion };
  const isUsed = uses.length > 0;
  report(placeOf(occurrence), isUsed ? 'in-use' : 'gone', {
    data,
    level: isUsed ? 'warning' : 'info',
    fix: removalOf(line, context),
  });
}

/** More are counted. */
const MOST_USES = 8;

/** What needs the module, as a sentence. */
function usesText(identifier: string, { model, target }: Context): string {
  const names = new Set(linesServedBy(model, target, identifier).map(({ what }) => what));
  if (names.size === 0) return '';
  const more = names.size > MOST_USES ? ` and ${names.size - MOST_USES} more` : '';
  return ` It serves ${[...names].slice(0, MOST_USES).join(', ')}${more}.`;
}

/** `Name (file:line)` of each line that 2.4 can't read without the module and has nothing else for. */
function usesWithoutSuccessor(identifier: string, model: ServerModel): readonly string[] {
  const module = moduleFacts(identifier)?.name;
  const isLost = (name: string): boolean => {
    const fate = fateOf(name);
    return fate !== null && fate.fromModule === module && fate.toModule === null && fate.to === null;
  };
  const used = linesNamed(model, isLost).filter(({ on24, file }) => on24 !== 'no' && file.role === 'config');
  return used.map(({ file, node }) => {
    const path = posix.relative(model.serverRoot, file.path);
    const { line } = positionAt(file.source.text, node.name.span.start);
    return `${node.name.value} (${path.startsWith('..') ? file.path : path}:${line})`;
  });
}

/** Modules of the distribution only: what a third party's file is called, the target's packages do not say. */
function isMissing(identifiers: readonly string[], { target }: Context): boolean {
  return identifiers.every((identifier) => {
    return moduleFacts(identifier) && !target.loadable.has(identifier) && !target.builtin.has(identifier);
  });
}

/** On Debian the links go (a2dismod), if they lead to nothing else: the file is the package's. One text for both versions has both follow them. */
function removalOf({ identifier, occurrence }: ModuleLine, { model, options }: Context): Fix {
  const { file } = occurrence;
  const links = options.dual ? [] : enabledLinksOf(model, file);
  const fileChanges = links.map((link): FileChange => ({ type: 'unlink', ...link }));
  const edits = links.length > 0 ? [] : removeNode(occurrence);
  return { title: `Remove ${identifier}`, applicability: 'safe', edits, fileChanges };
}

function targetName(name: string): string {
  return name === 'stock' ? 'A default build of 2.4' : `The target (${name})`;
}
