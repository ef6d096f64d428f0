import { dormantGuards, linesThatRefuse } from '../src/access/index.ts';
import { moduleFacts, moduleFateOf, modules } from '../src/catalog/index.ts';
import { itemsGuarded, type ModelFile, type ModuleLine, type ServerModel } from '../src/model/index.ts';
import { hasModulesOf24 } from '../src/needs/index.ts';
import { lowerName, visit, type Directive, type Section } from '../src/syntax/index.ts';
import type { TextEdit } from '../src/text/index.ts';
import {
  defineTransform,
  inFile,
  openingSpan,
  placeOf,
  type FileEdit,
  type Place,
} from '../src/transform/index.ts';

export const renameModules = defineTransform({
  id: 'rename-modules',
  title: 'Call renamed modules by their 2.4 names',
  stage: 'directives',
  rows: ['module-cache-disk', 'moved-authn-provider-alias'],
  directives: ['LoadModule', 'IfModule'],
  applicability: 'safe',
  docs: {
    does: 'Gives LoadModule lines of renamed modules their new name and file, and makes the IfModule guards that ask for the old name, or for a module that became part of another, ask for the new one.',
    why: "mod_disk_cache is mod_cache_disk since 2.4 (mod_example is mod_example_hooks, 2.0's mod_imap mod_imagemap), and mod_authn_alias is part of mod_authn_core. 2.4 does not start when the old file is missing, and silently skips `<IfModule mod_disk_cache.c>`.",
    before: 'LoadModule disk_cache_module modules/mod_disk_cache.so\n<IfModule mod_disk_cache.c>',
    after: 'LoadModule cache_disk_module modules/mod_cache_disk.so\n<IfModule mod_cache_disk.c>',
    undo: 'Give the lines their old names again; the module is then neither loaded nor found by guards.',
    limits:
      'A guard stays where the tree has one for the new name, too: it is written for both versions. So does one that 2.2 does not pass, with access rules or lines that refuse requests in it: 2.4 might pass it by the new name.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_cache_disk.html',
  },
  messages: {
    line: '2.4 calls {old} {new}.',
    guard: 'In 2.4 the module to ask for is {new}: nothing answers to the old name.',
  },
  run({ model, writtenFor, report }) {
    if (hasModulesOf24(model, writtenFor)) return;
    for (const line of model.modules) {
      const successor = renamedTo(line.identifier);
      if (successor === null || isFor22Alone(line)) continue;
      report(placeOf(line.occurrence), 'line', {
        data: { old: line.identifier, new: successor },
        fix: { title: `Load ${successor}`, applicability: 'safe', edits: lineEdits(line, successor) },
      });
    }
    for (const { file, section, test, renamed } of guardsToRename(model)) {
      const edits = inFile(file, renameWord(file, section, 0, test, renamed));
      report(placeOfGuard(file, section), 'guard', {
        data: { new: renamed },
        fix: { title: `Ask for ${renamed}`, applicability: 'safe', edits },
      });
    }
  },
});

/** A guard, and what it asks for before and after, without the `!`. */
interface OutdatedGuard {
  readonly file: ModelFile;
  readonly section: Section;
  readonly test: string;
  readonly renamed: string;
}

/** What neither version reads (with another -D it may be read) is kept in step. */
function isFor22Alone({ occurrence: { on22, on24 } }: ModuleLine): boolean {
  return on22 !== 'no' && on24 === 'no';
}

function lineEdits({ identifier, occurrence }: ModuleLine, successor: string): FileEdit[] {
  const { file, node } = occurrence;
  const [old, now] = [
    moduleFacts(identifier)?.file ?? identifier.replace(/^(.*)_module$/, 'mod_$1.so'),
    moduleFacts(successor)?.file,
  ];
  const names = renameWord(file, node, 0, identifier, successor);
  return inFile(file, now ? [...names, ...renameWord(file, node, 1, old, now)] : names);
}

function renamedTo(identifier: string): string | null {
  const fate = moduleFateOf(identifier);
  return fate?.fate === 'renamed' ? (fate.to[0] ?? null) : null;
}

