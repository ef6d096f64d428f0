import { expect, test } from '@jest/globals';
import { migrate } from '../../src/migrate/index.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';

const PATH = '/srv/httpd/conf/httpd.conf';
const TREE = 'ServerRoot /srv/httpd\nListen 443\nSSLCARevocationFile conf/crl.pem\n';

function writtenFor(version: string): string | undefined {
  const options = {
    access: 'require',
    semantics: 'contract',
    apply: 'safe',
    target: { ...targetProfile('stock'), version },
    defines: [],
    only: ['ssl-crl-check'],
    skip: [],
  } as const;
  const migration = migrate({ path: PATH, options }, createMemoryReader({ [PATH]: TREE }));
  if ('code' in migration) throw new Error(migration.message);
  return /SSLCARevocationCheck.*/.exec(migration.patchSet.files[0]?.after ?? '')?.[0];
}

test.each([
  ['2.4.71', 'SSLCARevocationCheck chain no_crl_for_cert_ok'],
  ['2.4.21', 'SSLCARevocationCheck chain no_crl_for_cert_ok'],
  ['2.4.6', 'SSLCARevocationCheck chain'],
])('a 2.4 of version %s is told what it knows', (version, line) => {
  expect(writtenFor(version)).toBe(line);
});
