import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { moduleFacts } from '../catalog/index.ts';

/** Below the folder that holds the binary's `bin` or `sbin`: upstream, Debian, RHEL, Arch, Gentoo and SUSE, Alpine, FreeBSD, macOS. */
const MODULE_FOLDERS = [
  'modules',
  'lib/apache2/modules',
  'lib64/httpd/modules',
  'lib/httpd/modules',
  'lib64/apache2/modules',
  'lib64/apache2-prefork',
  'lib64/apache2',
  'lib/apache2',
  'libexec/apache24',
  'libexec/apache2',
];

/** A folder, and the module files in it. */
export interface ModuleFolder {
  readonly folder: string;
  readonly files: readonly string[];
}

/** The first folder with module files: below the compiled-in server root, else near the binary. */
export function findModules(binary: string, root: string | null): ModuleFolder | null {
  const prefix = dirname(dirname(binary));
  const folders = MODULE_FOLDERS.map((folder) => join(prefix, folder));
  if (root) folders.unshift(resolve(root, 'modules'));
  for (const folder of folders) {
    const files = moduleFiles(folder);
    if (files.length > 0) return { folder, files };
  }
  return null;
}

function moduleFiles(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => /^(?:mod_|lib).+\.so$/.test(name));
    return names.some((name) => name.startsWith('mod_')) ? names.toSorted() : [];
  } catch {
    return [];
  }
}

/** `mod_x.so` or `mod_x.c` -> `x_module`, `libphp5.so` -> `php5_module`, where the catalog does not know better. */
export function identifierOfFile(file: string): string {
  const known = moduleFacts(file)?.identifier;
  return known ?? file.replace(/^(?:mod_|lib)/, '').replace(/\.(?:so|c)$/, '') + '_module';
}
