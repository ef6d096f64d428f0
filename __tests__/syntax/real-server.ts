import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BINARY = '/usr/sbin/apache2';
const MODULES = '/usr/lib/apache2/modules';
const LOADED = ['mpm_event', 'authz_core', 'env', 'info', 'lua'];

/** False, said aloud, where there is no server to ask. In CI there must be one. */
export function hasServer(): boolean {
  const found = existsSync(BINARY);
  if (!found && process.env['CI']) throw new Error(`${BINARY} is missing`);
  if (!found) console.warn(`SKIPPED: ${BINARY} is missing, the reader is not compared with the server's own`);
  return found;
}

/** A line as the server read it: its number in the file, and name and raw arguments. */
export interface ServerLine {
  readonly depth: number;
  readonly text: string;
}

export interface ServerReading {
  readonly accepted: boolean;
  readonly message: string;
  /** The lines of the file, guards resolved and gone (-D DUMP_CONFIG). */
  readonly lines: readonly ServerLine[];
  /** The words of all ServerAlias lines by server name (-D DUMP_VHOSTS). */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
}

/** Has the real 2.4 server read text as a file of its configuration. */
export function askServer(text: string): ServerReading {
  const root = mkdtempSync(join(tmpdir(), 'reader-'));
  try {
    const file = join(root, 'included.conf');
    const main = join(root, 'main.conf');
    writeFileSync(file, text, 'latin1');
    const modules = LOADED.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`);
    const head = [`ServerRoot "${root}"`, 'Listen 127.0.0.1:9', 'ErrorLog /dev/null', 'ServerName main'];
    writeFileSync(main, [...modules, ...head, `Include "${file}"`, ''].join('\n'));
    const run = spawnSync(BINARY, ['-t', '-D', 'DUMP_CONFIG', '-D', 'DUMP_VHOSTS', '-f', main], {
      encoding: 'latin1',
      maxBuffer: 1 << 28,
    });
    const accepted = run.status === 0;
    return {
      accepted,
      message: run.stderr,
      lines: readDump(run.stdout, file),
      aliases: readAliases(run.stdout),
    };
  } finally {
    rmSync(root, { recursive: true });
  }
}

function readDump(output: string, file: string): ServerLine[] {
  const start = output.indexOf(`# In file: ${file}\n`);
  if (start === -1) return [];
  return output
    .slice(start)
    .split('\n')
    .slice(1)
    .filter((line) => line !== '' && !/^ *# (In file:| *\d+:$)/.test(line) && !/^ *<\//.test(line))
    .map((line) => ({
      depth: (line.length - line.replace(/^ +/, '').length) / 2,
      text: line.replace(/^ +/, ''),
    }));
}

function readAliases(output: string): Map<string, string[]> {
  const aliases = new Map<string, string[]>();
  let server = '';
  for (const line of output.slice(0, Math.max(output.indexOf('# In file:'), 0)).split('\n')) {
    const host = /^ +(?:port \d+ namevhost|default server) (\S+) \(/.exec(line);
    const alias = /^ {17}(?:wild )?alias (.*)$/s.exec(line);
    if (host) server = host[1]!;
    if (host && !aliases.has(server)) aliases.set(server, []);
    if (alias) aliases.get(server)!.push(alias[1]!);
  }
  return aliases;
}
