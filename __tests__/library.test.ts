import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { PROJECT, rejectStaleBuild } from './cli/run-program.ts';
import { tempTree } from './cli/temp-tree.ts';

beforeAll(rejectStaleBuild);

/** A program of somebody else's, in TypeScript, that uses what package.json exports. */
const CONSUMER = `
import { createMemoryReader, migrate, parse, print, renderDiff, targetProfile } from 'httpd-codemod';
import type { Document, Finding, Migration, ModelFailure } from 'httpd-codemod';

const text = 'MaxClients 5\\n';
const document: Document = parse({ path: '/x.conf', text });
const printed: string = print(document);
const reader = createMemoryReader({ '/x.conf': text });
const options = { access: 'require', semantics: 'contract', apply: 'safe', defines: [], only: null, skip: [], target: targetProfile('stock') } as const;
const result: Migration | ModelFailure = migrate({ path: '/x.conf', options }, reader);
if ('code' in result) throw new Error(result.message);
const findings: readonly Finding[] = result.findings;
// @ts-expect-error a path is text
if (findings.length > 9) migrate({ path: 3, options }, reader);
console.log(printed + (await renderDiff(result.patchSet, '/')));
`;

test('what package.json exports type-checks in a strict project, and runs', () => {
  const folder = tempTree({ 'use.ts': CONSUMER, 'package.json': '{ "type": "module" }' });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(PROJECT, join(folder, 'node_modules/httpd-codemod'));
  const options = '--strict --module nodenext --target es2023 --types node --typeRoots'.split(' ');
  const tsc = [
    join(PROJECT, 'node_modules/typescript/bin/tsc'),
    ...options,
    join(PROJECT, 'node_modules/@types'),
  ];
  const run = (words: readonly string[]) =>
    spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  expect(run([...tsc, 'use.ts']).stdout).toBe('');
  const { stdout, stderr } = run(['use.js']);
  expect(stderr).toBe('');
  expect(stdout).toBe(
    'MaxClients 5\n--- a/x.conf\n+++ b/x.conf\n@@ -1,1 +1,1 @@\n-MaxClients 5\n+MaxRequestWorkers 5\n\n',
  );
});
