import { expect, test } from '@jest/globals';
import { startOf } from '../../../src/access/proof/start.ts';
import { START_22, START_24 } from '../../../src/access/states/walk-state.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../../src/model/index.ts';
import type { ServerModel } from '../../../src/model/index.ts';

// What is in force before the first section.

function modelOf(path: string, text: string): ServerModel {
  const model = buildModel({ path }, createMemoryReader({ [path]: text }));
  if (isModelFailure(model)) throw new Error(model.message);
  return model;
}

test('a whole server begins with nothing', () => {
  const model = modelOf('/etc/httpd/conf/httpd.conf', 'ServerRoot /etc/httpd\nListen 80\n');
  expect(startOf(model)).toEqual({ before: START_22, after: START_24 });
});

test.each(['/etc/httpd/conf.d/a.conf', '/www/.htaccess'])(
  'what stands above a file that was given alone permits its lines: %s',
  (path) => {
    const { before, after } = startOf(modelOf(path, 'Require valid-user\n'));
    expect(after.override).toEqual(before.override);
    expect(after.override).toMatchObject({ classes: expect.arrayContaining(['AuthConfig']), unset: false });
  },
);

test('and it names the groups, unless the file names them itself', () => {
  const groups = (line: string) => {
    const { before, after } = startOf(modelOf('/www/.htaccess', `${line}\nRequire group staff\n`));
    expect(before.state.auth).toEqual(after.state.auth);
    return before.state.auth.groupfile;
  };
  expect(groups('AuthUserFile /u')).toEqual({ file: "the server's groups", authoritative: true });
  expect(groups('AuthGroupFile /g')).toBeNull();
  expect(groups('AuthDBMGroupFile /g')).toBeNull();
});
