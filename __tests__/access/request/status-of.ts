import { clientStatus } from '../../../src/access/index.ts';
import type { ConcreteRequest, Version } from '../../../src/access/index.ts';
import { ask, memoryTree, MODULES_22, MODULES_24 } from './memory-tree.ts';

const MORE = ['rewrite', 'autoindex', 'negotiation', 'mime', 'actions', 'auth_form']
  .map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`)
  .join('');

/**
 * What the client gets who asks for a path, behind the method if that is not GET: a status, null where it is not known, or all that are
 * possible.
 * @param files beside the configuration
 */
export function statusOf(
  lines: string,
  asked: string,
  version: Version,
  files: Readonly<Record<string, string>> = {},
  request: Partial<ConcreteRequest> = {},
): number | null | readonly (number | null)[] {
  const modules = (version === '2.2' ? MODULES_22 : MODULES_24) + MORE;
  const [path = '', method = 'GET'] = asked.split(' ').toReversed();
  const tree = memoryTree({ ...files, 'conf/httpd.conf': modules + lines });
  const sent = { method, host: 'h', otherHeaders: 'absent', otherEnv: 'unset', ...request } as const;
  const { possible } = ask(tree, path, sent, version);
  const statuses = possible.map(({ answer, reply }) => clientStatus(answer, reply));
  const [only = null, ...others] = statuses;
  return others.length === 0 ? only : statuses;
}
