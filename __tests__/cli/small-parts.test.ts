import { afterEach, describe, expect, test } from '@jest/globals';
import { apologize } from '../../src/cli/apologize.ts';
import { editByHand } from '../../src/cli/interactive/edit-by-hand.ts';
import { displayPath } from '../../src/cli/display-path.ts';
import { mergePatchSets } from '../../src/cli/migrate/settle.ts';
import { advanced, nearestName, timed, shellWords } from '../../src/text/index.ts';
import { startProgress } from '../../src/cli/migrate/progress.ts';
import { watchStages, watchedReader } from '../../src/cli/migrate/watch-stages.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import type { FilePatch } from '../../src/patch/index.ts';

describe('nearestName', () => {
  const names = ['write', 'out', 'check', 'format', 'rename-max-clients'];
  test.each([
    ['wirte', 'write'],
    ['wrte', 'write'],
    ['WRITE', 'write'],
    ['chekc', 'check'],
    ['rename-maxclients', 'rename-max-clients'],
    ['x', null],
    ['frobnicate', null],
    ['', null],
  ])('%s -> %s', (typed, nearest) => {
    expect(nearestName(typed, names)).toBe(nearest);
  });
});

test('editByHand: says where the lines have no place, and the session goes on', () => {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = '/absent/temporary';
  try {
    expect(editByHand('/srv/httpd.conf', 'Timeout 5\n')).toBe(
      "the lines can't be laid in /absent/temporary for the editor: no such file or folder (ENOENT); set TMPDIR to a folder that you may write to",
    );
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
});

test('displayPath: as the user would type it', () => {
  expect(displayPath('/etc/httpd/conf/httpd.conf', '/etc/httpd')).toBe('conf/httpd.conf');
  expect(displayPath('/etc/httpd', '/etc/httpd')).toBe('.');
  expect(displayPath('/etc/httpd2/x', '/etc/httpd')).toBe('/etc/httpd2/x');
  expect(displayPath('/etc/httpd/..x', '/etc/httpd')).toBe('..x');
  expect(displayPath('<stdin>', '/etc/httpd')).toBe('<stdin>');
});

test('shellWords: what a shell would otherwise take apart is quoted', () => {
  expect(shellWords(['/etc/httpd', '-D', 'A=1', 'my tree', "it's", '$(x)', ''])).toBe(
    String.raw`/etc/httpd -D A=1 'my tree' 'it'\''s' '$(x)' ''`,
  );
});

describe('mergePatchSets', () => {
  const patch = (path: string, after: string): FilePatch => ({
    path,
    newPath: path,
    before: '',
    pieces: [],
    after,
    stat: null,
  });
  const sets = (...files: FilePatch[]) => files.map((file) => ({ files: [file], links: [] }));

  test('takes the same change of a file once', () => {
    expect(mergePatchSets(sets(patch('/a', 'x'), patch('/b', 'y'), patch('/a', 'x')))).toEqual({
      files: [patch('/a', 'x'), patch('/b', 'y')],
      links: [],
    });
  });

  test('names the file that two trees would change differently', () => {
    expect(mergePatchSets(sets(patch('/a', 'x'), patch('/a', 'y')))).toEqual({ conflict: '/a' });
  });
});

describe('progress', () => {
  const recorded = () => {
    let time = 0;
    const written: string[] = [];
    const progress = startProgress(
      (text) => written.push(text),
      () => time,
    );
    return { progress, written, pass: (ms: number) => (time += ms) };
  };

  test('says nothing in the first second, and leaves nothing behind', () => {
    const { progress, written, pass } = recorded();
    for (let n = 0; n < 9; n++) {
      pass(100);
      progress.tick(() => 'x');
    }
    progress.done();
    expect(written).toEqual([]);
  });

  test('says which step of how many is going on, until it is done', () => {
    const { progress, written, pass } = recorded();
    const watched = watchStages(progress, 60);
    pass(1000);
    timed('transform rename-max-clients', () => pass(2000));
    timed('read', () => pass(2000));
    timed('proof', () => pass(2000));
    watched.done();
    timed('proof', () => pass(2000));
    expect(written).toEqual([
      expect.stringMatching(/^\r\u001b\[2Ktransform \d+ of \d+: rename-max-clients$/),
      '\r\u001b[2Kcomparing who gets in, before and after',
      '\r\u001b[2K',
    ]);
  });

  test('says how far a long step is, where the terminal is narrow, too', () => {
    const { progress, written, pass } = recorded();
    const watched = watchStages(progress, 40);
    pass(1000);
    timed('proof', () => {
      pass(50);
      advanced('host', 120, 10_000);
      pass(50);
      advanced('host', 1_200, 10_000);
    });
    watched.done();
    pass(1000);
    advanced('host', 10_000, 10_000);
    expect(written).toEqual([
      '\r\u001b[2Kcomparing who gets in, before and after',
      '\r\u001b[2Kcomparing who get: host 1,200 of 10,000',
      '\r\u001b[2K',
    ]);
  });

  test('then changes one line, ten times a second at most, and erases it in the end', () => {
    const { progress, written, pass } = recorded();
    pass(1000);
    progress.tick(() => 'one');
    pass(50);
    progress.tick(() => 'too soon');
    pass(50);
    progress.tick(() => 'two');
    progress.done();
    progress.done();
    expect(written).toEqual(['\r\u001b[2Kone', '\r\u001b[2Ktwo', '\r\u001b[2K']);
  });

  test('a watched reader reads the same and tells what it reads, in one line of the terminal', () => {
    const told: string[] = [];
    const reader = createMemoryReader({ '/etc/httpd.conf': 'Listen 80\n' });
    const watched = watchedReader(reader, { tick: (text) => told.push(text()), done() {} }, 20, 'migrating');
    expect(watched.readFile('/etc/httpd.conf')).toEqual(reader.readFile('/etc/httpd.conf'));
    expect(watched.list('/etc')).toEqual(reader.list('/etc'));
    watched.readFile('/etc/httpd.conf');
    expect(told).toEqual(['1 file read: /etc/h', '1 file read: /etc/', '1 file read, migrat']);
  });
});

describe('apologize', () => {
  afterEach(() => {
    delete process.env['HTTPD_CODEMOD_DEBUG'];
  });

  test('is one line that says what to report and what has become of the files', () => {
    const { exitCode, output, messages } = apologize(new Error('edits\noverlap'));
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' });
    expect(messages).toMatch(
      /^httpd-codemod: sorry, .*nothing was written\. Please report: edits overlap \(.*\n$/,
    );
    expect(messages.split('\n')).toHaveLength(2);
    expect(apologize('x', 'the files were written').messages).toContain('the files were written');
  });

  test('has the stack only when it is asked for', () => {
    process.env['HTTPD_CODEMOD_DEBUG'] = '1';
    expect(apologize(new Error('x')).messages).toMatch(/\n\s+at /);
  });
});
