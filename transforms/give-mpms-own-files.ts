import { posix } from 'node:path';
import { isMpm } from '../src/catalog/index.ts';
import { occurrencesOf } from '../src/model/index.ts';
import type { ModelFile, ServerModel } from '../src/model/index.ts';
import { computeNeeds, givenMpm, includeOfLinks, isLinkedFolder } from '../src/needs/index.ts';
import { leadingComments, replaceLines } from '../src/syntax/index.ts';
import type { Node, Section } from '../src/syntax/index.ts';
import { defineTransform, inFile, type FileChange, type TransformContext } from '../src/transform/index.ts';
import { staysDebian } from './shared/debian-folders.ts';

export const giveMpmsOwnFiles = defineTransform({
  id: 'give-mpms-own-files',
  title: "Give the settings of MPMs the files that Debian's 2.4 has for them",
  stage: 'modules',
  rows: [],
  keptForDual: true,
  applicability: 'safe',
  docs: {
    does: "In Debian's layout, moves the sections `<IfModule mpm_prefork_module>`, `<IfModule mpm_worker_module>` and `<IfModule mpm_event_module>` of the main file to mods-available/mpm_prefork.conf and so on, and links that of the MPM which is loaded in mods-enabled.",
    why: "Debian's 2.2 had its MPM compiled in. In 2.4 it is loaded by a link of mods-enabled (debian/changelog, 2.4.1-3): a guard above the line that reads these links is silently skipped, and so is what it holds (MaxRequestWorkers and others).",
    before:
      '<IfModule mpm_event_module>\n    ThreadsPerChild 25\n</IfModule>\nInclude mods-enabled/*.load\nInclude mods-enabled/*.conf',
    after: 'Include mods-enabled/*.load\nInclude mods-enabled/*.conf',
    undo: 'Move the sections back, below the line that reads mods-enabled/*.load.',
    limits:
      'Only sections that hold nothing but settings of MPMs move, all or none. They stay where one of the files is there already, where mods-available or mods-enabled is a symbolic link itself, or where the same setting stands outside of a guard, too: then a line of its own loads the MPM above them.',
    link: 'https://wiki.debian.org/Apache',
  },
  messages: {
    moved:
      "In 2.4 the MPM is loaded by a link in mods-enabled, below these sections, which would be skipped: they move to {files} in mods-available, as in Debian's package.",
  },
  run(context) {
    const { model, options, report } = context;
    const folder = availableFolder(context);
    if (folder === null || options.dual || !readsSettings(model)) return;
    const sections = settingsOfMpms(model);
    if (sections === null || sections.length === 0) return;
    const names = [...new Set(sections.map(({ mpm }) => `${mpm}.conf`))];
    const items = [...(model.itemsIn(folder.path) ?? []), ...(model.itemsIn(enabledFolder(model)) ?? [])];
    if (items.some(({ name }) => names.includes(name))) return;
    if ([folder.path, enabledFolder(model)].some((path) => isLinkedFolder(model, path))) return;
    const [first] = sections;
    report({ file: first!.file, span: first!.node.open.span }, 'moved', {
      data: { files: names.join(', ') },
      fix: {
        title: "Move the MPMs' settings to their files",
        applicability: 'safe',
        edits: sections.flatMap(({ file, nodes }) =>
          inFile(file, replaceLines(file.document, nodes[0]!, nodes.at(-1)!, [])),
        ),
        fileChanges: [...makeFiles(sections, folder), ...linkOf(names, context)],
      },
    });
  },
});

type Context = Pick<TransformContext, 'model' | 'target' | 'writtenFor'>;

/** mods-available, and a file in it that new ones can be like. */
interface Available {
  readonly path: string;
  readonly like: string;
}

function availableFolder(context: Context): Available | null {
  const [like] = context.model.loadFiles ?? [];
  const isDebian = staysDebian(context) && context.target.moduleStyle === 'debian-links';
  if (!isDebian || like === undefined || includeOfLinks(context.model) === null) return null;
  return { path: posix.dirname(like.path), like: like.realPath };
}

