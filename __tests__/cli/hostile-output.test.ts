import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { steeringCharacter } from '../fuzz/steering-character.ts';
import { runHere } from './run-here.ts';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { tempTree } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

/** Clears a screen, sets a title, a CSI of one byte, turns letters round, hides, ends a line: as bytes of UTF-8, and as bytes of none. */
const EVIL =
  '\u001b[2J\u001b]0;x\u0007\u009b31m\u00e2\u0080\u00ae\u00c2\u009b\u00e2\u0081\u00a6\r\u007f\b\u00ef\u00bb\u00bf';
/** The same where a line feed would end it, too. */
const NAME = `n${EVIL}\n\u00e2\u0080\u00a8m`;

const LINES = [
  `# ${EVIL}`,
  `X${EVIL}Y ${EVIL}`,
  `MaxClients ${EVIL}`,
  `<Directory "/srv/${EVIL}">`,
  '  Order deny,allow',
  '  Deny from all',
  `  Allow from ${EVIL} .${EVIL}.example env=${EVIL}`,
  `  AuthName "${EVIL}"`,
  `  AuthType Basic`,
  `  AuthUserFile "/etc/${EVIL}"`,
  `  Require user ${EVIL}`,
  `  Satisfy any # ${EVIL}`,
  `</Directory>`,
  `<LocationMatch "${EVIL}(">`,
  `  Order allow,deny`,
  `</LocationMatch>`,
  `<IfDefine ${EVIL}>`,
  `  Deny from all`,
  `</IfDefine>`,
  `LoadModule ${EVIL}_module modules/mod_${EVIL}.so`,
  `Include "conf.d/${EVIL}.conf"`,
  'Include conf.d',
  `RewriteLog "|${EVIL}"`,
  `<VirtualHost *:80>`,
  `ServerName ${EVIL}`,
  `DocumentRoot "/srv/${EVIL}"`,
  `</VirtualHost>`,
  `SSLRequire %{${EVIL}}`,
  `Options ${EVIL}`,
  `AllowOverride ${EVIL}`,
  `${EVIL} on`,
  `SetEnvIf ${EVIL} ${EVIL} ${EVIL}`,
  `Mutex ${EVIL}`,
  `LogLevel ${EVIL}`,
  `DefaultType ${EVIL}`,
  `\${${EVIL}}`,
];

/** Names are bytes: not all of these are UTF-8. */
function write(folder: string, name: string, text: string): void {
  const path = Buffer.from(join(folder, name), 'latin1');
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(path, text, 'latin1');
}

function hostileTree(): string {
  const root = tempTree({});
  const text = `ServerRoot ${root}\n${LINES.join('\n')}\n`;
  write(root, 'conf/httpd.conf', text);
  write(root, `conf.d/${NAME}.conf`, LINES.join('\n'));
  write(root, 'bad/httpd.conf', `ServerRoot /x\n<${EVIL}>\n</${EVIL}Z>\n<Files ${EVIL}\n"${EVIL}`);
  write(root, 'loose/.htaccess', LINES.join('\n'));
  write(root, `one${NAME}`, LINES.join('\n'));
  write(root, 'small/httpd.conf', `ServerRoot ${root}\nMaxClients 5 # ${EVIL}\nTimeout 1${EVIL}\n`);
  write(root, 'log', `10.0.0.1 - ${EVIL} [x] "GET /${EVIL} HTTP/1.0" 200 1 "${EVIL}" "${EVIL}"\n${EVIL}\n`);
  return root;
}

const ARGUMENT = Buffer.from(NAME.replaceAll('\0', ''), 'latin1').toString('utf8');

const RUNS: readonly (readonly string[])[] = [
  ['.'],
  ['.', '--color', '--verbose'],
  ['.', '--format', 'json'],
  ['.', '--access', 'compat', '--verbose', '--apply', 'review', '--color'],
  ['.', '--dual', '--color'],
  ['.', '--check', '--color', '--target', 'debian'],
  ['.', '--write', '--color'],
  ['small', '--color'],
  ['small', '--format', 'json'],
  ['small', '--out', 'copy'],
  ['small', '--output', `no${ARGUMENT}/where`],
  ['bad', '--color', '--verbose'],
  ['bad', '--format', 'json'],
  ['loose', '--color', '--semantics', 'exact', '--verbose'],
  ['loose', 'small', '--color'],
  [ARGUMENT],
  [ARGUMENT, '--format', 'json'],
  ['-', '--color'],
  ['-', '--format', 'json'],
  ['tree', '.', '--color'],
  ['tree', ARGUMENT],
  ['who', `/${ARGUMENT}`, '--tree', '.', '--color', '--verbose', '--user', ARGUMENT],
  ['who', '/srv', '--tree', '.', '--format', 'json'],
  ['verify', '.', 'loose', '--color'],
  ['verify', '.', 'small', '--format', 'json'],
  ['verify', 'loose', 'small', '--access-log', 'log', '--color'],
  ['verify', 'loose', ARGUMENT],
  ['explain', ARGUMENT],
  ['explain', '-'],
  ['undo', ARGUMENT],
  ['rules', ARGUMENT],
  ['small', '--only', ARGUMENT],
  ['small', `--${ARGUMENT}`],
  ['small', '--target', ARGUMENT],
  ['small', '--httpd', ARGUMENT],
  ['small', '-D', ARGUMENT, '--color'],
  ['small', '--server-root', ARGUMENT, '--color'],
];

describe('whatever a tree says, and is called', () => {
  let folder = '';
  beforeAll(() => {
    folder = hostileTree();
  });

  test.each(RUNS.map((words) => [words]))('%j sends no terminal anything it would obey', async (words) => {
    // What reads standard input, writes, or starts programs for several servers.
    const needsProgram =
      words.some((word) => ['-', '--write', '--out'].includes(word)) ||
      (words[0] === 'loose' && words[1] === 'small');
    const { stdout, stderr, exitCode } = needsProgram
      ? runProgram(words, { folder, input: LINES.join('\n') })
      : await runHere(words, { folder });
    // A diff that is not for eyes is for `patch`: byte by byte.
    const isPatch = words.length === 1 && words[0] === '.';
    const shown = Buffer.from(stdout, 'latin1').toString('utf8');
    expect(isPatch ? null : steeringCharacter(shown)).toBeNull();
    expect(steeringCharacter(stderr)).toBeNull();
    expect(stderr).not.toMatch(/error of the program/);
    expect(exitCode).not.toBeNull();
  });
});

test('a name of 100 kB is cut in what is said of it, and the place is told', () => {
  const folder = tempTree({ conf: `<Location />\n    ${'x'.repeat(100_000)}\n</Location>\n` });
  const { stderr } = runProgram(['conf', '--verbose'], { folder });
  expect(stderr).toContain(`directive ${'x'.repeat(200)}... `);
  expect(Math.max(...stderr.split('\n').map(({ length }) => length))).toBeLessThan(1000);
});
