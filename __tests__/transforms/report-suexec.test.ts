import { expect, test } from '@jest/globals';
import { migrate } from '../../src/migrate/index.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import { targetProfile, type TargetProfile } from '../../src/target/index.ts';

const PATH = '/srv/httpd/conf/httpd.conf';
const TREE = 'ServerRoot /srv/httpd\nListen 80\nSuexecUserGroup alice staff\n';

function reported(suexec: Pick<TargetProfile, 'suexec'>): readonly string[] {
  const options = {
    access: 'require',
    semantics: 'contract',
    apply: 'safe',
    target: { ...targetProfile('stock'), ...suexec },
    defines: [],
    only: ['report-suexec'],
    skip: [],
  } as const;
  const migration = migrate({ path: PATH, options }, createMemoryReader({ [PATH]: TREE }));
  if ('code' in migration) throw new Error(migration.message);
  const findings = migration.findings.filter(({ transform }) => transform === 'report-suexec');
  return findings.map(({ level, messageId }) => `${level} ${messageId}`);
}

const program = '/usr/lib/apache2/suexec';

test.each([
  ['that was not asked', {}, ['warning wants']],
  ['without the program', { suexec: { program, isUsable: false } }, ['error missing']],
  ['with the program', { suexec: { program, isUsable: true } }, []],
])('SuexecUserGroup on a server %s', (_title, suexec, findings) => {
  expect(reported(suexec)).toEqual(findings);
});
