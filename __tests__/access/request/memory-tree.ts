import { askTree, plainRequest } from '../../../src/access/index.ts';
import type { Asked, ConcreteRequest, Version } from '../../../src/access/index.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../../src/model/index.ts';
import type { ModelRequest, ServerModel, TreeReader } from '../../../src/model/index.ts';
import { targetProfile } from '../../../src/target/index.ts';

export interface MemoryTree {
  readonly model: ServerModel;
  readonly reader: TreeReader;
}

/** The modules that the little trees of these tests load, as 2.2 has them. */
export const MODULES_22 = [
  'auth_basic',
  'authn_file',
  'authz_host',
  'authz_user',
  'authz_groupfile',
  'setenvif',
  'dir',
  'alias',
]
  .map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`)
  .join('');

/** The same for 2.4, without mod_access_compat. */
export const MODULES_24 = `${MODULES_22}${['authn_core', 'authz_core']
  .map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`)
  .join('')}`;

/**
 * A tree in memory. The text of `conf/httpd.conf` may be given alone; it gets a ServerRoot and DocumentRoot if it has none.
 * @param root where the tree lies
 * @param closed folders that may not be listed, files that may not be read
 */
export function memoryTree(
  files: string | Readonly<Record<string, string>>,
  {
    root = '/srv',
    links = {},
    closed = [],
    ...request
  }: Partial<ModelRequest> & {
    root?: string;
    links?: Record<string, string>;
    closed?: readonly string[];
  } = {},
): MemoryTree {
  const all = typeof files === 'string' ? { 'conf/httpd.conf': files } : files;
  const paths = Object.entries(all).map(([path, text]) => [`${root}/${path}`, withRoots(path, text, root)]);
  const memory = createMemoryReader(Object.fromEntries([...paths, [`${root}/htdocs/`, '']]), links);
  const reader: TreeReader = {
    ...memory,
    list: (path) => (closed.includes(path) ? null : memory.list(path)),
    readFile: (path) => (closed.includes(path) ? { failure: 'unreadable' } : memory.readFile(path)),
  };
  const model = buildModel(
    { path: `${root}/conf/httpd.conf`, target: targetProfile('stock'), ...request },
    reader,
  );
  if (isModelFailure(model)) throw new Error(model.message);
  return { model, reader };
}

/** Asks for a path: a GET by 10.1.2.3, as far as nothing else is said. */
export function ask(
  tree: MemoryTree,
  path: string,
  request: Partial<ConcreteRequest> = {},
  version: Version = '2.2',
): Asked {
  return askTree(tree.model, tree.reader, version, { ...plainRequest(path), client: '10.1.2.3', ...request });
}

function withRoots(path: string, text: string, root: string): string {
  if (path !== 'conf/httpd.conf') return text;
  const has = (name: string) => new RegExp(`^\\s*${name} `, 'im').test(text);
  const before = [
    ...(has('ServerRoot') ? [] : [`ServerRoot ${root}`]),
    ...(has('DocumentRoot') ? [] : [`DocumentRoot ${root}/htdocs`]),
  ];
  return `${before.join('\n')}\n${text}`;
}
