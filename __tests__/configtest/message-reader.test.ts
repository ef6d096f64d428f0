import { expect, test } from '@jest/globals';
import { readMessages } from '../../src/configtest/message-reader.ts';

const isOwn = (path: string) => path.startsWith('/stage/');

test.each<[string, string, { path: string | null; line: number | null }]>([
  [
    'a line, and what is wrong with it in the next',
    "AH00526: Syntax error on line 3 of /stage/a.conf:\nInvalid command 'X', perhaps misspelled\n",
    { path: '/stage/a.conf', line: 3 },
  ],
  [
    'an Include line and the line in the file: the inner one',
    'apache2: Syntax error on line 9 of /stage/main.conf: Syntax error on line 2 of /stage/b.conf: Cannot load x.so\n',
    { path: '/stage/b.conf', line: 2 },
  ],
  [
    'a log file (server/log.c)',
    "AH02297: Cannot access directory '/no/' for log file '/no/l' defined at /stage/a.conf:21\n",
    { path: '/stage/a.conf', line: 21 },
  ],
  [
    'a virtual host in brackets',
    '[Sat Nov 21 09:25:48 2026] [core:error] [pid 1:tid 1] AH1: no (/stage/a.conf:7)\n',
    { path: '/stage/a.conf', line: 7 },
  ],
  [
    'a warning about a directive',
    'AH00117: Ignoring deprecated use of DefaultType in line 34 of /stage/a.conf.\n',
    { path: '/stage/a.conf', line: 34 },
  ],
  [
    'a path with blanks',
    'Syntax error on line 4 of /stage/my a.conf:\nno\n',
    { path: '/stage/my a.conf', line: 4 },
  ],
  ['somebody else’s file', 'Syntax error on line 4 of /etc/a.conf:\nno\n', { path: null, line: null }],
  ['no line at all', 'AH00534: apache2: Configuration error: No MPM loaded.\n', { path: null, line: null }],
])('%s', (_what, output, place) => {
  const messages = readMessages(output, isOwn);
  expect(messages).toHaveLength(1);
  expect({ path: messages[0]?.path, line: messages[0]?.line }).toEqual(place);
});

test('heads of the error log go, blank lines too', () => {
  const output = '[Sat Nov 21 09:25:48.3 2026] [ssl:warn] [pid 2:tid 2] AH01882: Init\n\n\nSyntax OK\n';
  expect(readMessages(output, isOwn).map(({ text }) => text)).toEqual(['AH01882: Init', 'Syntax OK']);
});

test('what is said of a file that was not read stays unsaid, wherever the way there is told', () => {
  const output =
    'AH00526: Syntax error on line 3 of /stage/a.conf: Syntax error on line 1 of /etc/shadow:\n' +
    "Invalid command 'root:x:', perhaps misspelled\n";
  const [message] = readMessages(output, isOwn);
  expect(message).toMatchObject({ path: '/stage/a.conf', line: 3 });
  expect(message?.text).toMatch(/on line 1 of \/etc\/shadow: \(what is wrong is not shown here/);
  expect(message?.text).not.toContain('root:x');
});
