import { posix } from 'node:path';
import type { Occurrence, ServerModel, TreeReader } from '../../model/index.ts';
import { decodePath, occurrencesOf, resolvePath, compareNames, walkOccurrences } from '../../model/index.ts';
import type { Recorded } from './recording-reader.ts';

/** What a whole copy holds. */
export interface NeededFiles {
  /** Absolute, in byte order: files, symbolic links, and folders that have nothing in them. */
  readonly paths: readonly string[];
  /** Keys, certificates and modules, which no migration reads. */
  readonly leftOut: readonly string[];
}

/**
 * All that was read of the tree, and what its lines name beside: login files, maps, types. In the configuration's own folders every
 * name counts, read or not; of any other folder that is asked for one file stands for it, so that it is there.
 */
export function neededFiles(model: ServerModel, recorded: Recorded, reader: TreeReader): NeededFiles {
  const secrets = secretsOf(model);
  const wanted = [...recorded.files, ...namedFiles(model, reader), ...ownNames(model, recorded, reader)];
  const leftOut = new Set([...secrets].filter((path) => reader.kindOf(path) === 'file'));
  const paths = new Set<string>();
  for (const path of wanted) {
    if (reader.kindOf(path) !== 'file' && reader.readLink(path) === null) continue;
    const trail = pathTrail(path, reader);
    if (trail.some((each) => secrets.has(each) || isSecret(each, reader))) leftOut.add(path);
    else for (const each of trail) if (isTakeable(each, reader)) paths.add(each);
  }
  for (const folder of recorded.folders) for (const path of standIn(folder, paths, reader)) paths.add(path);
  return {
    paths: [...paths].toSorted(compareNames),
    leftOut: [...leftOut].filter((path) => !/\.so(?:\.\d+)*$/.test(path)).toSorted(compareNames),
  };
}

function isTakeable(path: string, reader: TreeReader): boolean {
  return reader.readLink(path) !== null || reader.kindOf(path) === 'file';
}

function placed(path: string, { statedRoot }: ServerModel): string {
  return resolvePath(statedRoot, decodePath(path));
}

/** Directives whose first word is a file, and DBM files, whose names get an ending. */
const NAMING = [
  'authuserfile',
  'authgroupfile',
  'authdigestfile',
  'authdigestgroupfile',
  'typesconfig',
  'mimemagicfile',
];
const NAMING_DBM = ['authdbmuserfile', 'authdbmgroupfile'];
const DBM_ENDINGS = ['', '.db', '.pag', '.dir', '.dat'];

function namedFiles(model: ServerModel, reader: TreeReader): string[] {
  const named = (names: readonly string[]) => names.flatMap((name) => occurrencesOf(model, name));
  const dbm = (path: string) => DBM_ENDINGS.map((ending) => `${path}${ending}`);
  const words = [
    ...named(NAMING).flatMap(({ args }) => args[0] ?? []),
    ...named(NAMING_DBM).flatMap(({ args }) => dbm(args[0] ?? '')),
    ...named(['rewritemap']).flatMap(mapFiles),
    'conf/mime.types',
  ];
  return words
    .filter((word) => word !== '')
    .map((word) => onDisk(placed(word, model), model))
    .filter((path) => reader.kindOf(path) === 'file');
}

function mapFiles({ args: [, source = ''] }: Occurrence): string[] {
  const [, path = ''] = /^(?:txt|rnd|prg|dbm(?:=\w+)?):(.*)$/s.exec(source) ?? [];
  return path === '' ? [] : DBM_ENDINGS.map((ending) => `${path}${ending}`);
}

/** Where a path that the configuration names lies: of a copy, below the folder that stands for ServerRoot. */
function onDisk(path: string, { statedRoot, serverRoot }: ServerModel): string {
  const isOwn = path === statedRoot || path.startsWith(`${statedRoot}/`);
  return isOwn ? `${serverRoot}${path.slice(statedRoot.length)}` : path;
}

const SERVING = ['documentroot', 'alias', 'scriptalias'];

