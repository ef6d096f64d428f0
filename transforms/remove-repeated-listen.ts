import type { Occurrence } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf, removeNode } from '../src/transform/index.ts';

export const removeRepeatedListen = defineTransform({
  id: 'remove-repeated-listen',
  title: 'Remove a Listen that is there already',
  stage: 'directives',
  rows: [],
  directives: ['Listen'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Removes a Listen line whose address and port an earlier one has, as when a main file and an included file both name the port.',
    why: 'The configuration test of 2.2 took both lines, and only a start failed. 2.4 refuses the second one: "Cannot define multiple Listeners on the same IP:port" (alloc_listener in server/listen.c).',
    before: 'Listen 80\nListen 80',
    after: 'Listen 80',
    undo: 'Nothing to undo: 2.4 does not start with both.',
    limits:
      'Only addresses that are written alike are compared, as 2.4 does. Where guards decide which of the lines is read, a finding says so.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mpm_common.html#listen',
  },
  messages: {
    removed: '2.4 refuses a second Listen for {address}, which is there already.',
    maybe:
      'Another Listen line names {address}, too. 2.4 refuses the second one if both are read: see that only one is.',
  },
  run({ model, report }) {
    const seen = new Map<string, Occurrence>();
    for (const directive of findDirectives(model, 'Listen')) {
      const address = directive.args[0] ?? '';
      const first = seen.get(addressKey(address));
      if (first === undefined) {
        seen.set(addressKey(address), directive);
        continue;
      }
      // The one file that is included twice: its line can't go, for then it would be nowhere.
      const canGo = isReadWith(first, directive) && first.node !== directive.node;
      if (!canGo) {
        report(placeOf(directive), 'maybe', {
          data: { address },
          level: isBoth(first, directive) ? 'error' : 'warning',
        });
        continue;
      }
      report(placeOf(directive), 'removed', {
        data: { address },
        fix: {
          title: 'Remove Listen',
          applicability: 'safe',
          edits: removeNode(directive),
        },
      });
    }
  },
});

/** `*:80` and `80` are one; other names of an address are not looked up (match_address in listen.c). */
function addressKey(address: string): string {
  const [, host = '', port = ''] = /^(?:(.*):)?(\d+)$/.exec(address) ?? ['', address];
  return `${host === '*' ? '' : host}:${Number(port)}`;
}

/** Whether the first is read wherever the second is. */
function isReadWith(first: Occurrence, second: Occurrence): boolean {
  return (
    first.on24 === 'yes' ||
    first.guards.every(({ node }) => second.guards.some((other) => other.node === node))
  );
}

function isBoth(first: Occurrence, second: Occurrence): boolean {
  return first.on24 === 'yes' && second.on24 === 'yes';
}
