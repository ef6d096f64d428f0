import { posix } from 'node:path';
import { isLeftover, occurrencesOf } from '../src/model/index.ts';
import type { FolderItem, IncludeLine, Scope, ServerModel } from '../src/model/index.ts';
import { isLinkedFolder } from '../src/needs/index.ts';
import { defineTransform, placeOf } from '../src/transform/index.ts';
import type { FileChange, FileEdit, Fix, TransformContext } from '../src/transform/index.ts';
import {
  confName,
  folderAsWritten,
  folderOf,
  linesOfFolder,
  readInstead,
  staysDebian,
} from './shared/debian-folders.ts';
import { asWritten } from './shared/follow-new-names.ts';

export const moveConfD = defineTransform({
  id: 'move-conf-d',
  title: 'Move conf.d to conf-available and conf-enabled',
  stage: 'modules',
  rows: [],
  directives: ['Include'],
  keptForDual: true,
  applicability: 'safe',
  docs: {
    does: "In Debian's layout, moves each file and link of conf.d to conf-available, with a name that ends in .conf and a link in conf-enabled, and makes the line that read conf.d read `conf-enabled/*.conf`. Folders that are missing are made, as Debian's 2.4 package makes them.",
    why: "The main file of Debian's 2.4 reads `conf-enabled/*.conf` and no conf.d: what stands there (limits, headers, access rules) silently stops applying as soon as that file takes the place of this one. a2enconf and a2disconf know conf-available only (/usr/share/doc/apache2/NEWS.Debian.gz, 2.4.1-1).",
    before: 'Include conf.d/',
    after: 'IncludeOptional conf-enabled/*.conf',
    undo: 'Move the files back, and write the old line again. As long as the main file is the one of this tree, conf.d works as it did.',
    limits:
      "Review where anything else would be read than before: what conf-enabled holds already, another order, leftovers that are passed over; and where the target is not known to be Debian's. The files that its package puts into conf-enabled are read from then on, too. All files move or none. Where a name is taken, a line names a file of conf.d, a link leads to a place beside it, or one of the folders is a symbolic link itself, none does, and the finding says why.",
    link: 'https://wiki.debian.org/Apache',
  },
  messages: {
    move: "The main file of Debian's 2.4 reads conf-enabled/*.conf and no conf.d. {count} can move to conf-available, with links in conf-enabled (--apply review).{consequences}",
    moved:
      "The main file of Debian's 2.4 reads conf-enabled/*.conf and no conf.d: {count} moved to conf-available, with links in conf-enabled.{consequences}",
    cgi: "The package of Debian's 2.4 enables serve-cgi-bin in conf-enabled, which is read now: with a CGI module it serves /usr/lib/cgi-bin at /cgi-bin/ to everybody, and no host here has that address. `a2disconf serve-cgi-bin` ends that.",
    kept: "The main file of Debian's 2.4 reads conf-enabled/*.conf and no conf.d: once it replaces this one, the files in conf.d silently stop applying. The files were not moved: {reason}.",
  },
  run(context) {
    if (!staysDebian(context)) return;
    for (const line of linesOfFolder(context.model, 'conf.d')) {
      if (line.files.length === 0) continue;
      const { report } = context;
      const plan = planMove(context, line);
      if (typeof plan === 'string')
        report(placeOf(line.occurrence), 'kept', { data: { reason: plan }, level: 'warning' });
      else reportMove(line, plan, context);
    }
  },
});

interface Move {
  readonly fix: Fix;
  readonly data: { readonly count: string; readonly consequences: string };
}

type Context = TransformContext<'move' | 'moved' | 'cgi' | 'kept'>;

function reportMove(line: IncludeLine, { data, fix }: Move, { report, model }: Context): void {
  const place = placeOf(line.occurrence);
  const isSafe = fix.applicability === 'safe';
  report(place, isSafe ? 'moved' : 'move', { data, fix });
  if (isSafe && opensCgiBin(model)) report(place, 'cgi', { level: 'warning' });
}

/** conf-available/serve-cgi-bin.conf of Debian's apache2: ScriptAlias /cgi-bin/ /usr/lib/cgi-bin/, all granted. */
function opensCgiBin(model: ServerModel): boolean {
  const hasCgi = model.modules.some(({ identifier }) => /^cgid?_module$/.test(identifier));
  const aliases = occurrencesOf(model, 'ScriptAlias').filter(({ args }) => args[0]?.startsWith('/cgi-bin'));
  const servers = model.virtualHosts.length > 0 ? model.virtualHosts : [model.main];
  return hasCgi && servers.some((server) => !aliases.some(({ scope }) => isOf(scope, server, model)));
}

function isOf(scope: Scope, server: Scope, { main }: ServerModel): boolean {
  return scope === main || scope === server;
}

