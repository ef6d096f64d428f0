import { turnedGuards } from '../src/access/index.ts';
import type { TurnedGuard } from '../src/access/index.ts';
import { moduleFacts } from '../src/catalog/index.ts';
import { unwrapEach } from '../src/syntax/index.ts';
import { distinct, groupBy } from '../src/text/index.ts';
import { defineTransform, inFile, removeNode } from '../src/transform/index.ts';
import type { TransformContext } from '../src/transform/index.ts';
import { isNegated } from '../src/model/index.ts';

type MessageId = 'onlyOld' | 'onlyNew' | 'maybeOld' | 'maybeNew' | 'unwrapped' | 'removed';

export const settleTurnedGuards = defineTransform<MessageId>({
  id: 'settle-turned-guards',
  title: 'Keep or report what stands in guards that a change of modules turns',
  // After load-needed-modules, remove-gone-modules and rename-modules: what guards find in 2.4 is known by then.
  stage: 'modules',
  rows: [],
  directives: ['IfModule'],
  applicability: 'safe',
  docs: {
    does: 'Looks for `<IfModule>` guards that 2.2 passes and 2.4 does not, or the other way round, because only one of them has the module. A guard that 2.4 would skip since a module is loaded which 2.2 did not have (mod_filter for AddOutputFilterByType) is taken away, and its lines stay. One that only 2.4 would pass, around lines that lead requests or say who gets in, is taken out with its lines. The others are reported with the names of their lines (Header, SetEnvIf, ErrorDocument and the like).',
    why: 'What 2.2 read would no longer count, or what it skipped would begin to. mod_filter is loaded for AddOutputFilterByType, which was part of the core; mod_unixd, mod_authz_core and mod_authn_core are in every 2.4; mod_authz_default, mod_authn_default and mod_mem_cache are gone.',
    before:
      'LoadModule headers_module modules/mod_headers.so\nAddOutputFilterByType DEFLATE text/html\n<IfModule !mod_filter.c>\n    Header set X-Served-By web1\n</IfModule>',
    after:
      'LoadModule headers_module modules/mod_headers.so\nLoadModule authz_core_module modules/mod_authz_core.so\nLoadModule filter_module modules/mod_filter.so\nAddOutputFilterByType DEFLATE text/html\nHeader set X-Served-By web1',
    undo: 'Write the guard around the lines again, or the lines that are reported as taken out.',
    limits:
      'Guards that ask for a module which only 2.4 has (mod_authz_core, mod_unixd) tell the versions apart: what they hold is taken for the wish of its author and stays. So do lines in a guard for an MPM where nothing shows which one 2.4 has, and both of two guards that hold other lines for servers with mod_filter and without. Lines that the other version reads in the same words are left out.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#ifmodule',
  },
  messages: {
    onlyOld:
      '{why}: 2.4 skips {names} in this guard{others}, and 2.2 read it. Write the lines outside of the guard if 2.4 is to read them.',
    onlyNew:
      '{why}: 2.4 reads {names} in this guard{others}, and 2.2 skipped it. Remove the lines if they are not to count.',
    maybeOld:
      'Nothing shows whether the 2.4 server has {module} as its MPM (--target or --httpd do): it may skip {names} in this guard{others}, and 2.2 read it. Write the lines outside of the guard if 2.4 is to read them.',
    maybeNew:
      'Nothing shows whether the 2.4 server has {module} as its MPM (--target or --httpd do): it may read {names} in this guard{others}, and 2.2 skipped it. Remove the lines if they are not to count.',
    unwrapped:
      '{why}: 2.4 would skip what stands in this guard, and 2.2 read it. The guard is taken away, what is in it stays.',
    removed:
      '{why}: 2.4 would read what stands in this guard, and answer requests by it; 2.2 skipped it. The guard is taken out with its lines. If they are meant to count, write them back.',
  },
  run(context) {
    const { model, original, writtenFor } = context;
    if (writtenFor === '2.4') return;
    const turned = turnedGuards(original, model);
    const removed = turned.filter((each) => isToGo(each) && !hasRulesOfOld(each, turned));
    const left = turned.filter(
      (each) => each.readBy === '2.4' && each.lines.length > 0 && !removed.includes(each),
    );
    const stays = (each: TurnedGuard) =>
      !each.holdsCompared && left.some((other) => moduleOf(other) === moduleOf(each));
    const unwrapped = turned.filter((each) => isToOpen(each) && !stays(each));
    settle(removed, unwrapped, context);
    const isSettled = (each: TurnedGuard) => removed.includes(each) || unwrapped.includes(each);
    report(
      turned.filter((each) => each.lines.length > 0 && !isSettled(each)),
      context,
    );
  },
});

