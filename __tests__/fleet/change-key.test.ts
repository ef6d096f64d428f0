import { describe, expect, test } from '@jest/globals';
import { withoutCarried } from '../../src/fleet/change-key.ts';

describe('values that are carried over', () => {
  test.each([
    [
      'an address',
      ['Allow from 10.0.0.7', 'Require ip 10.0.0.7'],
      ['Allow from 10.0.0.8', 'Require ip 10.0.0.8'],
    ],
    ['a number', ['MaxClients 64', 'MaxRequestWorkers 64'], ['MaxClients 256', 'MaxRequestWorkers 256']],
  ])('do not tell changes apart: %s', (_, one, other) => {
    expect(withoutCarried(one[0]!, one[1]!)).toEqual(withoutCarried(other[0]!, other[1]!));
  });

  test.each([
    ['what goes', ['Allow from 10.0.0.7', ''], ['Allow from 10.0.0.8', '']],
    ['what comes', ['', 'Require ip 10.0.0.7'], ['', 'Require ip 10.0.0.8']],
    ['words', ['Allow from all', 'Require all granted'], ['Deny from all', 'Require all denied']],
    ['their order', ['a.b c.d', 'a.b c.d'], ['a.b c.d', 'c.d a.b']],
  ])('all else does: %s', (_, one, other) => {
    expect(withoutCarried(one[0]!, one[1]!)).not.toEqual(withoutCarried(other[0]!, other[1]!));
  });
});
