import { expect, test } from '@jest/globals';
import { explainTopic } from '../../src/explain/index.ts';
import { transforms } from '../../transforms/index.ts';

const first = (topic: string) => explainTopic(topic, transforms)[0]?.title ?? null;

test.each([
  ['/srv/www/.htaccess: Options not allowed here', /stands where 2\.4 does not allow it/],
  ['php5_module', /^php5_module, a third-party module/],
  ['libphp5.so', /a third-party module/],
  ["Invalid command 'Reqire', perhaps misspelled", /^Reqire, perhaps Require misspelt/],
  ["Invalid command 'ServerType', perhaps misspelled", /^ServerType, a directive of 1\.3/],
  ['403 after the upgrade', /^status-403:/],
  ['error 500 since we have 2.4', /^status-500:/],
  ['auth_mysql', /^mod_auth_mysql, a third-party module/],
  ['mod_fcgid', /^mod_fcgid, a third-party module/],
  ['mod_auth_kerb.so', /^mod_auth_kerb\.so, a third-party module/],
  ['mpm_itk', /^mpm_itk, a third-party module/],
  ['Status: 500', /^status-500:/],
  ['504 gateway timeout', /^status-504:/],
  ['Failed to start The Apache HTTP Server.', /^msg-syntax-error:/],
  ['LoadModule php5_module modules/libphp5.so', /^php5_module, a third-party module/],
  ['AddModule', /^AddModule, a directive of 1\.3/],
  ["Invalid command '\\xef\\xbb\\xbfServerRoot', perhaps misspelled", /^msg-invalid-command:/],
  ["Action 'configtest' failed.", /^msg-syntax-error:/],
  [
    'Nov 29 10:12:33 web01 systemd[1]: httpd.service: Main process exited, code=exited, status=1/FAILURE',
    /^msg-syntax-error:/,
  ],
  ['Error reading /srv/www/.htaccess at line 8: Line too long', /^msg-long-line:/],
  ['[cgid:error] AH01262: Options ExecCGI is off in this directory: /srv/www/a.cgi', /^sym-403-listing:/],
])('%s', (topic, title) => {
  expect(first(topic)).toMatch(title);
});

test('a slip in the name of a module of httpd stays a slip', () => {
  expect(first('authz_hots_module')).toBeNull();
});
