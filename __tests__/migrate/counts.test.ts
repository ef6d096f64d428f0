import { expect, test } from '@jest/globals';
import { migrate } from '../../src/migrate/index.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import { takeTimings } from '../../src/text/index.ts';
import { callsBeyond } from '../calls-of.ts';
import { MAIN, migrated } from './migrated.ts';

// What ten thousand virtual hosts cost depends on what is done once for all that are alike. Counted, not timed.

const SHAPES = [
  'Order allow,deny\nAllow from all',
  'Order deny,allow\nDeny from all\nAllow from 10.0.0.0/8',
  'AuthType Basic\nAuthName x\nRequire valid-user\nOrder deny,allow\nDeny from all\nAllow from 192.0.2.1\nSatisfy any',
];

function host(number: number): string {
  const root = `/srv/h${number}`;
  return `<VirtualHost *:80>
ServerName h${number}.example.org
DocumentRoot ${root}
<Directory ${root}>
${SHAPES[0]}
</Directory>
<Location /private>
${SHAPES[number % SHAPES.length]}
</Location>
</VirtualHost>
`;
}

function countsOf(hosts: number): ReadonlyMap<string, number> {
  const main =
    'ServerRoot /etc/httpd\nListen 80\n<Directory />\nOrder deny,allow\nDeny from all\n</Directory>\nInclude hosts/*.conf\n';
  const files = Array.from({ length: hosts }, (_, i) => [`/etc/httpd/hosts/h${i}.conf`, host(i)]);
  const reader = createMemoryReader({ '/etc/httpd/conf/httpd.conf': main, ...Object.fromEntries(files) });
  const options = { access: 'require', semantics: 'exact', apply: 'safe', only: null, skip: [] } as const;
  takeTimings();
  const migration = migrate(
    { path: '/etc/httpd', options: { ...options, target: targetProfile('stock'), defines: [] } },
    reader,
  );
  if ('code' in migration) throw new Error(migration.message);
  expect(migration.refused).toEqual([]);
  expect(migration.patchSet.files.length).toBeGreaterThan(hosts);
  return takeTimings().counted;
}

test('what is counted grows with the kinds of hosts, and with their number only where each is another text', () => {
  const [few, many] = [countsOf(6), countsOf(60)];
  for (const what of ['models', 'flow walks', 'decisions', 'sections planned']) {
    expect([what, few.get(what)]).not.toEqual([what, undefined]);
    expect([what, many.get(what)]).toEqual([what, few.get(what)]);
  }
  // In the plan and in the proof.
  expect(many.get('equal hosts shared')).toBe((few.get('equal hosts shared') ?? 0) + 2 * 54);
  // Each text once: as it was, with its access rules written anew, and with the defaults that 2.4 changed.
  expect((many.get('files parsed') ?? 0) - (few.get('files parsed') ?? 0)).toBe(3 * 54);
  // All else is taken over: in models that none of these made, and in the first, where which modules there are is known only at its end.
  const taken = 'files taken over from the model before';
  const models = many.get('models') ?? 0;
  expect((many.get(taken) ?? 0) - (few.get(taken) ?? 0)).toBe((models - 3 + 1) * 54);
  expect(many.get('states and parts of states') ?? 0).toBeLessThan(
    1.2 * (few.get('states and parts of states') ?? 0) + 10 * 54,
  );
});

/** Hosts whose .htaccess files say what AllowOverride permits by another class in 2.4. */
function hostsWithFiles(count: number, first: number): Record<string, string> {
  const numbers = Array.from({ length: count }, (_, i) => first + i);
  const hosts = numbers.map(
    (i) => `<VirtualHost *:80>
ServerName h${i}.example.org
DocumentRoot /srv/h${i}
<Directory /srv/h${i}>
AllowOverride ${i % 2 === 0 ? 'Limit' : 'AuthConfig Limit'}
</Directory>
<Directory /srv/h${i}/closed>
AllowOverride None
</Directory>
</VirtualHost>
`,
  );
  const files = numbers.map((i) => [
    `/srv/h${i}/a/.htaccess`,
    `Order deny,allow\nDeny from all\nAllow from 10.${i >> 8}.${i & 255}.0/24\n`,
  ]);
  const main = '<Directory />\nAllowOverride None\n</Directory>\n';
  return {
    [MAIN]: `ServerRoot /srv/httpd\nListen 80\n${main}${hosts.join('')}`,
    ...Object.fromEntries(files),
  };
}

test('twice the .htaccess files are twice the work', () => {
  const work = (count: number, first: number) => {
    const files = hostsWithFiles(count, first);
    return () => expect(migrated(files).refused).toEqual([]);
  };
  expect(callsBeyond(work, 40)).toEqual([]);
});
