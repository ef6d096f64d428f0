import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Fixture, FixtureCase } from './fixture.ts';

/** All fixtures below a folder: `<transform>/<case>/{input,expected,findings.txt,case.json}`, in order of their names. */
export function readFixtures(folder: string): Fixture[] {
  return listFolders(folder).flatMap((transform) =>
    listFolders(join(folder, transform)).map((name) =>
      readFixture(join(folder, transform, name), transform, name),
    ),
  );
}

function readFixture(folder: string, transform: string, name: string): Fixture {
  const input = readTree(join(folder, 'input'));
  const { files: expected } = readTree(join(folder, 'expected'));
  const findings = readIfThere(join(folder, 'findings.txt'), 'utf8');
  const settings = JSON.parse(readIfThere(join(folder, 'case.json'), 'utf8') || '{}') as FixtureCase;
  const nameChanges = readIfThere(join(folder, 'names.txt'), 'utf8');
  const { files, links } = input;
  return { transform, name, folder, settings, input: files, links, expected, nameChanges, findings };
}

interface Tree {
  readonly files: Record<string, string>;
  readonly links: Record<string, string>;
}

function readTree(folder: string, prefix = '', tree: Tree = { files: {}, links: {} }): Tree {
  if (!existsSync(folder)) return tree;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const relative = prefix + entry.name;
    if (entry.isDirectory()) readTree(path, `${relative}/`, tree);
    else if (entry.isSymbolicLink()) tree.links[relative] = readlinkSync(path);
    else tree.files[relative] = readFileSync(path, 'latin1');
  }
  return tree;
}

function listFolders(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted();
}

function readIfThere(path: string, encoding: BufferEncoding): string {
  return existsSync(path) ? readFileSync(path, encoding) : '';
}
