import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { freePort } from '../free-port.ts';
import { compilePattern, matchPattern, patternError } from '../../src/pattern/index.ts';
import { BINARY, hasServer, startServer } from '../migrate/bundled-server.ts';
import { PATTERNS, TEXTS } from './pattern-cases.ts';
import { someOf } from '../effort.ts';

/** Each pattern in a virtual host of its own: 410 where it matches. */
function layOut(root: string, port: number, patterns: readonly string[]): void {
  const modules = ['mpm_event', 'authz_core', 'alias'];
  const hosts = patterns.map(
    (pattern, at) =>
      `<VirtualHost *:${port}>\nServerName p${at}\nRedirectMatch 410 "${quoted(pattern)}"\n</VirtualHost>\n`,
  );
  const head = [
    `ServerRoot "${root}"`,
    `Listen 127.0.0.1:${port}`,
    'ServerName main',
    'ErrorLog error',
    'PidFile pid',
    'KeepAlive On',
    'MergeSlashes Off',
    `DocumentRoot "${root}"`,
    ...modules.map((name) => `LoadModule ${name}_module modules/mod_${name}.so`),
  ];
  writeFileSync(join(root, 'conf/httpd.conf'), `${[...head, ...hosts].join('\n')}\n`, 'latin1');
}

/** What no PCRE compiles. */
const BROKEN = [
  '(',
  'a)',
  '(a(b)',
  '(?:a',
  '(?=a',
  '(?<n>a',
  '[',
  '[]',
  '[^]',
  '[a',
  '[\\]',
  '*',
  'a**',
  'a|*',
  '(*)',
  'a{2}{2}+*',
  '+a',
  'a?+?',
  '{2}',
  'a{3,1}',
  'a{70000}',
  '[z-a]',
  '[0-9a-Z]',
  '[[:foo:]]',
  '[:alpha:]',
  'a\\',
  '(?=*)',
];

/** A backslash before a backslash or a quote would be taken off. */
function quoted(pattern: string): string {
  return pattern.replace(/\\(?=[\\"]|$)/g, '\\\\').replaceAll('"', '\\"');
}

/** The server names the first only of those that it refuses: they are found by halves. */
function acceptedOf(
  patterns: readonly string[],
  isAccepted: (patterns: readonly string[]) => boolean,
): readonly string[] {
  if (isAccepted(patterns)) return patterns;
  if (patterns.length === 1) return [];
  const half = Math.ceil(patterns.length / 2);
  return [patterns.slice(0, half), patterns.slice(half)].flatMap((part) => acceptedOf(part, isAccepted));
}

function escaped(text: string): string {
  const byte = (char: string): string => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return text.replace(/[^\w/.-]/g, byte);
}

(hasServer() ? test : test.skip)('what is decided of a pattern is what the real server does', async () => {
  const root = mkdtempSync(join(tmpdir(), 'patterns-'));
  const port = await freePort();
  mkdirSync(join(root, 'conf'));
  symlinkSync('/usr/lib/apache2/modules', join(root, 'modules'));
  try {
    const isAccepted = (patterns: readonly string[]): boolean => {
      layOut(root, port, patterns);
      return spawnSync(BINARY, ['-t', '-d', root, '-f', 'conf/httpd.conf']).status === 0;
    };
    const accepted = acceptedOf(
      someOf(PATTERNS, 4).filter((pattern) => pattern !== ''),
      isAccepted,
    );
    const misjudged = accepted.filter((pattern) => patternError(pattern) !== null);
    expect([...misjudged, ...acceptedOf(BROKEN, isAccepted)]).toEqual([]);
    expect(BROKEN.filter((pattern) => patternError(pattern) === null)).toEqual([]);
    layOut(root, port, accepted);
    const server = await startServer(root, port);
    const wrong: string[] = [];
    let decided = 0;
    let asked = 0;
    try {
      for (const [at, pattern] of accepted.entries()) {
        const compiled = compilePattern(pattern);
        for (const text of TEXTS) {
          asked++;
          const match = matchPattern(pattern, text);
          const ours = compiled?.test(text) ?? (match === 'unreadable' ? null : match !== null);
          if (ours === null) continue;
          decided++;
          // One after the other: thousands at once are another test.
          // oxlint-disable-next-line no-await-in-loop
          const { status } = await server.ask({ path: escaped(text), host: `p${at}` });
          if ((status === 410) !== ours)
            wrong.push(`${pattern} on ${JSON.stringify(text)}: ${status}, ours ${ours}`);
        }
      }
    } finally {
      await server.stop();
    }
    expect(wrong).toEqual([]);
    // Most patterns are: an engine that decides nothing would be right, too.
    expect(decided / asked).toBeGreaterThan(0.6);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
