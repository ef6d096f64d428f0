import { posix } from 'node:path';
import { guardsAround } from '../src/access/index.ts';
import { directive22, directive24, moduleFacts, moduleFateOf } from '../src/catalog/index.ts';
import { isLeftover, linesNamed, isNegated } from '../src/model/index.ts';
import type { Guard, Occurrence, ServerModel } from '../src/model/index.ts';
import { hasItsLinks, linesOfFolder, staysDebian } from './shared/debian-folders.ts';
import { ACCESS_OF_22, defineTransform, openingSpan } from '../src/transform/index.ts';

export const reportUnreadLines = defineTransform({
  id: 'report-unread-lines',
  title:
    'Report old lines in guards that are closed, and in sites and modules of Debian that are switched off',
  stage: 'findings',
  rows: [],
  applicability: 'manual',
  docs: {
    does: 'Names, once for each name, the `<IfDefine>` and `<IfModule>` sections that neither server reads and that hold lines which 2.4 does not know: Order, Allow, Deny, Satisfy, and directives that are gone. So it does, for each folder, of the files in `sites-available` and `mods-available` of Debian that no link leads to (sites only where give-sites-conf-names does not name them), or that may be switched on by links which the copy lacks.',
    why: 'What is not read is left alone. Once httpd is started with the name, or the module is loaded, 2.4 refuses the lines ("Invalid command \'Order\'") and does not start.',
    before:
      '# httpd is not started with -D STATUS\n<IfDefine STATUS>\n    <Location /server-status>\n        Order deny,allow\n        Deny from all\n        Allow from 127.0.0.1\n    </Location>\n</IfDefine>',
    after: '(the lines stay, and are reported)',
    undo: 'Nothing is changed.',
    limits:
      'Lines that no version reads, in `<IfVersion>`, negated guards or guards of modules that 2.4 does not have, are not named: 2.4 will never meet them.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#ifdefine',
  },
  messages: {
    define:
      'httpd is not started with {name}, so what stands in {where} is not read, and lines there ({lines}) stay as they are. 2.4 refuses them. Before you start httpd with -D {name}, run this with the same option.',
    available:
      'No link leads to these files of {folder}, so they are not read, and lines there ({lines}) stay as they are: {files}. 2.4 refuses them. Before you switch one on, run this with its path.',
    unlinked:
      '{links} is not here as the server has it, so which of these files of {folder} are switched on is not known, and none was read. Lines there ({lines}) stay as they are, and 2.4 refuses them: {files}. Copy {links} with its links, or run this with the path of each.',
    module:
      '{name} is not loaded, so what stands in {where} is not read, and lines there ({lines}) stay as they are. 2.4 refuses them. If you mean to load the module, load it here first, then run this again.',
  },
  run(context) {
    const { model, original, options, writtenFor, report } = context;
    if (writtenFor === '2.4' || model.kind !== 'server') return;
    const isGone = (name: string): boolean =>
      ACCESS_OF_22.has(name)
        ? options.access === 'require'
        : directive24(name) === null && directive22(name) !== null;
    const isUnread = ({ on22, on24 }: Occurrence): boolean => on22 === 'no' && on24 === 'no';
    const found = new Map<string, Unread>();
    for (const line of linesNamed(model, isGone, isUnread)) {
      const closed = guardsAround(line).filter(({ on24 }) => on24 === 'no');
      const [guard] = closed;
      if (guard === undefined || !closed.every(mayOpen)) continue;
      const key = `${guard.kind} ${guard.test}`;
      const { sections, names } = found.get(key) ?? { sections: new Map(), names: new Map() };
      sections.set(guard.node, guard);
      if (!names.has(line.name)) names.set(line.name, line.node.name.value);
      found.set(key, { sections, names });
    }
    for (const { sections, names } of found.values()) {
      const [first] = sections.values();
      const { kind, test, file, node } = first!;
      const where = sections.size === 1 ? 'this section' : `this section and ${sections.size - 1} more`;
      const data = { name: test, where, lines: [...names.values()].join(', ') };
      const place = { file, span: openingSpan(node.open) };
      report(place, kind === 'ifdefine' ? 'define' : 'module', { data });
    }
    if (model.layout !== 'debian') return;
    // give-sites-conf-names names all sites that are switched off.
    const areSitesNamed = staysDebian(context) && linesOfFolder(original, 'sites-enabled').length > 0;
    for (const { links, ...data } of switchedOff(model, isGone)) {
      const place = { file: model.main.file, span: null };
      const areLinked = hasItsLinks(model, posix.join(model.statedRoot, links));
      if (!areLinked) report(place, 'unlinked', { level: 'warning', data: { ...data, links } });
      else if (links !== 'sites-enabled' || !areSitesNamed) report(place, 'available', { data });
    }
  },
});

/** a2enmod links no other names of mods-available. */
const SHELVES: readonly (readonly [folder: string, links: string, isOfFolder: (name: string) => boolean])[] =
  [
    ['sites-available', 'sites-enabled', () => true],
    ['mods-available', 'mods-enabled', (name) => /\.(?:conf|load)$/.test(name)],
  ];
const FIRST_WORD = /^[ \t]*([A-Za-z]\w*)(?=[ \t])/gm;
const MOST_NAMED = 5;

/** For each folder of what Debian's links switch on, the files with old lines that none leads to. */
function* switchedOff(
  model: ServerModel,
  isGone: (name: string) => boolean,
): Generator<Readonly<Record<'folder' | 'links' | 'lines' | 'files', string>>> {
  for (const [name, links, isOfFolder] of SHELVES) {
    const folder = posix.join(model.statedRoot, name);
    const unread = (model.itemsIn(folder) ?? []).filter(({ path }) => !model.files.has(path));
    const names = new Set(unread.map((item) => item.name).filter((each) => !isLeftover(each)));
    const lines = new Map<string, string>();
    const files: string[] = [];
    for (const file of model.filesIn(folder)) {
      if (!names.has(file.name) || !isOfFolder(file.name)) continue;
      const words = [...file.text.matchAll(FIRST_WORD)].map(([, word = '']) => word);
      const gone = words.filter((word) => isGone(word.toLowerCase()));
      if (gone.length === 0) continue;
      files.push(file.name);
      for (const word of gone) lines.set(word.toLowerCase(), lines.get(word.toLowerCase()) ?? word);
    }
    if (files.length > 0) yield { folder: name, links, lines: some([...lines.values()]), files: some(files) };
  }
}

function some(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** The sections that open with one name, and by their names in small letters the directives in them, as they are written first. */
interface Unread {
  readonly sections: Map<Guard['node'], Guard>;
  readonly names: Map<string, string>;
}

/** Whether there may be a 2.4 server that reads what is in it. */
function mayOpen(guard: Guard): boolean {
  const { kind, test } = guard;
  if (isNegated(guard)) return false;
  if (kind !== 'ifmodule') return kind === 'ifdefine';
  return moduleFacts(test)?.in24 ?? moduleFateOf(test) === null;
}
