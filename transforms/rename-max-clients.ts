import { occurrencesOf } from '../src/model/index.ts';
import type { Occurrence } from '../src/model/index.ts';
import {
  defineTransform,
  isForSomeMpm24,
  mpmOfGuard,
  placeOf,
  renameDirective,
} from '../src/transform/index.ts';

const THREADED: readonly string[] = ['worker', 'event'];

export const renameMaxClients = defineTransform({
  id: 'rename-max-clients',
  title: 'Rename MaxClients to MaxRequestWorkers',
  stage: 'directives',
  rows: ['rename-max-clients', 'version-aliases'],
  directives: ['MaxClients'],
  isIndependent: true,
  keptForDual: true,
  applicability: 'safe',
  docs: {
    does: 'Gives MaxClients its 2.4 name. The number, the spacing and the comments stay.',
    why: 'The number limits how many requests are served at the same time, so 2.4 calls it MaxRequestWorkers. Each MPM still knows the old name (server/mpm/prefork/prefork.c and its like): the rename is optional.',
    before: 'MaxClients 150',
    after: 'MaxRequestWorkers 150',
    undo: 'Write MaxClients again, or run with `--skip rename-max-clients`.',
    limits:
      'The number is not changed. With the worker and event MPMs it counts threads, with prefork processes.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mpm_common.html#maxrequestworkers',
  },
  messages: {
    renamed: '2.4 calls MaxClients MaxRequestWorkers. The old name still works.',
    threads:
      'This 2.4 runs the {mpm} MPM, where MaxRequestWorkers counts threads; with the prefork MPM MaxClients counted processes. If 2.2 ran prefork, look at the number again.',
  },
  run({ model, target, writtenFor, report }) {
    // A tree that 2.4 reads already works with it: not one byte is changed for tidiness.
    if (writtenFor === '2.4') return;
    for (const directive of occurrencesOf(model, 'MaxClients').filter(isForSomeMpm24)) {
      const edits = renameDirective(directive, 'MaxRequestWorkers');
      report(placeOf(directive), 'renamed', {
        fix: {
          title: 'Rename MaxClients to MaxRequestWorkers',
          applicability: 'safe',
          edits,
        },
      });
      const mpm = newlyThreaded(directive, target.mpm);
      if (mpm !== null) report(placeOf(directive), 'threads', { level: 'info', data: { mpm } });
    }
  },
});

/** The threaded MPM of the target, where the line was not for the worker MPM already, which counted threads in 2.2, too. */
function newlyThreaded({ guards }: Occurrence, mpmOfTarget: string | null): string | null {
  if (guards.some((guard) => mpmOfGuard(guard) !== null)) return null;
  return THREADED.find((mpm) => mpmOfTarget === `mpm_${mpm}_module`) ?? null;
}
