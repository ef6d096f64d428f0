import { expect, test } from '@jest/globals';
import { decodeAnyPath } from '../../src/model/paths/config-path.ts';

test.each(['/srv/plain', '/srv/Jürgen', '/srv/日本', '/srv/\ud83d\ude00'])(
  '%s is read from its bytes, and stays as it is where this system names it so',
  (path) => {
    expect(decodeAnyPath(Buffer.from(path, 'utf8').toString('latin1'))).toBe(path);
    expect(decodeAnyPath(path)).toBe(path);
  },
);
