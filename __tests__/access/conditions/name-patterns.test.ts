import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { filePattern, namePatternIn } from '../../../src/access/conditions/name-patterns.ts';

// FilesMatch holds a pattern against a file's name, an expression against the whole path.

describe('a pattern of names as one of paths', () => {
  test.each([
    ['^\\.ht', '/\\.ht[^/]*$'],
    ['\\.bak$', '\\.bak$'],
    ['(~|\\.bak|\\.sql)$', '(~|\\.bak|\\.sql)$'],
    ['^(install|upgrade)\\.(html|php)$', '/(install|upgrade)\\.(html|php)$'],
    ['^settings\\.inc', '/settings\\.inc[^/]*$'],
    ['secret', 'secret[^/]*$'],
    ['^wp-.*\\.php$', '/wp-[^/\\n]*\\.php$'],
    ['^\\.ht|~$', '/\\.ht[^/]*$|~$'],
    ['^[a-z_]{2,3}(?:\\d\\w)+$', '/[a-z_]{2,3}(?:\\d\\w)+$'],
    ['^$', '/$'],
  ])('%s is %s', (ofNames, ofPaths) => {
    expect(filePattern(ofNames)).toBe(ofPaths);
    expect(namePatternIn(ofPaths)).toBe(ofNames);
  });

  test.each([
    ['an anchor inside', '(^|_)config$', '(?=[^/]*$)(?:((?<=/)|_)config$)'],
    ['a class that has the slash', '[^a]b', '(?=[^/]*$)(?:[^a]b)'],
    ['a range over the slash', '[+-9]', '(?=[^/]*$)(?:[+-9])'],
    ['what is no word character', '\\W', '(?=[^/]*$)(?:\\W)'],
    ['look-around', '^(?!index)', '(?=[^/]*$)(?:(?<=/)(?!index))'],
    ['an option', '(?i)\\.bak$', '(?=[^/]*$)(?:(?i)\\.bak$)'],
    ['a repeated anchor', '^*a', '(?=[^/]*$)(?:(?<=/)*a)'],
    ['a caret of a class or escape', '[.^]\\^^', '(?=[^/]*$)(?:[.^]\\^(?<=/))'],
  ])('looks for the last slash where it must: %s', (_, ofNames, ofPaths) => {
    expect(filePattern(ofNames)).toBe(ofPaths);
    expect(namePatternIn(ofPaths)).toBe(ofNames);
  });

  test.each([
    ['of a folder', '^/srv/www(/|$)'],
    ['of a part of a path', '/a/'],
    ['that goes on behind a slash', '/a'],
    ['of any character', '/a.b$'],
    ['of no anchor', 'a'],
  ])('none stands for one %s', (_, pattern) => {
    expect(namePatternIn(pattern)).toBeNull();
  });
});

const PIECES = [
  'a',
  'b',
  '.',
  '\\.',
  '[ab]',
  '[^a]',
  '(a|b)',
  '(?:b|^a)',
  '^',
  '$',
  '|',
  'a?',
  '.*',
  'b+',
  '\\w',
  '\\W',
  '(a$|b)',
];
const anyPattern = fc.array(fc.constantFrom(...PIECES), { maxLength: 5 }).map((pieces) => pieces.join(''));
const anyPath = fc
  .array(fc.stringMatching(/^[ab.]{0,3}$/), { minLength: 1, maxLength: 3 })
  .map((parts) => `/${parts.join('/')}`);

test('matches the paths of the names that match, and is read back as what matches the same names', () => {
  const property = fc.property(anyPattern, anyPath, (pattern, path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const matches = new RegExp(pattern).test(name);
    const written = filePattern(pattern);
    expect(new RegExp(written).test(path)).toBe(matches);
    expect(new RegExp(namePatternIn(written) ?? '(?!)').test(name)).toBe(matches);
  });
  fc.assert(property, { numRuns: 3000 });
});
