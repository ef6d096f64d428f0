// A run over many servers, killed by strace at chosen calls of the system while it writes the first of them.
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { makeFolderInMemory } from '../output/tree-on-disk.ts';
import { rejectStaleBuild, startProgram } from './run-program.ts';
import { readTree, writeFiles } from './temp-tree.ts';
import { canTrace, runWithFault, tracePoints } from './traced-run.ts';
import type { Traced } from './traced-run.ts';
import { byEffort } from '../effort.ts';

let root: string;
beforeAll(() => {
  rejectStaleBuild();
  root = makeFolderInMemory();
  for (const [name, timeout] of [
    ['a', 10],
    ['b', 20],
  ] as const) {
    writeFiles(join(root, 'fleet'), {
      [`${name}/httpd.conf`]: `ServerRoot "/etc/httpd"\nListen 80\nInclude more.conf\nMaxClients 5\nTimeout ${timeout}\n`,
      [`${name}/more.conf`]: 'MaxRequestsPerChild 10\n',
    });
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const tracedTest = canTrace() ? test : test.skip;

function makeFleet(name: string): Traced {
  const base = join(root, name);
  cpSync(join(root, 'fleet'), join(base, 'fleet'), { recursive: true });
  return {
    folder: join(base, 'fleet'),
    state: join(base, 'state'),
    words: ['a', 'b', '--jobs', '1', '--write'],
  };
}

function run({ folder, state, words }: Traced) {
  const { exitCode, stdout } = startProgram(words, { folder, env: { XDG_STATE_HOME: state } });
  return { exitCode, stdout: stdout.replaceAll(folder, 'FLEET'), tree: readTree(folder) };
}

tracedTest('that was killed before it changed a file of the server is taken up by the same command', () => {
  const whole = run(makeFleet('whole'));
  // What will be the originals gets second names first: two files of each server.
  const links = tracePoints(makeFleet('traced')).filter(({ call }) => call === 'link');
  expect(links).toHaveLength(4);
  for (const [at, point] of links.slice(0, byEffort({ sample: 1, ci: 2, all: 4 })).entries()) {
    const fleet = makeFleet(`killed-${at}`);
    expect(runWithFault(fleet, point, 'signal=KILL')).toBeNull();
    expect(readTree(fleet.folder)).toEqual(readTree(join(root, 'fleet')));
    expect(readdirSync(join(fleet.state, 'httpd-codemod/pending'))).toHaveLength(1);
    expect(run(fleet)).toEqual(whole);
  }
});
