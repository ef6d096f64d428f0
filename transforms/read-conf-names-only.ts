import { isLeftover } from '../src/model/index.ts';
import { posix } from 'node:path';
import type { IncludeLine, ServerModel } from '../src/model/index.ts';
import { defineTransform, placeOf } from '../src/transform/index.ts';
import type { Fix, TransformContext } from '../src/transform/index.ts';
import {
  CONF,
  folderAsWritten,
  folderOf,
  hasItsLinks,
  isOfIspConfig,
  linesOfFolder,
  readInstead,
  staysDebian,
} from './shared/debian-folders.ts';

export const readConfNamesOnly = defineTransform({
  id: 'read-conf-names-only',
  title: 'Read from sites-enabled what ends in .conf',
  stage: 'modules',
  rows: [],
  directives: ['Include'],
  keptForDual: true,
  applicability: 'safe',
  docs: {
    does: "Makes the line of Debian's main file that reads the whole of sites-enabled read `*.conf` there, as the main file of Debian's 2.4 does: as a safe fix where that reads the same files today, as one to review where nothing but leftovers of editors and packages is no longer read. Names leftovers in conf.d, too, and what an existing `*.conf` does not read.",
    why: "Debian's 2.2 passed over editors' and dpkg's leftovers (site~, site.dpkg-old, .site.swp) in a folder that it included; its 2.4 reads every file that is there (/usr/share/doc/apache2/NEWS.Debian.gz, 2.4.1-1: the special handling has been removed). The next backup copy that an editor leaves would be live, and what it holds as well.",
    before: 'Include sites-enabled/',
    after: 'IncludeOptional sites-enabled/*.conf',
    undo: 'Write the old line again.',
    limits:
      'Which names 2.2 ignored follows the rule of its README.Debian. A 2.2 that was built from source read them all, and the migration assumes that one. The line for conf.d stays: move-conf-d sees to that. So does one that reads sites of ISPConfig (`*.vhost`).',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#includeoptional',
  },
  messages: {
    narrowed:
      "Debian's 2.2 ignored backup files of editors and dpkg in an included folder, and its 2.4 does not: `*.conf` reads the same files today, and no backup copy later.",
    excluded:
      "This line reads {names}, too, and the `*.conf` of Debian's 2.4 does not, so it stays. Give what is wanted a name that ends in .conf, and move the rest away.",
    unread:
      "{names} in {folder}: Debian's 2.2 read it, and nothing does any more. Give what is wanted a name that ends in .conf (of a site, its file in sites-available, too). Move what is in conf.d to conf-available, with a link in conf-enabled. Then migrate it: run this again, with --as 2.2 if the rest is written for 2.4.",
    'unread-ispconfig':
      "{names} in {folder}: ISPConfig's sites, which nothing reads any more. Have this line read {folder}/ whole, as the update of ISPConfig does, and migrate them then: run this again, with --as 2.2 if the rest is written for 2.4.",
    leftovers:
      "{names}: Debian's own 2.2 ignored such backup files of editors and packages in an included folder; 2.4 reads them here. Move them away.",
  },
  run(context) {
    const { model, report } = context;
    if (model.layout === 'debian') reportUnread(context);
    if (!staysDebian(context)) return;
    for (const line of linesOfFolder(model, 'sites-enabled')) {
      if (!hasItsLinks(model, folderOf(line))) continue;
      const names = [...namesIn(line), ...unreadIn(model, line)];
      const others = names.filter((name) => !name.endsWith(CONF) && !isOfIspConfig(name));
      const isPanels = names.some(isOfIspConfig);
      if (isPanels && others.length === 0) continue;
      const data = { names: others.join(', ') };
      const message = isPanels ? 'excluded' : messageFor(others);
      // Sites that would be gone are nobody's wish.
      const fix = message === 'excluded' ? null : narrow(line, message === 'narrowed' ? 'safe' : 'review');
      const level = message === 'narrowed' ? 'info' : 'warning';
      report(placeOf(line.occurrence), message, { data, level, ...(fix !== null && { fix }) });
    }
    for (const line of linesOfFolder(model, 'conf.d')) {
      const names = namesIn(line).filter(isLeftover).join(', ');
      if (names !== '') report(placeOf(line.occurrence), 'leftovers', { data: { names }, level: 'warning' });
    }
  },
});

/** What lies where Debian's 2.2 read it, and no line reads any more: after an upgrade of the package that brought its main file. */
function reportUnread({ model, report }: TransformContext<'unread' | 'unread-ispconfig'>): void {
  const read = new Set(model.includes.flatMap(({ names }) => names));
  for (const { path, occurrence } of model.includes) {
    const folder = /\/(sites|conf)-enabled\/\*\.conf$/.exec(path)?.[1];
    if (folder === undefined || occurrence.on24 === 'no') continue;
    const old = posix.join(posix.dirname(path), folder === 'sites' ? '' : '../conf.d');
    // That a link leads nowhere is told of the link.
    const isMatched = (name: string): boolean => folder === 'sites' && name.endsWith(CONF);
    const items = (model.itemsIn(old) ?? []).filter(
      ({ kind, name }) => kind !== 'folder' && !isLeftover(name) && !isMatched(name),
    );
    const unread = items.map(({ name }) => name).filter((name) => !read.has(posix.join(old, name)));
    const ofPanel = unread.filter(isOfIspConfig);
    const others = unread.filter((name) => !isOfIspConfig(name));
    for (const [message, names] of [
      ['unread-ispconfig', ofPanel],
      ['unread', others],
    ] as const) {
      const data = { names: names.join(', '), folder: posix.basename(old) };
      if (names.length > 0) report(placeOf(occurrence), message, { data, level: 'warning' });
    }
  }
}

function messageFor(others: readonly string[]): 'narrowed' | 'leftovers' | 'excluded' {
  if (others.length === 0) return 'narrowed';
  return others.every(isLeftover) ? 'leftovers' : 'excluded';
}

/** The files and folders in the folder that the line reads. */
function namesIn(line: IncludeLine): string[] {
  const names = line.names.map((name) => posix.relative(folderOf(line), name).split('/')[0] ?? '');
  return [...new Set(names)];
}

/** What lies in that folder, and was not read: a link that leads nowhere here, or a file that may not be opened. */
function unreadIn(model: ServerModel, line: IncludeLine): string[] {
  const folder = folderOf(line);
  const read = new Set(line.names);
  const items = model.itemsIn(folder) ?? [];
  const unread = items.filter(({ name }) => !read.has(posix.join(folder, name)) && !isLeftover(name));
  return unread.filter(({ kind }) => kind !== 'folder').map(({ name }) => name);
}

function narrow(line: IncludeLine, applicability: Fix['applicability']): Fix {
  const edits = readInstead(line, `${folderAsWritten(line)}/*${CONF}`);
  return { title: 'Read only names that end in .conf', applicability, edits };
}
