import { expect, test } from '@jest/globals';
import { planEdits, planRewrite } from '../../../src/access/index.ts';
import { MODULES_22, memoryTree } from '../request/memory-tree.ts';

// A pattern without `^` for folders from the root, and a Location elsewhere: whether the pattern has a say there.

const LOGIN = 'AuthType Basic\nAuthName "x"\nAuthUserFile /srv/users\nRequire valid-user\n';
const PATTERN = `Alias /docs /srv/share/docs\n<DirectoryMatch /srv/share/docs>\n${LOGIN}</DirectoryMatch>\n`;
const locationAt = (address: string): string =>
  `<Location ${address}>\nOrder deny,allow\nDeny from all\nAllow from 10.1.2.3\n</Location>\n`;

/** What is written for the Location. */
function writtenFor(address: string, files: readonly string[] = [], pattern = PATTERN): string {
  const conf = `${MODULES_22}ServerRoot /srv\nDocumentRoot /srv/htdocs\n${pattern}${locationAt(address)}`;
  const pages = ['htdocs/x.html', 'share/docs/x.html', ...files];
  const { model } = memoryTree({
    'conf/httpd.conf': conf,
    ...Object.fromEntries(pages.map((path) => [path, ''])),
  });
  const plan = planRewrite(model, 'exact');
  expect(plan.refusals).toEqual([]);
  const units = [...planEdits(plan)].filter(
    ({ plan: { sections } }) => sections[0]?.scope.kind === 'location',
  );
  return units.flatMap(({ edits }) => edits.map(({ edit }) => edit.text)).join('\n');
}

test('none where it names folders of the root, and no such folder is further in', () => {
  expect(writtenFor('/status')).not.toMatch(/valid-user|AuthMerging/);
});

test('one where there is such a folder further in', () => {
  expect(writtenFor('/status', ['htdocs/status/srv/share/docs/x.html'])).toMatch(/valid-user|AuthMerging/);
  expect(writtenFor('/status')).not.toMatch(/valid-user|AuthMerging/);
});

test('one where the folder lies in those that it names, or around them', () => {
  expect(writtenFor('/docs/old')).toMatch(/valid-user|AuthMerging/);
  expect(writtenFor('/all', [], `Alias /all /srv\n${PATTERN}`)).toMatch(/valid-user|AuthMerging/);
});

test('one where the pattern may be meant for folders anywhere', () => {
  const anywhere = PATTERN.replace('DirectoryMatch /srv/share/docs', 'DirectoryMatch /share/docs');
  expect(writtenFor('/status', [], anywhere)).toMatch(/valid-user|AuthMerging/);
});