/** A string: what stands against it, the rest of a sentence. */
function planMove({ model, target }: Context, line: IncludeLine): Move | string {
  const folder = folderOf(line);
  const around = posix.dirname(folder);
  const itemsOf = (name: string) => model.itemsIn(posix.join(around, name));
  const available = itemsOf('conf-available');
  const enabled = itemsOf('conf-enabled');
  const items = model.itemsIn(folder) ?? [];
  // A link that leads out of this copy is read on the server.
  const moving = items.filter(
    ({ name, kind }) =>
      (kind === 'link' || line.names.includes(posix.join(folder, name))) && !isLeftover(name),
  );
  const obstacle =
    obstacleTo(moving, [...(available ?? []), ...(enabled ?? [])]) ?? readElsewhere(model, line, around);
  if (obstacle !== null) return obstacle;
  const linked = [folder, posix.join(around, 'conf-available'), posix.join(around, 'conf-enabled')].find(
    (path) => isLinkedFolder(model, path),
  );
  if (linked !== undefined)
    return `${posix.basename(linked)} is a symbolic link itself, to files that others may read, too`;
  const [first] = moving;
  if (first === undefined) return 'none of them is to be read by 2.4';
  const missing = [available === null ? 'conf-available' : '', enabled === null ? 'conf-enabled' : ''];
  const folders = missing.filter((name) => name !== '').map((name) => makeFolder(first, name));
  const fileChanges = [...folders, ...moving.flatMap((item) => moveItem(item))];
  const data = { count: countOf(moving.length), consequences: consequences(items, moving, enabled ?? []) };
  const isSame = data.consequences === '' && target.moduleStyle === 'debian-links';
  return {
    fix: {
      title: 'Move conf.d to conf-available',
      applicability: isSame ? 'safe' : 'review',
      edits: readEnabled(line),
      fileChanges,
    },
    data,
  };
}

function obstacleTo(moving: readonly FolderItem[], taken: readonly FolderItem[]): string | null {
  const inTheWay = moving.find((item) => taken.some(({ name }) => name === confName(item.name)));
  if (inTheWay) return `conf-available or conf-enabled has a ${confName(inTheWay.name)} already`;
  const beside = moving.find(({ target }) => target !== null && !/^(?:\/|\.\.\/)/.test(target));
  if (beside) return `${beside.name} is a link to a place in conf.d itself`;
  const names = moving.map(({ name }) => confName(name));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? null : `two of them would be called ${twice}`;
}

/** Other lines that read what is moved, or what it is moved to. */
function readElsewhere({ includes }: ServerModel, line: IncludeLine, around: string): string | null {
  const folders = [folderOf(line), posix.join(around, 'conf-available'), posix.join(around, 'conf-enabled')];
  const other = includes.find((each) => {
    return (
      each !== line && folders.some((folder) => each.path === folder || each.path.startsWith(`${folder}/`))
    );
  });
  return other === undefined ? null : `\`${asWritten(other)}\` reads there, too`;
}

function makeFolder({ path }: FolderItem, name: string): FileChange {
  return { type: 'folder', path: posix.join(posix.dirname(posix.dirname(path)), name) };
}

function moveItem({ path, name, target }: FolderItem): FileChange[] {
  const around = posix.dirname(posix.dirname(path));
  const newName = confName(name);
  const to = posix.join(around, 'conf-available', newName);
  const link = { path: posix.join(around, 'conf-enabled', newName), target: `../conf-available/${newName}` };
  const move: FileChange[] =
    target === null
      ? [{ type: 'rename', from: path, to }]
      : [
          { type: 'unlink', path, target },
          { type: 'link', path: to, target },
        ];
  return [...move, { type: 'link', ...link }];
}

function readEnabled(line: IncludeLine): FileEdit[] {
  return readInstead(line, posix.join(posix.dirname(folderAsWritten(line)), 'conf-enabled/*.conf'));
}

function countOf(count: number): string {
  return count === 1 ? 'One file' : `${count} files`;
}

/** What else changes by the move, in sentences. */
function consequences(
  items: readonly FolderItem[],
  moving: readonly FolderItem[],
  enabled: readonly FolderItem[],
): string {
  const left = items.filter((item) => !moving.includes(item)).map(({ name }) => name);
  const fresh = enabled.filter(({ name }) => name.endsWith('.conf')).map(({ name }) => name);
  const names = moving.map(({ name }) => confName(name));
  const isReordered = names.some((name, at) => at > 0 && names[at - 1]! > name);
  return [
    left.length > 0 ? ` No longer read: ${left.join(', ')}.` : '',
    fresh.length > 0 ? ` Read from then on: ${fresh.join(', ')}.` : '',
    isReordered ? ` They are read in another order then: ${names.toSorted().join(', ')}.` : '',
  ].join('');
}
