import { expect, test } from '@jest/globals';
import type { Flow, MetElsewhere } from '../../../src/access/chains/index.ts';
import { answeredFlows, indexSections } from '../../../src/access/chains/index.ts';
import { analysisOf } from '../../../src/access/sections/analysis.ts';
import { memoryTree } from '../request/memory-tree.ts';

// Where it can't be told to which folder an address leads, folders that meet the same are gone through once: no section may be met otherwise than so.

const UNTOLD = [
  'UserDir public_html',
  'UserDir /srv/home/*/public_html',
  'AliasMatch ^/m/(.*) /srv/home/$1',
  'RewriteEngine on\nRewriteOptions inherit\nRewriteRule ^/p(.*) $1 [PT]',
  'VirtualDocumentRoot /srv/home/%0',
];

const DENY = 'Order deny,allow\nDeny from all';

const ODD = [
  '',
  `<Location />\n${DENY}\n</Location>`,
  `<Location /~u1>\n${DENY}\n</Location>`,
  `<LocationMatch "/in/">\n${DENY}\n</LocationMatch>`,
  `<Files x>\n${DENY}\n</Files>`,
  `<FilesMatch "\\.x$">\n${DENY}\n</FilesMatch>`,
  `<Directory /srv/home>\n${DENY}\n</Directory>`,
  `<Directory /srv/home/u1/public_html>\n${DENY}\n</Directory>`,
  `<Directory /srv/home/u1/public_html/in>\n${DENY}\n<Files y>\n${DENY}\n</Files>\n</Directory>`,
  `<Directory />\n<Files y>\n${DENY}\n</Files>\n</Directory>`,
  `<Directory /srv/home/*/public_html>\n${DENY}\n</Directory>`,
  `<DirectoryMatch "^/srv/home/u[0-3]/">\n${DENY}\n</DirectoryMatch>`,
  'UserDir disabled',
];

function host(i: number, lines: string): string {
  const folder = `/srv/home/u${i}/public_html`;
  const own = `<Directory ${folder}>\nOrder allow,deny\nAllow from 10.0.0.${i}\n</Directory>`;
  return `<VirtualHost *:80>\nServerName h${i}\nDocumentRoot ${folder}\n${own}\n${lines}\n</VirtualHost>`;
}

/** What is met on the way of a flow, section by section. */
function metIn({ inputs, events }: Flow): string {
  const met = [...inputs.flatMap((input) => input.events), ...events];
  return met.map(({ section, choices }) => `${section.scope.seq} ${choices.join()}`).join('\n');
}

const inMain = ODD.map((lines) => [lines, ''] as const);
const inHosts = ODD.map((lines) => ['', lines] as const);

test.each(UNTOLD.flatMap((line) => [...inMain, ...inHosts].map((lines) => [line, ...lines] as const)))(
  'flows that are left out meet what others meet: %j, %j beside it, in a host %j',
  (line, main, odd) => {
    const hosts = [0, 1, 2, 3, 4].map((i) => host(i, i === 1 || i === 3 ? odd : ''));
    const { model } = memoryTree({
      'conf/httpd.conf': `ServerRoot /srv\nListen 80\nDocumentRoot /srv/www\n${line}\n${main}\n${hosts.join('\n')}`,
      'home/u2/public_html/.htaccess': DENY,
    });
    const { sections, worlds } = analysisOf(model);
    const [world] = worlds!;
    let left = 0;
    const leavingOut = {
      effectOf: () => null,
      isKnown: () => false,
      leaveOut: (n: number) => void (left += n),
    };
    const [all, made] = [null, leavingOut].map((sharing) => {
      const index = indexSections(sections.map((section) => ({ section, side: 'both' as const })));
      return [...answeredFlows(model, index, world!, () => null, sharing)]
        .flat()
        .filter((flow) => flow.isFinal);
    }) as [Flow[], Flow[]];
    expect(new Set(made.map(metIn))).toEqual(new Set(all.map(metIn)));
    expect(made.length + left).toBe(all.length);
    expect(left).toBeGreaterThan(0);
  },
);

test('where the Files sections of hosts do the same, folders are gone through for one of them', () => {
  const flowsWith = (count: number) => {
    const numbers = Array.from({ length: count }, (_, i) => i);
    const homes = numbers.map(
      (i) => `<Directory /srv/home/u${i}/public_html>\nAllow from 10.0.0.${i}\n</Directory>`,
    );
    const hosts = numbers.map(
      (i) =>
        `<VirtualHost *:80>\nServerName h${i}\nDocumentRoot /srv/w\n<Files x>\n${DENY}\n</Files>\n</VirtualHost>`,
    );
    const { model } = memoryTree({
      'conf/httpd.conf': `ServerRoot /srv\nListen 80\nUserDir public_html\n${homes.join('\n')}\n${hosts.join('\n')}`,
    });
    const { sections, worlds } = analysisOf(model);
    const like = {};
    let left = 0;
    const elsewhere: MetElsewhere[] = [];
    const leavingOut = {
      effectOf: () => like,
      isKnown: () => false,
      leaveOut(n: number, met: readonly MetElsewhere[]) {
        left += n;
        elsewhere.push(...met);
      },
    };
    const made = [null, leavingOut].map((sharing) => {
      const index = indexSections(sections.map((section) => ({ section, side: 'both' as const })));
      return [...answeredFlows(model, index, worlds![0]!, () => null, sharing)]
        .flat()
        .filter((flow) => flow.isFinal);
    });
    const [all, some] = made.map(({ length }) => length);
    expect(some! + left).toBe(all);
    return { some: some!, elsewhere };
  };
  const [six, twelve] = [flowsWith(6), flowsWith(12)];
  expect(twelve.some).toBeLessThanOrEqual(2 * six.some);
  const files = new Set(twelve.elsewhere.map(({ section }) => section));
  expect(files.size).toBe(11);
  for (const { section, like, flows } of twelve.elsewhere) {
    expect(section.matcher).toEqual(like.matcher);
    // The root, and each home.
    expect(flows.length).toBe(13);
    for (const { events } of flows) expect(events.map((event) => event.section)).toContain(like);
  }
});