/** The names in the folders of the configuration, those that are served apart. */
function ownNames(model: ServerModel, { listed }: Recorded, reader: TreeReader): string[] {
  const entry = model.entry === null ? [] : [posix.dirname(model.entry)];
  const own = [model.serverRoot, ...entry].filter((path) => path !== '/');
  const served = SERVING.flatMap((name) => occurrencesOf(model, name))
    .flatMap(({ args }) => args.at(-1) ?? [])
    .map((path) => onDisk(placed(path, model), model));
  const isIn = (path: string, folders: readonly string[]) =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  return [...listed]
    .filter((folder) => isIn(folder, own) && !isIn(folder, served))
    .flatMap((folder) =>
      (reader.list(folder) ?? []).map(({ name, kind }) => ({ path: posix.join(folder, name), kind })),
    )
    .flatMap(({ path, kind }) => (kind === 'file' || kind === 'link' ? [path] : []));
}

/** What makes the folder be there in the copy, where nothing else of it is: its first plain file, or itself if it has nothing at all. */
function standIn(folder: string, taken: ReadonlySet<string>, reader: TreeReader): string[] {
  const trail = pathTrail(folder, reader);
  const real = trail.at(-1) ?? folder;
  const links = trail.slice(0, -1);
  const prefix = real === '/' ? '/' : `${real}/`;
  for (const path of taken) if (path.startsWith(prefix)) return links;
  return [...links, ...firstFile(real, reader)];
}

/** So many folders are looked into for a plain file. */
const MOST_LOOKED_INTO = 100;

function firstFile(folder: string, reader: TreeReader): string[] {
  const pending = [folder];
  for (let i = 0; i < pending.length && i < MOST_LOOKED_INTO; i++) {
    const at = pending[i] as string;
    const entries = reader.list(at);
    if (entries?.length === 0) return [at];
    const names = (entries ?? []).map(({ name, kind }) => ({ path: posix.join(at, name), kind }));
    const file = names.find(({ path, kind }) => kind === 'file' && !isSecret(path, reader));
    if (file !== undefined) return [file.path];
    pending.push(...names.flatMap(({ path, kind }) => (kind === 'folder' ? [path] : [])));
  }
  return [];
}

/** More links on one way are a loop, as for Linux. */
const MOST_LINKS = 40;

/** What a copy must hold for the path to lead where it does: the symbolic links on the way, and what is at its end. */
function pathTrail(path: string, reader: TreeReader): string[] {
  const trail: string[] = [];
  const pending = path.split('/').filter(Boolean).toReversed();
  let at = '/';
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const next = posix.join(at, name);
    const target = reader.readLink(next);
    if (target === null) {
      at = next;
      continue;
    }
    trail.push(next);
    if (trail.length > MOST_LINKS) return trail;
    at = target.startsWith('/') ? '/' : at;
    pending.push(...target.split('/').filter(Boolean).toReversed());
  }
  return [...trail, at];
}

/** Directives that name keys and certificates: SSLCertificateKeyFile, SSLProxyMachineCertificatePath ... */
const OF_KEYS =
  /^(?:ssl\w*(?:certificate|revocation)\w*(?:file|path)|ssl\w*keyfile|ldaptrusted\w+|sslopensslconfcmd)$/;

/** The files that the configuration names as keys and certificates. */
function secretsOf(model: ServerModel): ReadonlySet<string> {
  const lines = [...walkOccurrences(model.main)].filter(({ name }) => OF_KEYS.test(name));
  return new Set(lines.flatMap(({ args }) => args.map((path) => onDisk(placed(path, model), model))));
}

const BY_NAME =
  /\.(?:key|pem|crt|cer|der|p12|pfx|jks|csr|so(?:\.\d+)*)$|(?:^|\/)(?:shadow|gshadow|krb5\.keytab)-?$/i;

/** Whether a file is a key, a certificate or a module by its name, or holds a key: it is not needed, and not to be copied about. */
function isSecret(path: string, reader: TreeReader): boolean {
  if (BY_NAME.test(path)) return true;
  if (reader.kindOf(path) !== 'file') return false;
  return /-----BEGIN [A-Z ]*(?:PRIVATE KEY|CERTIFICATE)-----/.test(reader.readStart(path, 4096) ?? '');
}