function enabledFolder({ serverRoot }: ServerModel): string {
  return posix.join(serverRoot, 'mods-enabled');
}

/** Whether a line for everybody reads the settings of mods-enabled, too. */
function readsSettings({ includes }: ServerModel): boolean {
  return includes.some(({ path, occurrence: { guards, scope } }) => {
    return guards.length === 0 && scope.kind === 'server' && /\/mods-enabled\/\*(\.conf)?$/.test(path);
  });
}

/** A section with settings of one MPM, and the comments that belong to it. */
interface Settings {
  readonly mpm: string;
  readonly file: ModelFile;
  readonly node: Section;
  readonly nodes: readonly Node[];
}

/** Those of the file that reads mods-enabled; null if something stands against moving them. */
function settingsOfMpms(model: ServerModel): readonly Settings[] | null {
  const file = includeOfLinks(model)?.file;
  if (file === undefined) return null;
  const { children } = file.document;
  const found = children.flatMap((node, at): Settings[] => {
    const mpm = node.type === 'section' ? mpmOf(node) : null;
    if (mpm === null || node.type !== 'section') return [];
    const next = children[at + 1];
    const nodes = [...leadingComments(file.document, node), node, ...(next?.type === 'blank' ? [next] : [])];
    return [{ mpm, file, node, nodes }];
  });
  const lines = found.flatMap(({ node }) => node.children);
  const isPlain = lines.every(
    (line) => line.type !== 'section' && (line.type !== 'directive' || isSetting(line.name.value)),
  );
  return isPlain && !lines.some((line) => line.type === 'directive' && isSetFor(model, line.name.value))
    ? found
    : null;
}

function mpmOf({ open: { name, args } }: Section): string | null {
  const match = /^(?:mpm_(prefork|worker|event)_module|(prefork|worker|event)\.c)$/.exec(
    args[0]?.value ?? '',
  );
  if (name.value.toLowerCase() !== 'ifmodule' || match === null) return null;
  return `mpm_${match[1] ?? match[2]}`;
}

const SETTINGS: ReadonlySet<string> = new Set([
  'startservers',
  'serverlimit',
  'minspareservers',
  'maxspareservers',
  'minsparethreads',
  'maxsparethreads',
  'threadlimit',
  'threadsperchild',
  'threadstacksize',
  'maxclients',
  'maxrequestworkers',
  'maxrequestsperchild',
  'maxconnectionsperchild',
  'listenbacklog',
  'gracefulshutdowntimeout',
]);

function isSetting(name: string): boolean {
  return SETTINGS.has(name.toLowerCase());
}

/** Whether the setting stands outside of guards, too: which one counts depends on which comes last. */
function isSetFor(model: ServerModel, name: string): boolean {
  return occurrencesOf(model, name).some(({ guards }) => guards.length === 0);
}

function makeFiles(sections: readonly Settings[], { path, like }: Available): FileChange[] {
  const names = [...new Set(sections.map(({ mpm }) => mpm))];
  return names.map((name) => {
    const text = sections
      .filter(({ mpm }) => mpm === name)
      .map(textOf)
      .join('\n');
    return { type: 'make', path: posix.join(path, `${name}.conf`), text, like };
  });
}

function textOf({ file, nodes }: Settings): string {
  const { text } = file.source;
  return `${text.slice(nodes[0]!.span.start, nodes.at(-1)!.span.end).trim()}\n`;
}

/** The link for the MPM that 2.4 runs, if its settings are among them. */
function linkOf(names: readonly string[], { model, target }: Context): FileChange[] {
  const loaded = new Set(model.modules.map(({ identifier }) => identifier));
  const needed = computeNeeds(model, target).needs.find(({ identifier }) => isMpm(identifier))?.identifier;
  const mpm = givenMpm(loaded, target) ?? needed;
  const name = `${mpm?.replace(/_module$/, '')}.conf`;
  if (!names.includes(name)) return [];
  return [
    { type: 'link', path: posix.join(enabledFolder(model), name), target: `../mods-available/${name}` },
  ];
}
