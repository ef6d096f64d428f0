import { expect, test } from '@jest/globals';
import { explainLog } from '../../src/explain/index.ts';
import { transforms } from '../../transforms/index.ts';
import { cpuSeconds } from '../cpu-seconds.ts';

const read = (text: string) => {
  const { found, unknown } = explainLog(text, transforms);
  return { found: found.map(({ article, line }) => [article.key, line]), unknown };
};

test('a message once, with the first line that led to it; what leads to nothing is counted', () => {
  const log =
    '[a] [pid 1] AH01797: client denied by server configuration: /a\r\n\r\n[b] [pid 22] AH01797: client denied by server configuration: /b\n[c] AH99999: x\n[c] AH99999: y';
  expect(read(log)).toEqual({
    found: [
      ['explanation access-403-message', '[a] [pid 1] AH01797: client denied by server configuration: /a'],
    ],
    unknown: 2,
  });
});

test('a message on two lines is read as one', () => {
  const output =
    "AH00526: Syntax error on line 8 of /etc/httpd.conf:\nInvalid command 'Order', perhaps misspelled\n";
  expect(read(output)).toEqual({
    found: [
      [
        'explanation msg-invalid-order',
        "AH00526: Syntax error on line 8 of /etc/httpd.conf: Invalid command 'Order', perhaps misspelled",
      ],
    ],
    unknown: 0,
  });
});

test('nothing', () => {
  expect(read('')).toEqual({ found: [], unknown: 0 });
  expect(read('\n \r\n')).toEqual({ found: [], unknown: 0 });
});

test('a large log takes little time', () => {
  const line = (index: number) =>
    `[x] [pid ${index}] AH01630: client denied by server configuration: /srv/${index}\n`;
  const log = Array.from({ length: 50_000 }, (_, index) => line(index)).join('');
  expect(cpuSeconds(() => expect(read(log).found).toHaveLength(1))).toBeLessThan(5);
});
