import { renameDirective } from '../src/syntax/index.ts';
import { occurrencesOf } from '../src/model/index.ts';
import type { Occurrence } from '../src/model/index.ts';
import { defineTransform, inFile, isForSomeMpm24, mpmOfGuard, placeOf } from '../src/transform/index.ts';

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
    why: 'What the number limits is requests that are worked on at once, so 2.4 calls it MaxRequestWorkers. The old name still works (server/mpm_common.c), so the rename is optional.',
    before: 'MaxClients 150',
    after: 'MaxRequestWorkers 150',
    undo: 'Write MaxClients again, or run with `--skip rename-max-clients`.',
    limits:
      'The number itself is not judged. With the event MPM it counts worker threads, and the server holds more connections than that.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mpm_common.html#maxrequestworkers',
  },
  messages: {
    renamed: '2.4 calls MaxClients MaxRequestWorkers. The old name still works.',
    threads:
      'With the MPMs worker and event MaxRequestWorkers counts worker threads, as MaxClients did with the worker of 2.2; with prefork it counts processes. The event MPM holds more connections than that.',
  },
  run({ model, target, writtenFor, report }) {
    // A tree that 2.4 reads already works with it: not one byte is changed for tidiness.
    if (writtenFor === '2.4') return;
    for (const directive of occurrencesOf(model, 'MaxClients').filter(isForSomeMpm24)) {
      const { file, node } = directive;
      const edits = renameDirective(file.document, node, 'MaxRequestWorkers');
      report(placeOf(directive), 'renamed', {
        fix: {
          title: 'Rename MaxClients to MaxRequestWorkers',
          applicability: 'safe',
          edits: inFile(file, edits),
        },
      });
      if (isThreaded(directive, target.mpm)) report(placeOf(directive), 'threads', { level: 'info' });
    }
  },
});

/** Whether the line is for an MPM with threads: its guard says so, else the target does. */
function isThreaded({ guards }: Occurrence, mpmOfTarget: string | null): boolean {
  const mpms = guards.flatMap((guard) => mpmOfGuard(guard) ?? []);
  if (mpms.length > 0) return mpms.some((mpm) => THREADED.includes(mpm));
  return THREADED.some((mpm) => mpmOfTarget === `mpm_${mpm}_module`);
}
