import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { includeEdits } from '../../src/configtest/staged-tree.ts';
import { leaveOutPrograms } from '../../src/configtest/left-out.ts';
import { startEdits } from '../../src/configtest/start-edits.ts';
import { whyNoStart } from '../../src/configtest/check-start.ts';
import { MAIN, modelOf, stagedLines } from './staged-text.ts';

describe('Include lines lead into the stage', () => {
  test.each([
    ['Include conf.d/*.conf', 'Include /stage/etc/httpd/conf.d/*.conf'],
    ['Include /opt/x.conf', 'Include /stage/opt/x.conf'],
    ['IncludeOptional "conf.d/*.conf"', 'IncludeOptional "/stage/etc/httpd/conf.d/*.conf"'],
    ["  include 'conf.d'  ", "  include '/stage/etc/httpd/conf.d'  "],
    ['Define d conf.d\nInclude ${d}/*.conf', 'Define d conf.d\nInclude /stage/etc/httpd/${d}/*.conf'],
    ['Define d /opt\nInclude ${d}/*.conf', 'Define d /opt\nInclude /stage${d}/*.conf'],
    ['Include \\\n  conf.d/*.conf', 'Include \\\n  /stage/etc/httpd/conf.d/*.conf'],
  ])('%j', (before, after) => {
    const model = modelOf(before, { '/etc/httpd/conf.d/a.conf': '', '/opt/x.conf': '' });
    expect(stagedLines(model, includeEdits(model, '/stage').edits)).toBe(after);
  });

  test('one whose path is not known stays, and is named', () => {
    const model = modelOf('Include ${WHO_KNOWS}/x.conf');
    const { edits, notes } = includeEdits(model, '/stage');
    expect(stagedLines(model, edits)).toBe('Include ${WHO_KNOWS}/x.conf');
    expect(notes).toEqual([expect.stringContaining('${WHO_KNOWS}/x.conf')]);
  });
});

describe('what the server would run while it reads is left out', () => {
  test.each([
    ['<Perl>\nsystem "x";\n</Perl>\nListen 81', '\n\n\nListen 81', ['<Perl>']],
    ['PerlRequire /x.pl', '#PerlRequire /x.pl', ['PerlRequire']],
    [
      '<Location />\nAuthLDAPBindPassword "exec:/bin/x"\n</Location>',
      '<Location />\nAuthLDAPBindPassword left-out\n</Location>',
      ['AuthLDAPBindPassword exec:'],
    ],
    [
      'SessionCryptoPassphrase exec:/bin/x',
      'SessionCryptoPassphrase left-out',
      ['SessionCryptoPassphrase exec:'],
    ],
    ['AuthLDAPBindPassword secret', 'AuthLDAPBindPassword secret', []],
    // Started later than -t goes.
    ['CustomLog "|/bin/x" c', 'CustomLog "|/bin/x" c', []],
  ])('%j', (before, after, names) => {
    const model = modelOf(before);
    const leftOut = leaveOutPrograms(model);
    expect(stagedLines(model, leftOut.edits)).toBe(after);
    expect(leftOut.names).toEqual(names);
  });
});

