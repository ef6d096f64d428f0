import type { Occurrence, Scope } from '../src/model/index.ts';
import type { Directive } from '../src/syntax/index.ts';
import {
  appendChild,
  defineTransform,
  findDirectives,
  groupByNode,
  insertAfter,
  placeOf,
  placeOfScope,
  removeNode,
  replaceNode,
} from '../src/transform/index.ts';
import type { FileEdit } from '../src/transform/index.ts';
import { addModuleLevel, effectiveLogLevel, hasOwnLogLevel, levelRank } from './shared/log-level.ts';

export const removeDumpioLoglevel = defineTransform({
  id: 'remove-dumpio-loglevel',
  title: 'Log what mod_dumpio dumps through LogLevel',
  stage: 'directives',
  rows: ['remove-dumpio-loglevel'],
  directives: ['DumpIOLogLevel'],
  applicability: 'safe',
  docs: {
    does: 'Takes DumpIOLogLevel away, and gives each server that really logged its traffic in 2.2 `LogLevel dumpio:trace7`.',
    why: '2.4 refuses DumpIOLogLevel and always dumps at trace7 (mod_dumpio.c). 2.2 dumped at the level named (default debug), which was logged only if the LogLevel of the server let it through; a notice always was, save to syslog (log_error_core in server/log.c).',
    before: 'LogLevel warn\nDumpIOInput On\nDumpIOLogLevel error',
    after: 'LogLevel warn dumpio:trace7\nDumpIOInput On',
    undo: 'Take `dumpio:trace7` off the LogLevel line to dump nothing.',
    limits: 'None known.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_dumpio.html',
  },
  messages: {
    removed:
      '2.4 has no DumpIOLogLevel. In 2.2 nothing was dumped here: DumpIO was off, or LogLevel kept it back.',
    moved: '2.4 has no DumpIOLogLevel. Traffic was dumped here in 2.2; in 2.4 that takes LogLevel {spec}.',
    'off-here':
      '2.4 has no DumpIOLogLevel. In 2.2 the line kept this virtual host from taking over what the main server dumps.',
    dumped:
      'Traffic was dumped here in 2.2, at the level that LogLevel let through; in 2.4 that takes LogLevel {spec}.',
    'set-back':
      'This virtual host dumped nothing in 2.2, and would take the level over from the main server in 2.4: it gets LogLevel {spec}.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4' || findDirectives(model, ...SETTINGS).length === 0) return;
    // 2.2 knows no levels of modules: where this one has a level, all is said.
    if (findDirectives(model, 'LogLevel').some(({ args }) => args.some((word) => /dumpio/i.test(word))))
      return;
    const main = planOf(model.main, null);
    const lines = groupByNode(findDirectives(model, 'DumpIOLogLevel'));
    const shared = new Set(lines.flatMap((group) => (group.length > 1 ? [group[0].node] : [])));
    const settled = new Set<Directive>();
    for (const plan of [main, ...model.virtualHosts.map((host) => planOf(host, main))]) {
      const own = linesOf(plan.server, 'dumpiologlevel');
      const open = own.filter(({ node }) => !settled.has(node));
      // What a file says for several servers is rewritten for the first of them.
      if (own.length > 0 && open.length === 0) continue;
      for (const { node } of open) settled.add(node);
      const messageId = messageOf(plan, open.length > 0);
      if (messageId === null) continue;
      const anchor = open.at(-1) ?? linesOf(plan.server, ...SETTINGS).at(-1);
      report(anchor === undefined ? placeOfScope(plan.server) : placeOf(anchor), messageId, {
        data: { spec: plan.spec ?? '' },
        fix: {
          title: 'Log dumped traffic as before',
          applicability: 'safe',
          edits: editsOf(plan, open, anchor, shared),
        },
      });
    }
  },
});

const SETTINGS = ['dumpioinput', 'dumpiooutput', 'dumpiologlevel'];

/** What a server needs so that 2.4 dumps what 2.2 dumped there. */
interface Plan {
  readonly server: Scope;
  readonly isOn: boolean;
  /** For LogLevel; null if 2.4 does the same by itself. */
  readonly spec: string | null;
  /** Without its DumpIOLogLevel lines the host would take the main server's settings over: it has no others of its own. */
  readonly isOffByLevel: boolean;
}

/** mod_dumpio merges nothing: a host with any line of its own starts from Off and debug. */
function planOf(server: Scope, main: Plan | null): Plan {
  const source = main !== null && linesOf(server, ...SETTINGS).length === 0 ? main.server : server;
  const isOn = linesOf(source, 'dumpioinput', 'dumpiooutput').some(isSwitchedOn);
  const level = linesOf(source, 'dumpiologlevel').at(-1)?.args[0]?.toLowerCase() ?? 'debug';
  const isDumped = isOn && isLogged(level, server);
  const takesOver = main !== null && main.spec !== null && !hasOwnLogLevel(server);
  const spec = isDumped ? 'dumpio:trace7' : `dumpio:${effectiveLogLevel(server)}`;
  const isOffByLevel =
    main?.isOn === true && source === server && linesOf(server, 'dumpioinput', 'dumpiooutput').length === 0;
  return { server, isOn, spec: isOn && isDumped !== takesOver ? spec : null, isOffByLevel };
}

/** Of two lines of one name the last one counts. */
function isSwitchedOn(line: Occurrence, _: number, lines: readonly Occurrence[]): boolean {
  return lines.findLast(({ name }) => name === line.name) === line && /^on$/i.test(line.args[0] ?? '');
}

function isLogged(level: string, server: Scope): boolean {
  const errorLog =
    linesOf(server, 'errorlog').at(-1) ?? (server.parent && linesOf(server.parent, 'errorlog').at(-1));
  if (level === 'notice' && !/^syslog/i.test(errorLog?.args[0] ?? '')) return true;
  return (levelRank(level) ?? Infinity) <= (levelRank(effectiveLogLevel(server)) ?? -1);
}

function linesOf(server: Scope, ...names: readonly string[]): Occurrence[] {
  return server.items.flatMap((item) =>
    item.type === 'occurrence' && item.on22 !== 'no' && names.includes(item.name) ? [item] : [],
  );
}

function messageOf({ spec, isOn, isOffByLevel }: Plan, hasLines: boolean) {
  if (hasLines && isOffByLevel) return 'off-here';
  if (spec === null || !isOn) return hasLines ? 'removed' : null;
  if (spec !== 'dumpio:trace7') return 'set-back';
  return hasLines ? 'moved' : 'dumped';
}

/** The level goes to the LogLevel lines of the server; where none is sure, or its file is not its own, to where the anchor is. */
function editsOf(
  { server, spec, isOffByLevel }: Plan,
  lines: readonly Occurrence[],
  anchor: Occurrence | undefined,
  shared: ReadonlySet<Directive>,
): FileEdit[] {
  const isShared = lines.some(({ node }) => shared.has(node));
  const added = spec === null ? [] : isShared ? null : addModuleLevel(server, spec);
  const line = isOffByLevel ? 'DumpIOInput Off' : added === null ? `LogLevel ${spec}` : null;
  const removals = lines.flatMap((each) => {
    const isReplaced = each.node === anchor?.node && line !== null;
    return isReplaced ? replaceNode(each, [line]) : removeNode(each);
  });
  if (lines.length > 0 || line === null) return [...removals, ...(added ?? [])];
  if (anchor !== undefined) return insertAfter(anchor, [line]);
  return server.node === null ? [] : appendChild({ file: server.file, node: server.node }, [line]);
}
