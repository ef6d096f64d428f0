import type { ServerModel } from '../../model/index.ts';
import { expandedRules, hasFlag } from '../addresses/index.ts';
import { hasModule } from '../request/has-module.ts';
import type { TreeNote } from './tree-note.ts';

/**
 * Rules with [P], which do not proxy without mod_proxy: then 2.2 looks for a file of that name where the rule stands in a section or a .htaccess
 * file, and 2.4 answers 403 there, too (`hook_fixup`, mod_rewrite.c of both).
 */
export function proxyingRuleNotes(before: ServerModel, after: ServerModel): TreeNote[] {
  if (before.kind !== 'server' || after.kind !== 'server' || before.readBy === '2.4') return [];
  const was = before.hasModule22('mod_proxy.c');
  const is = hasModule({ model: after, version: '2.4' }, 'proxy');
  if (was === 'maybe' || (was === 'yes' && is)) return [];
  const rules = expandedRules(after).filter((rule) => hasFlag(rule, 'P', 'proxy'));
  const [message, found] =
    was === 'yes'
      ? [LOST, rules]
      : is
        ? [GAINED, rules]
        : [NEITHER, rules.filter(({ line: { scope } }) => scope !== scope.server)];
  return found.map(({ line }) => ({ code: 'mapping', level: 'difference', message, place: line }));
}

const LOST = '2.2 proxied what this rule fits, and AFTER does not load mod_proxy: 2.4 answers 403';
const GAINED = 'BEFORE did not load mod_proxy: 2.2 proxied nothing by this rule, and 2.4 does';
const NEITHER =
  'neither tree loads mod_proxy: 2.2 took what this rule makes for the name of a file and answered 404, 2.4 answers 403';
