import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sanitizeForTerminal } from '../../src/output/index.ts';

const bytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

describe('sanitizeForTerminal', () => {
  test.each([
    ['line feeds and tabs stay', 'a\tb\n', 'a\tb\n'],
    ['letters of any script stay', bytes('Müller 日本 🙂\n'), bytes('Müller 日本 🙂\n')],
    ['terminal escapes', '\x1b[2J\x1b]0;title\x07', '^[[2J^[]0;title^G'],
    ['carriage return, backspace, NUL, DEL', 'a\r\b\0\x7f', 'a^M^H^@^?'],
    ['a C1 control as one byte', '\x9b31m', '<9B>31m'],
    ['a C1 control as UTF-8', bytes('\u009b31m'), '<U+009B>31m'],
    ['overlong UTF-8 of ESC', '\xc0\x9b\xe0\x80\x9b', '<C0><9B><E0><80><9B>'],
    [
      'surrogates and what lies above Unicode',
      '\xed\xa0\x80\xf4\x90\x80\x80',
      '<ED><A0><80><F4><90><80><80>',
    ],
    ['Latin-1 text', 'caf\xe9', 'caf<E9>'],
    ['a sequence that is cut off', bytes('ü').slice(0, 1) + '\n', '<C3>\n'],
    ['bidirectional controls', bytes('a\u202eb\u2066c\u200fd\u061c'), 'a<U+202E>b<U+2066>c<U+200F>d<U+061C>'],
    ['no width at all', bytes('\ufeffa\u200bb\u{e0041}'), '<U+FEFF>a<U+200B>b<U+E0041>'],
    ['line separators', bytes('a\u2028b'), 'a<U+2028>b'],
  ])('%s', (_, text, expected) => expect(sanitizeForTerminal(text)).toBe(expected));

  test('leaves nothing unseen in any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (raw) => {
        const shown = Buffer.from(
          sanitizeForTerminal(Buffer.from(raw).toString('latin1')),
          'latin1',
        ).toString('utf8');
        expect(shown.replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/u);
      }),
    );
  });
});
