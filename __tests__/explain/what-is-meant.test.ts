import { expect, test } from '@jest/globals';
import { explainTopic } from '../../src/explain/index.ts';
import { transforms } from '../../transforms/index.ts';

const first = (topic: string) => explainTopic(topic, transforms)[0]?.title ?? null;

test.each([
  ['/srv/www/.htaccess: Options not allowed here', /stands where 2\.4 does not allow it/],
  ['php5_module', /^php5_module, a third-party module/],
  ['libphp5.so', /a third-party module/],
])('%s', (topic, title) => {
  expect(first(topic)).toMatch(title);
});

test('a slip in the name of a module of httpd stays a slip', () => {
  expect(first('authz_hots_module')).toBeNull();
});
