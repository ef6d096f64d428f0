import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate to make: signed by another of the folder, or by itself. */
export interface CertificateWish {
  readonly name: string;
  /** As openssl writes it: `/O=Example/CN=web`. */
  readonly subject: string;
  readonly signedBy?: string;
  /** Lines of an openssl extension file. */
  readonly extensions?: readonly string[];
  /** It is over since yesterday. */
  readonly isExpired?: boolean;
  /** The signer's certificate is put behind it. */
  readonly isChained?: boolean;
}

/** Makes a folder with `NAME.pem` and `NAME.key` for each, readable by the server's own user. */
export function makeCertificates(wishes: readonly CertificateWish[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  for (const wish of wishes) makeCertificate(folder, wish);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
  chmodSync(folder, 0o755);
  return folder;
}

/** Runs openssl in a folder. */
export function openssl(folder: string, ...args: readonly string[]): string {
  return execFileSync('openssl', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

const EC_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

function makeCertificate(folder: string, wish: CertificateWish): void {
  const { name, subject, signedBy, extensions = [], isExpired = false, isChained = false } = wish;
  writeFileSync(join(folder, `${name}.ext`), extensions.join('\n'));
  openssl(folder, 'req', ...EC_KEY, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', subject);
  const signer =
    signedBy === undefined
      ? ['-signkey', `${name}.key`]
      : ['-CA', `${signedBy}.pem`, '-CAkey', `${signedBy}.key`, '-CAcreateserial'];
  const days = isExpired ? '-1' : '30';
  const files = ['-in', `${name}.csr`, '-out', `${name}.pem`, '-extfile', `${name}.ext`];
  openssl(folder, 'x509', '-req', ...files, ...signer, '-days', days);
  if (isChained) appendFileSync(join(folder, `${name}.pem`), readFileSync(join(folder, `${signedBy}.pem`)));
}

/** Writes `FILE`, the list of the certificates that `ca` has revoked. */
export function makeRevocationList(
  folder: string,
  ca: string,
  revoked: readonly string[],
  file: string,
): void {
  const config = [
    '[ca]',
    'default_ca = this',
    '[this]',
    `database = ${ca}.index`,
    `certificate = ${ca}.pem`,
    `private_key = ${ca}.key`,
    'default_md = sha256',
    'default_crl_days = 30',
  ];
  writeFileSync(join(folder, `${ca}.cnf`), config.join('\n'));
  writeFileSync(join(folder, `${ca}.index`), '');
  for (const name of revoked) openssl(folder, 'ca', '-config', `${ca}.cnf`, '-revoke', `${name}.pem`);
  openssl(folder, 'ca', '-config', `${ca}.cnf`, '-gencrl', '-out', file);
  chmodSync(join(folder, file), 0o644);
}
