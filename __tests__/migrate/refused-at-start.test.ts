import { expect, test } from '@jest/globals';
import { MAIN, migrated } from './migrated.ts';

const LINE = 'FilterDeclare f\nFilterProvider f DEFLATE req=X-A !/x\n';
const FOLDER = '<Directory /srv/www>\nAllowOverride All\n</Directory>\nDocumentRoot /srv/www\n';

test.each<[string, Record<string, string>, true | undefined]>([
  ['the server does not start with it', { [MAIN]: `Listen 80\n${FOLDER}${LINE}` }, true],
  [
    'a .htaccess file does not stop it',
    { [MAIN]: `Listen 80\n${FOLDER}`, '/srv/www/.htaccess': LINE },
    undefined,
  ],
])('an error that 2.4 refuses a line for: %s', (_, files, isRefusedAtStart) => {
  const errors = migrated(files).findings.filter(
    ({ transform, level }) => transform === 'filter-provider-expression' && level === 'error',
  );
  expect(errors.map((each) => each.isRefusedAtStart)).toEqual([isRefusedAtStart]);
});
