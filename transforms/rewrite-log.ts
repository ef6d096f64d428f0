import { serversWithRewriting } from '../src/access/index.ts';
import { occurrencesOf } from '../src/model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { groupBy } from '../src/text/index.ts';
import {
  appendChild,
  defineTransform,
  findDirectives,
  groupByNode,
  placeOf,
  placeOfScope,
  removeNode,
  replaceNode,
} from '../src/transform/index.ts';
import type { FileEdit } from '../src/transform/index.ts';
import { addModuleLevel, effectiveLogLevel, hasOwnLogLevel } from './shared/log-level.ts';

export const rewriteLog = defineTransform({
  id: 'rewrite-log',
  title: 'Log rewriting through LogLevel',
  stage: 'directives',
  rows: ['rewrite-log'],
  directives: ['RewriteLog', 'RewriteLogLevel'],
  applicability: 'safe',
  docs: {
    does: 'Takes RewriteLog and RewriteLogLevel away, and gives the LogLevel of the servers that logged with them `rewrite:traceN`. Virtual hosts that did not log are kept from taking it over.',
    why: '2.4 writes what mod_rewrite does to the error log, at the levels trace1 to trace8, and refuses the two directives. 2.2 logged only where one server had both a file and a level above 0; virtual hosts took neither from the main server without `RewriteOptions inherit` (config_server_merge in mod_rewrite.c), but in 2.4 they do take its LogLevel. Where a virtual host has the rules of the main server because of one of these lines alone, `RewriteEngine On` takes its place: a host without a line of mod_rewrite has no rules.',
    before: 'LogLevel warn\nRewriteLog logs/rewrite_log\nRewriteLogLevel 2',
    after: 'LogLevel warn rewrite:trace2',
    undo: 'Take `rewrite:traceN` off the LogLevel line to log nothing.',
    limits: 'The messages move to the error log. A RewriteLog that is a program (`|...`) has no successor.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html#logging',
  },
  messages: {
    moved:
      '2.4 has no {name}: what mod_rewrite does is written to the error log, where LogLevel has rewrite:trace{level}.',
    piped:
      '2.4 has no {name}: what mod_rewrite does is written to the error log, where LogLevel has rewrite:trace{level}. The program it was sent to gets nothing any more; feed it from the error log.',
    silent:
      '2.4 has no {name}. In 2.2 it logged nothing here: a log is written only where a server has both a file and a level above 0.',
    'taken-over':
      'This virtual host logged rewriting in 2.2 as the main server did. Its own LogLevel would end that in 2.4.',
    'set-back':
      "This virtual host did not log rewriting in 2.2, and would take the main server's level over in 2.4.",
  },
  run({ model, report }) {
    const lines = findDirectives(model, 'RewriteLog', 'RewriteLogLevel');
    if (lines.length === 0) return;
    const ownLines = groupBy(lines, ({ scope }) => scope);
    const shared = new Set(
      groupByNode(lines).flatMap((group) => (isOfOneScope(group) ? [] : [group[0].node])),
    );
    const rewriting = rewritingServers(model);
    const main = settingsOf(model.main, null);
    const takesRules = heirsByLog(model);
    const plans = serversAsked(model, main).map((server) => {
      const own = ownLines.get(server) ?? [];
      const settings = server === model.main ? main : settingsOf(server, main);
      const spec = neededLevel(server, settings, main);
      const isHeir = own.length > 0 && settings.inherits && takesRules(server);
      return { server, own, settings, spec, added: addedLevel(server, own, spec, shared), isHeir };
    });
    const written = levelsInPlace(plans);
    for (const plan of plans) {
      const { server, own, settings, spec } = plan;
      for (const { line, edits } of moveToLogLevel(plan, written)) {
        const messageId = settings.level === 0 ? 'silent' : settings.isPiped ? 'piped' : 'moved';
        report(placeOf(line), messageId, {
          data: { name: line.node.name.value, level: settings.level },
          level: messageId === 'piped' ? 'warning' : 'info',
          fix: { title: 'Log rewriting through LogLevel', applicability: 'safe', edits },
        });
      }
      if (own.length > 0 || spec === null || !(rewriting.has(server) || rewriting.has(model.main))) continue;
      report(placeOfScope(server), settings.level > 0 ? 'taken-over' : 'set-back', {
        fix: {
          title: 'Give the virtual host the level that it had',
          applicability: 'safe',
          edits: addModuleLevel(server, spec) ?? appendLine(server, `LogLevel ${spec}`),
        },
      });
    }
  },
});

/** Where the main server logs nothing, a virtual host that says nothing of it does neither, and needs nothing. */
function serversAsked(model: ServerModel, main: Settings): readonly Scope[] {
  const all = [model.main, ...model.virtualHosts];
  if (main.level > 0) return all;
  const lines = ['rewritelog', 'rewriteloglevel'].flatMap((name) => occurrencesOf(model, name));
  const speaking = new Set(lines.map(({ scope }) => scope));
  return all.filter((server) => server === model.main || speaking.has(server));
}

function isOfOneScope(lines: readonly [Occurrence, ...Occurrence[]]): boolean {
  return lines.every(({ scope }) => scope === lines[0].scope);
}

