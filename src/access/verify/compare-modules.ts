import { posix } from 'node:path';
import { moduleFacts } from '../../catalog/index.ts';
import { linesNamed, occurrencesOf } from '../../model/index.ts';
import type { Occurrence, ServerModel } from '../../model/index.ts';
import { groupBy } from '../../text/index.ts';
import { completePath } from '../folders/paths.ts';
import { swappedModuleError } from '../refused/line-errors.ts';
import { hasModule } from '../request/has-module.ts';
import { isFilledInLater } from '../sections/require-text.ts';
import type { Version } from '../sections/worlds.ts';
import type { TreeNote } from './tree-note.ts';

/** What modules do without a directive of their own, where something asks for it. */
interface Silent {
  /** Without `mod_`: one of these does it. */
  readonly modules: readonly string[];
  /** Whether the line asks for it. */
  readonly isAsking: (line: Occurrence) => boolean;
  readonly lost: string;
  readonly gained: string;
}

const SENT = '2.4 sends the files themselves, programs and all';
const RUN = 'the files that 2.2 sent as they are are run, or answered by the module';

const handledBy = (handler: RegExp, ...modules: readonly string[]): Silent => ({
  modules,
  isAsking: ({ name, args: [word = ''] }) => /^(?:set|add)handler$/.test(name) && handler.test(word),
  lost: SENT,
  gained: RUN,
});

const optionFor = (option: RegExp, module: string, gained: string, lost: string): Silent => ({
  modules: [module],
  isAsking: ({ name, args }) => name === 'options' && args.some((word) => option.test(word)),
  gained,
  lost,
});

const proxied = (scheme: RegExp, module: string): Silent => ({
  modules: [module],
  isAsking: ({ name, args }) => /^proxypass(?:match)?$/.test(name) && args.some((word) => scheme.test(word)),
  lost: '2.4 answers 500 to what it proxies by this line',
  gained: '2.2 proxied nothing by this line',
});

const SILENT: readonly Silent[] = [
  proxied(/^https?:/i, 'proxy_http'),
  proxied(/^ajp:/i, 'proxy_ajp'),
  proxied(/^balancer:/i, 'proxy_balancer'),
  proxied(/^scgi:/i, 'proxy_scgi'),
  {
    modules: ['dir'],
    isAsking: ({ name }) => name === 'documentroot',
    lost: '2.4 sends no index page for a folder, and does not lead to its name with a slash',
    gained: '2.4 sends index pages, where 2.2 had none',
  },
  {
    ...handledBy(/^cgi-script$/i, 'cgi', 'cgid'),
    isAsking: ({ name, args: [word = ''] }) =>
      /^scriptalias(?:match)?$/.test(name) ||
      (/^(?:set|add)handler$/.test(name) && /^cgi-script$/i.test(word)),
  },
  handledBy(/^server-status$/i, 'status'),
  handledBy(/^server-info$/i, 'info'),
  handledBy(/^send-as-is$/i, 'asis'),
  handledBy(/^imap-file$/i, 'imagemap'),
  handledBy(/^type-map$/i, 'negotiation'),
  {
    modules: ['include'],
    isAsking: ({ name, args }) =>
      /^(?:add|set)outputfilter$/.test(name) && args.some((word) => /(?:^|;)includes(?:;|$)/i.test(word)),
    lost: '2.4 sends pages with what was to be put in written out, conditions and all',
    gained: '2.4 puts in what 2.2 sent as it is written',
  },
  optionFor(
    /^\+?(?:indexes|all)$/i,
    'autoindex',
    '2.4 lists folders without an index page',
    '2.4 lists no folder',
  ),
  optionFor(
    /^\+?multiviews$/i,
    'negotiation',
    '2.4 answers names without their endings',
    '2.4 answers no name without its ending',
  ),
];

/** Modules that one of the trees loads and the other does not, where the answers depend on it though no line is refused. */
export function moduleNotes(before: ServerModel, after: ServerModel): TreeNote[] {
  if (before.kind !== 'server' || after.kind !== 'server' || before.readBy === '2.4') return [];
  return SILENT.flatMap(({ modules, isAsking, lost, gained }): TreeNote[] => {
    const was = modules.map((name) => before.hasModule22(`mod_${name}.c`));
    const isLoaded = modules.some((name) => hasModule({ model: after, version: '2.4' }, name));
    const isLost = was.includes('yes') && !isLoaded;
    const isGained = was.every((truth) => truth === 'no') && isLoaded;
    if (!isLost && !isGained) return [];
    const [line] = linesAsking(after, isAsking);
    if (line === undefined) return [];
    const name = `mod_${modules[0]}`;
    const message = isLost
      ? `AFTER does not load ${name}: ${lost}`
      : `BEFORE did not load ${name}: ${gained}`;
    return [{ code: 'module', level: 'difference', message, place: line }];
  });
}

/**
 * LoadModule lines for a module of httpd's own in a file that is not here, and of another name, or in another folder than all others: its server
 * starts only if it has it. A copy need not hold the modules.
 */
export function moduleFileNotes(before: ServerModel, after: ServerModel): TreeNote[] {
  return [
    ...strangeFiles(before, '2.2', () => false),
    ...strangeFiles(after, '2.4', isOddPlace(before, after)),
  ];
}

function strangeFiles(model: ServerModel, version: Version, isOdd: (folder: string) => boolean): TreeNote[] {
  return modulesRead(model, version).flatMap((place): TreeNote[] => {
    const [identifier = '', path = ''] = place.args;
    const file = moduleFacts(identifier)?.file ?? null;
    if (file === null || model.hasFile(path) === 'yes' || swappedModuleError(place) !== null) return [];
    const isOther = path.split(/[\\/]/).at(-1) !== file;
    if (!isOther && !isOdd(folderOf(place, model))) return [];
    const reason = isOther ? `in ${file}` : 'the other modules are in another folder';
    const message = `${identifier} is httpd's own and ${reason}: unless there is a file ${path}, ${version} does not start`;
    return [{ code: 'module', level: 'difference', message, place }];
  });
}

function modulesRead(model: ServerModel, version: Version): Occurrence[] {
  return occurrencesOf(model, 'loadmodule').filter(
    (line) => (version === '2.2' ? line.on22 : line.on24) !== 'no' && !isFilledInLater(line),
  );
}

function folderOf({ args: [, path = ''] }: Occurrence, model: ServerModel): string {
  return posix.dirname(completePath(path, model));
}

/** Whether few modules of AFTER are in the folder, and none of BEFORE, with which a server ran. */
function isOddPlace(before: ServerModel, after: ServerModel): (folder: string) => boolean {
  const folders = modulesRead(after, '2.4').map((line) => folderOf(line, after));
  const known = new Set(modulesRead(before, '2.2').map((line) => folderOf(line, before)));
  const counts = [...groupBy(folders, (folder) => folder)].map(
    ([folder, { length }]) => [folder, length] as const,
  );
  const most = Math.max(...counts.map(([, count]) => count));
  const usual = new Set(counts.filter(([, count]) => count === most).map(([folder]) => folder));
  return (folder) => !usual.has(folder) && !known.has(folder);
}

function linesAsking(model: ServerModel, isAsking: (line: Occurrence) => boolean): readonly Occurrence[] {
  return linesNamed(
    model,
    (name) => ASKING.test(name),
    ({ on24 }) => on24 !== 'no',
  ).filter(isAsking);
}

const ASKING =
  /^(?:documentroot|proxypass(?:match)?|scriptalias(?:match)?|(?:set|add)handler|(?:set|add)outputfilter|options)$/;
