import { describe, expect, test } from '@jest/globals';
import { runHere } from './run-here.ts';
import { tempTree } from './temp-tree.ts';

const HEAD =
  'ServerRoot /etc/httpd\nDocumentRoot /srv/www\n<Directory />\nAllowOverride None\nOrder deny,allow\nDeny from all\n</Directory>\n';

interface Report {
  readonly exitCode: number;
  readonly migrations: readonly [
    {
      readonly findings: readonly {
        readonly transform: string;
        readonly messageId: string;
        readonly level: string;
      }[];
      readonly silenced: readonly { readonly transform: string; readonly silencedBy: object }[];
    },
  ];
}

/** What is found in a server with these lines behind a head that is in order. */
async function found(
  lines: string,
  more: Readonly<Record<string, string>> = {},
  words: readonly string[] = [],
) {
  const folder = tempTree({ 'httpd.conf': `${HEAD}${lines}`, ...more });
  const { stdout } = await runHere(['httpd.conf', '--format', 'json', ...words], { folder });
  const { exitCode, migrations } = JSON.parse(stdout) as Report;
  const [{ findings, silenced }] = migrations;
  const told = findings.map(({ transform, messageId }) => `${transform}/${messageId}`);
  return { exitCode, told, errors: findings.filter(({ level }) => level === 'error').length, silenced };
}

describe('a comment that silences', () => {
  test('silences the rule on the next line, gives its reason, and no other line', async () => {
    const { told, silenced } = await found(
      '# httpd-codemod: ignore remove-default-type -- we send no such files\n# (asked in 2019)\nDefaultType text/plain\nDefaultType text/html\n',
    );
    expect(silenced).toMatchObject([
      { transform: 'remove-default-type', silencedBy: { line: 8, reason: 'we send no such files' } },
    ]);
    expect(told.filter((each) => each.startsWith('remove-default-type'))).toHaveLength(1);
  });

  test('silences in its section, and in its file', async () => {
    const inSection = await found(
      '<Directory /srv/www>\n# httpd-codemod: ignore-section remove-default-type\nDefaultType text/a\nDefaultType text/b\n</Directory>\nDefaultType text/c\n',
    );
    expect(inSection.silenced).toHaveLength(2);
    const inFile = await found(
      'DefaultType text/a\nDefaultType text/b\n# HTTPD-Codemod: ignore-file remove-default-type\n',
    );
    expect(inFile.silenced).toHaveLength(2);
  });

  const UNKNOWN = 'DocumentRoot /srv/nowhere\n<Directory /srv/nowhere>\nAllowOverride All\n</Directory>\n';

  test('silences an error by its name only, and then the exit code is 0', async () => {
    const loud = await found(UNKNOWN);
    expect(loud).toMatchObject({ exitCode: 3, silenced: [] });
    const all = await found(`# httpd-codemod: ignore-file\n${UNKNOWN}`);
    expect(all.errors).toBe(loud.errors);
    const named = await found(
      `# httpd-codemod: ignore-file ${loud.told.map((each) => each.split('/')[0]!).join(', ')}\n${UNKNOWN}`,
    );
    expect(named).toMatchObject({ exitCode: 0, errors: 0 });
  });

  test('silences no error in a .htaccess file', async () => {
    const files = (comment: string) => ({
      'site/.htaccess': `${comment}ServerType standalone\nShibRequireAll On\nRequire shibboleth\n`,
    });
    const run = async (comment: string) => {
      const folder = tempTree({ ...files(comment) });
      const { stdout } = await runHere(['site/.htaccess', '--format', 'json'], { folder });
      const { migrations } = JSON.parse(stdout) as Report;
      return migrations[0].findings
        .filter(({ level }) => level === 'error')
        .map(({ transform }) => transform);
    };
    const errors = await run('');
    expect(errors.length).toBeGreaterThan(0);
    expect(await run(`# httpd-codemod: ignore-file ${errors.join(' ')}\n`)).toEqual(errors);
  });

  test.each([
    ['# httpd-codemod: ignore remove-default-type\nListen 80\n', 'silence/unused'],
    ['# httpd-codemod: ignore remove-default-typ\nDefaultType a/b\n', 'silence/unknown-rule'],
    ['# httpd-codemod: ignroe remove-default-type\nDefaultType a/b\n', 'silence/unknown-word'],
    ['# httpd-codemod: ignore-section remove-default-type\nDefaultType a/b\n', 'silence/no-section'],
    ['# httpd-codemod: ignore remove-default-type\n', 'silence/no-line'],
  ])('%j is reported: %s', async (lines, told) => {
    expect((await found(lines)).told).toContain(told);
  });

  test('is not called unused where its rule did not run', async () => {
    const lines = '# httpd-codemod: ignore remove-default-type\nDefaultType a/b\n';
    expect((await found(lines, {}, ['--skip', 'remove-default-type'])).told).not.toContain('silence/unused');
    expect((await found(lines, {}, ['--only', 'rename-max-clients'])).told).not.toContain('silence/unused');
  });
});