/** What one server logs of rewriting in 2.2: level 0 for nothing. */
interface Settings {
  readonly level: number;
  readonly isPiped: boolean;
  readonly path: string;
  readonly ownLevel: number;
  readonly inherits: boolean;
}

function settingsOf(server: Scope, main: Settings | null): Settings {
  const options = lastArguments(server, 'rewriteoptions');
  const inherits =
    options === null ? (main?.inherits ?? false) : options.some((word) => /^inherit$/i.test(word));
  const ownPath = lastArguments(server, 'rewritelog')?.[0] ?? '';
  const ownLevel = Math.max(
    0,
    Number.parseInt(lastArguments(server, 'rewriteloglevel')?.[0] ?? '0', 10) || 0,
  );
  const path = ownPath === '' && inherits ? (main?.path ?? '') : ownPath;
  const level = ownLevel === 0 && inherits ? (main?.ownLevel ?? 0) : ownLevel;
  const isWritten = path !== '' && path !== '/dev/null';
  return {
    level: isWritten ? Math.min(level, 8) : 0,
    isPiped: path.startsWith('|'),
    path,
    ownLevel: level,
    inherits,
  };
}

function lastArguments(server: Scope, name: string): readonly string[] | null {
  const last = server.items.findLast(
    (item) => item.type === 'occurrence' && item.name === name && item.on22 !== 'no',
  );
  return last?.type === 'occurrence' ? last.args : null;
}

/** What LogLevel must say of mod_rewrite in this server; null where 2.4 does by itself what 2.2 did. */
function neededLevel(server: Scope, { level }: Settings, main: Settings): string | null {
  const isAsMain = main.level > 0 && server.kind === 'virtualhost' && !hasOwnLogLevel(server);
  const byItself = isAsMain ? main.level : 0;
  if (level === byItself) return null;
  return level > 0 ? `rewrite:trace${level}` : `rewrite:${effectiveLogLevel(server)}`;
}

interface Move {
  readonly line: Occurrence;
  readonly edits: readonly FileEdit[];
}

/** What becomes of the lines of one server. */
interface Plan {
  readonly server: Scope;
  readonly own: readonly Occurrence[];
  /** What its LogLevel must say; null where nothing need be said. */
  readonly spec: string | null;
  /** Edits of a LogLevel line that is there; null if the level comes where the last line was. */
  readonly added: readonly FileEdit[] | null;
  /** Whether it has the main server's rules for these lines alone. */
  readonly isHeir: boolean;
}

/**
 * The hosts that have the main server's rules, where they are handed down, for these lines alone: one without any line of mod_rewrite has no
 * rules (`hook_uri2file`).
 */
function heirsByLog(model: ServerModel): (server: Scope) => boolean {
  if (!/^on$/i.test(lastArguments(model.main, 'rewriteengine')?.[0] ?? '')) return () => false;
  const served = serversWithRewriting(model, ({ name, on24 }) => !OF_LOG.test(name) && on24 !== 'no');
  return (server) => server !== model.main && !served.has(server);
}

const OF_LOG = /^rewritelog(?:level)?$/;

/** Without a sure LogLevel line, or in a file that several servers read, the level comes where the line was. */
function addedLevel(
  server: Scope,
  own: readonly Occurrence[],
  spec: string | null,
  shared: ReadonlySet<object>,
): readonly FileEdit[] | null {
  const isSure = own.every(({ on24, node }) => on24 === 'yes' && !shared.has(node));
  return spec !== null && isSure ? addModuleLevel(server, spec) : null;
}

/** The lines that a level takes the place of. One that several servers read can say one thing only: the first one's. */
function levelsInPlace(plans: readonly Plan[]): ReadonlyMap<object, string> {
  const written = new Map<object, string>();
  for (const { own, spec, added } of plans) {
    const last = own.at(-1);
    if (last === undefined || spec === null || added !== null || written.has(last.node)) continue;
    written.set(last.node, spec);
  }
  return written;
}

interface Move {
  readonly line: Occurrence;
  readonly edits: readonly FileEdit[];
}

/** For each line the edits that take it away; the last one's also give the server its level. */
function moveToLogLevel(
  { server, own, spec, added, isHeir }: Plan,
  written: ReadonlyMap<object, string>,
): Move[] {
  return own.map((line) => {
    const level = written.get(line.node);
    const isLast = line === own.at(-1);
    const instead = [
      ...(isHeir && isLast ? ['RewriteEngine On'] : []),
      ...(level === undefined ? [] : [`LogLevel ${level}`]),
    ];
    const taken = instead.length === 0 ? removeNode(line) : replaceNode(line, instead);
    const isOthers = level !== undefined && spec !== null && level !== spec;
    const more = isOthers ? appendLine(server, `LogLevel ${spec}`) : (added ?? []);
    return { line, edits: [...taken, ...(isLast ? more : [])] };
  });
}

/** Servers in which a rule may run; the main server's rules and those of .htaccess files run in all of them. */
function rewritingServers(model: ServerModel): ReadonlySet<Scope> {
  const engines = findDirectives(model, 'RewriteEngine').filter(({ args }) => /^on$/i.test(args[0] ?? ''));
  return new Set(engines.map(({ scope }) => scope.server));
}

function appendLine(server: Scope, line: string): FileEdit[] {
  return server.node === null ? [] : appendChild({ file: server.file, node: server.node }, [line]);
}