describe('a start leaves nothing outside of the stage', () => {
  const plan = (lines: string) => {
    const model = modelOf(lines);
    let port = 4000;
    const { edits, leftOut } = startEdits(model, {
      run: '/run',
      nextPort: () => port++,
      locate: (path) => (path.startsWith('/') ? path : `/etc/httpd/${path}`),
      isFolder: (path) => path === '/var/there' || path === '/etc/httpd/logs',
    });
    return { text: stagedLines(model, edits), leftOut };
  };

  test.each([
    ['Listen [::]:443 https', 'Listen 127.0.0.1:4001 https'],
    ['ErrorLog logs/error_log', 'ErrorLog /run/error_log'],
    ['ErrorLog syslog:local7', 'ErrorLog /run/error_log'],
    ['CustomLog "/var/there/l" "%h \\"x\\""', 'CustomLog /run/other_log "%h \\"x\\""'],
    ['PidFile logs/x.pid', '#PidFile logs/x.pid'],
    ['PidFile /not/there/x.pid', 'PidFile "/run/missing/not/there/x.pid"'],
    ['ScriptSock logs/sock', 'ScriptSock "/run/sock"'],
    ['SSLSessionCache shmcb:/var/there/c(512000)', 'SSLSessionCache "shmcb:/run/c(512000)"'],
    ['SSLSessionCache dbm:/not/there/c', 'SSLSessionCache "dbm:/run/missing/not/there/c"'],
    ['SSLSessionCache none', 'SSLSessionCache none'],
    ['SSLSessionCache memcache:h:1', 'SSLSessionCache memcache:h:1'],
    ['Mutex file:/var/there default', 'Mutex "file:/run" default'],
    ['Mutex sem', 'Mutex sem'],
    ['Mutex file:/not/there default', 'Mutex "file:/run/missing/not/there" default'],
    ['DefaultRuntimeDir /x', '#DefaultRuntimeDir /x'],
    ['CoreDumpDirectory /x', '#CoreDumpDirectory /x'],
    ['RewriteMap m txt:/x', 'RewriteMap m txt:/x'],
  ])('%j', (before, after) => {
    expect(plan(before).text).toBe(after);
  });

  test.each([
    ['CustomLog "|/bin/x" c', 'CustomLog /run/other_log c', ['CustomLog |']],
    ['RewriteMap m prg:/x', 'RewriteMap m int:tolower', ['RewriteMap prg:']],
    ['SSLPassPhraseDialog exec:/x', '#SSLPassPhraseDialog exec:/x', ['SSLPassPhraseDialog exec:']],
    ['SSLPassPhraseDialog |/x', '#SSLPassPhraseDialog |/x', ['SSLPassPhraseDialog exec:']],
    ['SSLPassPhraseDialog builtin', 'SSLPassPhraseDialog builtin', []],
    ['SSLRandomSeed startup exec:/x', '#SSLRandomSeed startup exec:/x', ['SSLRandomSeed exec:']],
    ['DBDriver pgsql \\\n\nListen 81', '#DBDriver pgsql \\\n\nListen 127.0.0.1:4001', ['DBDriver']],
  ])('nothing is run: %j', (before, after, leftOut) => {
    expect(plan(before)).toEqual({ text: after, leftOut });
  });

  test.each<[string, RegExp]>([
    ['MDomain example.org', /^MDomain would/],
    ['<MDomainSet example.org>\n</MDomainSet>', /^<MDomainSet> would/],
    [
      '<Proxy balancer://b>\nBalancerMember http://b hcmethod=GET\n</Proxy>',
      /^BalancerMember hcmethod= would/,
    ],
    ['<Macro l $p>\nListen $p\n</Macro>', /macro/],
  ])('there are some that are not started: %j', (lines, why) => {
    expect(whyNoStart(modelOf(lines))).toMatch(why);
    expect(whyNoStart(modelOf('ProxyPass / http://b/'))).toBeNull();
  });
});

test('no edit adds or takes away a line, whatever is written', () => {
  const words =
    'Include Listen ErrorLog PidFile Mutex <Perl> </Perl> AuthLDAPBindPassword exec:x RewriteMap prg:/x';
  const more = ['\\\n', '\n', ' ', '"', '${a}', 'file:/var/there', 'conf.d/*.conf', '|/x'];
  const word = fc.constantFrom(...words.split(' '), ...more);
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (chosen) => {
      const lines = chosen.join(' ');
      const model = modelOf(lines);
      const place = { run: '/run', nextPort: () => 1, locate: (path: string) => path, isFolder: () => true };
      const edits = [
        ...startEdits(model, place).edits,
        ...leaveOutPrograms(model).edits,
        ...includeEdits(model, '/stage').edits,
      ];
      const before = model.files.get(MAIN)!.source.text.split('\n').length;
      expect(stagedLines(model, edits).split('\n').length).toBe(before - 2);
    }),
  );
});
