import { expectedStatus, plainRequest } from '../../../src/access/index.ts';
import type { Version } from '../../../src/access/index.ts';
import { FILES } from './address-rows.ts';
import { ask, memoryTree } from './memory-tree.ts';

const MODULES = [
  'alias',
  'rewrite',
  'dir',
  'userdir',
  'proxy',
  'proxy_http',
  'setenvif',
  'status',
  'autoindex',
  'cgi',
  'mime',
];
const LOADED: Readonly<Record<Version, string>> = {
  '2.2': loaded([...MODULES, 'authz_host']),
  '2.4': loaded([...MODULES, 'authz_core', 'authz_host']),
};

function loaded(modules: readonly string[]): string {
  return modules.map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`).join('');
}

const files = Object.fromEntries(FILES.map((name) => [name, '']));

/**
 * What a server with these lines answers: the file that is sent, or the status; null if that is not known.
 * @param asked the path, behind the method if that is not GET
 */
export function answerTo(lines: string, asked: string, version: Version): string | number | null {
  const config = `${LOADED[version]}DocumentRoot /srv/htdocs\n${lines}\n`;
  const [path = '', method = 'GET'] = asked.split(' ').toReversed();
  const [address = '', query = ''] = path.split('?');
  const request = { ...SENT, method, query };
  const { tree, evaluation, possible } = ask(
    memoryTree({ ...files, 'conf/httpd.conf': config }),
    address,
    request,
    version,
  );
  if (possible[0]?.answer === 'forbidden') return 403;
  if (possible[0]?.answer === 'serverError') return 500;
  const { status, why } = expectedStatus(tree, evaluation, { ...plainRequest(address), ...request });
  if (evaluation.rounds.at(-1)?.mapped.target.type === 'proxy') return 503;
  const file = evaluation.rounds.findLast((round) => round.file?.kind === 'file')?.file;
  return why === 'the file is sent' && method === 'GET' ? (file?.path ?? status) : status;
}

const SENT = {
  client: '127.0.0.1',
  host: 'site',
  headers: new Map([['x-a', 'Foo']]),
  otherHeaders: 'absent',
  otherEnv: 'unset',
} as const;
