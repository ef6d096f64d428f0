import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isProbeFailure, probeTarget } from '../../../src/target/index.ts';
import type { TargetProfile } from '../../../src/target/index.ts';
import { hasDirectoryServer, startDirectoryServer } from './directory-server.ts';
import type { DirectoryServer } from './directory-server.ts';
import { describeDifference, replay } from './replay-scenario.ts';
import type { Difference } from './replay-scenario.ts';
import { BINARY, hasServer } from './running-server.ts';
import { readScenarios } from './scenario.ts';
import { makeCertificates } from './throwaway-certificates.ts';

// Users and groups in a real OpenLDAP server, passwords in a real SQLite database: each tree is migrated, and a real 2.4
// answers what a real 2.2.34 answered with the same directory and database.

const LDIF = join(import.meta.dirname, '../../../__fixtures__/oracle/directory.ldif');
const isReady = hasServer() && hasDirectoryServer();
const describeIfReady = isReady ? describe : describe.skip;

describeIfReady('a real 2.4 lets in whom a real 2.2 let in', () => {
  const scenarios = ['directory.json', 'database.json'].flatMap(readScenarios);
  const servers: DirectoryServer[] = [];
  let certificates: string;
  let others: Readonly<Record<string, string | number>>;
  let target: TargetProfile;

  beforeAll(async () => {
    certificates = makeCertificates([
      { name: 'ca', subject: '/O=Example/CN=Test CA', extensions: ['basicConstraints=critical,CA:TRUE'] },
      {
        name: 'server',
        subject: '/O=Example/CN=localhost',
        signedBy: 'ca',
        extensions: ['subjectAltName=DNS:localhost,IP:127.0.0.1'],
      },
      {
        name: 'client',
        subject: '/O=Example/CN=web',
        signedBy: 'ca',
        extensions: ['extendedKeyUsage=clientAuth'],
      },
    ]);
    const open = await startDirectoryServer(LDIF, certificates, 'never');
    servers.push(open);
    const closed = await startDirectoryServer(LDIF, certificates, 'demand');
    servers.push(closed);
    others = { LDAP: open.port, LDAPS: open.securePort, LDAPVERIFY: closed.port, CERTS: certificates };
    const probed = probeTarget(BINARY);
    if (isProbeFailure(probed)) throw new Error(probed.message);
    target = probed;
  });

  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(certificates, { recursive: true, force: true });
  });

  test.each(scenarios.map((scenario) => [scenario.id, scenario] as const))('%s', async (_id, scenario) => {
    const differences = await replay(scenario, target, others);
    expect(differences.filter((each) => !isRefusedEitherWay(each)).map(describeDifference)).toEqual([]);
  });
});

/** Where all of 2.2's modules decline, it answers 500; 2.4 has no such thing and asks for other credentials. */
function isRefusedEitherWay({ before, after }: Difference): boolean {
  return before === 500 && after === 401;
}
