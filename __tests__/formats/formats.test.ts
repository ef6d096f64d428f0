import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { renderHtml, renderJunit, renderMarkdown, renderSarif } from '../../src/formats/index.ts';
import { PROJECT } from '../cli/run-program.ts';
import { manyFiles, migrationOf, reportOf, SERVER, treeOf } from './sample-report.ts';

const sample = () => reportOf([treeOf(migrationOf(SERVER))]);
const refused = () =>
  reportOf([
    {
      ...treeOf(migrationOf(SERVER)),
      refused: [
        {
          path: 'a.conf',
          realPath: 'a.conf',
          position: { line: 3, column: 1 },
          message: 'A GET request <b> | would get in.',
        },
      ],
      proof: { state: 'refused', text: 'Not proven.' } as const,
    },
  ]);

describe('what a report tells', () => {
  test('who gets in, in the same words for both servers', () => {
    const { access } = treeOf(migrationOf(SERVER));
    const words = access.rules.map(({ before, after, difference }) => [
      before.words,
      after.words,
      difference,
    ]);
    const same = (text: string) => [[text], [text], null];
    expect(words).toEqual(
      expect.arrayContaining([
        same('Only clients from 192.0.2.0/24.'),
        same('Only clients from 127.0.0.1.'),
        same('Nobody.'),
      ]),
    );
    const status = access.rules.find(({ before }) => before.words[0]?.includes('127.0.0.1'));
    expect(status?.places[0]?.section).toEqual({
      title: '<Location /status>',
      place: '/etc/httpd/httpd.conf:15',
    });
  });

  test('each change of a file with its reason', () => {
    const files = [...treeOf(migrationOf(SERVER)).files];
    const file = files.find(({ path }) => path.endsWith('httpd.conf'));
    const hunk = file?.hunks.find(({ lines }) => lines.includes('-MaxClients 150'));
    expect(hunk?.lines).toContain('+MaxRequestWorkers 150');
    expect(hunk?.reasons.map(({ rule }) => rule)).toContain('rename-max-clients');
  });

  test('Includes and the order in which sections are merged', () => {
    const { includes, merges } = treeOf(migrationOf(SERVER));
    expect(includes[0]?.includes[0]).toMatchObject({
      text: 'Include conf.d/*.conf',
      files: [{ path: '/etc/httpd/conf.d/a.conf', isChanged: true }],
    });
    expect(merges.map(({ walk, sections }) => [walk, sections.map(({ title }) => title)])).toEqual([
      ['directory', ['<Directory />', '<Directory /srv/www>']],
      ['pattern', []],
      ['files', []],
      ['location', ['<Location /status>']],
    ]);
  });
});

describe('markdown', () => {
  test('puts what must be decided first, and folds long diffs', () => {
    const text = renderMarkdown(sample());
    expect(text).toContain('| Who gets in |');
    expect(text).toMatch(/<details><summary><code>\/etc\/httpd\/httpd\.conf<\/code>/);
    expect(text).toContain('\n```diff\n');
  });

  test('names a rule once beside the lines that it changes', () => {
    const config = 'LoadModule authn_default_module m/a.so\nLoadModule authz_default_module m/b.so\n';
    const text = renderMarkdown(reportOf([treeOf(migrationOf({ '/etc/httpd/httpd.conf': config }))]));
    expect(text).toMatch(/^@@ -1 \+1 @@ load-needed-modules, remove-gone-modules$/m);
  });

  test('stays below the length that trackers take, and says what it leaves out', () => {
    const tree = treeOf(migrationOf(SERVER));
    const counts = { ...tree.counts, filesChanged: 5000 };
    const text = renderMarkdown(reportOf([{ ...tree, counts, files: manyFiles(5000) }]));
    expect(text.length).toBeLessThan(65_536);
    expect(text).toMatch(/[\d,]+ more files left out for length/);
  });

  test('takes nothing of a message for markup', () => {
    expect(renderMarkdown(refused())).toContain('A GET request &lt;b&gt; \\| would get in.');
  });
});

describe('junit', () => {
  test('is well-formed XML whose counts are right', () => {
    const text = renderJunit(refused());
    expect(text).toMatch(/<testsuites name="httpd-codemod" tests="\d+" failures="1" errors="0" skipped="0">/);
    expect(text).toContain('A GET request &lt;b&gt; | would get in.');
    expect(text.match(/<testcase /g)?.length).toBe(Number(/tests="(\d+)"/.exec(text)?.[1]));
    expect(text.match(/<testcase /g)?.length).toBe(text.match(/<\/testcase>/g)?.length);
  });

  test('tells a run that came to nothing as an error', () => {
    expect(renderJunit(reportOf([], 'no such file'))).toMatch(
      /errors="1".*<error type="unreadable" message="no such file">/s,
    );
  });
});

describe('html', () => {
  test('holds its style and program as they are made from their sources', () => {
    const made = spawnSync(process.execPath, [join(PROJECT, 'tools/make-report-page.mjs'), '--check']);
    expect(made.status).toBe(0);
  });

  test('lets nothing in but its own style and program, by its policy', () => {
    const text = [...renderHtml(sample())].join('');
    expect(text).toMatch(/default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'/);
    expect(text).not.toMatch(/<(?:link|img|iframe)\b|\ssrc=/);
  });

  test('is the same for the same data', () => {
    expect([...renderHtml(sample())]).toEqual([...renderHtml(sample())]);
    expect([...renderSarif(sample())]).toEqual([...renderSarif(sample())]);
  });
});

test('the schema of the JSON report names its version', () => {
  const schema = JSON.parse(readFileSync(join(PROJECT, 'schema/report-1.json'), 'utf8')) as {
    properties: { version: unknown };
  };
  expect(schema.properties.version).toEqual({ const: 1 });
});
