import { isLeftover } from '../src/model/index.ts';
import { posix } from 'node:path';
import type { FolderItem, IncludeLine, ServerModel } from '../src/model/index.ts';
import { defineTransform, placeOf } from '../src/transform/index.ts';
import type { FileChange, FileEdit, Fix } from '../src/transform/index.ts';
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
  applicability: 'review',
  docs: {
    does: "In Debian's layout, moves each file and link of conf.d to conf-available, with a name that ends in .conf and a link in conf-enabled, and makes the line that read conf.d read `conf-enabled/*.conf`. The folders must be there; Debian's 2.4 package makes them.",
    why: "The main file of Debian's 2.4 reads `conf-enabled/*.conf` and no conf.d: what stands there (limits, headers, access rules) is gone, without a word, as soon as that file takes the place of this one. a2enconf and a2disconf know conf-available only (/usr/share/doc/apache2/NEWS.Debian.gz, 2.4.1-1).",
    before: 'Include conf.d/',
    after: 'IncludeOptional conf-enabled/*.conf',
    undo: 'Move the files back, and write the old line again. As long as the main file is the one of this tree, conf.d works as it did.',
    limits:
      'Review, for the packages of the new release bring files of their own for both folders: what conf-enabled holds already is read from then on. All files move or none. Where a name is taken, a line names a file of conf.d, or a link leads to a place beside it, none does, and the finding says why.',
    link: 'https://wiki.debian.org/Apache',
  },
  messages: {
    move: "The main file of Debian's 2.4 reads conf-enabled/*.conf and no conf.d. {count} can move to conf-available, with links in conf-enabled (--apply review).{consequences}",
    folders:
      "The main file of Debian's 2.4 reads conf-enabled/*.conf and no conf.d: what stands there is gone, without a word, as soon as it takes the place of this one. Make the folders conf-available and conf-enabled beside it, and run this again with --apply review to have the files moved.",
    kept: "The main file of Debian's 2.4 reads conf-enabled/*.conf and no conf.d: what stands there is gone, without a word, as soon as it takes the place of this one. The files were not moved: {reason}.",
  },
  run(context) {
    if (!staysDebian(context)) return;
    for (const line of linesOfFolder(context.model, 'conf.d')) {
      if (line.files.length === 0) continue;
      const { report } = context;
      const plan = planMove(context.model, line);
      if (typeof plan === 'string')
        report(placeOf(line.occurrence), 'kept', { data: { reason: plan }, level: 'warning' });
      else if (plan === null) report(placeOf(line.occurrence), 'folders', { level: 'warning' });
      else report(placeOf(line.occurrence), 'move', { data: plan.data, fix: plan.fix });
    }
  },
});

interface Move {
  readonly fix: Fix;
  readonly data: { readonly count: string; readonly consequences: string };
}

/** Null: the folders are missing; a string: what stands against it, the rest of a sentence. */
function planMove(model: ServerModel, line: IncludeLine): Move | string | null {
  const folder = folderOf(line);
  const around = posix.dirname(folder);
  const available = model.itemsIn(posix.join(around, 'conf-available'));
  const enabled = model.itemsIn(posix.join(around, 'conf-enabled'));
  const items = model.itemsIn(folder) ?? [];
  if (available === null || enabled === null) return null;
  const moving = items.filter(
    ({ name }) => line.names.includes(posix.join(folder, name)) && !isLeftover(name),
  );
  const obstacle = obstacleTo(moving, [...available, ...enabled]) ?? readElsewhere(model, line, around);
  if (obstacle !== null) return obstacle;
  const fileChanges = moving.flatMap((item) => moveItem(item));
  const data = { count: countOf(moving.length), consequences: consequences(items, moving, enabled) };
  return {
    fix: {
      title: 'Move conf.d to conf-available',
      applicability: 'review',
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
