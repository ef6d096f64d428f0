import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../free-port.ts';
import { isListening } from './running-server.ts';

const SLAPD = '/usr/sbin/slapd';
const SCHEMAS = ['core', 'cosine', 'inetorgperson', 'nis'];

const NEEDED = [SLAPD, '/usr/bin/sqlite3', '/usr/bin/openssl'];

/** False, said aloud, where a directory, a database or a certificate can't be made. In CI all must be there. */
export function hasDirectoryServer(): boolean {
  const missing = NEEDED.filter((path) => !existsSync(path));
  if (missing.length > 0 && process.env['CI'] === 'true') throw new Error(`missing: ${missing.join(', ')}`);
  if (missing.length > 0)
    console.warn(`SKIPPED: without ${missing.join(', ')} no directory and no database is asked`);
  return missing.length === 0;
}

export interface DirectoryServer {
  /** ldap:// */
  readonly port: number;
  /** ldaps:// */
  readonly securePort: number;
  stop(): Promise<void>;
}

/**
 * Starts a real OpenLDAP server on loopback with what the LDIF file says, in a folder of its own.
 * @param certificates a folder with ca.pem, server.pem and server.key
 * @param verify whether clients must show a certificate (TLSVerifyClient)
 */
export async function startDirectoryServer(
  ldif: string,
  certificates: string,
  verify: 'never' | 'demand',
): Promise<DirectoryServer> {
  const root = mkdtempSync(join(tmpdir(), 'directory-'));
  const [port, securePort] = [await freePort(), await freePort()];
  const config = join(root, 'slapd.conf');
  mkdirSync(join(root, 'data'));
  writeFileSync(config, configText(root, certificates, verify));
  execFileSync('/usr/sbin/slapadd', ['-q', '-f', config, '-l', ldif]);
  const urls = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${securePort}`;
  const child = spawn(SLAPD, ['-d', '0', '-f', config, '-h', urls], { stdio: 'ignore' });
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
    rmSync(root, { recursive: true, force: true });
  };
  if (await isListening(child, port)) return { port, securePort, stop };
  await stop();
  throw new Error('slapd does not start');
}

function configText(root: string, certificates: string, verify: string): string {
  return [
    ...SCHEMAS.map((name) => `include /etc/ldap/schema/${name}.schema`),
    'modulepath /usr/lib/ldap',
    'moduleload back_mdb',
    `pidfile ${root}/pid`,
    `TLSCACertificateFile ${certificates}/ca.pem`,
    `TLSCertificateFile ${certificates}/server.pem`,
    `TLSCertificateKeyFile ${certificates}/server.key`,
    `TLSVerifyClient ${verify}`,
    'database mdb',
    'suffix "o=Example"',
    'rootdn "cn=root,o=Example"',
    `directory ${root}/data`,
    'access to attrs=userPassword by anonymous auth by * none',
    'access to * by * read',
    '',
  ].join('\n');
}
