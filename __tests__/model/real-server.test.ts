import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildModel, createDiskReader, isModelFailure } from '../../src/model/index.ts';
import type { ServerModel } from '../../src/model/index.ts';

const BINARY = '/usr/sbin/apache2';

/** False, said aloud, where there is no server to ask. In CI there must be one. */
function hasServer(): boolean {
  const found = existsSync(BINARY);
  if (!found && process.env['CI']) throw new Error(`${BINARY} is missing`);
  if (!found) console.warn(`SKIPPED: ${BINARY} is missing, Includes are not compared with the server's own`);
  return found;
}

interface Tree {
  readonly main: string;
  readonly files: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
}

interface Reading {
  /** Files in the order in which the server opened them, by the names that it has for them. */
  readonly server: readonly string[];
  readonly accepted: boolean;
  readonly model: ServerModel;
  /** The same of the model. */
  readonly files: readonly string[];
}

/** Lays the tree out and has both read it: the server (-D DUMP_INCLUDES) and the model. */
function readBoth({ main, files, links = {} }: Tree): Reading {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'include-')));
  try {
    const path = join(root, 'conf/httpd.conf');
    for (const [name, text] of Object.entries({
      ...files,
      'conf/httpd.conf': `ServerRoot "${root}"\n${main}\n`,
    })) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name));
    const run = spawnSync(BINARY, ['-t', '-D', 'DUMP_INCLUDES', '-f', path], { encoding: 'utf8' });
    const model = buildModel({ path }, createDiskReader());
    if (isModelFailure(model)) throw new Error(model.message);
    const real = (name: string) => realpathSync(name).slice(root.length + 1);
    return {
      server: [...run.stdout.matchAll(/^ *\((?:\*|\d+)\) (.*)$/gm)].map((line) => real(line[1] ?? '')),
      accepted: !/No matches|Could not open|not found|recursion|Exceeded/.test(run.stderr),
      model,
      files: [path, ...model.includes.flatMap((line) => line.files.map((file) => file.path))].map(real),
    };
  } finally {
    rmSync(root, { recursive: true });
  }
}

const describeServer = hasServer() ? describe : describe.skip;

describeServer("the server's own order of Include files", () => {
  const files = {
    'conf.d/a.conf': '',
    'conf.d/B.conf': '',
    'conf.d/.h.conf': '',
    'conf.d/sub/x.conf': '',
    'conf.d/sub/.y': '',
    'conf.d/[z].conf': '',
    'sites/1/s.conf': '',
    'sites/2/s.conf': '',
    'sites/.3/s.conf': '',
    'other/o.conf': '',
  };
  const links = { 'sites/4': '../other', 'conf.d/l.conf': '../other/o.conf' };

  test.each([
    'Include conf.d/*.conf',
    'Include conf.d',
    'Include conf.d/',
    'Include conf.d/*',
    'Include conf.d/.*',
    'Include sites/*/s.conf',
    'IncludeOptional */?/*.conf',
    'Include conf?d/[a-z]*',
    'Include conf.d/[[]z].conf',
    'Include conf.d/\\[z\\].conf',
    'Include ./conf.d/../conf.d//a.conf',
    'Include conf.d/a.conf\nInclude "conf.d/a.conf"',
    'Define D conf.d\nInclude ${D}/a.conf',
    'IncludeOptional none/*.conf\nIncludeOptional none.conf\nInclude conf.d/a.conf',
    '<IfDefine X>\nInclude none.conf\n</IfDefine>\n<Directory />\nInclude conf.d/a.conf\n</Directory>',
  ])('%j', (main) => {
    const { server, model, files: read } = readBoth({ main, files, links });
    const skipped = model.includes.filter(({ occurrence }) => occurrence.on24 === 'no');
    expect(skipped.flatMap((line) => line.files)).toEqual([]);
    expect(read).toEqual(server);
  });

  test.each(['Include none.conf', 'Include none/*.conf', 'Include conf/httpd.conf', 'Include conf.d/*.none'])(
    'both say that %j goes wrong',
    (main) => {
      const { accepted, model } = readBoth({ main, files });
      expect(accepted).toBe(false);
      expect(model.includes.map(({ outcome }) => outcome)).not.toContain('read');
    },
  );

  test('for any pattern', () => {
    const component = fc
      .array(fc.constantFrom('a', 'b', '.', '*', '?', '[ab]', '[!a]', '\\a', '['), {
        minLength: 1,
        maxLength: 4,
      })
      .map((parts) => parts.join(''))
      .filter((name) => !/^\.+$/.test(name));
    const names = ['a', 'b', 'ab', 'a.b', '.a', 'b[', 'aa/a', 'aa/b', 'ba/ab', '.b/a'];
    const tree = Object.fromEntries(names.map((name) => [name, '']));
    fc.assert(
      fc.property(fc.array(component, { minLength: 1, maxLength: 2 }), (pattern) => {
        const {
          server,
          files: read,
          accepted,
        } = readBoth({ main: `Include "${pattern.join('/')}"`, files: tree });
        if (accepted) expect(read).toEqual(server);
      }),
      { numRuns: 60 },
    );
  });
});