/** Every guard in files of the tree that asks for a module of 2.2 by a name that is gone. */
function guardsToRename(model: ServerModel): readonly OutdatedGuard[] {
  const newNames = newTestNames(model);
  const mayHold = mayHoldTests([...newNames].flat());
  const tests = new Set<string>();
  const found = [...model.files.values()].filter(mayHold).flatMap((file) => {
    const guards: (OutdatedGuard & Around)[] = [];
    visit(file.document, (section, ancestors) => {
      const test = section.type === 'section' ? testOf(section) : null;
      if (section.type !== 'section' || test === null) return;
      tests.add(test);
      const renamed = newNames.get(test);
      if (renamed !== undefined) guards.push({ file, section, test, renamed, ancestors: [...ancestors] });
    });
    return guards;
  });
  const outdated = found.filter(({ renamed }) => !tests.has(renamed));
  if (outdated.length === 0) return [];
  const around = new Set(outdated.flatMap(({ section, ancestors }) => [...ancestors, section]));
  const dead = new Set(guardsToLeave(model, around));
  return outdated.filter(({ section, ancestors }) => ![...ancestors, section].some((each) => dead.has(each)));
}

interface Around {
  readonly ancestors: readonly Section[];
}

/** What guards of 2.2 may ask for by a name that is gone: the new one. */
function newTestNames(model: ServerModel): ReadonlyMap<string, string> {
  const names = modules().flatMap(({ identifier, sourceFile }) => [identifier, sourceFile]);
  return new Map(
    names.flatMap((test) => {
      const renamed = newTestName(test, model);
      return renamed === null ? [] : [[test, renamed] as const];
    }),
  );
}

/** Whether a file may hold guards that ask for one of these: most need not be gone through. A line that is continued may have any of them. */
function mayHoldTests(tests: readonly string[]): (file: ModelFile) => boolean {
  const anyOf = tests.map((test) => test.replaceAll('.', '\\.')).join('|');
  const opening = new RegExp(`<(?:IfModule[^\\n]*(?:${anyOf})|[^\\n]*\\\\\\r?\\n)`, 'i');
  return ({ source }) => opening.test(source.text);
}

/** `mod_disk_cache.c` -> `mod_cache_disk.c`, `disk_cache_module` -> `cache_disk_module`. */
function newTestName(test: string, model: ServerModel): string | null {
  const facts = moduleFacts(test);
  const successor = facts?.in22 ? followedTo(facts.identifier, model) : null;
  if (facts === null || successor === null) return null;
  if (test === facts.identifier) return successor;
  return test === facts.sourceFile ? (moduleFacts(successor)?.sourceFile ?? null) : null;
}

/** What is part of another module is there now, whoever loads it: a guard follows only if 2.2 had it. */
function followedTo(identifier: string, model: ServerModel): string | null {
  const fate = moduleFateOf(identifier);
  const isMergedInUse = fate?.fate === 'merged' && model.hasModule22(identifier) === 'yes';
  return isMergedInUse ? (fate.to[0] ?? null) : renamedTo(identifier);
}

function testOf({ open }: Section): string | null {
  const isGuard = open.name.value.toLowerCase() === 'ifmodule';
  return isGuard ? (open.args[0]?.value.replace(/^!\s*/, '') ?? null) : null;
}

/**
 * What `<IfVersion < 2.4>` and their like hold is for another server; rules that nobody obeys stay so.
 * @param among those that are asked about: others may be left out
 */
function* guardsToLeave(model: ServerModel, among: ReadonlySet<Section>): Generator<Section> {
  yield* dormantGuards(model, among, () => linesThatRefuse(model));
  if ([...among].every((each) => lowerName(each) === 'ifmodule')) return;
  for (const { type, guards } of itemsGuarded(model)) {
    if (type === 'scope') continue;
    for (const { kind, on24, node } of guards) if (kind !== 'ifmodule' && on24 === 'no') yield node;
  }
}

/** Puts one name in the place of another within an argument, whatever stands around it. */
function renameWord(
  file: ModelFile,
  line: Directive | Section,
  index: number,
  old: string,
  now: string,
): readonly TextEdit[] {
  const { args } = line.type === 'section' ? line.open : line;
  const word = args[index];
  const at = word ? file.source.text.slice(word.span.start, word.span.end).lastIndexOf(old) : -1;
  if (!word || at === -1) return [];
  const start = word.span.start + at;
  return [{ span: { start, end: start + old.length }, text: now }];
}

function placeOfGuard(file: ModelFile, { open }: Section): Place {
  return { file, span: openingSpan(open) };
}
