import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** One server, requests to it, and what a real 2.2 answered (__fixtures__/oracle/README.md). */
export interface Scenario {
  readonly id: string;
  readonly about: string;
  /** The file the server starts from; `conf/httpd.conf` without it. */
  readonly conf?: string;
  readonly defines?: readonly string[];
  /** What the start script exports. */
  readonly env?: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  /** Files whose text is written as Latin-1, not UTF-8. */
  readonly latin1?: readonly string[];
  /** Folders that would be empty. */
  readonly dirs?: readonly string[];
  readonly links?: Readonly<Record<string, string>>;
  readonly modes?: Readonly<Record<string, string>>;
  /** `user:group` of files. */
  readonly owners?: Readonly<Record<string, string>>;
  /** Files in base64. */
  readonly binary?: Readonly<Record<string, string>>;
  /** What the DBM files and databases among them hold. */
  readonly stored?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** SQLite files, as the statements that make them. */
  readonly databases?: Readonly<Record<string, string>>;
  readonly requests: readonly ScenarioRequest[];
  readonly observed22: { readonly responses: readonly number[] };
}

export interface ScenarioRequest {
  readonly method: string;
  readonly path: string;
  readonly client: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly user?: string;
  readonly password?: string;
  /** How the credentials are sent: basic without it. */
  readonly auth?: 'digest';
}

const FOLDER = join(import.meta.dirname, '../../../__fixtures__/oracle');
const MODULES = '/usr/lib/apache2/modules';

/** Those that a real 2.4 is started for after migration, and all others. */
export const REPLAYED = [
  'handwritten.json',
  'sites.json',
  'mechanisms.json',
  'more-mechanisms.json.gz',
] as const;
export const RECORDED = [...REPLAYED, 'random.json.gz', 'more-sites.json.gz'] as const;

/** @param name of the file; those that end in .gz are packed */
export function readScenarios(name: string): Scenario[] {
  const bytes = readFileSync(join(FOLDER, name));
  const text = name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  return JSON.parse(text.toString('utf8')) as Scenario[];
}

/** Those whose trees can be placed and asked here; says aloud how many can't, and why. In CI, all can. */
export function servable(scenarios: readonly Scenario[]): Scenario[] {
  const hasIPv6 = Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === '::1'),
  );
  const isRoot = process.getuid?.() === 0;
  const asked = scenarios.filter((scenario) => hasIPv6 || !needsIPv6(scenario));
  const placed = asked.filter(({ owners }) => isRoot || owners === undefined);
  const say = (without: number, reason: string): void => {
    if (without > 0) console.warn(`SKIPPED: ${without} recorded servers, ${reason}`);
  };
  say(scenarios.length - asked.length, 'there is no ::1 to ask from');
  say(asked.length - placed.length, 'only root can give files to other users');
  return placed;
}

function needsIPv6({ requests }: Scenario): boolean {
  return requests.some(({ client }) => client.includes(':'));
}

/** What stands for what in the texts of a scenario. */
export interface Places {
  readonly root: string;
  readonly port: number;
  /** What else is running: `@BACKEND@` is what stands here as BACKEND. */
  readonly others: Readonly<Record<string, string | number>>;
}

export function fillPlaces(text: string, { root, port, others }: Places): string {
  const all = { ROOT: root, PORT: port, ...others };
  return Object.entries(all).reduce(
    (filled, [name, value]) => filled.replaceAll(`@${name}@`, String(value)),
    text,
  );
}

/** A new folder for a server's root, which the server's own user may read. */
export function newRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'oracle-'));
  chmodSync(root, 0o755);
  return root;
}

/** Writes the scenario's tree. */
export function placeTree(
  { files, binary, latin1, dirs, links, modes, owners, databases }: Scenario,
  places: Places,
): void {
  const { root } = places;
  const place = (path: string): string => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    return join(root, path);
  };
  for (const [path, text] of Object.entries(files)) {
    const encoding = latin1?.includes(path) === true ? 'latin1' : 'utf8';
    writeFileSync(place(path), fillPlaces(text, places), encoding);
  }
  for (const [path, bytes] of Object.entries(binary ?? {}))
    writeFileSync(place(path), Buffer.from(bytes, 'base64'));
  for (const path of [...(dirs ?? []), 'logs']) mkdirSync(join(root, path), { recursive: true });
  for (const [path, target] of Object.entries(links ?? {}))
    symlinkSync(fillPlaces(target, places), place(path));
  for (const [path, statements] of Object.entries(databases ?? {}))
    execFileSync('sqlite3', [place(path)], { input: statements });
  for (const [path, mode] of Object.entries(modes ?? {}))
    chmodSync(join(root, path), Number.parseInt(mode, 8));
  for (const [path, owner] of Object.entries(owners ?? {})) chownSync(join(root, path), ...idsOf(owner));
  if (!readdirSync(root).includes('modules')) symlinkSync(MODULES, join(root, 'modules'));
}

/** @param owner `user:group`, by the names of this machine */
function idsOf(owner: string): [user: number, group: number] {
  const [user = '', group = ''] = owner.split(':');
  const idIn = (file: string, name: string): number =>
    Number(new RegExp(`^${name}:[^:]*:(\\d+):`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
  return [idIn('/etc/passwd', user), idIn('/etc/group', group)];
}
