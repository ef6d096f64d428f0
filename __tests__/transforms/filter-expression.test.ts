import { describe, expect, test } from '@jest/globals';
import { filterExpression } from '../../transforms/shared/filter-expression.ts';

// Each of these forms was asked of a real 2.4 with 29 values of the header, against what filter_lookup of 2.2 answers.
const HEADER = '%{req_novary:X}';

describe('what a FilterProvider of 2.2 matched, as an expression', () => {
  test.each([
    ['text', `tolower(${HEADER}) == 'text'`],
    ['TEXT/HTML', `tolower(${HEADER}) == 'text/html'`],
    ['!text', `tolower(${HEADER}) != 'text'`],
    ['5', `${HEADER} == '5'`],
    ["it's 100%", `tolower(${HEADER}) == 'it\\'s 100\\%'`],
    ['$ext', `${HEADER} =~ /ext/i`],
    ['$a.b', `${HEADER} =~ /a\\.b/i`],
    ['$text/', `${HEADER} =~ m#text/#i`],
    ['!$x', `${HEADER} !~ /x/i`],
    ['$', `-n ${HEADER}`],
    ['*', `-n ${HEADER}`],
    ['!*', `-z ${HEADER}`],
    ['<5', `-n ${HEADER} && ${HEADER} -lt 5`],
    ['!<5', `-z ${HEADER} || ${HEADER} -ge 5`],
    ['>1000', `${HEADER} -gt 1000`],
    ['!>1000', `${HEADER} -le 1000`],
    ['=0x5', `-n ${HEADER} && ${HEADER} -eq 0`],
    ['/^te/', `${HEADER} =~ /^te/`],
    ['/^TE.T$/i', `${HEADER} =~ /^TE.T$/i`],
    ['/.*/', `-n ${HEADER} && ${HEADER} =~ /.*/`],
    ['!/.*/', `-z ${HEADER} || ${HEADER} !~ /.*/`],
    ['/a/b/', `${HEADER} =~ m#a/b#`],
    ['/[[:alpha:]]*/', `-n ${HEADER} && ${HEADER} =~ /[[:alpha:]]*/`],
  ])('req=X %s', (match, expression) => {
    expect(filterExpression('req=X', match)).toBe(expression);
  });

  test.each([
    ['resp=Content-Type', '%{CONTENT_TYPE}'],
    ['content-type', '%{CONTENT_TYPE}'],
    ['RESP=X-Y', '%{resp:X-Y}'],
    ['X-Y', '%{resp:X-Y}'],
    ['env=pack', '%{reqenv:pack}'],
    ['Handler', '%{HANDLER}'],
  ])('%s is read from %s', (dispatch, subject) => {
    expect(filterExpression(dispatch, '*')).toBe(`-n ${subject}`);
  });

  test.each([
    ['cookie=x', 'y'],
    ['req=', 'y'],
    ['req=X}', 'y'],
    ['req=X', ''],
    ['req=X', '!'],
    ['req=X', '/no-end'],
    ['req=X', '//#|,;:!_/'],
  ])('%s %s can’t be said, or was refused', (dispatch, match) => {
    expect(filterExpression(dispatch, match)).toBeNull();
  });
});
