import { expandedRules, hasFlag } from '../src/access/index.ts';
import type { ServerModel } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';
import { cgiLines } from './shared/programs.ts';

export const reportExpiresOfErrors = defineTransform({
  id: 'report-expires-of-errors',
  title: 'Report that errors of programs and backends no longer get Expires',
  stage: 'findings',
  rows: [],
  directives: ['ExpiresActive'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Says once, where ExpiresActive is on and requests are proxied or answered by programs, that their errors have no Expires in 2.4.',
    why: '2.2 asked whether the answer is an error before the program or the backend had said so. Since 2.4.10 it is asked once more when the answer comes (expires_filter in mod_expires.c).',
    before: 'ExpiresActive On',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits: 'Programs that run in the server, such as PHP, are not looked for.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_expires.html',
  },
  messages: {
    errors:
      '2.2 put Expires and Cache-Control into errors (404, 500) that a program or a backend answers, too; 2.4 leaves them out there. To keep them, write `Header always set` for such answers.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.10')) return;
    const active = findDirectives(model, 'ExpiresActive').find(
      ({ args, on22 }) => on22 !== 'no' && args[0]?.toLowerCase() === 'on',
    );
    if (active !== undefined && hasOthersAnswer(model)) report(placeOf(active), 'errors');
  },
});

function hasOthersAnswer(model: ServerModel): boolean {
  return (
    findDirectives(model, 'ProxyPass', 'ProxyPassMatch').some(({ args }) => args.at(-1) !== '!') ||
    expandedRules(model).some((rule) => hasFlag(rule, 'P', 'proxy')) ||
    cgiLines(model).length > 0
  );
}
