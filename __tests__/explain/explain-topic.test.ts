import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { contractRows, directives24, fates, modules } from '../../src/catalog/index.ts';
import { explainTopic, nearestTopic } from '../../src/explain/index.ts';
import type { Article } from '../../src/explain/index.ts';
import { transforms } from '../../transforms/index.ts';
import { cpuSeconds } from '../cpu-seconds.ts';

const articlesOf = (topic: string): readonly Article[] => explainTopic(topic, transforms);
const keysOf = (topic: string): string[] => articlesOf(topic).map(({ key }) => key);

describe('what the upgrade guide and the notes speak of', () => {
  test.each([
    ['AH01797', 'access-403-message'],
    ['AH00526', 'msg-syntax-error'],
    ['AH00025', 'msg-couldnt-check-user'],
    ['AH01630', 'access-403-message'],
    ['AH02432', 'module-lbmethod'],
    ['AH01177', 'msg-slotmem'],
    ['AH01627', 'msg-auth-without-require'],
    ['AH01624', 'msg-negative-require'],
    ['AH00534', 'msg-mpm'],
    ['AH01597', 'msg-mime-types'],
    ['AH00548', 'msg-name-virtual-host'],
    ['AH00111', 'msg-variable-not-defined'],
    ['AH00117', 'msg-default-type'],
    ['AH01796', 'msg-no-authentication'],
    ['AH10510', 'msg-ssl-library'],
    [
      "Invalid command 'User', perhaps misspelled or defined by a module not included in the server configuration",
      'msg-invalid-user',
    ],
    ["Invalid command 'Require', perhaps misspelled", 'msg-invalid-require'],
    ["Invalid command 'Order', perhaps misspelled", 'msg-invalid-order'],
    ['Invalid command Order, perhaps misspelled', 'msg-invalid-order'],
    ['Ignoring deprecated use of DefaultType in line 5 of /etc/httpd/conf/httpd.conf', 'msg-default-type'],
    ["Invalid command 'AddOutputFilterByType', perhaps misspelled", 'moved-add-output-filter-by-type'],
    ["configuration error: couldn't check user: /index.html", 'msg-couldnt-check-user'],
    ['.htaccess files are not processed', 'sym-htaccess-ignored'],
    ['502 (Bad gateway) on a proxied request to an HTTPS host', 'sym-502-https-proxy'],
    ['Status 403 on a location that seems allowed', 'access-mixed-warning'],
    ['sym-403-mixed', 'access-mixed-warning'],
    ['Warning emitted', 'sym-warning'],
  ])('%s', (topic, id) => {
    expect(keysOf(topic)[0]).toBe(`explanation ${id}`);
  });
});

describe('a line that names something', () => {
  test('a directive that is gone: what becomes of it comes first', () => {
    expect(keysOf("Invalid command 'RewriteLog', perhaps misspelled")).toEqual([
      'directive RewriteLog',
      'explanation msg-invalid-command',
    ]);
  });

  test('a directive of neither version, with its nearest name', () => {
    const [article] = articlesOf("Invalid command 'KeepAliveTimout', perhaps misspelled");
    expect(JSON.stringify(article)).toContain('Is KeepAliveTimeout meant?');
    expect(keysOf("Invalid command 'php_value', perhaps misspelled")[0]).toBe('directive php_value');
  });

  test.each([
    [
      'AH00526: Syntax error on line 9 of /etc/a.conf: MaxClients takes one argument, Deprecated name',
      'MaxClients',
    ],
    [
      'AH00526: Syntax error on line 9 of /etc/a.conf: RewriteBase: only valid in per-directory config files',
      'RewriteBase',
    ],
    ['AH00526: Syntax error on line 9 of /etc/a.conf: Alias cannot occur within directory context', 'Alias'],
  ])('the directive that a server refuses: %s', (line, name) => {
    expect(keysOf(line)).toEqual([`directive ${name}`, 'explanation msg-syntax-error']);
  });

  test('a word that begins a message and is no directive', () => {
    expect(keysOf('AH00526: Syntax error on line 9 of /etc/a.conf: The port number is outside')).toEqual([
      'explanation msg-syntax-error',
    ]);
  });

  test('the module of a line', () => {
    expect(
      keysOf("httpd: Syntax error on line 8 of x: module log_config_module is built-in and can't be loaded"),
    ).toEqual(['explanation msg-module-built-in', 'module log_config_module']);
  });

  test('a number in a path is no status, and an unknown number is not explained by its words', () => {
    expect(articlesOf('AH00126: Invalid URI in request GET /srv/403/forbidden')).toEqual([]);
  });
});

test('a third-party directive: the module that it is known by', () => {
  const [article, ...others] = explainTopic('AssignUserID', transforms);
  expect(others).toEqual([]);
  expect(JSON.stringify(article)).toContain('By its name it belongs to the itk MPM');
});

describe('names', () => {
  test('each transform, row, directive and module has something to say', () => {
    const topics = [
      ...transforms.map(({ id }) => id),
      ...contractRows.map(({ id }) => id),
      ...fates().map(({ name }) => name),
      ...directives24().map(({ name }) => name),
      ...modules().flatMap(({ name, identifier, sourceFile, file }) => [
        name,
        identifier,
        sourceFile,
        file ?? name,
      ]),
    ];
    for (const topic of topics) {
      const articles = articlesOf(topic);
      expect([topic, articles.length > 0]).toEqual([topic, true]);
      for (const article of articles) {
        expect(article.parts.length).toBeGreaterThan(1);
        expect(JSON.stringify(article)).not.toMatch(/\bundefined\b|\[object/);
      }
    }
  });

  test.each([
    'mod_disk_cache',
    'disk_cache_module',
    'mod_disk_cache.c',
    'modules/mod_disk_cache.so',
    'MOD_DISK_CACHE',
    'disk_cache',
  ])('a module written %s', (name) => {
    expect(keysOf(name)).toEqual(['module disk_cache_module']);
  });

  test.each([
    ['include', ['directive Include']],
    ['<Directory>', ['directive Directory']],
    ['mod_access', ['module mod_access']],
    ['mod_php5', ['module mod_php5']],
    ['RequireAll', ['directive RequireAll']],
  ])('%s', (name, keys) => {
    expect(keysOf(name)).toEqual(keys);
  });

  test.each([
    ['Order deny,allow', ['directive Order']],
    ['  #MaxClients 150', ['directive MaxClients']],
    ['<IfModule !mod_disk_cache.c>', ['module disk_cache_module', 'directive IfModule']],
    [
      'LoadModule authz_default_module modules/mod_authz_default.so',
      ['module authz_default_module', 'directive LoadModule'],
    ],
  ])('a line of configuration: %s', (line, keys) => {
    expect(keysOf(line)).toEqual(keys);
  });

  test('a misspelt one leads to nothing but the nearest name', () => {
    expect(articlesOf('mod_rewrit')).toEqual([]);
    expect(nearestTopic('mod_rewrit', transforms)).toBe('mod_rewrite');
    expect(nearestTopic('rename-max-client', transforms)).toBe('rename-max-clients');
    expect(nearestTopic('nothing-like-it', transforms)).toBeNull();
  });
});

test('any text gets an answer or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
      expect(articlesOf(text).length).toBeLessThan(10);
    }),
    { numRuns: 300 },
  );
});

test.each(['a', "'", ' ', 'AH0179', 'warning ', '<', 'mod_'])(
  'a long text of %j takes little time',
  (unit) => {
    expect(cpuSeconds(() => articlesOf(unit.repeat(20_000)))).toBeLessThan(10);
  },
);
