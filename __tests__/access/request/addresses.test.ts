import { describe, expect, test } from '@jest/globals';
import * as rows from './address-rows.ts';
import { answerTo } from './answer-to.ts';

// As a real 2.2.34 and a real 2.4 answer each of these.
const { FILES: _, ...tables } = rows;

describe.each(Object.entries(tables))('%s', (_name, table) => {
  test.each(table)('%j: %s', (lines, asked, of22, of24 = of22) => {
    expect([answerTo(lines, asked, '2.2'), answerTo(lines, asked, '2.4')]).toEqual([of22, of24]);
  });
});