type Context = TransformContext<MessageId>;

/** Why the versions differ about a module: what only 2.4 can have is asked for to tell them apart. */
type Cause = 'versions' | 'gone' | 'loaded' | 'lost';

function causeOf({ guard, module, readBy }: TurnedGuard): Cause {
  const facts = moduleFacts(module);
  if (facts?.in22 === false) return 'versions';
  if (facts?.in24 === false) return 'gone';
  return isNegated(guard) === (readBy === '2.2') ? 'loaded' : 'lost';
}

const REASONS: Readonly<Record<Cause, string>> = {
  versions: 'Only 2.4 has {module}, so this guard tells the versions apart',
  gone: '2.4 does not have {module}',
  loaded: '2.4 loads {module}, which 2.2 did not have',
  lost: '2.2 had {module}, and this 2.4 does not',
};

function whyOf(turned: TurnedGuard): string {
  return REASONS[causeOf(turned)].replace('{module}', moduleWord(turned));
}

function moduleWord({ module }: TurnedGuard): string {
  return module.replace(/\.c$/, '');
}

function moduleOf({ module }: TurnedGuard): string {
  return moduleFacts(module)?.identifier ?? module;
}

function isToGo(turned: TurnedGuard): boolean {
  return turned.isSure && turned.readBy === '2.4' && turned.holdsCompared && causeOf(turned) !== 'versions';
}

/** Rules that stand for one version each were written for both, and are compared as they are. */
function hasRulesOfOld(turned: TurnedGuard, all: readonly TurnedGuard[]): boolean {
  const isOld = (each: TurnedGuard) => each.readBy === '2.2' && each.holdsCompared && !isToOpen(each);
  return all.some((each) => isOld(each) && moduleOf(each) === moduleOf(turned));
}

function isToOpen(turned: TurnedGuard): boolean {
  const { isSure, readBy, loadsModules } = turned;
  return isSure && readBy === '2.2' && !loadsModules && causeOf(turned) === 'loaded';
}

function settle(removed: readonly TurnedGuard[], unwrapped: readonly TurnedGuard[], context: Context): void {
  for (const each of outermost(removed)) {
    const { file, node } = each.guard;
    context.report({ file, span: node.open.span }, 'removed', {
      data: { why: whyOf(each) },
      level: 'warning',
      fix: { title: 'Take the guard out', applicability: 'safe', edits: removeNode({ file, node }) },
    });
  }
  const staying = unwrapped.filter((each) => !removed.some((other) => isInside(each, other)));
  for (const [file, guards] of groupBy(staying, ({ guard }) => guard.file)) {
    const nodes = guards.map(({ guard }) => guard.node);
    for (const [index, edits] of unwrapEach(file.document, nodes).entries()) {
      const each = guards[index]!;
      context.report({ file, span: each.guard.node.open.span }, 'unwrapped', {
        data: { why: whyOf(each) },
        level: 'info',
        fix: { title: 'Take the guard away', applicability: 'safe', edits: inFile(file, edits) },
      });
    }
  }
}

function outermost(all: readonly TurnedGuard[]): readonly TurnedGuard[] {
  return all.filter((each) => !all.some((other) => other !== each && isInside(each, other)));
}

function isInside({ guard }: TurnedGuard, { guard: other }: TurnedGuard): boolean {
  const { start, end } = guard.node.span;
  return guard.file === other.file && other.node.span.start <= start && end <= other.node.span.end;
}

function messageOf({ readBy, isSure }: TurnedGuard): MessageId {
  if (isSure) return readBy === '2.2' ? 'onlyOld' : 'onlyNew';
  return readBy === '2.2' ? 'maybeOld' : 'maybeNew';
}

/** Once for all guards of the same words. */
function report(turned: readonly TurnedGuard[], context: Context): void {
  for (const alike of groupBy(turned, ({ guard }) => guard.test).values()) {
    const [first, ...others] = alike;
    if (first === undefined) continue;
    const { file, node } = first.guard;
    const lines = alike.flatMap((each) => each.lines);
    context.report({ file, span: node.open.span }, messageOf(first), {
      data: {
        why: whyOf(first),
        module: moduleWord(first),
        names: distinct(lines.map((line) => line.node.name.value)).join(', '),
        others: others.length === 0 ? '' : ` and in ${others.length} more of the same words`,
      },
      level: causeOf(first) === 'versions' ? 'info' : 'warning',
    });
  }
}
