import { expect, test } from '@jest/globals';
import { buildModel, createMemoryReader, isModelFailure } from '../../src/model/index.ts';
import { computeNeeds } from '../../src/needs/index.ts';
import { readingDemands } from '../../src/needs/reading-demands.ts';
import { targetProfile } from '../../src/target/index.ts';

const SETTINGS =
  '<IfModule prefork.c>\nMaxClients 256\n</IfModule>\n<IfModule worker.c>\nMaxClients 300\n</IfModule>\n';

test.each([
  ['HTTPD=/usr/sbin/httpd.worker\n', [], 'mpm_worker_module'],
  ['HTTPD=/usr/sbin/httpd.event\n', [], 'mpm_event_module'],
  ['OPTIONS="-DX"\n', [], 'mpm_prefork_module'],
  [null, ['core_module', 'mpm_worker_module', 'http_module', 'so_module'], 'mpm_worker_module'],
  [null, [], 'mpm_prefork_module'],
])('the MPM that 2.2 is known to have had is loaded: %j, %j', (sysconfig, builtIn22, mpm) => {
  const path = '/etc/httpd/conf/httpd.conf';
  const files = {
    [path]: `ServerRoot "/etc/httpd"\n${SETTINGS}LoadModule dir_module modules/mod_dir.so\n`,
    ...(sysconfig !== null && { '/etc/sysconfig/httpd': sysconfig }),
  };
  const target = targetProfile('rhel9');
  const request = { path, target, ...(builtIn22.length > 0 && { builtIn22 }) };
  const model = buildModel(request, createMemoryReader(files));
  if (isModelFailure(model)) throw new Error(model.message);
  const { needs } = computeNeeds(model, target);
  const mpms = needs.filter(({ identifier }) => identifier.startsWith('mpm_'));
  expect(mpms.map(({ identifier }) => identifier)).toEqual([mpm]);
});

test('the MPM comes above the settings of all MPMs, not among them', () => {
  const path = '/etc/httpd/conf/httpd.conf';
  const reader = createMemoryReader({ [path]: `ServerRoot "/etc/httpd"\n${SETTINGS}` });
  const model = buildModel({ path, target: targetProfile('rhel9') }, reader);
  if (isModelFailure(model)) throw new Error(model.message);
  const demands = readingDemands(model);
  const placeOf = (identifier: string) => demands.get(identifier)?.first.seq;
  expect(placeOf('mpm_worker_module')).toBe(placeOf('mpm_prefork_module'));
  expect(demands.get('mpm_event_module')?.guard).toBeNull();
});
