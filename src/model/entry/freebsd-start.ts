import { posix } from 'node:path';
import type { TreeReader } from '../reader/index.ts';
import { readDefineFlags, readShellSettings } from './shell-settings.ts';

/** What a start script starts the server with. */
export interface Start {
  /** The -D names. */
  readonly names: readonly string[];
  readonly environment: ReadonlyMap<string, string>;
  /** The MPM of the binary that is started; absent if that is not shown. */
  readonly mpm?: string;
}

/** Where the port has the main file. Elsewhere four folders up may be another machine's root: this one's. */
const PLACE = /^(.*)\/usr\/local\/etc\/(apache2\d?)\/[^/]+$/;

/**
 * What the port's rc.d script starts the server of the main file with (www/apache22, files/apache22.in): the flags of rc.conf, or those of the
 * profile that has this file; the variables of sbin/envvars, which reads envvars.d. Null: none of these files is here.
 */
export function freebsdStart(entry: string, reader: TreeReader): Start | null {
  const [, root, service] = PLACE.exec(entry) ?? [];
  if (root === undefined || service === undefined) return null;
  const read = (paths: readonly string[]) => readAll(paths, reader);
  // In the order of load_rc_config, etc/rc.subr.
  const ofService = ['/etc/rc.conf.d', '/usr/local/etc/rc.conf.d'].map((folder) => `${folder}/${service}`);
  const settings = read(['/etc/rc.conf', '/etc/rc.conf.local', ...ofService].map((path) => root + path));
  const environment = read([`${root}/usr/local/sbin/envvars`, ...envFiles(posix.dirname(entry), reader)]);
  if (settings === null && environment === null) return null;
  return {
    names: settings === null ? [] : namesOf(service, entry.slice(root.length), settings),
    environment: environment ?? new Map(),
  };
}

function readAll(paths: readonly string[], reader: TreeReader): ReadonlyMap<string, string> | null {
  const texts = paths.flatMap((path) => {
    const read = reader.readFile(path);
    return 'failure' in read ? [] : [read.text];
  });
  return texts.length === 0 ? null : readShellSettings(texts.join('\n'));
}

function envFiles(folder: string, reader: TreeReader): string[] {
  const entries = reader.list(`${folder}/envvars.d`) ?? [];
  return entries
    .filter(({ name }) => /^[^.].*\.env$/.test(name))
    .map(({ name }) => `${folder}/envvars.d/${name}`);
}

function namesOf(service: string, entry: string, settings: ReadonlyMap<string, string>): string[] {
  // Something else starts it.
  if (![...settings.keys()].some((name) => name.startsWith(`${service}_`))) return [];
  const profiles = (settings.get(`${service}_profiles`) ?? '').split(/\s+/).filter(Boolean);
  const profile = profiles.find((name) => settings.get(`${service}_${name}_configfile`) === entry);
  const valueOf = (name: string): string => {
    const own = profile === undefined ? undefined : settings.get(`${service}_${profile}_${name}`);
    return own || (settings.get(`${service}_${name}`) ?? '');
  };
  const isWaitedFor = /^(?:yes|true|on|1)$/i.test(valueOf('http_accept_enable'));
  return [...readDefineFlags(valueOf('flags')), ...(isWaitedFor ? [] : ['NOHTTPACCEPT'])];
}
