import { posix } from 'node:path';
import { moduleFacts } from '../../catalog/index.ts';
import { lowerName } from '../../syntax/index.ts';
import { readBuiltIn22 } from '../../target/index.ts';
import type { FileContent, TreeReader } from '../reader/index.ts';
import type { ModelRequest } from '../request.ts';
import type { ModelProblem } from '../types.ts';
import type { TopLevel } from './top-level.ts';

/** Beside the main file `httpd.conf`: what its server lists as compiled in, in `httpd.conf.modules`. `collect --script` packs it so. */
const ENDING = '.modules';

export interface ListedModules {
  /** Null where the list is another server's. */
  readonly builtIn22: readonly string[] | null;
  readonly problem: ModelProblem;
}

/** The list beside the main file; null if there is none, if it is not asked for, or if the tree is written for 2.4. */
export function listedModules(
  { builtIn22: given, readBy }: ModelRequest,
  { path, content }: { readonly path: string; readonly content: FileContent },
  topLevel: TopLevel,
  reader: TreeReader,
): ListedModules | null {
  if (given !== undefined || readBy === '2.4') return null;
  const file = reader.readFile(`${path}${ENDING}`);
  if ('failure' in file || loadsModulesOf24(topLevel)) return null;
  const { builtIn, notIn22 } = readBuiltIn22(file.text);
  if (builtIn.length === 0) return null;
  const name = `${posix.basename(path)}${ENDING}`;
  const [foreign] = notIn22;
  const found = { code: 'listed-modules', path: content.realPath, offset: null } as const;
  if (foreign === undefined) {
    const message = `${name}, beside this file, lists the ${builtIn.length} modules that 2.2 has compiled in.`;
    return { builtIn22: builtIn, problem: { ...found, level: 'info', message } };
  }
  const message = `${name}, beside this file, is not used: it lists ${foreign}, which 2.2 does not have. Give what the old server's httpd -M prints with --modules FILE.`;
  return { builtIn22: null, problem: { ...found, level: 'warning', message } };
}

/** A migrated tree may still have the list of the server before. */
function loadsModulesOf24({ directives }: TopLevel): boolean {
  return directives.some(
    (node) => lowerName(node) === 'loadmodule' && moduleFacts(node.args[0]?.value ?? '')?.in22 === false,
  );
}
