import { afterAll, expect, jest, test } from '@jest/globals';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TreeReader } from '../../src/model/index.ts';

// Root reads folders of other people, who may exchange them at any moment: here before each call of the system, and back before each
// later one.

type Call = (...args: unknown[]) => unknown;

const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'exchanged-')));
// Where nobody else may write, nothing is exchanged, and fewer questions are asked.
fs.chmodSync(root, 0o777);
const at = (name: string): string => join(root, name);
afterAll(() => fs.rmSync(root, { recursive: true }));

let calls = 0;
let exchangeAt: readonly number[] = [];
let exchange: () => void = () => {};
let isExchanged = false;

function counted(call: Call): Call {
  return (...args) => {
    calls++;
    if (exchangeAt.includes(calls)) exchange();
    return call(...args);
  };
}

jest.unstable_mockModule('node:fs', () => {
  const names = ['openSync', 'fstatSync', 'statSync', 'lstatSync', 'readSync', 'readlinkSync'] as const;
  const watched = names.map((name) => [name, counted(fs[name] as Call)]);
  const realpathSync = { ...fs.realpathSync, native: counted(fs.realpathSync.native as Call) };
  return { ...fs, ...Object.fromEntries(watched), realpathSync };
});

const { createDiskReader } = (await import('../../src/model/reader/disk/disk-reader.ts')) as {
  createDiskReader: () => TreeReader;
};

for (const [name, text] of [
  ['tenant', 'mine'],
  ['other', 'secret'],
] as const) {
  fs.mkdirSync(at(name));
  fs.writeFileSync(at(`${name}/.htaccess`), text);
}

/** The name and the link change places; the next call takes that back. */
function exchanger(bait: string, link: string): () => void {
  return () => {
    fs.renameSync(bait, at('between'));
    fs.renameSync(link, bait);
    fs.renameSync(at('between'), link);
    isExchanged = !isExchanged;
  };
}

function told(): string {
  calls = 0;
  const read = createDiskReader().readFile(at('tenant/.htaccess'));
  return 'failure' in read ? read.failure : `${read.text} in ${read.realPath.replace(root, '')}`;
}

const RIGHT = ['mine in /tenant/.htaccess', 'secret in /other/.htaccess', 'unreadable'];

const onLinux = process.platform === 'linux' ? test : test.skip;
onLinux.each([
  ['folder', 'tenant', 'other'],
  ['file', 'tenant/.htaccess', 'other/.htaccess'],
])(
  'what is read lay where it is said to lie, though somebody exchanges a %s at any moment',
  (_, bait, target) => {
    fs.symlinkSync(at(target), at('link'));
    exchange = exchanger(at(bait), at('link'));
    exchangeAt = [];
    expect(told()).toBe('mine in /tenant/.htaccess');
    const most = calls;
    const seen = new Set<string>();
    for (let first = 1; first <= most; first++) {
      for (let second = first + 1; second <= most + 6; second++) {
        exchangeAt = [first, second];
        seen.add(told());
        // There were fewer calls than that.
        if (isExchanged) exchange();
        exchangeAt = [];
        expect(told()).toBe('mine in /tenant/.htaccess');
      }
    }
    fs.rmSync(at('link'));
    // Which of these it is depends on what was asked of the disk before; never one folder's text under the other's name.
    expect([...seen].filter((each) => !RIGHT.includes(each))).toEqual([]);
    expect(seen).toContain('unreadable');
  },
);
